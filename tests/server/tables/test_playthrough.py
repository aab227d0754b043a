"""A game played through: drafts, undo and clocks folded entry by entry, against a plain replay."""

import random
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.rules.errors import GameError
from elgrande.rules.events import REVEALING
from elgrande.server.errors import CannotUndo, StaleStep
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.clocks import ClockSettings
from elgrande.server.tables.playthrough import Playthrough
from tests.support.marks import with_proofs
from tests.support.walks import every_variant

VARIANTS = list(every_variant())
SEED = 7
WORLDS = 6


def begin(options: Options, clock: ClockSettings | None = None) -> tuple[Playthrough, list[Entry]]:
    playthrough = Playthrough(options, SEED, clock=clock)
    entries = [Entry(2, "started", None, None, 1000, {"seal": ""})]
    playthrough.apply(entries[0])
    return playthrough, entries


class Player:
    """Writes entries as the server does, by chance, and keeps the line that should stand."""

    def __init__(self, options: Options, seed: int) -> None:
        self.chance = random.Random(seed)
        self.playthrough, self.entries = begin(options, ClockSettings("game", 600, 5))
        self.line: list[tuple[int, int]] = []
        self.steps: set[int] = set()

    def write(self, kind: str, seat: int | None, **data: Any) -> Entry:
        time = self.entries[-1].time + self.chance.randrange(5000)
        entry = Entry(self.entries[-1].number + 1, kind, seat, None, time, data)
        self.entries.append(entry)
        self.playthrough.apply(entry)
        return entry

    def move(self) -> None:
        playthrough, chance = self.playthrough, self.chance
        what = chance.random()
        players = range(playthrough.options.players)
        willing = [seat for seat in players if playthrough.why_not_undo(seat) is None]
        if what < 0.15 and willing:
            seat = chance.choice(willing)
            self.take_back(seat)
        elif what < 0.17 and self.line and not playthrough.over:
            self.undo()
        elif what < 0.19 and not playthrough.over:
            self.write("timeout", chance.choice(playthrough.awaited))
        elif playthrough.held:
            assert playthrough.asked == ()
            seat = playthrough.awaited[0]
            self.write("confirm", seat, step=playthrough.step_for(seat))
        else:
            seat = chance.choice(playthrough.asked)
            choice = chance.choice(playthrough.game.legal(seat))
            confirm = chance.random() < 0.3
            playthrough.check_choice(seat, choice)
            step = playthrough.step_for(seat)
            assert not playthrough.already_counted(seat, step, choice)
            self.write("choice", seat, step=step, choice=choice, confirm=confirm)
            assert playthrough.already_counted(seat, step, choice)
            self.line.append((seat, choice))

    def take_back(self, seat: int) -> None:
        playthrough = self.playthrough
        kind, to = playthrough.draft_of(seat, whole=self.chance.random() < 0.4)
        step = playthrough.step_for(seat)
        self.write(kind, seat, step=step, to=to)
        if kind == "withdraw":
            last = max(index for index, (who, _) in enumerate(self.line) if who == seat)
            assert all(who != seat for who, _ in self.line[last + 1 :])
            self.line.pop(last)
        else:
            assert all(who == seat for who, _ in self.line[to:])
            del self.line[to:]
        assert playthrough.step_for(seat) == course_number(self)

    def undo(self) -> None:
        wished = self.chance.randrange(max(0, len(self.line) - 20), len(self.line))
        to = self.playthrough.undo_target(wished)
        asked = self.write("ask_undo", 0, to=to)
        self.write("answer_undo", 1, request=asked.number, agree=True)
        wish = self.playthrough.request
        assert wish is not None
        assert wish.agreed == {0, 1}
        self.write("undo", None, to=to)
        assert as_told(self.playthrough)[7] is None
        del self.line[to:]


def course_number(player: Player) -> int:
    return player.entries[-1].number


def as_told(playthrough: Playthrough) -> list[object]:
    """All that can be asked of a playthrough."""
    seats = range(playthrough.options.players)
    clock = playthrough.clock
    return [
        playthrough.game.digest(),
        playthrough.line(),
        playthrough.position,
        [playthrough.step_for(seat) for seat in (None, *seats)],
        [playthrough.why_not_undo(seat) for seat in seats],
        [
            playthrough.drafting,
            playthrough.sealed,
            playthrough.held,
            playthrough.settled,
            playthrough.over,
        ],
        [playthrough.asked, playthrough.awaited],
        None if playthrough.request is None else [playthrough.request.seat, playthrough.request.to],
        [clock.left, dict(clock.since), set(clock.lapsed), clock.deadlines()],
    ]


