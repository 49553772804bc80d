"""One pin: a claim that the repository knows, and what was found of it; a line of JSON."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofs.reading.paper import Block, Claim, Settings
from proofs.reading.reader import read_paper
from proofs.reading.shipped import shipped_papers
from proofs.results.schema import ClaimResult, renumbered

Json = dict[str, Any]
FOLDER = Path(__file__).parent
_FIGURES = re.compile(r", best ratio \S+")
"""What a search came to: floats, which differ from machine to machine."""
PAPERS = "papers"
"""The file with the claims of the shipped papers; these are named, not copied."""
FOUND = ("verdict", "strength", "domain", "understood", "readings", "hypothesis", "repair", "corrected")
"""What is kept of a result, where there is something to keep."""
PARTS = 5
"""One of so many pins is judged with the tests."""
SLOW = 8.0
"""Seconds on a busy machine: pins that take more are judged by `make pins` alone, as one in fourteen of them took most of the time."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A claim with what was found of it.

    Attributes:
        id: ``paper:claim``, or the group of the claim and a hash of its texts.
        stated: The claim as JSON (see `stated`); empty for one of a shipped paper.
        found: What was found, by the names of `FOUND`.
        judged: A test judges the claim as well, so that the gate need not do it twice.
        slow: It takes longer than the gate has time for (see `SLOW`).

    """

    id: str
    stated: Json
    found: Json
    judged: bool = False
    slow: bool = False

    @property
    def group(self) -> str:
        """The file that it stands in."""
        return self.id.split("/")[0] if "/" in self.id else PAPERS

    @property
    def share(self) -> int:
        """Which of the parts it belongs to, whatever other pins there are."""
        return int(self.shuffled, 16) % PARTS

    @property
    def shuffled(self) -> str:
        """A text to sort by that depends on the id, and on nothing that the id tells."""
        return _hash(self.id)

    @property
    def claim(self) -> Claim:
        """The claim, to be judged.

        Raises:
            LookupError: It is no longer in its paper.

        """
        if not self.stated:
            paper, name = self.id.split(":", 1)
            return replace(_claims(paper)[name], expect=None)
        settings = Settings(**{key: _settled(value) for key, value in self.stated.get("settings", {}).items()})
        levels = tuple(tuple(map(_block, _blocks(level))) for level in _levels(self.stated["given"]))
        return Claim(
            self.id,
            "",
            0,
            "pin",
            settings=settings,
            given=levels,
            math=tuple(map(_block, _blocks(self.stated["claim"]))),
        )

    @property
    def line(self) -> str:
        """The pin as a line of its file."""
        test = {key: True for key in ("judged", "slow") if getattr(self, key)}
        found = {key: self.found[key] for key in FOUND if self.found.get(key)}
        return json.dumps({"id": self.id, **self.stated, **test, **found}, ensure_ascii=False)


def pin_of(line: str) -> Pin:
    """Read a line."""
    row = json.loads(line)
    given = {key: row[key] for key in ("given", "claim", "settings") if key in row}
    return Pin(row["id"], given, {key: row[key] for key in FOUND if key in row}, row.get("judged", False), row.get("slow", False))


def read_pins(folder: Path = FOLDER) -> list[Pin]:
    """Return all pins, in the order of their files."""
    return [pin_of(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]


def write_pins(pins: Iterable[Pin], folder: Path = FOLDER) -> None:
    """Write all pins, sorted, a file a group."""
    groups: dict[str, dict[str, str]] = {}
    for pin in pins:
        groups.setdefault(pin.group, {})[pin.id] = pin.line
    for old in folder.glob("*.jsonl"):
        if old.stem not in groups:
            old.unlink()
    for group, lines in groups.items():
        (folder / f"{group}.jsonl").write_text("".join(f"{lines[k]}\n" for k in sorted(lines)), encoding="utf-8")


UNSTEADY = frozenset({"bounds/3228f10b87", "known/8b0f6bebf5"})
"""Pins whose witness or hypothesis depends on how a machine rounds: found on one kind of processor and not on another, so no gate judges them."""


def in_gate(pins: Iterable[Pin]) -> list[Pin]:
    """Return the fixed part that the gate judges: what no test judges whole, and what is not slow."""
    return [pin for pin in pins if not (pin.judged or pin.slow) and pin.share == 0 and pin.id not in UNSTEADY]


def found_of(result: ClaimResult) -> Json:
    """Return what is kept of a result."""
    readings = {one["name"]: one["verdict"] for one in result.readings}
    found = {
        "verdict": result.verdict,
        "strength": _FIGURES.sub("", result.strength),
        "domain": getattr(result, "domain", None),
        "understood": result.understood,
        "readings": readings,
        "hypothesis": result.hypothesis,
        "repair": (result.repair or {}).get("statement"),
        "corrected": " ".join(str(result.corrected[key]) for key in ("verdict", "strength")) if result.corrected else None,
    }
    return {key: value for key, value in renumbered(found).items() if value} | {"seconds": result.seconds}


def stated(claim: Claim) -> Json:
    """Return a claim as JSON: its blocks, what it is given, level by level, and what its settings change.

    A single block is written as its text, and a single level of a single block as well.
    """
    given: Any = [_short([_told(block) for block in level]) for level in claim.given]
    own, usual = asdict(claim.settings), asdict(Settings())
    changed = {key: value for key, value in own.items() if value != usual[key]}
    found = {"given": _short(given) or "", "claim": _short([_told(block) for block in claim.math])}
    return found | ({"settings": changed} if changed else {})


def named(group: str, found: Json) -> str:
    """Return the id of a claim that stands in no shipped paper."""
    return f"{group}/{_hash(json.dumps(found, sort_keys=True))[:10]}"


def of_papers() -> Iterator[str]:
    """Yield the ids of all claims of the shipped papers that can be judged."""
    for paper in shipped_papers():
        yield from (f"{paper}:{name}" for name, claim in _claims(paper).items() if claim.not_checkable is None)


@lru_cache(maxsize=16)
def _claims(paper: str) -> dict[str, Claim]:
    return {claim.id: claim for claim in read_paper(shipped_papers()[paper]).claims}


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _short(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 and isinstance(values[0], str) else values


def _told(block: Block) -> Any:
    return {"text": block.text, "reading": block.reading} if block.reading else block.text


def _block(told: Any) -> Block:
    return Block(told, 1) if isinstance(told, str) else Block(told["text"], 1, told["reading"])


def _levels(told: Any) -> list[Any]:
    return [told] if isinstance(told, str) else told


def _blocks(told: Any) -> list[Any]:
    if isinstance(told, str):
        return [told] if told else []
    return told


def _settled(value: Any) -> Any:
    return tuple(map(_settled, value)) if isinstance(value, list) else value
