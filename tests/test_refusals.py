"""The pages have a friendly sentence in three languages for every refusal of docs/errors.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "ui" / "src" / "app" / "refusals.ts"
ROW = re.compile(r"^  \[?(\w+)\]?: \[\n((?:    \".+\",\n)+)  \],$", re.MULTILINE)


def sentences() -> dict[str, list[str]]:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {code: re.findall(r'^    "(.+)",$', texts, re.MULTILINE) for code, texts in rows}


def documented() -> set[str]:
    text = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))


def test_every_code_has_a_sentence_and_no_sentence_lacks_a_code() -> None:
    codes = documented()
    assert len(codes) > 30
    assert set(sentences()) == codes | {"OFFLINE"}


def test_every_sentence_is_there_in_three_languages_and_names_no_code() -> None:
    codes = {code for code in documented() if "_" in code}
    for code, texts in sentences().items():
        assert len(texts) == 3, code
        assert len(set(texts)) == 3, code
        for text in texts:
            assert text[0].isupper(), text
            assert text.endswith("."), text
            assert not any(other in text for other in codes), text
