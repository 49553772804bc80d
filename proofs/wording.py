"""Whether the LaTeX of a certificate states what its problem does: the checker itself reads no LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from derive.core import Formula, Problem, Rel, conjuncts
from derive.errors import DeriveError
from proofs.reading.header import CHOICES, BadValue, apply_setting
from proofs.reading.paper import BadPaper, Settings, joined

MOST_PARTS = 100_000
"""A problem with more parts, each abbreviation put in, is not compared: abbreviations may double it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How the LaTeX of a certificate, or of a proof, compares with its problem.

    Attributes:
        same: The LaTeX was read and states the goal of the problem.
        left_out: Hypotheses and restrictions of sizes and indices that it states and the problem lacks.
        unread: Why the two cannot be compared; empty if they were.
        refused: Why the conventions and macros that it records are none.
        settings: The conventions that are not the default and the macros that it records, each as a line of a header.
        added: Hypotheses and restrictions that the problem of a proof has and the LaTeX lacks.

    """

    same: bool = False
    left_out: tuple[str, ...] = ()
    unread: str = ""
    refused: str = ""
    settings: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Why a certificate is none of its LaTeX; empty if nothing is known against it."""
        if self.refused:
            return f"its settings are refused: {self.refused}"
        if self.added:
            return f"its problem assumes {self.added[0]}, which its LaTeX does not state"
        if self.left_out:
            return f"its LaTeX states {self.left_out[0]}, which its problem leaves out"
        return "" if self.same or self.unread else "its LaTeX states another claim than its problem"


def compared(path: Path) -> Wording:
    """Compare the LaTeX of a certificate with its problem.

    The LaTeX is read under the conventions and macros that the certificate records (under any conventions, if it records
    none) and lowered as certificates are. If no goal then is the one of the problem, up to the names of bound variables,
    it states another claim; it cannot be compared where it cannot be read, or speaks of arbitrary functions, which a
    problem makes concrete.

    Raises:
        OSError: The file cannot be read.
        Rejected: It is no certificate.

    """
    from derive.lower import lowered_formula, lowered_problem
    from derive.prefix import problem_from_prefix
    from proofs.recheck import load

    data, _ = load(path)
    unread, read, abstract = "", False, False
    try:
        if _parts(data["problem"]) > MOST_PARTS:
            return Wording(unread=f"its problem has more than {MOST_PARTS} parts once its abbreviations are put in")
        problem = lowered_problem(problem_from_prefix(data["problem"]))
        goal = _key(problem.goal)
        given = joined(map(str, data.get("given", ())))
        try:
            recorded = tuple(_settings(data.get("settings")))
        except (BadValue, TypeError, AttributeError, ValueError) as flaw:
            return Wording(refused=" ".join(str(flaw).split()))
        told = _told(recorded[0]) if len(recorded) == 1 else ()
        for settings in recorded:
            try:
                for stated in _stated(str(data["claim"]), given, settings):
                    if goal in (_key(lowered_formula(stated.goal)), _key(_as_kept(stated).goal)):
                        return Wording(True, tuple(_left_out(stated, problem, data)), settings=told)
                    read, abstract = True, abstract or bool(stated.functions)
            except (DeriveError, BadPaper) as flaw:
                unread = unread or " ".join(str(flaw).split())
    except (DeriveError, BadValue, TypeError, AttributeError, ValueError) as flaw:
        return Wording(unread=" ".join(str(flaw).split()))
    if abstract:
        return Wording(unread="it speaks of arbitrary functions, which the problem makes concrete", settings=told)
    return Wording() if read else Wording(unread=unread or "it states nothing that has a type", settings=told)


def compared_proof(path: Path) -> Wording:
    """Compare the LaTeX of a proof with the problem that it proves, in the direction that matters for it.

    A problem with a hypothesis, a restriction of sizes or a range of an index that the LaTeX does not state is a weaker claim.

    Raises:
        OSError: The file cannot be read.
        Rejected: It is no proof.

    """
    from derive.lower import lowered_formula, lowered_problem
    from derive.prefix import problem_from_prefix
    from proofs.verify import load

    data = load(path)
    unread, added, read, told = "", None, False, ()
    try:
        if _parts(data["problem"]) > MOST_PARTS:
            return Wording(unread=f"its problem has more than {MOST_PARTS} parts once its abbreviations are put in")
        problem = problem_from_prefix(data["problem"])
        goal = _key(lowered_problem(problem).goal)
        recorded = tuple(_settings(data.get("settings")))
        told = _told(recorded[0]) if len(recorded) == 1 else ()
        for settings in recorded:
            try:
                for stated in _stated(str(data["claim"]), joined(map(str, data.get("given", ()))), settings):
                    read = True
                    if goal in (_key(lowered_formula(stated.goal)), _key(_as_kept(stated).goal)):
                        more = tuple(_added(stated, problem))
                        if not more:
                            return Wording(True, settings=told)
                        added = added or more
            except (DeriveError, BadPaper) as flaw:
                unread = unread or " ".join(str(flaw).split())
    except (DeriveError, BadValue, TypeError, AttributeError, ValueError) as flaw:
        return Wording(unread=" ".join(str(flaw).split()))
    if added:
        return Wording(added=added, settings=told)
    return Wording(settings=told) if read else Wording(unread=unread or "it states nothing that has a type", settings=told)


