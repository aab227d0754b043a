"""Bad input gets a typed error with a stable code and a sentence that says what is allowed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from elgrande import Game, GameError, IllegalChoice, Options, Record, playouts
from elgrande.bots import HostedBot, bot_named
from elgrande.review import Review, review_game
from elgrande.rules.rng import Rng
from tests.support.mistakes import check_named
from tests.support.positions import position
from tests.support.walks import walk


def finished() -> Game:
    return walk(Game.new(seed=1), Rng(1))


def changed(**fields: object) -> dict[str, Any]:
    """A snapshot with some fields changed."""
    return {**position().snapshot(), **fields}


def nested() -> list[Any]:
    """A list in a list in a list, too deep to be written out."""
    inner: list[Any] = []
    for _ in range(10**5):
        inner = [inner]
    return inner


def record_text(old: str, new: str) -> str:
    return finished().record().to_text().replace(old, new, 1)


CASES: list[tuple[str, Callable[[], object], str]] = [
    ("illegal_choice", lambda: position().play(0), "the legal choices are: card 1"),
    ("illegal_choice", lambda: position().play(10**30), "not legal now"),
    ("illegal_choice", lambda: position().describe(3), "not an answer to the current decision"),
    ("not_your_turn", lambda: position().play(101, 2), "seat 0 must choose"),
    ("no_such_seat", lambda: position().play(101, 4), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().play(101, 10**30), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().view(-1), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().legal(9), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().events(9), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().determinize(5, 0), "seats are 0 to 3"),
    ("game_over", lambda: finished().play(64), "The game is over"),
    ("bad_notation", lambda: position().parse("toldeo"), "look like"),
    ("bad_notation", lambda: position().notation(700), "no choice 700"),
    ("bad_notation", lambda: position().notation(10**5000), "a huge number"),
    ("bad_notation", lambda: position().parse("power 8" + " " * 80 + "granada"), "power 8 granada"),
    ("bad_notation", lambda: position().parse(5), "text, not int"),
    ("bad_notation", lambda: position().parse("toledo" * 10**5), "is not a choice"),
    ("illegal_choice", lambda: position().play(10**5000), "a huge number is not legal"),
    ("illegal_choice", lambda: position().play(-(10**5000), 0), "a huge number is not legal"),
    ("illegal_choice", lambda: position().describe(10**5000), "a huge number is not an answer"),
    ("not_your_turn", lambda: position().describe(101, seat=2), "seat 0 must choose"),
    ("no_such_seat", lambda: position().describe(101, "en", 7), "seats are 0 to 3"),
    ("no_such_seat", lambda: position().view(10**5000), "a huge number"),
    ("bad_argument", lambda: Game.new(seed=True), "A seed must be a whole number, not True"),
    ("bad_argument", lambda: Game.new(seed="7"), "A seed must be a whole number, not '7'"),
    ("bad_argument", lambda: Game.new(seed=10**600), "at most 600 digits"),
    ("bad_argument", lambda: position().determinize(0, True), "A seed must be"),
    ("bad_argument", lambda: position().determinize(0, -(10**5000)), "at most 600 digits"),
    ("bad_argument", lambda: playouts(position(), 1, None), "A seed must be"),
    ("bad_argument", lambda: playouts(position(), 10**30, 0), "n must be a number from 0"),
    ("bad_argument", lambda: position().perft(10**30), "depth must be a number from 0"),
    ("bad_argument", lambda: position().perft(-1), "depth must be a number from 0"),
    ("bad_argument", lambda: position().tell({}), "`events` of this game"),
    ("bad_argument", lambda: position().tell({"event": "moved"}), "`events` of this game"),
    ("bad_argument", lambda: position().tell({"event": "power", "colour": 9}), "`events`"),
    ("unknown_language", lambda: position().tell({"event": "round"}, "la"), "there are en, es, de"),
    ("unknown_language", lambda: position().ask("l" * 10**5), "there are en, es, de"),
    ("unknown_language", lambda: position().ask("la"), "there are en, es, de"),
    ("unknown_bot", lambda: bot_named("deep"), "there are: random"),
    ("bad_parameter", lambda: bot_named("random:depth=3"), "it has: none"),
    ("bad_parameter", lambda: HostedBot("random", 0), "more than 0"),
    ("game_not_over", lambda: review_game(position(), []), "Only a finished game"),
    (
        "bad_review",
        lambda: Review.from_data({"version": 0}),
        "no review, or one of another version",
    ),
    ("bad_options", lambda: Options(edition="1995"), "editions are 2023 and classic"),
    ("bad_options", lambda: Options(players=6), "2 to 5 players"),
    ("bad_options", lambda: Options(players=True), "2 to 5 players"),
    ("bad_options", lambda: Options(players=10**5000), "not a huge number"),
    ("bad_options", lambda: Options(first_player=10**5000), "not a huge number"),
    ("bad_options", lambda: Options(edition="x" * 10**5), "There is no edition"),
    ("bad_options", lambda: Options(castillo=nested()), "not a list"),  # type: ignore[arg-type]
    ("bad_options", lambda: Options(old_hands=(nested(),)), "not a list"),  # type: ignore[arg-type]
    ("bad_options", lambda: Options.from_data({"short": nested()}), "not a list"),
    ("bad_options", lambda: Options.from_data({10**5000: 1}), "no option a huge number"),
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
    ("bad_record", lambda: Record(Options(), 0, (79,), (9,)), "seats must be numbers from 0 to 3"),
    ("bad_record", lambda: Record(Options(), 0, (700,), (0,)), "choices must be numbers from 0"),
    ("bad_record", lambda: Record(Options(), True), "A seed must be a whole number"),
    ("bad_record", lambda: Record(Options(), 10**600), "at most 600 digits"),
    (
        "bad_record",
        lambda: Record(Options(), 0).replay(10**5000),
        "cannot stop after a huge number",
    ),
    ("bad_record", lambda: Record.from_json('{"format": "chess"}'), "not a record"),
    ("bad_record", lambda: Record.from_text("hello"), "must begin with the line"),
    ("bad_record", lambda: Record.from_text(record_text("choices: ", "choices: 1")), "promises"),
    ("bad_record", lambda: Record.from_text("elgrande record 1\nseed: 1"), "within its"),
    ("bad_record", lambda: Record.from_text(record_text("players: 4", "players: 9")), "options"),
    ("bad_record", lambda: Record.from_text(record_text("place,", "plaice,")), "is not a choice"),
    ("bad_record", lambda: Record.from_text(record_text("seed: 1", "seed: 2")).replay(), "replay"),
    ("bad_record", lambda: finished().record().replay(upto=10_000), "cannot stop after"),
    ("bad_snapshot", lambda: Game.from_snapshot([]), "not an object"),
    ("bad_snapshot", lambda: Game.from_snapshot({}), "options is missing"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(king="atlantis")), "king"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(king="france")), "New Regency"),
    (
        "bad_snapshot",
        lambda: Game.from_snapshot(changed(court=[8, 7, 7, 7])),
        "caballeros in all, not 31",
    ),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(round=10)), "round must be a number"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(scores=[0, 0, 0])), "4 entries"),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(frames=[])), "frames"),
    (
        "bad_snapshot",
        lambda: Game.from_snapshot(changed(hands=[[1]] * 4)),
        "each power card exactly once",
    ),
    ("bad_snapshot", lambda: Game.from_snapshot(changed(available=[1])), "taken exactly one card"),
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
    check_named(code, mistake, sentence, 300)


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
    with pytest.raises(GameError, match="different position"):
        Record.from_json(json.dumps(data)).replay()


def test_a_foreign_start_is_refused() -> None:
    data = json.loads(position().record().to_json())
    data["options"]["players"] = 5
    with pytest.raises(GameError, match="different options"):
        Record.from_json(json.dumps(data)).replay()
