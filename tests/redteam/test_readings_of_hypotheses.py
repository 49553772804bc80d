r"""What a hypothesis of a given block means: entries of defined names, undeclared indices, points of functions, distributions.

Every row is a given block, a claim and its verdict by hand. A statement about an entry is a hypothesis and no size or name of
its own; at an index that the claim shares, or at a point of a function, it is read as said of that one and of all, and a verdict
stands only if both readings have it.
"""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

P = r"z \in \mathbb{R}^n, \quad p := \operatorname{softmax}(z), \quad "
M = r"M \in \mathbb{R}^{n \times n}, \quad P := \operatorname{softmax}(M), \quad "
S = r"A \in \mathbb{R}^{n \times d}, \quad S := A A^\top, \quad "
Q = r"Q, K \in \mathbb{R}^{n \times d}, \quad P := \operatorname{softmax}(\frac{Q K^\top}{\sqrt d}), \quad "
A = r"A, B \in \mathbb{R}^{n \times n}, \quad "
X = r"x \in \mathbb{R}^n, \quad "
ROWS = (
    r"X \in \mathbb{R}^{n \times d}, \quad A \in \mathbb{R}^{d \times d}, \quad P := \operatorname{softmax}(X A X^\top), "
    r"\quad x_i := X_{i,:}^\top, \quad x_i = 0"
)
F = r"x, z, x_0, x^\star \in \mathbb{R}^n, \quad f : \mathbb{R}^n \to \mathbb{R}, \quad g : \mathbb{R}^n \to \mathbb{R}^n, \quad "
SMOOTH = r"f : \mathbb{R}^d \to \mathbb{R}, \quad f \text{ is convex and } L\text{-smooth}, \quad L > 0, \quad "
W = r"\mathbf{W}^V \in \mathbb{R}^{n \times d}, \quad \sigma > 0, \quad "

ENTRY = [
    r"p_i = \frac1n",
    r"p_i = 1/n",
    r"p_i = n^{-1}",
    r"n p_i = 1",
    r"\frac1n = p_i",
    r"p_k = \frac1n",
    r"[p]_i = \frac1n",
    r"\mathbf{p}_i = \frac1n",
    r"p_i \le \frac1n",
    r"i \in \{1, \dots, n\}, \quad p_i = \frac1n",
    r"p_i = \frac1n \quad \forall i",
    r"p_i = \frac1n \quad \forall i \in \{1, \dots, n\}",
    r"p_i = \frac1n \text{ for all } i",
    r"p_i = \frac1n \text{ for every } i",
    r"p_j = \frac1n \text{ for } j = 1, \dots, n",
    r"\forall i : p_i = \frac1n",
    r"\forall i, p_i = \frac1n",
    r"p_i = p_j",
]
"""Ways to say of a softmax that it is uniform."""


@pytest.mark.parametrize("hypothesis", ENTRY)
def test_an_equation_about_an_entry_of_a_defined_name_defines_nothing(hypothesis: str, tmp_path):
    assert judged(r"\|p\|_2 = 1", P + hypothesis, tmp_path).verdict == "refuted"


@pytest.mark.parametrize("hypothesis", [h for h in ENTRY if h not in (r"p_i = p_j", r"p_i \le \frac1n")][::3])
def test_what_it_says_is_used(hypothesis: str, tmp_path):
    assert judged(r"\|p\|_2^2 = \frac1n", P + hypothesis, tmp_path).verdict == "holds"


