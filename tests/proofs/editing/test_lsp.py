"""The language server, by a scripted client that speaks the protocol over pipes; and what it reads of documents."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.editing.documents import Lines, is_document, read_document
from proofs.importing.importer import import_tex

pytest.importorskip("pygls", reason="derive lsp WAS NOT TESTED: pygls is not installed (pip install derive-checker[lsp])")
ROOT = Path(__file__).resolve().parents[3]
HEAD = "---\ntitle: 𝔸 page\n---\n# Setting\n```math given\nA \\in \\mathbb{R}^{m \\times n}, \\quad x \\in \\mathbb{R}^n\n```\n"
PAPER = HEAD + (
    "## good: 𝔸 true\n```math\n\\|A x\\|_2 \\le \\|A\\|_2 \\|x\\|_2\n```\n"
    "## bad: a slip\n```math\n\\frac{\\partial A^\\top}{\\partial A} = K_{m,n}\n```\n"
)
SOURCE = (
    "\\documentclass{article}\n\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\nLet $A \\in \\R^{m \\times n}$ and $x \\in \\R^n$. % $ not a formula\n"
    "\\begin{equation}\\label{eq:gradient}\n\\frac{\\partial A x}{\\partial x} = A^\\top\n\\end{equation}\n\\end{document}\n"
)


class Client:
    """A client that sends, and waits for what it is told."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        code = "import sys; from proofs.cli import main; sys.exit(main(['lsp', '--jobs', '1']))"
        self.process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=environment)
        self.folder, self.buffer, self.count, self.told = folder, b"", 0, {}  # type: ignore[var-annotated]
        self.request("initialize", processId=None, rootUri=folder.as_uri(), capabilities={})
        self.notify("initialized")

    def _send(self, **message: Any) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def notify(self, method: str, **parameters: Any) -> None:
        self._send(method=method, params=parameters)

    def request(self, method: str, **parameters: Any) -> Any:
        self.count += 1
        self._send(id=self.count, method=method, params=parameters)
        while (message := self._receive()).get("id") != self.count:
            pass
        assert "error" not in message, message
        return message["result"]

    def _receive(self) -> dict[str, Any]:
        end = time.monotonic() + 60
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            length = int(head.split(b"Content-Length:")[1].split()[0]) if mark else 0
            if mark and len(rest) >= length:
                self.buffer = rest[length:]
                message = json.loads(rest[:length])
                if message.get("method") == "textDocument/publishDiagnostics":
                    self.told[message["params"]["uri"]] = message["params"]
                return message
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            chunk = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            assert chunk, "the server does not answer"
            self.buffer += chunk

    def open(self, name: str, text: str) -> str:
        uri = (self.folder / name).as_uri()
        (self.folder / name).write_text(text, encoding="utf-8")
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "markdown", "version": 1, "text": text})
        return uri

    def change(self, uri: str, text: str, version: int) -> None:
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=[{"text": text}])

    def diagnostics(self, uri: str, codes: set[str | None], version: int = 1) -> dict[str | None, dict[str, Any]]:
        """Wait until exactly these claims have a finding (None: the document itself has)."""
        while True:
            found = self.told.get(uri, {"diagnostics": [], "version": 0})
            by_code = {one.get("code"): one for one in found["diagnostics"]}
            if set(by_code) == codes and found["version"] == version:
                return by_code
            self._receive()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    made = Client(tmp_path_factory.mktemp("project"))
    yield made
    made.request("shutdown")
    made.notify("exit")
    assert made.process.wait(60) == 0


def applied(text: str, edit: dict[str, Any]) -> str:
    lines = Lines(text)
    start, end = (lines.offset(edit["range"][k]["line"], edit["range"][k]["character"]) for k in ("start", "end"))
    return text[:start] + edit["newText"] + text[end:]


