"""What the page can ask for: each request is a JSON object, each answer a sequence of events, as they come."""

from __future__ import annotations

import concurrent.futures
import contextlib
import hashlib
import json
import shutil
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofs.auditing.workers import Job, Outcome
from proofs.reading.header import CHOICES
from proofs.reading.options import EFFORTS, How
from proofs.reading.paper import BadPaper, Claim, Flaw
from proofs.results.schema import Json
from proofs.serving import tasks
from proofs.serving.desk import Desk, Gone

Send = Callable[[Json], None]
WHILE_TYPING = 4.0
"""Seconds for what is shown while one types."""
KEPT = 400
"""Answers that are kept."""
MOST_CLAIMS = 3000
LONGEST = 100_000
"""Characters of a formula or of declarations."""


class BadRequest(Exception):
    """A request that cannot be used; the text says what was expected."""


@dataclass(slots=True)
class Service:
    """Answers requests.

    Attributes:
        desk: The workers that judge.
        quick: The workers for what is shown while one types; long judgements do not hold it up.
        folder: Where certificates lie while a request is answered.
        seconds: What one claim may take.

    """

    desk: Desk
    quick: Desk
    folder: Path
    seconds: float
    _kept: OrderedDict[str, list[Json]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, kind: str, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        """Send the events of an answer.

        Raises:
            BadRequest: The request cannot be used; nothing was sent.
            Gone: Nobody waits any more.
            proofs.serving.desk.Busy: Too many wait.
            proofs.serving.desk.Closed: There are no workers.

        """
        handler, texts, wanted = _KINDS[kind]
        asked = _checked(asked, texts, wanted)
        if kind == "paper":
            self._paper(asked, send, gone)
            return
        key = hashlib.sha256(json.dumps([kind, asked], sort_keys=True).encode()).hexdigest()
        with self._lock:
            known = self._kept.get(key)
        if known is not None:
            for event in known:
                send(event)
            return
        events: list[Json] = []
        start = time.monotonic()

        def told(event: Json) -> None:
            event["after"] = round(time.monotonic() - start, 3)
            events.append(event)
            send(event)

        handler(self, asked, told, gone)
        if not any(event["event"] == "failure" for event in events):
            with self._lock:
                self._kept[key] = events
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)

    # While one types.

    def _preview(self, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        with self.quick.lease(gone) as worker:
            _told("preview", worker.call(Job(tasks.preview, ([asked["text"]], asked["given"])), WHILE_TYPING), send)

    def _guess(self, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        with self.quick.lease(gone) as worker:
            _told("guess", worker.call(Job(tasks.guess, ([asked["text"]], asked["wrt"])), WHILE_TYPING), send)

    # A derivative, a claim.

    def _derive(self, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        with self.desk.lease(gone) as worker:
            if _told("derivative", worker.call(Job(tasks.derive, (asked,)), self.seconds), send):
                _told("code", worker.call(Job(tasks.code, (asked,)), self.seconds), send)
        send({"event": "done"})

    def _check(self, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        try:
            claim = tasks.claim_of(asked["claim"], asked["given"], asked["conventions"])
        except BadPaper as bad:
            _told("", Outcome(flaws=bad.flaws), send)
            return
        with self._folder() as folder, self.desk.lease(gone) as worker:
            how = How(effort=asked["effort"] or "quick", lean=not asked["effort"], certificates=folder)
            if _told("understood", worker.call(Job(tasks.understood, (claim,)), self.seconds), send):
                found = worker.call(Job(tasks.judged, (claim, how)), self.seconds, lambda word: send({"event": "road", **word}))
                if _told("verdict", found, send) and found["verdict"] == "holds":
                    _told("proof", worker.call(Job(tasks.proved, (claim,)), self.seconds), send)
        send({"event": "done"})

    # A paper.

    def _paper(self, asked: Mapping[str, Any], send: Send, gone: Callable[[], bool]) -> None:
        start = time.monotonic()
        lock = threading.Lock()
        over = threading.Event()

        def told(event: Json) -> None:
            with lock:
                send(event)

        def left() -> bool:
            return over.is_set() or gone()

        with self.desk.lease(gone) as worker:
            found = worker.call(Job(tasks.opened, (asked["name"], asked["text"])), 10 * self.seconds)
        if isinstance(found, Outcome):
            _told("", found, send)
            return
        told_of, paper, text = found
        if len(paper.claims) > MOST_CLAIMS:
            _told("", Outcome(flaws=(Flaw(asked["name"], 0, 0, f"it has {len(paper.claims)} claims, more than {MOST_CLAIMS}"),)), send)
            return
        told({"event": "paper", **told_of})
        results: list[Json | None] = [None] * len(paper.claims)
        with self._folder() as folder, concurrent.futures.ThreadPoolExecutor(self.desk.size) as threads:
            how = How(effort=asked["effort"] or "quick", certificates=folder)

            def one(number: int, claim: Claim) -> None:
                with self.desk.lease(left) as worker:
                    reply = worker.call(Job(tasks.judged_of_paper, (claim, how)), self.seconds)
                if isinstance(reply, Outcome):
                    reply = tasks.shown(_failed(claim, reply), claim)
                results[number] = reply.pop("result")
                told({"event": "claim", "number": number, **reply})

            work = [threads.submit(one, number, claim) for number, claim in enumerate(paper.claims)]
            try:
                for job in concurrent.futures.as_completed(work):
                    job.result()
            except BaseException:
                over.set()
                threads.shutdown(cancel_futures=True)
                raise
            with self.desk.lease(gone) as worker:
                job = Job(tasks.report, (text, told_of["name"], results, str(folder)))
                _told("report", worker.call(job, 10 * self.seconds), told)
        told({"event": "done", "seconds": round(time.monotonic() - start, 3)})

    @contextlib.contextmanager
    def _folder(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _failed(claim: Claim, outcome: Outcome) -> Any:
    from proofs.auditing.auditor import failed

    if outcome.flaws:
        return failed(claim, "\n".join(dict.fromkeys(map(str, outcome.flaws))), "unread")
    return failed(claim, outcome.failure)


def _told(event: str, reply: Any, send: Send) -> bool:
    """Send a reply, or what is wrong with the input, or that the worker failed; return whether it was a reply."""
    if not isinstance(reply, Outcome):
        send({"event": event, **{k: v for k, v in reply.items() if k != "result"}})
        return True
    if reply.flaws:
        flaws = [{"part": _part(f.file), "line": f.line, "column": f.column, "message": f.message} for f in dict.fromkeys(reply.flaws)]
        send({"event": "flaws", "flaws": flaws})
    else:
        send({"event": "failure", "message": reply.failure})
    return False


def _part(file: str) -> str:
    """The field of the page that a flaw is in; a claim that stands in no file is called `check`."""
    return "claim" if file == "check" else "by" if file.startswith("--wrt") else file.removeprefix("--")


_KINDS: dict[str, tuple[Callable[..., None], tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "preview": (Service._preview, ("text", "given"), {}),
    "guess": (Service._guess, ("text", "wrt"), {}),
    "derive": (Service._derive, ("expression", "given", "wrt"), {"order": tuple(tasks.ORDERS)}),
    "check": (Service._check, ("claim", "given"), {"effort": ("", *EFFORTS[:2])}),
    "paper": (Service._paper, ("name", "text"), {"effort": ("", *EFFORTS[:2])}),
}
"""What can be asked for: its texts, and what is chosen of a few words (the first where it is absent)."""
KINDS = tuple(_KINDS)


def _checked(asked: Mapping[str, Any], texts: tuple[str, ...], wanted: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Return a request with everything in it that is needed, and nothing else.

    Raises:
        BadRequest: Something is missing, too long or of the wrong kind.

    """
    known = (*texts, *wanted, "conventions")
    if extra := sorted(set(asked) - set(known)):
        raise BadRequest(f"`{str(extra[0])[:40]}` is not known; there are {', '.join(known)}")
    found: dict[str, Any] = {}
    for name in texts:
        value = asked.get(name, "")
        if not isinstance(value, str):
            raise BadRequest(f"`{name}` is a text")
        if name != "text" and len(value) > LONGEST:
            raise BadRequest(f"`{name}` has {len(value)} characters; at most {LONGEST} are read")
        found[name] = value.encode("utf-8", "replace").decode("utf-8")
    for name, values in wanted.items():
        value = asked.get(name, values[0])
        if value not in values:
            raise BadRequest(f"`{name}` is one of {', '.join(map(repr, values))}")
        found[name] = value
    conventions = asked.get("conventions") or {}
    if not isinstance(conventions, dict) or any(v not in CHOICES.get(k, ()) for k, v in conventions.items()):
        raise BadRequest(f"`conventions` is an object with keys {', '.join(CHOICES)}")
    return {**found, "conventions": conventions}


__all__ = ["KINDS", "BadRequest", "Gone", "Service"]
