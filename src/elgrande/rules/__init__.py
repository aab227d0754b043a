"""The rules of El Grande: pure, deterministic, compiled with mypyc where a C compiler is available.

Nothing in this package does I/O, reads a clock or uses `random`; it imports the standard library,
`librt` and `mypy_extensions` only. `state` holds the position, `legal` the allowed answers, `flow`
the course of the game.
"""
