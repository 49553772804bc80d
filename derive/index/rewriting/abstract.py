"""Generalize a statement: replace sub-expressions by arbitrary smooth functions of what is differentiated in them.

``d LN(S(W)) / dW = LN'(S) S'(W)`` holds for every LN and S.  The generalized statement is stronger and has fewer terms;
where it is proved the original follows (at points where the replaced parts are differentiable), where it is not,
nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from derive.build import BINDS_IN_FIRST, BINDS_INDEX, DERIVATIVES, add, fresh, fun, rebuild, substitute, transpose, var
from derive.core import Expr, Rel, walk
from derive.sizes import Size

MIN_NODES = 3
MAX_RENAMINGS = 6
MAX_SUMMANDS = 4096
MAX_WORDS, MAX_TEXT = 60, 120
Make = Callable[[dict[Expr, Expr]], Expr]


def generalizations(goal: Rel) -> Iterator[tuple[Rel, tuple[str, ...]]]:
    """Yield stronger statements with what was replaced, as text; the most abstract first."""
    for _ in range(MAX_RENAMINGS):
        renamed = replaced(goal, {})
        if renamed == goal:
            break
        goal = renamed
    groups = _outer(goal)
    outer = {e: make for group in groups for e, make in group.items()}
    after = replaced(goal, outer) if outer else goal
    if outer:
        inner = _inner(after)
        if inner:
            yield replaced(after, inner), tuple(map(_short, (*outer, *inner)))
        yield after, tuple(map(_short, outer))
    if len(groups) > 1:  # what is special of one function may be needed while the others are in the way
        for group in groups:
            yield replaced(goal, group), tuple(map(_short, group))
    inner = _inner(goal)
    if inner:
        yield replaced(goal, inner), tuple(map(_short, inner))


def _short(e: Expr) -> str:
    """The beginning of an expression's text (written out as a whole, a shared tree may be exponentially long)."""
    words: list[str] = []
    stack: list[Expr | str] = [e]
    while stack and len(words) < MAX_WORDS:
        item = stack.pop()
        if isinstance(item, str):
            words[-1] += item
        else:
            words.append(" ".join(("(" + item.op, *map(str, item.data))))
            stack += [")", *reversed(item.args)]
    text = " ".join(words)
    return text if len(text) <= MAX_TEXT and not stack else text[: MAX_TEXT - 3] + "..."


def _nodes(goal: Rel) -> list[Expr]:
    return list(dict.fromkeys((*walk(goal.lhs), *walk(goal.rhs))))


def _differentiated(goal: Rel) -> set[str]:
    return {e.data[0] for e in _nodes(goal) if e.op in BINDS_IN_FIRST}


def _variables(e: Expr, names: set[str]) -> list[Expr]:
    found = {n.data[0]: n for n in walk(e) if n.op == "var" and n.data[0] in names}
    return [found[name] for name in sorted(found)]


def _own_point(e: Expr) -> bool:
    point = e.args[1]
    return point.op == "var" and point.data[0] == e.data[0]


def _innermost(e: Expr) -> Expr:
    """The function under a chain of derivatives by one name."""
    body, name = e.args[0], e.data[0]
    while body.op in DERIVATIVES and body.data[0] == name and _own_point(body):
        body = body.args[0]
    return body


def _outer(goal: Rel) -> list[dict[Expr, Make]]:
    """Functions that are differentiated at a point where they also stand themselves, one group per function."""
    nodes, names = _nodes(goal), _differentiated(goal)
    present = set(nodes)
    result: dict[str, dict[Expr, Make]] = {}
    names_of: dict[Expr, str] = {}  # one name per function, whatever its bound variable is called
    for node in nodes:
        if node.op not in DERIVATIVES or _own_point(node):
            continue
        body, name, point = _innermost(node), node.data[0], node.args[1]
        if body.op in (*DERIVATIVES, "var", "fun") or any(body in group for group in result.values()):
            continue
        if not _closed(body, nodes):
            continue
        variables = _variables(body, names)
        if name not in [v.data[0] for v in variables]:
            continue
        instance = flattened(substitute(body, {name: point}))
        if instance == body or instance not in present:
            continue
        variables.sort(key=lambda v: v.data[0] != name)
        g = names_of.setdefault(substitute(body, {name: var("argument~", point.shape)}), fresh("g"))
        group = result.setdefault(g, {})
        group[body] = _maker(g, body, variables, {})
        group[instance] = _maker(g, instance, variables, {name: point})
    return list(result.values())


