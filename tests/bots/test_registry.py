"""Bots are found by name, with typed parameters; what is typed wrong is refused in a sentence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elgrande import GameError
from elgrande.bots import Bot, BotSpec, bot_named, kinds, registry
from elgrande.bots.parameters import parameters_of
from elgrande.bots.registry import plug_ins
from elgrande.bots.simple import RandomBot
from tests.support.plug_ins import write_package


def settable(
    count: int = 3,
    share: float = 0.5,
    bold: bool = False,
    name: str = "x",
    seconds: float | None = None,
) -> Bot:
    """A bot with a parameter of every type.

    And more to say.
    """
    if not 1 <= count < 10**6:
        raise ValueError("The count\n is 1 to a million")
    return RandomBot()


@pytest.fixture(autouse=True, scope="module")
def with_a_settable_bot() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.BUILT_IN, "settable", settable)
        yield


def test_parameters_are_read_by_their_types() -> None:
    spec = bot_named(" settable:count=7:share=.25:bold=Yes:name=a=b:seconds=2 ")
    assert dict(spec.settings) == {
        "count": 7,
        "share": 0.25,
        "bold": True,
        "name": "a=b",
        "seconds": 2.0,
    }
    assert dict(bot_named("settable:seconds=none").settings) == {"seconds": None}
    assert bot_named(str(spec)).settings == spec.settings
    assert spec.make() is not spec.make()
    kind = kinds()["settable"]
    assert kind.summary == "A bot with a parameter of every type."
    assert {parameter.name: parameter.default for parameter in kind.parameters.values()} == {
        "count": 3,
        "share": 0.5,
        "bold": False,
        "name": "x",
        "seconds": None,
    }


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "unknown_bot", "There is no bot ''; there are: random"),
        ("hal", "unknown_bot", "There is no bot 'hal'; there are: random"),
        ("Random", "unknown_bot", "no bot 'Random'"),
        ("random:speed=3", "bad_parameter", "random has no parameter 'speed'; it has: none."),
        ("settable:speed=3", "bad_parameter", "it has: count, share, bold, name, seconds."),
        ("settable:", "bad_parameter", "no parameter ''"),
        ("settable:count", "bad_parameter", "Set count of settable once, as in count=VALUE."),
        ("settable:count=1:count=2", "bad_parameter", "once"),
        ("settable:count=", "bad_parameter", "must be a whole number, not ''"),
        ("settable:count=1.5", "bad_parameter", "must be a whole number, not '1.5'"),
        ("settable:count=none", "bad_parameter", "must be a whole number"),
        ("settable:count=" + "9" * 9999, "bad_parameter", "must be a whole number"),
        ("settable:count=0", "bad_parameter", "The count is 1 to a million."),
        ("settable:share=nan", "bad_parameter", "must be a number, not 'nan'"),
        ("settable:share=-inf", "bad_parameter", "must be a number"),
        ("settable:share=1e999", "bad_parameter", "must be a number"),
        ("settable:seconds=inf", "bad_parameter", "must be a number"),
        ("settable:bold=1", "bad_parameter", "must be true or false, not '1'"),
    ],
)
def test_what_names_no_bot_is_refused(text: str, code: str, says: str) -> None:
    with pytest.raises(GameError) as caught:
        bot_named(text)
    assert caught.value.code == code
    assert says in str(caught.value)


PIECES = st.sampled_from(
    ["settable", "random", ":", "=", "count", "share", "bold", "1", "nan", ","]
)


def named_or_refused(text: str) -> BotSpec | GameError:
    try:
        return bot_named(text)
    except GameError as error:
        return error


@settings(max_examples=60)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_any_text_names_a_bot_or_is_refused(text: str) -> None:
    found = named_or_refused(text)
    if isinstance(found, BotSpec):
        assert bot_named(str(found)) == found
    else:
        assert found.code in ("unknown_bot", "bad_parameter")
        assert str(found).endswith(".")


@given(st.sampled_from(["count", "share", "bold", "name", "seconds"]), st.text())
def test_any_value_is_taken_or_refused(name: str, value: str) -> None:
    found = named_or_refused(f"settable:{name}={value}")
    assert isinstance(found, BotSpec) or found.code == "bad_parameter"


def odd(  # type: ignore[no-untyped-def]
    first: int,
    /,
    plain,
    old: Optional[int] = None,  # noqa: UP045
    several: int | str = 3,
    late: "float" = 1.0,
    word: Literal["a", "b"] = "a",
    *more: int,
    only: bool = True,
    **rest: object,
) -> None: ...


def unnamed(there: "Nowhere | int" = 1, here: "int" = 2) -> None: ...  # type: ignore[name-defined]  # noqa: F821


def test_signatures_are_read_with_forbearance() -> None:
    found = parameters_of(odd)
    assert {name: (one.type, one.optional, one.required) for name, one in found.items()} == {
        "plain": (str, False, True),
        "old": (int, True, False),
        "several": (str, False, False),
        "late": (float, False, False),
        "word": (str, False, False),
        "only": (bool, False, False),
    }
    assert {name: one.type for name, one in parameters_of(unnamed).items()} == {
        "there": str,
        "here": int,
    }
    assert found["plain"].to_data()["default"] is None


@pytest.mark.parametrize("default", [float("nan"), (1, 2), 1.5, True, None])
def test_any_default_can_be_listed(default: Any) -> None:
    def factory(value: float = default) -> None: ...

    (parameter,) = parameters_of(factory).values()
    shown = parameter.to_data()["default"]
    assert shown == (default if default in (1.5, True, None) else repr(default))


# Bots of the program that runs


@pytest.fixture
def registered() -> Iterator[None]:
    registry.register("mine", settable)
    yield
    registry.REGISTERED.clear()


@pytest.mark.usefixtures("registered")
def test_a_program_registers_its_own_bot() -> None:
    assert str(bot_named("mine:count=2")) == "mine:count=2"
    kind = kinds()["mine"]
    assert (kind.provider, kind.summary) == (None, "A bot with a parameter of every type.")
    registry.register("mine", settable)  # twice is once


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("steady", "There is already a bot steady; choose another name."),
        ("mine", "There is already a bot mine"),
        ("", "Nobody can type the name ''"),
        ("my bot", "Nobody can type the name 'my bot'"),
        ("a:b", "it is empty or holds a separator."),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, says: str) -> None:
    with pytest.raises(GameError) as caught:
        registry.register(name, RandomBot)
    assert caught.value.code == "bad_argument"
    assert says in str(caught.value)
    assert set(registry.REGISTERED) == {"mine"}


# Plug-ins, in this process


def test_plug_ins_are_known_before_they_are_loaded(plugged_in: Path) -> None:
    known = kinds()
    assert next(iter(known)) == "random"
    assert known["random"].provider is None
    assert known["dead"].provider == "people"  # to load it would end this process
    assert {kind.name: problem for kind, problem in plug_ins() if problem} == {
        "random": "The plug-in random of people has the name of another bot.",
        "two words": "The plug-in two words of people has a name that nobody can type:"
        " it holds a separator.",
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("missing", "The plug-in missing of people cannot be loaded: ModuleNotFoundError: "),
        ("absent", "cannot be loaded: AttributeError"),
        ("nonsense", "cannot be loaded: "),
        ("broken", "cannot be loaded: RuntimeError: no licence."),
        ("not_callable", "is not a bot factory."),
        ("useless", "cannot make a bot: what it makes has no method `choose`."),
        ("unlucky", "cannot make a bot: KeyError: 'luck'."),
        ("choosy", "Set name of choosy, as in choosy:name=VALUE."),
        ("thoughtful:depth=0", "The depth of thoughtful is at least 1."),
        ("thoughtful:depth=deep", "must be a whole number, not 'deep'."),
    ],
)
def test_a_plug_in_that_cannot_be_is_named(text: str, says: str, plugged_in: Path) -> None:
    with pytest.raises(GameError) as caught:
        bot_named(text)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_plug_in_has_parameters_like_ours(plugged_in: Path) -> None:
    spec = bot_named("thoughtful:depth=2:bold=true")
    assert dict(spec.settings) == {"depth": 2, "bold": True}
    assert spec.kind.to_data() == {
        "name": "thoughtful",
        "provider": "people",
        "summary": "Counts its choices, imagines and draws.",
        "parameters": [
            row("depth", "int", 1),
            row("share", "float", None, optional=True),
            row("bold", "bool", False),
        ],
    }


def row(name: str, kind: str, default: object, optional: bool = False) -> dict[str, object]:
    return {
        "name": name,
        "type": kind,
        "default": default,
        "optional": optional,
        "required": False,
    }


def test_damaged_metadata_hide_no_other_package(
    plugged_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path, {}, "damaged")
    (tmp_path / "damaged-1.0.dist-info" / "entry_points.txt").write_text("[elgrande.bots]\nwhat\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "thoughtful" in kinds()


def test_an_error_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty() -> Bot:
        raise KeyError("a bug")

    monkeypatch.setitem(registry.BUILT_IN, "faulty", faulty)
    with pytest.raises(KeyError):
        bot_named("faulty")
