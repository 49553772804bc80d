"""The header of a paper file: read wherever it is meant as one, or refused; what it says is said once and plainly."""

import pytest

from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from proofs.reading.yaml_values import BadYaml, read_pairs

CLAIM = "## a: t\n```math\nA = A\n```\n"


def flaws(text: str) -> list[str]:
    with pytest.raises(BadPaper) as caught:
        read_text(text, "f.md")
    return [str(flaw) for flaw in caught.value.flaws]


@pytest.mark.parametrize(
    "above",
    ["", "\n", " \n\t\n", "<!-- c -->\n", "<!-- c\nd -->\n\n", "\n<!-- norm: spectral -->\n", "\ufeff", "\u200b\n"],
)
@pytest.mark.parametrize("closing", ["---", "...", "--- "])
def test_blank_lines_and_comments_above_a_header(above: str, closing: str) -> None:
    paper = read_text(f"{above}---\ntitle: x\nnorm: frobenius\n{closing}\n{CLAIM}", "f.md")
    assert (paper.title, paper.settings.norm) == ("x", "frobenius")


OPENINGS = [
    " ---",
    "\t---",
    "----",
    "--",
    "- - -",
    "***",
    "+++",
    "===",
    "\u2014\u2014\u2014",
    "```yaml",
    "``` yaml",
    "~~~yaml",
    "```",
    "~~~",
    "```toml",
    "```{yaml}",
]


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("above", ["", "<!-- c -->\n\n"])
@pytest.mark.parametrize(
    "pair",
    [
        "norm: frobenius",
        "title: x\nnorm: frobenius",
        "title: x",
        "norm = 'frobenius'",
        "Norm: frobenius",
        "nrom: frobenius",
    ],
)
def test_what_was_meant_as_a_header_is_refused(opening: str, above: str, pair: str) -> None:
    closing = opening[:3] if opening[0] in "`~" else opening
    (found,) = flaws(f"{above}{opening}\n{pair}\n{closing}\n{CLAIM}")
    assert found.startswith(f"f.md:{1 + above.count(chr(10))}: `{opening.strip()}` opens no header")


def test_a_header_below_a_blank_line_is_closed_too() -> None:
    assert "never closed" in flaws(f"\n---\nnorm: frobenius\n\n{CLAIM}")[0]


@pytest.mark.parametrize(
    "text",
    [
        "\n---\nA rule above prose.\n\n---\n",
        "\n---\n\n# Notes\n",
        "***\n\nwords\n",
        "\n---\n---\n",
        "```\ncode\n```\n",
        "Words\n\n---\n\nmore\n",
    ],
)
def test_rules_and_code_are_no_headers(text: str) -> None:
    assert read_text(f"{text}{CLAIM}", "f.md").settings.norm == "spectral"


@pytest.mark.parametrize(
    "text",
    [
        "norm: frobenius\n",
        "# Setting\nnorm: frobenius\n",
        "Words.\n\n---\nnorm: frobenius\n---\n",
        "small: [{n: 2}]\n",
        "# Setting\n- layout: gradient\n",
    ],
)
def test_conventions_outside_of_header_and_claims_are_refused(text: str) -> None:
    assert "for the whole file, in its header" in flaws(text + CLAIM)[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("macros: {\\k: '2', \\k: '3'}", "`\\k` is given twice"),
        ("full: {n: 2, n: 3}", "`n` is given twice"),
        ("full: {n: 2, 'n': 3}", "`n` is given twice"),
        ("small: [{m: 2, m: 5}]", "`m` is given twice"),
        ("small: [{m: 2}, {n: 2, k: 3, n: 2}]", "`n` is given twice"),
        ("full: {n: 010}", "010 is no plain decimal integer"),
        ("full: {n: 0x10}", "0x10 is no plain decimal integer"),
        ("full: {n: 0b11}", "0b11 is no plain decimal integer"),
        ("full: {k: 1:30}", "1:30 is no plain decimal integer"),
        ("full: {m: 1_000}", "1_000 is no plain decimal integer"),
        ("small: [{m: +3}]", "+3 is no plain decimal integer"),
        ("small: [{m: 2.0}]", "2.0 is no plain decimal integer"),
        ("small: [{m: 1:30.5}]", "is no plain decimal integer"),
        ("macros: {\\k: 010}", "010 is no plain decimal integer"),
        ("full: {m: -3}", "at least 1"),
        ("full: {<<: {n: 2}}", "is not the name of a size"),
    ],
)
def test_what_yaml_would_pass_over(line: str, words: str) -> None:
    assert flaws(f"---\ntitle: x\n{line}\n---\n{CLAIM}")[0].startswith("f.md:3: ")
    assert words in flaws(f"---\ntitle: x\n{line}\n---\n{CLAIM}")[0]
    found = flaws(CLAIM.replace("t\n", f"t\n{line}\n", 1))
    assert found[0].startswith("f.md:2: ") and words in found[0]


def test_the_line_of_a_value_below_its_key() -> None:
    assert flaws(f"---\nfull:\n  m: 2\n  n: 3\n  m: 4\n---\n{CLAIM}")[0].startswith("f.md:5: `m` is given twice")


def test_sizes_and_macros_as_they_are_meant() -> None:
    header = "---\ntitle: 010\nsource: 2020-01-01\nfull: {n: 10, d_{ff}: 0x}\n---\n".replace(", d_{ff}: 0x", "")
    paper = read_text(header + CLAIM, "f.md")
    assert (paper.title, paper.source, paper.settings.full) == ("010", "2020-01-01", (("n", 10),))


@pytest.mark.parametrize(
    "text", ["a: [1, &x 2]\nb: *x", "title: [a]", "- a", "a", "a: !!python/name:os.system x", "a: [", "[a]: b"]
)
def test_no_header(text: str) -> None:
    with pytest.raises(BadYaml):
        read_pairs(text, ("title",))


@pytest.mark.parametrize(
    "line",
    [
        "uses: a",
        "not-checkable: words",
        "- uses: a, b:c",
        "expect: hold",
        "expects: refuted",
        "norm: frobenus",
        "layuot: gradient",
        "small: [{m: 2",
        "where: p. 2",
    ],
)
def test_options_below_a_blank_line_are_refused(line: str) -> None:
    (found,) = flaws(CLAIM.replace("t\n", f"t\n\n{line}\n\n", 1))
    assert found.startswith("f.md:3: this line reads like the option")


@pytest.mark.parametrize(
    "line",
    [
        "uses: the chain rule",
        "where $A$: a matrix",
        "It uses: a",
        "expect: this is prose",
        "notes: small",
        "- where: A is a matrix",
        "formula: frobenius",
    ],
)
def test_words_below_a_blank_line_are_prose(line: str) -> None:
    assert read_text(CLAIM.replace("t\n", f"t\n\n{line}\n\n", 1), "f.md").claims[0].uses == ()


def test_where_below_the_formula_is_prose() -> None:
    assert read_text(f"{CLAIM}\nwhere: A is a matrix\n", "f.md").claims[0].where == ""
