"""Whatever is fed to the readers, only their own typed errors come out, and nothing is changed."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elgrande import BadNotation, BadRecord, BadSnapshot, Game, GameError, Options, Record
from elgrande.notation import parse_choice
from elgrande.rules.frames import KIND_KEYS
from elgrande.rules.rng import Rng
from tests.support.tampering import paths_in, replace_at
from tests.support.walks import every_variant, somewhere, walk

VARIANTS = list(every_variant())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=60))
def test_notation_reads_or_refuses(text: str) -> None:
    try:
        choice = parse_choice(text, Options())
    except BadNotation:
        return
    assert 0 <= choice < 120


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_any_json_is_a_snapshot_or_refused(data: object) -> None:
    with pytest.raises(BadSnapshot):
        Game.from_snapshot(data)
    with pytest.raises(BadRecord):
        Record.from_json(json.dumps(data))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for read in (Record.from_text, Record.from_json):
        with pytest.raises(BadRecord):
            read(text)


@pytest.mark.proof
@settings(max_examples=700, deadline=None)
@given(st.data())
def test_a_snapshot_with_one_thing_changed_is_refused_or_plays_on(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 300))
    game = somewhere(VARIANTS[number * 29 % len(VARIANTS)], number)
    snapshot = game.snapshot()
    paths = paths_in(snapshot)
    path = paths[data.draw(st.integers(0, len(paths) - 1))]
    value = data.draw(st.integers(-3, 40) | JSON)
    changed = replace_at(snapshot, path, value)
    try:
        restored = Game.from_snapshot(changed)
    except BadSnapshot:
        return
    assert restored.waiting or restored.over
    for seat in range(game.options.players):
        restored.determinize(seat, number)
    walk(restored, Rng(number))
    restored.snapshot()


# What hangs together with the frames of a position.
ABOUT_A_TURN = ("frames", "phase", "card", "available", "performer", "allowed", "infiltrating")


@pytest.mark.proof
@settings(max_examples=700, deadline=None)
@given(st.data())
def test_a_snapshot_with_other_frames_is_refused_or_plays_on(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 300))
    options = VARIANTS[number * 29 % len(VARIANTS)]
    game = somewhere(options, number)
    other: Any = somewhere(options, data.draw(st.integers(0, 300))).snapshot()
    mixed: Any = copy.deepcopy(game.snapshot())
    for name in data.draw(st.sets(st.sampled_from(ABOUT_A_TURN))):
        mixed[name] = other[name]
    spot = data.draw(st.integers(0, len(mixed["frames"])))
    added = {
        "kind": data.draw(st.sampled_from(KIND_KEYS)),
        "seat": data.draw(st.integers(0, options.players - 1)),
        "argument": data.draw(st.sampled_from([0, 0, 1, 2, 3]) | st.integers(0, 2**20)),
    }
    mixed["frames"][spot : spot + data.draw(st.integers(0, 1))] = data.draw(
        st.sampled_from([[], [added], other["frames"][-1:]])
    )
    if mixed["frames"]:
        mixed["phase"] = mixed["frames"][-1]["kind"]
    try:
        restored = Game.from_snapshot(mixed)
    except BadSnapshot:
        return
    for seat in range(options.players):
        restored.determinize(seat, number)
    start = restored.snapshot()
    walk(restored, Rng(number))
    assert restored.record().start == start
    assert restored.record().replay().digest() == restored.digest()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_text_record_never_passes_for_another_game(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 40))
    record = somewhere(VARIANTS[number * 31 % len(VARIANTS)], number).record()
    text = record.to_text()
    spot = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 30))
    damaged = text[:spot] + data.draw(st.text(max_size=5)) + text[spot + length :]
    try:
        read = Record.from_text(damaged)
        game = read.replay()
    except BadRecord:
        return
    # What still reads must say the same or be honest about what it no longer checks.
    assert read.digest in ("", record.digest)
    assert game.options == read.options


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_changed_json_record_is_refused_or_replays(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 40))
    plain = json.loads(somewhere(VARIANTS[number * 37 % len(VARIANTS)], number).record().to_json())
    paths = paths_in(plain)
    path = paths[data.draw(st.integers(0, len(paths) - 1))]
    changed = replace_at(plain, path, data.draw(st.integers(-3, 200) | JSON))
    try:
        Record.from_json(json.dumps(changed)).replay()
    except BadRecord:
        return


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_refused_choice_changes_nothing(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 200))
    game = somewhere(VARIANTS[number * 41 % len(VARIANTS)], number)
    digest, step = game.digest(), game.step
    choice = data.draw(st.integers(-5, 300) | st.integers())
    seat = data.draw(st.integers(-2, 7))
    if choice in (game.legal(seat) if 0 <= seat < game.options.players else []):
        return
    with pytest.raises(GameError) as caught:
        game.play(choice, seat)
    assert caught.value.code in ("illegal_choice", "not_your_turn", "no_such_seat", "game_over")
    assert (game.digest(), game.step) == (digest, step)
