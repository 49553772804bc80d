r"""Words inside formulas: in cases, over relations, under sums, behind statements. None is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"s, t \in \mathbb{R}, \quad x \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}"


def cases(first: str, last: str) -> str:
    return rf"|t| = \begin{{cases}} {first} \\ {last} \end{{cases}}"


@pytest.mark.parametrize(
    ("first", "last", "verdict"),
    [
        (r"-t & \text{unless } t < 0", r"t & \text{otherwise}", "refuted"),
        (r"-t & \text{if not } t < 0,", r"t & \text{otherwise}", "refuted"),
        (r"t & \text{unless } t < 0,", r"-t & \text{otherwise}", "holds"),
        (r"t & \text{unless } t/2 < 0", r"-t & \text{in all other cases}", "holds"),
        (r"-t & \text{unless } t \ge 0", r"t & \text{if } t \ge 0", "holds"),
        (r"-t & \text{if } t + 1 < 1", r"t & \text{elsewhere.}", "holds"),
        (r"-t & t < 0", r"t & \mathrm{otherwise}", "holds"),
        (r"-t & t < 0", r"t & \text{else if } t \ge 0", "holds"),
        (r"-t & t < 0", "t &", "holds"),
    ],
)
def test_words_of_cases(first: str, last: str, verdict: str, tmp_path: Path) -> None:
    assert judged(cases(first, last), GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (r"t & t > 0", r"-t & \text{if positive}"),
        (r"t & t > 0", r"-t & \text{if t is in the unit interval}"),
        (r"t & \text{for some } t > 0", r"-t & \text{otherwise}"),
        (r"t & \text{if } t > 0 \text{ only}", r"-t & \text{otherwise}"),
        (r"t & \text{if } t > 0 \text{ and } s > 0", r"-t & \text{otherwise}"),
    ],
)
def test_unknown_words_of_cases(first: str, last: str, tmp_path: Path) -> None:
    result = judged(cases(first, last), GIVEN, tmp_path)
    assert (result.verdict, "as the condition of a case" in result.message) == ("undecided", True)


@pytest.mark.parametrize(
    "label",
    [
        r"\text{not}",
        "d",
        r"\circ",
        r"\text{if } t = 1",
        r"\text{unless (2)}",
        r"\text{a.s.}",
        "t = 1",
        r"\text{undefined}",
        "P",
    ],
)
@pytest.mark.parametrize("place", ["claim", "given"])
def test_labels_that_may_change_a_relation(label: str, place: str, tmp_path: Path) -> None:
    stated = rf"s \overset{{{label}}}{{=}} t"
    given, claim = (rf"{GIVEN}, \quad {stated}", "s = t") if place == "given" else (GIVEN, stated)
    with pytest.raises(BadPaper, match="label of this relation"):
        judged(claim, given, tmp_path)


@pytest.mark.parametrize(
    "label",
    [
        "(a)",
        "2",
        r"\text{(b)}",
        "(a), (b)",
        r"(\ast)",
        r"\text{by (2) and Lemma 3.1}",
        r"\mathrm{(ii)}",
        r"\text{Cauchy-Schwarz}",
    ],
)
def test_labels_that_refer(label: str, tmp_path: Path) -> None:
    assert judged(rf"t + 1 \overset{{{label}}}{{=}} 1 + t", GIVEN, tmp_path).verdict == "holds"
    assert judged(rf"t + 1 \stackrel{{{label}}}{{\le}} t", GIVEN, tmp_path).verdict == "refuted"


@pytest.mark.parametrize("label", [r"\text{def}", r"\mathrm{def.}", r"\Delta", r"\triangle", ":"])
def test_labels_that_define(label: str, tmp_path: Path) -> None:
    given = rf"{GIVEN}, \quad z \overset{{{label}}}{{=}} 2 t"
    assert judged("z = 2 t", given, tmp_path).verdict == "holds"
    assert judged("z = t", given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("limit", "verdict"), [("0", "holds"), ("1", "refuted")])
def test_an_arrow_says_where(limit: str, verdict: str, tmp_path: Path) -> None:
    assert judged(rf"t^2 \overset{{t \to 0}}{{\longrightarrow}} {limit}", GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{i \text{ odd}}^n x_i = n \sum_i x_i",
        r"\sum_{i \text{ even}} x_i x_{\text{even}} = (\sum_i x_i)^2",
        r"\sum_{\text{even}} x_{\text{even}} = \sum_i x_i",
        r"\max_{i\,\mathrm{even}} x_i = \max_i x_i",
        r"\sum_{\substack{i = 1 \\ i \text{ odd}}}^n x_i = \sum_i x_i",
        r"\sum_{i=1}^{n \text{ odd}} x_i = \sum_i x_i",
    ],
)
def test_words_under_operators(claim: str, tmp_path: Path) -> None:
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, "under an operator" in result.message) == ("undecided", True)


def test_letters_under_operators(tmp_path: Path) -> None:
    assert judged(r"\sum_{ij} A_{ij} = \mathbf{1}^\top A \mathbf{1}", GIVEN, tmp_path).verdict == "holds"
    assert judged(r"\sum_{\alpha} x_\alpha = \mathbf{1}^\top x", GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim", [r"s + t \ge 0 \text{ as } s \ge 0, t \ge 0", r"s \ge 0 \text{ as } s = 1 \implies t = t + 0"]
)
def test_reasons_are_no_conditions(claim: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="in front of a reason"):
        judged(claim, GIVEN, tmp_path)


def test_conditions_and_limits_are(tmp_path: Path) -> None:
    assert judged(r"s + t \ge 0 \text{ if } s \ge 0, t \ge 0", GIVEN, tmp_path).verdict == "holds"
    assert judged(r"t^2 = O(t) \quad \text{as } t \to 0", GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\left. \frac{t}{2} \right. = t/2", "holds"),
        (r"t + 0 \mathrel{=} t", "holds"),
        (r"t \mathbin{-} 1 = t", "refuted"),
        (r"t \mathrel{\le} t - 1", "refuted"),
    ],
)
def test_invisible_brackets_and_classes(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (r"s \left. t + 1 \right. = s t + s", "invisible on both sides"),
        (r"\forall", "behind this quantifier"),
        (r"t = t + 0 \quad \forall", "behind this quantifier"),
        (r"\exists : t = t + 0", "behind this quantifier"),
        (r"\begin{pmatrix}\end{pmatrix} = t", "is empty"),
    ],
)
def test_what_is_not_there(claim: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=reason):
        judged(claim, GIVEN, tmp_path)
