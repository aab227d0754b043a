"""What people at a running table propose to each other: the fold of proposals and answers."""

from typing import Final, Literal

import msgspec

from elgrande.server.storage.rows import Entry
from elgrande.server.tables import entries as kinds

Proposed = Literal["replace", "return", "abandon"]
REPLACE: Final = "replace"  # a bot should play for somebody
RETURN: Final = "return"  # somebody replaced by agreement should play again
ABANDON: Final = "abandon"  # the game should end without a winner


class Proposal(msgspec.Struct, frozen=True):
    """One person's proposal, for the others to answer."""

    number: int
    kind: Proposed
    player: str
    seat: int | None  # the seat it is about
    bot: str | None
    agreed: frozenset[str]

    @property
    def about(self) -> tuple[str, int | None]:
        """What is proposed, whoever proposes it."""
        return self.kind, self.seat


class Proposals:
    """The proposals that wait for answers: one per person, so that nobody can block another."""

    def __init__(self) -> None:
        self.open: dict[str, Proposal] = {}  # by author
        self.refused: dict[tuple[str, int | None], int] = {}  # when something was last refused

    def apply(self, entry: Entry) -> None:
        """Fold one entry."""
        match entry.kind:
            case kinds.PROPOSED if entry.player is not None:
                self.open[entry.player] = Proposal(
                    entry.number,
                    entry.data["wish"],
                    entry.player,
                    entry.data["target"],
                    entry.data["bot"],
                    frozenset({entry.player}),
                )
            case kinds.ANSWERED if entry.player is not None:
                self._answer(entry.player, entry)
            case kinds.HANDED | kinds.RETURNED:
                self._settle(entry)
            case kinds.CLOSED | kinds.FINISHED:
                self.open.clear()

    def _answer(self, player: str, entry: Entry) -> None:
        proposal = self.find(int(entry.data["proposal"]))
        if proposal is None:
            return
        if entry.data["agree"]:
            agreed = proposal.agreed | {player}
            self.open[proposal.player] = msgspec.structs.replace(proposal, agreed=agreed)
        else:
            del self.open[proposal.player]
            if player != proposal.player:
                self.refused[proposal.about] = entry.time

    def _settle(self, entry: Entry) -> None:
        """A seat changed hands: what was proposed about it is settled."""
        about = (REPLACE, RETURN)
        for proposal in list(self.open.values()):
            if proposal.kind in about and proposal.seat == entry.seat:
                del self.open[proposal.player]

    def find(self, number: int) -> Proposal | None:
        """The proposal with this number, if it still waits."""
        return next((one for one in self.open.values() if one.number == number), None)

    def alike(self, kind: str, seat: int | None) -> Proposal | None:
        """A proposal for the same thing."""
        return next((one for one in self.open.values() if one.about == (kind, seat)), None)
