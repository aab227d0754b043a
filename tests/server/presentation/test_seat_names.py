"""What players are called in sentences, in the language of the reader."""

import msgspec

from elgrande.server.presentation.seat_names import names_at
from elgrande.server.tables.decisions.erasure import FORMER
from tests.support.table_states import sitting, table_of, with_bot


def test_bots_without_a_name_and_deleted_players_are_called_in_every_language() -> None:
    deleted = msgspec.structs.replace(sitting(1, "ben"), name=FORMER)
    table = table_of(sitting(0, "ana"), deleted, with_bot(2, "strong:seconds=1.0"), with_bot(3))
    assert names_at(table, "en") == ["Ana", "Former player", "Strong", "Steady"]
    assert names_at(table, "de") == ["Ana", "Ehemaliger Spieler", "Stark", "Besonnen"]
    assert names_at(table, "es") == ["Ana", "Antiguo jugador", "Fuerte", "Sereno"]


def test_a_bot_keeps_its_own_name_and_players_of_one_name_are_told_apart() -> None:
    named = msgspec.structs.replace(with_bot(0), name="Don Lope")
    table = table_of(named, sitting(1, "ana"), sitting(2, "ana"))
    assert names_at(table, "en") == ["Don Lope", "Ana (azure)", "Ana (ochre)"]
