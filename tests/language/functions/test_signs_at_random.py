r"""Rademacher signs, and distributions of entries that stand in front of what they speak of."""

import pytest

from tests.judged import judged

FORM = r"M \in \mathbb{R}^{d \times d}, \quad v \in \mathbb{R}^d, \quad "


@pytest.mark.parametrize(
    "law",
    [
        r"v_i \sim \operatorname{Rademacher} \text{ i.i.d.}",
        r"v_i \overset{\text{iid}}{\sim} \mathcal{U}(\{-1, 1\})",
        r"v \sim \operatorname{Unif}(\{\pm 1\}^d)",
        r"v \sim \operatorname{Unif}\{-1, +1\}^d",
    ],
)
def test_signs(law: str, tmp_path):
    assert judged(r"\mathbb{E}[v^\top M v] = \operatorname{tr}(M)", FORM + law, tmp_path).verdict == "holds"
    assert judged(r"\mathbb{E}[v^\top M v] = \operatorname{tr}(M)^2", FORM + law, tmp_path).verdict == "refuted"
    assert judged(r"\mathbb{E}[v] = \mathbf{1}", FORM + law, tmp_path).verdict == "refuted"
    # the fourth moments are not those of normal variables
    assert judged(r"\operatorname{Var}[v^\top M v] = 2 \|M\|_F^2", FORM + law, tmp_path).verdict == "undecided"


def test_signs_of_one_number_have_no_whole_vector(tmp_path):
    with pytest.raises(Exception, match="the covariance"):
        judged(r"\mathbb{E}[v] = 0", FORM + r"v \sim \operatorname{Rademacher}", tmp_path)


LAYER = r"W_1 \in \mathbb{R}^{h \times d}, \quad x \in \mathbb{R}^d, \quad "


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (
            LAYER + r"(W_1)_{ij} \sim \mathcal{N}(0, \sigma_w^2) \text{ independent}, \quad \sigma_w > 0",
            r"\mathbb{E} \|W_1 x\|_2^2 = h \sigma_w^2 \|x\|_2^2",
            "holds",
        ),
        (
            LAYER + r"(W_1)_{ij} \sim \mathcal{N}(0, \sigma_w^2) \text{ independent}, \quad \sigma_w > 0",
            r"\mathbb{E} \|W_1 x\|_2^2 = d \sigma_w^2 \|x\|_2^2",
            "refuted",
        ),
        (
            r"x \in \mathbb{R}^d, \quad m_i \sim \operatorname{Bernoulli}(p) \text{ i.i.d.}, \quad \mathbf{m} \in \mathbb{R}^d, \quad 0 < p \le 1",
            r"\mathbb{E} \left\| \tfrac1p\, \mathbf{m} \odot x - x \right\|^2 = \frac{1-p}{p} \|x\|^2",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, \quad m_i \sim \operatorname{Bernoulli}(p) \text{ i.i.d.}, \quad \mathbf{m} \in \mathbb{R}^d, \quad 0 < p \le 1",
            r"\mathbb{E} \left\| \tfrac1p\, \mathbf{m} \odot x - x \right\|^2 = \frac{p}{1-p} \|x\|^2",
            "refuted",
        ),
    ],
)
def test_entries(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


TABLE = r"E \in \mathbb{R}^{n \times d}, \quad E_{ij} \overset{\mathrm{iid}}{\sim} \mathcal{N}(0, 1/d), \quad i \in \{1, \dots, n\}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (TABLE, r"\mathbb{E}\left[ \|E_{i,:}\|_2^2 \right] = 1", "holds"),
        (TABLE, r"\mathbb{E}\left[ \|E_{i,:}\|_2^2 \right] = d", "refuted"),
        # the matrix of that name is what is declared
        (r"\mathbb{E} \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n", r"\mathbb{E} x = x", "refuted"),
    ],
)
def test_expectations_beside_a_matrix_E(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


ERROR = r"\mathbf{W} \in \mathbb{R}^{m \times n}, \quad x, z \in \mathbb{R}^n, \quad \mathbf{e} := \mathbf{W} x, \quad s \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{d}{d s} e^{-s x^\top z} = -x^\top z \, e^{-s x^\top z}", "holds"),
        (r"\frac{d}{d s} e^{-s x^\top z} = x^\top z \, e^{-s x^\top z}", "refuted"),
        (r"e^\top e = \|\mathbf{W} x\|^2", "holds"),
        (r"e^{\circ 2} = \mathbf{e} \odot \mathbf{e}", "holds"),
        (r"e^{\circ 2} = \mathbf{e}", "refuted"),
    ],
)
def test_exponentials_beside_a_vector_e(claim: str, verdict: str, tmp_path):
    assert judged(claim, ERROR, tmp_path).verdict == verdict
