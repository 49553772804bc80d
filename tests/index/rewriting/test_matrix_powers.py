r"""Powers of matrices with exponents that are sizes or indices, and products of matrices over ranges of any length."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive import build
from derive.core import Rel, walk
from derive.errors import NotSupported
from derive.index.rewriting.matrix_powers import abstracted, joined
from derive.sizes import Shape, Size
from proofs.recheck import recheck
from tests.judged import judged

A = r"A, B, S \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, k, m, N \in \mathbb{N}"
IDEMPOTENT = A + r", A^2 = A \\ x_s \in \mathbb{R}^n \quad \forall s \in \{1, \dots, N+1\}"
LAYERS = r"W_l \in \mathbb{R}^{d \times d} \quad \forall l \in \{1,\dots,L\}"
STATES = (
    r"h_t \in \mathbb{R}^n, u_t \in \mathbb{R}^m \quad \forall t \in \{0, \dots, N\} \\ A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{n\times m} \\ "
    r"h_{t} = A h_{t-1} + B u_t \quad \forall t \in \{1,\dots,N\} \\ h_0 = 0"
)  # fmt: skip


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (A, r"A^{k+1} = A A^k"),
        (A, r"A^{k+1} = A^k A"),
        (A, r"A^k A^m = A^{k+m}"),
        (A, r"(A^k)^\top = (A^\top)^k"),
        (A, r"\det(A^k) = \det(A)^k"),
        (A, r"(S^{-1} A S)^k = S^{-1} A^k S"),
        (A, r"(I - A) \sum_{k=0}^{N} A^k = I - A^{N+1}"),
        (A, r"A \sum_{k=0}^{N} A^k = \sum_{k=1}^{N+1} A^k"),
        (A, r"\frac{\partial A^k x}{\partial x} = A^k"),
        (A, r"\operatorname{tr} \sum_{i=1}^k A^i = \sum_{i=1}^k \operatorname{tr} A^i"),
        (A, r"\operatorname{tr} (B \sum_{i=0}^{k-1} A^i) = \sum_{i=0}^{k-1} \operatorname{tr}(A^i B)"),
        (A + r", A^2 = A", r"A^k = A"),
        (A + r", A \mathbf{1} = \mathbf{1}", r"A^k \mathbf{1} = \mathbf{1}"),
        (LAYERS, r"(W_L \cdots W_1)^\top = W_1^\top \cdots W_L^\top"),
        (STATES, r"h_N = \sum_{s=1}^N A^{N-s} B u_s"),
    ],
)
def test_shown_for_all_exponents(given: str, claim: str, tmp_path: Path) -> None:
    verdict = judged(claim, given, tmp_path)
    assert verdict.verdict == "holds" and verdict.strength != "exact"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (A, r"A^k = A^{k+1}"),
        (A, r"(A B)^k = A^k B^k"),
        (A, r"\operatorname{tr} \sum_{i=1}^k A^i = \sum_{i=1}^k \operatorname{tr} A^{i+1}"),
        (A, r"(A^\top A)^k = (A^\top)^k A^k"),
        (A, r"A (A^{-1})^{k} = (A^{-1})^k"),
        (A, r"(I - A) \sum_{k=0}^{N} A^k = I - A^{N}"),
        (A, r"A \sum_{k=0}^{N} A^k = \sum_{k=1}^{N} A^k"),
        (A, r"\frac{\partial A^k}{\partial A} = 0"),
        (A, r"\frac{\partial \operatorname{tr}(A^k)}{\partial A} = k \operatorname{vec}_r(A^{k-1})^\top"),
        (IDEMPOTENT, r"\sum_{s=1}^{N+1} A A^{N+1-s} x_s = \sum_{s=1}^{N+1} A^{N+1-s} x_s"),
        (IDEMPOTENT + r", i \in \{0, \dots, N\}", r"A^i A = A^i"),
        (LAYERS, r"W_L \cdots W_1 = W_1 \cdots W_L"),
        (STATES, r"h_N = \sum_{s=1}^N A^{s} B u_s"),
    ],
)
def test_false_neighbors_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_exponents_that_may_be_negative_are_refused(tmp_path: Path) -> None:
    verdict = judged(r"A^{k-2} A^2 = A^k", A, tmp_path)
    assert verdict.verdict == "undecided"
    assert "may be negative" in verdict.message


def test_certificates_with_powers_are_checked_again(tmp_path: Path) -> None:
    assert judged(r"\|A^k\|_2 = \|A\|_2^k", A, tmp_path).verdict == "refuted"
    (file,) = tmp_path.rglob("*.json")
    text = file.read_text(encoding="utf-8")
    assert "mprod" in text
    assert recheck(file).accepted


def test_a_factor_is_written_out_only_where_the_rest_is_a_power() -> None:
    """``A^{T-s+1}`` is ``A A^{T-s}`` for s up to T, and no more where the sum runs to T + 1."""
    a, t, s = build.var("A", Shape((Size.of("n"),), (Size.of("n"),))), Size.of("T"), Size.of("s")
    power = build.mprod("i", Size.of(1), t - s + 1, a)
    within = joined(build.sum_("s", Size.of(1), t, power))
    beyond = joined(build.sum_("s", Size.of(1), t + 1, power))
    assert any(node.op == "matmul" for node in walk(within))
    assert not any(node.op == "matmul" for node in walk(beyond))


def test_a_differentiated_power_is_no_arbitrary_matrix() -> None:
    a = build.var("A", Shape((Size.of("n"),), (Size.of("n"),)))
    slope = build.deriv(build.mprod("i", Size.of(1), Size.of("k"), a), "A", a)
    with pytest.raises(NotSupported):
        abstracted(Rel("=", slope, slope), ())
