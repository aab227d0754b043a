"""What strangers might try on a table server, bounded in number and time, on loopback only."""
