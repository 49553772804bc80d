"""A larger effort of the search sees no less than a smaller one."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from derive.evidence import Evidence, Point
from numeric.search.search import KEPT, _kept
from proofs.api import ad_hoc_claim
from proofs.judging.judge import judge
from proofs.judging.roads import Heard, _together
from proofs.reading.options import How
from proofs.reading.paper import Settings

SHIFTED = r"\sigma_{\max}(A) < 1, \quad \frac{\sigma_{\max}(A) + 10}{10 - \sigma_{\min}(A)} \le \frac{\sigma_{\max}(A)}{\sigma_{\min}(A)}"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        # The first climbs of the larger effort miss the thin region where this fails.
        (
            r"\kappa(A + 10 E) < \kappa(A)",
            r"A, E \in \mathbb{R}^{m \times n}, \quad E_{i,j} := \delta_{ij}, \quad " + SHIFTED,
        ),
        (
            r"\lVert A B \rVert_F \le \lVert A \rVert_2 \lVert B \rVert_2",
            r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}",
        ),
    ],
)
def test_what_is_refuted_quickly_is_refuted_with_more_effort(claim: str, given: str, tmp_path) -> None:
    verdicts = [
        judge(ad_hoc_claim(claim, given, Settings()), How(effort=effort, certificates=tmp_path)).verdict
        for effort in ("quick", "normal")
    ]
    assert verdicts == ["refuted", "refuted"]


def said(ratio: float | None, evaluations: int, *points: Point) -> Heard:
    detail = {"best_ratio": ratio, "evaluations": evaluations, "histogram": [evaluations, 0]}
    return Heard(Evidence("search", "none", f"ratio {ratio}", detail), points)


def test_several_searches_are_told_as_one() -> None:
    told = _together([said(0.9, 10), said(0.5, 20), said(None, 0)], 1.5).evidence
    assert (told.scope, told.seconds) == ("ratio 0.9", 1.5)
    assert told.detail == {"best_ratio": 0.9, "evaluations": 30, "histogram": [30, 0]}


def test_the_points_of_the_smaller_search_come_first() -> None:
    first, second = Point({"n": 1}, {}, {}), Point({"n": 2}, {}, {})
    heard = _together([said(1.5, 10, first), said(1.2, 20, second)], 0.0)
    assert heard.points == (first, second)
    assert heard.evidence.detail["best_ratio"] == 1.2


def test_where_nothing_admissible_was_seen_nothing_is_counted() -> None:
    assert _together([said(None, 0), said(None, 0)], 0.0).evidence.detail["evaluations"] == 0


class Gaps:
    """An objective of which only the difference of the sides is known: the entry of the input."""

    rough = False
    value = staticmethod(lambda z: 20.0)
    at_kink = staticmethod(lambda z: False)
    meets_equations = staticmethod(lambda z: True)
    gap = staticmethod(lambda z: float(abs(z[0])))


def test_beside_enormous_ratios_a_clear_difference_is_kept() -> None:
    noise = [(20.0 + k, np.array([1e-14 * (k + 1)])) for k in range(9, -1, -1)]
    clear = [(20.0, np.array([3.0]))]
    kept = _kept(Gaps(), [*noise, *clear])
    assert kept[:KEPT] == noise[:KEPT]
    assert [float(z[0]) for _, z in kept[KEPT:]] == [3.0]


def test_beside_ordinary_ratios_the_best_are_kept() -> None:
    points = [(2.0 - 0.1 * k, np.array([float(k)])) for k in range(9)]
    ordinary = SimpleNamespace(
        rough=False,
        at_kink=lambda z: False,
        meets_equations=lambda z: True,
        value=lambda z: 2.0 - 0.1 * z[0],
        gap=Gaps.gap,
    )
    assert _kept(ordinary, points) == points[:KEPT]
