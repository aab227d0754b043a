"""Tables in the terminal, the same style everywhere."""

from rich import box
from rich.table import Table

# Only dashes for lines, so that every terminal and every screen reader can cope.
LINES = box.Box("    \n    \n -- \n    \n -- \n -- \n    \n    \n", ascii=True)


def plain_table(title: str, gap: int = 3) -> Table:
    """A table with a title on the left, dashes for lines, and columns this far apart."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=LINES,
        show_edge=False,
        pad_edge=False,
        padding=(0, gap - 1, 0, 0),
    )
