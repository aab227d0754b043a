"""Example programs, each of which runs as it is."""
