"""The tables of the terminal, alike everywhere."""

from rich import box
from rich.table import Table

# Lines of dashes only, so that every terminal and every reader can cope.
LINES = box.Box("    \n    \n -- \n    \n -- \n -- \n    \n    \n", ascii=True)


def plain_table(title: str, gap: int = 3) -> Table:
    """A table with a title at the left, no lines but dashes, and columns so far apart."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=LINES,
        show_edge=False,
        pad_edge=False,
        padding=(0, gap - 1, 0, 0),
    )
