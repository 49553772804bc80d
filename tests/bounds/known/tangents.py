r"""Bernoulli's inequality and exponentials, extrema of sums, logarithms of sums of positive numbers, traces of squares, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

NUMBER = r"a, b, \eta, \mu, \gamma \in \mathbb{R}, \quad n, T \in \mathbb{N}"
PAIR = r"S, T, M, N \in \mathbb{R}^{n \times n}, \quad S = S^\top, \quad T = T^\top"
VECTORS = r"x, y \in \mathbb{R}^n, \quad c \in \mathbb{R}"
TRUE = [
    (VECTORS, r"\max_i (x_i + y_i) \le \max_i x_i + \max_i y_i"),
    (VECTORS, r"\max_i (x_i + y_i) \ge \max_i x_i + \min_i y_i"),
    (VECTORS, r"\min_i (x_i + y_i) \ge \min_i x_i + \min_i y_i"),
    (VECTORS, r"\min_i (x_i + y_i) \le \max_i x_i + \min_i y_i"),
    (VECTORS, r"\min_i (x_i - y_i) \ge \min_i x_i - \max_i y_i"),
    (VECTORS, r"\max_i (2 x_i + 3 y_i) \le 2 \max_i x_i + 3 \max_i y_i"),
    (NUMBER + r", \quad a \ge -1", r"(1 + a)^n \ge 1 + n a"),
    (NUMBER + r", \quad 0 \le a \le 1", r"(1 - a)^n \ge 1 - n a"),
    (NUMBER, r"(1 + a^2)^n \ge 1 + n a^2"),
    (NUMBER + r", \quad a \ge -1", r"(1 + a)^n \le e^{n a}"),
    (NUMBER + r", \quad 0 < \mu \eta \le 1", r"(1 - \eta \mu)^T \le e^{-\eta \mu T}"),
    (NUMBER + r", \quad 0 \le \gamma < 1", r"\gamma^T \le e^{-(1 - \gamma) T}"),
    (NUMBER, r"\log(1 + e^a) > a"),
    (NUMBER, r"\log(1 + e^a) > 0"),
    (NUMBER, r"\log(1 + e^a) \ge \max(0, a)"),
    (NUMBER, r"\log(1 + e^a) \le \max(a, 0) + \log 2"),
    (NUMBER, r"\log(e^a + e^b) \ge \max(a, b)"),
    (NUMBER, r"\log(e^a + e^b) \ge \frac{a + b}{2}"),
    (NUMBER + r", \quad a > 0, b > 0", r"\log(a + b) > \log(a)"),
    (NUMBER, r"\log(1 + a^2) \ge 0"),
    (PAIR, r"\operatorname{tr}((S T)^2) \le \operatorname{tr}(S^2 T^2)"),
    (PAIR, r"\operatorname{tr}(S T S T) \ge -\operatorname{tr}(S^2 T^2)"),
    (PAIR, r"|\operatorname{tr}(M^2)| \le \|M\|_F^2"),
]
FALSE = [
    (VECTORS, r"\max_i (x_i + y_i) \ge \max_i x_i + \max_i y_i"),
    (VECTORS, r"\max_i (x_i + y_i) < \max_i x_i + \max_i y_i"),
    (VECTORS, r"\max_i (x_i + y_i) \le \max_i x_i + \min_i y_i"),
    (VECTORS, r"\min_i (x_i - y_i) \ge \min_i x_i - \min_i y_i"),
    (VECTORS, r"\max_i (x_i - 2 y_i) \le \max_i x_i - 2 \max_i y_i"),
    (VECTORS, r"\max_i (c x_i + y_i) \le c \max_i x_i + \max_i y_i"),
    (NUMBER, r"(1 + a)^n \ge 1 + n a"),
    (NUMBER, r"(1 + a)^n \le e^{n a}"),
    (NUMBER + r", \quad a \ge -1", r"(1 + a)^n > 1 + n a"),
    (NUMBER, r"(1 + a^2)^n \ge 1 + (n + 1) a^2"),
    (NUMBER + r", \quad 0 \le a \le 1", r"(1 - a)^n \le e^{-(n + 1) a}"),
    (NUMBER + r", \quad 0 \le a \le 1", r"(1 - a)^{n - 2} \le e^{-(n - 2) a}"),
    (NUMBER + r", \quad 0 \le a \le 1", r"\sum_{k=0}^n a^k \le (n + 1) a"),
    (NUMBER, r"\log(1 + e^a) \ge a + \frac{1}{1000}"),
    (NUMBER, r"\log(1 + e^a) < \log(2) + \max(a, 0)"),
    (NUMBER, r"\log(e^a - e^b) \ge b"),
    (NUMBER, r"\log(a + b) \ge \log(a)"),
    (NUMBER, r"\log(1 + a^2) > 0"),
    (PAIR, r"\operatorname{tr}((S T)^2) \ge \operatorname{tr}(S^2 T^2)"),
    (PAIR, r"\operatorname{tr}(M N M N) \le \operatorname{tr}(M^2 N^2)"),
    (PAIR, r"\operatorname{tr}(M S M S) \le \operatorname{tr}(M^2 S^2)"),
    (PAIR, r"\operatorname{tr}(M^3) \le \|M\|_F^2"),
]
