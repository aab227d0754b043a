"""What the entries of a request are: pure functions of a table and what somebody wants.

Each returns a `Decision` or raises the error the client gets. Nothing is changed by it:
`committing` writes the entries and only then folds them into the table.
"""

from elgrande.server.tables.decisions.writing import Decision, Writing

__all__ = ["Decision", "Writing"]
