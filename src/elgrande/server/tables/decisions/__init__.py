"""The entries that requests lead to: pure functions of a table and what somebody wants.

Each returns a `Decision` or raises the error the client gets. They change nothing: `committing`
writes the entries and only then folds them into the table.
"""

from elgrande.server.tables.decisions.writing import Decision, Writing

__all__ = ["Decision", "Writing"]
