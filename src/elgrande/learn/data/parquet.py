"""Games of a file as a Parquet table: a row for every decision (needs pyarrow)."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.data.games_file import read_games
from elgrande.learn.data.replaying import Steps, replay
from elgrande.learn.errors import missing
from elgrande.learn.field_tables import ACTION_VERSION
from elgrande.learn.observation_fields import OBSERVATION_VERSION

if TYPE_CHECKING:
    import pyarrow

COMPRESSION: Final = "zstd"


def require_pyarrow() -> Any:
    """The modules of pyarrow; MissingExtra if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing("pyarrow", "data") from None
    return pyarrow


def write_parquet(source: Path | str, target: Path | str) -> int:
    """Write the decisions of a file or folder of games; returns how many rows there are.

    The file is there as a whole, or not at all.
    """
    arrow = require_pyarrow()
    path = Path(target)
    draft = path.with_name(f"{path.name}.part")
    schema = schema_of(source)
    rows = 0
    try:
        with arrow.parquet.ParquetWriter(draft, schema, compression=COMPRESSION) as writer:
            for steps in replay(source):
                writer.write_table(_table(steps, schema))
                rows += len(steps.actions)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def schema_of(source: Path | str) -> "pyarrow.Schema":
    """The columns, with the versions of the encodings and what the games have in common."""
    arrow = require_pyarrow()
    common = read_games(source).common
    about = {
        "elgrande.version": common.version,
        "elgrande.bots": ",".join(common.bots),
        "elgrande.actions": ACTION_VERSION,
        "elgrande.observations": OBSERVATION_VERSION,
    }
    columns = [
        ("game", arrow.int64()),
        ("seat", arrow.uint8()),
        ("action", arrow.uint8()),
        ("return", arrow.float32()),
        ("points", arrow.int16()),
        ("mask", arrow.binary(ACTIONS)),
        ("observation", arrow.binary(OBS_SIZE)),
    ]
    return arrow.schema(columns, metadata=about)


def _table(steps: Steps, schema: Any) -> Any:
    arrow = require_pyarrow()
    columns = [
        arrow.array(steps.games),
        arrow.array(steps.seats),
        arrow.array(steps.actions),
        arrow.array(steps.returns),
        arrow.array(steps.points),
        _rows(steps.masks),
        _rows(steps.observations),
    ]
    return arrow.Table.from_arrays(columns, schema=schema)


def _rows(array: Any) -> Any:
    """Rows of bytes as a column of binaries of that width, without a copy."""
    arrow = require_pyarrow()
    count, width = array.shape
    buffers = [None, arrow.py_buffer(array)]
    return arrow.FixedSizeBinaryArray.from_buffers(arrow.binary(width), count, buffers)
