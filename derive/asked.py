"""Passes over problems and formulas that are entered only where an operation occurs that they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from derive.core import Logic, Problem, Quantified, Rel, formula_operators, operators

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


def about(*operations: str, untouched: Callable[..., Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pass with the operations that it looks for.

    Args:
        operations: Without any of them, in the problems and formulas among its arguments, the pass changes and refuses nothing.
        untouched: What the pass returns then, of its arguments.

    """
    wanted = frozenset(operations)

    def decorated(run: Callable[P, R]) -> Callable[P, R]:
        @wraps(run)
        def asked(*args: P.args, **options: P.kwargs) -> R:
            given = (*args, *options.values()) if options else args
            return untouched(*args, **options) if wanted.isdisjoint(occurring(given)) else run(*args, **options)

        return asked

    return decorated


def occurring(arguments: Iterable[object]) -> set[str]:
    """Return the operations that occur in the problems and formulas among some arguments, which are alone or in lists."""
    found: set[str] = set()
    for argument in arguments:
        for part in argument if isinstance(argument, list | tuple) else (argument,):
            if isinstance(part, Problem):
                found |= operators(part)
            elif isinstance(part, Rel | Logic | Quantified):
                found |= formula_operators(part)
    return found


def itself(argument: R, *_: object, **__: object) -> R:
    """Return the first argument."""
    return argument


def as_stated(goal: R, hypotheses: Iterable[S], *_: object, **__: object) -> tuple[R, tuple[S, ...]]:
    """Return a goal and its hypotheses as a tuple."""
    return goal, tuple(hypotheses)


def nothing(*_: object, **__: object) -> None:
    """Return None."""


def none(*_: object, **__: object) -> list[Any]:
    """Return an empty list."""
    return []


__all__ = ["about", "as_stated", "itself", "none", "nothing", "occurring"]
