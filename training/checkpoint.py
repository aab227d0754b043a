"""Checkpoints: networks that learning can start from, and learning that was interrupted."""

import io
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NamedTuple
from zipfile import BadZipFile

import torch

from elgrande.learn.data.games_file import write_whole
from elgrande.search.features import ENCODING
from training.errors import BadCheckpoint
from training.model import JudgeModel, Sizes


class Progress(NamedTuple):
    """How far learning has come."""

    step: int = 0
    seconds: float = 0.0


def save_model(model: JudgeModel, path: Path) -> None:
    """Write a network that learning can start from."""
    write_tensors(path, described(model) | {"weights": weights_of(model)})


def load_model(path: Path, sizes: Sizes | None = None) -> JudgeModel:
    """A network from its checkpoint; BadCheckpoint if it is of other sizes or another encoding."""
    found = {"encoding": ENCODING} | read_tensors(path)  # older ones do not name it
    try:
        model = JudgeModel(sizes or Sizes(*found["sizes"]))
    except (KeyError, TypeError):
        raise BadCheckpoint(f"{path} is not a checkpoint of a network.") from None
    check(path, found, described(model))
    put_weights(path, model, found)
    return model


def keep_progress(
    path: Path, model: JudgeModel, optimizer: Any, about: dict[str, Any], progress: Progress
) -> None:
    """Write all that an interrupted lesson needs; `about` tells it from other lessons."""
    learned = {"weights": weights_of(model), "optimizer": optimizer.state_dict()}
    write_tensors(path, described(model) | about | learned | {"progress": tuple(progress)})


def take_up(path: Path, model: JudgeModel, optimizer: Any, about: dict[str, Any]) -> Progress:
    """Go on with a lesson, from its beginning if nothing is kept; BadCheckpoint if another is."""
    if not path.exists():
        return Progress()
    found = read_tensors(path)
    check(path, found, described(model) | about)
    put_weights(path, model, found)
    optimizer.load_state_dict(found["optimizer"])
    return Progress(*found["progress"])


def described(model: JudgeModel) -> dict[str, Any]:
    """What a network must have in common with another to take over its weights."""
    return {"encoding": ENCODING, "sizes": tuple(model.sizes)}


def check(path: Path, found: dict[str, Any], expected: dict[str, Any]) -> None:
    """BadCheckpoint if a checkpoint is not what it must be."""
    for name, value in expected.items():
        if found.get(name) != value:
            raise BadCheckpoint(
                f"{path} is of something else ({name}: {found.get(name)}, not {value});"
                " remove it or name another."
            )


def put_weights(path: Path, model: JudgeModel, found: dict[str, Any]) -> None:
    """Set the weights of a model; the factors follow from the encoding."""
    try:
        missing, unknown = model.load_state_dict(found["weights"], strict=False)
    except (KeyError, AttributeError, RuntimeError):
        raise BadCheckpoint(f"{path} has the weights of another kind of network.") from None
    if unknown or missing != ["factors"]:
        raise BadCheckpoint(f"{path} has the weights of another kind of network.")


def weights_of(model: JudgeModel) -> dict[str, Any]:
    """All that was learned."""
    found = model.state_dict()
    return {name: weights.cpu() for name, weights in found.items() if name != "factors"}


def write_tensors(path: Path, data: dict[str, Any]) -> None:
    """Write a file of PyTorch; it is there as a whole, or not at all."""
    content = io.BytesIO()
    torch.save(data, content)
    write_whole(path, content.getvalue())


def read_tensors(path: Path) -> dict[str, Any]:
    """Read a file of PyTorch; nothing in it is executed."""
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except OSError:
        raise BadCheckpoint(f"There is no checkpoint {path}.") from None
    except (RuntimeError, EOFError, ValueError, BadZipFile, UnpicklingError):
        raise BadCheckpoint(f"{path} is damaged, or not a checkpoint at all.") from None
    if not isinstance(found, dict):
        raise BadCheckpoint(f"{path} is not a checkpoint of a network.")
    return found