@pytest.mark.parametrize("seed", with_proofs(range(40), quick=8))
def test_a_course_is_the_plain_game_of_the_line_that_stands(seed: int) -> None:
    options = VARIANTS[seed * 29 % len(VARIANTS)]
    player = Player(options, seed)
    for _ in range(400):
        if player.playthrough.over:
            break
        player.move()
        playthrough = player.playthrough
        assert playthrough.line() == player.line
        if player.chance.random() < 0.2:
            plain = Game.new(options, SEED, events=True)
            positions = [0] * plain.event_count
            for position, (seat, choice) in enumerate(player.line, start=1):
                plain.play(choice, seat)
                positions += [position] * (plain.event_count - len(positions))
            assert plain.digest() == playthrough.game.digest()
            assert plain.events(None) == playthrough.game.events(None)
            assert [playthrough.position_of(event) for event in range(len(positions))] == positions
        if player.chance.random() < 0.05:
            again, _ = begin(options, playthrough.clock.settings)
            for entry in player.entries[1:]:
                again.apply(entry)
            assert as_told(again) == as_told(playthrough)


@pytest.mark.parametrize("seed", range(12))
def test_steps_are_never_used_again_and_old_ones_are_refused(seed: int) -> None:
    """Of each seat: a question has one number, and one that is past is stale."""
    player = Player(VARIANTS[seed * 53 % len(VARIANTS)], seed)
    asked: dict[int, dict[int, tuple[Any, ...]]] = {}
    for _ in range(250):
        if player.playthrough.over:
            break
        playthrough = player.playthrough
        for seat in playthrough.asked:
            question = (playthrough.game.decision, tuple(playthrough.game.legal(seat)))
            steps = asked.setdefault(seat, {})
            assert steps.setdefault(playthrough.step_for(seat), question) == question
            for old in [step for step in steps if step != playthrough.step_for(seat)][-3:]:
                unheard = 200  # no choice of any decision, so it never counted
                with pytest.raises(StaleStep):
                    playthrough.already_counted(seat, old, unheard)
        player.move()


@pytest.mark.parametrize("seed", range(10))
def test_a_client_that_follows_the_frames_has_the_events_that_stand(seed: int) -> None:
    """Whatever is taken back or withdrawn, and however rarely the client is told."""
    player = Player(VARIANTS[seed * 31 % len(VARIANTS)], seed + 1000)
    playthrough = player.playthrough
    known: list[Any] = playthrough.game.events(1)
    cursor = player.entries[-1].number
    for _ in range(400):
        if playthrough.over:
            break
        player.move()
        if player.chance.random() < 0.5:
            since = playthrough.events_kept(cursor)
            known = known[:since] + playthrough.game.events(1, since)
            cursor = player.entries[-1].number
            assert known == playthrough.game.events(1)


def worlds_differ(game: Game, seat: int, choice: int) -> bool:
    """Whether a choice tells its seat something: it looks otherwise in games it cannot tell."""
    seen = set()
    for number in range(WORLDS):
        world = game.determinize(seat, number)
        world.listen()
        world.play(choice, seat)
        seen.add(f"{world.view(seat).to_json()} {world.events(seat)}")
    return len(seen) > 1


@pytest.mark.parametrize("seed", with_proofs(range(16), quick=4))
def test_what_can_be_taken_back_has_shown_nothing(seed: int) -> None:
    """A choice that shows its player something is sealed, and one that shows nobody is not."""
    options = VARIANTS[seed * 41 % len(VARIANTS)]
    chance = random.Random(seed)
    playthrough, _ = begin(options)
    number = 2
    sealed = free = 0
    while not playthrough.over:
        if playthrough.held:
            number += 1
            seat = playthrough.awaited[0]
            data: dict[str, Any] = {"step": playthrough.step_for(seat)}
            playthrough.apply(Entry(number, "confirm", seat, None, 1, data))
            continue
        seat = chance.choice(playthrough.asked)
        alone = len(playthrough.asked) == 1
        choice = chance.choice(playthrough.game.legal(seat))
        before, happened = playthrough.game.clone(), playthrough.game.event_count
        number += 1
        data = {"step": playthrough.step_for(seat), "choice": choice}
        playthrough.apply(Entry(number, "choice", seat, None, 1, data))
        if not alone or playthrough.over:
            continue
        names = {str(event["event"]) for event in playthrough.game.events(None, happened)}
        if playthrough.why_not_undo(seat) is None:
            assert not worlds_differ(before, seat, choice), (names, before.decision)
            free += 1
        else:
            assert names & REVEALING, names
            sealed += 1
    assert sealed
    assert free


