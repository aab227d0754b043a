"""The attacks of `make attacks` are withstood, and what they find is told and kept."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from bench.attacks.__main__ import ATTACKS, carry_out
from bench.attacks.attack import Attack, Figure
from bench.attacks.report import Outcome, keep, print_outcomes
from bench.attacks.victim import Victim

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the attacks need /proc")


@pytest.mark.proof
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_server_withstands(attack: Attack) -> None:
    outcome = asyncio.run(carry_out(attack, sys.executable))
    assert outcome.failure is None
    assert outcome.figures
    assert [figure for figure in outcome.figures if figure.withstood is False] == []


@pytest.mark.proof
def test_what_an_attack_finds_is_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def knock(victim: Victim) -> list[Figure]:
        stranger = victim.connect()
        refused = await stranger.ask("GET", "/api/me")
        return [Figure("a stranger is let in", refused.accepted, "", not refused.accepted)]

    async def wait(victim: Victim) -> list[Figure]:
        await asyncio.sleep(60)
        return []

    attacks = [
        Attack("knock", "somebody without a token asks", knock, 30.0),
        Attack("wait", "nothing happens", wait, 0.1),
    ]
    outcomes = [asyncio.run(carry_out(attack, sys.executable)) for attack in attacks]
    assert outcomes[0].figures == [Figure("a stranger is let in", False, "", True)]
    assert outcomes[1].failure == "not over after 0.1 s"
    print_outcomes("this server", outcomes)
    assert "a stranger is let in" in capsys.readouterr().out
    path = tmp_path / "kept.json"
    keep(path, "before", "0.4.0", [Outcome(attacks[0], [], "broken")])
    keep(path, "after", "0.5.0", outcomes)
    kept = json.loads(path.read_text("utf-8"))
    assert kept["before"]["attacks"]["knock"]["failure"] == "broken"
    assert kept["after"]["attacks"]["knock"]["figures"][0]["withstood"] is True