def _maker(name: str, whole: Expr, variables: list[Expr], values: dict[str, Expr]) -> Make:
    def make(done: dict[Expr, Expr]) -> Expr:
        arguments = [done.get(values[v.data[0]], values[v.data[0]]) if v.data[0] in values else v for v in variables]
        return fun(name, arguments, whole.shape)

    return make


def _inner(goal: Rel) -> dict[Expr, Make]:
    """Points of derivatives that are no plain names."""
    nodes, names = _nodes(goal), _differentiated(goal)
    result: dict[Expr, Make] = {}
    for node in nodes:
        if node.op not in DERIVATIVES or _own_point(node):
            continue
        point = node.args[1]
        if point.op in ("var", "fun") or sum(1 for _ in walk(point)) < MIN_NODES or not _closed(point, nodes):
            continue
        variables = _variables(point, names)
        name = fresh("h")
        if variables:
            result[point] = _maker(name, point, variables, {})
        else:
            result[point] = lambda _, e=point, n=name: var(n, e.shape)
    return result


def _closed(e: Expr, nodes: list[Expr]) -> bool:
    """Whether no index bound elsewhere in the goal, and no derivative, occurs in it."""
    bound = {n.data[0] for n in nodes if n.op in BINDS_INDEX}
    bound |= {x for n in nodes if n.op == "blocks" for x in (n.data[0], n.data[2])}
    inside: set[str] = set()
    for node in walk(e):
        if node.op in DERIVATIVES:
            return False
        inside |= {x for item in node.data if isinstance(item, Size) for x in item.names}
        if node.op in BINDS_INDEX:
            bound.discard(node.data[0])
        if node.op == "blocks":
            bound -= {node.data[0], node.data[2]}
    return not inside & bound


def replaced(goal: Rel, replacements: dict[Expr, Make]) -> Rel:
    """Replace sub-expressions, also where their summands stand in a longer sum."""
    done: dict[Expr, Expr] = {}
    sums = [e for e in replacements if e.op == "add"]
    for node in dict.fromkeys((*(n for whole in sums for n in walk(whole)), *_nodes(goal))):
        make = replacements.get(node)
        done[node] = make(done) if make is not None else made(node, _summands(node, sums, done))
    return Rel(goal.op, done[goal.lhs], done[goal.rhs], goal.data)


def _summands(node: Expr, sums: list[Expr], done: dict[Expr, Expr]) -> list[Expr]:
    """The new arguments; a sum that contains all summands of a replaced sum contains it (``S - a`` for S = b + c)."""
    left = list(node.args)
    result: list[Expr] = []
    for whole in sums if node.op == "add" else ():
        if whole in done and whole is not node and not Counter(whole.args) - Counter(left):
            for part in whole.args:
                left.remove(part)
            result.append(done[whole])
    return [*result, *(done[a] for a in left)]


def made(node: Expr, args: list[Expr]) -> Expr:
    """Rebuild a node as the constructors would: nested sums flattened, double transposes dropped."""
    if node.op == "add":
        # A shared tree may have exponentially many summands: a_{t+1} = a_t + a_t.
        many = sum(len(a.args) if a.op == "add" else 1 for a in args) > MAX_SUMMANDS
        return rebuild(node, args) if many else add(*args)
    if node.op == "transpose":
        return transpose(args[0])
    if node.op in DERIVATIVES:
        return _renamed(rebuild(node, args))
    return rebuild(node, args)


def _renamed(e: Expr) -> Expr:
    """``d F(W~1) / d W~1`` at ``W`` is ``d F(W) / d W``: bound names that say nothing hide equal sub-expressions."""
    body, point = e.args[0], e.args[1]
    if point.op != "var" or _own_point(e):
        return e
    if any(n.data[0] == point.data[0] for n in walk(body) if n.op == "var" or n.op in BINDS_IN_FIRST):
        return e
    again = substitute(body, {e.data[0]: point})
    return Expr(e.op, (again, *e.args[1:]), (point.data[0], *e.data[1:]), e.shape)


def flattened(e: Expr) -> Expr:
    """The same expression as the constructors build it, after a substitution."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        done[node] = made(node, [done[a] for a in node.args])
    return done[e]
