"""Results: JSON and back, taint, merging, pinning, JUnit, display."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from derive.fraction import Fraction
from proofs.reading.options import parse_shard, parse_sizes
from proofs.results.junit import write_junit
from proofs.results.merge import merge
from proofs.results.pin import pin, pin_text
from proofs.results.schema import (
    Audit,
    ClaimResult,
    PaperResult,
    audit_from_json,
    claim_from_json,
    claim_to_json,
    finish,
    plain,
    renumbered,
    write_json,
)
from proofs.results.table import clean, summary, table
from proofs.results.verdicts import FAILING, OPEN


def result(name="c", verdict="holds", **rest):
    return replace(ClaimResult(name, "title", "p. 1", "identity", "A = A", "A = A", verdict, "proved"), **rest)


def audit(*claims, **rest):
    papers = finish([PaperResult("p.md", claims)], {"p.md": "p"})
    return Audit(**{"checker": "1", "seed": 0, "errors": (), "papers": papers, "read": len(claims), **rest})


def test_json_has_exactly_the_keys_of_the_contract():
    keys = "id title where kind statement understood verdict strength expect as_expected links evidence counterexample"
    keys += " hypothesis repair readings uses tainted_by message seconds domain partial hypotheses notes unjudged unshown as paper added corrected flags"
    assert list(claim_to_json(result())) == keys.split()
    assert list(audit().to_json()) == [
        *("schema", "checker", "seed", "options", "errors", "read", "shard", "interrupted", "papers", "digest"),
    ]
    assert list(audit().to_json()["papers"][0]) == ["paper", "sha256", "read", "selected", "claims"]


REPAIR = {"statement": "B", "edit": "A for B", "verdict": "holds", "strength": "proved"}


def test_a_repair_says_how_many_claims_it_rescues():
    claims = [
        result("a", "refuted", repair=REPAIR),
        result("b", uses=("a",)),
        result("c", uses=("b",)),  # through b
        result("d", uses=("a", "x")),  # rests on another false claim too
        result("e", "refuted", uses=("a",), repair=REPAIR),  # false in itself
        result("f", uses=("e",)),
        result("x", "ill-typed", repair=REPAIR),
        result("y", "undecided", uses=("x", "y")),
    ]
    one = audit(*claims)
    found = {c.id: c.repair["rescues"] for c in one.claims if c.repair}
    assert found == {"a": 2, "e": 0, "x": 1}
    assert "the repair rescues 2 claims" in table(one, verbose=1) and "rescues 1 claim that" in table(one)
    assert merge([one]).to_json() == one.to_json()


def test_json_round_trip():
    one = audit(result(uses=("b",), readings=({"name": "rows", "verdict": "holds"},)))
    again = audit_from_json(json.loads(json.dumps(one.to_json())))
    assert again.to_json() == one.to_json()


@pytest.mark.parametrize("data", [[], {}, {"schema": 2, "papers": []}, {"schema": 1}])
def test_what_is_no_result_is_refused(data):
    with pytest.raises(ValueError, match="schema 1"):
        audit_from_json(data)
    with pytest.raises(ValueError, match="not the result of a claim"):
        claim_from_json({"id": "x", "verdict": "holds", "statement": "", "extra": 1})


def test_plain_values():
    assert plain({"a": Fraction(1, 3), "b": (1, 2.5), "c": float("inf")}) == {"a": "1/3", "b": [1, 2.5], "c": "inf"}


def test_binder_marks_do_not_depend_on_history():
    assert renumbered({"t": ["X~91 Y~7", "X~91"]}) == renumbered({"t": ["X~2 Y~300", "X~2"]})
    assert renumbered(["X~91 X~7"]) != renumbered(["X~91 X~91"])


@pytest.mark.parametrize(
    ("claims", "rest", "code"),
    [
        ((result(),), {}, 0),
        ((result(verdict="undecided"), result("d", "not-checkable")), {}, 0),
        ((result(verdict="refuted"),), {}, 1),
        ((result(verdict="refuted", expect="refuted"),), {}, 0),
        ((result(verdict="holds", expect="refuted"),), {}, 1),
        ((result(verdict="error", message="timeout"),), {}, 1),
        ((result(verdict="error", message="contradiction: x"),), {}, 3),
        ((result(verdict="error", message="certificate rejected: x"),), {"errors": ("bad",)}, 3),
        ((result(verdict="refuted"),), {"errors": ("bad",)}, 2),
        ((), {}, 5),
        ((), {"errors": ("bad",)}, 2),
        ((result(),), {"interrupted": True}, 130),
    ],
)
def test_exit_codes(claims, rest, code):
    assert audit(*claims, **rest).exit_code == code


def test_taint_is_shown_and_changes_no_verdict():
    claims = audit(result("a", "refuted"), result("b", uses=("a",)), result("c", uses=("b", "p:a"))).claims
    assert [c.tainted_by for c in claims] == [(), ("a",), ("p:a",)]
    assert claims[1].verdict == "holds" and claims[1].as_expected


@pytest.mark.parametrize(
    ("verdict", "field"),
    [(v, "tainted_by") for v in FAILING] + [(v, "unshown") for v in OPEN] + [("holds", "")],
)
def test_what_a_claim_rests_on_through_others(verdict, field, tmp_path):
    chain = (result("a"), result("b", verdict, uses=("a",)), result("c", uses=("b",)), result("d", uses=("c", "a")))
    one = audit(*chain)
    last = one.claims[-1]
    assert {n: getattr(last, n) for n in ("tainted_by", "unjudged", "unshown")} == {
        **dict.fromkeys(("tainted_by", "unjudged", "unshown"), ()),
        **({field: ("b",)} if field else {}),
    }
    words = {"tainted_by": "rests on what does not hold: b", "unshown": "rests on 1 claim that was not shown: b"}
    said = words.get(field, "rests on")
    assert (said in str(last)) == bool(field)
    write_junit(one, tmp_path / "j.xml")
    assert (f'name="{field}" value="b"' in (tmp_path / "j.xml").read_text()) == bool(field)
    if field == "tainted_by":
        assert "title  [rests on b]" in table(one, width=80) and said in table(one, verbose=1)
        assert all(said in shown for shown in (last._repr_html_(), last._repr_markdown_(), one._repr_html_()))
    assert merge([one]).to_json() == one.to_json()


def test_taint_crosses_papers_and_circles():
    papers = [
        PaperResult("p.md", (result("x", uses=("q:y",)), result("z", uses=("x", "p:z")))),
        PaperResult("q.md", (result("y", uses=("w", "p:x")), result("w", "refuted", uses=("gone", "y")))),
    ]
    found = {c.id: c for p in finish(papers, {"p.md": "p", "q.md": "q"}) for c in p.claims}
    assert {name: c.tainted_by for name, c in found.items()} == {
        **{"x": ("q:w",), "z": ("q:w",), "y": ("w",), "w": ()},
    }
    assert {name: c.unjudged for name, c in found.items()} == {
        **{"x": ("q:gone",), "z": ("q:gone",), "y": ("gone",), "w": ("gone",)},
    }


def test_a_long_title_does_not_hide_what_a_claim_rests_on():
    bad = [result(f"b{k}", "refuted") for k in range(5)]
    one = audit(*bad, result("c", title="t" * 300, uses=tuple(c.id for c in bad)))
    assert "t…  [rests on b0, b1, b2 and 2 more]" in table(one, width=80)


def test_json_is_written_whole(tmp_path):
    write_json({"a": 1}, tmp_path / "x" / "r.json")
    with pytest.raises(TypeError):
        write_json({"a": object()}, tmp_path / "x" / "r.json")
    assert json.loads((tmp_path / "x" / "r.json").read_text()) == {"a": 1}
    assert [p.name for p in (tmp_path / "x").iterdir()] == ["r.json"]


def test_merge_keeps_order_and_computes_taint_anew():
    merged = merge([audit(result("b", uses=("a",))), audit(result("a", "refuted"))])
    assert [c.id for c in merged.claims] == ["b", "a"]
    assert merged.claims[0].tainted_by == ("a",)


def test_merge_refuses_what_contradicts_itself():
    with pytest.raises(ValueError, match="two different results"):
        merge([audit(result()), audit(result(verdict="refuted"))])
    with pytest.raises(ValueError, match="different seeds"):
        merge([audit(result()), audit(result("d"), seed=1)])


def test_pinning_keeps_everything_else():
    text = "```\n## c: in a block\n```\n## c: one\nwhere: x\n\nexpect: prose\n```math\nA\n```\n## d: two\nexpect: holds\n```math\nA\n```\n"
    pinned, done = pin_text(text, {"c": "refuted", "d": "holds", "e": "holds"})
    assert pinned == text.replace("where: x\n", "where: x\nexpect: refuted\n")
    assert done == ["c: expect: refuted"]
    assert pin_text(pinned, {"c": "holds"})[0].count("expect: holds") == 2


def test_pinning_never_pins_what_is_open(tmp_path):
    path = tmp_path / "p.md"
    path.write_text("## c: one\n```math\nA\n```\n")
    open_ = Audit("1", 0, (), (PaperResult(str(path), (result(verdict="undecided"),)),))
    assert pin(open_) == ["not pinned, for nothing is decided: c: undecided"]
    assert path.read_text() == "## c: one\n```math\nA\n```\n"


def test_junit(tmp_path):
    claims = (result(), result("d", "refuted", message="a < b & c"), result("e", "not-checkable"), result("f", "error"))
    write_junit(audit(*claims, errors=("p.md:1: bad",)), tmp_path / "j.xml")
    root = ET.parse(tmp_path / "j.xml").getroot()
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        "4",
        "1",
        "1",
        "1",
    )
    assert "a < b & c" in root.find(".//failure").text
    assert root[1].find(".//error").get("message") == "p.md:1: bad"


def test_every_suite_of_junit_counts_its_tests(tmp_path):
    part = PaperResult("p.md", (result(),), 2, ("c", "d"))
    whole = PaperResult("q.md", (result(),), 1, ("c",))
    write_junit(Audit("1", 0, ("p.md:1: bad",), (part, whole), 3, interrupted=True), tmp_path / "j.xml")
    suites = ET.parse(tmp_path / "j.xml").getroot()
    assert [s.get("tests") for s in suites] == ["1", "1", "1", "1"]
    assert [s.get("errors") for s in suites] == ["0", "0", "1", "1"]
    assert all(int(s.get("tests")) == len(s.findall("testcase")) for s in suites)


def test_the_table_names_what_was_not_checked():
    text = str(audit(result(), result("d", "undecided"), result("e", "not-checkable"), read=5))
    assert "5 claims read, 3 judged: 1 holds, 1 undecided" in text and "\nholds 1: 1 proved\n" in text
    assert "not checked: 4 (1 not checkable, 1 undecided, 2 not selected or not reached)" in text


def test_quiet_shows_the_unexpected_only():
    text = table(audit(result("good"), result("bad", "refuted")), quiet=True)
    assert "bad" in text.splitlines()[1] and "good" not in text


def test_colors_only_when_asked_for():
    assert "\033[" not in table(audit(result()))
    assert "\033[32m" in table(audit(result()), color=True)


def test_texts_of_users_cannot_drive_the_terminal():
    assert clean("a\x1b[31mb\u202ec\nd") == "a [31mb c d"
    assert "\x1b" not in table(audit(result(title="\x1b]0;x\x07", verdict="refuted", message="\x1b[2J")))


def test_notebook_display_is_inert():
    shown = audit(result(statement="<script>alert(1)</script>", verdict="refuted"))._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown
    assert "| ✗ | refuted |" in audit(result(verdict="refuted"))._repr_markdown_()


def test_summary_of_nothing():
    assert summary(audit()).startswith("0 claims read, 0 judged: none")


def test_options_are_parsed_or_refused():
    assert parse_sizes("L=2, d=3") == (("L", 2), ("d", 3))
    assert parse_shard("2/8") == (2, 8)
    for text in ("L", "L=0", "L=2,L=3", "L=-1", "", "L=2.5"):
        with pytest.raises(ValueError):
            parse_sizes(text)
    for text in ("0/2", "3/2", "1", "a/b"):
        with pytest.raises(ValueError):
            parse_shard(text)
