"""Advice: the best few choices with figures that mean something, and nothing hidden in them."""

import json
import re
import subprocess
import sys
from itertools import pairwise
from time import perf_counter
from typing import Any

import pytest

import elgrande
from docsite.code_blocks import blocks_of
from elgrande import BadParameter, Game, Options, UnknownLanguage
from elgrande.bots import Appraisal, Situation, bot_named, consider, thinking
from elgrande.editions.wording import LANGUAGES
from elgrande.rules.rng import Rng
from elgrande.search.network import Network
from tests.bots.test_situation import positions, worlds_of
from tests.support.command_line import run
from tests.support.documents import run_python, text_of
from tests.support.marks import with_proofs
from tests.support.networks import indifferent_layers
from tests.support.positions import position, use
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
ROUNDS_ASKED = (5, 8)


def ask(game: Game, seat: int | None = None, luck: int = 1, **how: Any) -> list[Appraisal]:
    """Advice for a seat that is asked, after a little thought."""
    asked = game.waiting[0] if seat is None else seat
    return consider(Situation.of(game, asked, Rng(luck)), **{"iterations": 4, **how})


def check(game: Game, seat: int, found: list[Appraisal]) -> None:
    """What holds of any advice."""
    legal = game.legal(seat)
    assert 1 <= len(found) <= 3
    assert len({one.choice for one in found}) == len(found)
    if not game.decision.startswith("disc"):
        assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    for one in found:
        assert one.choice in legal
        assert one.notation == game.notation(one.choice) == one.plan[0]
        assert one.plan == tuple(game.notation(game.parse(text)) for text in one.plan)
        assert 0 <= one.chance <= 1
        assert 0 <= one.share <= 1
        assert -30 < one.points < 300
        assert re.fullmatch(r"[^a-z{}][^{}]+[^.;: ]\.", one.sentence), one.sentence
    assert sum(one.share for one in found) <= 1.000001


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_gets_advice(language: str) -> None:
    for game, seat in positions():
        found = ask(game, seat, language=language)
        check(game, seat, found)
        assert [one.text for one in found] == [
            game.describe(one.choice, language, seat) for one in found
        ]


def test_players_are_called_by_their_names() -> None:
    regions = {"aragon": [1, 2, 0, 0], "toledo": [2, 3, 2, 0], "granada": [0, 2, 1, 0]}
    game = use(position("C-any3", regions=regions), "card 1", "special")
    names = ["Ana", "Don Lope", "Doña Urraca", "Don Íñigo"]
    found = ask(game, names=names, best=9)
    for one in found:
        assert one.text == game.describe(one.choice, "en", 0, names)
    for told in ([one.text for one in found], [one.sentence for one in found]):
        assert any(name in said for said in told for name in names), told


def test_every_variant_gets_advice() -> None:
    for number, options in enumerate(VARIANTS[::7]):
        game = Game.new(options, number)
        rng = Rng(number)
        while not game.over:
            seat = pick(rng, game.waiting)
            if rng.below(30) == 0:
                check(game, seat, ask(game, seat, language=LANGUAGES[number % 3]))
            game.play(pick(rng, game.legal(seat)), seat)


