"""The exponential of a matrix: three evaluations agree, true statements have objects, false neighbors are refuted."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from proofs import recheck
from proofs.proving.objects import proof_of
from tests.judged import judged, problems_of

GIVEN = r"A, B, S \in \mathbb{R}^{n \times n}, s, t \in \mathbb{R}, b \in \mathbb{R}^n"
TABLE = [
    (GIVEN, r"\det e^{A} = e^{\operatorname{tr} A}", r"\det e^{A} = \operatorname{tr} e^{A}"),
    (GIVEN, r"e^{A} e^{-A} = I", r"e^{A} e^{-A} = A"),
    (GIVEN, r"(e^{A})^{-1} = e^{-A}", r"(e^{A})^{-1} = e^{A}"),
    (rf"{GIVEN}, A B = B A", r"e^{A + B} = e^{A} e^{B}", r"e^{A + B} = e^{A} + e^{B}"),
    (GIVEN, r"e^{(s + t) A} = e^{s A} e^{t A}", r"e^{(s + t) A} = e^{s t A}"),
    (GIVEN, r"A e^{t A} = e^{t A} A", r"B e^{t A} = e^{t A} B"),
    (GIVEN, r"(e^{A})^\top = e^{A^\top}", r"(e^{A})^\top = e^{A}"),
    (rf"{GIVEN}, \det S \ne 0", r"e^{S A S^{-1}} = S e^{A} S^{-1}", r"e^{S A S^{-1}} = S^{-1} e^{A} S"),
    (GIVEN, r"\|e^{A}\|_2 \le e^{\|A\|_2}", r"\|e^{A}\|_2 \le e^{\|A\|_2 / 2}"),
    (GIVEN, r"\frac{d}{dt} e^{t A} = A e^{t A}", r"\frac{d}{dt} e^{t A} = e^{t A}"),
    (GIVEN, r"\frac{d}{dt} e^{t A} b = e^{t A} A b", r"\frac{d}{dt} e^{t A} b = e^{t A} b"),
    (GIVEN, r"\frac{d}{dt} (e^{t A} B e^{-t A}) = e^{t A} (A B - B A) e^{-t A}", r"\frac{d}{dt} (e^{t A} B e^{-t A}) = e^{t A} (B A - A B) e^{-t A}"),
    (r"A \in \mathbb{R}^{n \times n}, A^\top = -A", r"(e^{A})^\top e^{A} = I", r"e^{A} e^{A} = I"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"e^{A} \succ 0", r"e^{A} \succ I"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "neighbor"), TABLE)
def test_true_statements_have_an_object_and_their_neighbors_are_refuted(given: str, claim: str, neighbor: str, tmp_path: Path) -> None:
    (problem,) = problems_of(given, claim)
    assert proof_of(problem).data is not None
    assert judged(neighbor, given, tmp_path).verdict == "refuted"
    (other,) = problems_of(given, neighbor)
    assert proof_of(other).data is None


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\operatorname{tr}(\exp(A)) = \sum_i e^{A_{ii}}", "ambiguous"),
        (r"\det(\exp(A)) = e^{\operatorname{tr} A}", "ambiguous"),
        (r"\operatorname{expm}(0_{n \times n}) = I", "holds"),
        (r"\operatorname{expm}(A) = e^{A}", "holds"),
    ],
)
def test_which_exponential_is_meant_is_not_guessed(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, r"A \in \mathbb{R}^{n \times n}", tmp_path).verdict == verdict


def enclosed(text: str, **inputs: list[list[int]]) -> list[recheck.Ball]:
    env: dict[str, object] = {json.dumps("n"): len(inputs["A"])}
    env |= {json.dumps(n): recheck.Matrix.of_rows([[recheck.Ball(x) for x in r] for r in a]) for n, a in inputs.items()}
    return recheck.Evaluator(env, {}, []).value(recheck.read_tree(text)).flat


@pytest.mark.parametrize("seed", range(12))
def test_enclosures_hold_the_values_of_torch_and_are_narrow(seed: int) -> None:
    torch = pytest.importorskip("torch")
    chance = random.Random(seed)
    a = [[chance.randint(-2, 2) for _ in range(3)] for _ in range(3)]
    balls = enclosed('(expm (var ("n") ("n") "A"))', A=a)
    values = torch.linalg.matrix_exp(torch.tensor(a, dtype=torch.float64)).reshape(-1).tolist()
    assert all(abs(float(x.lo) - v) < 1e-9 * (1 + abs(v)) for x, v in zip(balls, values, strict=True))
    assert all(0 <= float(x.hi - x.lo) < 1e-9 for x in balls)


def test_a_slope_is_that_of_sine_and_cosine() -> None:
    text = '(deriv "t" vecr (expm (scale (var () () "t") (var ("n") ("n") "A"))) (var () () "s"))'
    balls = enclosed(text, A=[[0, 1], [-1, 0]], s=[[2]])
    wanted = [-math.sin(2), math.cos(2), -math.cos(2), -math.sin(2)]
    assert all(float(x.lo) - 1e-12 < w < float(x.hi) + 1e-12 for x, w in zip(balls, wanted, strict=True))
