"""How the mean loss over k samples moves as k grows, at fixed weights, and fits of power laws with intervals.

For any weights, ``L_{k+1} - L_k = (l_{k+1} - L_k) / (k + 1)`` exactly: with losses in [0, B] the difference is at most B / (k + 1),
whatever the Hessian is.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel

from numeric.models.conditioning import call
from numeric.models.curvature import LossLike, double, loss_of

BURN_IN = 10
"""Samples before which a slope is not fitted."""
BINS = 24
DECADES = 2.0
"""Range of k below which no power law is fitted."""


@dataclass(frozen=True)
class Slope:
    """Exponents of ``|L_{k+1} - L_k|`` in k.

    Attributes:
        raw: Least squares of logarithms over all k, which the many large k dominate.
        binned: Over means in logarithmic bins: the one to quote.
        smoothed: Over an exponential moving average, as plots of training curves have it: biased.
    """

    raw: float
    binned: float
    smoothed: float


@dataclass(frozen=True, eq=False)
class Landscape:
    """Mean losses of growing numbers of samples at fixed weights.

    Attributes:
        losses: The loss of each sample, in the order of the data.
        differences: ``|L_{k+1} - L_k|`` for each order of the samples, orders x (samples - 1).
        residual: Largest deviation from the exact identity.
        bound: ``max l / (k + 1)`` (of negative losses ``(max - min) / (k + 1)``) is never exceeded; the largest ratio to it.
        slopes: One `Slope` per order; NaN with fewer than two decades of samples.
        gradient_norm: Norm of the gradient of the whole loss: Assumption 1 says that it is 0.
    """

    losses: np.ndarray
    differences: np.ndarray
    residual: float
    bound: float
    slopes: tuple[Slope, ...]
    gradient_norm: float

    @property
    def band(self) -> tuple[float, float]:
        """The smallest and the largest slope over the orders."""
        found = [slope.binned for slope in self.slopes]
        return min(found), max(found)

    @property
    def span(self) -> float:
        """What losses and zero differ by at most: the largest loss where none is negative."""
        return _span(self.losses)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dict per order."""
        return [
            {
                "order": i, "slope": s.binned, "slope_raw": s.raw, "slope_smoothed": s.smoothed, "residual": self.residual,
                "ratio_to_bound": self.bound, "gradient_norm": self.gradient_norm,
            }
            for i, s in enumerate(self.slopes)
        ]  # fmt: skip


def landscape(
    model: nn.Module, loss: LossLike, dataset: Iterable[Any], *, orders: int = 3, seed: int = 0, chunk: int = 256
) -> Landscape:
    """Return how the mean loss moves with the number of samples, at the model's weights.

    It works on a copy of the model in float64 and eval mode. k counts samples, not batches.

    Args:
        model: A model.
        loss: ``mse``, ``ce`` or a function of output and target of one sample (a batch of one).
        dataset: Pairs ``(input, target)`` of single samples without a batch axis, or one pair of tensors with it.
        orders: Random orders of the samples; the first one is that of the data.
        seed: Fixes the orders.
        chunk: Samples of one forward pass (losses named ``mse`` and ``ce`` alone; others are evaluated one by one).

    Raises:
        ValueError: There are fewer than two samples.
    """
    twin = copy.deepcopy(model).to(torch.float64).eval().requires_grad_(True)
    X, y = samples_of(dataset)
    if len(X) < 2:
        raise ValueError(f"a landscape needs at least two samples, got {len(X)}")
    with sdpa_kernel([SDPBackend.MATH]):
        losses = np.concatenate(
            [_losses(twin, loss, X[i : i + chunk], y[i : i + chunk]) for i in range(0, len(X), chunk)]
        )
        gradient = _gradient_norm(twin, loss, X, y, chunk)
    generator = np.random.default_rng(seed)
    chosen = [losses] + [generator.permutation(losses) for _ in range(max(orders, 1) - 1)]
    found = [differences(order) for order in chosen]
    span = _span(losses)
    ratio = max(float((d * np.arange(2, len(losses) + 1) / span).max()) for d, _ in found) if span > 0 else 0.0
    return Landscape(
        losses, np.stack([d for d, _ in found]), max(r for _, r in found), ratio,
        tuple(slope(d) for d, _ in found), gradient,
    )  # fmt: skip


def _span(losses: np.ndarray) -> float:
    return max(float(losses.max()), 0.0) - min(float(losses.min()), 0.0)


def samples_of(dataset: Iterable[Any]) -> tuple[Tensor, Tensor]:
    """Inputs and targets with a batch axis; floating inputs in float64."""
    if isinstance(dataset, tuple) and len(dataset) == 2 and all(isinstance(part, Tensor) for part in dataset):
        X, y = dataset
    else:
        pairs = list(dataset)
        X = torch.stack([torch.as_tensor(x) for x, _ in pairs]) if pairs else torch.zeros(0)
        y = torch.stack([torch.as_tensor(t) for _, t in pairs]) if pairs else torch.zeros(0)
    return double(X), double(y)


def _losses(model: nn.Module, loss: LossLike, X: Tensor, y: Tensor) -> np.ndarray:
    with torch.no_grad():
        if loss in ("ce", "mse"):
            output = call(model, X)
            return torch.stack([loss_of(loss)(output[i : i + 1], y[i : i + 1]) for i in range(len(X))]).cpu().numpy()
        return np.array([float(loss_of(loss)(call(model, X[i : i + 1]), y[i : i + 1])) for i in range(len(X))])


