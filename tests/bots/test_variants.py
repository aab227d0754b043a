"""No variant makes a bot fail: each of ours plays whole games of all of them."""

import pytest

from elgrande import Game, Options
from elgrande.bots import Player, Situation, bot_rng
from tests.bots.test_situation import own_bots
from tests.support.walks import OLD_HANDS

TABLES = [
    Options(edition="classic", players=2, short=True),
    Options(edition="classic", players=5, castillo="open"),
    Options(players=2, short=True, power_shift=True, new_regency=True, old_hands=OLD_HANDS),
    Options(players=3, merged_stacks=True, old_hands=("veto",), first_player=1),
    Options(players=3, short=True, new_regency=True, power_shift=True),
    Options(players=4),
    Options(players=5, short=True, power_shift=True, new_regency=True, old_hands=OLD_HANDS),
]


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("name", own_bots())
def test_a_bot_plays_every_variant(name: str, options: Options) -> None:
    game = Game.new(options, seed=4)
    players = [Player(name) for _ in range(options.players)]
    luck = [bot_rng(4, seat) for seat in range(options.players)]
    while not game.over:
        seat = game.waiting[-1]
        choice, failure = players[seat].answer(Situation.of(game, seat, luck[seat]))
        assert failure is None, f"{game.decision}: {failure}"
        game.play(choice, seat)
    assert game.winners
