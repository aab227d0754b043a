"""Writing SVG: elements, escaped texts, lines of words."""

from html import escape

# What draws pictures knows a weight by its own name; browsers know it by its number.
SERIF = "'EB Garamond SemiBold', 'EB Garamond', Georgia, 'Times New Roman', serif"
SANS = "'Source Sans 3', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SANS_BOLD = f"'Source Sans 3 SemiBold', {SANS}"
# How wide a letter is on average, as a share of the size of the type.
_WIDE = 0.5
# Characters that XML does not allow, not even escaped.
_FORBIDDEN = dict.fromkeys(
    (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
)


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; `_` in the names of attributes stands for `-`.

    >>> element("rect", x=1, stroke_width=2.50)
    '<rect x="1" stroke-width="2.5"/>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return safe(str(value))


def safe(words: str) -> str:
    """Words as they stand in XML, whatever somebody typed."""
    return escape(words.translate(_FORBIDDEN), quote=True)


def text(words: str, x: float, y: float, size: float, fill: str, /, **attributes: object) -> str:
    """A line of text."""
    family = attributes.pop("family", SANS_BOLD if "font_weight" in attributes else SANS)
    return element(
        "text", safe(words), x=x, y=y, font_family=family, font_size=size, fill=fill, **attributes
    )


def shortened(words: str, size: float, width: float) -> str:
    """Words that fit in one line, cut if they must be.

    >>> shortened("Don Lope de Haro", 20, 100)
    'Don Lope…'
    """
    most = max(2, int(width / (size * _WIDE)))
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def wrapped(words: str, size: float, width: float, most: int) -> list[str]:
    """Words in at most a number of lines of a width; the last line shows if it was cut."""
    room = max(4, int(width / (size * _WIDE)))
    lines: list[str] = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    shown = [shortened(line, size, width) for line in lines[:most]]
    if len(lines) > most:
        shown[-1] = shown[-1][: room - 1].rstrip("…,.;: ") + "…"
    return shown
