"""What docs/host says of options, limits, metrics and backups is so."""

import inspect
import re
import sqlite3
from pathlib import Path

import pytest

from elgrande.cli.serve import serve
from elgrande.server.metrics import Metrics
from elgrande.server.settings import RATES, SIZES
from tests.server.web.api.test_players import bearer, come_in
from tests.support.documents import text_of
from tests.support.server import serving, sqlite_url

SETTINGS = text_of("docs/host/hosting.md")
LIMITS = text_of("docs/host/limits.md")
MONITORING = text_of("docs/host/monitoring.md")


def test_every_limit_is_told_with_its_default() -> None:
    for name, rate in RATES.items():
        default = f"{rate.default.amount}/{rate.default.seconds:g}"
        assert f"| `{name}` | {default} | {rate.sentence} |" in LIMITS
    for name, size in SIZES.items():
        assert f"| `{name}` | {size.default} | {size.sentence} |" in LIMITS


def test_every_option_is_told_with_its_variable() -> None:
    for name, parameter in inspect.signature(serve).parameters.items():
        (option,) = parameter.annotation.__metadata__
        assert f"| `--{name.replace('_', '-')}` | `{option.envvar}` |" in SETTINGS


def test_every_figure_is_told() -> None:
    told = set(re.findall(r"`(elgrande_\w+)`", MONITORING))
    counted = set()
    for family in Metrics().registry.collect():
        if family.name.startswith("elgrande_"):
            counted.add(f"{family.name}_total" if family.type == "counter" else family.name)
    assert told == counted


@pytest.mark.proof
@pytest.mark.parametrize("way", ["backup", "vacuum"])
def test_a_backup_of_a_running_server_can_be_served(tmp_path: Path, way: str) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    with serving(sqlite_url(tmp_path)) as server, server.client() as client:
        token = come_in(client)["token"]
        source = sqlite3.connect(tmp_path / "tables.db")
        if way == "vacuum":
            source.execute("VACUUM INTO ?", (str(copy / "tables.db"),))
        else:
            target = sqlite3.connect(copy / "tables.db")
            source.backup(target)
            target.close()
        source.close()
        later = come_in(client)["token"]
    with serving(sqlite_url(copy)) as server, server.client() as client:
        assert client.get("/api/me", headers=bearer(token)).status_code == 200
        assert client.get("/api/me", headers=bearer(later)).status_code == 401
