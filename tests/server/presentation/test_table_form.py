"""The form for a new table: what it asks for is what a server takes."""

from typing import Any

import msgspec
import pytest

from elgrande.editions.wording import LANGUAGES, texts
from elgrande.insight.form import option_fields
from elgrande.server.presentation.table_form import FIELDS, setting_fields
from elgrande.server.tables.settings import TableSettings, check_settings
from elgrande.server.web.api.bodies import NewTable

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]


def filled(**given: Any) -> dict[str, Any]:
    """The body a page makes of a form, with these values beside the defaults."""
    values = {field.key: field.default for field in [*option_fields(), *FIELDS]} | given
    body: dict[str, Any] = {"seats": SEATS}
    for field in [*option_fields(), *FIELDS]:
        if any(values[key] not in wanted for key, wanted in field.only.items()):
            continue
        *parents, last = field.path.split(".")
        at = body
        for parent in parents:
            at = at.setdefault(parent, {})
        value: Any = values[field.key]
        at[last] = value * field.factor if field.kind == "number" else value
    return body


@pytest.mark.parametrize("clock", ["none", "turn", "game"])
def test_a_server_takes_what_the_form_makes(clock: str) -> None:
    table = msgspec.convert(filled(clock=clock), NewTable)
    check_settings(table.settings)
    assert table.options.checked()
    assert table.settings.clock.kind == clock
    assert table.settings.clock.seconds == {"none": 0, "turn": 90, "game": 1200}[clock]


def test_the_limits_are_within_those_of_the_server() -> None:
    for field in FIELDS:
        if field.kind != "number":
            continue
        clock = next(iter(field.only.get("clock", ("none",))))
        for value in (field.least, field.most):
            table = msgspec.convert(filled(clock=clock, **{field.key: value}), NewTable)
            check_settings(table.settings)


def test_every_setting_of_a_table_is_asked_for_once() -> None:
    asked = {field.path.split(".")[1] for field in FIELDS if field.path.startswith("settings.")}
    assert asked == {field.name for field in msgspec.structs.fields(TableSettings)}
    keys = [field.key for field in [*option_fields(), *FIELDS]]
    assert len(keys) == len(set(keys))
    for field in FIELDS:
        conditions = [field.only, *(one.when for one in field.fixed)]
        conditions += [one.when for one in field.barred]
        assert {key for when in conditions for key in when} <= set(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_its_words_and_every_word_a_field(language: str) -> None:
    words = texts(language)
    shown = setting_fields(language)
    assert set(words["settings"]) == {field["key"] for field in shown}
    for field in shown:
        said = words["settings"][field["key"]].get("values", {})
        assert set(said) == {str(one["value"]).lower() for one in field["values"]}
    rows = [*option_fields(), *FIELDS]
    reasons = {one.reason for field in rows for one in field.fixed}
    reasons |= {one.reason for field in rows for one in field.barred}
    assert set(words["reasons"]) == reasons
