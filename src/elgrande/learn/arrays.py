"""numpy, and the vectors of the compiled core as numpy sees them."""

from typing import TYPE_CHECKING, Any

from elgrande.learn.errors import missing

try:
    import numpy as np
except ImportError:
    raise missing("numpy", "learn") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["np", "seen"]


def seen(vector: Any, dtype: Any) -> "NDArray[Any]":
    """A vector of the compiled core without a copy and read-only; the vector must never grow."""
    array: NDArray[Any] = np.frombuffer(vector, dtype)
    return array
