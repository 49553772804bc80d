"""docs/gallery.md says what the page answers: commands and links ask the same, of which the service understands each."""

from __future__ import annotations

import contextlib
import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs.auditing.workers import Job, Outcome
from proofs.reading.options import ROADS, How
from proofs.reading.paper import BadPaper
from proofs.serving import tasks
from proofs.serving.requests import BadRequest, Service
from tests.proofs.serving.gallery import DOCS, WIDTH, Entry, asked, entries, link, linked

ENTRIES = entries()


class Here:
    """A desk whose worker is this process; it leaves out the code of a derivative, and the roads that need torch."""

    @contextlib.contextmanager
    def lease(self, gone: Callable[[], bool]) -> Iterator[Here]:
        yield self

    def call(self, job: Job, seconds: float, said: Callable[[Any], None] = lambda _: None) -> Any:
        if job.call is tasks.code:
            return {"code": []}
        arguments = [replace(one, roads=ROADS[:3]) if isinstance(one, How) else one for one in job.arguments]
        try:
            return job.call(*arguments)
        except BadPaper as bad:
            return Outcome(flaws=bad.flaws)


def answers(folder: Path, kind: str, fields: dict[str, str]) -> dict[str, dict[str, Any]]:
    found: list[dict[str, Any]] = []
    Service(Here(), Here(), folder, 60.0).answer(kind, fields, found.append, lambda: False)  # type: ignore[arg-type]
    return {event["event"]: event for event in found}


def test_there_are_twelve_with_their_pictures() -> None:
    assert len(ENTRIES) == (DOCS / "gallery.md").read_text(encoding="utf-8").count("\n## ") == 12
    pictures = [DOCS / entry.picture for entry in ENTRIES]
    assert sorted(pictures) == sorted((DOCS / "gallery").iterdir())
    sizes = [len(picture.read_bytes()) for picture in pictures]
    assert max(sizes) < 60_000 and sum(sizes) < 600_000
    assert {struct.unpack(">I", picture.read_bytes()[16:20])[0] for picture in pictures} == {WIDTH}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: Path(entry.picture).stem)
def test_command_and_link_ask_the_same_and_are_answered_as_it_says(entry: Entry, tmp_path: Path) -> None:
    assert entry.link == link(*asked(entry.command))
    kind, fields = linked(entry.link)
    assert (kind, fields) == asked(entry.command)
    events = answers(tmp_path, kind, fields)
    assert "flaws" not in events and "failure" not in events
    said = re.match(r"\*\*([a-z-]+)\*\*: ", entry.sentence)
    assert events["derivative" if kind == "derive" else "verdict"]["verdict"] == (said[1] if said else "holds")


def test_a_link_that_was_cut_or_misspelled_is_noticed(tmp_path: Path) -> None:
    kind, fields = linked(ENTRIES[-1].link)
    cut = linked(ENTRIES[-1].link[: ENTRIES[-1].link.index("%5C") + 3])
    assert cut != (kind, fields) and "flaws" in answers(tmp_path, *cut)
    with pytest.raises(BadRequest, match="`claims` is not known"):
        answers(tmp_path, kind, {"claims": fields["claim"]})
