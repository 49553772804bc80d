r"""Sums that stop at an index: recurrences, prefix sums, causal attention with and without decay."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from derive.core import SizeRules
from derive.index.terms.ranges import at_least, facts_of, known_sizes
from derive.sizes import Size
from tests.judged import judged, shown

STATE = r"t \in \{1,\dots,T\}, q_t, k_t \in \mathbb{R}^d, v_t \in \mathbb{R}^e \\ S_t := \sum_{s=1}^t k_s v_s^\top"
SQUARE = r"t \in \{1,\dots,T\}, k_t, v_t \in \mathbb{R}^d \\ S_t := \sum_{s=1}^t k_s v_s^\top"
FAMILY = r"t \in \{1,\dots,T\}, x_t \in \mathbb{R}^d"
ROWS = r"n \in \{LOW, \dots, L\}, K \in \mathbb{R}^{L \times d}, V \in \mathbb{R}^{L \times e}"
MASK = r"i \in \{1,\dots,L\}, Q, K \in \mathbb{R}^{L \times d}, V \in \mathbb{R}^{L \times e}, M \in \mathbb{R}^{L \times L} \\ M_{i,j} := \mathbb{1}[RELATION]"
DECAY = r"i \in \{1,\dots,L\}, Q, K \in \mathbb{R}^{L \times d}, V \in \mathbb{R}^{L \times e}, M \in \mathbb{R}^{L \times L}, \gamma \in DOMAIN \\ M_{i,j} := \gamma^{i-j} \mathbb{1}[i \ge j]"
MASKED = r"((Q K^\top \odot M) V)_{i,:} = Q_{i,:} "
PREFIX = r"\sum_{m=1}^{n} K_{m,:}^\top V_{m,:} - \sum_{m=1}^{n-BACK} K_{m,:}^\top V_{m,:} = "


def rows(low: int) -> str:
    return ROWS.replace("LOW", str(low))


def mask(relation: str) -> str:
    return MASK.replace("RELATION", relation)


def decay(domain: str) -> str:
    return DECAY.replace("DOMAIN", domain)


TRUE = [
    (STATE, r"S_t^\top q_t = \sum_{s=1}^t (k_s^\top q_t) v_s"),
    (STATE, r"S_t = S_{t-1} + k_t v_t^\top"),
    (STATE, r"S_1 = k_1 v_1^\top"),
    (rows(2), PREFIX.replace("BACK", "1") + r"K_{n,:}^\top V_{n,:}"),
    (rows(3), PREFIX.replace("BACK", "2") + r"K_{n,:}^\top V_{n,:} + K_{n-1,:}^\top V_{n-1,:}"),
    (mask(r"i \ge j"), MASKED + r"\sum_{j=1}^{i} K_{j,:}^\top V_{j,:}"),
    (mask(r"i > j"), MASKED + r"\sum_{j=1}^{i-1} K_{j,:}^\top V_{j,:}"),
    (mask(r"i \le j"), MASKED + r"\sum_{j=i}^{L} K_{j,:}^\top V_{j,:}"),
    (decay(r"\mathbb{R}"), MASKED + r"\sum_{j=1}^{i} \gamma^{i-j} K_{j,:}^\top V_{j,:}"),
    (decay(r"(0,1)"), MASKED + r"\sum_{j=1}^{i} \gamma^{i-j} K_{j,:}^\top V_{j,:}"),
    (FAMILY, r"\sum_{s=t}^T x_s + \sum_{s=1}^{t-1} x_s = \sum_{s=1}^T x_s"),
    (FAMILY, r"\sum_{s=t}^T x_s + \sum_{s=1}^{t} x_s = \sum_{s=1}^T x_s + x_t"),
    (
        FAMILY,
        r"\| \sum_{s=1}^t x_s \|_2^2 = \sum_{s=1}^t \| x_s \|_2^2 + 2 \sum_{s=1}^t \sum_{r=1}^{s-1} x_r^\top x_s",
    ),
    (r"t \in \{1,\dots,T\}, x \in \mathbb{R}^d", r"\sum_{s=1}^t x = t x"),
]
FALSE = [
    (STATE, r"S_t^\top q_t = \sum_{s=1}^{t-1} (k_s^\top q_t) v_s"),
    (STATE, r"S_t^\top q_t = \sum_{s=1}^T (k_s^\top q_t) v_s"),
    (STATE, r"S_t^\top q_t = \sum_{s=1}^t (k_s^\top q_s) v_s"),
    (STATE, r"S_t = S_{t-1} + k_t v_1^\top"),
    (SQUARE, r"S_t = S_{t-1} + v_t k_t^\top"),
    (rows(2), PREFIX.replace("BACK", "1") + r"K_{n-1,:}^\top V_{n-1,:}"),
    (rows(3), PREFIX.replace("BACK", "2") + r"K_{n,:}^\top V_{n,:}"),
    (mask(r"i > j"), MASKED + r"\sum_{j=1}^{i} K_{j,:}^\top V_{j,:}"),
    (mask(r"i \ge j"), MASKED + r"\sum_{j=1}^{i-1} K_{j,:}^\top V_{j,:}"),
    (mask(r"i \le j"), MASKED + r"\sum_{j=1}^{i} K_{j,:}^\top V_{j,:}"),
    (decay(r"(0,1)"), MASKED + r"\sum_{j=1}^{i} \gamma^{j-i} K_{j,:}^\top V_{j,:}"),
    (decay(r"(0,1)"), MASKED + r"\sum_{j=1}^{i} \gamma^{i-j+1} K_{j,:}^\top V_{j,:}"),
    (FAMILY, r"\sum_{s=t}^T x_s + \sum_{s=1}^{t} x_s = \sum_{s=1}^T x_s"),
    (
        FAMILY,
        r"\| \sum_{s=1}^t x_s \|_2^2 = \sum_{s=1}^t \| x_s \|_2^2 + 2 \sum_{s=1}^t \sum_{r=1}^{s} x_r^\top x_s",
    ),
    (FAMILY, r"\sum_{s=1}^t \sum_{r=1}^s x_r = \sum_{r=1}^t (t - r) x_r"),
    (r"t \in \{1,\dots,T\}, x \in \mathbb{R}^d", r"\sum_{s=1}^t x = T x"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_sums_up_to_an_index_are_shown_for_all_sizes(given: str, claim: str, tmp_path: Path) -> None:
    assert shown(given, claim)
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_their_neighbors_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_the_range_of_an_index_tells_nothing_of_other_sizes() -> None:
    index = ("t", Size.of(1), Size.of("L") - 1)
    with known_sizes(facts_of(("L",), SizeRules(), (), (index,))):
        assert at_least(Size.of("L") - Size.of("t"), 1)
        assert at_least(Size.of("t"), 1)
        assert not at_least(Size.of("L"), 2)
