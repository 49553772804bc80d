"""Paper files: what is read, and what is refused with which words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.reading.paper import BadPaper
from proofs.reading.paper_text import MAX_BYTES
from proofs.reading.reader import read_paper, read_text

CONFORMANCE = Path(__file__).parent.parent.parent / "conformance"
CLAIM = "## c: claim\n```math\nA = A\n```\n"


def flaws(text):
    with pytest.raises(BadPaper) as caught:
        read_text(text, "f.md")
    return [str(flaw) for flaw in caught.value.flaws]


def only_flaw(text):
    (flaw,) = flaws(text)
    return flaw


def test_good_file():
    paper = read_paper(CONFORMANCE / "good.paper.md")
    assert paper.name == "good"
    assert paper.title == "Conformance to the paper-file contract"
    assert len(paper.claims) == (CONFORMANCE / "good.paper.md").read_text().count("\n## ")
    by_id = {claim.id: claim for claim in paper.claims}
    assert by_id["column-vec"].settings.vectorization == "vec"
    assert by_id["vec-order"].settings.vectorization == "vec_r"
    assert by_id["readings"].readings() == ("rows", "columns")
    assert by_id["prose"].not_checkable == "an empirical statement"


def test_given_blocks_of_siblings_do_not_meet():
    claims = {c.id: c for c in read_paper(CONFORMANCE / "good.paper.md").claims}
    assert r"\mathbf{F}(\mathbf{X}) := \mathbf{A}\mathbf{X}" in claims["scope-first"].given_text
    assert r"\mathbf{X}\mathbf{B}" not in claims["scope-first"].given_text
    assert r"\mathbf{F}" not in claims["column-vec"].given_text


def test_deeper_headings_inherit_and_leave():
    text = "# P\n```math given\na\n```\n## c: one\n```math given\nb\n```\n### d: two\n```math\nx\n```\n"
    text += "# Q\n```math given\nq\n```\n## e: three\n```math\nx\n```\n"
    text = text.replace("### d", "```math\nx\n```\n### d")
    claims = {c.id: c.given_text for c in read_text(text, "f.md").claims}
    assert "a" in claims["d"] and "b" in claims["d"]
    assert "b" not in claims["e"] and "q" in claims["e"] and "a" in claims["e"]  # before the first claim: the file


def test_a_given_block_below_the_claim_counts_too():
    text = "## c: one\n```math\nx\n```\n```math given\nb\n```\n"
    assert read_text(text, "f.md").claims[0].given_text == "b"


def test_options():
    options = "where: Section 2: end\nuses: b, other:d\nexpect: holds\nsmall: [{L: 2}]\n"
    text = f"## b: x\n```math\nA\n```\n## c: claim\n{options}```math\nA\n```\n"
    claim = read_text(text, "f.md").claims[1]
    assert claim.where == "Section 2: end"
    assert claim.uses == ("b", "other:d")
    assert claim.settings.small == ((("L", 2),),)


def test_options_end_at_a_blank_line():
    assert read_text("## c: x\n\nexpect: this is prose\n```math\nA\n```\n", "f.md").claims[0].expect is None


def test_positions_count_lines_and_columns():
    block = read_text("## c: x\n  ```math\n  A =\n  B\n  ```\n", "f.md").claims[0].math[0]
    assert block.text == "A =\nB"
    assert block.place(4) == (4, 3)


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("no-id", 7, ["A heading without an id", "`## id: title`"]),
        ("duplicate-id", 11, ["`c`", "7", "11"]),
        ("unknown-option", 8, ["`expects`", "did you mean `expect`"]),
        ("unknown-key", 3, ["`vectorisation`", "did you mean `vectorization`"]),
        ("unknown-fence", 4, ["`givens`"]),
        ("unknown-uses", 8, ["`nowhere`"]),
        ("unclosed", 8, ["never closed"]),
    ],
)
def test_refused_files(name, line, words):
    path = CONFORMANCE / "bad" / f"{name}.md"
    with pytest.raises(BadPaper) as caught:
        read_paper(path)
    (flaw,) = caught.value.flaws
    assert (flaw.file, flaw.line) == (str(path), line)
    assert all(word in str(flaw) for word in words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("---\ntitle: t\n" + CLAIM, "never closed with `---`"),
        ("---\n- a\n---\n" + CLAIM, "`key: value`"),
        ("---\ntitle: [\n---\n" + CLAIM, "not valid YAML"),
        ("---\ntitle: a\ntitle: b\n---\n" + CLAIM, "`title` is given twice"),
        ("---\na: &x 1\ntitle: *x\n---\n" + CLAIM, "alias"),
        ("---\nlayout: nominator\n---\n" + CLAIM, "numerator or gradient"),
        ("---\nsmall: {L: 2}\n---\n" + CLAIM, "`small` is a list"),
        ("---\nsmall: [{L: 0}]\n---\n" + CLAIM, "at least 1"),
        ("---\nfull: {L: yes}\n---\n" + CLAIM, "must be an integer"),
        ("---\nmacros: {R: x}\n---\n" + CLAIM, "command such as"),
        ("---\ntitle: !!python/object/apply:os.system [ls]\n---\n" + CLAIM, "not valid YAML"),
        (CLAIM.replace("```math\n", "```maths\n"), "`maths`, did you mean `math`"),
        (CLAIM.replace("A = A", " "), "is empty"),
        (CLAIM.replace("math\n", "math reading=a reading=b\n", 1), "reading=b"),
        ("## c: claim\nprose\n", "has no claim block"),
        ("# c: claim\n```math\nA\n```\n", "needs `## id: title`"),
        ("```math\nA\n```\n" + CLAIM, "the top of the file"),
        (CLAIM + "### Proof\n```math\nA\n```\n", "the heading `Proof` (line 5)"),
        (CLAIM + "Proof\n-----\n```math\nA\n```\n", "the heading `Proof`"),
        (CLAIM + "> ```math\n> A\n> ```\n", "quotation"),
        (CLAIM + "<!-- \n" + CLAIM, "comment"),
        ("## c: claim\nexpect: hold\n```math\nA\n```\n", "did you mean `holds`"),
        ("## c: claim\nexpect: error\n```math\nA\n```\n", "unknown verdict"),
        ("## c: claim\nexpect:\n```math\nA\n```\n", "no value"),
        ("## c: claim\nnot-checkable:\n```math\nA\n```\n", "no value"),
        ("## c: claim\nwhere: a\nwhere: b\n```math\nA\n```\n", "given twice (first in line 2)"),
        ("## c: claim\nuses: a b\n```math\nA\n```\n", "separated by commas"),
        ("## c: a\n```math\nA\n## d: b\n```math\nB\n```\n", "f.md:2"),
    ],
)
def test_refusals(text, words):
    assert any(words in flaw for flaw in flaws(text)), flaws(text)


def test_a_reading_without_claim_block():
    text = "## c: x\n```math given reading=a\nA\n```\n```math reading=b\nA\n```\n```math reading=a\nA\n```\n"
    claim = read_text(text, "f.md").claims[0]
    assert claim.readings() == ("a", "b")


def test_independent_readings_are_combined():
    fences = ("given reading=a", "given reading=b", "reading=u", "reading=v")
    text = "## c: x\n" + "".join(f"```math {fence}\nA\n```\n" for fence in fences)
    assert read_text(text, "f.md").claims[0].readings() == ("a/u", "a/v", "b/u", "b/v")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"PK\x03\x04\x00\x00", "binary"),
        (b"\xff\xfe\xfa", "not UTF-8"),
        (b"a" * (MAX_BYTES + 1), "has at most"),
    ],
)
def test_files_that_are_no_papers(tmp_path, data, words):
    path = tmp_path / "x.md"
    path.write_bytes(data)
    with pytest.raises(BadPaper, match=words):
        read_paper(path)


def test_windows_line_ends_and_byte_order_mark(tmp_path):
    path = tmp_path / "x.md"
    path.write_bytes(b"\xef\xbb\xbf" + CLAIM.replace("\n", "\r\n").encode())
    assert read_paper(path).claims[0].math[0].text == "A = A"


def test_other_code_blocks_are_prose():
    text = "```python\n## not: a claim\n```\n~~~\n```math\n~~~\n" + CLAIM
    assert [c.id for c in read_text(text, "f.md").claims] == ["c"]


@given(st.text(alphabet="#`~- :\nabmath=given<!>", max_size=200))
def test_any_text_is_read_or_refused(text):
    try:
        read_text(text, "f.md")
    except BadPaper as bad:
        assert bad.flaws
