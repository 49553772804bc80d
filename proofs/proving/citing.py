"""Theorems of the base in proofs: what has to be put for their sizes and variables, and that their hypotheses are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import permutations
from typing import Any, Protocol

from proofs import verify
from proofs.verify import Node, Rejected

Put = dict[str, Any]
MAX_SOON, MAX_SOON_EQUAL = 24, 80
"""Parts of a premise that is tried where a theorem is only one of many that may help."""
MAX_SUM = 3
"""Terms of a sum that are put in any order."""


class Live(Protocol):
    """What a builder of proofs offers: its proof, the base, and the taking of steps."""

    proof: verify.Proof
    data: dict[str, Any]
    scope: set[int]
    base: Mapping[str, Any]
    alike: dict[tuple[Node, Node], bool]
    told: dict[tuple[str, ...], list[str]]

    def add(self, **step: Any) -> int:
        """Have a step accepted; return its number."""
        ...

    def index(self, high: Any) -> str:
        """Return the name of an index of the proof's own, of which nothing is supposed; it is kept until it is released."""
        ...

    def release(self, name: str) -> None:
        """Give an index of the proof's own back."""
        ...


def theorem_of(live: Live, name: str) -> verify.Problem:
    """Return a theorem of the base, which the proof lists from now on.

    Raises:
        Rejected: The base has none of that name.

    """
    found = live.proof.theorems.get(name)
    if found is None:
        record = live.base.get(name)
        verify.demand(record is not None, f"the theorem {name} is not in the base")
        assert record is not None
        found = live.proof.theorems[name] = _read(record["problem"])
        live.data["theorems"][name] = record["hash"]
    return found


_STATED: dict[str, verify.Problem] = {}
_NODES: dict[Any, Node] = {}


def begin() -> None:
    """Forget all nodes but those of theorems that were read: they are the same in every proof."""
    verify.begin()
    Node.table.update(_NODES)


def _read(text: str) -> verify.Problem:
    """The problem of a theorem; a process reads it once."""
    if text not in _STATED:
        theorem = _STATED[text] = verify.read_problem(text, rewriting=False)
        _NODES.update(((n.op, n.data, n.args), n) for f in (*theorem.hypotheses, theorem.goal) for n in verify.nodes(f))
    return _STATED[text]


def told_by(live: Live, heads: tuple[str, ...]) -> list[str]:
    """Return the theorems whose problem holds one of some texts, in the order of the base."""
    if heads not in live.told:
        live.told[heads] = [name for name, one in live.base.items() if any(head in one["problem"] for head in heads)]
    return live.told[heads]


def cite(live: Live, name: str, known: Callable[[Node], int], **values: Node) -> int:
    """Take an instance of a theorem as a step.

    Args:
        live: The proof.
        name: Its id in the base.
        known: Gives the number of a step that says a formula.
        values: What is put for its variables.

    Raises:
        Rejected: It is no instance, or a hypothesis is not known.

    """
    theorem = theorem_of(live, name)
    sizes: Put = {}
    for variable, shape in theorem.variables.items():
        for place, dim in zip(shape, values[variable].shape, strict=True):
            bind_dim(place, dim, sizes)
    return instance(live, name, known, values, sizes)


def instance(live: Live, name: str, known: Callable[[Node], int], values: Mapping[str, Node], sizes: Put) -> int:
    """Take the instance of a theorem at given sizes and values as a step."""
    theorem = theorem_of(live, name)
    verify.demand(sizes.keys() == theorem.sizes.least.keys(), "a size is not determined")
    premises = [known(verify.replaced(h, dict(values), sizes)) for h in theorem.hypotheses]
    says = verify.replaced(theorem.goal, dict(values), sizes)
    settled = live.proof.allowed | {f for f, _ in live.proof.known}
    for condition in live.proof.conditions_of(says) - settled:
        if condition.op == "=":  # that a matrix has eigenvalues: it is symmetric
            known(condition)
        elif condition.op == "!=" and (above := verify.make(">", (), condition.args)) in settled:  # a singular value by which is divided
            live.add(by="weaken", says=verify.text_of(condition, sharing=True), **{"from": [known(above)]})
    step = {"by": "theorem", "id": name, "says": verify.text_of(says)}
    step |= {
        "sizes": {n: verify.dim_text(d) for n, d in sizes.items()},
        "with": {n: verify.text_of(v) for n, v in values.items()},
    }
    return live.add(**step, **({"from": premises} if premises else {}))


