"""The methods of the search, each taking an objective and a starting point and returning the best (score, free numbers)."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import numpy as np

from numeric.search.objective import Objective, says_nothing

Scored = tuple[float, np.ndarray]
CLEAR = 1e-3  # a violation of this score is not improved any further
FACTORS = (1e-3, 1e-2, 0.1, 10.0, 100.0, 1e3)
BINS = 40  # of the histogram of left / right: twenty up to 1, twenty from 1 to 2, one beyond


class Trail:
    """Evaluations so far, the record of improvements, and why the last sizes had no evaluations."""

    def __init__(self) -> None:
        self.evaluations = 0
        self.refusal = ""
        self.best = -np.inf
        self.history: list[tuple[int, float]] = []
        self.by_sizes: dict[tuple[tuple[str, int], ...], tuple[Mapping[str, int], float]] = {}
        self.histogram = np.zeros(BINS + 1, dtype=np.int64)

    def _tally(self, scores: np.ndarray) -> None:
        """Count ratios; one that is 1 up to rounding counts as at most 1, 0 against 0 is none."""
        kept = scores[(scores > -700.0) & ~says_nothing(scores)]
        ratios = np.round(np.exp(np.minimum(kept, 1.0)), 9)
        bins = np.clip(np.ceil(ratios * (BINS / 2)).astype(int) - 1, 0, BINS)
        np.add.at(self.histogram, bins, 1)

    def seen(self, score: float, sizes: Mapping[str, int]) -> float:
        """Count one evaluation and note its score."""
        self._tally(np.array([score]))
        return self._note(score, sizes)

    def _note(self, score: float, sizes: Mapping[str, int]) -> float:
        self.evaluations += 1
        noted = -np.inf if says_nothing(score) else score
        key = tuple(sorted(sizes.items()))
        if key not in self.by_sizes or noted > self.by_sizes[key][1]:
            self.by_sizes[key] = (dict(sizes), noted)
        if noted > self.best:
            self.best = noted
            self.history.append((self.evaluations, noted))
        return score

    def seen_all(self, scores: np.ndarray, sizes: Mapping[str, int]) -> None:
        """Count a batch of evaluations."""
        k = int(np.argmax(np.where(says_nothing(scores), -np.inf, scores)))
        self._tally(scores)
        self.evaluations += len(scores) - 1
        self._note(float(scores[k]), sizes)


def lbfgs(objective: Objective, z: np.ndarray, steps: int, trail: Trail, sizes: Mapping[str, int]) -> Scored:
    """Quasi-Newton ascent with at most ``steps`` evaluations; the best point seen is returned, not the last."""
    from scipy.optimize import minimize

    best: list[Scored] = [(-np.inf, z)]

    def minus(x: np.ndarray) -> tuple[float, np.ndarray]:
        score, grad = objective.gradient(x)
        trail.seen(score, sizes)
        if score > best[0][0]:
            best[0] = (score, x.copy())
        return -max(score, -1e3), -np.asarray(grad)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        minimize(minus, z, jac=True, method="L-BFGS-B", options={"maxfun": steps, "maxiter": steps, "maxcor": 12})
    return best[0]


def adam(objective: Objective, batch: np.ndarray, steps: int, trail: Trail, sizes: Mapping[str, int]) -> list[Scored]:
    """Adam from many starts at once, with a falling step relative to the size of each input; the best of each path."""
    x, m, v = batch.copy(), np.zeros_like(batch), np.zeros_like(batch)
    best_score, best_x = np.full(len(batch), -np.inf), batch.copy()
    rate = 0.15 * np.maximum(np.sqrt(np.mean(batch * batch, axis=1, keepdims=True)), 1e-3)
    for k in range(1, steps + 1):
        scores, grads = objective.gradients(x)
        trail.seen_all(scores, sizes)
        better = scores > best_score
        best_score, best_x = np.where(better, scores, best_score), np.where(better[:, None], x, best_x)
        with np.errstate(over="ignore"):  # where a slope is steeper than that, the step is zero
            m, v = 0.9 * m + 0.1 * grads, 0.99 * v + 0.01 * grads * grads
            step = (m / (1 - 0.9**k)) / (np.sqrt(v / (1 - 0.99**k)) + 1e-30)
        x = x + rate * (1 - k / (steps + 1)) * step
        if best_score.max() > CLEAR:
            break
    return [(float(s), z) for s, z in zip(best_score, best_x, strict=True)]


def sweep(
    objective: Objective,
    points: list[Scored],
    trail: Trail,
    sizes: Mapping[str, int],
    factors: tuple[float, ...] = FACTORS,
) -> list[Scored]:
    """Scale every input alone by powers of ten: some violations need one weight a hundred times larger than the others."""
    batch = []
    for _, z in points:
        start = 0
        for block in objective.space.blocks:
            count = block.length(sizes)
            for factor in factors if count else ():
                moved = z.copy()
                moved[start : start + count] *= factor
                batch.append(moved)
            start += count
    if not batch:
        return []
    scores = objective.values(np.array(batch))
    trail.seen_all(scores, sizes)
    return [(float(s), z) for s, z in zip(scores, batch, strict=True)]


def cma_search(
    objective: Objective, best: Scored, generations: int, seed: int, trail: Trail, sizes: Mapping[str, int]
) -> Scored:
    """CMA-ES around the best point: needs no gradient and no smoothness."""
    import cma

    spread = 0.3 * max(float(np.sqrt(np.mean(best[1] ** 2))), 0.1)
    length = len(best[1])
    start = best[1] if length > 1 else np.append(best[1], 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        strategy = cma.CMAEvolutionStrategy(start, spread, {"seed": seed + 1, "verbose": -9, "popsize": 24})
        for _ in range(generations):
            asked = np.array(strategy.ask())
            scores = objective.values(asked[:, :length])
            trail.seen_all(scores, sizes)
            strategy.tell(list(asked), list(-scores))
            k = int(np.argmax(np.where(says_nothing(scores), -np.inf, scores)))
            if scores[k] > best[0]:
                best = (float(scores[k]), asked[k, :length].copy())
            if best[0] > CLEAR:
                break
    return best
