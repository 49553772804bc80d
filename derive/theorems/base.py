"""The theorem base as the roads and the verifier read it: `base.json`, made of the `.md` files beside it.

The file holds one object, ``{"schema": 1, "theorems": [...]}``, its theorems in the order of the names of their files and of their
places there. Each is an object of

========== ==========================================================================================================
``id``      unique in the base; what a proof cites
``hash``    SHA-256 of ``problem``, in hexadecimal digits: a proof cites it too, so that no other statement takes its place
``subject`` the file that it stands in, without ``.md``
``title``   one line in words
``source``  the book or survey that states it
``status``  ``axiom``; ``theorem`` if the verifier accepts a proof object of it (`proofs.jsonl`) from axioms and theorems before it;
            ``stated`` if its proof block alone says so: what is no more than an instance of it is cited, not proved
``uses``    the ids of the theorems that it follows from (of an axiom: none); the graph has no circle
``proof``   the text of its proof block (of an axiom: empty): a line is the id of a theorem, and behind a colon its instance, or
            ``calculus`` and what the verifier sees without a theorem
``claim``   its formula in LaTeX
``given``   its declarations and hypotheses in LaTeX
``words``   the kinds of quantities that its conclusion compares, without which the matcher does not look at it; null if it
            compares no scalars by which its names are found (`derive/bounds/matching/patterns.py`)
``problem`` the statement in the prefix language of certificates (`docs/certificates.md`): ``(problem (sizes ...) (least ...)
            (relations ...) (variables (NAME ROWS COLS) ...) (functions ...) (indices ...) (hypotheses ...) (goal ...))``
========== ==========================================================================================================

A statement is meant for all sizes, indices and variables that meet its rules and hypotheses, and strictly: under these both sides have
a value. Bound names are ``letter~0``, ``letter~1``, ... in the order of the text, so that the hash depends on the statement alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from derive.core import Problem
from derive.prefix import problem_from_prefix

FOLDER = Path(__file__).resolve().parent
FILE = FOLDER / "base.json"
AXIOM, THEOREM, STATED = "axiom", "theorem", "stated"
PROOFS = FOLDER / "proofs.jsonl"
"""Proof objects of theorems, a line each; every one cites axioms and theorems of lines before it alone."""


@dataclass(frozen=True)
class Statement:
    """One theorem of the base; the attributes are those of its object in `base.json` (see the head of this module)."""

    id: str
    hash: str
    subject: str
    title: str
    source: str
    status: str
    uses: tuple[str, ...]
    proof: str
    claim: str
    given: str
    problem: str
    words: tuple[str, ...] | None = None

    @cached_property
    def typed(self) -> Problem:
        """The statement as a typed problem."""
        return problem_from_prefix(self.problem)


def proof_objects() -> dict[str, dict[str, Any]]:
    """Return the proof objects of theorems by id, in their order."""
    lines = PROOFS.read_text(encoding="utf-8").splitlines() if PROOFS.exists() else ()
    return {one["claim_id"]: one for one in map(json.loads, lines)}


def statement_hash(problem: str) -> str:
    """Return the hash of a statement in the prefix language."""
    return sha256(problem.encode()).hexdigest()


@lru_cache(maxsize=1)
def base() -> Mapping[str, Statement]:
    """Return the theorems of the base by id, in the order of the file."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    return {one["id"]: Statement(**{**one, **{key: _tuple(one[key]) for key in ("uses", "words")}}) for one in told["theorems"]}


def _tuple(items: list[str] | None) -> tuple[str, ...] | None:
    return None if items is None else tuple(items)


def dependents(identifier: str, theorems: Mapping[str, Statement] | None = None) -> frozenset[str]:
    """Return the theorem and all that follow from it, directly or through others."""
    theorems = base() if theorems is None else theorems
    found = {identifier}
    while True:
        more = {one.id for one in theorems.values() if found.intersection(one.uses)} - found
        if not more:
            return frozenset(found)
        found |= more


def found(*words: str) -> tuple[Statement, ...]:
    """Return the theorems whose id, subject, title, formula or source has all of some words."""
    wanted = [word.lower() for word in words]
    return tuple(one for one in base().values() if all(word in _searched(one) for word in wanted))


def _searched(one: Statement) -> str:
    return " ".join((one.id, one.subject, one.title, one.claim, one.given, one.source)).lower()


class _Package(ModuleType):
    """The package `derive.theorems`, which is a function of users as well: an imported package hides the name of `derive.api`."""

    def __call__(self, *words: str) -> tuple[Statement, ...]:
        return found(*words)


sys.modules[__name__.rpartition(".")[0]].__class__ = _Package

__all__ = [
    "AXIOM", "FILE", "FOLDER", "PROOFS", "STATED", "THEOREM", "Statement", "base", "dependents", "found", "proof_objects", "statement_hash",
]
