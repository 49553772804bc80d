"""Lines and blocks that were meant as options, hypotheses or claims are read or refused, never prose."""

import pytest

from proofs.reading.paper import BadPaper, Claim
from proofs.reading.reader import read_text

BODY = "```math\n\\|A\\|_2 = \\|A\\|_F\n```\n"


def claim(text: str) -> Claim:
    return read_text(text, "f.md").claims[0]


def flaw(text: str) -> str:
    with pytest.raises(BadPaper) as caught:
        read_text(text, "f.md")
    (found,) = caught.value.flaws
    return str(found)


@pytest.mark.parametrize(
    "line",
    [
        "norm: frobenius",
        "norm:frobenius",
        " norm: frobenius",
        "\tnorm: frobenius",
        "    norm:\tfrobenius ",
        "norm : frobenius",
    ],
)
def test_blanks_do_not_matter_in_an_option(line: str) -> None:
    assert claim(f"## c: t\n{line}\n{BODY}").settings.norm == "frobenius"
    assert claim(f"## c: t\nwhere: here\n{line}\n{BODY}").settings.norm == "frobenius"


@pytest.mark.parametrize(
    "line",
    [
        "- norm: frobenius", "* norm: frobenius", "1. norm: frobenius", "> norm: frobenius", "**norm:** frobenius", "`norm`: frobenius",
        "`norm: frobenius`", "norm = frobenius", "n\u043erm: frobenius", "norm\uff1a frobenius", "\u2013 norm: frobenius",
        "| norm: frobenius |", "- **norm**: frobenius",
    ],
)  # fmt: skip
def test_what_was_meant_as_an_option_is_refused_with_what_to_write(line: str) -> None:
    assert flaw(f"## c: t\n{line}\n{BODY}").startswith("f.md:2: this line reads like the option `norm`")
    assert "write `norm: frobenius`" in flaw(f"## c: t\n{line}\n{BODY}")


@pytest.mark.parametrize(
    "line", ["norm: frobenius", "- expect: refuted", "layout:gradient", "small: [{L: 2}]", "not-checkable = x"]
)
def test_options_away_from_their_heading(line: str) -> None:
    text = f"## c: t\nSome words.\n{line}\n{BODY}"
    if line.startswith("not"):
        assert claim(text)
    else:
        assert "directly below the heading" in flaw(text)


@pytest.mark.parametrize(
    "line",
    [
        "The norm: it is that of Frobenius.",
        "See where it stands: below.",
        "small = tiny",
        "It is full: yes",
        "- a list",
        "> quoted",
    ],
)
def test_prose_stays_prose(line: str) -> None:
    assert claim(f"## c: t\n\n{line}\n{BODY}").settings.norm == "spectral"


@pytest.mark.parametrize(
    "info",
    [
        "given", "math-given", "math:given", "math,given", "latex given", "tex reading=a", "{math}", "Math given", "MATH", "mathgiven",
        "m\u0430th given", "text given", "givn", "math{given}",
    ],
)  # fmt: skip
def test_fences_that_were_meant_as_mathematics_are_refused(info: str) -> None:
    said = flaw(f"## c: t\n```{info}\nx \\ge 0\n```\n{BODY}")
    assert said.startswith("f.md:2: unknown fence word") and "write ```math given" in said


@pytest.mark.parametrize("info", ["python", "", "text", "latex", "json", "julia", "matlab", "go", "git", "bash -x"])
def test_blocks_of_other_languages_are_code(info: str) -> None:
    assert len(claim(f"## c: t\n```{info}\nx = 1\n```\n{BODY}").math) == 1


@pytest.mark.parametrize(
    "mark", ["> ```math", "> > ```math given", ">```math", "- ```math", "1. ```math given", "> ```given", "* ~~~math"]
)
@pytest.mark.parametrize("before", ["", "\n", "where: here\n", "Some words.\n"])
def test_math_in_quotations_and_lists_is_refused(mark: str, before: str) -> None:
    assert "a math block inside a quotation or a list is not read" in flaw(
        f"## c: t\n{before}{mark}\n> A = 2 A\n\n{BODY}"
    )


@pytest.mark.parametrize("line", ["some <!-- hidden", "where: x <!--", "a <!-- b --> c <!-- d", "- <!-- x"])
def test_comments_that_hide_nothing_are_refused(line: str) -> None:
    assert "the comment `<!--` that opens in the middle" in flaw(f"## c: t\n{line}\n```math\nA = 2A\n```\n-->\n{BODY}")


@pytest.mark.parametrize(
    "line", ["some <!-- hidden --> words", "`<!--` is a mark", "<!-- a\n```math\nA = 2A\n```\n-->"]
)
def test_comments_that_end_are_fine(line: str) -> None:
    assert len(claim(f"## c: t\n\n{line}\n{BODY}").math) == 1


@pytest.mark.parametrize("line", ["##d: u", "    ## d: u", "\t## d: u"])
def test_headings_that_are_none_are_refused(line: str) -> None:
    assert "is no heading in Markdown" in flaw(f"## c: t\n{BODY}\n{line}\n{BODY}")
