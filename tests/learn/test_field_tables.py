"""The documents name every action and every byte as the code does."""

from pathlib import Path

from elgrande.learn import ACTIONS, CARDS, KINDS, NAMES, OBS_SIZE, SCALE
from elgrande.learn.field_tables import GROUPS, renewed
from elgrande.learn.observation_fields import BLOCKS, RESERVE, size_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "research" / "encodings.md"


def test_the_tables_of_the_document_are_those_of_the_code() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert renewed(text) == text, "run `make learning-tables`"


def test_every_byte_has_a_name_and_a_scale() -> None:
    assert len(NAMES) == len(SCALE) == OBS_SIZE
    used = [name for name in NAMES if not name.endswith(f".{RESERVE}")]
    assert len(set(used)) == len(used)
    assert all(1 <= scale <= 255 for scale in SCALE)
    assert all(size_of(block.fields) % 8 == 0 for block in BLOCKS)


def test_groups_of_actions_are_in_order_and_end_with_the_reserve() -> None:
    firsts = [first for first, _ in GROUPS]
    assert firsts == sorted(set(firsts))
    assert firsts[-1] < ACTIONS == 128


def test_kinds_and_cards_are_public() -> None:
    assert "power" in KINDS
    assert "C-king" in CARDS
    assert f"decision.kind_{KINDS[-1]}" in NAMES
    assert f"cards.seen_{CARDS[-1]}" in NAMES
