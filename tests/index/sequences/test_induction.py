r"""Geometric sums and sums of powers, by induction over the number of terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, shown

RATIO = r"a \in \mathbb{R}, a \ne 1, t \in \mathbb{N}, t \ge 1"
ANY = r"a \in \mathbb{R}, t \in \mathbb{N}, t \ge 1"
INDEX = r"\beta \in \mathbb{R}, t \in \{1,\dots,T\}"
VECTOR = r"x \in \mathbb{R}^d, \gamma \in \mathbb{R}, t \in \{1,\dots,T\}"
WEIGHTS = r"a \in \mathbb{R}^n, i \in \{1,\dots,n\}"
NUMBER = r"t \in \mathbb{N}, t \ge 1"
TRUE = [
    (RATIO, r"\sum_{k=0}^{t-1} a^k = \frac{1 - a^t}{1 - a}"),
    (RATIO, r"\sum_{k=0}^{t} a^k = \frac{1 - a^{t+1}}{1 - a}"),
    (RATIO, r"\sum_{k=1}^{t} a^k = \frac{a - a^{t+1}}{1 - a}"),
    (ANY, r"(1 - a) \sum_{k=0}^{t-1} a^k = 1 - a^t"),
    (INDEX, r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} = 1 - \beta^t"),
    (VECTOR, r"(1 - \gamma) \sum_{s=1}^{t} \gamma^{t-s} x = (1 - \gamma^t) x"),
    (NUMBER, r"\sum_{k=1}^{t} k = \frac{t(t+1)}{2}"),
    (NUMBER, r"\sum_{k=1}^{t} k^2 = \frac{t(t+1)(2t+1)}{6}"),
    (NUMBER, r"\prod_{k=1}^t \frac{k+1}{k} = t + 1"),
    (NUMBER, r"\sum_{k=1}^{t} \frac{1}{k (k+1)} = 1 - \frac{1}{t+1}"),
    (WEIGHTS, r"\sum_{k=1}^{n} k = \frac{n(n+1)}{2}"),
    (WEIGHTS, r"\sum_{s=1}^{i} (a_s - a_1) = \sum_{s=1}^{i} a_s - i a_1"),
    (WEIGHTS, r"\prod_{s=1}^n (-2 a_s) = (-2)^n \prod_{s=1}^n a_s"),
    (ANY, r"\prod_{k=1}^t (1 + a) = (1 + a)^t"),
    (WEIGHTS, r"\sum_{s=1}^{i} a_s \prod_{r < s} (1 - a_r) = 1 - \prod_{s \le i} (1 - a_s)"),
    (WEIGHTS, r"\sum_{s=1}^{i} (a_s - 1) \prod_{r < s} a_r = \prod_{s \le i} a_s - 1"),
    (WEIGHTS, r"\sum_{s=1}^{n} a_s \prod_{r=1}^{s-1} (1 - a_r) = 1 - \prod_{s=1}^n (1 - a_s)"),
]
FALSE = [
    (RATIO, r"\sum_{k=0}^{t} a^k = \frac{1 - a^t}{1 - a}"),
    (RATIO, r"\sum_{k=1}^{t} a^k = \frac{1 - a^{t+1}}{1 - a}"),
    (RATIO, r"\sum_{k=1}^{t-1} a^k = \frac{1 - a^t}{1 - a}"),
    (ANY, r"(1 + a) \sum_{k=0}^{t-1} a^k = 1 - a^t"),
    (INDEX, r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} = 1 - \beta^{t-1}"),
    (INDEX, r"(1 - \beta) \sum_{i=1}^{t-1} \beta^{t-i} = 1 - \beta^t"),
    (INDEX, r"(1 - \beta) \sum_{i=1}^{t} \beta^{T-i} = 1 - \beta^t"),
    (VECTOR, r"(1 - \gamma) \sum_{s=1}^{t} \gamma^{s} x = (1 - \gamma^t) x"),
    (NUMBER, r"\sum_{k=1}^{t} k = \frac{t(t-1)}{2}"),
    (NUMBER, r"\sum_{k=1}^{t} k^2 = \frac{t(t+1)(2t+1)}{6} + (t-1)(t-2)(t-3)(t-4)"),  # right up to t = 4
    (NUMBER, r"\sum_{k=1}^{t} k = \frac{t(t+1)}{2} + 1"),  # the differences agree
    (NUMBER, r"\prod_{k=1}^t \frac{k+1}{k} = t"),
    (NUMBER, r"\sum_{k=1}^{t} \frac{1}{k (k+1)} = 1 - \frac{1}{t}"),
    (WEIGHTS, r"\sum_{k=1}^{n} k = \frac{n(n-1)}{2}"),
    (WEIGHTS, r"\sum_{s=1}^{i} (a_s - a_1) = \sum_{s=1}^{i} a_s - a_1"),
    (WEIGHTS, r"\prod_{s=1}^n (-2 a_s) = -2^n \prod_{s=1}^n a_s"),
    (NUMBER, r"\prod_{k=1}^t k = t + (t-1)(t-2)(t-3)(t-4)"),
    (WEIGHTS, r"\sum_{s=1}^{i} a_s \prod_{r \le s} (1 - a_r) = 1 - \prod_{s \le i} (1 - a_s)"),
    (WEIGHTS, r"\sum_{s=1}^{i} a_s \prod_{r < s} (1 - a_r) = 1 - \prod_{s < i} (1 - a_s)"),
    (WEIGHTS, r"\sum_{s=1}^{n} a_s \prod_{r=1}^{s-1} (1 - a_r) = 1 - \prod_{s=1}^{n-1} (1 - a_s)"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_sums_are_shown_for_any_number_of_terms(given: str, claim: str, tmp_path: Path) -> None:
    assert shown(given, claim)
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_their_neighbors_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"
