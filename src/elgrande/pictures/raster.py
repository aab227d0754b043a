"""Pictures in pixels: PNG for previews, and turns as animated GIF.

What draws them (resvg and Pillow) is loaded when it is needed: the rest of the game works without.
Drawing takes a processor and holds the interpreter, so a server does it in a process of its own.
"""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elgrande.pictures.art import colour
from elgrande.pictures.board import SIZES, Form, board_svg, map_svg
from elgrande.rules.view_types import PublicView

if TYPE_CHECKING:
    from PIL.Image import Image

FONTS: Final = Path(__file__).parent / "fonts"
CLIP_SIZE: Final = (800, 420)
# How long a frame is shown, by the length of what it says; the last one stays.
MOST_FRAMES: Final = 24
_SHORTEST_MS, _MS_A_LETTER, _LONGEST_MS, _LAST_MS = 900, 28, 3200, 4000


class CannotDraw(Exception):
    """What draws pictures is missing; its sentence says what to install."""


class Frame(NamedTuple):
    """One picture of a clip."""

    view: PublicView
    caption: str


def png_of(
    view: PublicView,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    title: str = "",
    caption: str = "",
    form: Form = "preview",
) -> bytes:
    """A view as a PNG file."""
    words = {"names": names, "language": language, "title": title}
    image = _draw(Frame(view, caption), words, form, SIZES[form])
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def gif_of(
    frames: Sequence[Frame],
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    title: str = "",
) -> bytes:
    """Moments one after another as an animated GIF; of too many, the last ones."""
    _check_can_draw()
    from PIL.Image import Dither

    words = {"names": names, "language": language, "title": title}
    shown = frames[-MOST_FRAMES:]
    images = [_draw(frame, words, "preview", CLIP_SIZE) for frame in shown]
    palette = _palette(images[-1])
    packed = [image.quantize(palette=palette, dither=Dither.NONE) for image in images]
    target = BytesIO()
    packed[0].save(
        target,
        "GIF",
        save_all=True,
        append_images=packed[1:],
        duration=[*map(_shown_for, shown[:-1]), _LAST_MS],
        loop=0,
        optimize=False,
    )
    return target.getvalue()


def _palette(image: "Image") -> "Image":
    """The colours of a clip: those of the houses as they are, the others as the map needs them.

    One palette for all frames: what does not change is not stored again.
    """
    houses = [colour(f"house-{house}{shade}") for house in range(6) for shade in ("", "-deep")]
    kept = [int(one[start : start + 2], 16) for one in houses for start in (1, 3, 5)]
    free = 256 - len(houses)
    palette = image.quantize(free)
    palette.putpalette((palette.getpalette() or [])[: 3 * free] + kept)
    return palette


def _shown_for(frame: Frame) -> int:
    return min(_LONGEST_MS, _SHORTEST_MS + _MS_A_LETTER * len(frame.caption))


def _draw(frame: Frame, words: dict[str, Any], form: Form, size: tuple[int, int]) -> "Image":
    """The map, which is always the same and drawn once, with what lies on it."""
    over = board_svg(frame.view, caption=frame.caption, form=form, ground=False, **words)
    image = _map_of(form, size).copy()
    lying = _pixels(over, size)
    image.paste(lying, (0, 0), lying)
    return image


@cache
def _map_of(form: Form, size: tuple[int, int]) -> "Image":
    return _pixels(map_svg(form), size).convert("RGB")


def _pixels(svg: str, size: tuple[int, int]) -> "Image":
    _check_can_draw()
    import resvg_py
    from PIL import Image

    # The first file of a family counts; the others are asked for letters it does not have.
    found = sorted(FONTS.glob("*.ttf"), key=lambda path: (path.name.count("latin-ext"), path.name))
    fonts = [str(path) for path in sorted(found, key=lambda path: "-latin-" not in path.name)]
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=size[0],
        height=size[1],
        font_files=fonts,
        # Without our fonts, as in a checkout whose pages are not built, those of the machine do.
        skip_system_fonts=bool(fonts),
    )
    image: Image.Image = Image.open(BytesIO(drawn))
    return image.convert("RGBA")


def _check_can_draw() -> None:
    for package, name in {"resvg_py": "resvg_py", "PIL": "Pillow"}.items():
        if find_spec(package) is None:
            raise CannotDraw(f"Pictures need the package {name}, which is not installed.")
