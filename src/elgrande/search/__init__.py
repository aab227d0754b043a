"""Thinking ahead, compiled in one unit with the rules: appraising, planning turns, searching."""
