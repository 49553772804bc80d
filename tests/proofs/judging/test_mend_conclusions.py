"""The conclusion of an implication is mended as a relation is; its premises are never edited."""

import pytest

from tests.judged import mended

VECTORS = r"x, y \in \mathbb{R}^n, \quad x > 0"
MATRICES = r"A, B \in \mathbb{R}^{n \times n}, \quad v \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "premise", "claim", "edit"),
    [
        (VECTORS, r"y \ne 0", "(x^\\top y)^2 > 0", r"$\ge$ for $>$"),
        (MATRICES, r"A = A^\top", r"(A B)^\top = B A", r"$B^\top$ for $B$"),
        (MATRICES, r"\|v\|_2 = 1", r"\|A v\|_2 < \|A\|_2", r"$\le$ for $<$"),
        (MATRICES, r"\|v\|_2 = 1", r"\|A v\|_2 \le \tfrac{1}{2} \|A\|_2", "$1$ for"),
    ],
)
def test_a_single_edit_of_the_conclusion(given: str, premise: str, claim: str, edit: str, tmp_path):
    found = mended(rf"{premise} \implies {claim}", given, tmp_path)
    alone = mended(claim, f"{given}, {premise}", tmp_path)
    assert (found.verdict, found.hypothesis) == ("refuted", None) == (alone.verdict, alone.hypothesis)
    assert found.repair is not None and alone.repair is not None
    assert found.repair["edit"] == alone.repair["edit"] and edit in found.repair["edit"]
    kept, _, conclusion = found.repair["statement"].partition(r" \implies ")
    assert conclusion == alone.repair["statement"]
    assert mended(rf"{kept} \implies {conclusion}", given, tmp_path).verdict == "holds"


def test_what_holds_is_left_alone(tmp_path):
    found = mended(r"y \ne 0 \implies (x^\top y)^2 \ge 0", VECTORS, tmp_path)
    assert (found.verdict, found.repair, found.hypothesis) == ("holds", None, None)


@pytest.mark.parametrize("claim", [r"v = 0 \iff A v = 0", r"A v = 0 \implies v \ne 0"])
def test_no_premise_is_edited(claim: str, tmp_path):
    found = mended(claim, MATRICES, tmp_path)
    assert found.verdict != "holds" and found.repair is None
