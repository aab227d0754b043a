"""How this copy of the library was built."""

from elgrande.rules import flow


def rules_are_compiled() -> bool:
    """Whether the rules run as machine code rather than as Python source."""
    return not str(flow.__file__).endswith(".py")
