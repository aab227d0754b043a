"""The board as a picture: it shows every piece of a view, and nothing that a view does not."""

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from elgrande.game import Game
from elgrande.pictures.board import SIZES, Form, board_svg, describe_board, shared_art
from elgrande.rules.options import Options
from elgrande.rules.view_types import PublicView

PLAYERS = (2, 3, 4, 5)


def position(players: int, seed: int, choices: int, **options: Any) -> Game:
    game = Game.new(Options(players=players, **options), seed=seed)
    luck = random.Random(seed)
    for _ in range(choices):
        if game.over:
            break
        game.play(luck.choice(list(game.legal())))
    return game


def pieces_in(svg: str) -> dict[tuple[str, str, str], int]:
    """How many pieces a picture shows, by kind, place and seat; its numbers must be right."""
    found: dict[tuple[str, str, str], int] = {}
    for group in ElementTree.fromstring(svg).iter():
        kind = group.get("data-piece")
        if kind is None:
            continue
        drawn = [one for one in group if one.tag.endswith("use")]
        count = int(group.get("data-count", "1"))
        assert len(drawn) == min(count, 5)
        if count > 1:
            assert [one.text for one in group if one.tag.endswith("text")] == [str(count)]
        found[kind, group.get("data-place", ""), group.get("data-seat", "")] = count
    return found


def pieces_of(view: PublicView) -> dict[tuple[str, str, str], int]:
    places: dict[str, Any] = dict(view["regions"].items())
    places["castillo"] = view["castillo"]
    expected = {("king", str(view["king"]), ""): 1}
    for key, place in places.items():
        for seat, count in enumerate(place["caballeros"] or []):
            if count:
                expected["caballeros", key, str(seat)] = count
        for seat in place["grandes"]:
            expected["grande", key, str(seat)] = 1
    return expected


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("castillo", ["open", "secret"])
def test_every_piece_of_a_view_is_shown(players: int, castillo: str) -> None:
    for seed in range(3):
        for choices in (0, 40, 150, 300, 2000):
            view = position(players, seed, choices, castillo=castillo).view(None).data
            assert pieces_in(board_svg(view)) == pieces_of(view)


def test_a_secret_castillo_stays_shut() -> None:
    shown = 0
    for choices in range(60, 300, 40):
        game = position(4, 1, choices, castillo="secret")
        truth = game.snapshot()
        for seat in (None, 0):
            svg = board_svg(game.view(seat).data)
            assert not any(key[:2] == ("caballeros", "castillo") for key in pieces_in(svg))
        shown += "castillo" in str(truth)
    assert shown


def test_pictures_of_one_position_are_the_same_whatever_is_hidden() -> None:
    game = position(4, 3, 120, castillo="secret")
    for luck in range(5):
        other = game.determinize(0, luck)
        assert board_svg(other.view(0).data) == board_svg(game.view(0).data)


@pytest.mark.parametrize("form", ["preview", "board"])
def test_a_picture_has_its_size_and_words(form: Form) -> None:
    view = position(3, 1, 200).view(None).data
    names = ["<script>alert('x')</script>", 'A "B" & C', "Ω\x00\x08\ud800" + "w" * 80]
    svg = board_svg(view, names=names, title="</svg><script>", caption="a " * 400, form=form)
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == tuple(map(str, SIZES[form]))
    assert root.get("role") == "img"
    assert "<script" not in svg
    assert names[1] in str(root.get("aria-label"))


def test_shared_pictures_refer_only_to_what_is_shared() -> None:
    view = position(5, 2, 300).view(None).data
    drawn = board_svg(view, form="board", shared=True)
    known = {one.get("id") for one in ElementTree.fromstring(f"<x>{shared_art()}</x>").iter()}
    used = {one.get("href", "")[1:] for one in ElementTree.fromstring(drawn).iter()} - {""}
    assert used <= known
    assert len(drawn) < 30_000


def test_a_picture_on_its_own_refers_to_nothing_else() -> None:
    root = ElementTree.fromstring(board_svg(position(5, 2, 300).view(None).data))
    known = {one.get("id") for one in root.iter()}
    assert {one.get("href", "#")[1:] for one in root.iter()} - {""} <= known
    assert not any("http" in value for one in root.iter() for value in one.attrib.values())


def test_the_board_is_described_in_three_languages() -> None:
    view = position(3, 1, 0).view(None).data
    told = {language: describe_board(view, language=language) for language in ("en", "de", "es")}
    assert told["en"] == "El Grande. Round 1 of 9. Carmine: 0, Azure: 0, Ochre: 0."
    assert len(set(told.values())) == 3
