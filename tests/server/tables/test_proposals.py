"""What people propose to each other, folded from entries."""

from elgrande.server.tables import entries as kinds
from elgrande.server.tables.proposals import ABANDON, REPLACE, Proposals
from tests.support.table_states import entry


def proposed() -> Proposals:
    proposals = Proposals()
    proposals.apply(entry(5, kinds.PROPOSED, 0, "ana", wish=REPLACE, target=2, bot="steady"))
    return proposals


def test_a_proposal_gathers_those_who_agree_and_ends_with_one_who_does_not() -> None:
    proposals = proposed()
    proposals.apply(entry(6, kinds.ANSWERED, 1, "ben", proposal=5, agree=True))
    found = proposals.find(5)
    assert found is not None
    assert found.agreed == {"ana", "ben"}
    assert found.about == (REPLACE, 2)
    refusal = entry(7, kinds.ANSWERED, 3, "eva", proposal=5, agree=False)
    proposals.apply(refusal)
    assert (proposals.find(5), proposals.refused) == (None, {(REPLACE, 2): refusal.time})


def test_what_is_withdrawn_is_not_refused() -> None:
    proposals = proposed()
    proposals.apply(entry(6, kinds.ANSWERED, 0, "ana", proposal=5, agree=False))
    assert (proposals.open, proposals.refused) == ({}, {})


def test_what_happened_or_can_no_longer_happen_is_not_open() -> None:
    proposals = proposed()
    proposals.apply(entry(6, kinds.PROPOSED, 1, "ben", wish=ABANDON, target=None, bot=None))
    proposals.apply(entry(7, kinds.HANDED, 2, "ana", bot="steady", reason="agreed"))
    assert (proposals.alike(REPLACE, 2), list(proposals.open)) == (None, ["ben"])
    proposals.apply(entry(8, kinds.FINISHED))
    assert proposals.open == {}
