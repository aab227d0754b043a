"""The file of a network: a header with sizes and a checksum, then all weights as small integers."""

import struct
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from elgrande.search.errors import BadNetwork
from elgrande.search.features import ENCODING, ROWS
from elgrande.search.network import BUCKETS, LANES, OUTPUTS, PAIR, Layers, Network

MAGIC: Final = b"elgrande network"
FORMAT: Final = 1
HEADER: Final = struct.Struct("<16sIIIII32s")  # format, encoding, rows, hidden, second, checksum
MOST_BYTES: Final = 1_000_000
MOST_UNITS: Final = 512
SHIPPED: Final = "grandmaster.network"  # the one in the package


def write_network(layers: Layers) -> bytes:
    """The file of a network."""
    parts = [layers.rows, layers.bias, layers.own, layers.others, layers.last]
    small = [number for part in parts for number in part]
    wide = [*layers.second_bias, *layers.last_bias]
    try:
        body = struct.pack(f"<{len(small)}h{len(wide)}i", *small, *wide)
    except struct.error:
        raise BadNetwork("A weight of the network is out of range.") from None
    digest = sha256(body).digest()
    header = HEADER.pack(MAGIC, FORMAT, ENCODING, ROWS, layers.hidden, layers.second, digest)
    return header + body


def read_network(content: bytes, name: str) -> Network:
    """The network of a file; BadNetwork says what is wrong with it, by its name."""
    if len(content) > MOST_BYTES:
        raise BadNetwork(f"{name} is larger than {MOST_BYTES} bytes.")
    if len(content) < HEADER.size or not content.startswith(MAGIC):
        raise BadNetwork(f"{name} is not a network of El Grande.")
    _, form, encoding, rows, hidden, second, digest = HEADER.unpack_from(content)
    if form != FORMAT or encoding != ENCODING or rows != ROWS:
        raise BadNetwork(
            f"{name} has format {form} and encoding {encoding} of {rows} features;"
            f" this version reads {FORMAT} and {ENCODING} of {ROWS}."
        )
    body = content[HEADER.size :]
    if not is_size(hidden, LANES) or not is_size(second, PAIR) or sha256(body).digest() != digest:
        raise BadNetwork(f"{name} is damaged: its checksum does not fit.")
    try:
        return Network(read_layers(body, hidden, second))
    except struct.error:
        raise BadNetwork(f"{name} is damaged: its sizes do not fit.") from None


def is_size(units: int, step: int) -> bool:
    """Whether a layer may have that many units."""
    return 0 < units <= MOST_UNITS and units % step == 0


def read_layers(body: bytes, hidden: int, second: int) -> Layers:
    """The weights of the rest of a file."""
    width = hidden + OUTPUTS
    small = [ROWS * width, width]
    small += [BUCKETS * hidden * second] * 2 + [BUCKETS * OUTPUTS * second]
    wide = [BUCKETS * second, BUCKETS * OUTPUTS]
    numbers = struct.unpack(f"<{sum(small)}h{sum(wide)}i", body)
    parts = []
    at = 0
    for size in small + wide:
        parts.append(numbers[at : at + size])
        at += size
    rows, bias, own, others, last, second_bias, last_bias = parts
    return Layers(hidden, second, rows, bias, own, others, second_bias, last, last_bias)


def load_network(path: Path | None = None) -> Network:
    """The network of a file, or the one of the package; BadNetwork if there is none that fits."""
    try:
        if path is None:
            content = files("elgrande.search").joinpath(SHIPPED).read_bytes()
        else:
            content = path.read_bytes()
    except OSError:
        raise BadNetwork(f"There is no network {path or SHIPPED}.") from None
    return read_network(content, str(path or SHIPPED))
