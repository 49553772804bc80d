"""A short text that tells problems apart: the same for two that differ in the names of bound variables at most."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

from derive.core import FLIP, Expr, Formula, Logic, Problem, Rel, walk
from derive.sizes import Size

_FRESH = re.compile(r"~(\d+)")
"""What tells the names of `derive.build.fresh` apart."""


def fingerprint(problem: Problem) -> str:
    """Return a digest of everything that a problem says.

    Names that were made for a binder count by the order in which they occur: each has a number of its own, so that numbers
    by order say as much. Those of free variables, sizes and indices are kept, for a counterexample tells them.
    """
    free = [name for group in (problem.variables, problem.functions, problem.indices) for name, *_ in group]
    kept = {mark: f"={mark}" for name in (*free, *problem.sizes) for mark in _FRESH.findall(name)}
    return _digest(_Telling(kept).text(problem))


class _Telling:
    """Texts of parts of one problem, with the numbers that fresh names have got so far."""

    def __init__(self, numbers: dict[str, str]) -> None:
        self.numbers = numbers
        self.digests: dict[Expr, str] = {}
        self.lengths: dict[Size, str] = {}

    def text(self, part: Any) -> str:
        """Return a text that no other value has: everything is named by its type, and quoted."""
        if isinstance(part, Expr):
            return self._expression(part)
        if isinstance(part, Size):
            if part not in self.lengths:
                self.lengths[part] = self.text(part.terms)
            return f"Size{self.lengths[part]}"
        if isinstance(part, tuple):
            return f"({','.join(map(self.text, part))})"
        if is_dataclass(part):
            said = tuple(getattr(part, one.name) for one in fields(part) if one.compare)
            return f"{type(part).__name__}{self.text(said)}"
        return f"{type(part).__name__}:{_FRESH.sub(self._number, str(part))!r}"

    def _number(self, mark: re.Match[str]) -> str:
        return "~" + self.numbers.setdefault(mark[1], str(len(self.numbers)))

    def _expression(self, top: Expr) -> str:
        for node in walk(top):
            if node not in self.digests:
                below = ",".join(self.digests[a] for a in node.args)
                self.digests[node] = _digest(f"{node.op}({below}){self.text(node.data)}{self.text(node.shape)}")
        return self.digests[top]


class _Nameless(_Telling):
    """Texts of parts with names left out, that neither the order of sides and conjuncts nor that of hypotheses tells."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__({})
        self.names = names

    def text(self, part: Any) -> str:
        if isinstance(part, str):
            return "name" if part in self.names else repr(_FRESH.sub("~", part))
        if isinstance(part, Size):
            if part not in self.lengths:
                self.lengths[part] = f"Size{sorted(map(self.text, part.terms))}"
            return self.lengths[part]
        if isinstance(part, Rel):
            turned = part.op in (">=", ">")
            sides = [self.text(side) for side in ((part.rhs, part.lhs) if turned else (part.lhs, part.rhs))]
            op = FLIP[part.op] if turned else part.op
            return f"Rel{op}{sorted(sides) if op in ('=', '!=') else sides}{self.text(part.data)}"
        if isinstance(part, Logic):
            last = 1 if part.op == "implies" else 0
            free, rest = part.args[: len(part.args) - last], part.args[len(part.args) - last :]
            return f"Logic{part.op}{sorted(map(self.text, free))}{[self.text(one) for one in rest]}"
        return super().text(part)


def nameless(names: Collection[str]) -> Callable[[Expr | Formula], str]:
    """Return what tells expressions and formulas of one problem apart by all that they say but these names."""
    return _Nameless(names).text


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


__all__ = ["fingerprint", "nameless"]
