"""The error of a network that cannot be used."""

from elgrande.rules.errors import GameError


class BadNetwork(GameError, ValueError):
    """The file of a network is missing, damaged, foreign, or made for another encoding."""

    code = "bad_network"
