"""Results of matches that were never played, with all that real ones have, from a seed."""

import random
from collections.abc import Sequence

from elgrande.arena.result import Fault, GameResult
from elgrande.rules.options import Options

BOTS = ("strong:seconds=0.3", "steady", "steady", "random")
SKILL = {"strong": 14.0, "steady": 6.0, "random": -22.0}
THINKS = {"strong": 240.0, "steady": 9.0, "random": 0.05}
PARTS = {
    "region_1": 40,
    "region_2": 25,
    "region_3": 8,
    "castillo": 9,
    "king_bonus": 7,
    "grande_bonus": 5,
    "special": 6,
}
ROUND_PARTS = (1, 2, 26, 2, 2, 30, 3, 2, 32)
OPTIONS = Options(players=4)


def kind_of(bot: str) -> str:
    return bot.partition(":")[0]


def split(total: int, parts: Sequence[int], luck: random.Random) -> list[int]:
    """A total spread over parts about as they are, to the last point."""
    shares = [0] * len(parts)
    for part in luck.choices(range(len(parts)), parts, k=total):
        shares[part] += 1
    return shares


def time_of(kind: str, luck: random.Random) -> float:
    """Milliseconds of a decision; the strong bot stops soon after its 300."""
    time = luck.lognormvariate(0, 0.5) * THINKS.get(kind, 1.0)
    return min(time, 300 + luck.expovariate(1 / 6)) if kind == "strong" else time


def make_game(
    number: int,
    seed: int,
    bots: Sequence[str],
    entries: Sequence[int],
    scores: Sequence[int],
    luck: random.Random | None = None,
    faults: tuple[Fault, ...] = (),
) -> GameResult:
    """A game with these scores, and the rest made up to agree with them."""
    luck = random.Random(number) if luck is None else luck
    by_round = tuple(tuple(split(score, ROUND_PARTS, luck)) for score in scores)
    best = max(scores)
    return GameResult(
        number=number,
        seed=seed,
        bots=tuple(bots),
        entries=tuple(entries),
        scores=tuple(scores),
        winners=tuple(seat for seat, score in enumerate(scores) if score == best),
        first_powers=tuple(luck.sample(range(1, 14), len(bots))),
        sources=tuple(
            dict(zip(PARTS, split(score, list(PARTS.values()), luck), strict=True))
            for score in scores
        ),
        by_round=by_round,
        general=tuple(sum(seat[i] for seat in by_round) for i in (2, 5, 8)),
        times=tuple(tuple(time_of(kind_of(bot), luck) for _ in range(60)) for bot in bots),
        faults=faults,
        choices=luck.randint(380, 460),
        digest=f"{number:032x}",
        record="",
    )


def make_match(
    deals: int = 100, bots: Sequence[str] = BOTS, seed: int = 1, faulty: bool = True
) -> list[GameResult]:
    """Every deal with the bots in every rotation of the seats; some deals favour some seats."""
    luck = random.Random(seed)
    players = len(bots)
    results: list[GameResult] = []
    for deal in range(deals):
        favour = [luck.gauss(0, 6) for _ in bots]
        for turn in range(players):
            entries = [(seat + turn) % players for seat in range(players)]
            seated = [bots[entry] for entry in entries]
            scores = [
                max(20, round(90 + SKILL.get(kind_of(bot), 0.0) + favour[seat] + luck.gauss(0, 11)))
                for seat, bot in enumerate(seated)
            ]
            number = len(results)
            faults: tuple[Fault, ...] = ()
            if faulty and luck.random() < 0.02:
                seat = luck.randrange(players)
                reason = luck.choice(("raised", "illegal", "late", "died"))
                detail = "ValueError: <no such region> & more" if reason == "raised" else ""
                faults = (Fault(seat, seated[seat], luck.randrange(300), reason, detail),)
            results.append(
                make_game(number, deal + 1, seated, entries, scores, luck=luck, faults=faults)
            )
    return results
