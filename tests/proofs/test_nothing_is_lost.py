"""What is written out of an audit or an import says all of it, or what it leaves out."""

import re

import pytest

from proofs.commands.export_tests import _module_name
from proofs.importing.importer import import_tex
from proofs.report.changes import same_paper
from proofs.results.export_tests import _ENDINGS, _name
from proofs.results.schema import PaperResult


@pytest.mark.parametrize("ids", [("c", "c-certificate", "c.repaired"), ("c-certificate", "c"), ("a-b", "a_b", "a.b")])
def test_no_two_tests_have_one_name(ids):
    taken: set[str] = set()
    names = [_name(one, taken) + ending for one in ids for ending in _ENDINGS]
    assert len(set(names)) == len(names) and all(re.fullmatch(r"\w+", name) for name in names)


def test_no_two_papers_have_one_module():
    taken: set[str] = set()
    assert [_module_name(name, taken) for name in ("a-b", "a_b", "a.b")] == ["a_b", "a_b_2", "a_b_3"]


@pytest.mark.parametrize("start", [r"\begin{equation}", r"\begin{align*}", r"\[", "$$"])
def test_a_display_without_an_end_is_told(start):
    made = import_tex(f"\\[ A = A \\]\n{start} B = B\n")
    assert (2, f"a display that begins with {start}", "its end is not found") in made.left_out


def test_displays_with_an_end_are_not_told():
    made = import_tex("\\begin{align*} A &= A \\\\[2pt] B &= B \\end{align*}\n$$ C = C $$ \\[ D = D \\]\n")
    assert (made.displays, made.claims) == (3, 4) and not any("its end" in why for _, _, why in made.left_out)


def test_the_same_paper_is_found_by_file_else_by_name():
    papers = [PaperResult("x/p.md", (), 0), PaperResult("y/p.md", (), 0)]
    assert same_paper("y/p.md", papers) is papers[1] and same_paper("z/p.paper.md", papers) is papers[0]
    assert same_paper("q.md", papers) is None