def bind_dim(place: tuple[Any, ...], dim: tuple[Any, ...], sizes: Put) -> bool:
    """Put a dimension for a name of a size; whether that agrees with what is put for it already."""
    if len(place) == 1 and (name := verify.name_of(place[0])) is not None and name[0] != "#":
        return sizes.setdefault(name, dim) == dim
    if len(place) == len(dim) > 1:
        return all(bind_dim((p,), (d,), sizes) for p, d in zip(place, dim, strict=True))
    return bool(place == dim or verify.total(verify.placed(s, sizes) for s in place) == verify.total(dim))


def fits(pattern: Node, node: Node, values: dict[str, Node], sizes: Put) -> bool:
    """Whether a node is an instance of a pattern; its names are bound. What is bound inside the node is no instance of a name."""
    if pattern.op == "var" and pattern.data[0][0] != "#":
        shapes = all(bind_dim(p, d, sizes) for p, d in zip(pattern.shape, node.shape, strict=True))
        return shapes and not any(n[0] == "#" for n in node.free) and values.setdefault(pattern.data[0], node) is node
    args = node.args
    if pattern.op == "scale" and pattern.args[0].op == "var" and node.op != "scale" and pattern.args[0].data[0] not in values:  # once itself
        values[pattern.args[0].data[0]] = verify.const(1)
        return fits(pattern.args[1], node, values, sizes)
    if pattern.op == node.op == "add" and len(args) > len(pattern.args):
        k = len(pattern.args) - 1
        args = (*args[:k], verify.add(*args[k:]))
    if pattern.op == node.op == "add" and len(args) == len(pattern.args) <= MAX_SUM:
        for order in permutations(args):
            put, dims = dict(values), dict(sizes)
            if all(fits(p, a, put, dims) for p, a in zip(pattern.args, order, strict=True)):
                values.update(put)
                sizes.update(dims)
                return True
        return False
    if pattern.op != node.op or len(pattern.args) != len(args) or len(pattern.data) != len(node.data):
        return False
    return all(_same(p, d, sizes) for p, d in zip(pattern.data, node.data, strict=True)) and all(
        fits(p, a, values, sizes) for p, a in zip(pattern.args, args, strict=True)
    )


def instances_at(f: Node, e: Node, sizes: verify.Sizes) -> Iterator[tuple[str, Node]]:
    """Yield what a formula for all indices says of an expression on one of its sides, and at which index."""
    if f.op != "forall" or f.data[1] != "index":
        return
    body = verify.replaced(f.args[0], {}, {f.data[0]: (verify.named("?"),)})
    for side in body.args if body.op in verify.RELATIONS else ():
        if (place := place_in(side, e, sizes)) is not None:
            yield verify.size_text(verify.total(place)), verify.replaced(body, {}, {"?": place})


def place_in(pattern: Node, e: Node, sizes: verify.Sizes) -> tuple[Any, ...] | None:
    """Return what an expression has in the place of the index ``?`` of a pattern; None if it is no instance of it."""
    own = {n: (verify.named(n),) for n in pattern.free if n in sizes.least}
    values = {n.data[0]: n for n in verify.nodes(pattern) if n.op == "var"}
    unknown = (verify.named("?"),)
    found = "?" in pattern.free and fits(pattern, e, values, own) and own.get("?", unknown) != unknown
    return own["?"] if found else None


def head_of(node: Node) -> str:
    """The text that every term of this operator begins with, and every norm of this kind."""
    return f"({node.op} {node.data[0]} " if node.op in ("norm", "map", "sigma", "eig", "indicator") else f"({node.op} "


def speaking_of(live: Live, node: Node) -> list[str]:
    """Return the theorems that say what an expression is, then those that say what it is at most, by the head of their left side.

    Those of any matrix come after those of products, sums and the like.
    """
    head = head_of(node)
    heads = [f"(goal ({op} {head}{inner}" for op in ("=", "<=") for inner in ("%", f"({node.args[0].op}", "(var")]
    return list(dict.fromkeys(name for h in heads for name in told_by(live, (h,))))


def applied(live: Live, name: str, node: Node, known: Callable[[Node], int]) -> int:
    """Take the instance of a theorem whose left side is an expression as a step; all its names must occur there.

    Raises:
        Rejected: The theorem does not speak of it, or a hypothesis is not known.

    """
    values: dict[str, Node] = {}
    sizes: Put = {}
    theorem = theorem_of(live, name)
    verify.demand(fits(theorem.goal.args[0], node, values, sizes), "the theorem speaks of something else")
    verify.demand(values.keys() == theorem.variables.keys(), "a variable is not determined")
    return instance(live, name, known, values, sizes)


