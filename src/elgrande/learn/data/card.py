"""The data card of a folder of games: what is in it, how it was made, and how to check it."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any, Final

from elgrande.learn.data.games_file import FORMAT, GAMES_FILE, PlayedGame
from elgrande.learn.field_tables import ACTION_VERSION
from elgrande.learn.observation_fields import OBSERVATION_VERSION
from elgrande.learn.tasks import SEEDS, TASKS
from elgrande.rules.options import Options

LICENCE: Final = "MIT"
PARTS: Final = {
    "train": "for training",
    "validation": "for validation",
    "test": "for tests: do not train on them",
    None: "neither for training nor for tests",
}
TEXT: Final = """\
---
license: mit
pretty_name: "{title}"
tags: [board-games, self-play, imitation-learning, offline-reinforcement-learning]
---

# {title}

{games} games of El Grande between bots, written by `{command}` of elgrande {version}.
The same command writes the same bytes again, with any number of processes.

| | |
|---|---|
| task | {task} |
| bots, by seat | {bots} |
| seeds | {first} to {last} ({part}) |
| decisions | {decisions}, {mean_decisions} a game |
| size of `{file}` | {bytes} bytes, {mean_bytes} a game |
| win shares, by seat | {shares} |
| mean points, by seat | {points} |
| SHA-256 of `{file}` | `{sha256}` |
| licence | {licence} |

Every game is its seed, its final points and seven bits for every choice. To read them:

```python
from elgrande.learn import replay

for steps in replay("{file}"):
    steps.observations, steps.masks, steps.actions, steps.seats, steps.returns
```

The observations are `{observation_version}`, the actions `{action_version}`; see
docs/research/encodings.md of elgrande for every byte. Points and win shares tell how these
bots play, not how people do.
"""


def card_of(
    settings: dict[str, Any], games: Sequence[PlayedGame], size: int, digest: str
) -> dict[str, Any]:
    """All there is to say about some games, as plain JSON data."""
    decisions = sum(len(game.choices) for game in games)
    options = Options.from_data(settings["options"])
    by_seat = list(zip(*(game.scores for game in games), strict=True))
    shares = zip(*(_win_shares(game) for game in games), strict=True)
    return {
        "format": FORMAT,
        **settings,
        "task": next((task.id for task in TASKS.values() if task.options == options), None),
        "part": SEEDS.part_of(settings["seeds"][0]),
        "games": len(games),
        "decisions": decisions,
        "bytes": size,
        "mean_points": [round(fmean(points), 3) for points in by_seat],
        "win_shares": [round(fmean(won), 5) for won in shares],
        "actions": ACTION_VERSION,
        "observations": OBSERVATION_VERSION,
        "licence": LICENCE,
        "sha256": digest,
    }


def readme_of(card: dict[str, Any]) -> str:
    """The card as a page for people, with the head that dataset hosts read."""
    first, last = card["seeds"]
    return TEXT.format(
        title=f"El Grande: {card['games']} games of {_names(card['bots'])}",
        command=command_of(card),
        file=GAMES_FILE,
        bots=", ".join(card["bots"]),
        first=first,
        last=last,
        part=PARTS[card["part"]],
        mean_decisions=round(card["decisions"] / card["games"], 1),
        mean_bytes=round(card["bytes"] / card["games"], 1),
        shares=", ".join(f"{share:.1%}" for share in card["win_shares"]),
        points=", ".join(f"{points:.1f}" for points in card["mean_points"]),
        observation_version=card["observations"],
        action_version=card["actions"],
        task=card["task"] or "none of the frozen ones",
        **{
            key: card[key]
            for key in ("games", "version", "decisions", "bytes", "sha256", "licence")
        },
    )


def command_of(card: dict[str, Any]) -> str:
    """What to type for the same games."""
    bots = card["bots"]
    words = ["elgrande games", "--bots", bots[0] if len(set(bots)) == 1 else ",".join(bots)]
    words += ["--games", str(card["games"]), "--seed", str(card["seeds"][0])]
    usual = Options(players=card["options"]["players"]).to_data()
    for name, value in card["options"].items():
        if name != "players" and value == usual[name]:  # type: ignore[literal-required]
            continue
        flag = "--" + name.replace("_", "-")
        if value is True:
            words.append(flag)
        else:
            words += [f"{flag} {one}" for one in (value if isinstance(value, list) else [value])]
    return " ".join([*words, "--out DIR"])


def _names(bots: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(bots))


def _win_shares(game: PlayedGame) -> list[float]:
    best = max(game.scores)
    winners = game.scores.count(best)
    return [(points == best) / winners for points in game.scores]
