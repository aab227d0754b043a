"""Nothing a seat cannot know reaches its view, its events or its choices."""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

import pytest

from elgrande import Game, IllegalChoice, Options
from elgrande.rules.choices import END
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.positions import answer, position, take
from tests.support.walks import every_variant, pick, somewhere

VARIANTS = list(every_variant())
# Events that let everybody learn something that was hidden until then.
REVEALING = {"revealed", "dummy_drew", "disc_shown", "modifiers_arrived", "power", "modifier"}
# The parts of a snapshot that some seat cannot know.
HIDDEN = ("stacks", "hands", "discards", "modifiers", "discs", "dummy", "taken_back")


def games_of(batch: int, batches: int, count: int) -> list[tuple[Game, int]]:
    """Positions all over the variants, each with a seat to look from."""
    found = []
    for number in range(batch, count, batches):
        options = VARIANTS[number * 13 % len(VARIANTS)]
        game = somewhere(options, number)
        found.append((game, number % options.players))
    return found


@pytest.mark.parametrize("batch", with_proofs(range(4)))
def test_an_imagined_game_looks_the_same_to_its_seat(batch: int) -> None:
    for game, seat in games_of(batch, 4, 240):
        imagined = game.determinize(seat, seed=batch)
        assert imagined.view(seat) == game.view(seat)
        assert imagined.legal(seat) == game.legal(seat)
        assert imagined.waiting == game.waiting
        rng = Rng(batch)
        while not imagined.over:
            who = pick(rng, imagined.waiting)
            imagined.play(pick(rng, imagined.legal(who)), who)


@pytest.mark.parametrize("batch", with_proofs(range(4)))
def test_every_step_looks_the_same_in_an_imagined_game(batch: int) -> None:
    for number, options in list(enumerate(VARIANTS))[batch::4]:
        game, rng = Game.new(options, number), Rng(number)
        while not game.over:
            seat = game.step % options.players
            assert game.determinize(seat, number).view(seat) == game.view(seat)
            who = pick(rng, game.waiting)
            game.play(pick(rng, game.legal(who)), who)


@pytest.mark.proof
def test_views_tell_apart_what_is_still_to_happen() -> None:
    frames: dict[str, list[int]] = {}
    shared = ("decision", "pending", "waiting", "card", "first_player")
    for number, options in enumerate(VARIANTS):
        game, rng = Game.new(options, number), Rng(number)
        while not game.over:
            view, state = game.view(None), game.state
            seen = json.dumps([options.edition, options.players, *(view[key] for key in shared)])
            truth = [state.frame(index) for index in range(state.depth)]
            assert frames.setdefault(seen, truth) == truth
            game.play(pick(rng, game.legal()))


@pytest.mark.parametrize("batch", with_proofs(range(4)))
def test_games_that_differ_in_secrets_stay_equal_to_the_seat(batch: int) -> None:
    for true, seat in games_of(batch, 4, 240):
        imagined = true.determinize(seat, seed=batch + 100)
        rng = Rng(batch)
        for game in (true, imagined):
            game.listen()
        told = 0
        while not true.over:
            who = pick(rng, true.waiting)
            choice = pick(rng, true.legal(who))
            if choice not in imagined.legal(who):
                break  # an opponent plays what they do not hold in the other world
            true.play(choice, who)
            imagined.play(choice, who)
            seen = true.events(seat, told)
            if any(event["event"] in REVEALING for event in seen):
                break
            assert imagined.events(seat, told) == seen
            assert imagined.view(seat) == true.view(seat)
            assert imagined.legal(seat) == true.legal(seat)
            told = true.event_count


def test_imagining_changes_what_the_seat_cannot_know() -> None:
    for game, seat in games_of(0, 1, 60):
        if game.round == 9:
            continue
        whole: Any = game.snapshot()
        truth = {name: whole[name] for name in HIDDEN}
        others: list[Any] = [game.determinize(seat, seed).snapshot() for seed in range(4)]
        assert any({name: other[name] for name in HIDDEN} != truth for other in others)


def test_imagining_is_repeatable_and_leaves_the_game_alone() -> None:
    for game, seat in games_of(1, 5, 60):
        digest = game.digest()
        assert game.determinize(seat, 9).digest() == game.determinize(seat, 9).digest()
        assert game.digest() == digest


def test_what_is_imagined_depends_on_what_the_seat_knows_alone() -> None:
    for game, seat in games_of(3, 4, 480):
        one = game.determinize(seat, 2)
        two = game.determinize(seat, 1).determinize(seat, 2)
        assert one.digest() == two.digest()
        for other in range(game.options.players):
            assert one.legal(other) == two.legal(other)


def test_what_others_may_choose_in_an_imagined_game_is_imagined_too() -> None:
    for game, seat in games_of(1, 2, 480):
        imagined = game.determinize(seat, 1)
        restored = Game.from_snapshot(imagined.snapshot())
        for other in range(game.options.players):
            assert imagined.legal(other) == restored.legal(other)


def test_a_seat_remembers_the_modifier_it_passed() -> None:
    for seed in range(40):
        game = somewhere(Options(power_shift=True, players=3 + seed % 3), seed, most=80)
        passed: Any = game.snapshot()["modifiers"]
        for seat in range(game.options.players):
            if passed["passed"][seat] is None:
                continue
            left = (seat + 1) % game.options.players
            held: Any = game.determinize(seat, seed).snapshot()["modifiers"]
            cards = [*held["hands"][left], *held["spent"][left], held["played"][left]]
            assert passed["passed"][seat] in cards
            assert held["passed"][seat] == passed["passed"][seat]