def _added(stated: Problem, problem: Problem) -> Iterator[str]:
    """What a problem assumes and the LaTeX does not state."""
    from derive.lower import lowered_formula
    from derive.prefix import formula_to_prefix, size_text

    said = conjuncts(stated.hypotheses)
    turned = [replace(h, lhs=h.rhs, rhs=h.lhs) for h in said if isinstance(h, Rel) and h.op == "="]
    kept = _as_kept(replace(stated, hypotheses=tuple(said))).hypotheses
    known = {_key(lowered_formula(h)) for h in (*said, *turned)} | {_key(h) for h in kept}
    for h in conjuncts(problem.hypotheses):
        if _key(lowered_formula(h)) not in known:
            yield formula_to_prefix(h)
    least = dict(stated.rules.least)
    yield from (f"{n} >= {k}" for n, k in problem.rules.least if k > least.get(n, 1))
    yield from (f"{size_text(s)} {op} 0" for op, s in problem.rules.relations if (op, s) not in stated.rules.relations)
    ranges = {(low, high) for _, low, high in stated.indices}
    yield from (f"{size_text(low)} <= {n} <= {size_text(high)}" for n, low, high in problem.indices if (low, high) not in ranges)


def _parts(text: str) -> int:
    """The number of parts of a problem as a text without abbreviations, which may double with each of them.

    Raises:
        SyntaxProblem: It is no complete expression.

    """
    from derive.prefix import read_tree

    count: dict[str, int] = {}

    def parts(tree: Any) -> int:
        return count.get(tree, 1) if isinstance(tree, str) else 1 + sum(map(parts, tree))

    tree = read_tree(text)
    while isinstance(tree, list) and tree[:1] == ["let"] and len(tree) == 3:
        for name, meaning in tree[1]:
            count[str(name)] = parts(meaning)
        tree = tree[2]
    return parts(tree)


def _told(settings: Settings) -> tuple[str, ...]:
    """What decides how the LaTeX is read, beside the problem: not the file's word for it, but what a reader has to know."""
    usual = Settings().conventions
    chosen = [f"{key}: {value}" for key, value in settings.conventions.items() if value != usual[key]]
    return (*chosen, *(f"the macro {name} for {body}" for name, body in settings.macros))


def _key(formula: Formula) -> str:
    """A key of a formula up to the names of bound variables, the letters that they begin with included."""
    from derive.alike import formula_key

    return re.sub(r"\w+~", "~", str(formula_key(formula)))


def _as_kept(stated: Problem) -> Problem:
    """A problem as it is after it was lowered, written and read again."""
    from derive.lower import lowered_problem
    from derive.prefix import problem_from_prefix, problem_to_prefix

    return lowered_problem(problem_from_prefix(problem_to_prefix(lowered_problem(stated))))


def _settings(recorded: Any) -> Iterator[Settings]:
    """The conventions under which the LaTeX is to be read."""
    if recorded:
        settings = Settings()
        for key, value in recorded.items():
            settings = apply_setting(settings, key, value) if value else settings
        yield settings
        return
    choices = {key: values for key, values in CHOICES.items() if key != "exp"}  # that says which readings there are
    for values in product(*choices.values()):
        settings = Settings()
        for key, value in zip(choices, values, strict=True):
            settings = apply_setting(settings, key, value)
        yield settings


def _stated(claim: str, given: str, settings: Settings) -> Iterator[Problem]:
    """The problems that a text states, in all its readings; limits and extrema as they stand, and as values where these are known."""
    from derive.even_powers import with_even_powers
    from proofs.api import ad_hoc_claim
    from proofs.judging.roads import with_values
    from proofs.judging.understand import understand

    for reading in understand(ad_hoc_claim(claim, given, settings)):
        for link in reading.links:
            if link.typed is not None:
                problems = (link.typed.problem, *(problem for _, problem in link.typed.readings))
                for problem in map(with_even_powers, (p for p in problems if isinstance(p, Problem))):
                    yield problem
                    yield with_values(problem)


def _left_out(stated: Problem, problem: Problem, data: Mapping[str, Any]) -> Iterator[str]:
    """What the LaTeX demands of the input and the problem does not."""
    from derive.lower import lowered_formula
    from derive.prefix import formula_to_prefix, size_text

    assumed = conjuncts(problem.hypotheses)
    turned = [replace(h, lhs=h.rhs, rhs=h.lhs) for h in assumed if isinstance(h, Rel) and h.op == "="]
    known = {_key(h) for h in (*assumed, *turned)}
    stated = replace(stated, hypotheses=tuple(conjuncts(stated.hypotheses)))
    for said, kept in zip(stated.hypotheses, _as_kept(stated).hypotheses, strict=True):
        if not {_key(lowered_formula(said)), _key(kept)} & known:
            yield formula_to_prefix(said)
    yield from (f"{name} >= {k}" for name, k in stated.rules.least if (name, k) not in problem.rules.least)
    yield from (f"{size_text(s)} {op} 0" for op, s in stated.rules.relations if (op, s) not in problem.rules.relations)
    least = dict(stated.rules.least)
    yield from (f"{n} >= {least.get(n, 1)}" for n, k in problem.rules.least if k < least.get(n, 1))
    for name, low, high in stated.indices:
        values = {**data["sizes"], **data["indices"]}  # also of an index that is called a size
        value = values.get(name)
        if isinstance(value, int) and not low.evaluate(values) <= value <= high.evaluate(values):
            yield f"{size_text(low)} <= {name} <= {size_text(high)}"


def left_out(path: Path) -> tuple[str, ...]:
    """Return the hypotheses and restrictions of sizes that the LaTeX of a certificate states and its problem lacks."""
    return compared(path).left_out
