"""Bad input gets a typed error with a stable code and a sentence that says what is allowed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from elgrande import Game, GameError, IllegalChoice, Options, Record
from elgrande.bots import HostedBot, bot_named
from elgrande.rules.rng import Rng
from tests.support.positions import position
from tests.support.walks import walk


def finished() -> Game:
    return walk(Game.new(seed=1), Rng(1))


def changed(**fields: object) -> dict[str, Any]:
    """A snapshot with some fields changed."""
    return {**position().snapshot(), **fields}


def record_text(old: str, new: str) -> str:
    return finished().record().to_text().replace(old, new, 1)


CASES: list[tuple[str, Callable[[], object], str]] = [
    ("illegal_choice", lambda: position().play(0), "allowed are: card 1"),
    ("illegal_choice", lambda: position().play(10**30), "not legal now"),
    ("illegal_choice", lambda: position().describe(3), "nothing that is asked"),
    ("not_your_turn", lambda: position().play(101, 2), "seat 0 is"),
    ("no_such_seat", lambda: position().play(101, 4), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().play(101, 10**30), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().view(-1), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().legal(9), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().events(9), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().determinize(5, 0), "seats are 0 to 3"),
    ("game_over", lambda: finished().play(64), "The game is over"),
    ("bad_notation", lambda: position().parse("toldeo"), "read like"),
    ("bad_notation", lambda: position().notation(700), "no choice 700"),
    ("unknown_language", lambda: position().ask("la"), "there are en, es, de"),
    ("unknown_bot", lambda: bot_named("deep"), "there are: random"),
    ("bad_parameter", lambda: bot_named("random:depth=3"), "it has: none"),
    ("bad_parameter", lambda: HostedBot("random", 0), "more than 0"),
    ("bad_options", lambda: Options(edition="1995"), "editions are 2023 and classic"),
    ("bad_options", lambda: Options(players=6), "2 to 5 players"),
    ("bad_options", lambda: Options(players=True), "2 to 5 players"),
    ("bad_options", lambda: Options(short=1), "True or False"),  # type: ignore[arg-type]
    ("bad_options", lambda: Options(castillo="shut"), "'secret' or 'open'"),
    ("bad_options", lambda: Options(first_player=4), "seat from 0 to 3"),
    ("bad_options", lambda: Options(old_hands=("rivalries", "rivalries")), "only once"),
    ("bad_options", lambda: Options(old_hands=("veto",) * 3), "only twice"),
    ("bad_options", lambda: Options(old_hands=("king",)), "but not 'king'"),
    ("bad_options", lambda: Options(old_hands="veto"), "tuple of card names"),  # type: ignore[arg-type]
    ("bad_options", lambda: Options(merged_stacks=True), "for 2 or 3 players"),
    ("bad_options", lambda: Options(edition="classic", new_regency=True), "edition 2023"),
    ("bad_options", lambda: Options(edition="classic", old_hands=("veto",)), "edition 2023"),
    ("bad_options", lambda: Options(edition="classic", power_shift=True), "edition 2023"),
    ("bad_options", lambda: Options.from_data({"colour": 1}), "no option 'colour'"),
    ("bad_record", lambda: Record.from_json("{"), "not JSON"),
    ("bad_record", lambda: Record.from_json('{"format": "chess"}'), "not a record"),
    ("bad_record", lambda: Record.from_text("hello"), "begins with the line"),
    ("bad_record", lambda: Record.from_text(record_text("choices: ", "choices: 1")), "promises"),
    ("bad_record", lambda: Record.from_text("elgrande record 1\nseed: 1"), "within its"),
    ("bad_record", lambda: Record.from_text(record_text("players: 4", "players: 9")), "options"),
    ("bad_record", lambda: Record.from_text(record_text("place,", "plaice,")), "names no choice"),
    ("bad_record", lambda: Record.from_text(record_text("seed: 1", "seed: 2")).replay(), "replay"),
    ("bad_record", lambda: finished().record().replay(upto=10_000), "not within"),
    ("bad_snapshot", lambda: Game.from_snapshot([]), "not an object"),
    ("bad_snapshot", lambda: Game.from_snapshot({}), "options is missing"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(king="atlantis")), "king"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(king="france")), "New Regency"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(court=[8, 7, 7, 7])), "31 in all"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(round=10)), "round is a number"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(scores=[0, 0, 0])), "4 entries"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(frames=[])), "frames"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(hands=[[1]] * 4)), "each power card once"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(available=[1])), "taken one card"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(phase="lunch")), "phase"),
    (
        "bad_snapshot",
        lambda: Game.from_snapshot(changed(dummy={"powers": [], "regions": [], "drawn": 3})),
        "drawn",
    ),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(performer=0)), "performer"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(discs=[1, None, None, None])), "discs"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(totals_taken=[])), "totals_taken"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(totals=[1, 2, 3, 4])), "totals"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(turn_order=[3, 2, 1, 0])), "turn_order"),
    (
        "bad_snapshot",
        lambda: Game.from_snapshot(changed(vetoes={"fresh": [1], "old": []})),
        "no Veto in this game",
    ),
    (
        "bad_snapshot",
        lambda: Game.from_snapshot(changed(power_history=[[12], [1], [2], [3]])),
        "power_history",
    ),
]


@pytest.mark.parametrize(("code", "mistake", "sentence"), CASES)
def test_bad_input_is_named(code: str, mistake: Callable[[], object], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        mistake()
    assert caught.value.code == code
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_what_the_contracts_promise_can_be_caught_by_its_base() -> None:
    with pytest.raises(IllegalChoice):
        position().play(101, 2)
    for mistake in (lambda: Options(players=1), lambda: Game.from_snapshot(None)):
        with pytest.raises(ValueError, match=r"\."):
            mistake()


def test_an_edited_record_ends_elsewhere() -> None:
    record = finished().record()
    data = json.loads(record.to_json())
    data["digest"] = "0" * 32
    with pytest.raises(GameError, match="another position"):
        Record.from_json(json.dumps(data)).replay()


def test_a_foreign_start_is_refused() -> None:
    data = json.loads(position().record().to_json())
    data["options"]["players"] = 5
    with pytest.raises(GameError, match="other options"):
        Record.from_json(json.dumps(data)).replay()