@pytest.mark.parametrize("judged_by", with_proofs(["the network", "hand-made weights"]))
def test_advice_is_the_same_for_equal_views_whoever_asks(
    judged_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if judged_by == "hand-made weights":
        monkeypatch.setattr(thinking, "shipped_network", lambda: None)
    for number, (game, seat) in enumerate(positions()):
        before = game.digest()
        told = {
            json.dumps([one.to_data() for one in ask(world, seat, luck, iterations=6)])
            for luck, world in enumerate(worlds_of(game, seat))
        }
        assert len(told) == 1, f"{number}: {game.decision}"
        assert game.digest() == before


def test_chances_are_those_of_the_network_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game.new(Options(players=3), seed=4)
    network = Network(indifferent_layers())
    monkeypatch.setattr(thinking, "shipped_network", lambda: network)
    assert {round(one.chance, 6) for one in ask(game, best=5)} == {round(1 / 3, 6)}
    monkeypatch.setattr(thinking, "shipped_network", lambda: None)
    assert len({round(one.chance, 6) for one in ask(game, best=5)}) > 1


def test_asking_does_not_change_a_bots_luck() -> None:
    game = Game.new(seed=3)
    situation = Situation.of(game, game.waiting[0], Rng(1))
    luck = situation.rng.state
    assert consider(situation, iterations=4) == consider(situation, iterations=4)
    assert situation.rng.state == luck


def test_one_legal_choice_is_one_appraisal() -> None:
    asked = 0
    for game, seat in positions():
        if len(game.legal(seat)) == 1:
            (only,) = ask(game, seat)
            assert only.choice == game.legal(seat)[0]
            assert only.share == 1
            assert "%" not in only.sentence
            asked += 1
    assert asked


def test_so_many_are_told_as_are_wanted() -> None:
    game = Game.new(seed=1)
    assert [len(ask(game, best=best)) for best in (1, 2, 5, 13, 20)] == [1, 2, 5, 13, 13]
    cards = ask(use(position(), "card 5"), best=9)
    assert {one.notation for one in cards} == {"place", "special", "end"}
    assert {one.notation for one in ask(position(), best=9)} == {
        f"card {stack}" for stack in range(1, 6)
    }


def test_placing_one_after_the_other_in_any_order_is_told_once() -> None:
    game = use(position(king="castilla"), "card 5", "place")
    found = ask(game, best=9, iterations=40)
    ways = [tuple(sorted(one.plan)) for one in found]
    assert len(set(ways)) == len(ways)
    assert len(found) > 1


def test_a_plan_goes_to_the_end_of_the_turn() -> None:
    game = position(
        "C-fair",
        regions={"toledo": [3, 1], "granada": [1, 3]},
        grandes=["toledo", "aragon", "navarra", "galicia"],
        court=[0, 7, 7, 7],
    )
    for one in ask(game, iterations=40, best=5):
        played = use(game.clone(), *one.plan)
        assert played.waiting != (0,)
        assert sorted(one.to_data()) == sorted(Appraisal.__dataclass_fields__)
    fair = next(one for one in ask(game, iterations=40, best=5) if one.notation == "card 2")
    assert fair.plan == ("card 2", "special", "toledo")
    assert fair.sentence == (
        "Scores 9 for you and 4 for azure; if left on the table, it gives azure 6."
    )


def test_the_better_choice_is_advised() -> None:
    # The last turn of the game but for those of others, and a card that scores nine here.
    game = position(
        "C-fair",
        regions={"toledo": [9, 1], "castilla": [1, 1, 1, 1]},
        grandes=["toledo", "aragon", "navarra", "galicia"],
        round_number=9,
        court=[0, 0, 0, 0],
    )
    use(game, "card 2", "special")
    best, *others = ask(game, iterations=60)
    assert best.notation == "toledo"
    assert best.sentence == "Scores 9 for you and 4 for azure."
    assert all(best.points > other.points for other in others)
    assert all(best.margin > other.margin for other in others)


def test_secret_choices_are_told_as_a_mix() -> None:
    game = position(
        "C-rivalries",
        old_hands=("rivalries",),
        players=3,
        regions={"toledo": [2, 2, 2], "castilla": [3, 3, 3], "granada": [2, 2, 2]},
        king="aragon",
        grandes=["navarra"] * 3,
    )
    use(game, "card 4", "special")
    found = ask(game, iterations=300, best=9)
    assert len(found) > 1
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
    assert sum(one.share for one in found) == pytest.approx(1)
    for one in found:
        assert one.sentence.endswith(
            f"; best mixed: choose this {round(100 * one.share)}% of the time."
        )


def test_what_cannot_be_asked_is_refused() -> None:
    game = Game.new(seed=1)
    for wrong in ({"best": 0}, {"seconds": 0.0}, {"seconds": -1.0}, {"iterations": 0}):
        with pytest.raises(BadParameter):
            ask(game, **wrong)
    with pytest.raises(UnknownLanguage):
        ask(game, language="la")


def test_the_time_is_kept_roughly() -> None:
    for game in (Game.new(seed=1), position("C-any4", regions={"toledo": [5] * 4})):
        started = perf_counter()
        ask(game, iterations=None, seconds=0.05)
        assert perf_counter() - started < 20  # and far less where nobody else is computing


def test_the_library_offers_advice_without_loading_it() -> None:
    assert elgrande.consider is consider
    assert elgrande.Appraisal is Appraisal
    assert {"consider", "Appraisal"} <= set(elgrande.__all__)
    with pytest.raises(AttributeError, match="nothing_like_this"):
        _ = elgrande.nothing_like_this  # type: ignore[attr-defined]
    code = "import sys, elgrande; print('elgrande.bots' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# Whether the chances mean something


def predictions(players: int, games: int) -> list[tuple[int, float, float, float, float]]:
    """Of steady bots' games: the round, the chance and points told, whether it won, its points."""
    bot = bot_named("steady").make()
    found = []
    for seed in range(games):
        game = Game.new(Options(players=players), seed)
        told = []
        while not game.over:
            seat = game.waiting[0]
            situation = Situation.of(game, seat, Rng(seed))
            if game.decision == "power" and game.round in ROUNDS_ASKED:
                best = consider(situation, iterations=24)[0]
                told.append((game.round, seat, best.chance, best.points))
            game.play(bot.choose(situation), seat)
        for number, seat, chance, points in told:
            won = (seat in game.winners) / len(game.winners)
            found.append((number, chance, won, points, float(game.scores[seat])))
    return found


@pytest.mark.parametrize("players", with_proofs([3, 2, 4, 5]))
def test_chances_foretell_who_wins(players: int) -> None:
    told = predictions(players, 40)
    briers = []
    for number in ROUNDS_ASKED:
        at = [row for row in told if row[0] == number]
        wins = sum(won for _, _, won, _, _ in at)
        of_winners = sum(chance * won for _, chance, won, _, _ in at) / wins
        of_losers = sum(chance * (1 - won) for _, chance, won, _, _ in at) / (len(at) - wins)
        assert of_winners > of_losers + 0.05
        assert abs(sum(chance for _, chance, _, _, _ in at) / len(at) - 1 / players) < 0.12
        assert abs(sum(points - score for *_, points, score in at) / len(at)) < 12
        known_nothing = sum((1 / players - won) ** 2 for _, _, won, _, _ in at) / len(at)
        brier = sum((chance - won) ** 2 for _, chance, won, _, _ in at) / len(at)
        briers.append(brier / known_nothing)
    # In the middle of a game of equals nearly everything is open.
    assert all(brier < 1.15 for brier in briers)
    assert briers[-1] < 0.8
    assert all(later < earlier + 0.1 for earlier, later in pairwise(briers))


# The documentation and the command of the terminal game


def test_the_documentation_shows_what_advice_looks_like_and_explains_its_parts() -> None:
    text = text_of("docs/program/advice.md")
    (shown,) = [block.code for block in blocks_of(text) if block.language == "text"]
    # The figures change whenever the bots learn something; what they look like does not.
    for lines in (shown, run_python("docs/program/advice.md")):
        assert re.fullmatch(r"(card \d: \d+%, \d+ points\. [A-Z].+\.\n){3}", lines)
    for name in Appraisal.__dataclass_fields__:
        assert f"`{name}`" in text


@pytest.mark.parametrize("language", with_proofs(LANGUAGES, quick=1))
def test_hint_shows_the_best_choices_and_why(language: str) -> None:
    line = ["play", "--first-player", "0", "--seed", "1", "--bot", "random", "--plain"]
    shown = run(*line, "--language", language, answers="hint\npower 13\nHINT\nhelp\nquit\n")
    assert (shown.code, shown.err) == (0, "")
    hints = re.findall(r"^(\d+)\. .+\. .+ \d+ ?%.+[+-]\d+ .+\.$", shown.out, flags=re.MULTILINE)
    assert len(hints) == 6
    assert all(1 <= int(number) <= 13 for number in hints[:3])
    assert all(1 <= int(number) <= 5 for number in hints[3:])
    assert not re.search(r"[\x1b\u2500-\u259f]| {2}", shown.out.replace("\n  ", "\n"))
    assert "\nhint: " in shown.out


@pytest.mark.proof
def test_hint_costs_nothing() -> None:
    line = ["play", "--first-player", "0", "--seed", "1", "--bot", "random", "--plain"]
    asked = run(*line, answers="hint\npower 13\nundo\nquit\n").out
    plain = run(*line, answers="power 13\nundo\nquit\n").out
    assert asked.splitlines()[-12:] == plain.splitlines()[-12:]
