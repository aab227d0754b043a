"""Programs to learn from, each of which runs as it is."""
