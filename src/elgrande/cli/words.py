"""The words of the terminal game, from the same files as the game's texts."""

from elgrande.editions.wording import texts


def word(language: str, key: str, **values: object) -> str:
    """A word or sentence of the terminal, filled in."""
    return str(texts(language)["terminal"][key]).format(**values)
