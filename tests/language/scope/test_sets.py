r"""Sets that names are declared from: powers of intervals and of finite sets, spheres, groups of matrices, ``0 \ne x \in ...``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in [0,1]^n", r"x \ge 0"),
        (r"X \in (0, 1)^{m \times n}", r"X_{ij} > 0"),
        (r"x \in \{0,1\}^n", r"x \odot x = x"),
        (r"x \in \{-1,+1\}^n", r"\|x\|_2^2 = n"),
        (r"X \in \{\pm 1\}^{m \times n}", r"\|X\|_F^2 = m n"),
        (r"y \in \{-1, 1\}", r"y^2 = 1"),
        (r"s \in \{-1, 0, 1\}", r"s^3 = s"),
        (r"i \in \{1, 2\}, x \in \mathbb{R}^2", r"x_i \le \|x\|_2"),
        (r"Q \in \mathrm{O}(n)", r"Q Q^\top = I"),
        (r"Q \in O(n), x \in \mathbb{R}^n", r"\|Q x\|_2 = \|x\|_2"),
        (r"Q \in SO(n)", r"\det Q = 1"),
        (r"A \in \mathrm{GL}_n(\mathbb{R})", r"A A^{-1} = I"),
        (r"A \in GL(n, \mathbb{R})", r"A A^{-1} = I"),
        (r"U \in \mathrm{St}(n, p)", r"U^\top U = I_p"),
        (r"x \in \mathbb{S}^{n-1}", r"x^\top x = 1"),
        (r"x, y \in S^{n-1}", r"|x^\top y| \le 1"),
        (r"x \in \mathbb{R}^n \setminus \{0\}", r"\|x\|_2 > 0"),
        (r"A = A^\top \in \mathbb{R}^{n \times n}", r"A^2 = A A^\top"),
        (r"0 \prec A = A^\top \in \mathbb{R}^{n \times n}", r"\det A > 0"),
        (r"0 \ne x \in \mathbb{R}^n", r"\|x\|_2 > 0"),
    ],
)
def test_what_membership_demands_is_in_force(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in [0,1]^n", r"\mathbf{1}^\top x \le 1"),
        (r"x \in \{0,1\}^n", r"x \odot x = \mathbf{1}"),
        (r"x \in \{-1,+1\}^n", r"\|x\|_2^2 \le n - 1"),
        (r"s \in \{-1, 0, 1\}", r"s^2 = 1"),
        (r"Q \in O(n)", r"\det Q = 1"),
        (r"A \in GL(n)", r"A^\top A = I"),
        (r"U \in \mathrm{St}(n, p)", r"U U^\top = I_n"),
        (r"x \in \mathbb{S}^{n-1}", r"\|x\|_1 \le 1"),
        (r"x \in \mathbb{R}^n \setminus \{0\}", r"\|x\|_2 > 1"),
        (r"0 \preceq A \in \mathbb{R}^{n \times n}", r"\det A > 0"),
    ],
)
def test_and_nothing_else(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_a_matrix_is_in_the_orthogonal_group_and_a_size_is_of_an_order(tmp_path):
    orthogonal = r"Q, R \in O(n)"
    assert judged(r"Q R \in O(n)", orthogonal, tmp_path).verdict == "holds"
    assert judged(r"Q + R \in O(n)", orthogonal, tmp_path).verdict == "refuted"
    assert judged(r"n^2 + n \in O(n^2)", r"n \in \mathbb{N}", tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "given",
    [
        r"x \in \{0, 0\}^n",
        r"x \in \{a, b\}^n",
        r"x \in \Delta_n",
        r"A \in \mathrm{St}(n)",
        r"A \in SU(n)",
        r"A \in \mathbb{R}^{n \times n}, \quad A_{ij} \in \{0, 1\}",
        r"A = A^\top \in \mathbb{R}^{m \times n}",
    ],
)
def test_other_sets_are_refused(given, tmp_path):
    with pytest.raises(BadPaper):
        judged("1 = 1", given, tmp_path)
