"""The language server: reads what is in the editor, judges on saving what has changed, and tells it beside the line."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from proofs.auditing.ledger import key_of
from proofs.auditing.workers import Job, Outcome
from proofs.editing.documents import Document, Lines, Place, is_document, read_document
from proofs.editing.findings import Finding, find
from proofs.reading.options import How
from proofs.reading.paper import Claim, Flaw, paper_name
from proofs.serving.desk import Busy, Closed, Desk, Gone
from proofs.version import checker_version

SOURCE = "derive"
PAUSE = 0.3
"""Seconds without a change after which a document is read again."""
READING = 60.0
"""Seconds in which a document must have been read."""


@dataclass(slots=True)
class _Open:
    """An open document: its text and what is known of it.

    Attributes:
        read: The text that `document` was read from.
        number: Counts its texts: what was begun for an older one is not wanted any more.

    """

    lines: Lines = field(default_factory=lambda: Lines(""))
    version: int | None = None
    number: int = 0
    document: Document = field(default_factory=Document)
    timer: threading.Timer | None = None
    read: str = ""


@dataclass(slots=True)
class Editor:
    """Judges the documents that are open.

    Attributes:
        server: What speaks to the editor.
        desk: The workers.
        how: How claims are judged.
        seconds: What a claim may take.
        root: The folder of the project: results are kept in its ``.derive``, where `derive audit` keeps them.
        encoding: What columns are counted in.

    """

    server: LanguageServer
    desk: Desk
    how: How
    seconds: float
    root: Path = Path()
    encoding: str = "utf-16"
    open: dict[str, _Open] = field(default_factory=dict)
    found: dict[str, Finding] = field(default_factory=dict)
    loop: asyncio.AbstractEventLoop | None = None
    judged: int = 0
    """How many claims were given to workers."""

    # What happens in the editor; all of it in the thread of the protocol.

    def changed(self, uri: str, text: str, version: int | None, *, save: bool) -> None:
        """Take a new text: read it soon, judge it if it was saved."""
        self.loop = asyncio.get_running_loop()
        one = self.open.setdefault(uri, _Open())
        one.lines, one.version, one.number = Lines(text, self.encoding), version, one.number + 1
        if one.timer is not None:
            one.timer.cancel()
        path = Path(to_fs_path(uri) or uri)
        if not is_document(path, text) or (not save and path.suffix != ".md"):
            return  # a source is imported when it is saved
        number = one.number
        one.timer = threading.Timer(0.0 if save else PAUSE, self._work, (uri, path, text, number, save))
        one.timer.daemon = True
        one.timer.start()

    def closed(self, uri: str) -> None:
        """Forget a document."""
        one = self.open.pop(uri, None)
        if one is not None:
            one.number += 1
            if one.timer is not None:
                one.timer.cancel()
            self._tell(uri, [], None)

    def at(self, uri: str, position: lsp.Position) -> list[tuple[Claim, Place, Finding | None]]:
        """Return the claims whose formula a position is in, with what is known of them."""
        one = self.open.get(uri)
        if one is None or one.lines.text != one.read:
            return []
        offset = one.lines.offset(position.line, position.character)
        return [(c, p, self.found.get(self._key(c))) for c, p in one.document.claims if p.start <= offset <= p.end]

    def actions(self, uri: str, span: lsp.Range) -> list[lsp.CodeAction]:
        """Return the repairs of the claims in a span."""
        one = self.open.get(uri)
        if one is None or one.lines.text != one.read:
            return []
        first, last = (one.lines.offset(at.line, at.character) for at in (span.start, span.end))
        made = []
        for claim, place in one.document.claims:
            finding = self.found.get(self._key(claim))
            if finding is not None and place.start <= last and first <= place.end:
                told = self._diagnostics(one.lines, claim, place, finding)
                made += [
                    lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, told, is_preferred=k == 0, edit=lsp.WorkspaceEdit({uri: [edit]}))
                    for k, (title, edit) in enumerate(_edits(one.lines, place, finding))
                ]
        return made

    # What is done for it, in threads of its own.

    def _work(self, uri: str, path: Path, text: str, number: int, judge: bool) -> None:
        def gone() -> bool:
            one = self.open.get(uri)
            return one is None or one.number != number

        with contextlib.suppress(Gone, Busy, Closed):
            with self.desk.lease(gone) as worker:
                document = worker.call(Job(read_document, (path, text)), READING)
            if isinstance(document, Outcome):
                document = Document((), (Flaw(str(path), 1, 0, f"it could not be read: {document.failure}"),))
            if gone():
                return
            self.open[uri].document, self.open[uri].read = document, text
            self._publish(uri, path)
            unknown = {self._key(claim): claim for claim, _ in document.claims if self._key(claim) not in self.found and claim.not_checkable is None}
            if judge and unknown:
                how = replace(self.how, certificates=self.root / ".derive/certificates" / paper_name(path))
                self._judge(unknown, how, gone, lambda: self._publish(uri, path))

    def _judge(self, claims: dict[str, Claim], how: How, gone: Callable[[], bool], told: Callable[[], None]) -> None:
        def one(key: str, claim: Claim) -> None:
            with self.desk.lease(gone) as worker:
                self.judged += 1
                finding = worker.call(Job(find, (claim, how, self.root / ".derive/ledger")), self.seconds)
            if isinstance(finding, Outcome):
                finding = Finding("error", 1, f"error: {finding.failure}", f"**error**: {finding.failure}")
            self.found[key] = finding
            told()

        with concurrent.futures.ThreadPoolExecutor(self.desk.size) as threads:
            for job in [threads.submit(one, key, claim) for key, claim in claims.items()]:
                job.result()

    def _key(self, claim: Claim) -> str:
        return f"{key_of(claim, self.how)} {claim.expect}"

    def _publish(self, uri: str, path: Path) -> None:
        one = self.open.get(uri)
        if one is None or one.lines.text != one.read:
            return
        told = [_of_flaw(one.lines, flaw) for flaw in one.document.flaws]
        for claim, place in one.document.claims:
            finding = self.found.get(self._key(claim))
            told += self._diagnostics(one.lines, claim, place, finding, path) if finding is not None else []
        self._tell(uri, list({(d.range.start.line, d.range.start.character, d.message): d for d in told}.values()), one.version)

    def _diagnostics(self, lines: Lines, claim: Claim, place: Place, finding: Finding, path: Path | None = None) -> list[lsp.Diagnostic]:
        own = [flaw for flaw in finding.flaws if path is not None and flaw.file == str(path) and path.suffix == ".md"]
        if own:
            return [_of_flaw(lines, flaw) for flaw in own]
        if not finding.weight:
            return []
        return [lsp.Diagnostic(_span(lines, place.start, place.end), finding.message, lsp.DiagnosticSeverity(finding.weight), code=claim.id, source=SOURCE)]

    def _tell(self, uri: str, told: list[lsp.Diagnostic], version: int | None) -> None:
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.server.text_document_publish_diagnostics, lsp.PublishDiagnosticsParams(uri, told, version))


def _edits(lines: Lines, place: Place, finding: Finding) -> list[tuple[str, lsp.TextEdit]]:
    """What mends a claim: the title of each edit, and the edit."""
    made = []
    if finding.repair is not None and place.whole:
        statement, words = finding.repair
        old = lines.text[place.start : place.end]
        before, after = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
        end = "".join(mark for mark in (old.rstrip()[-1:],) if mark in ".,;")
        new = f"{before}{place.kept}{' ' if place.kept else ''}{statement}{end}{after}"
        made.append((f"Repair: {words}", lsp.TextEdit(_span(lines, place.start, place.end), new)))
    if finding.hypothesis and place.heading >= 0:
        block = f"```math given added: the claim is false without it\n{finding.hypothesis}\n```\n"
        made.append((f"Add the hypothesis {finding.hypothesis}", lsp.TextEdit(_span(lines, place.heading, place.heading), block)))
    return made


def _of_flaw(lines: Lines, flaw: Flaw) -> lsp.Diagnostic:
    line = min(max(flaw.line, 1), len(lines.starts)) - 1
    end = lines.starts[line] + len(lines.line(line))
    start = min(end, lines.starts[line] + max(0, flaw.column - 1))
    return lsp.Diagnostic(_span(lines, start, end), flaw.message, lsp.DiagnosticSeverity.Error, source=SOURCE)


def _span(lines: Lines, start: int, end: int) -> lsp.Range:
    return lsp.Range(lsp.Position(*lines.place(start)), lsp.Position(*lines.place(end)))


def language_server(desk: Desk, how: How, seconds: float) -> tuple[LanguageServer, Editor]:
    """Return a server that judges documents with these workers; `start_io` serves."""
    server = LanguageServer("derive", checker_version())
    editor = Editor(server, desk, how, seconds)

    @server.feature(lsp.INITIALIZE)
    def _(ls: LanguageServer, params: lsp.InitializeParams) -> None:
        folders = [one.uri for one in params.workspace_folders or ()]
        root = to_fs_path(folders[0]) if folders else to_fs_path(params.root_uri or "")
        editor.root = Path(root) if root else Path()
        editor.encoding = str(getattr(ls.workspace.position_encoding, "value", ls.workspace.position_encoding))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _(ls: LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        editor.changed(one.uri, one.text, one.version, save=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _(ls: LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
        one = ls.workspace.get_text_document(params.text_document.uri)
        editor.changed(one.uri, one.source, one.version, save=False)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _(ls: LanguageServer, params: lsp.DidSaveTextDocumentParams) -> None:
        one = ls.workspace.get_text_document(params.text_document.uri)
        editor.changed(one.uri, one.source, one.version, save=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _(ls: LanguageServer, params: lsp.DidCloseTextDocumentParams) -> None:
        editor.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _(ls: LanguageServer, params: lsp.HoverParams) -> lsp.Hover | None:
        found = editor.at(params.text_document.uri, params.position)
        said = [f"`{claim.id}` {finding.hover if finding else 'is judged when the file is saved'}" for claim, _, finding in found]
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(said))) if said else None

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def _(ls: LanguageServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return editor.actions(params.text_document.uri, params.range)

    return server, editor


__all__ = ["Editor", "language_server"]
