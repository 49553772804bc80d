"""Norms of first and second derivatives by their factors: feed-forward layers, attention, compositions, wanted products."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

LAYER = (
    r"X \in \mathbb{R}^{m \times n}, V \in \mathbb{R}^{n \times f}, W \in \mathbb{R}^{f \times n}, S := \operatorname{ReLU}(X V) W + X, "
    r"B := \frac{\partial S}{\partial V}, C := \frac{\partial S}{\partial W}, Z := \operatorname{LayerNorm}(S), "
    r"J := \frac{\partial \operatorname{LayerNorm}(S)}{\partial S}, H := \frac{\partial^2 \operatorname{LayerNorm}(S)}{\partial S^2}"
)
ATTENTION = (
    r"X \in \mathbb{R}^{m \times n}, Q, K \in \mathbb{R}^{n \times p}, V \in \mathbb{R}^{n \times n}, Y \in \mathbb{R}^{m \times n}, "
    r"T := X Q K^\top X^\top, A := \operatorname{softmax}(T), F := A X V, G := \frac{\partial F}{\partial Q}, r := \mathrm{vec}_r(F - Y), "
    r"Z := (I_m \otimes X^\top) \frac{\partial A}{\partial T} (X \otimes X)"
)
ROWS = (
    r"X \in \mathbb{R}^{m \times n}, M := X (I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top), h := M^{\circ 2} \mathbf{1}_n, "
    r"D := \operatorname{diag}(h^{\circ 1/2}), P := \operatorname{diag}^{-1}(h^{\circ 1/2}), N := \frac{\partial M}{\partial X}"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LAYER, r"\|B\|_2 \le \|W\|_2 \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial B}{\partial W}\right\|_2 \le \|X\|_F"),
        (LAYER, r"\left\|\frac{\partial B}{\partial W}\right\|_2 \le \sqrt{n} \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial B}{\partial X}\right\|_2 \le \sqrt{f} \|W\|_2"),
        (LAYER, r"\left\|\frac{\partial C}{\partial X}\right\|_2 \le \sqrt{n} \|V\|_2"),
        (LAYER, r"\left\|\frac{\partial^2 Z}{\partial V \partial V}\right\|_2 \le \|H\|_2 (\|W\|_2 \|X\|_2)^2"),
        (
            LAYER,
            r"\left\|\frac{\partial^2 Z}{\partial V \partial W}\right\|_2 "
            r"\le \|J\|_2 \sqrt{n} \|X\|_2 + \|H\|_2 \|W\|_2 \|X\|_2 \|\operatorname{ReLU}(X V)\|_2",
        ),
        (
            LAYER,
            r"\left\|\frac{\partial^2 Z}{\partial V \partial W}\right\|_2 "
            r"\le \|J\|_2 \left\|\frac{\partial B}{\partial W}\right\|_2 + \|B\|_2 \|H\|_2 \|C\|_2",
        ),
        (ATTENTION, r"\left\|\frac{\partial G}{\partial Q}\right\|_2 \le \frac{3}{2} \|V\|_2 \|K\|_2^2 \|X\|_2^5"),
        (ATTENTION, r"\|G\|_2 \le \|K\|_2 \|Z\|_2 \|V\|_2"),
        (ATTENTION, r"\|G^\top G\|_2 \le \|K\|_2^2 \|Z\|_2^2 \|V\|_2^2"),
        (
            ATTENTION,
            r"\left\|(r^\top \otimes I_{np}) \frac{\partial G}{\partial Q}\right\|_2 "
            r"\le 2 \sqrt{\operatorname{rank}(F - Y)} (m \|X\|_2 \|V\|_2 + \|Y\|_2) \|V\|_2 \|K\|_2^2 \|X\|_2^5",
        ),
        (
            ROWS,
            r"\left\|\frac{\partial P}{\partial X}\right\|_2 \le \|D^{-1} \otimes D^{-\top}\|_2 \|\operatorname{diag}^{-1}(h^{\circ 1/2})\|_2 "
            r"\|I_m \otimes \mathbf{1}_n^\top\|_2 \|\operatorname{diag}(\mathrm{vec}_r(M))\|_2 \|N\|_2",
        ),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LAYER, r"\|B\|_2 \le \frac{1}{2} \|W\|_2 \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial B}{\partial W}\right\|_2 \le \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial B}{\partial W}\right\|_2 \le \sqrt{f} \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial B}{\partial X}\right\|_2 \le \|W\|_2"),
        (LAYER, r"\left\|\frac{\partial C}{\partial X}\right\|_2 \le \|V\|_2"),
        (LAYER, r"\left\|\frac{\partial C}{\partial X}\right\|_2 \le \sqrt{f} \|V\|_2"),
    ],
)
def test_false_neighbors_are_refuted(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            LAYER,
            r"\left\|\frac{\partial^2 Z}{\partial V \partial V}\right\|_2 \le \frac{1}{2} \|H\|_2 (\|W\|_2 \|X\|_2)^2",
        ),
        (LAYER, r"\left\|\frac{\partial^2 Z}{\partial V \partial V}\right\|_2 \le \|H\|_2 \|W\|_2 \|X\|_2"),
        (LAYER, r"\left\|\frac{\partial^2 Z}{\partial V \partial V}\right\|_2 \le \|J\|_2 (\|W\|_2 \|X\|_2)^2"),
        (
            LAYER,
            r"\left\|\frac{\partial^2 Z}{\partial V \partial W}\right\|_2 \le \|H\|_2 \|W\|_2 \|X\|_2 \|\operatorname{ReLU}(X V)\|_2",
        ),
        (
            LAYER.replace("ReLU", "silu"),
            r"\left\|\frac{\partial^2 Z}{\partial V \partial V}\right\|_2 \le \|H\|_2 (\|W\|_2 \|X\|_2)^2",
        ),
        (ATTENTION, r"\left\|\frac{\partial G}{\partial Q}\right\|_2 \le \frac{1}{20} \|V\|_2 \|K\|_2^2 \|X\|_2^5"),
        (ATTENTION, r"\left\|\frac{\partial G}{\partial Q}\right\|_2 \le \frac{3}{2} \|V\|_2 \|K\|_2^2 \|X\|_2^4"),
        (ATTENTION, r"\left\|\frac{\partial G}{\partial Q}\right\|_2 \le \frac{3}{2} \|V\|_2 \|K\|_2 \|X\|_2^5"),
        (ATTENTION, r"\left\|\frac{\partial G}{\partial K}\right\|_2 \le \frac{3}{2} \|V\|_2 \|K\|_2^2 \|X\|_2^5"),
        (ATTENTION, r"\|G\|_2 \le \|K\|_2 \|Z\|_2"),
        (ATTENTION, r"\|G^\top G\|_2 \le \|K\|_2 \|Z\|_2^2 \|V\|_2"),
        (
            ROWS,
            r"\left\|\frac{\partial P}{\partial X}\right\|_2 \le \|D^{-1} \otimes D^{-\top}\|_2 "
            r"\|I_m \otimes \mathbf{1}_n^\top\|_2 \|\operatorname{diag}(\mathrm{vec}_r(M))\|_2 \|N\|_2",
        ),
    ],
)
def test_false_neighbors_are_not_proved(given: str, claim: str):
    assert not proved(given, claim)
