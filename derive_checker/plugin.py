"""The pytest plugin: every claim of a paper file is a test.

A claim must have the verdict that its ``expect:`` pins; one without must hold (not with ``papers_unpinned = ignore``).
Papers are read and judged in a process of its own (`proofs.paper_server`): nothing of this project but this module is
imported here, so that a repository may have packages that are called like ours.
Files named ``*.paper.md`` are collected where pytest looks for tests; with ``--papers`` every Markdown file that is a
paper file is.  A formula that cannot be read is a collection error.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_MARKERS = {
    "paper": "a claim of a paper file",
    "identity": "claims an equality",
    "jacobian": "claims a first derivative",
    "hessian": "claims a second derivative",
    "shape": "claims a shape",
    "bound": "claims an inequality",
    "equality-of-norms": "claims an equality of norms",
    "rank": "claims a rank",
    "spectrum": "claims eigenvalues, singular values, a condition number or ordered entries",
    "asymptotic": "claims a limit or an order of growth",
    "implication": "claims something under a hypothesis of its own",
    "prose": "not checkable, with a reason",
}


class ClaimFailed(AssertionError):
    """A verdict is not the one that is pinned; it carries what is shown."""

    def __init__(self, expect: str, verdict: str, text: str) -> None:
        super().__init__(f"expected {expect}, got {verdict}")
        self.text = text


def pytest_addoption(parser: pytest.Parser) -> None:
    """Called by pytest: add the options and the ini value ``papers``."""
    group = parser.getgroup("papers", "claims of paper files (derive)")
    group.addoption("--papers", action="store_true", help="collect every paper file (*.md), not only *.paper.md")
    group.addoption("--papers-effort", default="normal", choices=("quick", "normal", "deep"), help="budget per claim")
    group.addoption("--papers-strict", action="store_true", help="a claim that holds by the word of a road alone fails")
    group.addoption("--papers-timeout", default=120.0, type=_seconds, metavar="SECONDS", help="time limit per claim")
    parser.addini("papers_unpinned", "claims without `expect:`: hold (they must) or ignore", default="hold")
    parser.addini("papers", "glob patterns of paper files to collect", type="args", default=["*.paper.md"])


def _seconds(text: str) -> float:
    try:
        if 0 < (seconds := float(text)) < float("inf"):
            return seconds
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} cannot be used: it is no number of seconds above 0")


def pytest_configure(config: pytest.Config) -> None:
    """Called by pytest: register the markers that claims get."""
    if (unpinned := config.getini("papers_unpinned")) not in ("hold", "ignore"):
        raise pytest.UsageError(f"papers_unpinned is {unpinned!r}; it can be hold or ignore")
    for name, text in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {text}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PaperFile | None:
    """Called by pytest: collect a file that a pattern of ``papers`` or --papers takes for a paper, None for others."""
    if file_path.suffix != ".md":
        return None
    named = any(file_path.match(pattern) for pattern in parent.config.getini("papers"))
    if not named and not parent.config.getoption("--papers"):
        return None
    if not named and not _server(parent.config).ask("is paper", path=str(file_path)):
        return None
    return PaperFile.from_parent(parent, path=file_path)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Called by pytest: end the process that judged the claims, if one was started."""
    server: Server | None = getattr(config, "_derive_server", None)
    if server is not None:
        server.close()


class Server:
    """The process that reads and judges papers; started when it is first asked."""

    def __init__(self) -> None:
        code = "import sys; sys.path.insert(0, sys.argv[1]); from proofs.paper_server import serve; serve()"
        home = str(Path(__file__).resolve().parents[1])
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code, home], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, what: str, **details: Any) -> Any:
        """Return the answer to a question; raises `RuntimeError` if the server fails."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"what": what, **details}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        answer = json.loads(line) if line else {"failure": "the process that judges papers has ended"}
        if "failure" in answer:
            raise RuntimeError(answer["failure"])
        return answer["answer"]

    def close(self) -> None:
        """End the process; it ends its workers."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def _server(config: pytest.Config) -> Server:
    server: Server | None = getattr(config, "_derive_server", None)
    if server is None:
        server = Server()
        config._derive_server = server  # type: ignore[attr-defined]
    return server


class PaperFile(pytest.File):
    """A paper file; its items are its claims."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item per claim that pins a verdict or must hold; a paper that cannot be read is a `CollectError`."""
        read = _server(self.config).ask("read", path=str(self.path))
        if read["flaws"]:
            raise self.CollectError(read["flaws"])
        unpinned = self.config.getini("papers_unpinned") == "hold"
        for claim in read["claims"]:
            if claim["expect"] is not None or (unpinned and claim["checkable"]):
                item = ClaimItem.from_parent(self, name=claim["id"], claim=claim)
                for marker in dict.fromkeys(("paper", claim["kind"])):
                    item.add_marker(marker)
                yield item


class ClaimItem(pytest.Item):
    """One claim with its expectation."""

    def __init__(self, *, claim: dict[str, Any], **rest: Any) -> None:
        super().__init__(**rest)
        self.claim = claim
        self.expect = claim["expect"] or "holds"

    def runtest(self) -> None:
        """Judge the claim and record verdict and strength; raises `ClaimFailed` if it is not as expected."""
        found = _server(self.config).ask(
            "judge",
            path=str(self.path),
            claim=self.claim["id"],
            expect=self.expect,
            effort=str(self.config.getoption("--papers-effort")),
            timeout=float(self.config.getoption("--papers-timeout")),
            strict=bool(self.config.getoption("--papers-strict")),
            certificates=str(self.config.rootpath / ".derive" / "certificates"),
        )
        self.user_properties += [(name, value) for name, value in found["properties"].items()]
        if not found["as_expected"]:
            raise ClaimFailed(self.expect, found["word"], found["text"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The place, both verdicts and the evidence; of any other exception what pytest prints."""
        if not isinstance(excinfo.value, ClaimFailed):
            return super().repr_failure(excinfo, style)
        return f"{self.path}:{self.claim['line']}: claim {self.name}\n{excinfo.value}\n{excinfo.value.text}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line of the claim from zero, and the title of the test."""
        return self.path, self.claim["line"] - 1, f"claim {self.name}"