ENTRIES = [
    # the definition may stand behind, or be written with an equals sign
    (r"p_i = \frac1n, \quad z \in \mathbb{R}^n, \quad p := \operatorname{softmax}(z)", r"\|p\|_2 = 1", "refuted"),
    (r"z \in \mathbb{R}^n, \quad p_i = \frac1n, \quad p = \operatorname{softmax}(z)", r"\|p\|_2 = 1", "refuted"),
    (
        r"z \in \mathbb{R}^n, \quad p(z) := \operatorname{softmax}(z), \quad p(z)_i = \frac1n",
        r"\|p(z)\|_2 = 1",
        "refuted",
    ),
    (r"z \in \mathbb{R}^n, \quad p(z) := \operatorname{softmax}(z), \quad p_i = \frac1n", r"\|p(z)\|_2 = 1", "refuted"),
    # matrices
    (M + r"P_{ij} = \frac1n, \quad n \ge 2", r"\|P\|_2 = n", "refuted"),
    (M + r"P_{ij} = \frac1n, \quad n \ge 2", r"\|P\|_2 = 1", "holds"),
    (M + r"P_{ij} = 1/n \text{ for all } i, j", r"\operatorname{tr}(P) = n", "refuted"),
    (M + r"[P]_{ij} = \frac1n \quad \forall i, j", r"P^2 = P", "holds"),
    (M + r"P(i, j) = \frac1n", r"P = I", "refuted"),
    (M + r"\mathbf{P}_{i,j} = \frac1n", r"\|P\|_F = 1", "holds"),
    (M + r"\frac1n = P_{ij}", r"\|P\|_F = n", "refuted"),
    (M + r"P_{1j} = \frac1n", r"P_{11} = 1", "refuted"),
    (M + r"P_{ii} = \frac1n", r"\operatorname{tr}(P) = 1", "holds"),
    (M + r"P_{ii} = \frac1n", r"\operatorname{tr}(P) = n", "refuted"),
    (Q + r"P_{ij} = \frac1n", r"\|P\|_2 = 1", "holds"),
    (Q + r"P_{ij} = \frac1n", r"\|P\|_2 = n", "refuted"),
    (S + r"S_{ii} = \frac1n", r"\operatorname{tr}(S) = 1", "holds"),
    (S + r"S_{ii} = \frac1n", r"\operatorname{tr}(S) = n", "refuted"),
    (S + r"S_{ii} = \frac1n \quad \forall i", r"\|A\|_F = 1", "holds"),
    (S + r"S_{ii} = 1", r"\operatorname{tr}(S) = 1", "refuted"),
    (S + r"\|A_{i,:}\|_2^2 = \frac1n", r"\|A\|_F^2 = 1", "holds"),
    (S + r"\|A_{i,:}\|_2^2 = \frac1n", r"\|A\|_F^2 = n", "refuted"),
    (A + r"A_{ii} = n", r"\operatorname{tr}(A) = n^2", "holds"),
    (A + r"A_{ii} = n", r"\operatorname{tr}(A) = n", "refuted"),
    (A + r"C := A B, \quad C_{ij} = n", r"\operatorname{tr}(C) = n^2", "holds"),
    (A + r"C := A B, \quad C_{ij} = n", r"\operatorname{tr}(C) = n", "refuted"),
    # vectors and families
    (X + r"x_i = n", r"\mathbf{1}^\top x = n^2", "holds"),
    (X + r"x_i = n", r"\mathbf{1}^\top x = n", "refuted"),
    (X + r"x_1 = n", r"n = 1", "refuted"),
    (P + r"p_1 = \frac1n", r"n p_1 = 1", "holds"),
    (X + r"m \in \mathbb{N}, \quad y := x + x, \quad y_i = n m", r"\mathbf{1}^\top y = n^2 m", "holds"),
    (X + r"m \in \mathbb{N}, \quad y := x + x, \quad y_i = n m", r"\mathbf{1}^\top y = n m", "refuted"),
    (r"w_1, \dots, w_n \in \mathbb{R}, \quad w_i = \frac1n", r"\sum_i w_i = 1", "holds"),
    (r"w_1, \dots, w_n \in \mathbb{R}, \quad w_i = \frac1n", r"\sum_i w_i = n", "refuted"),
    (r"w_i = \frac1n, \quad w \in \mathbb{R}^n", r"\sum_i w_i = n", "refuted"),
    # a quotient of sizes is a number
    (X + r"c := \frac1n", r"n = 1", "refuted"),
    (X + r"c = \frac1n", r"c n = 1", "holds"),
    (r"B \in \mathbb{R}^{n \times d}, \quad \gamma := \frac{n}{d}", r"\gamma \ge 1", "refuted"),
    (r"B \in \mathbb{R}^{n \times d}, \quad \gamma := \frac{n}{d}", r"\gamma d = n", "holds"),
]

