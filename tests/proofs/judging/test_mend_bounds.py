"""Repairs of bounds: the edit that was meant before weaker ones, and none that leaves nothing of the claim."""

from __future__ import annotations

import pytest

from tests.judged import mended

GIVEN = (
    r"A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times p}, \quad x \in \mathbb{R}^{n}, "
    r"\quad S \in \mathbb{R}^{k \times k}, \quad S \succ 0, \quad y \in \mathbb{R}^{n}"
)


@pytest.mark.parametrize(
    ("claim", "repair"),
    [
        (r"\|A\|_1 \le \sqrt{n} \|A\|_2", r"\lVert A \rVert_1 \le \sqrt{m} \lVert A \rVert_2"),
        (r"\|A\|_\infty \le \sqrt{m} \|A\|_2", r"\lVert A \rVert_{\infty} \le \sqrt{n} \lVert A \rVert_2"),
        (
            r"\operatorname{rank}(A B) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - m",
            r"\operatorname{rank}(A B) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - n",
        ),
        (r"\log \det S < \operatorname{tr}(S) - k", r"\log \det S \le \operatorname{tr}(S) - k"),
        (r"\log \sum_{i=1}^n e^{x_i} > \max_i x_i", r"\log \sum_{i = 1}^n e^{x_i} \ge \max_i x_i"),
        (r"\|x\|_1 \le \|x\|_2", r"\lVert x \rVert_1 \le \sqrt{n} \lVert x \rVert_2"),
        (  # a term too many, and no sign that makes the bound say nothing
            r"\det(I + A^\top A) \le e^{\|A\|_F^2} - \frac12 \|A\|_F^4",
            r"\det(I + A^\top A) \le e^{\lVert A \rVert_F^2}",
        ),
        # in the order of symmetric matrices
        (r"A^\top A + 2 I_n \succeq 3 I_n", r"A^\top A + 2 I_n \succeq 2 I_n"),
        # the other direction, where nothing in the stated one holds
        (
            r"x^\top A^\top A x \ge (\|A\|_2 \|x\|_2)^2",
            r"x^\top A^\top A x \le (\lVert A \rVert_2 \lVert x \rVert_2)^2",
        ),
        # of an equation of norms a sign first
        (
            r"\|x\|_2^2 = \|x - y\|_2^2 + 2 x^\top y + \|y\|_2^2",
            r"\lVert x \rVert_2^2 = \lVert x - y \rVert_2^2 + 2 x^\top y - \lVert y \rVert_2^2",
        ),
    ],
)
def test_what_was_meant_comes_first(claim: str, repair: str, tmp_path):
    found = mended(claim, GIVEN, tmp_path)
    assert found.verdict == "refuted" and found.repair is not None
    assert (found.repair["statement"], found.repair["verdict"]) == (repair, "holds")


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{i=1}^n \frac{1}{\sqrt{i}} \le 2 \sqrt{n} - \frac{5}{4}",  # no multiple of a difference
        r"\sigma_{\min}(A) \|x\|_2 \le \|A x\|_2",  # no Kronecker product instead of the product
    ],
)
def test_nothing_far_weaker_is_a_repair(claim: str, tmp_path):
    found = mended(claim, GIVEN, tmp_path)
    assert (found.verdict, found.repair) == ("refuted", None)


def test_the_sign_in_a_denominator_is_one_step(tmp_path):
    claim = r"\|(I_n - C)^{-1}\|_2 \le \frac{1}{1 + \|C\|_2}"
    found = mended(claim, r"C \in \mathbb{R}^{n \times n}, \quad \|C\|_2 < 1", tmp_path)
    assert found.repair is not None and found.repair["edit"].startswith(r"$1 - \lVert C \rVert_2$ for")


@pytest.mark.parametrize("claim", [r"\|x + y\|_2 \le \|x\|_2", r"x^\top y \ge \|x\|_2", r"\operatorname{tr}(S) \le k"])
def test_where_neither_direction_holds_none_is_a_repair(claim: str, tmp_path):
    found = mended(claim, GIVEN, tmp_path)
    assert found.verdict == "refuted"
    assert found.repair is None or found.repair["edit"] not in (r"$\ge$ for $\le$", r"$\le$ for $\ge$")


def test_what_is_attained_is_not_exceeded(tmp_path):
    found = mended(r"\sum_{i=1}^n \frac{1}{i} < 1 + \log n", GIVEN, tmp_path)
    assert found.verdict == "refuted" and found.repair is not None
    assert found.repair["edit"] == r"$\le$ for $<$"  # n (1 + log n) would say far less


def test_one_symbol_may_stand_for_another_that_is_named_nowhere_else(tmp_path):
    given = r"a, b, c \in \mathbb{R}, a, b, c \ge 0, k \in \mathbb{N}, w \in \mathbb{R}^n"
    found = mended(r"\frac{a}{k + 1} + \frac{b \|w\|_2^2}{k + 1} \le \frac{1}{k} (a + c \|w\|_2^2)", given, tmp_path)
    assert found.repair is not None and found.repair["edit"] == "$b$ for $c$"


@pytest.mark.parametrize("claim", [r"\|A\|_F \le 2 \|A\|_2", r"\|A\|_2 \|x\|_1 \le \|A\|_{\max} \|x\|_1 \sqrt{m}"])
def test_no_norm_is_compared_with_itself(claim: str, tmp_path):
    found = mended(claim, GIVEN, tmp_path)
    said = found.repair["statement"] if found.repair else ""
    assert found.verdict == "refuted"
    assert r"\le 2 \lVert A \rVert_F" not in said and r"\lVert A \rVert_2 \lVert x \rVert_1 \sqrt{m}" not in said


SOFTMAXES = (
    r"X, Y \in \mathbb{R}^{L \times d}, \quad P := \operatorname{softmax}(X), \quad Q := \operatorname{softmax}(Y)"
)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\|P - Q\|_1 \le \tfrac12 \|X - Y\|_{\infty}", SOFTMAXES),  # of two uniform ones the left side is nothing
        (r"\min(m, n) \ge 2", GIVEN + r", \quad m \ge 2"),  # sizes of A, of which the claim does not speak
        (r"m n \le n^2", GIVEN),
    ],
)
def test_no_hypothesis_leaves_nothing_or_makes_sizes_equal(claim: str, given: str, tmp_path):
    found = mended(claim, given, tmp_path)
    said = found.hypothesis or ""
    assert found.verdict in ("refuted", "needs-hypothesis") and "softmax" not in said
    assert said.replace(" ", "") not in ("n=m", "m=n")


@pytest.mark.parametrize(
    ("claim", "hypothesis"),
    [(r"A A^\top \succ 0", r"\operatorname{rank}(A) = m"), (r"y_1 \ge 0", r"y \ge 0")],
)
def test_a_hypothesis_comes_before_a_bold_edit(claim: str, hypothesis: str, tmp_path):
    found = mended(claim, GIVEN, tmp_path)
    assert (found.verdict, found.hypothesis) == ("needs-hypothesis", hypothesis)
