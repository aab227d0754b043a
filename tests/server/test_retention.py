"""How long things are kept is told with its default, and read as it is written."""

import pytest

from elgrande.server.errors import BadSetting
from elgrande.server.retention import DAY_MS, HOUR_MS, KEEP, kept_for, read_keep
from tests.support.documents import text_of

DOCUMENT = text_of("docs/host/retention.md")


def written(kept: int | None) -> str:
    """A time as it is set."""
    if kept is None:
        return "off"
    return f"{kept // DAY_MS}d" if kept % DAY_MS == 0 else f"{kept // HOUR_MS}h"


def test_every_time_is_told_with_its_default() -> None:
    for name, row in KEEP.items():
        assert f"| `{name}` | {written(row.default)} | {row.sentence} |" in DOCUMENT
        assert kept_for(read_keep([f"{name}={written(row.default)}"]), name) == row.default
    with pytest.raises(BadSetting):
        read_keep(["chat=1w"])
