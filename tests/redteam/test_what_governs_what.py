r"""Pairs of short statements whose truth is known by hand: what a word, a comma or a line break governs is never guessed."""

import pytest

import derive
from derive.language.parsing.parser import statements
from derive.language.problems.elaborate import elaborate_block
from derive.language.scope.scope import Scope
from proofs.reading.paper import BadPaper

GIVEN = r"a, b, c \in \mathbb{R}"


def verdict(claim: str, given: str = GIVEN) -> str:
    return derive.check(claim, given=given, effort="quick").verdict


@pytest.mark.parametrize(
    "words",
    [
        "fails", "is false", "never holds", "does not hold in general", "almost everywhere", "a.e.", "in general",
        "for no", "for some", "unless", "in case", "resp.", "or else", "xor", "with equality iff",
    ],
)  # fmt: skip
def test_words_behind_a_claim_that_may_change_it_are_refused(words: str) -> None:
    with pytest.raises(BadPaper, match="the word '"):
        derive.check(rf"a^2 \ge 0 \text{{ {words} }} a = 1", given=GIVEN)


@pytest.mark.parametrize("words", ["it is not true that", "it is false that", "not all", "never", "no", "not"])
def test_words_in_front_of_a_claim_that_may_change_it_are_refused(words: str) -> None:
    with pytest.raises(BadPaper, match="the word '"):
        derive.check(rf"\text{{{words} }} a = a", given=GIVEN)
    assert verdict(rf"a = b \implies \text{{{words} }} a = b") == "undecided"


@pytest.mark.parametrize("words", ["Hence", "we have", "and thus", "it follows that", "Moreover,"])
def test_words_that_only_connect_change_nothing(words: str) -> None:
    assert verdict(rf"\text{{{words} }} a + b = b + a") == "holds"
    assert verdict(rf"\text{{{words} }} a + b = b - a") == "refuted"
    assert verdict(rf"\text{{{words} }} -a + b = b - a") == "holds"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\text{for } a > 0, b > 0, a b > 0", r"\text{for } a > 0, b > 0, a b < 0"),
        (r"\text{If } a > 0 \text{ and } b > 0, \quad a b > 0", r"\text{If } a > 0 \text{ and } b < 0, \quad a b > 0"),
        (r"\text{if } a > 0, b > 0 \text{ then } a b > 0", r"\text{if } a > 0, b > 0 \text{ then } a b < 0"),
        (r"\forall a > 0, b > 0: a b > 0", r"\forall a > 0, b < 0: a b > 0"),
        (r"\forall a > 0, b > 0 \quad a b > 0", r"\forall a > 0, b > 0 \quad a b < 0"),
        (r"\forall a > 0, a + b c > b c", r"\forall a > 0, c + b c > c"),
        (r"\text{let } a > 0, \quad a + 1 > 1", r"\text{let } a > 0, \quad a + 1 > 2"),
        (r"\text{Suppose } a > 0, \text{ then } a + 1 > 1", r"\text{Suppose } a > 0, \text{ then } a + 1 > 2"),
        (r"a + 1 > 1 \text{ if } a > 0 \\ b^2 \ge 0", r"a + 1 > 1 \text{ if } a > 0 \\ b \ge 0"),
        (r"\text{assume } a > 0 \\ a + 1 > 1 \\ a + 2 > 2", r"\text{assume } a > 0 \\ a + 1 > 1 \\ b > 0"),
    ],
)
def test_conditions(true: str, false: str) -> None:
    assert verdict(true) == "holds"
    assert verdict(false) == "refuted"


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (r"a = b \implies a^2 = b^2, \quad a^3 = b^3", "conclusion or a claim"),
        (r"a + 1 > 1 \text{ if } a > 0, \quad b \ge 0", "condition or a claim"),
        (r"\text{if } a > 0, \quad a + 1 > 1, \quad a + 2 > 2", "govern all of them or only the first"),
        (r"\forall a > 0: a + 1 > 1, \quad a + 2 > 2", "govern all of them or only the first"),
        (r"b^2 \ge 0 \\ \text{if } a > 0, \quad a + 1 > 1", "the one before it or the one behind it"),
        (r"a = a + 0 \quad b + c = c + b", "without a comma"),
        (r"\text{if } a > 0", "nothing is claimed"),
        (r"a^2 \ge 0, a \ge 0 \text{ or } a < 0", "in front of an 'or'"),
    ],
)
def test_what_is_not_certain_is_refused(claim: str, reason: str) -> None:
    with pytest.raises(BadPaper, match=reason):
        derive.check(claim, given=GIVEN)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"A B = B A, \quad n = 1", r"A, B \in \mathbb{R}^{n \times n}"),
        (r"a b \ge b, b > 0", r"a, b \in \mathbb{R}, \quad a > 1"),
    ],
)
def test_a_comparison_of_free_quantities_beside_a_claim_is_refused(claim: str, given: str) -> None:
    with pytest.raises(BadPaper, match="condition or a claim"):
        derive.check(claim, given=given)


def test_quantifiers_reach_over_a_comma_list() -> None:
    assert verdict(r"\exists s \ge 0, t \ge 0: s + t = 0") == "holds"
    assert verdict(r"\exists s > 0, t > 0: s + t = 0") not in ("holds", "refuted")


def test_a_line_that_begins_with_or_joins_all_of_the_line_before() -> None:
    assert verdict(r"a \ge 0 \text{ and } a \ge -1 \\ \text{or } a < 0") not in ("refuted", "needs-hypothesis")
    assert verdict(r"a \ge 0 \text{ and } a \ge 1 \\ \text{or } a < 0") == "refuted"


def test_an_arrow_is_no_implication() -> None:
    with pytest.raises(BadPaper, match="an arrow in a chain"):
        derive.check(r"a > 1 \to a > 0", given=GIVEN)


def test_what_exists_may_depend_on_free_names() -> None:
    (typed,) = elaborate_block(statements(r"\exists t \ge 0: t = a^2"), Scope.root().given(r"a \in \mathbb{R}"))
    assert any("may depend on a" in note for note in typed.notes)
    (other,) = elaborate_block(statements(r"\exists t \ge 0: \forall s \in \mathbb{R}: t \le s^2"), Scope.root())
    assert not other.notes


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (r"\|x\| = |x_1|", "holds"),
        (r"x_i = 2 x_1", "refuted"),
        (r"A_{i1} = (A \mathbf{1})_i", "holds"),
        (r"B_{11} = \det(B)", "holds"),
        (r"B_{11} = 2 \det(B)", "refuted"),
    ],
)
def test_entries_where_a_size_is_one(claim: str, answer: str) -> None:
    given = (
        r"x \in \mathbb{R}^{n}, \quad A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times n}, \quad n = 1"
    )
    assert verdict(claim, given) == answer
