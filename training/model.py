"""The network while it learns: as `elgrande.search.network` computes it, but in floating point.

Rows of the first layer are sums of factors, so that what is learned about one place or number also
serves similar ones; the network that is exported has the sums.
"""

from typing import Any, Final, NamedTuple

import torch
from torch import nn

from elgrande.rules.board import COLOURS, REGIONS
from elgrande.search.features import COUNTS, DIFFERENCES, GROUPS, ROWS, Group
from elgrande.search.network import BUCKETS, OUTPUTS

AUXILIARY: Final = 1 + REGIONS  # points of the next general scoring, and who leads then where


class Sizes(NamedTuple):
    """How many units the layers have."""

    hidden: int = 64
    second: int = 32


def factors() -> torch.Tensor:
    """Which factors make up which row, as a sparse matrix of ROWS by factors."""
    rows, columns, values = [], [], []
    names: dict[object, int] = {}

    def add(row: int, name: object, value: float = 1.0) -> None:
        rows.append(row)
        columns.append(names.setdefault(name, len(names)))
        values.append(value)

    for group in GROUPS:
        for index in range(group.rows):
            row = group.first + index
            add(row, row)
            for name, value in shared_factors(group, index):
                add(row, (group.name, name), value)
    at = torch.tensor([rows, columns])
    shape = (ROWS, len(names))
    return torch.sparse_coo_tensor(
        at, torch.tensor(values), shape, check_invariants=True
    ).coalesce()


def shared_factors(group: Group, index: int) -> list[tuple[object, float]]:
    """What a row has in common with others: its number at other places, and how large it is."""
    if group.name in ("best", "second"):
        mine, theirs = divmod(index, COUNTS)
        return [
            (index, 1.0),
            ("mine", mine / COUNTS),
            ("theirs", theirs / COUNTS),
            (("ahead", (mine > theirs) - (mine < theirs), mine == 0), 1.0),
        ]
    if group.name in ("lead", "lead_soon", "second_soon"):
        return [("ahead", (2 * index - DIFFERENCES + 1) / DIFFERENCES), (("tens", index // 5), 0.5)]
    if group.name in ("paid", "court", "province"):
        return [("count", index / group.rows)] + ([(index, 1.0)] if group.name == "paid" else [])
    if group.name in ("pieces", "tile"):
        return [(index, 1.0)]
    if group.name in ("power", "time", "card"):
        return [(index % group.shape[1], 1.0)]
    return []


class JudgeModel(nn.Module):  # type: ignore[misc]
    """Logits, points still to come, points and leads at the next scoring, for every seat."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        matrix = factors()
        self.register_buffer("factors", matrix)
        width = sizes.hidden + OUTPUTS
        self.parts = nn.Parameter(torch.randn(matrix.shape[1], width) * 0.03)
        self.bias = nn.Parameter(torch.full((width,), 0.3))
        with torch.no_grad():
            self.parts[:, sizes.hidden :] = 0.0
            self.bias[sizes.hidden :] = 0.0
        shape = (sizes.hidden, sizes.second)
        scale = (1 / sizes.hidden) ** 0.5
        self.own = nn.Parameter(torch.randn(*shape) * scale)
        self.others = nn.Parameter(torch.randn(*shape) * scale / 2)
        self.own_by_round = nn.Parameter(torch.zeros(BUCKETS, *shape))
        self.others_by_round = nn.Parameter(torch.zeros(BUCKETS, *shape))
        self.second_bias = nn.Parameter(torch.full((BUCKETS, sizes.second), 0.2))
        self.last = nn.Parameter(torch.randn(OUTPUTS + AUXILIARY, sizes.second) * 0.1)
        self.last_by_round = nn.Parameter(torch.zeros(BUCKETS, OUTPUTS + AUXILIARY, sizes.second))
        self.last_bias = nn.Parameter(torch.zeros(BUCKETS, OUTPUTS + AUXILIARY))

    def table(self) -> Any:
        """The rows of the first layer; row 0 is nothing."""
        return torch.sparse.mm(self.factors, self.parts)

    def forward(self, rows: Any, players: Any, buckets: Any) -> tuple[Any, Any, Any, Any]:
        """For positions: int[n, 5, width], int[n], int[n]."""
        count = rows.shape[0]
        flat = rows.reshape(count * COLOURS, -1)
        sums = nn.functional.embedding_bag(flat, self.table(), mode="sum", padding_idx=0)
        sums = (sums + self.bias).reshape(count, COLOURS, -1)
        taken = torch.arange(COLOURS, device=rows.device) < players[:, None]
        hidden = sums[..., : self.sizes.hidden].clamp(0.0, 1.0) * taken[..., None]
        direct = sums[..., self.sizes.hidden :]
        rest = hidden.sum(dim=1, keepdim=True) - hidden
        own, others = self.own + self.own_by_round, self.others + self.others_by_round
        second = self._by_bucket(hidden, own, buckets) + self._by_bucket(rest, others, buckets)
        second = (second + self.second_bias[buckets][:, None]).clamp(0.0, 1.0)
        last = (self.last + self.last_by_round)[buckets]
        out = torch.einsum("nsk,nok->nso", second, last) + self.last_bias[buckets][:, None]
        logits = (out[..., 0] + direct[..., 0]).masked_fill(~taken, -1e9)
        gains = out[..., 1] + direct[..., 1]
        return logits, gains, out[..., OUTPUTS], out[..., OUTPUTS + 1 :]

    def _by_bucket(self, inputs: Any, weights: Any, buckets: Any) -> Any:
        """Every position times the weights of its round: of all rounds, then the one is taken."""
        count = inputs.shape[0]
        every = inputs @ weights.permute(1, 0, 2).reshape(self.sizes.hidden, -1)
        every = every.reshape(count, COLOURS, BUCKETS, self.sizes.second)
        return every[torch.arange(count, device=inputs.device), :, buckets]
