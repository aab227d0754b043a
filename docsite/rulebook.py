"""The illustrated rules as pages of the site, from the texts of the browser game (ui/src/rulebook).

One page for each chapter. Cards come from the catalogue, figures from docs/pictures/rules, which
`make rule-figures` takes from the game.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from elgrande.insight.catalogue import catalogue

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "ui" / "src"
FOLDER: Final = "rules/book"
CARDS: Final = "cards"
FILES: Final = ("play", "points", "variants", "questions")
CHAPTER: Final = re.compile(r'\bid: "([\w-]+)",\s*sections: \[(.*?)\n    \],', re.DOTALL)
SECTION: Final = re.compile(
    r'\bid: "([\w-]+)",\s*rules: \[([^\]]*)\](?:,\s*tags: \[([^\]]*)\])?', re.DOTALL
)
TEXT: Final = re.compile(
    r'^  "?([\w-]+)"?: \{\n    title: ("[^\n]*"),\n    text: `(.*?)`,\n  \},$',
    re.DOTALL | re.MULTILINE,
)
PAIR: Final = re.compile(r'"?([\w-]+)"?:\s*("(?:[^"\\]|\\.)*")')
TAG: Final = re.compile(r"^@(\S+)\s+")
LINK: Final = re.compile(r"\]\(#([^)]+)\)|\{(C-[\w-]+)\}")


class Section(NamedTuple):
    """A section of the rules: its text is in the markup of ui/src/rulebook/markup.ts."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    tags: tuple[str, ...]


class Chapter(NamedTuple):
    """A chapter, which becomes a page."""

    id: str
    title: str
    sections: tuple[Section, ...]


def chapters() -> list[Chapter]:
    """The rules in English, in their order."""
    folder = SOURCES / "rulebook"
    texts = "".join(_read(folder / "en" / f"{name}.ts") for name in FILES)
    written = {found[1]: (json.loads(found[2]), found[3]) for found in TEXT.finditer(texts)}
    titles = _pairs(texts.partition("export const chapters")[2].partition("};")[0])
    outline = _read(folder / "outline.ts")
    found_chapters = [
        Chapter(
            found[1],
            titles[found[1]],
            tuple(
                Section(one[1], *written.pop(one[1]), _names(one[2]), _names(one[3]))
                for one in SECTION.finditer(found[2])
            ),
        )
        for found in CHAPTER.finditer(outline)
    ]
    if written or len(found_chapters) != len(titles):
        raise ValueError(f"The outline of the rules has no place for {sorted(written)}.")
    return found_chapters


def pages() -> dict[str, str]:
    """Every page by its address."""
    book = Book()
    return {f"{FOLDER}/{one.id}.md": book.page(one) for one in book.chapters}


def contents() -> str:
    """The chapters with their sections, as a list of links from docs/rules/index.md."""
    lines = []
    for chapter in chapters():
        lines.append(f"- [**{chapter.title}**](book/{chapter.id}.md)")
        sections = [f"[{one.title}](book/{chapter.id}.md#{one.id})" for one in chapter.sections]
        lines.append(f"  <br>{' · '.join(sections)}")
    return "\n".join(lines)


