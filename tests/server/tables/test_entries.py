"""The kinds of entries, and what people may read of them."""

from elgrande.server.tables import entries

KINDS = {value for name, value in vars(entries).items() if name.isupper() and type(value) is str}


def test_kinds_are_different_and_only_kinds_are_shown() -> None:
    names = [name for name, value in vars(entries).items() if type(value) is str and name.isupper()]
    assert len(KINDS) == len(names)
    assert set(entries.SHOWN) <= KINDS


def test_choices_are_never_shown() -> None:
    hidden = {entries.CHOICE, entries.CONFIRM, entries.TAKE_BACK, entries.WITHDRAW}
    assert not hidden & set(entries.SHOWN)
    for fields in entries.SHOWN.values():
        assert not {"choice", "step", "salt", "seed", "key"} & set(fields)
