r"""``a \vee b`` and ``a \wedge b`` between numbers, beside the same signs between statements."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"a, b, c \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"a \vee b = \max(a, b)", "holds"),
        (r"a \vee b = \min(a, b)", "refuted"),
        (r"a \wedge b = \min\{a, b\}", "holds"),
        (r"a \vee b \vee c \ge c", "holds"),
        (r"a \wedge b \wedge c \ge c", "refuted"),
        (r"a \vee b + a \wedge b = a + b", "holds"),
        (r"a \vee b + a \wedge b = 2 a + b", "refuted"),
        (r"(a \wedge b) - c \le a - c", "holds"),
        (r"a b \wedge c \le a b", "holds"),
        (r"a b \wedge c \le a", "refuted"),
        (r"a \wedge b \le a \vee b", "holds"),
        (r"a > 0 \wedge b > a \implies b > 0", "holds"),
        (r"a > 0 \vee b > a \implies b > 0", "refuted"),
        (r"(a > 0) \wedge (b > a) \implies b > 0", "holds"),
    ],
)
def test_signs_between_numbers_and_between_statements(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [r"a \wedge b - c \le a", r"a \wedge b \vee c \le a", r"-a \vee b \ge b", r"\sum_{i=1}^3 a \wedge b \le 3 b"],
)
def test_what_a_sign_takes_must_be_certain(claim: str, tmp_path):
    with pytest.raises(BadPaper, match="It is not certain what"):
        judged(claim, GIVEN, tmp_path)
