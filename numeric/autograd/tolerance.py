"""When two floating-point results are the same: a rule without a user-set tolerance.

Results are compared *normwise, row by row*: one wrong row of a large Jacobian is found, while the small entries of
a right one are not judged by their own size.  Two yardsticks are taken from the computation itself:

* the **ladder**: the same comparison in float32.  A right formula's discrepancy shrinks by u64/u32 = 1.9e-9 from
  float32 to float64; a wrong one's does not.
* the **spread**: how far both sides move when every input moves by one unit in the last place.

A row is wrong if both say so.  Among many rows some move less than the others by mere luck, so no row is held to a
tighter yardstick than is usual among them (the medians), nor to digits that float32 does not have.  Where float32 has
no digits left the spread decides alone, and where the spread itself leaves fewer than six digits nothing is decided,
with one exception: a row whose own norm on either side shrinks with the precision (or is exactly zero) is a rounding
of zero, and two such rows are equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

CUT = 1e-6  # ratio of the float64 to the float32 discrepancy: 2e-9 if right, 6e-5 for a planted row error of 1e-9
NOTHING = 1e-13
FACTOR = 10.0  # a discrepancy above ten spreads is no rounding
FLOOR = 32.0  # units in the last place that any chain of operations may lose
BLIND32 = 1e-2  # float32 discrepancies above this say nothing
BLIND64 = 1e-6  # spreads above this leave nothing to decide
UNIT32 = 2.0**-24  # sides that are nearer in float32 than its unit roundoff are so by luck
LUCK = 0.1  # of the median: sides that are nearer in float32 than this are so by luck


@dataclass(frozen=True, slots=True)
class Comparison:
    """The worst row of a comparison and its yardsticks; ``outcome`` is ``agree``, ``disagree`` or ``none``."""

    outcome: str
    discrepancy: float
    spread: float
    single: float
    row: int

    @property
    def ratio(self) -> float:
        """The float64 over the float32 discrepancy, about 2e-9 for a right formula; infinite over zero."""
        return self.discrepancy / self.single if self.single > 0 else (0.0 if self.discrepancy == 0 else math.inf)

    def detail(self) -> dict[str, Any]:
        """JSON-able facts for the evidence."""
        return {
            "discrepancy": self.discrepancy,
            "spread": self.spread,
            "float32_discrepancy": self.single if math.isfinite(self.single) else None,
            "ratio": self.ratio if math.isfinite(self.ratio) else None,
            "cut": CUT,
            "factor": FACTOR,
            "worst_row": self.row + 1,
        }


def row_discrepancy(left: Tensor, right: Tensor) -> Tensor:
    """Return the relative normwise distance of every row (rows of zeros on both sides count 0).

    Rows are compared in float64.  A row whose norm is below 1e-8 of the largest row is measured against that: its
    rounding comes from intermediate results of the larger size.
    """
    left, right = left.double(), right.double()
    scale = torch.maximum(left.norm(dim=1), right.norm(dim=1))
    scale = torch.maximum(scale, 1e-8 * scale.amax())
    distance = (left - right).norm(dim=1)
    return torch.where(distance > 0, distance / scale.clamp_min(torch.finfo(torch.float64).tiny), 0.0)


def rounding_of_zero(double: Tensor, single: Tensor) -> Tensor:
    """Return which rows are zero but for rounding: their norm, or that of all rows, shrinks with the precision.

    Inputs are of order one: ``1 - n (1/n)`` may be zero in float32 by luck, and below `NOTHING` but not zero in float64.
    What is so small and another number in each precision (an eigenvalue in the middle of many that are zero) is rounding,
    too; a small number that is none is the same in both.
    """
    fine, coarse = double.norm(dim=1), single.double().norm(dim=1)
    return (
        (fine <= CUT * coarse)
        | (fine.amax() <= CUT * coarse.amax())
        | ((fine.amax() <= NOTHING) & (coarse.amax() == 0))
        | ((fine <= NOTHING) & ((fine - coarse).abs() > BLIND32 * torch.maximum(fine, coarse)))
    )


def small_rows(left: Tensor, right: Tensor) -> Tensor:
    """Return by what factor each row is smaller than the largest: its rounding may come from results of that size."""
    scale = torch.maximum(left.double().norm(dim=1), right.double().norm(dim=1))
    largest = scale.amax()
    return (largest / torch.maximum(scale, 1e-8 * largest)).nan_to_num(nan=1.0)


def below_usual(left: Tensor, right: Tensor) -> Tensor:
    """Return by what factor each row is smaller than the usual (median) row, at least 1.

    Among many products of few columns some rows all but cancel; the rounding in them is that of a usual row.
    """
    scale = torch.maximum(left.double().norm(dim=1), right.double().norm(dim=1))
    scale = torch.maximum(scale, 1e-8 * scale.amax())
    return (scale.median() / scale).nan_to_num(nan=1.0).clamp_min(1.0)


def at_least_usual(measure: Tensor, reach: Tensor) -> Tensor:
    """Return relative measures of rows, none below what the usual one would be in a row that much smaller."""
    return torch.maximum(measure, LUCK * measure.median() * reach)


def within_rounding(discrepancy: Tensor, spread: Tensor, reach: Tensor | float = 1.0) -> bool:
    """Whether every row agrees whatever the ladder says, so that it need not be asked (arguments as in `judge`)."""
    return not bool((discrepancy > _threshold(spread, reach)).any()) and not bool((spread > BLIND64).any())


def _threshold(spread: Tensor, reach: Tensor | float) -> Tensor:
    eps = torch.finfo(torch.float64).eps
    usual = torch.maximum(spread, spread.median())
    return torch.maximum(FACTOR * usual, FLOOR * eps * torch.ones_like(spread) * reach)


def judge(
    discrepancy: Tensor,
    spread: Tensor,
    single: Tensor | None,
    zero: Tensor | None = None,
    reach: Tensor | float = 1.0,
) -> Comparison:
    """Decide from row-wise measurements.

    Args:
        discrepancy: Relative distance of the sides in float64.
        spread: Relative movement of the sides under one-ulp input noise.
        single: Relative distance in float32; None where float32 gives no finite result.
        zero: Rows that are a rounding of zero on both sides.
        reach: By what factor the largest row exceeds each row (`small_rows`).
    """
    threshold = _threshold(spread, reach)
    if zero is not None:
        discrepancy = torch.where(zero, 0.0, discrepancy)
        spread = torch.where(zero, 0.0, spread)
    blind = spread > BLIND64
    wrong = (discrepancy > threshold) & ~blind
    if single is not None:
        usual = single.clamp_min(max(UNIT32, LUCK * float(single.median())))
        wrong &= (discrepancy > CUT * usual) | (single > BLIND32)
    if bool(wrong.any()):
        worst = int(torch.where(wrong, discrepancy / threshold, -1.0).argmax())
        outcome = "disagree"
    else:
        worst = int((discrepancy / threshold).argmax())
        outcome = "none" if bool(blind.any()) else "agree"
    value = float(single[worst]) if single is not None else math.inf
    return Comparison(outcome, float(discrepancy[worst]), float(spread[worst]), value, worst)
