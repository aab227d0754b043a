"""Write the recorded games: every edition, player count and variant, played by chance.

Run it only after a change of the rules that is meant to change them: `make games`.
"""

from collections.abc import Iterator
from pathlib import Path

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from tests.support.walks import OLD_HANDS, walk, walk_lively

GAMES = Path(__file__).parent
LIVELY = "-lively"  # with so many special actions that an order of scoring is asked for (R18)


def named_options() -> Iterator[tuple[str, Options]]:
    """The games to record, by their names."""
    for players in (2, 3, 4, 5):
        for short in (False, True):
            suffix = "-short" if short else ""
            classic = Options(edition="classic", players=players, short=short)
            yield f"classic-{players}p{suffix}", classic
            yield f"2023-{players}p{suffix}", Options(players=players, short=short)
        yield f"2023-{players}p-new_regency", Options(players=players, new_regency=True)
        yield f"2023-{players}p-power_shift", Options(players=players, power_shift=True)
        for card in ("delegation", "veto", "rivalries"):
            yield f"2023-{players}p-{card}", Options(players=players, old_hands=(card,))
        yield f"2023-{players}p-old_hands", Options(players=players, old_hands=OLD_HANDS)
        everything = Options(
            players=players, new_regency=True, power_shift=True, old_hands=OLD_HANDS
        )
        yield f"2023-{players}p-everything", everything
    yield "2023-3p-merged", Options(players=3, merged_stacks=True)
    yield "2023-4p-open", Options(castillo="open")
    yield "2023-4p-first_player", Options(first_player=2)
    for players in (3, 4, 5):
        yield f"classic-{players}p{LIVELY}", Options(edition="classic", players=players)


def main() -> None:
    """Write all of them."""
    for number, (name, options) in enumerate(named_options()):
        play = walk_lively if name.endswith(LIVELY) else walk
        game = play(Game.new(options, 1000 + number), Rng(number))
        path = GAMES / f"{name}.egn"
        path.write_text(game.record().to_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
