"""What it costs the server to tell everybody at a table about one step, per message.

The first client's message includes building the shared part; the others reuse it. For comparison,
the cost of building every message from scratch. Only processor time counts, so that other load on
the machine matters as little as possible.
"""

import gc
from time import thread_time
from typing import TypedDict

from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.server.presentation.state_messages import StateMessages, Viewer
from elgrande.server.tables.table import TableState
from tests.support.folding import choose, new_table

REPEATS = 5
SEED = 5


class MessageCost(TypedDict):
    """Microseconds for one message on average over a game."""

    message_us: float
    further_message_us: float
    message_from_nothing_us: float
    message_bytes: float


def measure_messages(players: int = 4, repeats: int = REPEATS) -> MessageCost:
    """The best of several games: each step is told to every seat and one spectator."""
    games = [_play(players) for _ in range(repeats)]
    return {
        "message_us": min(game["message_us"] for game in games),
        "further_message_us": min(game["further_message_us"] for game in games),
        "message_from_nothing_us": min(game["message_from_nothing_us"] for game in games),
        "message_bytes": games[0]["message_bytes"],
    }


def _play(players: int) -> MessageCost:
    table, rng, messages = new_table(Options(players=players)), Rng(SEED), StateMessages()
    first = further = nothing = 0.0
    steps = size = 0
    gc.collect()
    gc.disable()
    try:
        while not table.running().over:
            cursor = table.number
            choose(table, rng)
            steps += 1
            seconds, size_of_one = _timed(messages, table, 0, cursor)
            first, size = first + seconds, size + size_of_one
            for seat in (*range(1, players), None):
                further += _timed(messages, table, seat, cursor)[0]
            for seat in (*range(players), None):
                nothing += _timed(StateMessages(), table, seat, cursor)[0]
    finally:
        gc.enable()
    per_step = 1e6 / steps
    return {
        "message_us": first * per_step,
        "further_message_us": further * per_step / players,
        "message_from_nothing_us": nothing * per_step / (players + 1),
        "message_bytes": size / steps,
    }


def _timed(
    messages: StateMessages, table: TableState, seat: int | None, cursor: int
) -> tuple[float, int]:
    mine = () if seat is None else (seat,)
    started = thread_time()
    text = messages.text(table, seat, "en", cursor, Viewer(mine))
    return thread_time() - started, len(text)
