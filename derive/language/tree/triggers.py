r"""What a pass over formulas is about: it is entered where something of that occurs, and leaves everything else as it is.

Most notations and turns of phrase occur in few formulas. A pass says beside its own code, with `about`, which marks of a tree
(`Syn.marks`) it looks for; without any of them it is not called, and what it would return then is returned for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from derive.language.tree.syntax import Syn

ALONE = "is "
"""What a mark begins with that says the kind of a whole tree."""
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


def about(
    *marks: str,
    untouched: Callable[..., Any],
    known: str = "",
    unless: Collection[str] = (),
    place: tuple[int, int] | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pass with the marks that it looks for.

    Args:
        marks: Without any of them, anywhere in the trees among its arguments, the pass changes and refuses nothing; ``is name``
            says that one of these trees is a name.
        untouched: What the pass returns then, of its arguments.
        known: A property of a scope: the pass is also entered where it is something for the scope among the arguments.
        unless: With any of these marks it changes and refuses nothing, either.
        place: Which arguments are a row and a place in it, if the pass is about what stands there alone.

    """
    wanted = frozenset(marks)
    alone = frozenset(mark.removeprefix(ALONE) for mark in marks if mark.startswith(ALONE))

    def decorated(run: Callable[P, R]) -> Callable[P, R]:
        @wraps(run)
        def asked(*args: P.args, **options: P.kwargs) -> R:
            if place is None:
                given = (*args, *options.values()) if options else args
            else:
                given = args[place[0]][args[place[1]] : args[place[1]] + 1]  # type: ignore[index]
            entered = occurs(wanted, given, alone) or (known and any(getattr(argument, known, False) for argument in given))
            entered = entered and not ruled_out(unless, given)
            return run(*args, **options) if entered else untouched(*args, **options)

        return asked

    return decorated


def occurs(marks: Collection[str], arguments: Iterable[object], alone: Collection[str] = ()) -> bool:
    """Return whether one of some marks occurs in the trees among some arguments, which are alone, in lists, or there with their lines.

    Args:
        marks: The marks.
        arguments: What a pass is given.
        alone: Kinds of which one of the trees may be as a whole.

    """
    for argument in arguments:
        parts = argument if isinstance(argument, list | tuple) else (argument,)
        for part in parts:
            tree = part[0] if isinstance(part, tuple) and part else part
            if isinstance(tree, Syn) and (tree.kind in alone or not tree.marks.isdisjoint(marks)):
                return True
    return False


def ruled_out(marks: Collection[str], arguments: Iterable[object]) -> bool:
    """Return whether one of the marks occurs with which a pass changes nothing."""
    return bool(marks) and occurs(marks, arguments)


# What passes return that change nothing.


def first(argument: R, *_: object, **__: object) -> R:
    """Return the first argument."""
    return argument


def second(_: object, argument: R, *__: object, **___: object) -> R:
    """Return the second argument."""
    return argument


def third(_: object, __: object, argument: R, *___: object, **____: object) -> R:
    """Return the third argument."""
    return argument


def listed(argument: Iterable[R], *_: object, **__: object) -> list[R]:
    """Return the first argument as a list."""
    return list(argument)


def both(argument: R, other: S, *_: object, **__: object) -> tuple[R, S]:
    """Return the first two arguments."""
    return argument, other


def governing_all(argument: R, conditions: Iterable[S], *_: object, **__: object) -> tuple[R, tuple[S, ...]]:
    """Return a statement, and as a tuple the conditions that govern it."""
    return argument, tuple(conditions)


def governing(_: object, conditions: Iterable[S], *__: object, **___: object) -> tuple[S, ...]:
    """Return as a tuple the conditions that govern a statement."""
    return tuple(conditions)


def undefined(scope: R, argument: S, *_: object, **__: object) -> tuple[R, S, tuple[()]]:
    """Return the first two arguments, and no definitions."""
    return scope, argument, ()


def unnamed(argument: R, *_: object, **__: object) -> tuple[R, list[Any]]:
    """Return the first argument, and an empty list beside it."""
    return argument, []


def alone(argument: R, *_: object, **__: object) -> list[R]:
    """Return a list of the first argument."""
    return [argument]


def none(*_: object, **__: object) -> list[Any]:
    """Return an empty list."""
    return []


def nowhere(*_: object, **__: object) -> dict[Any, Any]:
    """Return an empty dictionary."""
    return {}


def unbound(*_: object, **__: object) -> frozenset[str]:
    """Return no names."""
    return frozenset()


def zero_of(argument: R, *_: object, **__: object) -> tuple[int, R]:
    """Return that nothing is counted in the first argument."""
    return 0, argument


def nothing(*_: object, **__: object) -> None:
    """Return None."""


def false(*_: object, **__: object) -> bool:
    """Return False."""
    return False


__all__ = ["about", "alone", "both", "false", "first", "governing", "governing_all", "listed", "none", "nothing", "nowhere", "occurs", "second", "third", "unbound", "undefined", "unnamed", "zero_of"]
