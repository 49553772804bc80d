"""Lines that look like the heading of a claim: read as one, or refused; none is swallowed by the claim above."""

import pytest

from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text

MATH = "```math\nA = A\n```\n"
GIVEN = "```math given\nx \\ge 0\n```\n"
ABOVE = f"## a: first\n{MATH}"


def flaws(text: str) -> list[str]:
    with pytest.raises(BadPaper) as caught:
        read_text(text, "f.md")
    return [str(flaw) for flaw in caught.value.flaws]


LOOKALIKES = [
    "> ## b: t", ">## b: t", "> > ## b: t", "- ## b: t", "* ## b: t", "+ ## b: t", "1. ## b: t", "2) ## b: t", "| ## b: t |", "####### b: t",
    "##b: t", "    ## b: t", "\t## b: t", "\\## b: t", "\u200b## b: t", "\ufeff## b: t", "\uff03\uff03 b: t", "> ## **b**: t",
]  # fmt: skip


@pytest.mark.parametrize("line", LOOKALIKES)
@pytest.mark.parametrize("below", [MATH, "not-checkable: x\n", "\nSome words.\n", ""])
def test_marked_headings_are_refused_where_they_stand(line: str, below: str) -> None:
    first = flaws(f"{ABOVE}{line}\n{below}")[0]
    assert first.startswith("f.md:5: ") and "is no heading in Markdown; write `## id: title`" in first


OTHERS = ["b: t\n---", "b: t\n===", "b: t\n ----- ", "<h2>b: t</h2>", '<H3 id="x">b: t</H3>', "<h2>b: t", "**b: t**", "__b: t__", "***b: t***", "<b>b: t</b>", "**thm-2:** t", "*b: t*", "<strong>b: t</strong>"]  # fmt: skip


@pytest.mark.parametrize("line", OTHERS)
@pytest.mark.parametrize("blank", ["", "\n"])
def test_headings_of_another_kind_do_not_hand_their_formula_to_the_claim_above(line: str, blank: str) -> None:
    (found,) = flaws(f"{ABOVE}{blank}{line}\n{blank}{MATH}")
    assert found.startswith(f"f.md:{5 + len(blank)}: the claim block in line ") and "which has no id" in found


@pytest.mark.parametrize("line", OTHERS)
def test_headings_of_another_kind_with_options_are_refused(line: str) -> None:
    assert "opens no claim" in flaws(f"## s\n\n## a: x\nnot-checkable: y\n\n{line}\nnot-checkable: measured\n")[0]


@pytest.mark.parametrize("line", OTHERS)
def test_headings_of_another_kind_above_prose_are_prose(line: str) -> None:
    paper = read_text(f"{ABOVE}\n{line}\n\nSome words.\n\n## c: t\n{MATH}", "f.md")
    assert [(c.id, len(c.math)) for c in paper.claims] == [("a", 1), ("c", 1)]


def test_a_hypothesis_below_a_bold_line_is_not_taken_from_the_claim() -> None:
    assert "stands under the heading `b: t`" in flaws(f"{ABOVE}**b: t**\n{GIVEN}")[0]


@pytest.mark.parametrize("line", ["**Note:** some words", "**Proof.** By induction", "Note: some words", "*Remark*", "**b: t** and more words"])  # fmt: skip
def test_a_claim_may_go_on_below_prose(line: str) -> None:
    assert len(read_text(f"{ABOVE}\n{line}\n\n{MATH}", "f.md").claims[0].math) == 2


@pytest.mark.parametrize("line", ["**Setting: words**", "**thm-2:** words"])
def test_bold_prose_above_the_first_formula_of_a_claim_is_prose(line: str) -> None:
    assert len(read_text(f"## a: t\n\n{line}\n\n{GIVEN}{MATH}", "f.md").claims[0].math) == 1


@pytest.mark.parametrize("comment", ["<!-- x -->", "<!--\nx -->", "<!-- x\n\ny -->"])
@pytest.mark.parametrize(
    "rest", [" ## b: t", "## b: t", " <h2>b: t</h2>", "```math", " expect: refuted", " uses: a", " **b: t**"]
)
def test_what_follows_a_comment_on_its_line_is_refused(comment: str, rest: str) -> None:
    found = flaws(f"{ABOVE}{comment}{rest}\n{MATH}")[0]
    assert f"`{rest.strip()}` stands in the last line of a comment" in found


@pytest.mark.parametrize("rest", ["", " ", " and words", " <!-- again -->"])
def test_comments_with_words_behind_them_are_comments(rest: str) -> None:
    assert len(read_text(f"{ABOVE}<!-- x -->{rest}\n", "f.md").claims[0].math) == 1


def test_a_comment_that_opens_behind_a_comment_is_refused() -> None:
    assert "opens in the middle" in flaws(f"{ABOVE}<!-- x --> <!-- y\n{MATH}-->\n")[0]


@pytest.mark.parametrize(
    "heading", ["d : title", "thm (1): t", "[d](#x): t", "`d`: t", "d\uff1a t", "Theorem 1: t", "d"]
)
@pytest.mark.parametrize("option", ["not-checkable: measured", "expect: holds", "uses: a", "norm: frobenius"])
def test_headings_whose_id_is_none_with_options_are_refused(heading: str, option: str) -> None:
    found = flaws(f"{ABOVE}## {heading}\n{option}\n")[0]
    assert found.startswith("f.md:6: ") and f"the heading `{heading}` (line 5) opens no claim" in found


@pytest.mark.parametrize("heading", ["d : title", "thm (1): t", "Theorem 1: t", "Discussion"])
def test_headings_of_prose_are_fine(heading: str) -> None:
    assert [c.id for c in read_text(f"{ABOVE}## {heading}\n\nSome words.\n", "f.md").claims] == ["a"]


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("rest", ["expect: refuted", "## b: t", "norm: frobenius", "```math given", "uses: a"])
def test_nothing_hides_behind_a_character_that_looks_like_a_line_end(mark: str, rest: str) -> None:
    assert "take for the end of a line" in flaws(f"## a: t{mark}{rest}\n{MATH}")[0]


def test_such_a_character_alone_is_fine() -> None:
    assert read_text(f"## a: one\u2028two\n{MATH}", "f.md").claims[0].title == "one\u2028two"


def test_an_option_above_a_rule_is_an_option() -> None:
    assert read_text(f"## a: t\nwhere: p. 2\n---\n{MATH}", "f.md").claims[0].where == "p. 2"


def test_an_underlined_title_ends_the_scope_of_the_part_above() -> None:
    text = f"{ABOVE}# Part\n{GIVEN}\nAnother part\n===\n## b: t\n{MATH}"
    assert read_text(text, "f.md").claims[1].given_text == ""
