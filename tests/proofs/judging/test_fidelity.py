"""Hypotheses that were added, printed forms, and what a formula is to the statement of a paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.auditing.auditor import audit
from proofs.auditing.workers import read_claim
from proofs.judging.fidelity import faithful
from proofs.judging.judge import judge
from proofs.reading.options import AuditOptions, How
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from proofs.results.consistency import inconsistency
from proofs.results.schema import Audit, ClaimResult, PaperResult, claim_from_json, claim_to_json, finish
from proofs.results.table import details, summary

HOW = How(effort="quick")
GIVEN = "# S\n```math given\nA, B \\in \\mathbb{R}^{n \\times n}, x \\in \\mathbb{R}^n\n```\n"


def judged(text, tmp_path, how=HOW):
    claims = read_text(GIVEN + text, "f.md").claims
    for claim in claims:
        read_claim(claim)
    return [judge(claim, How(effort="quick", certificates=tmp_path)) for claim in claims]


def claim(formula, *, added="", options="", more=""):
    why = "".join(f"```math given added: {reason}\n{lines}\n```\n" for reason, lines in added) if added else ""
    return f"## c: claim\n{options}{more}{why}```math\n{formula}\n```\n"


def test_a_claim_that_needs_what_was_added_says_so_and_names_a_minimal_set(tmp_path):
    added = [("the proof uses it", "A = A^\\top \\\\\nB = B^\\top"), ("to be safe", r"\|x\|_2 = 1")]
    (found,) = judged(claim(r"A B = (B A)^\top", added=added), tmp_path)
    assert (found.verdict, found.strength) == ("needs-hypothesis", "certified")
    assert found.hypothesis == r"A = A^\top,\ B = B^\top" and "the proof uses it" in found.message
    assert [line["needed"] for line in found.added["lines"]] == [True, True, False]
    assert found.counterexample and not inconsistency(found)


def test_what_is_not_needed_is_reported_and_decides_nothing(tmp_path):
    (found,) = judged(claim(r"\|A\|_2 \le \|A\|_F", added=[("to be safe", r"\operatorname{rank}(A) = n")]), tmp_path)
    assert found.verdict == "holds" and not found.hypotheses
    assert details(found) == [r"added, not needed: \operatorname{rank}(A) = n (to be safe)"]


def test_a_claim_that_is_false_with_what_was_added_stays_refuted(tmp_path):
    (found,) = judged(claim(r"A x = B x", added=[("why not", r"\|x\|_2 = 1")]), tmp_path)
    assert found.verdict == "refuted" and found.added["verdict"] == "refuted"
    assert [line["needed"] for line in found.added["lines"]] == [None]


def test_a_hypothesis_that_says_the_claim_mends_nothing(tmp_path):
    (found,) = judged(claim(r"A x = B x", added=[("it is so", r"A x = B x")]), tmp_path)
    assert found.verdict == "refuted" and found.hypothesis is None


def test_neither_shown_nor_refuted_keeps_its_verdict_with_a_note():
    (one,) = read_text(GIVEN + claim(r"A x = B x", added=[("the text says so elsewhere", r"\|x\|_2 = 1")]), "f.md").claims
    blank = ClaimResult("c", "", "", "", "", "", "undecided", "")
    found = faithful(one, lambda form: replace(blank, verdict="holds") if form != one else blank)
    assert found.verdict == "undecided" and found.hypothesis is None and found.added["verdict"] == "holds"
    assert found.notes == (r"with what was added to it (\|x\|_2 = 1): holds",)


def test_the_printed_form_decides_and_the_corrected_one_stands_beside_it(tmp_path):
    more = "```math reading=printed\n(A B)^\\top = A^\\top B^\\top\n```\n"
    (found,) = judged(claim(r"(A B)^\top = B^\top A^\top", options="as: corrected\n", more=more), tmp_path)
    assert found.verdict == "refuted" and found.statement == r"(A B)^\top = A^\top B^\top"
    assert found.corrected["verdict"] == "holds" and r"corrected: (A B)^\top = B^\top A^\top: holds (proved)" in details(found)
    assert not found.readings and not inconsistency(found)


def test_a_printed_definition_decides_too(tmp_path):
    more = "```math given reading=printed\nC := A B\n```\n```math given reading=meant\nC := B^\\top A^\\top\n```\n"
    (found,) = judged(claim(r"C^\top = A B", options="as: corrected\nexpect: refuted\n", more=more), tmp_path)
    assert found.verdict == "refuted" and found.corrected["verdict"] == "holds"
    (paper,) = finish([PaperResult("f.md", (found,))], {"f.md": "f"})
    assert paper.claims[0].as_expected


def test_a_correction_that_is_false_is_not_as_expected(tmp_path):
    more = "```math reading=printed\nA = B\n```\n"
    (found,) = judged(claim("A = -B", options="as: corrected\nexpect: refuted\n", more=more), tmp_path)
    (paper,) = finish([PaperResult("f.md", (found,))], {"f.md": "f"})
    assert found.corrected["verdict"] == "refuted" and not paper.claims[0].as_expected


def test_parts_are_counted_apart_and_what_nobody_compared_too(tmp_path):
    text = "".join(
        claim(formula, options=f"as: {word}\n" if word else "").replace("## c:", f"## c{k}:")
        for k, (formula, word) in enumerate([("A + B = B + A", "part"), ("A = A + 0 B", "verbatim"), ("2 A = A + A", "")])
    )
    (paper,) = finish([PaperResult("f.md", tuple(judged(text, tmp_path)), 3)], {"f.md": "f"})
    said = summary(Audit("1", 0, (), (paper,), 3))
    assert "3 judged: 2 holds, 1 holds as part" in said
    assert "compared with the paper: 1 verbatim, 1 part, 1 not compared" in said
    assert claim_from_json(claim_to_json(paper.claims[0])) == paper.claims[0]
    assert claim_to_json(paper.claims[0])["as"] == "part"


def test_flags(tmp_path):
    text = "\n".join((
        "## a: assumed\n```math given\nA x = x\n```\n```math\nA x = x\n```",
        "## b: a definition\n```math given\nC := A B\n```\n```math\nC = A B\n```",
        "## c: numbers\n```math\n2 + 2 = 4\n```",
        "## d: once\n```math\nA + B = B + A\n```",
        "## e: twice\n```math\nA + B = B + A\n```",
        "## f: printed\n```paper\nFor every $\\eta$ there is a $y$ with $A x = \\eta y$.\n```\n```math\n\\|A x\\|_2 \\ge 0\n```",
        "## g: no flag\n```paper\n\\|B x\\|_2 \\ge 0\n```\n```math\n\\|B x\\|_2 \\ge 0\n```",
    ))  # fmt: skip
    (paper,) = finish([PaperResult("f.md", tuple(judged(text, tmp_path)))], {"f.md": "f"})
    assert {c.id: c.flags for c in paper.claims} == {
        "a": ("the goal equals a hypothesis",),
        "b": ("a definition restated: both sides are one expression",),
        "c": ("pure arithmetic: it speaks of numbers and sizes alone",),
        "d": ("the same formula as e",),
        "e": ("the same formula as d",),
        "f": (
            "the formula lacks of the printed statement: \\eta, y",
            "the formula lacks of the printed statement: exists",
        ),
        "g": (),
    }


def refused(text):
    with pytest.raises(BadPaper) as caught:
        for one in read_text(GIVEN + text, "f.md").claims:
            read_claim(one)
    (flaw,) = caught.value.flaws
    return str(flaw)


def test_what_says_nothing_is_refused_with_its_line():
    assert refused(claim("A = A", options="as: verbtim\n")) == (
        "f.md:6: unknown word in `as`: `verbtim`, did you mean `verbatim`?"
    )
    assert refused(claim("A = A", options="as: corrected\n")) == (
        "f.md:6: `as: corrected` needs the statement as printed beside it, in a ```math reading=printed block"
    )
    printed = "```math reading=printed\nA = B\n```\n"
    assert refused(claim("A = A", more=printed)).startswith("f.md:6: `reading=printed` is what `as: corrected` mends")
    assert "f.md:6: `as: corrected` needs the corrected statement" in refused(
        f"## c: claim\nas: corrected\n{printed}"
    )
    assert "f.md:7: `as` compares a formula" in refused("## c: claim\nnot-checkable: prose\nas: part\n")
    assert "f.md:6: hypotheses that the paper does not state are written" in refused(
        claim("A = A", more="```math given added:\nn \\ge 2\n```\n")
    )
    assert "did you mean `added: WHY`?" in refused(claim("A = A", more="```math given added\nn \\ge 2\n```\n"))
    assert "f.md:7: a block `given added` declares or defines a name" in refused(
        claim("A = A", added=[("handy", r"C := A B")])
    )
    assert "has a paper block already" in refused(claim("A = A", more="```paper\na\n```\n```paper\nb\n```\n"))


def test_a_flawed_line_costs_no_corrected_claim_that_does_not_need_it(tmp_path):
    text = claim(r"(A B)^\top = B^\top A^\top", options="as: corrected\nexpect: refuted\n", more="```math reading=printed\nA B = B A\n```\n")
    path = tmp_path / "f.md"
    path.write_text(GIVEN.replace("x \\in", "\\\\ z > \\foo \\\\ x \\in") + text)
    found = audit(path, AuditOptions(how=replace(HOW, certificates=tmp_path), ledger=None, jobs=1))
    (one,) = found.claims
    assert (one.verdict, one.corrected["verdict"]) == ("refuted", "holds") and found.errors
