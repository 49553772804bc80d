r"""Divergences of normal distributions: ``\mathrm{KL}(\mathcal{N}(\mu, \Sigma) \| \mathcal{N}(0, I))``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

ISOTROPIC = r"\mu, \nu \in \mathbb{R}^n, s, t \in \mathbb{R}_{>0}"
GENERAL = r"\mu, \nu \in \mathbb{R}^n, S, T \in \mathbb{R}^{n \times n}, S \succ 0, T \succ 0"
NUMBERS = r"\mu, \nu \in \mathbb{R}, s, t \in \mathbb{R}_{>0}"
WITH = r"\mathrm{KL}(\mathcal{N}(\mu, S) \| \mathcal{N}(\nu, T))"

CLAIMS = [
    (
        ISOTROPIC,
        r"\mathrm{KL}(\mathcal{N}(\mu, s I) \| \mathcal{N}(\nu, t I)) = \frac{1}{2} (\frac{n s + \|\mu - \nu\|^2}{t} - n + n \log \frac{t}{s})",
        "holds",
    ),
    (
        ISOTROPIC,
        r"\mathrm{KL}(\mathcal{N}(\mu, s I) \| \mathcal{N}(\nu, t I)) = \frac{1}{2} (\frac{n s + \|\mu - \nu\|^2}{s} - n + n \log \frac{t}{s})",
        "refuted",
    ),
    (
        GENERAL,
        WITH
        + r" = \frac12 (\log \frac{|T|}{|S|} - n + \operatorname{tr}(T^{-1} S) + (\nu - \mu)^\top T^{-1} (\nu - \mu))",
        "holds",
    ),
    (
        GENERAL,
        WITH
        + r" = \frac12 (\log \frac{|S|}{|T|} - n + \operatorname{tr}(T^{-1} S) + (\nu - \mu)^\top T^{-1} (\nu - \mu))",
        "refuted",
    ),
    (
        GENERAL,
        r"D_{\mathrm{KL}}(\mathcal{N}(\mu, S) \,\|\, \mathcal{N}(0, I)) = \frac12 (\operatorname{tr}(S) + \mu^\top \mu - n - \log \det S)",
        "holds",
    ),
    (
        r"\mu \in \mathbb{R}^n, v \in \mathbb{R}_{>0}^n",
        r"D_{KL}(\mathcal{N}(\mu, \operatorname{diag}(v)) \| \mathcal{N}(0, I)) = \frac12 \sum_{i=1}^n (\mu_i^2 + v_i - \log v_i - 1)",
        "holds",
    ),
    (
        NUMBERS,
        r"\mathrm{KL}(\mathcal{N}(\mu, s^2) \| \mathcal{N}(\nu, t^2)) = \log \frac{t}{s} + \frac{s^2 + (\mu - \nu)^2}{2 t^2} - \frac12",
        "holds",
    ),
    (
        NUMBERS,
        r"\mathrm{KL}(\mathcal{N}(\mu, s^2) \| \mathcal{N}(\nu, t^2)) = \log \frac{s}{t} + \frac{s^2 + (\mu - \nu)^2}{2 t^2} - \frac12",
        "refuted",
    ),
    (GENERAL, r"\nabla_\nu " + WITH + r" = T^{-1} (\nu - \mu)", "holds"),
    (ISOTROPIC, r"\mathrm{KL}(\mathcal{N}(\mu, s) \| \mathcal{N}(\nu, t)) = 0", "ill-typed"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_verdict(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict
