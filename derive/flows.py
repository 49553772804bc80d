r"""Differential equations among the hypotheses: ``\dot x = F(x, t)`` of an arbitrary function x of one number t.

Such an equation holds for all t, and through every point a solution goes (F is smooth where it is defined). So a
statement about x(t) and its derivatives at t is one about the point: x(t) is a free variable x, and by the chain rule

    d/dt g(x(t), t) = D_x g [F(x, t)] + D_t g,

for derivatives of higher order again and again. Where an equation is not solved for the derivative, it is read at the
one t that is declared; then it says nothing of derivatives of a higher order or of other points, and the statement is
refused if it speaks of those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from derive import build as b
from derive.build import DERIVATIVES, free_names, substitute
from derive.core import Expr, Formula, Logic, Problem, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.sizes import Shape

HINT = r"write it solved for the derivative, \dot x = F(x), or define the function: x(t) := ..."
_TOTAL = ("var", "const", "zeros", "ones", "eye", "matmul", "add", "scale", "hadamard", "transpose", "reshape", "fun")
"""Operations that are defined everywhere."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Equations solved for derivatives by one number.

    Attributes:
        time: The number.
        fields: Function -> the right side of its equation, in which functions are still written.
    """

    time: str
    fields: Mapping[str, Expr]


class _Elsewhere(Exception):
    """A function that an equation speaks of stands at another point, or varies in another way."""


def along_flows(problem: Problem, own: Mapping[str, str]) -> Problem:
    """Return the problem with the derivatives that equations give put in, functions of the time as free variables.

    Args:
        problem: The statement.
        own: The variable that a function was declared with, as t of ``x(t)``.

    Raises:
        NotSupported: An equation that is not solved for the derivative is asked for more than it says at one point.
    """
    stated = [h for h in problem.hypotheses if isinstance(h, Rel)]
    for flow in _flows(problem, stated, own):
        if not any(_differentiates(e, flow) for e in formula_exprs(problem.goal)):
            continue
        _check_constant(problem.goal, flow)
        try:
            _check_invariant(problem, flow)
            problem = _put_in(problem, flow)
        except _Elsewhere:
            continue
    _check_points(problem, own)
    return problem


def _put_in(problem: Problem, flow: Flow) -> Problem:
    """The problem without the functions of a flow."""
    if any(_speaks_of(h, flow.fields) for h in problem.aside):
        raise _Elsewhere
    hypotheses: list[Formula] = []
    for formula in problem.hypotheses:
        solved = _solved(formula, flow.time) if isinstance(formula, Rel) else None
        if solved is not None and flow.fields.get(solved[0]) == solved[1]:
            if any(node.op not in _TOTAL for node in walk(solved[1])):
                value = _states(solved[1], flow, flow.time)
                hypotheses.append(Rel("=", value, value))  # the right side is defined
            continue
        hypotheses.append(mapped_formula(formula, lambda e: _states(e, flow, flow.time)))
    goal = mapped_formula(problem.goal, lambda e: _states(e, flow, flow.time))
    formulas = (goal, *hypotheses)
    names = frozenset().union(*(b.formula_names(f) for f in formulas))
    shapes = dict(problem.variables) | {f: shape for f, _, shape in problem.functions if f in flow.fields}
    used = {node.data[0] for f in formulas for e in formula_exprs(f) for node in walk(e) if node.op == "fun"}
    return replace(
        problem,
        variables=tuple(sorted((n, s) for n, s in shapes.items() if n in names)),
        functions=tuple(f for f in problem.functions if f[0] in used),
        hypotheses=tuple(hypotheses),
        goal=goal,
        notes=(*problem.notes, "a differential equation holds for all values of its variable: derivatives are put in"),
    )


def _states(e: Expr, flow: Flow, time: str) -> Expr:
    """An expression with the values of the functions as variables and the right sides for their derivatives.

    Args:
        e: The expression.
        flow: The equations.
        time: The name of the time here: that of the flow, or the one that a derivative around it binds.

    Raises:
        _Elsewhere: A function stands at another time, or what a right side depends on varies.
    """
    done: dict[Expr, Expr] = {}
    if not any(node.op == "fun" and node.data[0] in flow.fields for node in walk(e)):
        return e
    binders = b.BINDS_IN_FIRST | {"sup", "inf", *b.LIMITS}

    def of(node: Expr) -> Expr:
        if node in done:
            return done[node]
        if node.op == "fun" and node.data[0] in flow.fields:
            if len(node.args) != 1 or node.args[0] != b.var(time, Shape()):
                raise _Elsewhere
            made = b.var(node.data[0], node.shape)
        elif node.op in DERIVATIVES and node.args[1] == b.var(time, Shape()) and _moves(node.args[0], flow):
            made = _by_time(node, flow, time, [of(a) for a in node.args[2:]])
        else:
            if node.op in binders and _moves(node.args[0], flow) and _binds_what_moves(node, flow):
                raise _Elsewhere
            made = b.rebuild(node, [of(a) for a in node.args])
        done[node] = made
        return made

    return of(e)


def _by_time(node: Expr, flow: Flow, time: str, direction: Sequence[Expr]) -> Expr:
    """The derivative by the time at the time: by the chain rule."""
    inner = node.data[0]
    now, step = b.var(time, Shape()), direction[0] if direction else b.const(1)
    body = _states(node.args[0], flow, inner)
    here = substitute(body, {inner: now})
    parts = [b.frechet(body, inner, now, step)] if inner in free_names(body) or _has_functions(body) else []
    for name, field in flow.fields.items():
        if name not in free_names(body):
            continue
        value = substitute(_states(field, flow, flow.time), {flow.time: now})
        moved, point = b.fresh(name), b.var(name, value.shape)
        along = b.scale(step, value) if direction and step != b.const(1) else value
        parts.append(b.frechet(substitute(here, {name: b.var(moved, value.shape)}), moved, point, along))
    made = b.add(*parts) if len(parts) > 1 else parts[0] if parts else b.zeros(body.shape.rows, body.shape.cols)
    if node.op in ("frechet", "grad"):
        return b.reshape(made, node.shape)
    return b.reshape(b.vecr(made) if node.data[1] == "vecr" else b.vec(made), node.shape)


def _has_functions(e: Expr) -> bool:
    return any(node.op == "fun" for node in walk(e))


def _moves(e: Expr, flow: Flow) -> bool:
    """Whether a function of the flow occurs."""
    return any(node.op == "fun" and node.data[0] in flow.fields for node in walk(e))


def _binds_what_moves(node: Expr, flow: Flow) -> bool:
    """Whether a binder varies what right sides depend on, or the time."""
    names = {n for n, _ in node.data[0]} if node.op in ("sup", "inf") else {node.data[0].partition("~")[0]}
    held = frozenset({flow.time}).union(*(free_names(f) for f in flow.fields.values()))
    return bool(names & held)


def _flows(problem: Problem, stated: Iterable[Rel], own: Mapping[str, str]) -> list[Flow]:
    """The equations among the hypotheses that are solved for a derivative, by their time; the first for each function."""
    found: dict[str, dict[str, Expr]] = {}
    numbers = {f for f, arguments, _ in problem.functions if len(arguments) == 1 and arguments[0].is_scalar}
    for name, shape in problem.variables:
        if not shape.is_scalar:
            continue
        for rel in stated:
            solved = _solved(rel, name)
            if solved is not None and solved[0] in numbers and not _is_condition(*solved, name, own):
                found.setdefault(name, {}).setdefault(*solved)
    flows = []
    for time, fields in found.items():
        fine = {f: e for f, e in fields.items() if not _nested(e, fields)}
        taken = {n for n, _ in problem.variables} & fine.keys()
        if fine and not taken:
            flows.append(Flow(time, fine))
    return flows


def _is_condition(function: str, field: Expr, time: str, own: Mapping[str, str]) -> bool:
    r"""Whether ``f'(x_0) = 0`` says which point is meant, where f is not declared with this variable."""
    return own.get(function) != time and _is_constant(field, time)


def _is_constant(e: Expr, time: str) -> bool:
    return time not in free_names(e) and not _has_functions(e)


def _nested(e: Expr, fields: Mapping[str, Expr]) -> bool:
    """Whether a right side differentiates functions of the flow itself."""
    return any(
        node.op in DERIVATIVES and any(n.op == "fun" and n.data[0] in fields for n in walk(node.args[0]))
        for node in walk(e)
    )


def _solved(rel: Rel, time: str) -> tuple[str, Expr] | None:
    """The function and the right side of ``\\dot x = F``, either side first."""
    if rel.op != "=":
        return None
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        node = side
        while node.op in ("reshape", "vecr"):
            node = node.args[0]
        if node.op not in DERIVATIVES or node.args[1] != b.var(time, Shape()):
            continue
        if node.op == "frechet" and node.args[2] != b.const(1):
            continue
        body = node.args[0]
        if body.op == "fun" and body.args == (b.var(node.data[0], Shape()),):
            return body.data[0], _in_shape(other, side, body)
    return None


def _in_shape(other: Expr, side: Expr, body: Expr) -> Expr:
    """The right side in the shape of the function, where the left one is its column."""
    if other.shape.totals == body.shape.totals:
        return b.reshape(other, body.shape)
    if other.op == "vecr" and other.args[0].shape.totals == body.shape.totals:
        return b.reshape(other.args[0], body.shape)
    if other.shape.is_scalar and side.shape.totals != other.shape.totals:
        return b.scale(other, b.ones(body.shape.rows, body.shape.cols))
    return b.unvecr(other, body.shape.rows, body.shape.cols)


