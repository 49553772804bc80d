r"""Lists and chains in a given block: orders of several matrices, types of several functions, entries in order."""

from pathlib import Path

import pytest

from tests.judged import judged

SQUARE = r"A, B, C \in \mathbb{R}^{n \times n}"
VECTOR = r"x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdicts"),
    [
        (rf"{SQUARE}, A, B \succeq 0", r"\operatorname{tr}(A) \ge 0", "holds"),
        (rf"{SQUARE}, A, B \succeq 0", r"\operatorname{tr}(B) \ge 0", "holds"),
        (rf"{SQUARE}, A, B \succeq 0", r"\operatorname{tr}(C) \ge 0", "refuted needs-hypothesis"),
        (rf"{SQUARE}, A, B \succeq 0", r"\operatorname{tr}(A) > 0", "refuted needs-hypothesis"),
        (rf"{SQUARE}, A, B \succ 0", r"\operatorname{tr}(A - B) \ge 0", "refuted"),
        (rf"{SQUARE}, A, B \succeq C \succeq 0", r"\operatorname{tr}(A) \ge \operatorname{tr}(C)", "holds"),
        (rf"{SQUARE}, A, B \succeq C \succeq 0", r"\operatorname{tr}(A) \ge \operatorname{tr}(B)", "refuted"),
        (SQUARE, r"A, B \succeq 0", "refuted"),
        (rf"{SQUARE}, A \succeq 0", r"A, B \succeq 0", "refuted"),
        (rf"{SQUARE}, B \succeq 0", r"A, B \succeq 0", "refuted"),
        (rf"{SQUARE}, A = A^\top \succeq 0", r"\operatorname{tr}(A) > 0", "refuted needs-hypothesis"),
        (rf"{SQUARE}, A = A^\top \succ 0", r"\operatorname{tr}(A) > 1", "refuted"),
        (rf"{SQUARE}, A = A^\top \succ 0", r"A^\top = A", "holds"),
        (rf"{SQUARE}, A = B \succeq C", r"A = C", "refuted"),
    ],
)  # fmt: skip
def test_orders_of_several_matrices(given: str, claim: str, verdicts: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in verdicts.split()


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (rf"{VECTOR}, f, g : \mathbb{{R}}^n \to \mathbb{{R}}", "f(x) + g(x) = g(x) + f(x)", "holds"),
        (rf"{VECTOR}, f, g : \mathbb{{R}}^n \to \mathbb{{R}}", "f(x) = g(x)", "refuted"),
        (rf"{VECTOR}, f, g, h : \mathbb{{R}}^n \to \mathbb{{R}}", "f(x) h(x) = g(x)", "refuted"),
        (rf"{VECTOR}, f_1, f_2 : \mathbb{{R}}^n \to \mathbb{{R}}", "f_1(x) = f_2(x)", "refuted"),
    ],
)
def test_types_of_several_functions(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("order", "claim", "verdicts"),
    [
        (r"x_1 \ge \dots \ge x_n", r"x_1 \le x_n", "refuted"),
        (r"x_1 \ge \dots \ge x_n", r"x_1 \ge x_n", "holds not-refuted"),
        (r"x_1 \ge \dots \ge x_n", r"x_n \ge 0", "refuted needs-hypothesis"),
        (r"x_1 \ge \dots \ge x_n \ge 0", r"x_n \ge 0", "holds"),
        (r"x_1 \ge \dots \ge x_n \ge 0", r"x_1 \ge 0", "holds not-refuted"),
        (r"x_1 \ge \dots \ge x_n \ge 0", r"x_1 \le 1", "refuted"),
        (r"x_1 \ge x_2 \ge \dots \ge x_n > 0", r"x_n \ge 1", "refuted"),
        (r"x_1 \le \dots \le x_n \le 1", r"x_n \ge 1", "refuted"),
    ],
)
def test_entries_in_order(order: str, claim: str, verdicts: str, tmp_path: Path) -> None:
    assert judged(claim, rf"x \in \mathbb{{R}}^n, {order}", tmp_path).verdict in verdicts.split()
