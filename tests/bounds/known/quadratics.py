"""Quadratic functions with definite matrices: strong convexity, Polyak and Lojasiewicz, Fenchel and Young; extrema and the values they are of."""

DEFINITE = r"A \in \mathbb{R}^{n \times n}, A \succ 0, b, x, y, z \in \mathbb{R}^n"
SEMIDEFINITE = r"A \in \mathbb{R}^{n \times n}, A \succeq 0, x \in \mathbb{R}^n"
LEAST = r"X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^n, w, v \in \mathbb{R}^d, \lambda \in \mathbb{R}, \lambda > 0"
GAP = r"\frac12 x^\top A x - b^\top x + \frac12 b^\top A^{-1} b"
WEIGHTS = r"a_1, \dots, a_N \in \mathbb{R}, a_i > 0 \quad \forall i"

TRUE = [
    (DEFINITE, GAP + r" \ge \frac{\lambda_{\min}(A)}{2} \|x - A^{-1} b\|^2"),
    (DEFINITE, GAP + r" \le \frac{\lambda_{\max}(A)}{2} \|x - A^{-1} b\|^2"),
    (DEFINITE, rf"\|A x - b\|^2 \ge 2 \lambda_{{\min}}(A) ({GAP})"),
    (DEFINITE, r"\|A x\|^2 \ge \lambda_{\min}(A) x^\top A x"),
    (SEMIDEFINITE, r"\|A x\|^2 \ge \lambda_{\min}(A) x^\top A x"),
    (DEFINITE, r"x^\top y \le \frac12 x^\top A x + \frac12 y^\top A^{-1} y"),
    (DEFINITE, r"2 x^\top y \le x^\top A x + y^\top A^{-1} y"),
    (LEAST, r"\min_w \|X w - y\|^2 + \lambda \|w\|^2 \le \|y\|^2"),
    (LEAST, r"\min_w \|X w - y\|^2 \le \|X v - y\|^2"),
    (LEAST, r"\|y\|^2 \le \sup_v \|X v - y\|^2"),
    (WEIGHTS, r"\sum_{i=1}^N a_i > 0"),
]  # fmt: skip
FALSE = [
    (DEFINITE, GAP + r" \ge \lambda_{\min}(A) \|x - A^{-1} b\|^2"),
    (DEFINITE, GAP + r" \ge \frac{\lambda_{\max}(A)}{2} \|x - A^{-1} b\|^2"),
    (DEFINITE, rf"\|A x - b\|^2 \ge 4 \lambda_{{\min}}(A) ({GAP})"),
    (DEFINITE, r"\|A x\|^2 \ge \lambda_{\max}(A) x^\top A x"),
    (r"A \in \mathbb{R}^{n \times n} \text{ symmetric}, x \in \mathbb{R}^n", r"\|A x\|^2 \ge \lambda_{\min}(A) x^\top A x + \|x\|^2"),
    (DEFINITE, r"x^\top y \le \frac12 x^\top A x + \frac14 y^\top A^{-1} y"),
    (DEFINITE, r"x^\top y \le \frac12 x^\top A x + \frac12 y^\top A y"),
    (LEAST, r"\min_w \|X w - y\|^2 + \lambda \|w\|^2 \le \frac12 \|y\|^2"),
    (LEAST, r"\min_w \|X w - y\|^2 < \|X v - y\|^2"),
    (LEAST, r"\max_w \|X w - y\|^2 \le \|X v - y\|^2"),
    (LEAST, r"\|X v - y\|^2 \le \min_w \|X w - y\|^2"),
]  # fmt: skip
