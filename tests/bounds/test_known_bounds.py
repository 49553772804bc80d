r"""Bounds that every reader knows: norms, traces and eigenvalues, also in the Loewner order and of negative matrices, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

TRUE = [
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"\operatorname{tr}(A) < 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0", r"\operatorname{tr}(AB) \ge 0"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\operatorname{tr}(AB) \le \operatorname{tr}(A)\operatorname{tr}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\operatorname{tr}(AB) \le \lambda_{\max}(A)\operatorname{tr}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\operatorname{tr}(AB) \ge \lambda_{\min}(A)\operatorname{tr}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B \succeq 0",
        r"\operatorname{tr}(AB) \le \lambda_{\max}(A)\operatorname{tr}(B)",
    ),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \max(\|A\|_1, \|A\|_\infty)"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2^2 \le \|A\|_1 \|A\|_\infty"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \sqrt{\|A\|_1 \|A\|_\infty}"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \sqrt{\operatorname{tr}(A^\top A)}"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"|\operatorname{tr}(A^\top B)| \le \|A\|_F \|B\|_F"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"|\operatorname{tr}(A^\top B)| \le \|A\|_2 \|B\|_*"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"\operatorname{tr}(A^\top B) \le \|A\|_2 \|B\|_*"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"\langle A, B \rangle \le \|A\|_2 \|B\|_*"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_F^2 \le \|A\|_2 \|A\|_*"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"|\lambda_i(A)| \le \|A\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\lambda_i(A)| \le \|A\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\operatorname{tr} A| \le n \|A\|_2"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\operatorname{tr} A| \le \|A\|_*"),
    (r"A \in \mathbb{R}^{n\times n}", r"|\operatorname{tr} A| \le \sqrt{n} \|A\|_F"),
    (r"x \in \mathbb{R}^n", r"\|x\|_1 \le \sqrt{n} \|x\|_2"),
    (r"x \in \mathbb{R}^n", r"\|x\|_2^2 \le \|x\|_1 \|x\|_\infty"),
    (r"x \in \mathbb{R}^n", r"\|x\|_2 \le \sqrt{n} \|x\|_\infty"),
    (r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B = B^\top", r"|\lambda_k(A) - \lambda_k(B)| \le \|A - B\|_2"),
    (r"A \in \mathbb{R}^{n\times n}, \|A\|_2 < 1", r"\|(I - A)^{-1}\|_2 \le \frac{1}{1 - \|A\|_2}"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, \det A \ne 0, \det B \ne 0",
        r"\|A^{-1} - B^{-1}\|_2 \le \|A^{-1}\|_2 \|B^{-1}\|_2 \|A - B\|_2",
    ),
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"\lambda_{\max}(A) < 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"A_{ii} < 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \preceq 0", r"\operatorname{tr}(A) \le 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0", r"\operatorname{tr}(AB) > 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"A_{ii} > 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, A = A^\top", r"\lambda_k(A) \ge \lambda_k(B)"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0", r"\|A\|_2 \ge \|B\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0", r"\|A\|_F \ge \|B\|_F"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\operatorname{tr}(A^2) \le (\operatorname{tr} A)^2"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"(\operatorname{tr} A)^2 \le n \operatorname{tr}(A^2)"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\lambda_{\max}(A) \le \|A\|_\infty"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\|A\|_2 \le \|A\|_1"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\|A\|_1 = \|A\|_\infty"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\kappa(A) \ge 1"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\lambda_{\max}(A + B) \le \lambda_{\max}(A) + \lambda_{\max}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\lambda_{\max}(A B A) \le \lambda_{\max}(A)^2 \lambda_{\max}(B)",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0", r"\operatorname{tr}(AB) \le \|A\|_F \|B\|_F"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\operatorname{tr}(A) \le n \lambda_{\max}(A)"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\|A\|_F \le \operatorname{tr}(A)"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\|A\|_* = \operatorname{tr}(A)"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \preceq B, A \succ 0", r"\lambda_{\min}(A) \le \lambda_{\min}(B)"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A^\top A\|_2 = \|A\|_2^2"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \sqrt{mn} \|A\|_{\max}"),
    (r"A \in \mathbb{R}^{m\times n}, B \in \mathbb{R}^{n\times k}", r"\|AB\|_* \le \|A\|_F \|B\|_F"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"\|A \odot B\|_2 \le \|A\|_2 \|B\|_2"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"\|A \odot B\|_F \le \|A\|_F \|B\|_F"),
    (r"A, B \in \mathbb{R}^{n\times n}", r"|\operatorname{tr}(AB)| \le \|A\|_2 \|B\|_*"),
    (r"A \in \mathbb{R}^{n\times n}", r"\operatorname{tr}(A^2) \le \operatorname{tr}(A^\top A)"),
    (r"A \in \mathbb{R}^{n\times n}", r"\|A\|_2 \le \|A\|_F \le \sqrt{n}\|A\|_2"),
    (r"A, E \in \mathbb{R}^{n\times n}, A = A^\top, E = E^\top", r"|\lambda_k(A + E) - \lambda_k(A)| \le \|E\|_2"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"\|A^{-1}\|_2 \le \frac1\mu"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"\lambda_{\min}(A) \ge \mu"),
    (
        r"L, \mu \in \mathbb{R}, 0 < \mu, \mu \le L, A \in \mathbb{R}^{n\times n}, \mu I \preceq A \preceq L I",
        r"\kappa(A) \le \frac{L}{\mu}",
    ),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A \preceq L I, A = A^\top", r"\lambda_{\max}(A) \le L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, 0 \preceq A \preceq L I", r"\|A\|_2 \le L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, -L I \preceq A \preceq L I", r"\|A\|_2 \le L"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succeq 0, B \ne 0", r"\operatorname{tr}(AB) > 0"),
]
FALSE = [
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A = A^\top, A \preceq L I", r"\|A\|_2 \le L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, -L I \preceq A \preceq L I", r"\|A\|_2 < L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, -L I \preceq A \preceq L I", r"\|A\|_F \le L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, -2 L I \preceq A \preceq L I", r"\|A\|_2 \le L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A \preceq L I, A = A^\top", r"\lambda_{\max}(A) < L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A \preceq L I, A = A^\top", r"\lambda_{\min}(A) \ge L"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A \preceq L I, A = A^\top", r"\lambda_{\max}(A) \ge L"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"\|A^{-1}\|_2 < \frac1\mu"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"\|A^{-1}\|_F \le \frac1\mu"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq -\mu I", r"\|A^{-1}\|_2 \le \frac1\mu"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\|A\|_* = \operatorname{tr}(A)"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succeq 0", r"\operatorname{tr}(AB) > 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A_{ii} > 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \preceq 0", r"\operatorname{tr}(A) < 0"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\operatorname{tr}(A) < 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B = B^\top, B \ne 0", r"\operatorname{tr}(AB) > 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0, A \ne 0, B \ne 0", r"\operatorname{tr}(AB) > 0"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \min(\|A\|_1, \|A\|_\infty)"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \|A\|_1"),
    (r"A \in \mathbb{R}^{n\times n}", r"\|A\|_2 \le \|A\|_1"),
    (r"A \in \mathbb{R}^{n\times n}", r"\|A\|_1 = \|A\|_\infty"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_2 < \max(\|A\|_1, \|A\|_\infty)"),
    (r"A, B \in \mathbb{R}^{m\times n}", r"\|A\|_2 \le \max(\|A\|_1, \|B\|_\infty)"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_F \le \max(\|A\|_1, \|A\|_\infty)"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B \succeq 0",
        r"\operatorname{tr}(AB) \le \operatorname{tr}(A)\operatorname{tr}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\operatorname{tr}(AB) < \operatorname{tr}(A)\operatorname{tr}(B)",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\operatorname{tr}(AB) \le \frac12 \operatorname{tr}(A)\operatorname{tr}(B)",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B = B^\top", r"\|A\|_2 \ge \|B\|_2"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0", r"\|A\|_1 \ge \|B\|_1"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B = B^\top", r"\lambda_k(A) > \lambda_k(B)"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B = B^\top", r"\lambda_{\min}(A) \ge \lambda_{\max}(B)"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"\kappa(A) > 1"),
    (r"A, B \in \mathbb{R}^{n\times n}, A - B^\top = (A - B^\top)^\top", r"A = A^\top"),
    (r"A, B \in \mathbb{R}^{n\times n}, A + B \succeq 0", r"A = A^\top"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_known_bounds_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_neighbors_are_not_shown(given: str, claim: str) -> None:
    assert not proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE[:: max(1, len(FALSE) // 6)])
def test_false_neighbors_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"