class Book:
    """The rules with everything their pages refer to."""

    def __init__(self) -> None:
        self.chapters = chapters()
        self.homes = {one.id: chapter.id for chapter in self.chapters for one in chapter.sections}
        self.editions = {name: catalogue(name, "en")["cards"] for name in ("2023", "classic")}
        texts = _read(SOURCES / "texts" / "en.ts")
        self.captions = _section(texts, "figures")
        self.tags = _section(texts, "tags")

    def page(self, chapter: Chapter) -> str:
        """A chapter in Markdown."""
        parts = [f"# {chapter.title}\n"]
        for section in chapter.sections:
            badges = self._badges(section.tags)
            parts.append(f"## {section.title} {{#{section.id}}}\n")
            parts += [f"{badges}\n"] if badges else []
            parts += [self._block(block.strip()) for block in re.split(r"\n\s*\n", section.text)]
            parts += [self._card(key, card) for key, card in self._cards_of(section.id)]
        return "\n".join(parts)

    def _block(self, block: str) -> str:
        tags = []
        while found := TAG.match(block):
            tags.append(found[1])
            block = block[found.end() :]
        if block.startswith("!"):
            return self._figure(block[1:].strip())
        text = LINK.sub(self._link, "\n".join(line.strip() for line in block.splitlines()))
        text = re.sub(r"\n(?!- |\d+\. |> )", " ", text)
        if found := re.match(r"\?(\S*)\s+(.*?\?)\s+(.*)", text, flags=re.DOTALL):
            ids, question, answer = found.groups()
            text = f"**{question}** {answer} <small>{ids.replace(',', ', ')}</small>"
        badges = self._badges(tags)
        return f"{badges} {text}\n" if badges else f"{text}\n"

    def _link(self, found: re.Match[str]) -> str:
        to, card = found.groups()
        if to:
            return f"]({self.homes[to]}.md#{to})"
        return f"[{self._entry(card)['title']}]({CARDS}.md#{card})"

    def _entry(self, key: str) -> dict[str, Any]:
        entry: dict[str, Any] = self.editions["2023"].get(key) or self.editions["classic"][key]
        return entry

    def _figure(self, name: str) -> str:
        return (
            f'<figure markdown="1">\n{_pictures(name)}\n'
            f"<figcaption>{self.captions[name]}</figcaption>\n</figure>\n"
        )

    def _badges(self, tags: tuple[str, ...] | list[str]) -> str:
        return " ".join(f'<span class="badge">{self.tags[tag]}</span>' for tag in tags)

    def _cards_of(self, section: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The cards of a stack, those of variants after the others."""
        keys = {**self.editions["classic"], **self.editions["2023"]}
        shown = [key for key in keys if section == f"stack-{self._entry(key)['stacks'][-1]}"]
        for key in sorted(shown, key=lambda one: bool(self._tags_of(one))):
            yield key, self._entry(key)

    def _tags_of(self, key: str) -> list[str]:
        card = self.editions["2023"].get(key)
        if card is None:
            return ["classic"]
        if card["copies"]:
            return []
        return ["2023", "new_regency"] if card["added"]["new_regency"] else ["old_hands"]

    def _card(self, key: str, card: dict[str, Any]) -> str:
        """A card: its woodcut, its text, the number to place, and how often it is there."""
        count = card["copies"] + card["added"]["new_regency"] + card["added"]["old_hands"]
        told = [self._badges(self._tags_of(key)), f"{count} cards." if count > 1 else "One card."]
        classic = self.editions["classic"].get(key, card)["title"]
        told += [f"“{classic}” in the classic edition."] if classic != card["title"] else []
        more = [f"{self._badges([name])} {text}" for name, text in card["variant_texts"].items()]
        number = card["number"]
        seal = f'<span class="seal" title="Place up to {number}">{number}</span>' if number else ""
        return "\n\n".join(
            [
                f'<div class="card" markdown="1">\n\n### {card["title"]} {{#{key}}}',
                f"{_pictures(key)}\n{seal}\n{{.cut}}",
                card["text"],
                *more,
                f"{' '.join(filter(None, told))}\n{{.about}}\n\n</div>\n",
            ]
        )


def _pictures(name: str) -> str:
    """A picture for each theme; words beside it say what it shows."""
    folder = "../../pictures/rules"
    return "\n".join(
        f"![]({folder}/{name}-{theme}.webp#only-{theme}){{loading=lazy}}"
        for theme in ("light", "dark")
    )


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _names(written: str | None) -> tuple[str, ...]:
    return tuple(re.findall(r'"([^"]+)"', written or ""))


def _pairs(written: str) -> dict[str, str]:
    return {found[1]: json.loads(found[2]) for found in PAIR.finditer(written)}


def _section(texts: str, name: str) -> dict[str, str]:
    """The texts of one section of the pages."""
    return _pairs(texts.partition(f"\n  {name}: {{")[2].partition("\n  },")[0])
