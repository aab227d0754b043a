"""From the network that learned to the integers that play, and those integers in numpy."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from elgrande.rules.board import COLOURS
from elgrande.search.features import GROUPS, ROWS
from elgrande.search.network import (
    BUCKETS,
    DIRECT_SHIFT,
    HALF,
    OUTPUTS,
    SUM_SHIFT,
    SUM_UNIT,
    UNIT,
    WEIGHT_SHIFT,
    WEIGHT_UNIT,
    Layers,
)
from training.model import JudgeModel


def layers_of(model: JudgeModel) -> Layers:
    """The weights as integers; half a step is added where the network rounds down."""
    hidden = model.sizes.hidden
    bias = integers(model.bias, SUM_UNIT)
    bias[:hidden] += 2 ** (SUM_SHIFT - 1)
    table = fitted(integers(model.table(), SUM_UNIT), bias)
    wide = WEIGHT_UNIT * UNIT
    second_bias = integers(model.second_bias, wide) + 2 ** (WEIGHT_SHIFT - 1)
    last = (model.last + model.last_by_round)[:, :OUTPUTS]
    return Layers(
        hidden,
        model.sizes.second,
        table.ravel().tolist(),
        bias.tolist(),
        integers(model.own + model.own_by_round, WEIGHT_UNIT).ravel().tolist(),
        integers(model.others + model.others_by_round, WEIGHT_UNIT).ravel().tolist(),
        second_bias.ravel().tolist(),
        integers(last, WEIGHT_UNIT).ravel().tolist(),
        integers(model.last_bias[:, :OUTPUTS], wide).ravel().tolist(),
    )


def fitted(table: NDArray[Any], bias: NDArray[Any]) -> NDArray[Any]:
    """The rows of the first layer, the largest weights of a unit cut until its sums have room."""
    table = table.copy()
    for unit in range(table.shape[1]):
        bound = int(np.abs(table[:, unit]).max())
        while abs(int(bias[unit])) + most_of(table[:, unit]) >= HALF:
            bound = bound * 15 // 16
            table[:, unit] = table[:, unit].clip(-bound, bound)
    return table


def most_of(column: NDArray[Any]) -> int:
    """The most that the rows of one unit can add up to."""
    weights = np.abs(column)
    return sum(
        group.most * int(weights[group.first : group.first + group.rows].max()) for group in GROUPS
    )


def integers(values: Any, unit: int) -> NDArray[Any]:
    """Numbers in steps of 1 / unit."""
    array = values if isinstance(values, np.ndarray) else values.detach().cpu().numpy()
    return np.rint(array.astype(np.float64) * unit).astype(np.int64)


def judged_by_numpy(
    layers: Layers, rows: NDArray[Any], players: int, bucket: int
) -> tuple[list[int], list[int]]:
    """Logits and points of one position, int[5, width], by the same integer arithmetic."""
    hidden, second = layers.hidden, layers.second
    table = np.array(layers.rows, np.int64).reshape(ROWS, hidden + OUTPUTS)
    sums = table[rows[:players].astype(np.int64)].sum(axis=1) + np.array(layers.bias)
    active = np.clip(sums[:, :hidden] >> SUM_SHIFT, 0, UNIT)
    direct = sums[:, hidden:] << DIRECT_SHIFT
    rest = active.sum(axis=0) - active
    shape = (BUCKETS, hidden, second)
    own = np.array(layers.own).reshape(shape)[bucket]
    others = np.array(layers.others).reshape(shape)[bucket]
    bias = np.array(layers.second_bias).reshape(BUCKETS, second)[bucket]
    passed = np.clip((active @ own + rest @ others + bias) >> WEIGHT_SHIFT, 0, UNIT)
    last = np.array(layers.last).reshape(BUCKETS, OUTPUTS, second)[bucket]
    last_bias = np.array(layers.last_bias).reshape(BUCKETS, OUTPUTS)[bucket]
    out = passed @ last.T + last_bias + direct
    assert len(out) == players <= COLOURS
    return out[:, 0].tolist(), out[:, 1].tolist()
