"""What clients are shown of a table, and the messages that carry it."""
