"""Claims whose sides are equal at some inputs: strict bounds fail there, others do not."""

from pathlib import Path

import pytest

from derive.evidence import Evidence
from proofs.recheck import recheck
from proofs.results.verdicts import Facts, decide
from tests.judged import judged

POSITIVE = r"a, b \in \mathbb{R}_{>0}"


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


SIMPLEX = r"p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"\operatorname{diag}(p) - p p^\top \succeq 0", {"holds", "not-refuted"}),
        (r"\operatorname{diag}(p) - \frac{1001}{1000} p p^\top \succeq 0", {"refuted"}),
        (r"\operatorname{diag}(p) - p p^\top \succ 0", {"refuted"}),
    ],
)
def test_an_eigenvalue_that_is_zero_is_no_ratio(claim: str, verdicts: set[str], tmp_path: Path) -> None:
    found = judged(claim, SIMPLEX, tmp_path)
    assert found.verdict in verdicts and "could be certified" not in found.message


def test_definitions_that_a_claim_rests_on_are_shown(tmp_path: Path) -> None:
    given = r"x, y \in \mathbb{R}^d, \epsilon \in \mathbb{R}_{>0}, u := x + y, f(x) := 2 x, g(x) := 3 x"
    found = judged(r"f(u) = 2 y", given, tmp_path)
    assert found.verdict == "refuted" and found.counterexample is not None
    assert set(found.counterexample["inputs"]) == {"x"} or set(found.counterexample["inputs"]) == {"x", "y"}
    shown = found.understood.split(r" \\ ")[1:]
    assert shown == ["f(x) := 2 x", "u := x + y"]


@pytest.mark.parametrize(
    ("scopes", "said"),
    [
        (["n=2; n=3", "n=1; n=2; n=3"], "equal at n=2; n=3; n=1, but small sizes alone prove nothing"),
        (["no sizes", ""], "equal at the inputs that were tried, but inputs alone prove nothing"),
        (["no sizes", "n=2"], "equal at n=2, but small sizes alone prove nothing"),
    ],
)
def test_where_an_equality_was_seen_is_said_once(scopes: list[str], said: str) -> None:
    evidence = [Evidence("exact", "agree", scope, {}) for scope in scopes]
    assert decide(Facts("identity", evidence)).message == said
