"""Pictures in pixels: they have their sizes, and clips their frames."""

from io import BytesIO

import pytest
from PIL import Image

from elgrande.pictures import raster
from elgrande.pictures.raster import MOST_FRAMES, CannotDraw, Frame, gif_of, png_of
from tests.pictures.test_board import position


@pytest.fixture
def blank_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the map, which takes a second."""

    def no_map(form: str, size: tuple[int, int]) -> Image.Image:
        return Image.new("RGB", size, "#a9c3c6")

    monkeypatch.setattr(raster, "_map_of", no_map)


@pytest.mark.usefixtures("blank_map")
def test_a_picture_has_its_size_and_shows_the_houses() -> None:
    view = position(4, 1, 200).view(None).data
    image = Image.open(BytesIO(png_of(view, names=["Ana", "Ω", "Łukasz", "Дон"], title="Friday")))
    assert image.size == (1200, 630)
    colours = {colour for _, colour in image.convert("RGB").getcolors(1_000_000) or []}
    for house in ("#b3273a", "#2b62a8", "#d39a1d", "#3c7d3f"):
        assert tuple(bytes.fromhex(house[1:])) in colours


@pytest.mark.usefixtures("blank_map")
def test_a_clip_has_its_frames() -> None:
    frames = [
        Frame(position(3, 1, choices).view(None).data, f"Step {choices}")
        for choices in range(40, 100, 20)
    ]
    image = Image.open(BytesIO(gif_of(frames, title="A turn")))
    assert image.size == (800, 420)
    assert getattr(image, "n_frames", 1) == 3
    assert image.info["loop"] == 0


@pytest.mark.proof
def test_a_long_clip_is_cut_and_stays_small() -> None:
    view = [position(3, 1, choices).view(None).data for choices in range(0, 120, 2)]
    clip = gif_of([Frame(one, f"Step {index}") for index, one in enumerate(view)])
    assert getattr(Image.open(BytesIO(clip)), "n_frames", 1) == MOST_FRAMES
    assert len(clip) < 1_500_000


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "PIL" else object())
    with pytest.raises(CannotDraw, match=r"^Pictures need the package Pillow, which is not"):
        png_of(position(3, 1, 10).view(None).data)
