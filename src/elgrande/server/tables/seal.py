"""The seal of a deal: nobody learns the seed before the end, and nobody can change it meanwhile."""

from hashlib import sha256

from elgrande.server.storage.rows import Table


def seal_of(row: Table) -> str:
    """A commitment to the deal: published at the start, and checked with the seed at the end."""
    return sha256(f"{row.salt}:{row.seed}".encode()).hexdigest()
