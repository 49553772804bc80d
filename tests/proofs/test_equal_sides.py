"""Claims whose sides are equal at some inputs: strict bounds fail there, others do not."""

from pathlib import Path

import pytest

from proofs.api import ad_hoc_claim
from proofs.judge import judge
from proofs.options import How
from proofs.paper import Settings
from proofs.recheck import recheck
from proofs.schema import ClaimResult

POSITIVE = r"a, b \in \mathbb{R}_{>0}"


def judged(claim: str, given: str, folder: Path) -> ClaimResult:
    return judge(ad_hoc_claim(claim, given, Settings()), How(effort="quick", certificates=folder))


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (r"\log\frac{a}{b} + \frac{b}{a} - 1 > 0", POSITIVE, "refuted"),
        (r"\log\frac{a}{b} + \frac{b}{a} - 1 \ge 0", POSITIVE, "not-refuted"),
        (r"\log a + \log b > 0", rf"{POSITIVE}, a b = 1", "refuted"),
        (r"\log 1 + \frac{b}{a} > 0", POSITIVE, "not-refuted"),
        (r"e^{a - b} - (a - b) > 1", r"a, b \in \mathbb{R}", "refuted"),
    ],
)
def test_where_logarithms_and_exponentials_are_exact(claim: str, given: str, verdict: str, tmp_path: Path) -> None:
    found = judged(claim, given, tmp_path)
    assert found.verdict == verdict or (found.verdict, verdict) == ("holds", "not-refuted")
    if verdict == "refuted":
        assert found.counterexample is not None and recheck(found.counterexample["certificate"]).accepted
