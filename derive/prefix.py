"""The prefix core language: core trees as S-expressions, for certificates (grammar: ``docs/certificates.md``).

Names are JSON strings, so that no name can be mistaken for syntax. Shared sub-expressions are abbreviated by
``%k`` in a leading ``let``; an abbreviation stands for its text (it is no evaluation), so it may mention names that
are bound only where it is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, SizeRules
from derive.errors import SyntaxProblem
from derive.fraction import Fraction
from derive.sizes import Dim, Shape, Size

# What stands between the operator and its arguments, one letter per item of ``Expr.data``: n name, s size,
# d dimension, q rational, w word, k integer, x word or size. SHAPED operators carry their shape (two dimensions)
# first, because it cannot be read off the arguments.
DATA: dict[str, str] = {
    "var": "n", "const": "q", "real": "w", "size": "s", "eye": "d", "ones": "dd", "zeros": "dd", "commutation": "dd",
    "basis": "sd", "delta": "ss", "unvecr": "dd", "mpow": "k", "entry": "ss", "row": "s", "col": "s", "sum": "nss",
    "prod": "nss", "mprod": "nss", "blocks": "nsns", "map": "w", "indicator": "w", "fun": "n", "deriv": "nw", "grad": "n",
    "frechet": "n", "integral": "n", "norm": "w", "sigma": "x", "eig": "x", "order": "s", "maxover": "nss",
    "minover": "nss", "limit": "nw", "limsup": "nw", "liminf": "nw",
}  # fmt: skip
SHAPED = frozenset({"var", "reshape", "fun", "sum", "mprod"})
MAX_DEPTH = 400
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[()]|[^\s()"]+)')

Tree = str | list["Tree"]


# Writing.


def name_text(name: str) -> str:
    """Quote a name."""
    return json.dumps(name)


def size_text(size: Size) -> str:
    """Write a size: ``3``, ``"n"``, ``(+ (* 2 "n") 1)``, ``(^ "n" 2)``."""
    terms = []
    for monomial, coefficient in size.terms:
        factors = [name_text(n) if p == 1 else f"(^ {name_text(n)} {p})" for n, p in monomial]
        if coefficient != 1 or not factors:
            factors.insert(0, str(coefficient))
        terms.append(factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})")
    if not terms:
        return "0"
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def dim_text(dim: Dim) -> str:
    """Write a composite dimension: its sizes in parentheses."""
    return f"({' '.join(map(size_text, dim))})"


def _shape_text(shape: Shape) -> str:
    return f"{dim_text(shape.rows)} {dim_text(shape.cols)}"


_WRITE: dict[str, Callable[[Any], str]] = {
    "n": name_text,
    "s": size_text,
    "d": dim_text,
    "q": str,
    "w": str,
    "k": str,
    "x": lambda v: size_text(v) if isinstance(v, Size) else str(v),
}


class _Writer:
    """Writes expressions and formulas that share one table of abbreviations."""

    def __init__(self, roots: Iterable[Expr]) -> None:
        self.uses: dict[Expr, int] = {}
        self.texts: dict[Expr, str] = {}
        self.bindings: list[str] = []
        stack = list(roots)
        while stack:
            node = stack.pop()
            self.uses[node] = self.uses.get(node, 0) + 1
            if self.uses[node] == 1:
                stack.extend(_children(node))

    def expr(self, root: Expr) -> str:
        """Return the text of an expression; children first, without recursion."""
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [c for c in _children(node) if c not in self.texts]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in self.texts:
                self.texts[node] = self._named(node, self._node(node))
        return self.texts[root]

    def _named(self, node: Expr, text: str) -> str:
        if self.uses.get(node, 0) < 2 or not node.args:
            return text
        self.bindings.append(f"(%{len(self.bindings) + 1} {text})")
        return f"%{len(self.bindings)}"

    def _node(self, e: Expr) -> str:
        words = [e.op]
        if e.op in SHAPED:
            words.append(_shape_text(e.shape))
        if e.op in ("sup", "inf"):
            names = " ".join(f"({name_text(n)} {_shape_text(s)})" for n, s in e.data[0])
            words += [f"({names})", f"({' '.join(map(self.formula, e.data[1]))})"]
        else:
            words += [_WRITE[kind](value) for kind, value in zip(DATA.get(e.op, ""), e.data, strict=True)]
        return f"({' '.join([*words, *(self.texts[a] for a in e.args)])})"

    def formula(self, f: Formula) -> str:
        """Return the text of a formula."""
        if isinstance(f, Rel):
            extra = [name_text(f.data[0]), str(f.data[1])] if f.data else []
            return f"({' '.join([f.op, *extra, self.expr(f.lhs), self.expr(f.rhs)])})"
        if isinstance(f, Logic):
            return f"({' '.join([f.op, *map(self.formula, f.args)])})"
        return f"({f.kind} ({' '.join(map(_binder_text, f.names))}) {self.formula(f.body)})"

    def wrap(self, text: str) -> str:
        """Put the abbreviations in front."""
        return f"(let ({' '.join(self.bindings)}) {text})" if self.bindings else text


def _binder_text(entry: tuple[Any, ...]) -> str:
    if len(entry) == 2 and entry[1] is not None:
        return f"(matrix {name_text(entry[0])} {_shape_text(entry[1])})"
    name, low, high = entry[0], entry[-2], entry[-1]
    return f"(index {name_text(name)} {size_text(low)} {size_text(high)})"


def _children(e: Expr) -> tuple[Expr, ...]:
    if e.op not in ("sup", "inf"):
        return e.args
    return (*e.args, *(x for f in e.data[1] for x in _formula_roots(f)))


def _formula_roots(f: Formula) -> Iterator[Expr]:
    stack = [f]
    while stack:
        part = stack.pop()
        if isinstance(part, Rel):
            yield from (part.lhs, part.rhs)
        else:
            stack.extend(part.args if isinstance(part, Logic) else (part.body,))


def to_prefix(expr: Expr) -> str:
    """Write an expression.

    Examples:
        >>> from derive.build import matmul, transpose, var
        >>> x = var("X", Shape.of("n", "d"))
        >>> to_prefix(matmul(x, transpose(x)))
        '(matmul (var ("n") ("d") "X") (transpose (var ("n") ("d") "X")))'
    """
    writer = _Writer([expr])
    return writer.wrap(writer.expr(expr))


def formula_to_prefix(formula: Formula) -> str:
    """Write a formula."""
    writer = _Writer(_formula_roots(formula))
    return writer.wrap(writer.formula(formula))


def problem_to_prefix(problem: Problem) -> str:
    """Write a whole problem: declarations, rules, hypotheses and goal, sharing one ``let``."""
    formulas = (*problem.hypotheses, problem.goal)
    writer = _Writer(root for f in formulas for root in _formula_roots(f))
    rules = problem.rules
    parts = [
        f"(sizes {' '.join(map(name_text, problem.sizes))})",
        f"(least {' '.join(f'({name_text(n)} {k})' for n, k in rules.least)})",
        f"(relations {' '.join(f'({op} {size_text(s)})' for op, s in rules.relations)})",
        f"(variables {' '.join(f'({name_text(n)} {_shape_text(s)})' for n, s in problem.variables)})",
        f"(functions {' '.join(_function_text(*f) for f in problem.functions)})",
        f"(indices {' '.join(_binder_text(i) for i in problem.indices)})",
        f"(hypotheses {' '.join(map(writer.formula, problem.hypotheses))})",
        f"(goal {writer.formula(problem.goal)})",
    ]
    return writer.wrap(f"(problem {' '.join(part.replace(' )', ')') for part in parts)})")


def _function_text(name: str, arguments: tuple[Shape, ...], value: Shape) -> str:
    return f"({name_text(name)} ({' '.join(f'({_shape_text(s)})' for s in arguments)}) {_shape_text(value)})"


# Reading.


def read_tree(text: str) -> Tree:
    """Split a text into nested lists of tokens.

    Raises:
        SyntaxProblem: Unbalanced parentheses, trailing text, or nesting deeper than `MAX_DEPTH`.
    """
    stack: list[list[Tree]] = [[]]
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SyntaxProblem("unreadable token in the prefix language", position)
        position, token = match.end(), match[1]
        if token == "(":
            stack.append([])
            if len(stack) > MAX_DEPTH:
                raise SyntaxProblem(f"the expression is nested deeper than {MAX_DEPTH}", position)
        elif token != ")":
            stack[-1].append(token)
        elif len(stack) == 1:
            raise SyntaxProblem("a closing parenthesis too many", position)
        else:
            done = stack.pop()
            stack[-1].append(done)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise SyntaxProblem("the text is not one complete expression", position)
    return stack[0][0]


def _name(t: Tree) -> str:
    if not isinstance(t, str) or not t.startswith('"'):
        raise SyntaxProblem(f"a quoted name is expected, got {str(t)[:40]}")
    return json.loads(t)


def _word(t: Tree) -> str:
    if not isinstance(t, str) or t.startswith('"'):
        raise SyntaxProblem(f"a word is expected, got {str(t)[:40]}")
    return t


def _size(t: Tree) -> Size:
    if isinstance(t, str):
        return Size.of(_name(t)) if t.startswith('"') else Size.of(Fraction(t))
    head, *rest = t
    if head == "^":
        return _size(rest[0]) ** int(_word(rest[1]))
    values = [_size(part) for part in rest]
    total = values[0]
    for value in values[1:]:
        total = total + value if head == "+" else total * value
    return total


def _dim(t: Tree) -> Dim:
    if isinstance(t, str):
        raise SyntaxProblem(f"a dimension is expected, got {t[:40]}")
    return tuple(map(_size, t))


_READ: dict[str, Callable[[Tree], Any]] = {
    "n": _name,
    "s": _size,
    "d": _dim,
    "q": lambda t: Fraction(_word(t)),
    "w": _word,
    "k": lambda t: int(_word(t)),
    "x": lambda t: _word(t) if t in ("max", "min") else _size(t),
}


class _Reader:
    """Rebuilds core nodes through the constructors of `derive.build` (so every shape is checked again)."""

    def __init__(self) -> None:
        self.bound: dict[str, Expr] = {}

    def unwrap(self, tree: Tree) -> Tree:
        """Read the abbreviations, return what they are for."""
        if isinstance(tree, list) and tree and tree[0] == "let":
            for pair in tree[1]:
                self.bound[_word(pair[0])] = self.expr(pair[1])  # type: ignore[index]
            return tree[2]
        return tree

    def expr(self, tree: Tree) -> Expr:
        if isinstance(tree, str):
            if tree not in self.bound:
                raise SyntaxProblem(f"unknown abbreviation {tree[:40]}")
            return self.bound[tree]
        op, rest = _word(tree[0]), list(tree[1:])
        shape = Shape(_dim(rest.pop(0)), _dim(rest.pop(0))) if op in SHAPED else None
        if op in ("sup", "inf"):
            names = tuple((_name(n[0]), Shape(_dim(n[1]), _dim(n[2]))) for n in rest[0])  # type: ignore[arg-type]
            data: tuple[Any, ...] = (names, tuple(map(self.formula, rest[1])))
            rest = rest[2:]
        else:
            kinds = DATA.get(op, "")
            data = tuple(_READ[kind](item) for kind, item in zip(kinds, rest, strict=False))
            rest = rest[len(kinds) :]
        return _build(op, data, [self.expr(item) for item in rest], shape)

    def formula(self, tree: Tree) -> Formula:
        op, rest = _word(tree[0]), tree[1:]
        if op in ("and", "or", "implies", "iff", "not"):
            return Logic(op, tuple(map(self.formula, rest)))
        if op in ("forall", "exists"):
            return Quantified(op, tuple(map(_binder, rest[0])), self.formula(rest[1]))
        data = (_name(rest[0]), _word(rest[1])) if len(rest) == 4 else ()
        return Rel(op, self.expr(rest[-2]), self.expr(rest[-1]), data)


def _binder(t: Tree) -> tuple[Any, ...]:
    kind, name, first, second = t
    if kind == "matrix":
        return _name(name), Shape(_dim(first), _dim(second))
    return _name(name), _size(first), _size(second)


def _build(op: str, data: Any, args: Any, shape: Shape | None) -> Expr:
    """Build a node; a wrong number of data or arguments is a `TypeError` of its constructor."""
    from derive import build

    if op in SHAPED and op != "sum":  # an empty sum needs its shape, a constructor finds it
        assert shape is not None
        return Expr(op, tuple(args), data, shape)
    binders: dict[str, Callable[[], Expr]] = {
        "const": lambda: build.const(*data), "real": lambda: build.real(*data), "size": lambda: build.size(*data),
        "eye": lambda: build.eye(*data), "ones": lambda: build.ones(*data), "zeros": lambda: build.zeros(*data),
        "commutation": lambda: build.commutation(*data), "basis": lambda: build.basis(*data),
        "delta": lambda: build.delta(*data), "unvecr": lambda: build.unvecr(*args, *data),
        "mpow": lambda: build.mpow(*args, *data), "sum": lambda: build.sum_(*data, *args),
        "prod": lambda: build.prod(*data, *args), "mprod": lambda: build.mprod(*data, *args), "blocks": lambda: build.blocks(*data, *args),
        "map": lambda: build.map_(*data, *args), "indicator": lambda: build.indicator(*data, *args),
        "deriv": lambda: build.deriv(args[0], data[0], args[1], data[1]),
        "grad": lambda: build.grad(args[0], data[0], args[1]),
        "frechet": lambda: build.frechet(args[0], data[0], args[1], args[2]),
        "integral": lambda: build.integral(args[0], data[0], args[1], args[2]),
        "maxover": lambda: build.over(op, *data, *args), "minover": lambda: build.over(op, *data, *args),
        "max": lambda: build.extreme(op, *args), "min": lambda: build.extreme(op, *args),
        "maxentry": lambda: build.extreme(op, *args), "minentry": lambda: build.extreme(op, *args),
        "sup": lambda: build.bound(op, *data, *args), "inf": lambda: build.bound(op, *data, *args),
        "limit": lambda: build.limit(*args, *data), "limsup": lambda: build.limit(args[0], data[0], data[1], op),
        "liminf": lambda: build.limit(args[0], data[0], data[1], op),
    }  # fmt: skip
    plain = {"add", "scale", "matmul", "kron", "hadamard", "transpose", "vec", "vecr", "diag", "diagpart", "trace",
             "entry", "row", "col", "hcat", "vcat", "hpow", "softmax", "inv", "det", "expm", "where", "norm", "sigma", "eig",
             "kappa", "rank", "order"}  # fmt: skip
    if op in binders:
        return binders[op]()
    if op not in plain:
        raise SyntaxProblem(f"unknown operator {op[:40]!r}")
    return getattr(build, op)(*args, *data)


def from_prefix(text: str) -> Expr:
    """Read an expression back; shapes are checked again.

    Raises:
        SyntaxProblem: The text is not an expression of the prefix language.
        ShapeProblem: Its shapes do not match.
    """
    return _guarded(lambda reader, tree: reader.expr(tree), text)


def formula_from_prefix(text: str) -> Formula:
    """Read a formula back."""
    return _guarded(lambda reader, tree: reader.formula(tree), text)


def problem_from_prefix(text: str) -> Problem:
    """Read a problem back (its notes are not part of the text)."""
    return _guarded(_problem, text)


def _guarded(read: Callable[[_Reader, Tree], Any], text: str) -> Any:
    try:
        reader = _Reader()
        return read(reader, reader.unwrap(read_tree(text)))
    except (ValueError, IndexError, TypeError, AssertionError, ZeroDivisionError) as error:
        raise SyntaxProblem(f"malformed prefix text: {error}") from error


def _problem(reader: _Reader, tree: Tree) -> Problem:
    parts: Mapping[str, list[Any]] = {_word(part[0]): list(part[1:]) for part in tree[1:]}
    shape = lambda rows, cols: Shape(_dim(rows), _dim(cols))  # noqa: E731
    return Problem(
        variables=tuple((_name(n), shape(r, c)) for n, r, c in parts["variables"]),
        functions=tuple(
            (_name(n), tuple(shape(*a) for a in args), shape(r, c)) for n, args, r, c in parts["functions"]
        ),
        indices=tuple(_binder(i) for i in parts["indices"]),  # type: ignore[misc]
        sizes=tuple(map(_name, parts["sizes"])),
        rules=SizeRules(
            tuple((_name(n), int(k)) for n, k in parts["least"]),
            tuple((_word(op), _size(s)) for op, s in parts["relations"]),
        ),
        hypotheses=tuple(map(reader.formula, parts["hypotheses"])),
        goal=reader.formula(parts["goal"][0]),
    )
