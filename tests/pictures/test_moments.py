"""A game as a row of moments: every position, told once, as a seat knew it."""

from elgrande.model_games.library import model_games
from elgrande.pictures.moments import Course, moments
from elgrande.record import Record


def course_of(record: Record) -> Course:
    line = [*zip(record.seats, record.choices, strict=True)]
    return Course(record.replay(0).snapshot(), 0, line)


def test_moments_lead_from_the_deal_to_the_end() -> None:
    record = model_games()[0].record
    row = moments(course_of(record), names=["Ana", "Ben", "Carla", "Don Lope"])
    assert row[0].position == 0
    assert row[-1].view["over"]
    assert [one.position for one in row] == sorted({one.position for one in row})
    told = " ".join(" ".join(one.says) for one in row)
    assert all(name in told for name in ("Ana", "Ben", "Carla", "Don Lope"))
    assert sum(one.is_stop for one in row) > 36
    for one in row[:: len(row) // 7]:
        assert one.view == record.replay(one.position).view(None).data


def test_a_part_of_a_game_tells_the_same_as_the_whole() -> None:
    course = course_of(model_games()[1].record)
    whole = {one.position: one for one in moments(course, seat=1)}
    for one in moments(course, seat=1, since=100, until=140)[1:]:
        assert whole[one.position] == one
    quiet = next(at for at in range(50, 200) if at not in whole)
    assert len(moments(course, since=quiet, until=quiet)) == 1


def test_a_seat_is_told_what_it_knew() -> None:
    record = model_games()[0].record
    course = course_of(record)
    for seat in (None, 0, 3):
        row = moments(course, seat=seat, since=150, until=152)
        assert row[0].view == record.replay(150).view(seat).data
