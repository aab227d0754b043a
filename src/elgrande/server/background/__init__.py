"""Work that runs by itself: bots, clocks, notices, clearing up, and other processes."""
