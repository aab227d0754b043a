"""Types that msgspec can describe and check, made from those it does not support.

msgspec refuses a union of TypedDicts, which is what events and decisions are, and knows nothing of
`Annotated[Event, Telling]`. Here each TypedDict becomes a struct with the same fields, each such
union a separate type, and whatever holds them is rebuilt with these. The OpenAPI document is
written from the result, and tests use it to check what the server really sends.
"""

import types
from collections.abc import Iterator
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import UNSET, Struct, UnsetType

from elgrande.rules.choice_types import ClickTarget
from elgrande.rules.decision_types import Decision, HeldStep
from elgrande.rules.event_types import Event
from elgrande.rules.keys import Region, Tile
from elgrande.server.presentation.view_types import LoggedEvent, TableSource, ToldEvent
from elgrande.server.web.api.knowledge_bodies import Abroad, Addition

REFERENCES: Final = "#/components/schemas/{name}"
# Python does not know the name of a union; the document and its readers need one.
NAMED: Final[dict[Any, tuple[str, str]]] = {
    Event: ("Event", "Something that happened in a game."),
    ToldEvent: ("ToldEvent", "An event with its sentence and the position after it."),
    LoggedEvent: ("LoggedEvent", "An event in the log of a game, with its number."),
    Decision: ("Decision", "The question that a game is waiting for an answer to."),
    HeldStep: ("HeldStep", "Something that still has to happen in this turn."),
    ClickTarget: ("ClickTarget", "What a player clicks on the table to make a choice."),
    TableSource: ("TableSource", "The record or table that a table was made from."),
}
TAGS: Final = ("event", "kind", "on")
# The keys of a dict that has all of them.
KEYS: Final[dict[Any, str]] = {
    Region: "Region",
    Tile: "Tile",
    Abroad: "CountryAbroad",
    Addition: "Addition",
}


class Named:
    """The base of the types that stand for a union of TypedDicts, or for one with extra fields."""

    members: tuple[Any, ...]
    more: Any


