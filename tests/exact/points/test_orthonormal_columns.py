r"""Rectangular matrices with orthonormal columns or rows: claims about them, and claims beside them."""

from pathlib import Path

import pytest

from derive.exact.points.setup import arrange, draw, make_point
from derive.exact.points.witness import sizes_beside
from proofs.recheck import recheck
from tests.judged import judged, problems_of

COLUMNS = r"U \in \mathbb{R}^{m \times n}, \quad U^\top U = I_n"
ROWS = r"V \in \mathbb{R}^{n \times m}, \quad V V^\top = I_n"
BESIDE = rf"A \in \mathbb{{R}}^{{r \times n}}, \quad B, W \in \mathbb{{R}}^{{m \times r}}, \quad {COLUMNS}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (COLUMNS, r"\|U\|_F^2 = n", "holds"),
        (COLUMNS, r"U U^\top U = U", "holds"),
        (COLUMNS, r"U U^\top = I_m", "refuted"),
        (COLUMNS, r"\|U\|_F^2 = m", "refuted"),
        (rf"{COLUMNS}, \quad n \ge 2", r"\|U\|_F \le 1", "refuted"),
        (rf"{COLUMNS}, \quad n \ge 2, \quad m \ge 4", r"\operatorname{tr}(U U^\top) = 1", "refuted"),
        (rf"{COLUMNS}, \quad G \in \mathbb{{R}}^{{m \times n}}", r"\|G - U U^\top G\|_F \le \|G\|_F", "holds"),
        (rf"{COLUMNS}, \quad G \in \mathbb{{R}}^{{m \times n}}", r"\|U^\top G\|_F = \|G\|_F", "refuted"),
        (ROWS, r"V^\top V = I_m", "refuted"),
        (ROWS, r"\|V\|_F^2 = n", "holds"),
        (BESIDE, r"\frac{\partial \operatorname{vec}(B A)}{\partial \operatorname{vec}(A)} = I_n \otimes B", "holds"),
        (BESIDE, r"\frac{\partial \operatorname{vec}(B A)}{\partial \operatorname{vec}(A)} = B \otimes I_n", "refuted"),
        (BESIDE, r"\operatorname{rank}(B A) \le r - 1", "refuted"),
        (BESIDE, r"\|B A\|_F \le \|B\|_F", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path: Path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == verdict
    for certificate in tmp_path.rglob("*.json"):
        assert recheck(certificate).accepted


@pytest.mark.parametrize(("given", "name"), [(COLUMNS, "U"), (ROWS, "V")])
def test_points_meet_the_hypothesis(given: str, name: str):
    (problem,) = problems_of(given, rf"\|{name}\|_F \ge 0")
    sizes = {"m": 4, "n": 2}
    setup = arrange(problem, sizes, 0)[0]
    assert setup.met
    assert setup.general
    import random

    for turn in range(5):
        drawn = draw(list(setup.problem.variables), sizes, random.Random(turn), bits=2, density=1.0)
        point = make_point(setup, sizes, drawn, turn)
        assert point is not None
        rows = point.inputs[name] if name == "V" else tuple(zip(*point.inputs[name], strict=True))
        products = [[sum(x * y for x, y in zip(a, b, strict=True)) for b in rows] for a in rows]
        assert products == [[1, 0], [0, 1]]


def test_no_sizes_without_room_for_what_is_beside():
    (problem,) = problems_of(BESIDE, r"\|B\|_F \le \|W\|_F")
    found = sizes_beside(problem)
    assert found
    assert all(sizes["m"] >= sizes["n"] for sizes in found if "n" in sizes)