def known_soon(live: Live, known: Callable[[Node], int]) -> Callable[[Node], int]:
    """What gives the number of a step that says a formula, if that is known or the formula is small enough to be tried."""

    def soon(formula: Node) -> int:
        said = {f for f, _ in live.proof.known} | {*live.proof.problem.hypotheses}
        orders = any(n.op == "eig" for h in live.proof.problem.hypotheses for n in verify.nodes(h))
        verify.demand(formula in said or orders or all(n.op != "eig" for n in verify.nodes(formula)), "an order of which nothing is given")
        weight = 0 if formula in said else verify.inside_norms_free(formula)[0].weight
        if formula.op == "=" and MAX_SOON < weight <= MAX_SOON_EQUAL:
            return live.add(by="identity", says=verify.text_of(formula, sharing=True))
        verify.demand(weight <= MAX_SOON, "a premise that is not known, and large")
        return known(formula)

    return soon


def _same(pattern: Any, data: Any, sizes: Put) -> bool:
    if isinstance(pattern, tuple) and isinstance(data, tuple) and not verify.is_size(pattern):
        return bind_dim(pattern, data, sizes)
    if verify.is_size(pattern) and verify.is_size(data):
        return bind_dim((pattern,), (data,), sizes)
    return bool(pattern == data)


def determined(live: Live, theorem: verify.Problem, values: dict[str, Node], sizes: Put) -> dict[str, Node]:
    """Values of all variables: those that its statement does not name are found where a hypothesis of it is known."""
    for hypothesis in theorem.hypotheses:
        if all(name in values for name in hypothesis.free & theorem.variables.keys()):
            continue
        for formula in [f for f, _ in live.proof.known] + live.proof.problem.hypotheses:
            put, dims = dict(values), dict(sizes)
            if fits(hypothesis, formula, put, dims):
                values, _ = put, sizes.update(dims)
                break
    return values


TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def instances(live: Live, formula: Node, known: Callable[[Node], int]) -> Iterator[int]:
    """Yield steps that say a formula by one theorem of the base whose statement has its form, also if its sides are exchanged."""
    yield from _instances(live, formula, known)
    if (other := _of_difference(formula)) is not None:
        for number in instances(live, other, known):
            with suppress(Rejected):
                yield as_written(live, number, formula)
    if formula.op == "=" or (formula.op in TURNED and all(a.scalar for a in formula.args)):
        for number in _instances(live, verify.make(TURNED.get(formula.op, "="), (), formula.args[::-1]), known):
            with suppress(Rejected):
                yield as_written(live, number, formula)


def _of_difference(formula: Node) -> Node | None:
    """Of a bound of a difference of two numbers by zero the same between the two."""
    if formula.op not in TURNED or formula.args[1] is not verify.const(0) or formula.args[0].op != "add" or len(formula.args[0].args) != 2:  # noqa: PLR2004
        return None
    a, b = formula.args[0].args
    is_opposite = a.scalar and b.op == "scale" and b.args[0] is verify.const(-1)
    return verify.make(formula.op, (), (a, b.args[1])) if is_opposite else None


def _instances(live: Live, formula: Node, known: Callable[[Node], int]) -> Iterator[int]:
    heads = f"(goal ({formula.op} ({formula.args[0].op} ", f"(goal ({formula.op} %"  # an abbreviation may stand there
    for name in told_by(live, heads):
        values: dict[str, Node] = {}
        sizes: Put = {}
        try:
            if fits((theorem := theorem_of(live, name)).goal, formula, values, sizes):
                number = instance(live, name, known, determined(live, theorem, values, sizes), sizes)
                yield as_written(live, number, formula)
        except (Rejected, KeyError):
            continue


def as_written(live: Live, number: int, formula: Node) -> int:
    """Return a step that says a relation as it is written, from one that says it in other words.

    Raises:
        Rejected: The calculus does not see that they are the same.

    """
    if live.proof.known[number - 1][0] is formula:
        return number
    says = verify.text_of(formula, sharing=True)
    if formula.op == "=":
        return live.add(by="identity", says=says, using=[number])
    verify.demand(formula.op in TURNED and all(a.scalar for a in formula.args), "another formula")
    return live.add(by="combine", says=says, products=[["1", [number]]])


__all__ = ["Live", "applied", "begin", "cite", "fits", "instance", "instances", "known_soon", "speaking_of", "theorem_of"]
