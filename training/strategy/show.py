"""Write the tables and pictures of docs/research/strategy.md: python -m training.strategy.show."""

import json
from pathlib import Path
from typing import Any, Final

from training.documents import renewed
from training.strategy.pictures import PICTURES
from training.strategy.tables import TABLES

ROOT: Final = Path(__file__).parent.parent.parent
RESULTS: Final = ROOT / "bench" / "strategy_results.json"
DOCUMENT: Final = ROOT / "docs" / "research" / "strategy.md"
FOLDER: Final = ROOT / "docs" / "pictures"
COMMAND: Final = "python -m training.strategy.show"


def load_figures() -> dict[str, Any]:
    """The figures that were kept."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def written(text: str, figures: dict[str, Any]) -> str:
    """The document with all tables put in place."""
    for name, draw in TABLES.items():
        text = renewed(text, name, COMMAND, draw(figures))
    return text


def picture_path(name: str) -> Path:
    """The file of a picture."""
    return FOLDER / f"strategy_{name}.svg"


if __name__ == "__main__":
    kept = load_figures()
    for picture, draw_picture in PICTURES.items():
        picture_path(picture).write_text(draw_picture(kept), encoding="utf-8")
    content = written(DOCUMENT.read_text(encoding="utf-8"), kept)
    DOCUMENT.write_text(content, encoding="utf-8")
