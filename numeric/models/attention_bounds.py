"""Bounds of the Jacobian of an attention head by its input, as data, each beside the value that it bounds.

Two norms are bounded. ``sigma`` is the largest singular value of the Jacobian matrix, the norm from Frobenius to Frobenius;
``induced`` is ``sup ||J(D)||_2 / ||D||_2`` with spectral norms of matrices. Neither bounds the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from numeric.models.heads import Head
from numeric.models.induced import induced_norm
from numeric.models.kernels import HeadJacobian
from numeric.models.norm_terms import Terms
from numeric.norms import Enclosure, spectral_norm

MARGIN = 1e-6
"""Relative excess over a bound from which it counts as violated: far above rounding in float64."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One bound.

    Attributes:
        id: Its name in tables and files.
        paper: The paper that states it, or whose statement it corrects.
        of: Which norm it bounds, ``sigma`` or ``induced``.
        value: The bound.
        where: Where it is stated; for corrected forms the reason why they hold.
        latex: The bound as a claim has it, for an exact replay (`proofs.inspecting.exact_replay` declares the names).
        corrected: Whether it is a form that is proved to hold; others are as printed.
        false: Where the printed statement is known to be false, an input at which it fails; else empty.
    """

    id: str
    paper: str
    of: str
    value: Callable[[Terms], float]
    where: str
    latex: str = ""
    corrected: bool = False
    false: str = ""


def _scores(t: Terms) -> float:
    return t.XA + t.XAT


_SCORES = r"\left(\|Q(X) W_K^\top\|_2 + \|K(X) W_Q^\top\|_2\right)"


RULES: tuple[Rule, ...] = (
    Rule(
        # rows of dP sum to 0, so dP X W_V = dP Pi X W_V; ||dP||_F <= alpha ||dS||_F; ||dS||_F <= s (||X A^T|| + ||X A||) ||D||_F;
        # ||P D W_V||_F <= ||P|| ||W_V|| ||D||_F
        "centered", "attention_spectral_bound", "sigma",
        lambda t: t.WV * t.P + t.alpha * t.s * t.PiXV * _scores(t),
        "||W_V|| ||P|| + alpha s ||Pi X W_V|| (||X A|| + ||X A^T||)",
        r"\|W_V\|_2 \|P(X)\|_2 + \alpha s \|C X W_V\|_2 " + _SCORES, corrected=True,
    ),
    Rule(
        "thm-3", "attention_distribution", "sigma",
        lambda t: t.WV * (t.P + 2 * t.X**2 * t.A * t.alpha),
        "Theorem 3 (eq. 3), with the exact norm of the softmax Jacobian",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + 2 \|X\|_2^2 \|A\|_2 \alpha\right)",
    ),
    Rule(
        "thm-3-g1", "attention_distribution", "sigma",
        lambda t: t.WV * (t.P + 2 * t.X**2 * t.A * t.g_1), "eq. 7, with g_1",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + 2 \|X\|_2^2 \|A\|_2 \max_i g(P_i)\right)",
    ),
    Rule(
        "app-C", "attention_distribution", "sigma",
        lambda t: t.WV * (t.P + 2 * t.R * t.X * t.A), "Appendix C, the line before the last",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + 2 \max_i \|X_{i,:}\|_2 \|X\|_2 \|A\|_2\right)",
    ),
    Rule(
        "app-C-last", "attention_distribution", "sigma",
        lambda t: t.WV * (math.sqrt(t.n) + 2 * math.sqrt(t.n) * t.R**2 * t.A), "Appendix C, last line",
        r"\|W_V\|_2 \left(\sqrt{n} + 2 \sqrt{n} \left(\max_i \|X_{i,:}\|_2\right)^2 \|A\|_2\right)",
    ),
    Rule(
        "thm-2", "attention_distribution", "sigma",
        lambda t: math.sqrt(3) * t.WV * math.sqrt(t.A**2 * t.R**4 * (4 * t.n + 1) + t.n), "Theorem 2, R the largest row norm",
        r"\sqrt{3} \|W_V\|_2 \sqrt{\|A\|_2^2 \left(\max_i \|X_{i,:}\|_2\right)^4 (4 n + 1) + n}",
    ),
    Rule(
        "thm-1", "attention_distribution", "sigma",
        lambda t: t.n * (t.n + 1) * t.X_F**2 * (t.WV * t.WQ * t.WK + t.WV),
        "Theorem 1, on balls of radius R -> 0 around X",
        r"n (n + 1) (\|X\|_F + R)^2 \left(\|W_V\|_2 \|W_Q\|_2 \|W_K\|_2 + \|W_V\|_2\right)",
        false="N = D = d = 1, X = R = 1/3, W_Q = 0, W_V = 1: the Jacobian is 1, the bound 8/9",
    ),
    Rule(
        "spectral-alpha", "attention_spectral_bound", "induced",
        lambda t: t.WV * (t.P + t.alpha * t.s * math.sqrt(2 * t.D) * t.PiX * _scores(t)), "last display, with alpha",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + \alpha s \sqrt{2 D} \|C X\|_2 " + _SCORES + r"\right)",
    ),
    Rule(
        "spectral-half", "attention_spectral_bound", "induced",
        lambda t: t.WV * (t.P + t.s * math.sqrt(2 * t.D) / 2 * t.PiX * _scores(t)), "last display, with alpha <= 1/2",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + \frac{1}{2} s \sqrt{2 D} \|C X\|_2 " + _SCORES + r"\right)",
    ),
    Rule(
        # the derivative of the scores is a sum of two products through d: rank at most min(n, 2 min(n, d)), not 2 d
        "spectral-rank", "attention_spectral_bound", "induced",
        lambda t: t.WV * (t.P + t.alpha * t.s * t.rank(t.D) * t.PiX * _scores(t)),
        "last display, with the rank of dS at most min(n, 2 d)",
        r"\|W_V\|_2 \left(\|P(X)\|_2 + \alpha s \sqrt{\min(n, 2 D)} \|C X\|_2 " + _SCORES + r"\right)", corrected=True,
    ),
    Rule(
        "spectral-rank-dk", "attention_spectral_bound", "induced",
        lambda t: t.WV * t.P + t.alpha * t.s * t.rank(t.head.d_k) * t.PiXV * _scores(t),
        "the same with the rank of dS at most min(n, 2 d_k) and ||Pi X W_V||",
        r"\|W_V\|_2 \|P(X)\|_2 + \alpha s \sqrt{\min(n, 2 k)} \|C X W_V\|_2 " + _SCORES, corrected=True,
    ),
)  # fmt: skip
DEFAULT = ("centered", "spectral-rank", "spectral-rank-dk")
"""Bounds that are evaluated without the printed forms of others: corrected ones."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound at one head.

    Attributes:
        rule: What is stated.
        value: The bound.
        measured: The value that it bounds, from below.
    """

    rule: Rule
    value: float
    measured: float

    @property
    def ratio(self) -> float:
        """Bound over measured value; below 1 it is violated."""
        if self.measured == 0:
            return math.inf if self.value > 0 else 1.0
        return self.value / self.measured

    @property
    def verdict(self) -> str:
        """``holds`` at this input, ``VIOLATED``, or ``vacuous``."""
        if math.isnan(self.value) or math.isnan(self.measured):
            return "n/a: numerically singular"
        if math.isinf(self.value):
            return "vacuous (infinite)"
        return "VIOLATED" if self.measured > self.value * (1 + MARGIN) else "holds"


@dataclass(frozen=True, slots=True)
class HeadBounds:
    """All bounds of one head.

    Attributes:
        head: The head.
        sigma: The largest singular value of the Jacobian by X.
        induced: The induced norm, at least its lower end.
        bounds: Id -> bound.
        terms: The norms that the bounds are made of.
    """

    head: Head
    sigma: Enclosure
    induced: Enclosure | None
    bounds: dict[str, Bound]
    terms: Terms = field(repr=False)

    def row(self) -> dict[str, object]:
        """The values as one flat row of a table."""
        t = self.terms
        row: dict[str, object] = {
            "sigma": self.sigma.estimate, "sigma_upper": self.sigma.upper,
            "alpha": t.alpha, "g_1": t.g_1, "P": t.P, "PiX": t.PiX, "XA": t.XA, "XAT": t.XAT, "WV": t.WV,
            "term_1": t.WV * t.P,
            "heads": t.D / self.head.d_k,
        }  # fmt: skip
        if self.induced is not None:
            row["induced_at_least"], row["induced_upper"] = self.induced.lower, self.induced.upper
        for name, bound in self.bounds.items():
            row[name], row[f"{name}/measured"], row[f"{name} verdict"] = bound.value, bound.ratio, bound.verdict
        return row


def head_bounds(
    head: Head,
    *,
    all_forms: bool = True,
    tolerance: float = 1e-8,
    starts: int = 10,
    steps: int = 300,
    seed: int = 0,
) -> HeadBounds:
    """Measure both norms of the Jacobian of a head and evaluate the bounds, without forming a Jacobian.

    Args:
        head: The head.
        all_forms: Also the bounds as printed, else the corrected ones alone.
        tolerance: Relative accuracy of the largest singular value.
        starts: Starts of the ascent to the induced norm; 0 leaves it out, and its bounds.
        steps: Steps from each start.
        seed: Fixes random starts.
    """
    terms = Terms(head)
    rules = [r for r in RULES if (all_forms or r.id in DEFAULT) and (starts or r.of == "sigma")]
    values = {r.id: r.value(terms) for r in rules}
    above = min(v for r in rules if r.of == "sigma" and not r.false for v in [values[r.id]])
    operator = HeadJacobian(head)
    sigma = spectral_norm(
        operator, seed=seed, tolerance=tolerance, upper=above, upper_how="the least of its bounds", device=head.X.device
    )
    induced = None
    if starts:
        over = min(v for r in rules if r.of == "induced" for v in [values[r.id]])
        induced = induced_norm(head, sigma=sigma.upper, upper=over, starts=starts, steps=steps, seed=seed)
    measured = {"sigma": sigma.lower, "induced": induced.lower if induced else 0.0}
    return HeadBounds(head, sigma, induced, {r.id: Bound(r, values[r.id], measured[r.of]) for r in rules}, terms)
