"""The file of a network: what is written is read, and anything else is refused with its reason."""

import struct
from hashlib import sha256
from pathlib import Path

import pytest

from elgrande import Game
from elgrande.search.errors import BadNetwork
from elgrande.search.network import Network
from elgrande.search.network_file import (
    HEADER,
    MOST_BYTES,
    load_network,
    read_network,
    write_network,
)
from tests.support.networks import random_layers

SIZES_AT = 28  # of the header: after the name, the format, the encoding and the rows


def changed(content: bytes, at: int, number: int) -> bytes:
    """The file with another number in its header."""
    return content[:at] + struct.pack("<I", number) + content[at + 4 :]


def sealed(body: bytes, content: bytes) -> bytes:
    """Another body with a checksum that fits."""
    return content[: HEADER.size - 32] + sha256(body).digest() + body


def test_a_network_judges_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    layers = random_layers(2)
    path = tmp_path / "one.network"
    path.write_bytes(write_network(layers))
    state = Game.new(seed=4).state
    before, after = Network(layers), load_network(path)
    before.evaluate(state)
    after.evaluate(state)
    assert list(before.logits) == list(after.logits)
    assert list(before.points) == list(after.points)


def test_anything_but_a_whole_network_of_this_encoding_is_refused(tmp_path: Path) -> None:
    content = write_network(random_layers(2))
    body = content[HEADER.size :]
    cases = [
        (b"", "is not a network"),
        (b"PNG" + content[3:], "is not a network"),
        (content[: HEADER.size - 1], "is not a network"),
        (content[:-1], "damaged"),
        (content + b"\0", "damaged"),
        (content[:-1] + bytes([content[-1] ^ 1]), "damaged"),
        (changed(content, 16, 2), "format 2"),
        (changed(content, 20, 9), "encoding 9"),
        (changed(content, 24, 7), "of 7 features"),
        (changed(content, SIZES_AT, 0), "damaged"),
        (changed(content, SIZES_AT, 2**31), "damaged"),
        (changed(content, SIZES_AT, 20), "sizes do not fit"),
        (sealed(body[:-2], content), "sizes do not fit"),
        (content + bytes(MOST_BYTES), "larger than"),
    ]
    for broken, reason in cases:
        with pytest.raises(BadNetwork, match=reason):
            read_network(broken, "some.network")
    with pytest.raises(BadNetwork, match=r"no network .*none\.network"):
        load_network(tmp_path / "none.network")


def test_weights_that_do_not_fit_are_not_written() -> None:
    layers = random_layers(2)
    layers.bias = [40000] * len(layers.bias)
    with pytest.raises(BadNetwork, match="out of range"):
        write_network(layers)
