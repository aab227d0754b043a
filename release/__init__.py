"""How a release is made: what the workflow runs, and people and tests run too.

docs/inside/releasing.md tells the steps.
"""
