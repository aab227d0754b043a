"""Plain data with one thing changed: how readers are tried, and positions that are nearly equal."""

import copy
from random import Random
from typing import Any

Path = tuple[Any, ...]
SMALL = 5
# What is added to a number; 32 and 512 are other parts of what frames pack into theirs.
STEPS = (-2, -1, 1, 2, 32, 512)


def paths_in(data: object, path: Path = ()) -> list[Path]:
    """All places in plain data."""
    found = [path]
    if isinstance(data, dict):
        for key, value in data.items():
            found += paths_in(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += paths_in(value, (*path, index))
    return found


def replace_at(data: Any, path: Path, value: object) -> Any:
    """A copy of plain data with one place replaced."""
    if not path:
        return value
    changed = copy.deepcopy(data)
    spot = changed
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    return changed


def tampered(data: Any, field: str, chance: Random) -> Any:
    """Plain data with one thing of a field changed by chance, so that it may well still be valid.

    Numbers change a little, a word becomes another that stands there, lists lose, get or exchange
    something, a table exchanges its values.
    """
    values = {path: value_at(data, path) for path in paths_in(data[field], (field,))}
    path = chance.choice(list(values))
    value = values[path]
    if isinstance(value, str):
        changed = chance.choice([word for word in values.values() if isinstance(word, str)])
    else:
        changed = _other(value, chance)
    return {**data, **replace_at({field: data[field]}, path, changed)}


def value_at(data: Any, path: Path) -> Any:
    """What stands at a place."""
    for key in path:
        data = data[key]
    return data


def _other(value: Any, chance: Random) -> Any:
    if value is None:
        return chance.randrange(SMALL)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice(STEPS)
    if isinstance(value, dict):
        moved = list(value.values())
        chance.shuffle(moved)
        return dict(zip(value, moved, strict=True))
    return _other_list(list(value), chance)


def _other_list(items: list[Any], chance: Random) -> list[Any]:
    way = chance.randrange(3)
    if way == 0 and items:
        items.pop(chance.randrange(len(items)))
    elif way == 1:
        items = sorted([*items, chance.randrange(SMALL)], key=str)
    else:
        chance.shuffle(items)
    return items
