r"""Entries in descending order at named places, and the singular values of ``diag(x) - x x^T`` between them."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

RANKED = (
    r"\rho \in \mathbb{R}^4, \quad \rho_{(1)} \ge \rho_{(2)}, \quad n \ge 3, \quad "  # places count from the largest
)
SIMPLEX = (
    RANKED
    + r"x \in \mathbb{R}^n, \quad x \ge 0, \quad \mathbf{1}^\top x = 1, \quad A := \operatorname{diag}(x) - x x^\top"
)
PLACES = r", \quad k \in \{1, \dots, n - 1\}, \quad i \in \{1, \dots, k\}, \quad j \in \{k + 1, \dots, n\}"
SECOND = r", \quad k \in \{2, \dots, n - 1\}, \quad \gamma \in \mathbb{R}, \quad \gamma \ge 1"
GAP = r"x_{(%s)} (1 - x_{(%s)} + x_{(%s)})"
FIRST, LATER = GAP % ("1", "1", "2"), GAP % ("k", "k", "k+1")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PLACES, r"x_{(i)} \ge \sigma_k(A)"),
        (PLACES, r"x_{(j)} \le \sigma_k(A)"),
        (PLACES, r"x_{(i)} \ge x_{(j)}"),
        (PLACES, r"x_{(i)} + x_{(j)} \le 1"),
        ("", r"x_{(1)} + 2 x_{(3)} \le 1"),
        ("", r"2 x_{(2)} + x_{(3)} \le 1"),
        (r", \quad r \in \{1, \dots, n\}, \quad i \in \{r, \dots, n\}", r"x_{(r)} = 0 \implies \sigma_i(A) = 0"),
        (r", \quad r \in \{1, \dots, n\}, \quad i \in \{r, \dots, n\}", r"x_{(r)} = 0 \implies x_{(i)} = 0"),
        (r", \quad c \in \mathbb{R}", r"x \le \frac{c}{n} \implies \|A\|_2 \le \frac{c}{n}"),
        (SECOND + r", \quad x_{(1)} = 1", f"{LATER} = 0"),
        (
            SECOND + f", \\quad {LATER} > 0",
            rf"\frac{{\sigma_1(A)}}{{\sigma_{{k-1}}(A)}} \le \frac{{{FIRST}}}{{{LATER}}}",
        ),
        (SECOND + rf", \quad \frac{{{FIRST}}}{{{LATER}}} \le \gamma", rf"{FIRST} \le \gamma {LATER}"),
        (
            SECOND + rf", \quad \gamma \le \frac{{k}}{{4}}, \quad {FIRST} \le \gamma {LATER}",
            r"\|A\|_2 \le \frac{1 - \sqrt{1 - 4 \gamma / k}}{2}",
        ),
    ],
)
def test_what_the_order_says(given: str, claim: str):
    assert proved(SIMPLEX + given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PLACES, r"x_{(j)} \ge \sigma_k(A)"),
        (PLACES, r"x_{(i)} \le \sigma_k(A)"),
        (PLACES, r"x_{(i)} \le x_{(j)}"),
        (PLACES, r"x_{(i)} + x_{(j)} \le \frac{9}{10}"),
        ("", r"x_{(1)} + 3 x_{(3)} \le 1"),
        ("", r"3 x_{(2)} + x_{(3)} \le 1"),
        (r", \quad r \in \{1, \dots, n\}, \quad i \in \{1, \dots, r\}", r"x_{(r)} = 0 \implies \sigma_i(A) = 0"),
        (r", \quad c \in \mathbb{R}", r"x \le \frac{c}{n} \implies \|A\|_2 \le \frac{c}{2 n}"),
        (SECOND + r", \quad x_{(1)} = \frac{9}{10}", f"{LATER} = 0"),
        (SECOND, rf"\frac{{\sigma_1(A)}}{{\sigma_{{k-1}}(A)}} \le \frac{{1}}{{2}} \frac{{{FIRST}}}{{{LATER}}}"),
        (
            SECOND + rf", \quad \gamma \le \frac{{k}}{{4}}, \quad {FIRST} \le \gamma {LATER}",
            r"\|A\|_2 \le \frac{1 - \sqrt{1 - 2 \gamma / k}}{2}",
        ),
        (
            SECOND + r", \quad \gamma \le \frac{k}{4}",
            r"\|A\|_2 \le \frac{1 - \sqrt{1 - 4 \gamma / k}}{2}",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not proved(SIMPLEX + given, claim)


@pytest.mark.parametrize("claim", [r"x_{(2)} \ge \sigma_1(A)", r"x_{(1)} + 3 x_{(3)} \le 1"])
def test_they_are_refuted(claim: str, tmp_path: Path):
    assert judged(claim, SIMPLEX, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    "claim", [r"x_{(1)} + x_{(2)} \le 1", r"x_{(r)} = 0 \implies x_{(i)} = 0", r"x_{(1)} + 2 x_{(3)} \le 1"]
)
def test_without_the_sum_or_the_sign_nothing_is_said(claim: str):
    given = RANKED + r"x \in \mathbb{R}^n, \quad r \in \{1, \dots, n\}, \quad i \in \{r, \dots, n\}"
    assert not proved(given, claim)
    assert not proved(given + r", \quad \mathbf{1}^\top x = 1", claim)
