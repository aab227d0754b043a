"""What can be said about a game beyond its rules: majorities, points and where they came from."""
