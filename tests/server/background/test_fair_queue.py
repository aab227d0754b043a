"""Who is served next: fair shares by player and table, short jobs first, and nobody starves."""

import random
from collections import Counter

import pytest

from elgrande.server.background import fair_queue
from elgrande.server.background.fair_queue import FairQueue


class Fake:
    """One process that serves a queue, and a clock that only its work moves."""

    def __init__(self) -> None:
        self.queue: FairQueue[str] = FairQueue()
        self.now = 0.0
        self.served: list[tuple[str, float]] = []  # what was begun, and when

    def ask(self, player: str, seconds: float, table: str = "t", weight: float = 1.0) -> None:
        item = f"{player}/{table}"
        self.queue.push(item, player=player, table=table, seconds=seconds, weight=weight)

    def serve(self, took: float | None = None) -> str:
        """Serve one job, which takes as long as was expected or so long."""
        ticket = self.queue.pop()
        assert ticket is not None
        self.served.append((ticket.item, self.now))
        if took is not None:
            self.queue.settle(ticket, took)
        self.now += ticket.cost if took is None else took
        return ticket.item

    def serve_all(self) -> list[str]:
        return [self.serve() for _ in range(len(self.queue))]


def test_whoever_comes_alone_is_served_in_order() -> None:
    fake = Fake()
    for table in "abc":
        fake.ask("ana", 1.0, table)
    assert fake.serve_all() == ["ana/a", "ana/b", "ana/c"]
    assert len(fake.queue) == 0
    assert fake.queue.pop() is None


def test_a_thousand_jobs_of_one_player_hold_up_nobody_else() -> None:
    fake = Fake()
    for number in range(1000):
        fake.ask("hog", 30.0, f"t{number % 20}")
    fake.serve()
    for number in range(20):
        fake.ask("ana", 0.3)
        asked = fake.now
        while fake.serve() != "ana/t":
            pass
        # At most what was begun before she asked.
        assert fake.served[-1][1] - asked <= 30.0 * (number > 0)


def test_short_jobs_come_first() -> None:
    fake = Fake()
    fake.ask("ana", 2.0)
    fake.ask("ben", 0.3)
    fake.ask("eva", 0.02)
    assert fake.serve_all() == ["eva/t", "ben/t", "ana/t"]


def test_two_who_always_want_something_get_the_same_time() -> None:
    fake = Fake()
    used: Counter[str] = Counter()
    for _ in range(3):
        fake.ask("hog", 3.0)
        fake.ask("ana", 0.5)
    for _ in range(700):
        player = fake.serve().split("/")[0]
        seconds = 3.0 if player == "hog" else 0.5
        used[player] += seconds  # type: ignore[assignment]
        fake.ask(player, seconds)
    assert used["hog"] == pytest.approx(used["ana"], abs=3.0)


def test_a_lesser_weight_is_a_smaller_share_but_no_starvation() -> None:
    fake = Fake()
    served: Counter[str] = Counter()
    for _ in range(2):
        fake.ask("watched", 1.0)
        fake.ask("nobody", 1.0, weight=0.1)
    for _ in range(220):
        player = fake.serve().split("/")[0]
        served[player] += 1
        fake.ask(player, 1.0, weight=1.0 if player == "watched" else 0.1)
    assert served["nobody"] == pytest.approx(20, abs=2)


def test_the_tables_of_a_player_share_as_players_do() -> None:
    fake = Fake()
    for _ in range(50):
        fake.ask("ana", 1.0, "busy")
    fake.serve()
    fake.ask("ana", 1.0, "other")
    assert "ana/other" in {fake.serve(), fake.serve()}


def test_time_in_which_nothing_was_wanted_is_not_saved_up() -> None:
    fake = Fake()
    for _ in range(100):
        fake.ask("ana", 1.0)
        fake.serve()
    for _ in range(10):
        fake.ask("late", 1.0)
        fake.ask("ana", 1.0)
    first = [fake.serve() for _ in range(10)]
    assert first.count("ana/t") >= 4


def test_what_took_longer_than_was_thought_is_charged() -> None:
    fake = Fake()
    for _ in range(20):
        fake.ask("liar", 0.01)
        fake.ask("ana", 0.5)
    took: Counter[str] = Counter()
    for _ in range(20):
        ticket = fake.queue.pop()
        assert ticket is not None
        seconds = 5.0 if ticket.player == "liar" else 0.5
        fake.queue.settle(ticket, seconds)
        took[ticket.player] += 1
    assert took["liar"] <= 3


def test_some_players_can_be_left_out() -> None:
    fake = Fake()
    fake.ask("hog", 0.1)
    fake.ask("ana", 9.0)
    ticket = fake.queue.pop(barred=["hog"])
    assert ticket is not None
    assert ticket.player == "ana"
    assert fake.queue.pop(barred=["hog"]) is None
    assert len(fake.queue) == 1
    assert fake.serve() == "hog/t"


def test_everything_that_waits_can_be_taken_out() -> None:
    fake = Fake()
    for player in ("ana", "ben"):
        fake.ask(player, 1.0)
    assert sorted(fake.queue.drain()) == ["ana/t", "ben/t"]
    assert len(fake.queue) == 0
    assert fake.queue.pop() is None


def test_players_who_are_gone_are_forgotten() -> None:
    fake = Fake()
    for number in range(3000):
        fake.ask(f"p{number}", 0.1, f"t{number}")
        fake.ask("ana", 0.1, f"t{number}")
        fake.serve_all()
    assert fake.queue.remembered <= fair_queue.FEW_PLAYERS
    assert len(fake.queue._players["ana"].tables) <= fair_queue.FEW_TABLES + 1


def test_nothing_is_lost_and_nobody_is_served_out_of_order_within_a_table() -> None:
    luck = random.Random(7)
    queue: FairQueue[tuple[str, str, int]] = FairQueue()
    pushed, popped = 0, []
    for number in range(3000):
        if luck.random() < 0.55:
            player, table = f"p{luck.randrange(8)}", f"t{luck.randrange(4)}"
            queue.push(
                (player, table, number),
                player=player,
                table=table,
                seconds=luck.choice([0.02, 0.3, 30.0]),
                weight=luck.choice([1.0, 0.1]),
            )
            pushed += 1
        elif (ticket := queue.pop([f"p{luck.randrange(8)}"])) is not None:
            popped.append(ticket.item)
            queue.settle(ticket, luck.uniform(0, 40))
    while (ticket := queue.pop()) is not None:
        popped.append(ticket.item)
    assert len(popped) == len(set(popped)) == pushed
    by_table: dict[tuple[str, str], list[int]] = {}
    for player, table, number in popped:
        by_table.setdefault((player, table), []).append(number)
    assert all(numbers == sorted(numbers) for numbers in by_table.values())