def test_revealing_events_are_worth_sealing() -> None:
    """None of them is in the list for nothing: each shows somebody something in some game."""
    needed: set[str] = set()
    for number, options in enumerate(VARIANTS[::9]):
        chance, game = random.Random(number), Game.new(options, number, events=True)
        while not game.over:
            seat = chance.choice(game.waiting)
            choice, since = chance.choice(game.legal(seat)), game.event_count
            game.play(choice, seat)
            needed |= {str(event["event"]) for event in game.events(None, since)} & REVEALING
    assert needed == REVEALING


# Drafts, in words.


def first_choices(playthrough: Playthrough, entries: list[Entry], confirm: bool) -> int:
    """The seat asked plays a choice; whose it was."""
    seat = playthrough.asked[0]
    data = {
        "step": playthrough.step_for(seat),
        "choice": playthrough.game.legal(seat)[-1],
        "confirm": confirm,
    }
    entries.append(Entry(entries[-1].number + 1, "choice", seat, None, entries[-1].time + 10, data))
    playthrough.apply(entries[-1])
    return seat


def test_a_held_draft_asks_nobody() -> None:
    playthrough, entries = begin(Options(players=3))
    seat = first_choices(playthrough, entries, confirm=False)
    assert playthrough.held
    assert playthrough.asked == ()
    assert playthrough.awaited == (seat,)
    other = playthrough.game.waiting[0]
    with pytest.raises(GameError, match=f"Seat {seat} has to confirm"):
        playthrough.check_choice(other, playthrough.game.legal(other)[0])
    with pytest.raises(GameError, match="nothing to confirm"):
        playthrough.check_confirm(other)
    playthrough.check_confirm(seat)
    assert playthrough.why_not_undo(other) == "others_play_now"


def test_a_confirmed_choice_stays() -> None:
    playthrough, entries = begin(Options(players=3))
    seat = first_choices(playthrough, entries, confirm=True)
    assert not playthrough.held
    assert playthrough.why_not_undo(seat) == "others_play_now"
    with pytest.raises(CannotUndo):
        playthrough.draft_of(seat, whole=False)


def test_the_clock_of_a_turn_runs_in_one_stretch() -> None:
    playthrough, entries = begin(Options(players=3, first_player=0), ClockSettings("turn", 60))
    assert playthrough.clock.deadlines() == [(61_000, 0)]
    first_choices(playthrough, entries, confirm=False)
    assert playthrough.clock.deadlines() == [(61_000, 0)]  # the draft still waits for seat 0
    entries.append(Entry(4, "take_back", 0, None, 5000, {"step": 3, "to": 0}))
    playthrough.apply(entries[-1])
    assert playthrough.clock.deadlines() == [(61_000, 0)]
    first_choices(playthrough, entries, confirm=True)
    assert [seat for _, seat in playthrough.clock.deadlines()] == list(playthrough.asked)
    assert playthrough.clock.left == [60_000] * 3


def test_the_clock_of_a_game_counts_what_was_used_and_adds() -> None:
    playthrough, entries = begin(Options(players=3, first_player=0), ClockSettings("game", 60, 5))
    entries.append(Entry(3, "chat", None, None, 21_000, {"text": "", "who": ""}))
    playthrough.apply(entries[-1])
    first_choices(playthrough, entries, confirm=True)  # 10 ms later
    assert playthrough.clock.left[0] == 60_000 - 20_010 + 5_000
    assert playthrough.clock.left[1:] == [60_000, 60_000]
    seat = playthrough.asked[0]
    playthrough.apply(Entry(5, "timeout", seat, None, 90_000, {}))
    assert playthrough.clock.lapsed == {seat}
    assert playthrough.clock.deadlines() == []
    data = {
        "step": playthrough.step_for(seat),
        "choice": playthrough.game.legal(seat)[0],
        "confirm": True,
    }
    playthrough.apply(Entry(6, "choice", seat, None, 91_000, data))
    assert playthrough.clock.lapsed == set()
    assert playthrough.clock.left[seat] == 5_000  # nothing was left, then the increment


def test_nobody_pays_for_the_time_the_server_was_away() -> None:
    playthrough, _ = begin(Options(players=3, first_player=0), ClockSettings("game", 60))
    playthrough.apply(Entry(3, "resume", None, None, 500_000, {}))
    assert playthrough.clock.deadlines() == [(560_000, 0)]
    assert playthrough.clock.left == [60_000] * 3
