"""Golden files of both encodings, and what writes them: `python -m tests.learn.golden.make`."""
