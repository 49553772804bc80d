r"""Powers of numbers between 0 and 1 with any nonnegative exponent, as in the focal loss."""

import pytest

from tests.judged import judged, proved

FOCAL = r"a \in \mathbb{R}, a \ge 0, p \in (0, 1)"
ANY = r"a \in \mathbb{R}, p \in (0, 1)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (FOCAL, r"(1 - p)^a \le 1"),
        (FOCAL, r"-(1 - p)^a \log p \le -\log p"),
        (FOCAL, r"p^a \ge 0"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ANY, r"(1 - p)^a \le 1"),
        (FOCAL, r"(1 + p)^a \le 1"),
        (FOCAL, r"(1 - p)^a \le 1 - p"),
        (FOCAL, r"-(1 - p)^a \log p \le -p \log p"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
