"""The examples, each run as its reader would run it."""
