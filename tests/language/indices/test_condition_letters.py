r"""What a condition under an operator binds: ``\sum_{j \ne i}`` one letter or both, ``\sum_{i < j}`` both."""

import pytest

from derive.errors import NotSupported
from derive.language.scope.scope import Scope
from derive.language.terms.readings import OVER_PAIRS
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged

A = r"A \in \mathbb{R}^{n \times n}"
X = r"x \in \mathbb{R}^n"
INDEXED = r"i \in \{1,\dots,n\}, " + X
SKEW = A + r", \quad A = -A^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (SKEW, r"\sum_{j \ne i} A_{ij} = 0", "ambiguous"),
        (X, r"\sum_{j \ne i} (x_i - x_j)^3 = 0", "ambiguous"),
        (A, r"\sum_{j \ne i} A_{ij} = \sum_{j \ne i} A_{ji}", "ambiguous"),
        (A, r"\|A\|_F^2 = \sum_i A_{ii}^2 + \sum_{j \ne i} A_{ij}^2", "ambiguous"),
        (X, r"\sum_{1 \le j < i} (x_i - x_j)^2 = \sum_{1 \le i < j \le n} (x_i - x_j)^2", "ambiguous"),
        (SKEW, r"\sum_{j \ne i} A_{ij} = 0 \quad \forall i", "refuted"),
        (SKEW, r"\sum_{i \ne j} A_{ij} = 0", "holds"),
        (A, r"\|A\|_F^2 = \sum_i A_{ii}^2 + \sum_{i \ne j} A_{ij}^2", "holds"),
        (A, r"\sum_{j \ne i} A_{ij} = (A \mathbf{1})_i - A_{ii}", "holds"),
        (A, r"\sum_i \sum_{j \ne i} A_{ij} = \mathbf{1}^\top A \mathbf{1} - \operatorname{tr}(A)", "holds"),
        (INDEXED, r"\sum_{j \ne i} x_j = \mathbf{1}^\top x - x_i", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "free", "both"),
    [
        (A, r"\sum_{j \ne i} |A_{ij}| \le 1", {"i"}, True),
        (A, r"\max_{j > i} |A_{ij}| \le 1", {"i"}, True),
        (X, r"\sum_{i < j \le n} x_i x_j = 0", {"i"}, True),
        (X, r"\sum_{1 \le j < i} x_i x_j = 0", {"i"}, True),
        (X, r"\sum_{1 \le i < j \le n} x_i x_j = 0", set(), False),
        (X, r"\sum_{i < j < k} x_i x_j x_k = 0", set(), False),
        (X, r"\sum_{i < k < j} x_i x_j x_k = 0", {"i", "j"}, True),
        (INDEXED, r"\sum_{i < j} x_i x_j = 0", set(), False),
        (INDEXED, r"\sum_{j < i} x_j^2 \le 1", {"i"}, False),
        (INDEXED, r"\sum_{j < i} x_j x_i = 0", {"i"}, True),
        (INDEXED + r", j \in \{1,\dots,n\}", r"\sum_{j \ne i} x_i x_j = 0", {"i"}, True),
        (INDEXED + r", j \in \{1,\dots,n\}", r"\sum_{i \ne j} x_i x_j = 0", set(), False),
    ],
)
def test_letters_that_stay_free(given: str, claim: str, free: set[str], both: bool):
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    typed = reading.links[0].typed
    assert typed is not None
    assert {name for name, _, _ in typed.problem.indices} == free
    assert (OVER_PAIRS in dict(typed.readings)) == both


def test_a_given_block_must_say_which():
    with pytest.raises(NotSupported, match="for all pairs"):
        Scope.root().given(A + r" \\ \sum_{j \ne i} |A_{ij}| \le 1")


@pytest.mark.parametrize(("claim", "false"), [(r"\sum_j A_{1j} \le 1", False), (r"\sum_{j, k} A_{jk} \le 1", True)])
def test_one_bound_for_every_row(claim: str, false: bool, tmp_path):
    given = r"A \in \mathbb{R}^{2 \times 2} \\ \sum_{j \ne i} A_{ij} \le 1 \quad \forall i \\ A_{11} = 0"
    assert (judged(claim, given, tmp_path).verdict == "refuted") == false
