"""The rules of El Grande: pure, deterministic, compiled with mypyc where a C compiler is at hand.

Nothing in this package does I/O, reads a clock or uses `random`; it imports the standard library,
`librt` and `mypy_extensions` only. `state` holds the position, `legal` what may be answered, `flow`
what follows.
"""