class Schemas:
    """Rebuilds types, each once; strict ones refuse unknown fields."""

    def __init__(self, *, strict: bool = False) -> None:
        self._strict: Final = strict
        self._made: Final[dict[Any, Any]] = {}

    def components(self, wanted: list[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The schemas of types, and those that they refer to, by name."""
        made = [self.plain(one) for one in wanted]
        parts = list(self._parts_of_named())
        schemas, components = msgspec.json.schema_components(
            [*made, *parts], schema_hook=_reference, ref_template=REFERENCES
        )
        for one in self._named_types():
            components[one.__name__] = _schema_of_named(one)
        return list(schemas[: len(made)]), components

    def check(self, value: Any, wanted: Any) -> None:
        """Raise msgspec.ValidationError unless plain data is of a type."""
        msgspec.convert(value, self.plain(wanted), dec_hook=self._check_named)

    def plain(self, wanted: Any, *, sent: bool = False) -> Any:
        """A type that msgspec supports in place of one it may not; `sent`: within an answer."""
        # Of the rest only request bodies look different within an answer.
        sent = sent or is_typeddict(wanted) or (_is_struct(wanted) and not _is_body(wanted))
        key = wanted, sent
        if key not in self._made:
            self._made[key] = self._make(wanted, sent)
        return self._made[key]

    def _make(self, wanted: Any, sent: bool) -> Any:
        if wanted in NAMED:
            return self._named(wanted)
        if is_typeddict(wanted):
            return self._struct_of(wanted)
        if _is_struct(wanted):
            return self._struct_again(wanted, sent)
        origin, inner = get_origin(wanted), get_args(wanted)
        if origin is Annotated:
            return Annotated[(self.plain(inner[0], sent=sent), *wanted.__metadata__)]
        if origin in (Union, types.UnionType):
            return self._union(inner, sent)
        if origin is dict and get_origin(inner[0]) is Literal:
            return self._keyed(inner[0], inner[1])
        if origin in (list, dict, tuple):
            return origin[tuple(self.plain(one, sent=sent) for one in inner)]
        return wanted

    def _union(self, inner: tuple[Any, ...], sent: bool) -> Any:
        rest = tuple(one for one in inner if one is not type(None))
        if sum(map(is_typeddict, rest)) > 1:
            made = self._named(Union[rest])  # noqa: UP007
        else:
            made = Union[tuple(self.plain(one, sent=sent) for one in rest)]  # noqa: UP007
        return made | None if len(rest) < len(inner) else made

    def _named(self, wanted: Any) -> Any:
        if wanted in self._made:
            return self._made[wanted]
        more = None
        members = get_args(wanted)
        if get_origin(wanted) is Annotated:
            members, more = get_args(wanted)[:1], wanted.__metadata__[0]
            self._named(members[0])
        name, description = NAMED[wanted]
        parts = {"members": members, "more": more, "__doc__": description}
        made = type(name, (Named,), parts)
        self._made[wanted] = made
        return made

    def _keyed(self, keys: Any, value: Any) -> type[Struct]:
        """A dict with fixed keys is an object that has them all."""
        words = get_args(keys)
        fields = [(f"key_{index}", self.plain(value, sent=True)) for index in range(len(words))]
        rename = {f"key_{index}": word for index, word in enumerate(words)}
        is_named = is_typeddict(value) or _is_struct(value)
        name = f"{value.__name__ if is_named else 'Values'}By{KEYS[keys]}"
        return msgspec.defstruct(
            name,
            fields,
            rename=rename,
            forbid_unknown_fields=self._strict,
            module=__name__,
            namespace={"__doc__": "One value for every key."},
        )

    def _struct_of(self, shape: Any) -> type[Struct]:
        fields: list[Any] = []
        hints = get_type_hints(shape, include_extras=True)
        for index, (name, annotation) in enumerate(hints.items()):
            if get_origin(annotation) in (NotRequired, Required):
                annotation = get_args(annotation)[0]
            made = self.plain(annotation, sent=True)
            if name in shape.__required_keys__:
                fields.append((f"field_{index}", made))
            else:
                fields.append((f"field_{index}", made | UnsetType, UNSET))
        rename = {f"field_{index}": name for index, name in enumerate(hints)}
        return self._define(shape.__name__, shape, fields, rename)

    def _struct_again(self, shape: type[Struct], sent: bool) -> type[Struct]:
        """Clients may leave out fields with a default; the server sends everything."""
        is_body = _is_body(shape)
        if is_body and not sent:
            return shape
        fields = [
            (one.name, self.plain(one.type, sent=True)) for one in msgspec.structs.fields(shape)
        ]
        rename = {one.name: one.encode_name for one in msgspec.structs.fields(shape)}
        name = f"{shape.__name__}Shown" if is_body else shape.__name__
        return self._define(name, shape, fields, rename)

    def _define(
        self, name: str, shape: Any, fields: list[Any], rename: dict[str, str]
    ) -> type[Struct]:
        config = getattr(shape, "__struct_config__", None)
        return msgspec.defstruct(
            name,
            fields,
            kw_only=True,
            rename=rename,
            namespace={"__doc__": shape.__doc__},
            module=shape.__module__,
            tag_field=None if config is None else config.tag_field,
            tag=None if config is None else config.tag,
            forbid_unknown_fields=self._strict,
        )

    def _named_types(self) -> list[type[Named]]:
        found = self._made.values()
        return [one for one in found if isinstance(one, type) and issubclass(one, Named)]

    def _parts_of_named(self) -> Iterator[Any]:
        """What named types are made of, down to the last."""
        done: set[str] = set()
        while fresh := [one for one in self._named_types() if one.__name__ not in done]:
            for one in fresh:
                done.add(one.__name__)
                more = () if one.more is None else (one.more,)
                yield from (self.plain(part, sent=True) for part in (*one.members, *more))

    def _check_named(self, wanted: Any, value: Any) -> Named:
        """Check what msgspec leaves to us."""
        if not isinstance(value, dict):
            raise msgspec.ValidationError(f"Expected an object for {wanted.__name__}")
        found: Named = wanted()
        if wanted.more is not None:
            names = get_type_hints(wanted.more)
            self.check({one: part for one, part in value.items() if one in names}, wanted.more)
            rest = {one: part for one, part in value.items() if one not in names}
            self.check(rest, wanted.members[0])
            return found
        for member in wanted.members:
            if any(value.get(tag) in _words_of(member, tag) for tag in TAGS):
                self.check(value, member)
                return found
        raise msgspec.ValidationError(f"No {wanted.__name__} is like this: {value}")


def _is_struct(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, Struct)


def _is_body(wanted: Any) -> bool:
    return _is_struct(wanted) and bool(wanted.__struct_config__.forbid_unknown_fields)


def _words_of(shape: Any, tag: str) -> tuple[str, ...]:
    return get_args(get_type_hints(shape).get(tag))


def _reference(named: type) -> dict[str, Any]:
    return {"$ref": REFERENCES.format(name=named.__name__)}


def _schema_of_named(named: type[Named]) -> dict[str, Any]:
    if named.more is not None:
        parts = (NAMED[named.members[0]][0], named.more.__name__)
        whole = [{"$ref": REFERENCES.format(name=name)} for name in parts]
        return {"description": named.__doc__, "allOf": whole}
    members = [{"$ref": REFERENCES.format(name=member.__name__)} for member in named.members]
    return {"description": named.__doc__, "oneOf": members}
