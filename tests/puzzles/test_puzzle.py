"""A puzzle as data."""

from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import ID_LENGTH, ID_LETTERS, id_of


def test_ids_are_short_and_differ_by_seat_and_seed() -> None:
    puzzle = puzzles()[0]
    found = {
        id_of(puzzle.options, seed, puzzle.prefix, seat) for seed in range(5) for seat in range(2)
    }
    assert len(found) == 10
    assert all(len(one) == ID_LENGTH and set(one) <= set(ID_LETTERS) for one in found)


def test_the_player_sees_what_the_seat_saw_and_nothing_else() -> None:
    for puzzle in puzzles()[::20]:
        seen = puzzle.position.view(puzzle.seat).to_json()
        assert puzzle.imagined().view(puzzle.seat).to_json() == seen


def test_everybody_imagines_the_same_position() -> None:
    puzzle = puzzles()[0]
    assert puzzle.imagined().digest() == puzzle.imagined().digest()
