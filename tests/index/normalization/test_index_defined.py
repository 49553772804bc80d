"""Where things are positive, defined, or counted: roots at zero, empty ranges, zero powers, branches that are not taken."""

# ruff: noqa: E501 - formulas stay on one line

from pathlib import Path

import pytest

from tests.index.outcomes import outcome
from tests.judged import judged

GIVEN = r"a, b, c, t \in \mathbb{R}, \quad x, y \in \mathbb{R}^{n}, \quad u, w \in \mathbb{R}^m, \quad A, P \in \mathbb{R}^{n \times n}"
INVERSE_NORM = (
    r"f := \begin{cases} \frac{1}{\|x\|_2} & \|x\|_2 > 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad g := \begin{cases} \frac{x^\top x}{\|x\|_2} & \|x\|_2 > 0 \\ 1 & \text{otherwise} \end{cases}, "
    r"\quad h := \begin{cases} \frac{1}{t} & t \ne 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad k := \begin{cases} \log t & t > 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad s := \begin{cases} \left(\frac{\partial |t|}{\partial t}\right)^2 & t > 0 \\ 1 & \text{otherwise} \end{cases}"
)

ROOTS_FALSE = [
    (r"\operatorname{sign}(\|x\|_2) = 1", ""),
    (r"\mathbf{1}_{\{\|x\|_2 > 0\}} = 1", ""),
    (r"\operatorname{sign}(\sqrt{a}) = 1", r"a \ge 0"),
    (r"\operatorname{sign}(\sqrt{a}\, b) = \operatorname{sign}(b)", r"a \ge 0"),
    (r"\operatorname{sign}(\sqrt{a}\, b) = \operatorname{sign}(b)", r"c > 0"),
    (r"\operatorname{sign}(\sqrt{a}\, b) c = \operatorname{sign}(b) c", ""),
    (r"\operatorname{sign}(\|x - y\|_2) \|x\|_2 = \|x\|_2", ""),
    (r"\sum_{i=1}^n \operatorname{sign}(\sqrt{x_i}) = n", r"x \ge 0"),
    (r"\mathbf{1}_{\{\sqrt{a} > 0\}} = 1", r"a \ge 0"),
    (r"\operatorname{sign}(a^2) = 1", ""),
    (r"\operatorname{sign}(x^\top x) = 1", ""),
    (r"\operatorname{sign}(\|x\|_2 + \|y\|_2) = 1", ""),
    (r"\operatorname{sign}(\sqrt{a}) = 1", r"b \ne 0"),
    (r"\operatorname{sign}(\|x\|_2) = 1", r"y \ne 0"),
    (r"\operatorname{sign}(\sqrt{x^\top x + a}) = 1", r"a \ge 0"),
    (r"\operatorname{sign}(a^b) = 1", ""),
    (r"|a - 1| = a - 1", r"a > 0"),
    (r"|a^3| = a^3", ""),
    (r"|\sqrt[3]{a}| = \sqrt[3]{a}", ""),  # some texts have cube roots of negative numbers
    (r"\sqrt{a^{2/3}} = a^{1/3}", ""),
]
ROOTS_TRUE = [
    (r"\operatorname{sign}(\|x\|_2)\|x\|_2 = \|x\|_2", ""),
    (r"|\|x\|_2| = \|x\|_2", ""),
    (r"|\|x\|_2 + \|y\|_2| = \|x\|_2 + \|y\|_2", ""),
    (r"|\|x\|_2\, x^\top y| = \|x\|_2 |x^\top y|", ""),
    (r"|\sqrt{a} b| = \sqrt{a} |b|", ""),
    (r"|a^2 b| = a^2 |b|", ""),
    (r"\operatorname{ReLU}(a^2 b) = a^2 \operatorname{ReLU}(b)", ""),
    (r"|x^\top x| = x^\top x", ""),
    (r"\operatorname{sign}(\sqrt{1 + x^\top x}) = 1", ""),
    (r"\operatorname{sign}(\sqrt{x^\top x + a}) = 1", r"a > 0"),
    (r"\operatorname{sign}(\|x\|_2) = 1", r"x \ne 0"),
    (r"\operatorname{sign}(\|x\|_2) = 1", r"\|x\|_2 > 0"),
    (r"\operatorname{sign}(\sqrt{a}) = 1", r"a > 0"),
    (r"\operatorname{sign}(\sqrt{a}\, b) = \operatorname{sign}(b)", r"a > 0"),
    (r"\frac{\operatorname{sign}(\|x\|_2)}{\|x\|_2} = \frac{1}{\|x\|_2}", ""),
    (r"\operatorname{sign}(\|x\|_2) + \log(\|x\|_2) = 1 + \log(\|x\|_2)", ""),
    (r"\operatorname{sign}(a^b) = 1", r"a > 0"),
    (r"|\sqrt[3]{a}| = \sqrt[3]{a}", r"a > 0"),
    (r"|\|x\|_2^{1/3}| = \|x\|_2^{1/3}", ""),
    (r"(\sqrt[3]{a})^3 = a", ""),
]
RANGES_FALSE = [
    (r"\sum_{i=1}^{n-2} t = (n-2)t", ""),
    (r"\sum_{i=1}^{n-2} 1 = n-2", ""),
    (r"\sum_{i=1}^{n-2}\sum_{j=1}^{n-2} 1 = (n-2)^2", ""),
    (r"\sum_{i=1}^{n-5} t = (n-5)t", ""),
    (r"\sum_{i=1}^{n-3} t = (n-3)t", r"n \ge 2"),
    (r"\sum_{i=1}^{n-m} t = (n-m)t", ""),
    (r"\sum_{i=1}^{n-1} \delta_{i,1} = 1", ""),
    (r"\sum_{i=1}^{n-1} \delta_{i,2} = 1", r"n \ge 2"),
    (r"\sum_{i=1}^{n-1}\log(t) + |t| = \sum_{i=1}^{n-1}\log(t) + t", ""),
    (r"\prod_{i=1}^{n-1}\log(t) + |t| = \prod_{i=1}^{n-1}\log(t) + t", ""),
    (r"\sum_{i=1}^{n-1}\log(t) + \sqrt{t^2} = \sum_{i=1}^{n-1}\log(t) + t", ""),
    (r"\sum_{i=1}^{n}\sum_{j=1}^{n-1}\log(t) + |t| = \sum_{i=1}^{n}\sum_{j=1}^{n-1}\log(t) + t", ""),
    (
        r"\sum_{i=1}^{n-1} \frac{\partial |t|}{\partial t} + \operatorname{sign}(t)^2 = 1 + \sum_{i=1}^{n-1} \frac{\partial |t|}{\partial t}",
        "",
    ),
    (
        r"\frac{\partial}{\partial t}\sum_{i=1}^{n-1} |t| + \operatorname{sign}(t)^2 = 1 + \frac{\partial}{\partial t}\sum_{i=1}^{n-1} |t|",
        "",
    ),
    (r"\sum_{i=1}^{n-1}\frac{1}{\|x\|_2} + \operatorname{sign}(\|x\|_2) = 1 + \sum_{i=1}^{n-1}\frac{1}{\|x\|_2}", ""),
]
RANGES_TRUE = [
    (r"\sum_{i=1}^{n-1} t = (n-1)t", ""),
    (r"\sum_{i=1}^{n-2} t = (n-2)t", r"n \ge 2"),
    (r"\sum_{i=1}^{n-m} t = (n-m)t", r"m \le n"),
    (r"\sum_{i=1}^{n-m-1} t = (n-m-1)t", r"m < n"),
    (r"\sum_{i=1}^{n-1} \delta_{i,1} = 1", r"n \ge 2"),
    (r"\sum_{i=1}^{n-2} 2 t = 2 \sum_{i=1}^{n-2} t", r"n \ge 2"),
    (r"\mathbf{1}_{n-2}^\top \mathbf{1}_{n-2} = n - 2", r"n \ge 3"),
    (r"\sum_{i=1}^{n-1}\log(t) + |t| = \sum_{i=1}^{n-1}\log(t) + t", r"n \ge 2"),
    (r"\sum_{i=1}^{n}\log(t) + |t| = \sum_{i=1}^{n}\log(t) + t", ""),
    (r"\sum_{i=1}^{n-1}\log(t^2) = 2\sum_{i=1}^{n-1}\log |t|", ""),
    (
        r"\sum_{i=1}^{n} \frac{\partial |t|}{\partial t} + \operatorname{sign}(t)^2 = 1 + \sum_{i=1}^{n} \frac{\partial |t|}{\partial t}",
        "",
    ),
]
POWERS_FALSE = [
    (r"0^{n-1} = 0", ""),
    (r"0^{n-m} = 0", r"m \le n"),
    (r"(x^\top y - y^\top x)^{n-1} = 0", ""),
    (r"(\mathbf{1}_n^\top \operatorname{softmax}(x) - 1)^{n-1} = 0", ""),
    (r"\sum_{i=1}^n |t^i| = \sum_{i=1}^n t^i", ""),
    (r"\sum_{i=1}^n \operatorname{sign}(t^i) = n", ""),
    (r"\sum_{i=1}^n \sqrt{t^{2i}} = \sum_{i=1}^n t^i", ""),
    (r"\sum_{i=1}^n |t^i x_i| = \sum_{i=1}^n t^i |x_i|", ""),
]
POWERS_TRUE = [
    (r"0^{n} = 0", ""),
    (r"0^{n-1} = 0", r"n \ge 2"),
    (r"(x^\top y - y^\top x)^{n} = 0", ""),
    (r"\sum_{i=1}^n t\, t^i x_i = \sum_{i=1}^n t^{i+1} x_i", ""),
    (r"\sum_{i=1}^n |t^i x_i| = \sum_{i=1}^n t^i |x_i|", r"t > 0"),
    (r"\frac{\partial}{\partial t}\sum_{i=1}^n t^i x_i = \sum_{i=1}^n i\, t^{i-1} x_i", ""),
]
BRANCHES_FALSE = [
    (r"\|x\|_2 f = 1", INVERSE_NORM),
    (r"g = \|x\|_2", INVERSE_NORM),
    (r"t h = 1", INVERSE_NORM),
    (r"k + |t| = k + t", INVERSE_NORM),
    (r"k + \sqrt{t^2} = k + t", INVERSE_NORM),
    (r"s + \operatorname{sign}(t)^2 = s + 1", INVERSE_NORM),
    (r"f + \operatorname{sign}(\|x\|_2) = f + 1", INVERSE_NORM),
    (r"\mathbf{1}_{\{t > 0\}}\log t + |t| = \mathbf{1}_{\{t > 0\}}\log t + t", ""),
    (r"b = c", r"\operatorname{sign}(a)^2 b = c"),
]
RELATIONS = r"Z, G, H, Y \in \mathbb{R}^{n \times n}, \quad Z A = G + H, \quad Y A = 0, \quad p, q, z, v \in \mathbb{R}, \quad z (a + b) = p + q, \quad v (a + b) = 0"
CASES = (
    r"f := \begin{cases} (G + H) A^{-1} & t > 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad h := \begin{cases} Z & t > 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad k := \begin{cases} \frac{p + q}{a + b} & t > 0 \\ 0 & \text{otherwise} \end{cases}, "
    r"\quad s := \begin{cases} z & t > 0 \\ 0 & \text{otherwise} \end{cases}"
)
CLEARED_FALSE = [
    (r"f = h + Y", RELATIONS + r", \quad " + CASES),
    (r"k = s + v", RELATIONS + r", \quad " + CASES),
    (r"\sum_{i=1}^{n-1} (G + H) A^{-1} = \sum_{i=1}^{n-1} Z + Y", RELATIONS),
    (r"\sum_{i=1}^{n-1} \frac{p + q}{a + b} = \sum_{i=1}^{n-1} z + v", RELATIONS),
    (r"(a + b)^{n-1} c = z + v", r"z, v \in \mathbb{R}, \quad z (a + b) = (a + b)^n c, \quad v (a + b) = 0"),
    (
        r"(\nabla_A \det A)^\top = W + Y",
        r"W, Y \in \mathbb{R}^{n \times n}, \quad W A = \det(A) \mathbf{I}_n, \quad Y A = 0",
    ),
]
CLEARED_TRUE = [
    (r"(G + H) A^{-1} = Z + Y", RELATIONS),
    (r"\frac{p + q}{a + b} = z + v", RELATIONS),
    (r"\sum_{i=1}^{n} \frac{p + q}{a + b} = \sum_{i=1}^{n} z + v", RELATIONS),
]
BRANCHES_TRUE = [
    (r"\|x\|_2 f = 1", INVERSE_NORM + r", \quad \|x\|_2 > 0"),
    (r"\|x\|_2 f\, \|x\|_2 = \|x\|_2", INVERSE_NORM),
    (r"k + |t| + \log t = k + t + \log t", INVERSE_NORM),
    (r"b = c", r"\operatorname{sign}(a)^2 b = c, \quad a \ne 0"),
]
FALSE = [*ROOTS_FALSE, *RANGES_FALSE, *POWERS_FALSE, *BRANCHES_FALSE, *CLEARED_FALSE]
TRUE = [*ROOTS_TRUE, *RANGES_TRUE, *POWERS_TRUE, *BRANCHES_TRUE, *CLEARED_TRUE]


