r"""``\text{i.i.d.}`` behind or in front of a distribution says what ``\overset{\text{iid}}{\sim}`` says; other words do not."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

WEIGHTS = r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, "
DRAWN = r"W_{ij} \sim \mathcal{N}(0, 1/n)"
VARIANCE = r"\operatorname{Var}[(W x)_i] = \frac{1}{n} \|x\|_2^2"


@pytest.mark.parametrize(
    "law",
    [
        DRAWN + r" \text{ i.i.d.}",
        DRAWN + r", \quad \text{i.i.d.}",
        DRAWN + r"\ (\text{i.i.d.})",
        DRAWN + r" \text{ independently}, \quad \alpha > 0",
        DRAWN + r" \text{ are i.i.d.}",
        r"\text{i.i.d. } " + DRAWN,
    ],
)
def test_it_is_read(law, tmp_path):
    assert judged(VARIANCE, WEIGHTS + law, tmp_path).verdict == "holds"
    assert judged(r"\operatorname{Var}[(W x)_i] = \|x\|_2^2", WEIGHTS + law, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (DRAWN, "joint distribution of all"),
        (DRAWN + r" \\ \text{i.i.d.}", "the word 'i.i.d'"),
        (DRAWN + r" \text{ not independent}", "the word 'not independent'"),
        (DRAWN + r", \quad \alpha > 0 \text{ i.i.d.}", "the word 'i.i.d'"),
    ],
)
def test_it_governs_the_distribution_beside_it_alone(law, message, tmp_path):
    with pytest.raises(BadPaper, match=message):
        judged(VARIANCE, WEIGHTS + law, tmp_path)


MODEL = (
    r"W \in \mathbb{R}^{d \times q}, \mu \in \mathbb{R}^d, \sigma^2 > 0, z \sim \mathcal{N}(0, I_q), e \sim \mathcal{N}(0, \sigma^2 I_d)%s, "
    r"x := W z + \mu + e"
)


@pytest.mark.parametrize(
    ("words", "claim", "verdict"),
    [
        (r" \text{ independent}", r"\mathbb{E}[x] = \mu", "holds"),
        (r" \text{ independent}", r"\operatorname{Cov}(x) = W W^\top + \sigma^2 I", "holds"),
        (r" \text{ independent}", r"\operatorname{Cov}(x) = W W^\top", "refuted"),
        (r" \text{ independent}", r"\operatorname{Cov}(x, z) = W", "holds"),
        ("", r"\operatorname{Cov}(x) = W W^\top + \sigma^2 I", "undecided"),
        (r" \text{ i.i.d.}", r"\operatorname{Cov}(x) = W W^\top + \sigma^2 I", "undecided"),
    ],
)
def test_distributions_next_to_one_another_are_said_to_be_independent(words, claim, verdict, tmp_path):
    assert judged(claim, MODEL % words, tmp_path).verdict == verdict
