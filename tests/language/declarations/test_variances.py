r"""Numbers that a given block introduces by a square, ``\sigma^2 > 0``, by a letter of a constant or with a label."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

MODEL = r"W \in \mathbb{R}^{d \times q}, \sigma^2 > 0"
INVERSE = r"(W W^\top + \sigma^2 I)^{-1} = \sigma^{-2} I - %s W (W^\top W + \sigma^2 I)^{-1} W^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MODEL, INVERSE % r"\sigma^{-2}", "holds"),
        (MODEL, INVERSE % r"\sigma^{-4}", "refuted"),
        (MODEL, r"\sigma^4 = (\sigma^2)^2", "holds"),
        (MODEL, r"\log \sigma^2 = 2 \log \sigma", "holds"),
        (MODEL, r"\log \sigma^2 = \log \sigma", "refuted"),
        (r"\sigma^2 \in \mathbb{R}_{>0}", r"\sqrt{\sigma^2} = \sigma", "holds"),
        (r"\sigma^2 \in \mathbb{R}_{>0}", r"\sigma^{-2} = \sigma^2", "refuted"),
        (r"L > 0, x \in \mathbb{R}^n", r"L \|x\| \ge 0", "holds"),
        (r"x \in \mathbb{R}^n, R_{\max} > 0", r"R_{\max} \|x\| \le 0", "refuted"),
        (r"a, q, r > 0", r"a q r > 0", "holds"),
        (r"c > 0", r"\log c \le c - 1", "holds"),
        (r"c > 0", r"\log c \le c - 2", "refuted"),
        (r"X \in \mathbb{R}^{L \times d}, L > 0", r"I_L X = X", "holds"),
    ],
)
def test_numbers(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("given", [r"n > 0", r"K > 0", r"\sigma_{\max} > 0", r"\eta_k > 0"])
def test_what_may_be_a_size_or_a_function_is_refused(given: str, tmp_path):
    with pytest.raises(BadPaper, match="is not declared"):
        judged(r"1 = 1", given, tmp_path)


def test_the_root_of_a_number_without_a_sign_is_not_known(tmp_path):
    with pytest.raises(BadPaper, match="sigma is not declared"):
        judged(r"\sigma = \sigma", r"\sigma^2 \in \mathbb{R}", tmp_path)


def test_the_divergence_of_matrices_is_not_guessed(tmp_path):
    result = judged(r"\operatorname{KL}(P \| Q) \ge 0", r"P, Q \in \mathbb{R}^{m \times n}, P > 0, Q > 0", tmp_path)
    assert result.verdict == "undecided"
    assert "over all entries or of each row" in str(result)


VARIANCE = r"\mu := \frac{1}{d} \sum_{i=1}^d x_i, \sigma^2 := \frac{1}{d} \sum_{i=1}^d (x_i - \mu)^2"
NORMALIZED = r"h := (x - \mu \mathbf{1}) / \sigma"


@pytest.mark.parametrize(
    "given",
    [
        rf"x \in \mathbb{{R}}^d, {VARIANCE}, \sigma > 0, {NORMALIZED}",
        rf"x \in \mathbb{{R}}^d, \sigma > 0, {VARIANCE}, {NORMALIZED}",
        rf"x \in \mathbb{{R}}^d, {NORMALIZED}, {VARIANCE}, \sigma \ne 0",
    ],
)
def test_what_is_said_of_the_root_of_a_defined_variance(given: str, tmp_path):
    assert judged(r"\|h\|_2 = \sqrt{d}", given, tmp_path).verdict == "holds"
    assert judged(r"\|h\|_2 = d", given, tmp_path).verdict == "refuted"
    assert judged(r"\sigma^2 = \frac{1}{d} \|x\|_2^2 - \mu^2", given, tmp_path).verdict == "holds"
    assert judged(r"\sigma = \frac{1}{d} \|x\|_2^2 - \mu^2", given, tmp_path).verdict == "refuted"


def test_a_number_beside_what_cannot_be_its_square_is_refused(tmp_path):
    with pytest.raises(BadPaper, match="is defined beside"):
        judged(r"\sigma > 0", r"x \in \mathbb{R}^d, \sigma > 0, \sigma^2 := x_1", tmp_path)
