"""Files beside the pages: our style, the fonts and the icon of the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT: Final = Path(__file__).parents[1]
OURS: Final = Path(__file__).parent / "assets"
FONTS: Final = ROOT / "ui" / "node_modules" / "@fontsource"
# Family, subset and style of each font the style sheet names.
FACES: Final = (
    "eb-garamond/files/eb-garamond-latin-400-italic",
    "eb-garamond/files/eb-garamond-latin-600-normal",
    "source-sans-3/files/source-sans-3-latin-400-italic",
    "source-sans-3/files/source-sans-3-latin-400-normal",
    "source-sans-3/files/source-sans-3-latin-600-normal",
)


def files(config: MkDocsConfig) -> Iterator[File]:
    """Every file, at the address where pages expect it."""
    yield _copied(config, "assets/icon.svg", ROOT / "ui" / "public" / "icon.svg")
    for path in sorted(OURS.iterdir()):
        yield _copied(config, f"assets/{path.name}", path)
    for face in FACES:
        path = FONTS / f"{face}.woff2"
        yield _copied(config, f"assets/fonts/{path.name}", path)


def _copied(config: MkDocsConfig, uri: str, path: Path) -> File:
    if not path.is_file():
        raise PluginError(f"{path.name} is missing; `make ui` installs what the pages need.")
    return File.generated(config, uri, abs_src_path=str(path))
