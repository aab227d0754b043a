"""Names for bots."""

from itertools import islice

from elgrande.tournaments.names import NAMES, free_names


def test_there_are_enough_names_and_none_is_given_twice() -> None:
    assert len(set(NAMES)) == 64
    some = list(islice(free_names({"Doña Urraca", "Ana"}), 70))
    assert len(set(some)) == 70
    assert "Doña Urraca" not in some
    assert some[-1].endswith(" 2")
