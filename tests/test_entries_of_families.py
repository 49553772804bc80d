r"""What is said of all members of a family: ``g_t = c`` for all t gives the matrix whose rows they are; it was ``ill-typed``."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"g_1, \dots, g_T, c \in \mathbb{R}^{d}, A \in \mathbb{R}^{m \times d}, T \ge 2 \\ g_t = c \quad \forall t"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"g_1 = g_2", "holds"),
        (r"A g_T = A c", "holds"),
        (r"\frac{1}{T} \sum_{t=1}^T g_t = c", "holds"),
        (r"\sum_{t=1}^T g_t = c", "refuted"),
        (r"g_1 = -g_2", "refuted"),
        (r"A g_T = c", "ill-typed"),
    ],
)
def test_equal_members(claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_members_whose_equation_names_the_index_stay_members(tmp_path: Path):
    given = GIVEN.replace("g_t = c", "g_t = t c")
    assert judged(r"g_2 = 2 g_1", given, tmp_path).verdict == "holds"
    assert judged(r"g_2 = g_1", given, tmp_path).verdict == "refuted"
