r"""What a pass over formulas is about: it is entered where something of that occurs, and leaves everything else as it is.

Most notations and turns of phrase occur in few formulas. A pass says beside its own code, with `about`, which marks of a tree
(`Syn.marks`) it looks for; without any of them it is not called, and what it would return then is returned for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from derive.language.tree.syntax import Syn

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


def about(*marks: str, untouched: Callable[..., R], known: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pass with the marks that it looks for.

    Args:
        marks: Without any of them, anywhere in the trees among its arguments, the pass changes and refuses nothing.
        untouched: What the pass returns then, of its arguments.
        known: A property of a scope: the pass is also entered where it is something for the scope among the arguments.

    """
    wanted = frozenset(marks)

    def decorated(run: Callable[P, R]) -> Callable[P, R]:
        @wraps(run)
        def asked(*args: P.args, **options: P.kwargs) -> R:
            entered = occurs(wanted, args) or (known and any(getattr(argument, known, False) for argument in args))
            return run(*args, **options) if entered else untouched(*args, **options)

        return asked

    return decorated


def occurs(marks: Collection[str], arguments: Iterable[object]) -> bool:
    """Return whether one of some marks occurs in the trees among some arguments, or one of them is of a kind: ``is name``."""
    trees = (tree for argument in arguments for tree in _trees(argument))
    return any(f"is {tree.kind}" in marks or not tree.marks.isdisjoint(marks) for tree in trees)


def _trees(argument: object) -> Iterator[Syn]:
    """The trees that an argument is or lists, alone or with the numbers of their lines."""
    if isinstance(argument, Syn):
        yield argument
    elif isinstance(argument, Sequence) and not isinstance(argument, str):
        for part in argument:
            if isinstance(part, Syn):
                yield part
            elif isinstance(part, tuple) and part and isinstance(part[0], Syn):
                yield part[0]


# What passes return that change nothing.


def first(argument: R, *_: object, **__: object) -> R:
    """Return the first argument."""
    return argument


def second(_: object, argument: R, *__: object, **___: object) -> R:
    """Return the second argument."""
    return argument


def listed(argument: Iterable[R], *_: object, **__: object) -> list[R]:
    """Return the first argument as a list."""
    return list(argument)


def both(argument: R, other: S, *_: object, **__: object) -> tuple[R, S]:
    """Return the first two arguments."""
    return argument, other


def unnamed(argument: Iterable[R], *_: object, **__: object) -> tuple[list[R], list[Any]]:
    """Return the first argument as a list, and an empty list beside it."""
    return list(argument), []


def unbound(*_: object, **__: object) -> frozenset[str]:
    """Return no names."""
    return frozenset()


def nothing(*_: object, **__: object) -> None:
    """Return None."""


def false(*_: object, **__: object) -> bool:
    """Return False."""
    return False


__all__ = ["about", "both", "false", "first", "listed", "nothing", "occurs", "second", "unbound", "unnamed"]
