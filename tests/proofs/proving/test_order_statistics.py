"""Bounds of order statistics, disjunctions, quotients that are given, and singular values between entries: true ones have objects, neighbors none."""

from __future__ import annotations

import json

import pytest

from proofs import verify
from tests.proofs.proving.test_proofs_of_bounds import accepted
from tests.proofs.proving.test_proofs_of_equations import object_of

PLACES = r"p \in \mathbb{R}^m, p_{(1)} \ge p_{(2)} \ge \dots \ge p_{(m)}, m \ge 5, i \in \{3, \dots, m - 1\}"
DISTRIBUTION = PLACES + r", p \ge 0, \mathbf{1}^\top p = 1"
SCORES = r"z \in \mathbb{R}^m, m \ge 4, q := \operatorname{softmax}(z), q_{(1)} \ge q_{(2)} \ge \dots \ge q_{(m)}"
NUMBERS = r"a, b, c, t \in \mathbb{R}"
COVARIANCE = r", B := \operatorname{diag}(p) - p p^\top"

ORDERED = [
    (r"p_{(i)} \le p_{(2)}", r"p_{(2)} \le p_{(i)}", PLACES),
    (r"p_{(2)} - p_{(4)} \ge 0", r"p_{(2)} - p_{(4)} > 0", PLACES),
    (r"p_{(i)} (1 - p_{(i)}) \le p_{(2)} (1 - p_{(2)})", r"p_{(2)} (1 - p_{(2)}) \le p_{(i)} (1 - p_{(i)})", DISTRIBUTION),
    (r"p_{(1)} + p_{(i)} \le 1", r"p_{(1)} + 2 p_{(i)} \le 1", DISTRIBUTION),
    (r"p_{(i)} p_{(2)} = 0", r"p_{(i)} p_{(2)} = \frac{1}{9}", DISTRIBUTION + r", p_{(1)} = 1"),
    (r"p_{(1)} = p_{(i)}", r"p_{(1)} = p_{(i+1)}", DISTRIBUTION + r", p_{(1)} + p_{(2)} = 2 p_{(i)}"),
    (r"q_{(3)} > 0", r"q_{(3)} > \frac{1}{9}", SCORES),
    (r"q_{(2)} (1 - q_{(3)}) > 0", r"q_{(2)} (1 - 2 q_{(1)}) > 0", SCORES),
    (r"p_{(1)} = 1 \lor p_{(1)} = p_{(2)}", r"p_{(1)} = 1 \lor p_{(1)} = p_{(3)}", DISTRIBUTION + r", p_{(1)} - p_{(1)}^2 \le p_{(2)} - p_{(1)} p_{(2)}"),
]
EITHER = [
    (r"a \le -1 \lor a \ge 1", r"a \le -2 \lor a \ge 1", r", a^2 \ge 1"),
    (r"a = 0 \lor b = 0", r"a = 0 \lor b = 1", r", a b = 0"),
    (r"a > 0 \lor b > 0 \lor c > 0", r"a > 0 \lor b > 0 \lor c > 1", r", a + b + c > 0"),
    (r"(a = 1 \lor a = 2) \implies a^2 - 3 a + 2 = 0", r"(a = 1 \lor a = 3) \implies a^2 - 3 a + 2 = 0", ""),
    (r"a (a - b) = 0 \implies (a = 0 \land c \le 2) \lor a = b", r"a (a - b) = 0 \implies (a = 0 \land c \le 1) \lor a = b", r", c < 2"),
]
QUOTIENTS = [
    (r"c \le t (a b + b)", r"c \le t (a b - b)", r", a > 0, b > 0, \frac{c}{a b + b} \le t"),
    (r"c \ge t a + t", r"c \ge t a + 2 t", r", a \ge 0, \frac{c}{1 + a} \ge t"),
]
SPECTRA = [
    (r"\sigma_i(B) \le p_{(2)}", r"\sigma_2(B) \le p_{(i)}", ""),
    (r"p_{(i+1)} \le \sigma_3(B)", r"p_{(3)} \le \sigma_i(B)", ""),
    (r"\|B\|_2 \le p_{(1)}", r"\|B\|_2 \le p_{(2)}", ""),
    (r"\sigma_m(B) = 0", r"\sigma_i(B) = 0", ""),
    (r"\sigma_i(B) = 0", r"\sigma_2(B) = 0", r", p_{(3)} = 0"),
    (r"\max_j p_j = p_{(1)}", r"\max_j p_j = p_{(2)}", ""),
]


OTHERS = [
    (r"\sqrt{\tfrac{5}{2}} b (\sqrt{n} + 2 \sqrt{n} t^2 a) \le \sqrt{5} b (a^2 t^4 (4 n + 1) + n)^{1/2}",
     r"\sqrt{5} b (\sqrt{n} + 2 \sqrt{n} t^2 a) \le \sqrt{5} b (a^2 t^4 (4 n + 1) + n)^{1/2}", NUMBERS + r", a \ge 0, b \ge 0, n \in \mathbb{N}"),
    (r"a = 0 \implies \frac{\partial}{\partial a} \frac{a + b e^{a b}}{1 + e^{a b}} = \frac{1}{2} + \frac{b^2}{4}",
     r"a = 0 \implies \frac{\partial}{\partial a} \frac{a + b e^{a b}}{1 + e^{a b}} = \frac{1}{2} + \frac{b^2}{2}", NUMBERS),
    (r"p \le \frac{t}{m} \implies \|B\|_2 \le \frac{t}{m}", r"p \le \frac{t}{m} \implies \|B\|_2 \le \frac{t}{2 m}", DISTRIBUTION + COVARIANCE + r", t \in \mathbb{R}"),
    (r"\lambda_{\min}(E E^\top + F F^\top) \ge \lambda_{\min}(F F^\top)", r"\lambda_{\min}(E E^\top + F F^\top) \ge 2 \lambda_{\min}(F F^\top)",
     r"E \in \mathbb{R}^{m \times n}, F \in \mathbb{R}^{m \times k}"),
    (r"(C - u u^\top)^2 = C - u u^\top", r"(C - 2 u u^\top)^2 = C - 2 u u^\top",
     r"C := I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top, u \in \mathbb{R}^n, \|u\|_2 = 1, \mathbf{1}_n^\top u = 0"),
    (r"\|\operatorname{blockdiag}(D_i + D_i^\top)\|_2 = \max_i \|D_i + D_i^\top\|_2", r"\|\operatorname{blockdiag}(D_i + D_i^\top)\|_2 = 2 \max_i \|D_i\|_2",
     r"D_1, \dots, D_k \in \mathbb{R}^{n \times n}"),
]


@pytest.mark.parametrize(
    ("claim", "false", "given"),
    [*ORDERED, *OTHERS, *((a, b, NUMBERS + more) for a, b, more in (*EITHER, *QUOTIENTS)), *((a, b, DISTRIBUTION + COVARIANCE + more) for a, b, more in SPECTRA)],
)
def test_true_claims_have_an_object_and_their_neighbors_none(claim: str, false: str, given: str) -> None:
    data = accepted(object_of(claim, given))
    assert verify.verify_data(json.loads(json.dumps(data)), verify.read_base()).accepted
    assert object_of(false, given).data is None


def test_a_member_of_a_family_of_order_statistics_is_that_one() -> None:
    given = DISTRIBUTION + r", k \in \{1, \dots, m - 1\}, h_k := p_{(k)} - p_{(k+1)}"
    accepted(object_of(r"h_k \le p_{(k)}", given))
    assert object_of(r"h_k \le p_{(k+1)}", given).data is None
