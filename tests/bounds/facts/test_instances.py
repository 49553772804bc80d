r"""Hypotheses about every entry at single entries, and values of increasing functions: ``x \le c``, ``e^{-t} \le 1``."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

V = r"x, y \in \mathbb{R}^n, c \in \mathbb{R}"
A = r"A, B \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, c \in \mathbb{R}"
N = r"s, t \in \mathbb{R}"
BALL = r"b, c \in \mathbb{R}^n, t \in \mathbb{R}, \|b\| \le 1, \|c\| \le 1"

TRUE = [
    (rf"{V}, x \le c", r"\forall i : x_i \le c"),
    (rf"{V}, x \le c", r"\max_i x_i \le c"),
    (rf"{V}, x < c", r"\max_i x_i < c"),
    (rf"{V}, \forall i : x_i \le c", r"\max_i x_i \le c"),
    (rf"{V}, \forall i : x_i \le c", r"x_{(1)} \le c"),
    (rf"{V}, x \ge c", r"\min_i x_i \ge c"),
    (rf"{V}, x \le c", r"\sum_i x_i \le n c"),
    (rf"{V}, x \le y", r"\max_i x_i \le \max_i y_i"),
    (rf"{V}, 0 \le x \le \frac{{c}}{{n}}", r"\|x\|_\infty \le \frac{c}{n}"),
    (rf"{V}, 0 \le x \le 1", r"\|x\|_2^2 \le n"),
    (rf"{V}, 0 \le x \le 1", r"\|\operatorname{diag}(x)\|_2 \le 1"),
    (rf"{A}, A \le B", r"A^\top \le B^\top"),
    (rf"{A}, -c \le A \le c", r"\|A\|_{\max} \le c"),
    (rf"{N}, t \ge 0", r"e^{-t} \le 1"),
    (rf"{N}, t > 0", r"e^{-t} < 1"),
    (rf"{N}, t \ge 0, s > 0", r"e^{-t/s} \le 1"),
    (rf"{N}, t \ge 0", r"\tanh(0) \le \tanh(t)"),
    (rf"{N}, t > 0", r"\operatorname{sigmoid}(0) < \operatorname{sigmoid}(t)"),
    (rf"{N}, t \ge 0", r"e^0 \le e^t"),
    (rf"{N}, s \le t", r"e^{-t} \le e^{-s}"),
    (rf"{N}, s \le t", r"\tanh(s) \le \tanh(t)"),
    (rf"{N}, 0 < s < t", r"\log s < \log t"),
    (rf"{BALL}, 0 \le t \le 1", r"\|(1 - t) c + t b\| \le 1"),
    (rf"{BALL}, t \ge 0", r"\|(1 - e^{-t}) c + e^{-t} b\| \le 1"),
]
FALSE = [
    (rf"{V}, x \le c", r"\|x\|_\infty \le c"),
    (rf"{V}, x \le c", r"\max_i x_i < c"),
    (rf"{V}, x \le c", r"\sum_i x_i \le c"),
    (rf"{V}, x \ge c", r"\max_i x_i \le c"),
    (rf"{V}, x \le y", r"\max_i x_i \le \min_i y_i"),
    (rf"{V}, x \le y", r"\|x\|_2 \le \|y\|_2"),
    (rf"{V}, 0 \le x \le c", r"\|x\|_2 \le c"),
    (rf"{A}, A \le B", r"A^\top \le B"),
    (rf"{A}, A \le B", r"\forall i, j : A_{ij} \le B_{ji}"),
    (rf"{A}, A \le B", r"\forall i, j : A_{ij} \le B_{ii}"),
    (rf"{A}, \forall i : A_{{ii}} \le c", r"\forall i, j : A_{ij} \le c"),
    (rf"{A}, \forall i : A_{{i1}} \le c", r"\forall i, j : A_{ij} \le c"),
    (rf"{A}, A \le v \mathbf{{1}}^\top", r"\forall i : \max_j A_{ji} \le v_i"),
    (rf"{A}, A \le c", r"\|A\|_{\max} \le c"),
    (rf"{N}, t \ge 0", r"e^{-t} < 1"),
    (rf"{N}, t \ge 0", r"e^{t} \le 1"),
    (rf"{N}, t \ge 0", r"\tanh(0) < \tanh(t)"),
    (rf"{N}, s \le t", r"e^{-s} \le e^{-t}"),
    (rf"{N}, s \le t", r"\tanh(s) < \tanh(t)"),
    (rf"{N}, s \le t", r"s^2 \le t^2"),
    (rf"{BALL}, t \le 1", r"\|(1 - t) c + t b\| \le 1"),
    (rf"{BALL}, t \ge 0", r"\|(1 + e^{-t}) c + e^{-t} b\| \le 1"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_the_true_ones_are_proved(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_the_false_ones_are_not(given: str, claim: str) -> None:
    assert not proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE[::4])
def test_they_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
