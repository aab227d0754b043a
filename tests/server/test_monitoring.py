"""The dashboard and the alerts speak of figures that the server really has."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from elgrande.server.errors import SERVER_ERRORS
from elgrande.server.metrics import WATCHED_ERRORS, Metrics
from tests.support.programs import program

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana" / "elgrande.json"
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
# What Prometheus itself adds to every figure.
ADDED = {"job", "instance", "le"}
# Figures of the process that are shown, and why the others are not: they say nothing of the game.
PROCESS = {
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_max_fds",
}
WORDS = {"histogram_quantile", "sum", "by", "rate", "increase", "max", "delta", "topk", "up"}


def figures() -> dict[str, set[str]]:
    """The names by which Prometheus knows our figures, and their labels."""
    found: dict[str, set[str]] = {name: set() for name in PROCESS}
    for metric in vars(Metrics()).values():
        name, labels = getattr(metric, "_name", None), getattr(metric, "_labelnames", ())
        kind = getattr(metric, "_type", "")
        if name is not None:
            ending = {"counter": "_total", "histogram": "_bucket"}.get(kind, "")
            found[f"{name}{ending}"] = set(labels)
    return found


def panels() -> list[dict[str, Any]]:
    read: dict[str, Any] = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    return [panel for panel in read["panels"] if panel["type"] != "row"]


def rules() -> list[dict[str, Any]]:
    read: dict[str, Any] = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def expressions() -> Iterator[str]:
    for panel in panels():
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def bare(expression: str) -> str:
    """An expression without texts, times and Grafana's variables."""
    return re.sub(r'"[^"]*"|\[[^\]]*\]', "", expression)


def test_every_figure_that_is_asked_for_is_there_with_its_labels() -> None:
    known = figures()
    asked = set()
    for expression in expressions():
        names = re.findall(r"\b(?:elgrande|process)_\w+", bare(expression))
        assert names or "up{" in expression
        asked.update(names)
        labels = set().union(*(known[name] for name in names)) | ADDED
        for name, matched in re.findall(r"(\w+)\{([^}]*)\}", expression):
            own = known.get(name, set()) | ADDED
            assert set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matched)) <= own, expression
        for grouped in re.findall(r"\bby \(([^)]*)\)", expression):
            assert {word.strip() for word in grouped.split(",")} <= labels, expression
        used = set(
            re.findall(r"\b[a-z_]{2,}\b", re.sub(r"\{[^}]*\}|\bby \([^)]*\)", "", bare(expression)))
        )
        assert used - set(names) <= WORDS, expression
    assert asked <= set(known)


def test_every_figure_is_on_the_dashboard() -> None:
    shown = " ".join(target["expr"] for panel in panels() for target in panel["targets"])
    for name in figures():
        assert name in shown, name


def test_the_dashboard_can_be_read() -> None:
    read = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    ids = [panel["id"] for panel in read["panels"]]
    assert len(set(ids)) == len(ids)
    taken: set[tuple[int, int]] = set()
    for panel in read["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
    for panel in panels():
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert all("$job" in target["expr"] for target in panel["targets"])
    assert {row["name"] for row in read["templating"]["list"]} == {"source", "job", "instance"}


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning", "info")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"].endswith(".")


def test_codes_in_alerts_are_codes_of_ours_and_begin_at_zero() -> None:
    codes = {error.code for error in SERVER_ERRORS}
    text = Metrics().text().decode()
    for rule in rules():
        for operator, named in re.findall(r'code(=~|=)"([^"]*)"', rule["expr"]):
            assert set(named.split("|")) <= codes
            if operator == "=":
                assert named in WATCHED_ERRORS
                assert f'elgrande_errors_total{{code="{named}"}} 0.0' in text