def _gradient_norm(model: nn.Module, loss: LossLike, X: Tensor, y: Tensor, chunk: int) -> float:
    parameters = [p for p in model.parameters() if p.requires_grad]
    if not parameters:
        return 0.0
    total = [torch.zeros_like(p) for p in parameters]
    for i in range(0, len(X), chunk):
        with torch.enable_grad():
            value = loss_of(loss)(call(model, X[i : i + chunk]), y[i : i + chunk]) * (len(X[i : i + chunk]) / len(X))
            for t, g in zip(total, torch.autograd.grad(value, parameters, allow_unused=True), strict=True):
                if g is not None:
                    t += g
    return math.sqrt(sum(float(t.square().sum()) for t in total))


def differences(losses: Sequence[float] | np.ndarray) -> tuple[np.ndarray, float]:
    """``|L_{k+1} - L_k|`` for k = 1, 2, ..., and the largest deviation from ``(l_{k+1} - L_k) / (k + 1)``."""
    losses = np.asarray(losses, dtype=np.float64)
    k = np.arange(1, len(losses))
    means = np.cumsum(losses) / np.arange(1, len(losses) + 1)
    step = np.diff(means)
    return np.abs(step), float(np.abs(step - (losses[1:] - means[:-1]) / (k + 1)).max(initial=0.0))


def slope(steps: np.ndarray, burn_in: int = BURN_IN, bins: int = BINS, smoothing: float = 0.99) -> Slope:
    """Return the exponents of a sequence of differences in k = 1, 2, ....

    Args:
        steps: ``|L_{k+1} - L_k|``.
        burn_in: Where the fits begin.
        bins: Logarithmic bins from there to the end.
        smoothing: Factor of the moving average, which is fitted after five of its time constants.
    """
    k = np.arange(1, len(steps) + 1)
    end = len(steps) + 1
    if end < burn_in * 10 or np.count_nonzero(steps[burn_in:]) < 2:
        return Slope(math.nan, math.nan, math.nan)
    late = (k > burn_in) & (steps > 0)
    edges = np.geomspace(burn_in, end, bins + 1)
    where = np.minimum(np.digitize(k, edges), bins)
    centers, means = [], []
    for b in range(1, bins + 1):
        inside = steps[where == b]
        if inside.size and inside.mean() > 0:
            centers.append(math.sqrt(edges[b - 1] * edges[b]))
            means.append(inside.mean())
    average, current = np.empty_like(steps), steps[0]
    for i, value in enumerate(steps):
        current = smoothing * current + (1 - smoothing) * value
        average[i] = current
    warm = round(5 / (1 - smoothing))
    tail = (k > warm) & (average > 0)
    return Slope(_fit(k[late], steps[late]), _fit(centers, means), _fit(k[tail], average[tail]))


def _fit(x: Any, y: Any) -> float:
    return float(np.polyfit(np.log(x), np.log(y), 1)[0]) if len(x) >= 2 else math.nan


@dataclass(frozen=True)
class ScalingLaw:
    """``L(k) = a + b k^-c`` by nonlinear least squares.

    Attributes:
        a: The limit.
        b: The factor.
        c: The exponent.
        interval: Bootstrap interval of the exponent, 95 %.
        residual: Root mean square of the residuals.
    """

    a: float
    b: float
    c: float
    interval: tuple[float, float]
    residual: float


def scaling_law(k: Sequence[float], losses: Sequence[float], *, bootstrap: int = 200, seed: int = 0) -> ScalingLaw:
    """Fit ``a + b k^-c`` to losses at several numbers of samples (or parameters), with a bootstrap interval of c.

    For each exponent, a and b are a linear problem; the exponent is searched for in [0.01, 4].

    Args:
        k: Numbers of samples, at least two decades.
        losses: The loss at each.
        bootstrap: Number of resamplings of the residuals.
        seed: Fixes the resamplings.

    Raises:
        ValueError: Fewer than four points, or less than two decades.
    """
    x, y = np.asarray(k, dtype=np.float64), np.asarray(losses, dtype=np.float64)
    if len(x) != len(y) or len(x) < 4:
        raise ValueError(f"a scaling law needs at least four points, got {len(x)} and {len(y)} losses")
    if x.min() <= 0 or math.log10(x.max() / x.min()) < DECADES - 1e-9:
        raise ValueError("no power law is fitted to less than two decades")
    a, b, c = _law(x, y)
    fitted = a + b * x**-c
    generator = np.random.default_rng(seed)
    rest = (y - fitted) * math.sqrt(len(x) / max(len(x) - 3, 1))
    exponents = [_law(x, fitted + generator.choice(rest, len(x)))[2] for _ in range(bootstrap)]
    low, high = np.quantile(exponents, [0.025, 0.975]) if exponents else (c, c)
    return ScalingLaw(a, b, c, (float(low), float(high)), float(np.sqrt(np.mean((y - fitted) ** 2))))


def _law(x: np.ndarray, y: np.ndarray) -> tuple[float, float, float]:
    from scipy.optimize import minimize_scalar

    def solve(c: float) -> tuple[np.ndarray, float]:
        design = np.stack([np.ones_like(x), (x / x.min()) ** -c], axis=1)
        found = np.linalg.lstsq(design, y, rcond=None)[0]
        return found, float(np.sum((design @ found - y) ** 2))

    grid = np.geomspace(0.01, 4, 80)
    best = int(np.argmin([solve(c)[1] for c in grid]))
    ends = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    c = float(minimize_scalar(lambda t: solve(t)[1], bounds=ends, method="bounded", options={"xatol": 1e-8}).x)
    (a, b), _ = solve(c)
    return float(a), float(b * x.min() ** c), c


__all__ = ["Landscape", "ScalingLaw", "Slope", "differences", "landscape", "scaling_law", "slope"]
