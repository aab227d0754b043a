"""The games to learn from are whole: they replay, and their comments fit the moments they name."""

import pytest

from elgrande import BadArgument, Game, Options
from elgrande.model_games.library import (
    BEST,
    MISSED,
    NAMES,
    SCORING,
    Comment,
    model_game,
    model_game_of,
    model_games,
)

MOST_CHARACTERS = 16_000
LEAST_COMMENTS = 5


@pytest.mark.parametrize("name", NAMES)
def test_a_game_replays_to_its_end(name: str) -> None:
    game = model_game(name)
    end = game.record.replay()
    assert end.over
    assert game.record.digest == end.digest()
    assert (game.scores, game.winners) == (tuple(end.scores), end.winners)
    assert game.bot.startswith("grandmaster:iterations=")
    assert len(game.record.to_text()) < MOST_CHARACTERS


@pytest.mark.parametrize("name", NAMES)
def test_comments_are_about_choices_that_could_be_made(name: str) -> None:
    game = model_game(name)
    assert len(game.comments) >= LEAST_COMMENTS
    positions = [comment.position for comment in game.comments]
    assert positions == sorted(set(positions))
    for comment in game.comments:
        then = game.record.replay(comment.position)
        assert comment.position <= comment.until < len(game.record.choices)
        if comment.kind == SCORING:
            assert len(comment.before) == len(comment.after) == game.record.options.players
            continue
        assert comment.kind in (BEST, MISSED)
        assert comment.seat in then.waiting
        assert comment.plan[0] in then.legal(comment.seat)
        made = game.record.choices[comment.position]
        assert (comment.plan[0] == made) == (comment.kind == BEST)
        assert 100 >= comment.chance > comment.other >= 0


def test_there_are_games_of_every_kind() -> None:
    games = model_games()
    assert len({game.record.choices for game in games}) == len(NAMES) == 10
    options = [game.record.options for game in games]
    assert {one.players for one in options} == {2, 3, 4, 5}
    assert {one.edition for one in options} == {"2023", "classic"}
    assert any(one.new_regency and one.power_shift and one.old_hands for one in options)
    assert any(one.castillo == "open" for one in options)


def test_the_themes_hold() -> None:
    def margin(name: str) -> int:
        scores = sorted(model_game(name).scores)
        return scores[-1] - scores[-2]

    assert margin("close") < margin("runaway")
    comeback = model_game("comeback")
    assert comeback.lowest < 100 / comeback.record.options.players


def test_a_game_is_known_by_its_choices() -> None:
    game = model_game("duel")
    assert model_game_of(game.record.digest, game.record.choices) is game
    assert model_game_of(game.record.digest, game.record.choices[:-1]) is None
    other = Game.new(Options(players=2), seed=1).record()
    assert model_game_of(other.digest, other.choices) is None


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(BadArgument, match="no game 'nobody' to learn from; there are: close,"):
        model_game("nobody")


def test_a_comment_is_kept_as_it_is() -> None:
    for comment in (
        Comment(BEST, 0, 3, 0, (104, 106), 40, 31),
        Comment(SCORING, 90, 90, before=(0, 100), after=(1, 99)),
    ):
        assert Comment.from_data(comment.to_data()) == comment