def test_a_paper_file(client: Client) -> None:
    uri = client.open("a.paper.md", PAPER)
    told = client.diagnostics(uri, {"bad"})["bad"]
    assert told["severity"] == 1 and told["source"] == "derive"
    assert told["message"].startswith("refuted: False: at m = 2, n = 3") and "repair: " in told["message"] and "\\" not in told["message"]
    assert told["range"] == {"start": {"line": 13, "character": 0}, "end": {"line": 13, "character": len(r"\frac{\partial A^\top}{\partial A} = K_{m,n}")}}
    # What was understood, of what holds as well.
    for line, words in ((9, ("✓ holds", "understood as", "‖")), (13, ("✗ refuted", "understood as", "∂"))):
        said = client.request("textDocument/hover", textDocument={"uri": uri}, position={"line": line, "character": 3})["contents"]["value"]
        assert all(word in said for word in words), said
    assert client.request("textDocument/hover", textDocument={"uri": uri}, position={"line": 0, "character": 0}) is None
    # The repair, which leaves nothing to tell when it is saved.
    (action,) = client.request("textDocument/codeAction", textDocument={"uri": uri}, range=told["range"], context={"diagnostics": [told]})
    assert action["kind"] == "quickfix" and action["title"].startswith("Repair: ")
    mended = applied(PAPER, action["edit"]["changes"][uri][0])
    assert mended == PAPER.replace("K_{m,n}", "K_{n, m}")
    client.change(uri, mended, 2)
    client.diagnostics(uri, set(), 2)
    # Lines before it: known findings move with their claims, without a new judgement.
    client.change(uri, PAPER.replace("# Setting", "# Setting\n\nwords"), 3)
    assert client.diagnostics(uri, {"bad"}, 3)["bad"]["range"]["start"]["line"] == 15
    # What cannot be read is told while one writes, at its place.
    client.change(uri, PAPER.replace("## bad: a slip\n", "## bad: a slip\nexpct: holds\n"), 4)
    flaw = client.diagnostics(uri, {None}, 4)[None]
    assert flaw["range"]["start"]["line"] == 12 and "expect" in flaw["message"]
    # A formula that cannot be read is told at its column when it is saved; claims beside it keep theirs.
    client.change(uri, PAPER.replace(r"\|A\|_2 \|x\|_2", r"\|A\|_2 \frac{"), 5)
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    found = client.diagnostics(uri, {"bad", None}, 5)
    assert found[None]["range"]["start"]["line"] == 9 and found[None]["range"]["start"]["character"] > 10
    client.notify("textDocument/didClose", textDocument={"uri": uri})
    while client.told[uri]["diagnostics"]:
        client._receive()


def test_a_source(client: Client) -> None:
    uri = client.open("b.tex", SOURCE)
    told = client.diagnostics(uri, {"eq-gradient"})["eq-gradient"]
    assert told["severity"] == 2 and told["range"]["start"]["line"] == 4  # what its shapes are is inferred
    assert not (client.folder / "b.paper.md").exists()
    # In the paper file beside it the author says what is meant: that counts.
    declared = import_tex(SOURCE, infer=True).text.replace(" inferred=unsure", "").replace(" inferred", "")
    (client.folder / "b.paper.md").write_text(declared, encoding="utf-8")
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    while told["severity"] != 1:
        client._receive()
        told = client.diagnostics(uri, {"eq-gradient"})["eq-gradient"]
    (action,) = client.request("textDocument/codeAction", textDocument={"uri": uri}, range=told["range"], context={"diagnostics": []})
    mended = applied(SOURCE, action["edit"]["changes"][uri][0])
    assert mended == SOURCE.replace("\\label{eq:gradient}\n\\frac{\\partial A x}{\\partial x} = A^\\top", "\\label{eq:gradient} \\frac{\\partial A x}{\\partial x} = A")
    client.change(uri, "\n\n" + mended, 2)  # a formula that is new, with shapes inferred
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    client.diagnostics(uri, set(), 2)
    client.change(uri, "\n\n" + SOURCE, 3)
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    assert client.diagnostics(uri, {"eq-gradient"}, 3)["eq-gradient"]["range"]["start"]["line"] == 6
    assert (client.folder / "b.paper.md").read_text(encoding="utf-8") == declared  # nothing is written beside them


def test_only_what_changed_is_judged(client: Client) -> None:
    claims = "".join(f"## c{k}: one\n```math\n{k} A + A = {k + 1} A\n```\n" for k in range(12))
    uri = client.open("c.paper.md", HEAD + claims + "## last: false\n```math\nA = 2 A\n```\n")
    client.diagnostics(uri, {"last"})
    kept = {path: path.stat().st_mtime_ns for path in (client.folder / ".derive/ledger").rglob("*.json")}
    client.change(uri, HEAD + claims.replace("3 A + A = 4 A", "3 A + A = 5 A") + "## last: false\n```math\nA = 2 A\n```\n", 2)
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    client.diagnostics(uri, {"c3", "last"}, 2)
    after = {path: path.stat().st_mtime_ns for path in (client.folder / ".derive/ledger").rglob("*.json")}
    assert len(after) == len(kept) + 1 and after.items() >= kept.items()


def test_other_documents_are_let_be() -> None:
    assert is_document(Path("a.paper.md"), "") and is_document(Path("a.tex"), "") and is_document(Path("a.md"), PAPER)
    assert not is_document(Path("README.md"), "# Title\n## id: words\nwords\n```sh\nmake\n```\n") and not is_document(Path("a.py"), PAPER)
    assert read_document(Path("a.md"), "## x: y\n").flaws and read_document(Path("a.tex"), "no formula").flaws


def test_places_count_in_units_of_the_protocol() -> None:
    lines = Lines("a𝔸b\r\nc", "utf-16")
    assert [lines.place(k) for k in range(4)] == [(0, 0), (0, 1), (0, 3), (0, 4)]
    assert [lines.offset(0, k) for k in (0, 1, 3, 4, 99)] == [0, 1, 2, 3, 3] and lines.offset(1, 1) == 6 == lines.offset(7, 0)
    assert Lines("a𝔸b", "utf-8").place(2) == (0, 5) and Lines("a𝔸b", "utf-32").place(2) == (0, 2)