def secrets_of(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view without the part that is the seat's own."""
    return {name: value for name, value in view.items() if name not in ("mine", "seat", "legal")}


def test_a_spectator_and_all_seats_share_the_open_part() -> None:
    for game, _ in games_of(2, 7, 140):
        views = [game.view(seat).data for seat in (None, *range(game.options.players))]
        assert all(secrets_of(view) == secrets_of(views[0]) for view in views)
        assert views[0]["mine"] is None
        assert views[0]["legal"] == []


def test_views_share_nothing_with_the_game() -> None:
    game = somewhere(Options(players=3), 5)
    digest = game.digest()
    data: Any = game.view(0).data
    data["regions"]["toledo"]["caballeros"][0] = 99
    data["scores"].append(1)
    assert game.digest() == digest
    assert game.view(0).data["scores"] != data["scores"]


def test_a_set_disc_is_seen_by_its_seat_alone() -> None:
    games = []
    for region in ("granada", "valencia"):
        game = position(card="C-coup", regions={"toledo": [1, 2, 1, 3]}, events=True)
        take(game, "C-coup", "special", "toledo")
        answer(game, {2: region})
        games.append(game)
    one, two = games
    for seat in (None, 0, 1, 3):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat) == two.events(seat)
    assert one.view(2) != two.view(2)
    assert one.events(2) != two.events(2)
    assert one.waiting == (1, 3)


def test_a_card_taken_back_is_seen_by_its_seat_alone() -> None:
    games = []
    for value in (13, 1):
        game = position(card="C-power", round_number=2, events=True)
        data: Any = game.snapshot()
        data["power_history"][0] = [1, 13]
        data["discards"][0] = [1]
        data["hands"][0] = list(range(2, 13))
        game = Game.from_snapshot(data)
        game.listen()
        take(game, "C-power", "special", f"power {value}")
        games.append(game)
    one, two = games
    for seat in (None, 1, 2, 3):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat) == two.events(seat)
    assert one.view(0) != two.view(0)
    assert one.events(0) != two.events(0)


def test_a_refused_choice_tells_a_seat_nothing_about_others() -> None:
    game = position(card="C-coup", regions={"toledo": [1, 2, 1, 3]})
    take(game, "C-coup", "special", "toledo")
    answer(game, {2: "granada"})
    with pytest.raises(ValueError, match="Seat 2 has nothing to choose now") as caught:
        game.play(game.parse("sevilla"), 2)
    assert "granada" not in str(caught.value)


def asked_for_hands() -> list[Game]:
    """Games that ask for a passed modifier, a power card, a modifier and a card to take back."""
    passing = Game.new(Options(power_shift=True, players=3), 3)
    playing = passing.clone()
    while playing.decision == "pass_modifier":
        playing.play(playing.legal()[0])
    adding = playing.clone()
    adding.play(adding.legal()[0])
    taking = take(position(card="C-power", power_shift=True), "C-power", "special")
    games = [passing, playing, adding, taking]
    assert [game.decision for game in games] == ["pass_modifier", "power", "modifier", "take_back"]
    return games


def test_without_a_seat_nobody_learns_what_is_in_a_hand() -> None:
    for game in asked_for_hands():
        seat = game.waiting[0]
        described = {}
        for choice in range(120):
            with contextlib.suppress(IllegalChoice):
                described[choice] = game.describe(choice)
        held = game.legal(seat)
        assert {choice: game.describe(choice, seat=seat) for choice in held}.items() <= (
            described.items()
        )
        cards = [choice for choice in described if choice != END]
        wanted = {"power": range(72, 85), "take_back": range(72, 101)}
        assert cards == list(wanted.get(game.decision, range(85, 101)))
        for choice in set(described) - set(held):
            with pytest.raises(IllegalChoice):
                game.describe(choice, seat=seat)
        with pytest.raises(IllegalChoice) as caught:
            game.play(0)
        assert not any(game.notation(choice) in str(caught.value) for choice in held)
        with pytest.raises(IllegalChoice, match="legal choices are"):
            game.play(0, seat)


def test_a_total_is_there_once_it_is_settled() -> None:
    game = Game.new(Options(power_shift=True, players=3, first_player=0), 3)
    while game.decision == "pass_modifier":
        game.play(game.legal()[0])
    game.play(game.parse("power 5"))
    assert game.decision == "modifier"
    players: Any = game.view(None)["players"]
    assert [player["total"] for player in players] == [None, None, None]
    game.play(game.parse("end"))
    players = game.view(None)["players"]
    assert [player["total"] for player in players] == [5, None, None]


def test_the_closed_castillo_is_counted_for_nobody() -> None:
    closed = position(card="C-king", castillo=[3, 2, 1, 0])
    opened = position(card="C-king", castillo=[3, 2, 1, 0], castillo_mode="open")
    for seat in (None, 0, 1, 2, 3):
        hidden: Any = closed.view(seat).data["castillo"]
        shown: Any = opened.view(seat).data["castillo"]
        assert hidden["caballeros"] is None
        assert hidden["worth"] is None
        assert shown["caballeros"] == [3, 2, 1, 0]
        assert shown["worth"] == [5, 3, 1, 0]


def test_views_say_what_a_scoring_now_would_bring() -> None:
    game = position(
        king="granada",
        regions={"granada": [3, 2, 0, 2], "galicia": [1, 1, 1, 0]},
        grandes=["granada", "galicia", "toledo", "sevilla"],
    )
    data: Any = game.view(None).data
    assert data["regions"]["granada"]["ranks"] == [1, 3, 0, 3]
    assert data["regions"]["granada"]["worth"] == [10, 1, 0, 1]
    assert data["regions"]["galicia"]["ranks"] == [2, 2, 2, 0]
    assert data["if_scored_now"] == [12, 3, 2, 1]
