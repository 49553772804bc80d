"""A proof under construction: its steps, each accepted by the verifier, the names of its own, and what it costs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any

from proofs import verify
from proofs.proving.citing import begin
from proofs.proving.steps import MAX_EQUAL, Step, Tried, renumbered, uses
from proofs.verify import Node, Rejected, recheck

COST, LETTERS, BALLS = 60, 200, 16
"""Work of the calculus that any attempt counts for; letters of what it says, and operations on balls, that count for one more."""


class LiveProof:
    """A live proof; what it keeps has been accepted there.

    Attributes:
        data: The fields of its file.
        base: The theorem base.
        proof: What the verifier knows of it.
        reason: Why the last step that was tried was not accepted.
        indices: Indices of its own with the ends of their ranges; those in ``fixed`` are in use.
        scope: The steps that assume something that is still assumed.
        opening: The number of steps at the beginning, which say what is defined.
        last: The number of the step that says the goal.
        depth: How many premises of theorems deep the search is.
        choosing: Whether one of the parts of a disjunction is looked for.
        alike: Pairs of atoms of which it is known whether they are equal.
        told: Theorems by what their problems hold.
        matches: What instances of theorems say of the scalars of the bound.

    """

    def __init__(self, data: Step, base: Mapping[str, Any], work: int = MAX_EQUAL) -> None:
        self.data, self.base, self.reason = data, base, ""
        begin()
        self.proof = Tried(data, base)
        self.proof.enough = work
        self.indices: dict[str, Any] = {}
        self.alike: dict[tuple[Node, Node], bool] = {}
        self.told: dict[tuple[str, ...], list[str]] = {}
        self.scope: set[int] = set()
        self.fixed: set[str] = set()
        self.matches: list[Node] = []
        self.opening = self.last = self.depth = self.kinks = 0
        self.matching = self.squared = self.general = self.ordering = self.rewriting = self.bounding = self.choosing = False

    def _relation(self, says: str) -> int | None:
        """Return the number of a step that says a relation, None if none is found."""
        raise NotImplementedError

    def _by_equations(self, formula: Node, says: str) -> int | None:
        """Return the number of a step that says an equation by what theorems say, None if none is found."""
        raise NotImplementedError

    def _hypothesis(self, formula: Node) -> int:
        """Return the number of a step that says a formula.

        Raises:
            Rejected: It is not known.

        """
        raise NotImplementedError

    def _restrict(self, domain: list[Node]) -> None:
        """Have the proof speak of points that meet some conditions."""
        texts = {verify.text_of(f, sharing=True): f for f in domain}
        self.data["domain"] = sorted(texts)
        self.proof.domain = [texts[text] for text in self.data["domain"]]
        self.proof.allowed = self.proof.granted | {*self.proof.domain}


    def fields(self) -> Step:
        """Return the fields of the proof file that the steps need."""
        data = self._pruned()
        kept = {s["id"] for s in data["steps"] if s["by"] == "theorem"}
        data["theorems"] = {k: v for k, v in data["theorems"].items() if k in kept}
        told = json.dumps([*data["steps"], *(json.dumps(s.get("name")) for s in data["steps"])])
        data["indices"] = {k: v for k, v in data["indices"].items() if k not in self.indices or json.dumps(json.dumps(k))[1:-1] in told}
        return data


    def _pruned(self) -> Step:
        """The fields with the steps alone that the one of the goal rests on, and those at the beginning that say what is defined."""
        steps = self.data["steps"]
        owed = {f for c in self.proof.owed for f in verify.stronger(c)}
        opening = [k for k, (f, _) in enumerate(self.proof.known[: self.opening], 1) if f in owed]
        wanted: set[int] = set()
        todo = [self.last, *opening]
        while todo:
            if (k := todo.pop()) not in wanted:
                wanted.add(k)
                todo += [*uses(steps[k - 1]), *self._defining(steps[k - 1])]
        places = {k: n for n, k in enumerate(sorted(wanted), 1)}
        data = {k: v for k, v in self.data.items() if k != "problem"}
        return {**data, "steps": [renumbered(steps[k - 1], places) for k in sorted(wanted)]}


    def _defining(self, step: Step) -> list[int]:
        """The numbers of the steps that say that what a step speaks of has a value."""
        texts = [step["says"], *(step.get("with") or {}).values()] if isinstance(step.get("with"), dict) else [step["says"]]
        texts += [x for left, _, right in step.get("cofactors", []) for x in (left, right) if x is not None]
        texts += [k for _, ks in step.get("products", []) for k in ks if isinstance(k, str)]
        conditions = {c for text in texts for c in self.proof.conditions_of(self.proof.read(text))} - self.proof.allowed
        wanted = {f for c in conditions for f in verify.stronger(c)}
        return [n for n, (f, _) in enumerate(self.proof.known, 1) if f in wanted]


    def add(self, **step: Any) -> int:
        """Have a step accepted and keep it; return its number.

        Raises:
            Rejected: The verifier does not accept it.
            Overspent: The search has taken all that it may.

        """
        self.proof.count(COST + len(step["says"]) // LETTERS)
        before = recheck.Ball.work
        try:
            self.proof.take(step)
        except (recheck.Rejected, recheck.Undecided) as reason:  # numbers that are too long for the exact evaluator
            raise Rejected(str(reason)) from None
        finally:
            self.proof.effort += (recheck.Ball.work - before) // BALLS
        self.data["steps"].append(step)
        return len(self.data["steps"])


    def in_cases(self, split: int, shown: Callable[[int, Node, int], int | None]) -> list[list[int]] | None:
        """Return for each case of a step that says ``f or g`` its assumption and what is shown under it; None if one is not shown.

        Args:
            split: The number of the step.
            shown: Gives for the place of a case, the case, and the step that assumes it the number of one that follows; None if none was found.

        Raises:
            Rejected: A step is not accepted.

        """
        cases = []
        for place, case in enumerate(self.proof.known[split - 1][0].args):
            assumed = self.add(by="assume", says=verify.text_of(case, sharing=True))
            self.scope.add(assumed)
            try:
                number = shown(place, case, assumed)
            finally:
                self.scope.discard(assumed)
            if number is None:
                return None
            cases.append([assumed, number])
        return cases


    def index(self, high: Any) -> str:
        """Return the name of an index of the proof's own that runs from 1 to an end; it is in use until it is released."""
        found = next((n for n, end in self.indices.items() if end == high and n not in self.fixed), None)
        if found is None:
            taken = self.proof.variables.keys() | self.proof.sizes.least.keys() | self.proof.problem.functions.keys()
            found = next(n for k in itertools.count(1) if (n := f"k{k}") not in taken)
            self.indices[found] = self.proof.sizes.own[found] = self.proof.sizes.ranges[found] = high
            self.proof.sizes.least[found] = 1
            self.data["indices"][found] = verify.size_text(high)
        self.fixed.add(found)
        return found


    def variable(self, rows: Any, cols: Any) -> str:
        """Return the name of a variable of the proof's own, of which nothing is supposed."""
        taken = self.proof.variables.keys() | self.proof.sizes.least.keys() | self.proof.problem.functions.keys()
        name = next(n for k in itertools.count(1) if (n := f"v{k}") not in taken)
        self.data["variables"][name] = f"{verify.dim_text(rows)} {verify.dim_text(cols)}"
        self.proof.variables[name] = rows, cols
        self.proof.own.add(name)
        return name


    def release(self, name: str) -> None:
        """Give an index back."""
        self.fixed.discard(name)


    def _in_scope(self, number: int) -> bool:
        """Whether a step rests on assumptions alone that are still in force; ranges of indices always are."""
        return {k for k in self.proof.known[number - 1][1] if isinstance(k, int)} <= self.scope


    def _try(self, **step: Any) -> int | None:
        try:
            return self.add(**step)
        except Rejected as reason:
            self.reason = str(reason)
            return None


__all__ = ["LiveProof"]
