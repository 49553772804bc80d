r"""Eigenvalues, singular values and inverses of sums and products: what the rules prove, and false neighbours that they must not."""

import pytest

from tests.judged import proved


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 \le \sqrt{\|A\|_1 \|A\|_\infty}"),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}",
            r"|(Q K^\top)_{ij}| \le \|Q_{i,:}\|_2 \|K_{j,:}\|_2",
        ),
        (r"x \in \mathbb{R}", r"|\tanh x| \le 1"),
        (r"x \in \mathbb{R}", r"|\tanh(x)| < 1"),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0",
            r"\operatorname{tr}(A B) \le \|A\|_2 \operatorname{tr}(B)",
        ),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0", r"\operatorname{tr}(A B) \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, \|A\|_2 < 1", r"\|(I - A)^{-1}\|_2 \le \frac{1}{1 - \|A\|_2}"),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|(X^\top X + \lambda I)^{-1}\|_2 \le \frac{1}{\lambda}",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|X (X^\top X + \lambda I)^{-1} X^\top\|_2 \le 1",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|(X^\top X + \lambda I)^{-1} X^\top\|_2 \le \frac{1}{2\sqrt{\lambda}}",
        ),
        (
            r"H \in \mathbb{R}^{n \times n}, \lambda \in \mathbb{R}, H = H^\top, H \succeq 0, \lambda > 0",
            r"\|(H + \lambda I)^{-1}\|_2 \le \frac{1}{\lambda_{\min}(H) + \lambda}",
        ),
        (r"A, B \in \mathbb{R}^{n \times n}", r"\sigma_{\min}(A B) \ge \sigma_{\min}(A) \sigma_{\min}(B)"),
        (r"A, B \in \mathbb{R}^{m \times n}", r"|\sigma_{\max}(A) - \sigma_{\max}(B)| \le \|A - B\|_2"),
        (r"A, B \in \mathbb{R}^{m \times n}", r"|\sigma_{\min}(A) - \sigma_{\min}(B)| \le \|A - B\|_2"),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\lambda_{\max}(A + B) \le \lambda_{\max}(A) + \lambda_{\max}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\lambda_{\min}(A + B) \ge \lambda_{\min}(A) + \lambda_{\min}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"|\lambda_{\max}(A) - \lambda_{\max}(B)| \le \|A - B\|_2",
        ),
        (
            r"W_0 \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{m \times r}, A \in \mathbb{R}^{r \times n}, W := W_0 + B A",
            r"\operatorname{rank}(W - W_0) \le r",
        ),
        (
            r"W_0 \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{m \times r}, A \in \mathbb{R}^{r \times n}, \alpha \in \mathbb{R}, \alpha > 0, W := W_0 + \frac{\alpha}{r} B A",
            r"\|W - W_0\|_F \le \frac{\alpha}{r} \|B\|_2 \|A\|_F",
        ),
        (r"X, D \in \mathbb{R}^{n \times d}", r"\|(X+D)^\top(X+D) - X^\top X\|_2 \le 2\|X\|_2\|D\|_2 + \|D\|_2^2"),
        (r"p \in \mathbb{R}^n, p \ge 0, \sum_i p_i = 1", r"1 - \|p\|_2^2 \le 1 - \frac{1}{n}"),
        (
            r"k \in \mathbb{R}^d, \beta \in \mathbb{R}, \|k\|_2 = 1, 0 \le \beta, \beta \le 2",
            r"\|I - \beta k k^\top\|_2 \le 1",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, \eta \in \mathbb{R}, A = A^\top, A \succeq 0, \eta > 0, \eta \|A\|_2 \le 2",
            r"\|I - \eta A\|_2 \le 1",
        ),
        (
            r"m \in \mathbb{N}, n \in \mathbb{N}",
            r"\|I_{m} \otimes I_n - \frac{1}{n} I_m \otimes (\mathbf{1}_n \mathbf{1}_n^\top)\|_2 \le 1",
        ),
        (
            r"X \in \mathbb{R}^{m \times n}",
            r"\|I_{mn} - \frac{1}{n} (I_m \otimes \mathbf{1}_n \mathbf{1}_n^\top)\|_2 \le 1",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B \succeq 0",
            r"\operatorname{tr}(A B) \le \lambda_{\max}(A) \operatorname{tr}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\lambda_{\min}(A - B) \ge \lambda_{\min}(A) - \lambda_{\max}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top, n \ge 2",
            r"\lambda_{2}(A + B) \le \lambda_2(A) + \lambda_1(B)",
        ),
        (
            r"A \in \mathbb{R}^{n \times d}, B \in \mathbb{R}^{d \times m}",
            r"|(A B)_{ij}| \le \|A_{i,:}\|_2 \|B_{:,j}\|_2",
        ),
        (r"x \in \mathbb{R}", r"0 < \operatorname{sigmoid}(x) < 1"),
        (r"A \in \mathbb{R}^{n \times n}, \|A\|_2 < 1", r"\|(2 I + A)^{-1}\|_2 \le \frac{1}{2 - \|A\|_2}"),
        (r"A \in \mathbb{R}^{n \times n}, \|A\|_2 \le \frac{1}{2}", r"\|(I - A)^{-1}\|_2 \le 2"),
        (
            r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"x^\top A x \le \frac12 \lambda_{\max}(A + A^\top) \|x\|_2^2",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"x^\top A x \ge \lambda_{\min}(\frac{A + A^\top}{2}) \|x\|_2^2",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}",
            r"\lambda_{\max}(A B + B^\top A^\top) \le 2 \|A\|_2 \|B\|_2",
        ),
        (r"x, y \in \mathbb{R}^n", r"|\max_i x_i - \max_i y_i| \le \max_i |x_i - y_i|"),
        (r"x \in \mathbb{R}^n, n \ge 2", r"\min_{i=1}^{n-1} x_i \le x_1"),
    ],
)
def test_true_claims_are_proved(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"x^\top A x \le \frac13 \lambda_{\max}(A + A^\top) \|x\|_2^2",
        ),
        (r"x, y \in \mathbb{R}^n", r"|\max_i x_i + \max_i y_i| \le \max_i |x_i + y_i|"),
        (r"x \in \mathbb{R}^n, n \ge 2", r"\min_{i=1}^{n-1} x_i \le x_n"),
        (r"A \in \mathbb{R}^{n \times n}", r"\|(I - A)^{-1}\|_2 \le \frac{1}{1 - \|A\|_2}"),
        (r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B = B^\top", r"\operatorname{tr}(A B) \ge 0"),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A \succeq 0, B = B^\top",
            r"\operatorname{tr}(A B) \le \|A\|_2 \operatorname{tr}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\operatorname{tr}(A B) \le \lambda_{\max}(A) \operatorname{tr}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B \succeq 0",
            r"\operatorname{tr}(A B) \ge \lambda_{\max}(A) \operatorname{tr}(B)",
        ),
        (
            r"A, B, C \in \mathbb{R}^{n \times n}, A \succeq 0, B \succeq 0, C \succeq 0",
            r"\operatorname{tr}(A B C) \ge 0",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|(X^\top X + \lambda I)^{-1} X^\top\|_2 \le \frac{1}{3\sqrt{\lambda}}",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|X (X^\top X + \lambda I)^{-1} X^\top\|_2 \le \frac{1}{2}",
        ),
        (
            r"X, Y \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|Y (X^\top X + \lambda I)^{-1} Y^\top\|_2 \le 1",
        ),
        (
            r"X, Y \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|(X^\top X + \lambda I)^{-1} Y^\top\|_2 \le \frac{1}{2\sqrt{\lambda}}",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, \lambda \in \mathbb{R}, \lambda > 0",
            r"\|X (X^\top X - \lambda I)^{-1} X^\top\|_2 \le 1",
        ),
        (
            r"A \in \mathbb{R}^{m \times k}, B \in \mathbb{R}^{k \times n}",
            r"\sigma_{\min}(A B) \ge \sigma_{\min}(A) \sigma_{\min}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\lambda_{\max}(A + B) \le \lambda_{\max}(A) + \lambda_{\min}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"\lambda_{\min}(A - B) \ge \lambda_{\min}(A) - \lambda_{\min}(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top, n \ge 2",
            r"\lambda_{2}(A + B) \le \lambda_2(A) + \lambda_2(B)",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"|\lambda_{\max}(A) - \lambda_{\max}(B)| \le \frac{1}{2} \|A - B\|_2",
        ),
        (
            r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top",
            r"|\lambda_{\max}(A) - \lambda_{\min}(B)| \le \|A - B\|_2",
        ),
        (r"A, B \in \mathbb{R}^{m \times n}", r"|\sigma_{\min}(A) - \sigma_{\min}(B)| \le \|A - B\|_{\max}"),
        (
            r"k \in \mathbb{R}^d, \beta \in \mathbb{R}, \|k\|_2 = 1, 0 \le \beta, \beta \le 3",
            r"\|I - \beta k k^\top\|_2 \le 1",
        ),
        (r"k \in \mathbb{R}^d, \beta \in \mathbb{R}, \|k\|_2 = 1, \beta \le 2", r"\|I - \beta k k^\top\|_2 \le 1"),
        (r"Q, K \in \mathbb{R}^{n \times d}", r"|(Q K^\top)_{ij}| \le \|Q_{j,:}\|_2 \|K_{i,:}\|_2"),
        (r"x \in \mathbb{R}", r"|\sin x| < 1"),
        (r"x \in \mathbb{R}", r"\operatorname{sigmoid}(x) \le \frac{9}{10}"),
        (r"p \in \mathbb{R}^n, p \ge 0, \sum_i p_i = 1", r"1 - \|p\|_2^2 \le 1 - \frac{2}{n}"),
        (r"A \in \mathbb{R}^{n \times n}, \|A\|_2 < 1", r"\|(I - A)^{-1}\|_2 \le 1"),
        (r"A \in \mathbb{R}^{n \times n}, \|A\|_2 \le 1", r"\|(I - A)^{-1}\|_2 \le 2"),
        (
            r"H \in \mathbb{R}^{n \times n}, \lambda \in \mathbb{R}, H = H^\top, \lambda > 0",
            r"\|(H + \lambda I)^{-1}\|_2 \le \frac{1}{\lambda_{\min}(H) + \lambda}",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, \eta \in \mathbb{R}, A = A^\top, \eta > 0, \eta \|A\|_2 \le 2",
            r"\|I - \eta A\|_2 \le 1",
        ),
        (
            r"m \in \mathbb{N}, n \in \mathbb{N}",
            r"\|I_m \otimes I_n + \frac{1}{n} I_m \otimes (\mathbf{1}_n \mathbf{1}_n^\top)\|_2 \le 1",
        ),
    ],
)
def test_false_claims_are_not(given, claim):
    assert not proved(given, claim)