@pytest.mark.parametrize(("claim", "given"), FALSE)
def test_false_claims_are_not_proved(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "none"


@pytest.mark.parametrize(("claim", "given"), TRUE)
def test_their_true_neighbours_are_proved(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "agree"


@pytest.mark.parametrize(
    ("claim", "given", "verdicts"),
    [
        (r"\operatorname{sign}(\|x\|_2) = 1", "", {"refuted", "needs-hypothesis"}),
        (r"\sum_{i=1}^{n-2} t = (n-2)t", "", {"refuted", "needs-hypothesis"}),
        (r"\sum_{i=1}^{n-5} t = (n-5)t", "", {"refuted", "needs-hypothesis"}),
        (r"\sum_{i=1}^{n-1}\log(t) + |t| = \sum_{i=1}^{n-1}\log(t) + t", "", {"refuted", "needs-hypothesis"}),
        (r"0^{n-1} = 0", "", {"refuted", "needs-hypothesis"}),
        (r"\|x\|_2 f = 1", INVERSE_NORM, {"refuted", "needs-hypothesis", "undecided"}),
        (r"\sum_{i=1}^{n-2} t = (n-2)t", r"n \ge 2", {"holds"}),
    ],
)
def test_verdicts(claim: str, given: str, verdicts: set[str], tmp_path: Path):
    everything = r", \quad ".join(g for g in (GIVEN, given) if g)
    result = judged(claim, everything, tmp_path)
    assert result.verdict in verdicts, result.message
