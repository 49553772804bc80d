"""`derive audit --watch`: a source is imported and judged again when it or its paper file changes, until it is interrupted."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LIMIT = 200  # seconds that a line may take to appear
RUN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background has it ignored
from proofs.cli import main
sys.exit(main(sys.argv[1:]))
"""


class Watching:
    """A running audit and the lines that it printed."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-c", RUN, "audit", *arguments, "--watch", "--jobs", "1"]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)

    def until(self, words: str) -> str:
        """Return the next line with some words."""
        while True:
            line = self.lines.get(timeout=LIMIT)
            if words in line:
                return line

    def idle(self) -> None:
        """Wait until nothing more is printed: an interruption while a file is judged has another exit code."""
        with suppress(queue.Empty):
            while True:
                self.lines.get(timeout=3)


@pytest.fixture(name="watching")
def _watching(tmp_path: Path) -> Iterator[Watching]:
    (tmp_path / "notes.tex").write_text(r"\[ \operatorname{tr}(A B) = \operatorname{tr}(B A) \]", encoding="utf-8")
    made = Watching(tmp_path, "notes.tex", "--exit-zero")
    yield made
    made.process.kill()
    made.process.wait()


def test_what_changes_is_judged_again_and_edits_stay(watching: Watching, tmp_path: Path) -> None:
    watching.until("1 judged: 1 holds")
    source, paper = tmp_path / "notes.tex", tmp_path / "notes.paper.md"
    source.write_text(source.read_text() + "\n\n" + r"\[ \det(A + B) = \det(A) + \det(B) \]", encoding="utf-8")
    watching.until("2 judged: 1 holds, 1 refuted")
    paper.write_text(paper.read_text().replace("where: line 3\n", "where: line 3\nexpect: refuted\n"), encoding="utf-8")
    watching.until("judged")
    source.write_text(source.read_text() + "\n\n" + r"\[ (A B)^\top = B^\top A^\top \]", encoding="utf-8")
    watching.until("3 judged: 2 holds, 1 refuted")
    assert "expect: refuted" in paper.read_text()
    watching.idle()
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(timeout=LIMIT) == 0


def test_half_of_an_edit_does_not_end_it(watching: Watching, tmp_path: Path) -> None:
    """An editor may empty a file before it writes it, or move it away and write another."""
    watching.until("1 judged: 1 holds")
    source = tmp_path / "notes.tex"
    text = source.read_text()
    for half in (lambda: source.write_text("", encoding="utf-8"), source.unlink):
        half()
        watching.idle()
        source.write_text(text + "\n\n" + r"\[ \det(A + B) = \det(A) + \det(B) \]", encoding="utf-8")
        watching.until("2 judged: 1 holds, 1 refuted")
        source.write_text(text, encoding="utf-8")
        watching.until("1 judged: 1 holds")
    assert watching.process.poll() is None