@pytest.mark.proof
def test_prometheus_understands_every_expression(tmp_path: Path) -> None:
    """The rules as they are, and the expressions of the dashboard as rules."""
    filled = [
        expression.replace("$__rate_interval", "5m")
        .replace("$job", "elgrande")
        .replace("$instance", ".*")
        for expression in expressions()
    ]
    made = {
        "groups": [
            {
                "name": "all",
                "rules": [
                    {"record": f"r{number}", "expr": one} for number, one in enumerate(filled)
                ],
            }
        ]
    }
    (tmp_path / "made.yml").write_text(yaml.safe_dump(made))
    for path in (ALERTS, tmp_path / "made.yml"):
        done = subprocess.run(
            [program("promtool"), "check", "rules", str(path)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


GIVEN_UP = 'elgrande_webhook_deliveries_total{job="elgrande",instance="a",outcome="given_up"}'
WAITING = 'elgrande_bot_wait_seconds_bucket{job="elgrande",instance="a",lane="quick"'
# What each alert must notice, as series of one value a minute, and when it must have.
TROUBLE = {
    "ElgrandeDown": ({'up{job="elgrande",instance="a"}': "1x5 0x10"}, "9m"),
    "ElgrandeStorageDown": (
        {'elgrande_errors_total{job="elgrande",instance="a",code="storage_down"}': "0x5 1+1x10"},
        "9m",
    ),
    "ElgrandeInternalErrors": (
        {'elgrande_errors_total{job="elgrande",instance="a",code="internal"}': "0x5 1x10"},
        "8m",
    ),
    "ElgrandeChoicesSlow": (
        {
            'elgrande_choice_seconds_bucket{job="elgrande",instance="a",le="0.5"}': "0x30",
            'elgrande_choice_seconds_bucket{job="elgrande",instance="a",le="1.0"}': "0+60x30",
            'elgrande_choice_seconds_bucket{job="elgrande",instance="a",le="+Inf"}': "0+60x30",
        },
        "20m",
    ),
    "ElgrandeCommitsSlow": (
        {
            'elgrande_commit_seconds_bucket{job="elgrande",instance="a",le="0.25"}': "0x30",
            'elgrande_commit_seconds_bucket{job="elgrande",instance="a",le="0.5"}': "0+60x30",
            'elgrande_commit_seconds_bucket{job="elgrande",instance="a",le="+Inf"}': "0+60x30",
        },
        "20m",
    ),
    "ElgrandeBotsFail": (
        {'elgrande_bot_failures_total{job="elgrande",instance="a",reason="crashed"}': "0+2x30"},
        "25m",
    ),
    "ElgrandeBotsWait": (
        {
            f'{WAITING},le="1.0"}}': "0x40",
            f'{WAITING},le="2.5"}}': "0+60x40",
            f'{WAITING},le="+Inf"}}': "0+60x40",
        },
        "30m",
    ),
    "ElgrandePasswordsGuessed": (
        {'elgrande_login_failures_total{job="elgrande",instance="a"}': "0+60x30"},
        "20m",
    ),
    "ElgrandeNoticesGivenUp": (
        {GIVEN_UP: "0+2x60"},
        "55m",
    ),
    "ElgrandeManyRefusals": (
        {'elgrande_errors_total{job="elgrande",instance="a",code="too_fast"}': "0+3000x40"},
        "30m",
    ),
    "ElgrandeFilesRunOut": (
        {
            'process_open_fds{job="elgrande",instance="a"}': "900x20",
            'process_max_fds{job="elgrande",instance="a"}': "1000x20",
        },
        "10m",
    ),
    "ElgrandeMemoryGrows": (
        {'process_resident_memory_bytes{job="elgrande",instance="a"}': "3000000000x30"},
        "20m",
    ),
    "ElgrandeDatabaseGrows": (
        {'elgrande_database_bytes{job="elgrande",instance="a"}': "1000000+1000000x1500"},
        "1440m",
    ),
}


@pytest.mark.proof
def test_every_alert_fires_when_it_should_and_not_before(tmp_path: Path) -> None:
    assert set(TROUBLE) == {rule["alert"] for rule in rules()}
    (tmp_path / "alerts.yml").write_text(ALERTS.read_text(encoding="utf-8"))
    for name, (series, when) in TROUBLE.items():
        given = [{"series": key, "values": values} for key, values in series.items()]
        fires = f'count(ALERTS{{alertname="{name}",alertstate="firing"}}) or vector(0)'
        asked = [
            {"expr": fires, "eval_time": time, "exp_samples": [{"labels": "{}", "value": value}]}
            for time, value in (("0m", 0), (when, 1))
        ]
        test = {"interval": "1m", "input_series": given, "promql_expr_test": asked}
        file = tmp_path / f"{name}.yml"
        file.write_text(
            yaml.safe_dump(
                {"rule_files": ["alerts.yml"], "evaluation_interval": "1m", "tests": [test]}
            )
        )
        done = subprocess.run(
            [program("promtool"), "test", "rules", str(file)], capture_output=True, text=True
        )
        assert done.returncode == 0, (name, done.stdout, done.stderr)
