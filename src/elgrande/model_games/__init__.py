"""Games of grandmasters to learn from, with comments by the coach."""
