"""Examples in docstrings, shown as code in the reference: an extension of Griffe (mkdocs.yml)."""

import re
from typing import Any, Final

import griffe

EXAMPLE: Final = re.compile(r"^>>> .*?(?=\n\n|\Z)", flags=re.DOTALL | re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences paragraphs that begin with a prompt."""

    def on_object(self, *, obj: griffe.Object, **rest: Any) -> None:
        """Change the docstring of an object, before it is read as Markdown."""
        if obj.docstring is not None:
            text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = text