INDICES = [
    (X + r"x_i = 0", r"x_i + x_j = 0", "ambiguous"),
    (X + r"x_i = 0", r"x_i x_j = 0", "holds"),
    (X + r"x_i = 0", r"x_i + x_j = 1", "refuted"),
    (X + r"x_i = 0 \quad \forall i", r"x_i + x_j = 0", "holds"),
    (X + r"x_i = 0", r"x_j = 0", "holds"),
    (X + r"x_i > 0", r"\frac{x_i}{\sum_j x_j} \le 1", "ambiguous"),
    (ROWS, r"P_{ji} = \frac1n", "ambiguous"),
    (ROWS, r"P_{ij} = \frac1n", "holds"),
    (ROWS, r"P_{ji} = \frac2n", "refuted"),
    (r"X \in \mathbb{R}^{n \times d}, \quad X_{i,:} = 0", r"\|X_{i,:} + X_{j,:}\|_2 = 0", "ambiguous"),
    (r"X \in \mathbb{R}^{n \times d}, \quad X_{i,:} = 0 \quad \forall i", r"X = 0", "holds"),
    (r"X \in \mathbb{R}^{n \times d}, \quad X_{1,:} = 0", r"X = 0", "refuted"),
    (A + r"A_{ii} = 1", r"A_{ii} A_{jj} = 1", "ambiguous"),
    (A + r"A_{ii} = 1", r"A_{ii}^2 = 1", "holds"),
    (A + r"A_{ij} = \frac1n", r"A_{ij} = A_{ji}", "ambiguous"),
    # what relates neighbors, and a bound beside a sum over its letter, is said of all
    (X + r"x_i \le x_{i+1}", r"x_i \le x_{i+2}", "holds"),
    (X + r"x_i \le x_{i+1}", r"x_{i+2} \le x_i", "refuted"),
    (X + r"x_i \ge 0, \quad \sum_i x_i = 1", r"x_i \le 1", "holds"),
    (X + r"x_i \ge 0, \quad \sum_i x_i = 1", r"x_i < 1", "refuted"),
]

POINTS = [
    (SMOOTH + r"x, z \in \mathbb{R}^d, \quad \nabla f(z) = 0", r"f(x) - f(z) \le \frac{L}{3} \|x - z\|^2", "refuted"),
    (SMOOTH + r"x, z \in \mathbb{R}^d, \quad \nabla f(z) = 0", r"f(x) - f(z) \le \frac{L}{2} \|x - z\|^2", "holds"),
    *(
        (F + h.replace("z", point), c.replace("z", point), verdict)
        for point in ("z", r"{x^\star}")
        for h, c, verdict in (
            (r"\nabla f(z) = 0", r"\nabla f(x) = 0", "refuted"),
            (r"\nabla f(z) = 0", r"\nabla f(z)^\top x = 0", "holds"),
            (r"\|\nabla f(z)\|_2 = 0", r"\nabla f(x) = 0", "refuted"),
            (r"f(z) = 0", r"f(x) f(z) = 0", "holds"),
            (r"f(z) = 0", r"f(x) = 0", "refuted"),
            (r"y := g(z), \quad y = z", r"g(g(z)) = z", "holds"),
            (r"y := g(z), \quad y = z", r"g(x) = x", "refuted"),
            (r"f(z) = z^\top z", r"\nabla f(z) = 2 z", "holds"),
            (r"f(z) = z^\top z", r"\nabla f(x) = x", "refuted"),
        )
    ),
    *((F + rf"f(-{a}) = f({a})", r"f(-x) = f(x)", "ambiguous") for a in ("z", "x_0", r"x^\star")),
]

LAWS = [
    (W + r"\mathbf{W}^V_{ij} \overset{\text{iid}}{\sim} \mathcal{N}(0, \sigma^2)", r"\mathbb{E}[\|\mathbf{W}^V\|_F^2] = n d \sigma^2", "holds"),
    (W + r"\mathbf{W}^V_{ij} \sim \mathcal{N}(0, \sigma^2) \text{ i.i.d.}", r"\mathbb{E}[\|\mathbf{W}^V\|_F^2] = n d \sigma", "refuted"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "verdict"), [*ENTRIES, *INDICES, *POINTS, *LAWS])
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (W + r"\mathbf{W}^V_{ij} \sim \mathcal{N}(0, \sigma^2)", "say that they are independent"),
        (P + r"p_i \sim \mathcal{N}(0, 1)", "p is declared"),
        (P + r"p_i := \frac1n", "may be an entry of p"),
        (M + r"P_{ij} := \frac1n", "may be an entry of P"),
        (X + r"x_1 := \frac1n", "may be an entry of x"),
        (X + r"a \in \mathbb{R}, \quad a_i = \frac1n", "a_i is not declared"),
        (P + r"p(i) = \frac1n", "p is declared as a matrix"),
        (X + r"s := \frac1n, \quad s_i = n", "s_i needs an argument"),
        (F + r"g(z) = z", "may define g or speak of one point"),
        (F + r"g(x^\star) = x^\star", "may define g or speak of one point"),
    ],
)
def test_what_cannot_be_read_is_refused(given: str, message: str):
    with pytest.raises(DeriveError) as refused:
        Scope.root().given(given)
    assert message in f"{refused.value.message} {refused.value.hint}"
