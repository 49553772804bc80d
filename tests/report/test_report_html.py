"""The HTML report: complete, inert, the same on every run."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reports import EVIL, claim, hostile, result, toy

from proofs.report import write_report
from proofs.report.html import Html, anchor, element, escape, visible


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
    assert "toy.paper.md:13" in swapped
    assert "--only swapped --seed 7" in swapped
    assert "<del>" in swapped and "<ins>" in swapped
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
    assert "default-src 'none'" in text and "<script" not in text
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
    assert not {"script", "img", "iframe", "object", "embed", "link", "form", "input"} & set(reader.tags)
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
