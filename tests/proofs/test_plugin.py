"""Paper files as tests: what is collected, how failures read, how the usual options of pytest work with them."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TRUE = """## right: a product transposed
expect: holds
```math
(A B)^\\top = B^\\top A^\\top
```
"""
FALSE = TRUE.replace("## right", "## wrong").replace("= B^\\top A^\\top", "= A^\\top A B")
GIVEN = "```math given\nA \\in \\mathbb{R}^{m \\times n}, \\quad B \\in \\mathbb{R}^{n \\times p}\n```\n"
PROSE = "## remark: prose\nexpect: not-checkable\nnot-checkable: prose\n"
UNPINNED = "## free: no expectation\nnot-checkable: prose\n"


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the same whether the project is installed or not
    pytester.makeini("[pytest]\naddopts = -p derive_checker.plugin --strict-markers\n")

    def run(*arguments):
        return pytester.runpytest_subprocess(*arguments)

    return run


def paper(pytester, name, text):
    (pytester.path / name).write_text(text)


def test_claims_with_an_expectation_are_items(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + TRUE + PROSE + UNPINNED)
    done = run("-v")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["*a.paper.md::right PASSED*", "*a.paper.md::remark PASSED*"])


def test_a_claim_without_an_expectation_must_hold(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + (TRUE + FALSE).replace("expect: holds\n", "") + UNPINNED)
    done = run("-v")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*a.paper.md::right PASSED*", "*a.paper.md::wrong FAILED*", "expected holds, got ill-typed"])
    pytester.makeini("[pytest]\naddopts = -p derive_checker.plugin --strict-markers\npapers_unpinned = ignore\n")
    assert run().ret == pytest.ExitCode.NO_TESTS_COLLECTED
    pytester.makeini("[pytest]\naddopts = -p derive_checker.plugin\npapers_unpinned = maybe\n")
    assert run().ret == pytest.ExitCode.USAGE_ERROR


def test_other_markdown_needs_the_option(pytester, run):
    paper(pytester, "a.md", GIVEN + PROSE)
    paper(pytester, "README.md", "# nothing\n")
    assert run().ret == pytest.ExitCode.NO_TESTS_COLLECTED
    run("--papers").assert_outcomes(passed=1)


def test_failures_show_expected_and_got_without_a_traceback(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + PROSE.replace("expect: not-checkable", "expect: holds"))
    done = run()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*a.paper.md:4: claim remark", "expected holds, got not-checkable"])
    assert "Traceback" not in done.stdout.str() and "plugin.py" not in done.stdout.str()


def test_bad_papers_are_collection_errors(pytester, run):
    paper(pytester, "a.paper.md", PROSE + "expects: holds\n")
    done = run()
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*a.paper.md:4: unknown option `expects`*"])


def test_a_formula_that_cannot_be_read_is_a_collection_error(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + TRUE.replace("= B^\\top A^\\top", "= Q"))
    done = run()
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*a.paper.md:7:*Q*"])


def test_selection_markers_and_junit(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + TRUE + PROSE)
    run("-k", "remark").assert_outcomes(passed=1, deselected=1)
    run("-m", "prose").assert_outcomes(passed=1, deselected=1)
    run("-m", "identity", "--junitxml=j.xml").assert_outcomes(passed=1, deselected=1)
    assert '<property name="verdict" value="holds"' in (pytester.path / "j.xml").read_text()


def test_parallel_runs(pytester, run):
    pytest.importorskip("xdist")
    paper(pytester, "a.paper.md", PROSE + PROSE.replace("remark", "other"))
    run("-p", "xdist", "-n", "2").assert_outcomes(passed=2)


def package(folder, name, text):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    (folder / name / "own.py").write_text(text)


def test_a_repository_with_packages_of_our_names_has_its_own(pytester, run):
    """Its `proofs` and `numeric` are imported by its tests, ours judge its papers, and neither sees the other."""
    package(pytester.path, "proofs", "ANSWER = 41\n")
    package(pytester.path, "numeric", "from proofs.own import ANSWER\nANSWER += 1\n")
    (pytester.path / "conftest.py").write_text("import numeric.own\n")
    pytester.makepyfile(
        test_own="""
        import sys
        from pathlib import Path
        import numeric.own, proofs
        def test_own():
            assert numeric.own.ANSWER == 42
            assert Path(proofs.__file__).parent.parent == Path(__file__).parent
            assert not any(name.startswith(("derive.", "torch", "sympy")) for name in sys.modules)
        """
    )
    paper(pytester, "a.paper.md", GIVEN + TRUE)
    done = run("-v", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["*a.paper.md::right PASSED*", "*test_own.py::test_own PASSED*"])


def test_a_server_that_ends_is_an_error_and_no_pass(pytester, run):
    paper(pytester, "a.paper.md", GIVEN + TRUE)
    (pytester.path / "conftest.py").write_text(
        "from derive_checker.plugin import Server\n"
        "ask = Server.ask\n"
        "def broken(self, what, **details):\n"
        "    if what == 'judge':\n"
        "        self.process.kill(); self.process.wait()\n"
        "    return ask(self, what, **details)\n"
        "Server.ask = broken\n"
    )
    done = run()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*the process that judges papers has ended*"])
