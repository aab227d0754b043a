"""Who may sit down and speak, folded from entries."""

from elgrande.server.tables import entries as kinds
from elgrande.server.tables.admission import Admission
from tests.support.table_states import entry


def test_a_request_waits_until_it_is_answered() -> None:
    admission = Admission()
    admission.apply(entry(2, kinds.ASKED_SEAT, None, "eva", name="Eva", seat=None))
    request = admission.request(2)
    assert request is not None
    assert (request.player, request.seat, admission.asked) == ("eva", None, {"eva": 1})
    admission.apply(entry(3, kinds.DECLINED, None, "eva", request=2))
    assert (admission.request(2), list(admission.kept_out)) == (None, ["eva"])
    admission.apply(entry(4, kinds.JOINED, 1, "eva", name="Eva"))
    assert admission.kept_out == {}


def test_the_host_locks_and_mutes_and_a_start_ends_all_requests() -> None:
    admission = Admission()
    admission.apply(entry(2, kinds.LOCKED, None, "ana", locked=True))
    admission.apply(entry(3, kinds.CHAT, None, "eva", text="Hello", who="Eva", speaker=3))
    admission.apply(entry(4, kinds.MUTED, None, "eva", muted=True, speaker=3))
    admission.apply(entry(5, kinds.CHAT_SET, None, "ana", spectators=False))
    admission.apply(entry(6, kinds.WATCH_RENEWED, None, "ana"))
    assert admission.locked
    assert (admission.muted, admission.speaker(3)) == ({"eva"}, "eva")
    assert (admission.spectators_chat, admission.watch_links) == (False, 1)
    admission.apply(entry(7, kinds.ASKED_SEAT, None, "ben", name="Ben", seat=1))
    admission.apply(entry(8, kinds.STARTED, None, None, seal=""))
    assert admission.requests == {}
