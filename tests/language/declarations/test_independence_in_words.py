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
