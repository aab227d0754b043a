"""The value of a matrix by somebody else's linear programme."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog


def value_by_scipy(matrix: Sequence[Sequence[int | float]]) -> float:
    """What the one who chooses the row can be sure of: the highest v below every column."""
    payoffs = np.array([[float(entry) for entry in row] for row in matrix])
    height, width = payoffs.shape
    found = linprog(
        np.append(np.zeros(height), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=np.append(np.ones(height), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    return float(-found.fun)
