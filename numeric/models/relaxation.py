"""Eigenvalues of attention maps during training, and how well they relax exponentially (equation 1 of attention_spectra).

The largest eigenvalue of a map is 1 at all times, so that it has no time of relaxation; the others are followed by their moduli,
sorted, of the mean map over a batch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from numeric.models.conditioning import maps_at

FEWEST = 5
"""Checkpoints from which three numbers (start, end, time) are fitted."""


class SpectraLogger:
    """Called at every step of a training loop, it keeps the eigenvalues of the attention maps of every ``every``-th step.

    Args:
        every: Steps from one checkpoint to the next.
        modes: Largest eigenvalues after the first that are followed.

    Examples:
        >>> log, model, x = SpectraLogger(every=2), nn.MultiheadAttention(4, 2, batch_first=True), torch.ones(1, 3, 4)
        >>> for _ in range(5):
        ...     log(model, (x, x, x))
        >>> log.steps, tuple(log.moduli[0].shape)
        ([0, 2, 4], (1, 2, 3))
    """

    def __init__(self, every: int = 100, modes: int = 4) -> None:
        if every < 1 or modes < 1:
            raise ValueError(f"every and modes are at least 1, got {every} and {modes}")
        self.every, self.modes = every, modes
        self.steps: list[int] = []
        self.moduli: list[Tensor] = []
        self._calls = 0

    def __call__(self, model: nn.Module, batch: Any) -> None:
        """Count a step; at a checkpoint the model is run once on the batch in evaluation mode, and left as it was.

        Raises:
            NotSupported: No attention map could be collected.
        """
        step, self._calls = self._calls, self._calls + 1
        if step % self.every:
            return
        maps = torch.stack([P.detach().double().mean(0) for P in maps_at(model, batch)])
        self.moduli.append(torch.linalg.eigvals(maps).abs().sort(dim=-1, descending=True).values.cpu())
        self.steps.append(step)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dict a layer, head and mode i >= 2: ``tau``, ``residual`` (rms of the fit over that of the changes), both ends.

        ``tau`` is None where there are fewer than `FEWEST` checkpoints, or nothing changes.
        """
        if not self.moduli:
            return []
        values = torch.stack(self.moduli).numpy()  # checkpoints x layers x heads x n
        found = []
        for layer in range(values.shape[1]):
            for head in range(values.shape[2]):
                for i in range(1, min(self.modes + 1, values.shape[3])):
                    series = values[:, layer, head, i]
                    tau, residual = relaxation(self.steps, series)
                    found.append({
                        "layer": layer, "head": head, "i": i + 1, "tau": tau, "residual": residual,
                        "first": float(series[0]), "last": float(series[-1]),
                    })  # fmt: skip
        return found


def relaxation(times: Sequence[float], values: Any) -> tuple[float | None, float | None]:
    """The time tau of the least-squares fit ``a + b e^(-t / tau)``, and its rms residual over that of the mean.

    Given tau the fit is linear in a and b; tau is searched between a hundredth and a hundred times the span.
    """
    from scipy.optimize import minimize_scalar

    t, y = np.asarray(times, float), np.asarray(values, float)
    spread = float(np.sqrt(np.mean((y - y.mean()) ** 2)))
    if len(t) < FEWEST or spread <= 1e-12 * max(1.0, float(np.abs(y).max())):
        return None, None

    def rest(log: float) -> float:
        columns = np.stack([np.ones_like(t), np.exp(-(t - t[0]) / math.exp(log))], axis=1)
        return float(np.sqrt(np.mean((y - columns @ np.linalg.lstsq(columns, y, rcond=None)[0]) ** 2)))

    span = float(t[-1] - t[0])
    grid = np.linspace(math.log(span / 100), math.log(span * 100), 60)
    at = int(np.argmin([rest(log) for log in grid]))
    ends = grid[max(at - 1, 0)], grid[min(at + 1, len(grid) - 1)]
    best = minimize_scalar(rest, bounds=ends, method="bounded", options={"xatol": 1e-9})
    return math.exp(float(best.x)), rest(float(best.x)) / spread
