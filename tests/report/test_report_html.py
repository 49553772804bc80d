"""The HTML report: complete, inert, the same on every run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reports import EVIL, claim, hostile, result, toy

from derive.language.parsing.parser import parse
from derive.language.printing.latex import to_latex
from derive.language.printing.mathml import to_mathml
from proofs.report import write_report
from proofs.report.context import shown_file
from proofs.report.difference import differences, fresh, marked_source
from proofs.report.formulas import Formulas
from proofs.report.html import Html, anchor, element, escape, visible
from proofs.report.reason import reason
from proofs.results.schema import claim_from_json


class Reader(HTMLParser):
    """Collects tags, attributes, ids and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.append((name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    (path,) = write_report(toy(folder), folder / "out")
    return path


def test_every_section_is_there_in_order(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"<h2>([^<]*)</h2>", text)
    assert titles == [
        "What to fix first", "Dependencies", "Claims", "Bounds of one quantity compared", "Proof chains",
        "Symbols and conventions", "Errata draft", "Method and trust",
    ]  # fmt: skip


def test_claim_pages_say_everything(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    swapped = text.partition('id="claim-swapped"')[2].partition('id="claim-chain"')[0]
    for words in ("As the paper writes it", "As it was understood", "Counterexample, exact", "Repair, itself checked"):
        assert words in swapped
    assert "Fraction(-3, 2)" in swapped and "log(2)" in swapped
    assert "the left side is" in swapped and "False: at" in swapped
    assert "toy.paper.md:13" in swapped
    assert "--only swapped --seed 7" in swapped
    assert '<mrow class="del">' in swapped and '<mrow class="ins">' in swapped and "<ins>" in swapped
    assert 'href="#claim-product"' in swapped and 'href="#claim-chain"' in swapped
    chain = text.partition('id="claim-chain"')[2].partition('id="claim-loose"')[0]
    assert "Link by link" in chain and "0.75 (slack ×1.33)" in chain and "1.5 (exceeds 1)" in chain
    assert "Rests on what does not hold" in chain


def test_the_culprit_with_most_dependents_comes_first(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    table = text.partition('id="fix"')[2].partition("</table>")[0]
    assert [name for name in re.findall(r'href="#claim-([a-z]+)"', table)] == ["swapped", "chain", "sum"]
    assert "breaks 2 later claims" in table


def test_symbols_are_shown_with_their_shapes_and_style(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    product = text.partition('id="claim-product"')[2].partition('id="claim-swapped"')[0]
    understood = product.partition("As it was understood")[2]
    assert "m × n" in understood.replace("\u00a0", " ")
    assert "<mi>\U0001d400</mi>" in understood  # bold A, as it was declared


def test_chain_marks_the_first_broken_step(page: Path) -> None:
    chains = page.read_text(encoding="utf-8").partition('id="chains"')[2].partition('id="symbols"')[0]
    assert "talk: 4 steps, breaks at swapped" in chains
    assert chains.count("breaks here") == 1


def test_ids_are_unique_and_internal_links_resolve(page: Path) -> None:
    reader = read(page)
    assert len(reader.ids) == len(set(reader.ids))
    inner = [link[1:] for link in reader.links if link.startswith("#")]
    assert inner and set(inner) <= set(reader.ids)
    assert all(link.startswith("#") for link in reader.links)


def test_it_needs_nothing_from_outside(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "default-src 'none'" in text and text.count("<script") == 1
    code = text.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy and policy[1].endswith(f"script-src 'sha256-{digest}'")
    places = [url for url in re.findall(r"url\(([^)]*)\)", text) if not url.startswith("#")]
    assert places and all(url.startswith("data:font/woff2;base64,") for url in places)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)
    assert page.stat().st_size < 1_000_000


def test_two_reports_have_the_same_bytes(tmp_path: Path) -> None:
    data = toy(tmp_path)
    first = [p.read_bytes() for p in write_report(data, tmp_path / "a", ("html", "md", "tex"))]
    second = [p.read_bytes() for p in write_report(json.loads(json.dumps(data)), tmp_path / "b", ("tex", "md", "html"))]
    assert len(first) == 3 and first == second


def test_papers_written_side_by_side_have_the_same_bytes(tmp_path: Path) -> None:
    first, second = toy(tmp_path), hostile(tmp_path)
    data = {**first, "papers": [*first["papers"], *second["papers"]]}
    files = {
        jobs: [(p.name, p.read_bytes()) for p in write_report(data, tmp_path / f"out{jobs}", ("html", "md"), jobs=jobs)]
        for jobs in (1, 2)
    }
    assert len(files[1]) == 4
    assert files[1] == files[2]


def test_changes_against_an_earlier_result(tmp_path: Path) -> None:
    new = toy(tmp_path)
    old = json.loads(json.dumps(new))
    old["papers"][0]["claims"][1]["verdict"] = "holds"
    old["papers"][0]["claims"].pop()
    old["papers"][0]["claims"].append(claim("former", "holds"))
    (path,) = write_report(new, tmp_path / "out", against=old)
    changes = path.read_text(encoding="utf-8").partition('id="changes"')[2].partition("</section>")[0]
    assert "1 verdicts changed; 2 other differences" in changes
    for words in ("#claim-swapped", "#claim-talk", "former", "gone", "new"):
        assert words in changes
    (path,) = write_report(new, tmp_path / "same", against=new)
    assert "Nothing changed" in path.read_text(encoding="utf-8")


def test_a_paper_file_that_changed_or_is_gone_is_done_without(tmp_path: Path) -> None:
    data = toy(tmp_path)
    file = Path(data["papers"][0]["paper"])
    file.write_text(file.read_text().replace("C}^\\top", "C}^{\\top}"), encoding="utf-8")
    (path,) = write_report(data, tmp_path / "changed")
    assert "toy.paper.md:13" not in path.read_text(encoding="utf-8")
    file.unlink()
    (path,) = write_report(data, tmp_path / "gone")
    assert "could not be read" in path.read_text(encoding="utf-8")


def test_hostile_text_is_inert(tmp_path: Path) -> None:
    (path,) = write_report(hostile(tmp_path), tmp_path / "out")
    reader, text = read(path), path.read_text(encoding="utf-8")
    assert not {"img", "iframe", "object", "embed", "link", "form"} & set(reader.tags)
    assert reader.tags.count("script") == 1
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert all(link.startswith("#") for link in reader.links)
    assert len(reader.ids) == len(set(reader.ids))
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    assert not re.search("[\x00\x1b\u202a-\u202e\u2066-\u2069]", text)
    assert "[U+202E]" in "".join(reader.text) and EVIL in "".join(reader.text)
    assert len(text) < 3_000_000


def test_a_cycle_of_uses_is_drawn(tmp_path: Path) -> None:
    claims = [claim("a", "holds", uses=["b"]), claim("b", "refuted", uses=["a"]), claim("c", "holds", uses=["c", "a"])]
    (path,) = write_report(result("cycle.md", claims), tmp_path)
    assert 'class="node' in path.read_text(encoding="utf-8")


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no format"):
        write_report(toy(tmp_path), tmp_path, ("docx",))
    with pytest.raises(ValueError, match="schema"):
        write_report({"schema": 2}, tmp_path)
    with pytest.raises(ValueError, match="schema"):
        write_report(toy(tmp_path), tmp_path, against={"schema": 0})


def test_papers_of_one_name_get_their_own_files(tmp_path: Path) -> None:
    data = result("one/p.md", [claim("a", "holds")])
    data["papers"].append({"paper": "two/p.md", "claims": [claim("a", "refuted")]})
    paths = write_report(data, tmp_path)
    assert [p.name for p in paths] == ["p.html", "p-2.html"]
    assert "refuted" in paths[1].read_text(encoding="utf-8")


def test_elements_escape_text_and_attributes() -> None:
    assert element("p", "<b>", title='"<') == '<p title="&quot;&lt;">&lt;b&gt;</p>'
    assert escape(Html("<b></b>")) == "<b></b>" and escape("<b>") == "&lt;b&gt;"
    assert visible("a\u202eb\x07") == "a[U+202E]b[U+0007]"
    assert anchor("x", "a b") != anchor("x", "a_b") and re.fullmatch(r"x-[\w.\-]+", anchor("x", '"><script>'))


def test_long_papers_have_several_pages_whose_links_resolve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.report.page.ONE_PAGE", 20_000)
    monkeypatch.setattr("proofs.report.page.PART", 12_000)
    out = tmp_path / "out"
    (path,) = write_report(toy(tmp_path), out)
    files = {file.relative_to(out).as_posix(): read(file) for file in out.rglob("*.html")}
    assert len(files) >= 3 and "toy.pages/2.html" in files
    for name, reader in files.items():
        assert len(reader.ids) == len(set(reader.ids))
        for link in reader.links:
            target, _, place = link.partition("#")
            file = (out / name).parent.joinpath(target).resolve() if target else out / name
            assert place in files[file.relative_to(out.resolve() if target else out).as_posix()].ids or not place, (name, link)
    held = [i for name, reader in files.items() if name != "toy.html" for i in reader.ids if i.startswith("claim-")]
    assert sorted(held) == sorted(i for i in files["toy.html"].ids if i.startswith("claim-"))
    (out / "toy.pages" / "99.html").write_text("of an earlier report")
    (out / "toy.pages" / "mine.html").write_text("of somebody else")
    monkeypatch.undo()
    write_report(toy(tmp_path), out)
    assert [file.name for file in (out / "toy.pages").iterdir()] == ["mine.html"]


@pytest.mark.parametrize("kind", ["html", "md", "tex"])
def test_an_audit_that_is_not_complete_says_so(tmp_path: Path, kind: str) -> None:
    data = toy(tmp_path)
    (path,) = write_report(data, tmp_path / "whole", (kind,))
    assert "interrupted" not in path.read_text(encoding="utf-8").partition("</style>")[2 if kind == "html" else 0]
    data["interrupted"] = True
    data["papers"][0] |= {"selected": [*(c["id"] for c in data["papers"][0]["claims"]), "lost"], "read": 7}
    (path,) = write_report(data, tmp_path / "part", (kind,))
    assert "The audit was interrupted: 1 of 7 claims have no verdict: lost." in path.read_text(encoding="utf-8")


def test_folders_of_the_machine_are_not_shown(tmp_path: Path) -> None:
    data = toy(tmp_path)
    for one in data["papers"][0]["claims"]:
        if one["counterexample"]:
            one["counterexample"]["certificate"] = str(tmp_path / "kept" / "c.json")
        for item in one["evidence"]:
            item["detail"]["file"] = str(tmp_path / "kept" / "c.json")
    for path in write_report(data, tmp_path / "out", ("html", "md", "tex")):
        text = path.read_text(encoding="utf-8")
        assert str(tmp_path) not in text
    html = (tmp_path / "out" / "toy.html").read_text(encoding="utf-8")
    assert "derive audit toy.paper.md --only swapped" in html and "derive recheck c.json" in html
    assert shown_file(r"C:\Users\ada\c.json") == "c.json" and shown_file("kept/c.json") == "kept/c.json"


def bare(markup: str) -> str:
    """The words of a page, formulas between guillemets."""
    return re.sub(r"<[^>]*>", "", re.sub(r"<math[^>]*>", "«", markup).replace("</math>", "»"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("dF/dX is d vec_r(F) / d vec_r(X)^T", "«dF/dX» is «dvecr\u2061(F)/dvecr\u2061(X)\u22a4»"),
        ("cannot add: A is L*d_V x n and x_1 is m x m", "cannot add: A is «LdV×n» and «x1» is «m×m»"),
        (r"\|.\|_2 of a matrix is the spectral norm", "«‖⋅‖2» of a matrix is the spectral norm"),
        ("a file_name.md, a claim thm-3.step-2, 2 x of it", "a file_name.md, a claim thm-3.step-2, 2 x of it"),
        (r"see C:\x or {", r"see C:\x or {"),
    ],
)
def test_notation_in_messages_is_set(text: str, shown: str) -> None:
    assert bare(Formulas().prose(text)) == shown


def test_conditions_in_a_line_are_set_apart() -> None:
    assert bare(Formulas().inline(r"a = 0, b \ne 0")) == "«a=0», «b≠0»"


@pytest.mark.parametrize(
    ("old", "new", "gone", "added"),
    [
        (r"A = K_{m,n} B", r"A = K_{n,m} B", ["m", "n"], ["n", "m"]),
        (r"A B = C", r"A B^\top = C", [], [r"\top"]),
        (r"X = A + 2 B", r"X = A - 2 B", [1], [1]),
        (r"\|A\|_2 \|B\|_2 \le c", r"\|A\|_2 \|B\|_F \le c", ["2"], ["F"]),
        (r"a < b", r"a \le b", [1], [1]),
        (r"x = A B C", r"x = A C", ["B"], []),
        (r"x = A", r"x = A", [], []),
    ],
)
def test_the_marks_of_a_repair_are_where_the_change_is(old: str, new: str, gone: list, added: list) -> None:
    before, after = ([fresh(tree) for tree in Formulas().trees(text) or ()] for text in (old, new))
    found = differences(before, after)
    assert [[k or to_latex(node) for node, k in side] for side in found] == [gone, added]
    assert str(marked_source(new, found[1], "ins")).count("<ins>") == len(added)


def test_a_label_never_stands_between_a_letter_and_its_subscript() -> None:
    shown = to_mathml(parse(r"A_{ij} + A^\top + \|x\|_A + A"), lambda node: "m x n" if node.value == ":A" else None)
    labelled = [re.sub("<[^>]*>", "", part) for part in re.findall(r"<munder>(.*?)<mrow class=.shape", shown)]
    assert labelled == ["A", "A"] and "<msup><munder>" in shown and "<msub><munder>" not in shown


@pytest.mark.parametrize(
    ("verdict", "edit", "said"),
    [
        ("refuted", r"$B \otimes A$ for $A \otimes B$", r"the factors of $A \otimes B$ stand in the wrong order"),
        ("refuted", r"$\mathbf{K}_{n, m}$ for $\mathbf{K}_{m, n}$", r"$\mathbf{K}_{m, n}$ exchanges the factors the other way"),
        ("refuted", r"$A^\top$ for $A$", "$A$ lacks a transpose"),
        ("refuted", r"$A$ for $A^\top$", r"$A^\top$ has a transpose too many"),
        ("refuted", "times $2$: $2 A$ for $A$", "the factor $2$ is missing"),
        ("refuted", r"$\le$ for $<$", "it holds with ≤ in place of <"),
        ("refuted", "$m$ for $n$", "it holds with $m$ in place of $n$"),
        ("refuted", "without $A$", "it holds without $A$"),
        ("holds", "without $A$", ""),
    ],
)
def test_a_finding_says_in_one_sentence_why_it_is_false(verdict: str, edit: str, said: str) -> None:
    example = {"sizes": {"d_V": 2}, "inputs": {"x": [["1"]]}, "lhs": "2", "rhs": "1/2"}
    data = claim("c", verdict, "A = B", counterexample=example, repair={"statement": "A = C", "edit": edit, "verdict": "holds"})
    found = reason(claim_from_json(data), Formulas())
    opening = r"False: at $d_{V} = 2$ with $x = 1$ the left side is $2$, the right side $\tfrac{1}{2}$; "
    assert found == (f"{opening}{said}." if said else "")
