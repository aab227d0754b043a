"""What a finished draft is called when it is to be confirmed, in games of every variant."""

import random
from collections import Counter

from elgrande import Options
from elgrande.server.presentation.table_views import kind_of_draft
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.playthrough import Playthrough
from tests.support.walks import every_variant

SEED = 3
OWN_TURN = {"card", "act", "place"}  # somebody who answers one of these is at turn


class DraftsSeen:
    """Plays by chance, confirms every draft, and notes what was asked."""

    def __init__(self, options: Options) -> None:
        self.chance = random.Random(SEED)
        self.playthrough = Playthrough(options, SEED)
        self.number = 1
        self.asked: list[str] = []
        self.seen: Counter[str] = Counter()
        self.write("started", None)

    def write(self, kind: str, seat: int | None, **data: int) -> None:
        """Fold one entry, as the server does."""
        self.number += 1
        if seat is not None:
            data["step"] = self.playthrough.step_for(seat)
        self.playthrough.apply(Entry(self.number, kind, seat, None, 1000 + self.number, data))

    def play(self) -> None:
        """Play to the end; every draft that is held is checked."""
        while not self.playthrough.over:
            if self.playthrough.held:
                self.check()
                self.write("confirm", self.playthrough.drafting)
                continue
            seat = self.playthrough.asked[0]
            self.asked.append(self.playthrough.game.decision or "")
            choice = self.chance.choice(self.playthrough.game.legal(seat))
            self.write("choice", seat, choice=choice)

    def check(self) -> None:
        """The kind of the draft is what the questions say it is."""
        kind = kind_of_draft(self.playthrough)
        asked = set(self.asked[self.playthrough.sealed :])
        self.seen[str(kind)] += 1
        if kind == "power_card":
            assert "power" in asked
            assert not OWN_TURN & asked
        elif kind == "answer":
            assert not {"power", *OWN_TURN} & asked
        else:
            assert asked - {"power", "modifier", "veto"}


def test_what_is_to_be_confirmed_is_called_what_it_is() -> None:
    seen: Counter[str] = Counter()
    for options in list(every_variant())[::19]:
        drafts = DraftsSeen(options)
        drafts.play()
        seen += drafts.seen
    assert set(seen) == {"power_card", "turn", "part_of_turn", "answer"}