def _differentiates(e: Expr, flow: Flow) -> bool:
    """Whether a function of the flow is differentiated by the time."""
    return any(node.op in DERIVATIVES and _moves(node.args[0], flow) for node in walk(e))


def _speaks_of(formula: Formula, names: Iterable[str]) -> bool:
    wanted = set(names)
    return any(n.op == "fun" and n.data[0] in wanted for e in formula_exprs(formula) for n in walk(e))


# What an equation at one point does not say.


def _check_constant(goal: Formula, flow: Flow) -> None:
    r"""Refuse second derivatives where ``\dot x = 0`` may say that x is constant, or which moment is meant."""
    for name, field in flow.fields.items():
        if _is_constant(field, flow.time) and max(_order(e, name) for e in formula_exprs(goal)) > 1:
            raise _unclear(name, flow.time)


def _check_invariant(problem: Problem, flow: Flow) -> None:
    r"""Refuse ``\|x\| = 1`` beside ``\dot x = F(x)`` unless the flow keeps it: it may hold at one time only, or at all.

    Raises:
        NotSupported: It is not shown to be kept.
    """
    from derive.index import prove

    for rel in conjuncts(problem.hypotheses):
        if not isinstance(rel, Rel) or rel.op != "=" or not _speaks_of(rel, flow.fields):
            continue
        if any(_order(side, name) for side in (rel.lhs, rel.rhs) for name in flow.fields):
            continue
        inner = b.fresh(flow.time)
        gap = substitute(b.sub(rel.lhs, rel.rhs), {flow.time: b.var(inner, Shape())})
        speed = b.frechet(gap, inner, b.var(flow.time, Shape()), b.const(1))
        kept = Rel("=", speed, b.zeros(speed.shape.rows, speed.shape.cols))
        if prove(_put_in(replace(problem, goal=kept), flow)).outcome != "agree":
            raise _unclear(next(name for name in flow.fields if _speaks_of(rel, [name])), flow.time)


def _check_points(problem: Problem, own: Mapping[str, str]) -> None:
    """Refuse a statement that needs an equation for all points where it is read at one.

    Raises:
        NotSupported: It does.
    """
    premises, goal = [*problem.hypotheses, *problem.aside], problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        premises += goal.args[:-1]
        goal = goal.args[-1]
    numbers = {f for f, arguments, _ in problem.functions if len(arguments) == 1 and arguments[0].is_scalar}
    for rel in conjuncts(premises) if numbers else ():
        if not isinstance(rel, Rel) or rel.op != "=" or rel.rhs == b.transpose(rel.lhs):
            continue  # what definite matrices are at one point they are at all in a reading of its own
        for name in sorted(numbers):
            points = frozenset(_points(rel, name))
            if not points or not all(p.op == "var" for p in points):
                continue
            order = max(_order(rel.lhs, name), _order(rel.rhs, name))
            times = {p.data[0] for p in points}
            if times != {own.get(name)} and (not order or _is_constant_at(rel, times)):
                continue
            asked = max(_order(e, name) for e in formula_exprs(goal))
            if asked > order or (order and not points.issuperset(_points(goal, name))):
                raise _unclear(name, ", ".join(sorted(times)))


def _is_constant_at(rel: Rel, times: Iterable[str]) -> bool:
    """Whether a side of an equation is a constant."""
    return any(all(_is_constant(side, time) for time in times) for side in (rel.lhs, rel.rhs))


def _unclear(name: str, time: str) -> NotSupported:
    return NotSupported(
        f"an equation for {name} may hold at this {time} only, or for all: the statement needs to know",
        None,
        HINT,
    )


def _order(e: Expr, name: str) -> int:
    """How often a function is differentiated."""
    orders: dict[Expr, int] = {}
    for node in walk(e):
        inner = [orders[a] for a in node.args]
        own = 0 if node.op == "fun" and node.data[0] == name else -1
        deepest = max([own, *inner])
        orders[node] = deepest + (node.op in DERIVATIVES and deepest >= 0)
    return max(orders[e], 0)


def _points(formula: Formula, name: str) -> Iterator[Expr]:
    """Where a function or its derivatives are taken."""
    for e in formula_exprs(formula):
        yield from _places(e, name)


def _places(e: Expr, name: str) -> Iterator[Expr]:
    for node in walk(_at_points(e)):
        if node.op == "fun" and node.data[0] == name:
            yield node.args[0]


def _at_points(e: Expr) -> Expr:
    """An expression with the points of its derivatives in their bodies, and the derivatives gone."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        args = [done[a] for a in node.args]
        if node.op in DERIVATIVES:
            inside = substitute(args[0], {node.data[0]: args[1]})
            args = [inside, *args[1:]]
            done[node] = Expr("vcat", tuple(args), (), node.shape)
        else:
            done[node] = b.rebuild(node, args)
    return done[e]


__all__ = ["Flow", "along_flows"]
