"""The network of this package, which judges positions for `grandmaster` and for people.

Without one that fits, the weights set by hand judge, and one line of the log says so. Processes
that work for another leave that line to it.
"""

import logging
from functools import cache
from multiprocessing import parent_process
from typing import Final

from elgrande.build_info import rules_are_compiled
from elgrande.search.errors import BadNetwork
from elgrande.search.network import Network
from elgrande.search.network_file import load_network

LOG: Final = logging.getLogger("elgrande.network")


@cache
def shipped_network() -> Network | None:
    """The network, loaded once; None if there is none that fits."""
    if not rules_are_compiled():
        _say("The rules run interpreted: in the same time, bots that search see much less.")
    try:
        return load_network()
    except BadNetwork as error:
        _say(f"Positions are judged by hand-made weights: {error}")
        return None


def leave_lines_to_parent() -> None:
    """Say nothing in this process: whoever started it has said it."""
    LOG.disabled = True


def _say(line: str) -> None:
    if parent_process() is None:
        LOG.warning(line)
