"""Recorded games, one file each, and how they were made."""
