"""The independent verifier of proof objects (``docs/proofs.md``): ``python verify.py FILE...``.

Every formula of a proof is read strictly: it says that its sides have a value and that the relation holds, for all sizes and
variables that meet the hypotheses and the domain. Whatever is not understood is rejected, with the number of its step.
It imports the standard library, and the exact evaluator of ``recheck.py`` for witnesses.
"""

import hashlib
import importlib.util
import json
import re
import sys
from collections import Counter, defaultdict, namedtuple
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations, count, pairwise, permutations, product
from math import lcm
from pathlib import Path

_place = importlib.util.spec_from_file_location("recheck_of_verify", Path(__file__).with_name("recheck.py"))
recheck = importlib.util.module_from_spec(_place)  # a copy of its own: operators are added to it below
_place.loader.exec_module(recheck)

MAX_BYTES, MAX_DEPTH, MAX_WORK, MAX_TIES, MAX_POWER, MAX_CLEARINGS, EASY, MAX_WEIGHT = 4_000_000, 300, 200_000, 3000, 8, 6, 300, 1_000_000
Report = namedtuple("Report", "accepted reason axioms facts cited", defaults=(False,))
Fixed = namedtuple("Fixed", "value")  # an index expression: a number, n - 1
Term = namedtuple("Term", "coefficient factors summed")  # factors: {(head, slots): exponent}
serial = count()


class Index(namedtuple("Index", "serial size")):
    """A summed or free index; its range is 1..size. The serial number is its own."""

    __slots__ = ()
    __hash__ = lambda self: self.serial  # noqa: E731


def begin():
    """Forget all nodes and count anew: what is found of a proof does not depend on what was looked at before."""
    global serial  # noqa: PLW0603
    Node.table.clear()
    serial, recheck.Ball.work = count(), 0


class Rejected(Exception):
    """The proof shows nothing; the message says why."""


def demand(condition, reason):
    if not condition:
        raise Rejected(reason)


def rat(x):
    """A rational number, as an integer where it is one (that is much faster)."""
    return x.numerator if x.denominator == 1 else x


# ---- sizes: polynomials {monomial: rational}, kept as sorted tuples ----


def poly(pairs):
    total = defaultdict(int)
    for monomial, c in pairs:
        total[monomial] += c
    return tuple(sorted((m, rat(c)) for m, c in total.items() if c))


def plus(*sizes): return poly(pair for s in sizes for pair in s)
def minus(a, b): return plus(a, times(number(-1), b))
def total(dim): return reduce(times, dim, ONE)
@lru_cache(1 << 14)
def named(name): return ((((name, 1),), 1),)
@lru_cache(1 << 14)
def number(value): return poly([((), value)])
def numeral(text): return demand(recheck.NUMBER.fullmatch(str(text)), "a number of at most 4,000 digits is expected") or Fraction(text)


@lru_cache(1 << 14)
def times(a, b):
    def monomial(m, k):
        powers = defaultdict(int)
        for name, p in (*m, *k):
            powers[name] += p
        return tuple(sorted(powers.items()))

    return poly((monomial(m, k), c * d) for m, c in a for k, d in b)


ONE = number(1)


@lru_cache(1 << 14)
def refined(dim):
    """A dimension in its atomic factors: (2*L*d) is (2, L, d), so that L*d and (L, d) are the same; 1 vanishes."""
    demand(all(c.denominator == 1 for size in dim for _, c in size), "a dimension that may be no integer")
    out = []
    for size in dim:
        if len(size) == 1:
            ((monomial, c),) = size
            out += [number(c)] * (c != 1) + [named(n) for n, p in monomial for _ in range(p)]
        else:
            out.append(size)
    return tuple(out)


def placed(size, sizes):
    """Put dimensions for the names in a size."""
    return plus(*(reduce(times, (total(sizes[n]) if n in sizes else named(n) for n, p in m for _ in range(p)), number(c))
                  for m, c in size))  # fmt: skip


def name_of(size):
    return size[0][0][0][0] if len(size) == 1 and size[0][1] == 1 and [p for _, p in size[0][0]] == [1] else None


# ---- expressions and formulas: interned nodes; bound names are canonical, so alpha-equal trees are one object ----

BINDERS = {"deriv": (0,), "grad": (0,), "frechet": (0,), "integral": (0,), "sum": (0,), "prod": (0,), "mprod": (0,),
           "maxover": (0,), "minover": (0,), "limit": (0,), "limsup": (0,), "liminf": (0,), "blocks": (0, 2),
           "forall": (0,), "exists": (0,), "sup": (0,), "inf": (0,)}  # fmt: skip  # which data are bound names
FIRST = {"deriv", "grad", "frechet", "integral"}  # these bind in their first argument only
DERIVATIVES = ("deriv", "grad", "frechet")
RELATIONS = ("=", "!=", "<=", "<", ">=", ">", "shape")
FORMULAS = {*RELATIONS, "and", "or", "implies", "iff", "not", "forall", "exists"}
OPAQUE = {"sup", "inf", "limit", "limsup", "liminf", "integral", "prod", "mprod"}  # no rule knows them
RANGED, SPARING = {"sum", "prod", "mprod", "maxover", "minover"}, {"or", "implies", "iff", "not", "where"}  # not all parts of these need a value
SHAPED = {"var", "reshape", "fun", "sum", "mprod"}  # their prefix text begins with two dimensions


class Node:
    table = {}
    __slots__ = ("op", "data", "args", "rows", "cols", "free", "height", "weight")

    def __repr__(self):
        return text_of(self, sharing=True)[:300]

    shape = property(lambda self: (self.rows, self.cols))
    scalar = property(lambda self: self.shape == ((), ()))


def is_size(item):
    return isinstance(item, tuple) and bool(item) and all(isinstance(t, tuple) and len(t) == 2 and isinstance(t[1], (int, Fraction)) for t in item)  # fmt: skip


def names_in(item):
    """The names of sizes and indices in the data of a node."""
    if is_size(item):
        return {n for m, _ in item for n, _ in m}
    return {n for part in item for n in names_in(part)} if isinstance(item, tuple) else set()


def make(op, data=(), args=()):
    data, args = tuple(data), tuple(args)
    for place in BINDERS.get(op, ()):
        data, args = canonical(op, data, args, place)
    key = (op, data, args)
    if key not in Node.table:
        node = Node()
        node.op, node.data, node.args = op, data, args
        node.rows, node.cols = ((), ()) if op in FORMULAS else map(refined, shape_of(op, data, args))
        bound = {data[p] for p in BINDERS.get(op, ())}
        inner, outer = (args[:1], args[1:]) if op in FIRST else (args, ())
        here = {data[0]} if op == "var" else set()
        inside = {n for a in inner for n in a.free} | {n for d in data for n in names_in(d)}
        node.free = frozenset((inside - bound) | here | {n for a in outer for n in a.free})
        node.weight = 1 + sum(a.weight for a in args)
        node.height = max([int(n[1:]) for n in bound] + [a.height for a in args], default=0)
        Node.table[key] = node
    return Node.table[key]


def binds_matrix(op, data, args):
    """The shape of the variable that a node binds; None if it binds an index or a size."""
    if op in FIRST:
        return args[1].shape
    if op in ("forall", "exists", "sup", "inf"):
        return data[2:] if data[1] == "matrix" else None
    return ((), ()) if op in ("limit", "limsup", "liminf") and data[1][:4] == "zero" else None


def canonical(op, data, args, place):
    """Rename what a binder binds to #h, h the first number above all binders inside that no name has that is free there."""
    name = data[place]
    inner = args[:1] if op in FIRST else args
    taken = [int(n[1:]) for a in inner for n in a.free if n[0] == "#" and n != name]
    taken += [int(d[1:]) for k, d in enumerate(data) if k in BINDERS[op] and k != place and d[0] == "#"]
    taken += [int(n[1:]) for d in data for n in names_in(d) if n[0] == "#"]
    new = f"#{next(h for h in count(1 + max((a.height for a in inner), default=0)) if h not in taken)}"
    if new != name:
        shape = binds_matrix(op, data, args)
        matrix, sizes = ({name: var(new, *shape)}, {}) if shape else ({}, {name: (named(new),)})
        data = (*data[:place], new, *data[place + 1 :])
        args = tuple(replaced(a, matrix, sizes) for a in inner) + args[len(inner) :]
    return data, args


def replaced(node, variables, sizes, functions=None):
    """Substitute free variables by nodes, names of sizes by dimensions, functions by their (names of arguments, body)."""
    functions = functions or {}

    def item(d):
        if is_size(d):
            return placed(d, sizes)
        if not isinstance(d, tuple):
            return d
        parts = (sizes[name_of(s)] if is_size(s) and name_of(s) in sizes else (item(s),) for s in d)
        return tuple(x for part in parts for x in part)

    def change(n, visit):
        if not functions and n.free.isdisjoint(variables) and n.free.isdisjoint(sizes):
            return n
        if n.op == "var" and n.data[0] in variables:
            new = variables[n.data[0]]
            demand(new.shape == tuple(refined(item(d)) for d in n.data[1:]), f"{n.data[0]} has another shape than what is put for it")
            return new
        if n.op == "fun" and n.data[0] in functions:
            names, body = functions[n.data[0]]
            demand(len(names) == len(n.args) and body.shape == n.shape, "a function with other arguments")
            return replaced(body, dict(zip(names, map(visit, n.args), strict=True)), {})
        return make(n.op, map(item, n.data), map(visit, n.args))

    return rebuilt(node, change)


def rebuilt(node, change):
    """A tree with other parts: ``change(part, visit)`` is what takes a part's place; None if its own parts are looked at."""
    memo = {}

    def visit(n):
        if n not in memo:
            new = change(n, visit)
            args = tuple(map(visit, n.args)) if new is None else ()
            memo[n] = new if new is not None else n if args == n.args else make(n.op, n.data, args)
        return memo[n]

    return visit(node)


def swapped(node, old, new):
    """Put one node for another, everywhere."""
    return rebuilt(node, lambda n, visit: new if n is old else None)


ARITY = dict.fromkeys(("var", "const", "real", "size", "eye", "ones", "zeros", "basis", "commutation", "delta"), 0)
ARITY |= dict.fromkeys(("scale", "matmul", "kron", "hadamard", "hpow", "indicator", "deriv", "grad"), 2)
ARITY |= dict.fromkeys(("frechet", "where", "integral"), 3)


def shape_of(op, data, args):
    """The shape of a node; rejects what has none. Dimensions are refined already in arguments."""
    several = op in ("add", "vcat", "hcat", "max", "min", "sup", "inf", "fun", "dfun")
    demand(len(args) == ARITY.get(op, 1) or (several and args), f"{op:.40} of {len(args)} arguments")
    shapes = [a.shape for a in args]
    (r, c), (r2, c2) = [*shapes, ((), ()), ((), ())][:2]
    same, point = len(set(shapes)) == 1, ((), ())
    table = {
        "var": lambda: data[1:], "const": lambda: point, "real": lambda: point, "size": lambda: point, "eye": lambda: (data[0], data[0]),
        "ones": lambda: data, "zeros": lambda: data, "basis": lambda: (data[1], ()),
        "commutation": lambda: (data[0] + data[1], data[1] + data[0]), "delta": lambda: point,
        "add": lambda: same and (r, c), "hadamard": lambda: same and (r, c), "fun": lambda: data[1:3], "dfun": lambda: data[1:3],
        "scale": lambda: args[0].scalar and (r2, c2), "matmul": lambda: c == r2 and (r, c2),
        "kron": lambda: (r + r2, c + c2), "transpose": lambda: (c, r), "vec": lambda: (c + r, ()), "vecr": lambda: (r + c, ()),
        "unvecr": lambda: c == () and r == refined(data[0]) + refined(data[1]) and data,
        "reshape": lambda: (refined(data[0]), refined(data[1])) == (r, c) and (r, c),
        "diag": lambda: () in (r, c) and (r + c, r + c), "diagpart": lambda: r == c and (r, ()),
        "trace": lambda: r == c and point, "entry": lambda: point, "row": lambda: ((), c), "col": lambda: (r, ()),
        "sum": lambda: (r, c), "prod": lambda: args[0].scalar and point, "mprod": lambda: r == c and (r, c),
        "blocks": lambda: ((data[1],) + r, (data[3],) + c), "map": lambda: (r, c), "softmax": lambda: (r, c),
        "vcat": lambda: len({s[1] for s in shapes}) == 1 and ((plus(*(total(s[0]) for s in shapes)),), c),
        "hcat": lambda: len({s[0] for s in shapes}) == 1 and (r, (plus(*(total(s[1]) for s in shapes)),)),
        "hpow": lambda: args[1].scalar and (r, c), "inv": lambda: r == c and (r, c), "det": lambda: r == c and point, "expm": lambda: r == c and (r, c),
        "indicator": lambda: (same or args[1].scalar) and (r, c), "where": lambda: r2 == args[2].rows and c2 == args[2].cols and (args[0].scalar or shapes[0] == shapes[1]) and (r2, c2),
        "deriv": lambda: (c + r, c2 + r2) if data[1] == "vec" else (r + c, r2 + c2), "integral": lambda: (r, c),
        "grad": lambda: args[0].scalar and (r2, c2), "frechet": lambda: args[1].shape == args[2].shape and (r, c),
        "jac": lambda: (r + c, refined(data[1]) + refined(data[2])), "eig": lambda: r == c and point, "order": lambda: () in (r, c) and point,
    }  # fmt: skip
    table |= dict.fromkeys(("limit", "limsup", "liminf"), lambda: (r, c))
    table |= dict.fromkeys(("norm", "sigma", "rank", "kappa", "maxentry", "minentry"), lambda: point)
    table |= dict.fromkeys(("maxover", "minover", "max", "min", "sup", "inf"), lambda: all(a.scalar or a.op in FORMULAS for a in args) and point)
    demand(op in table, f"unknown operator {op!s:.40}")
    shape = table[op]()
    demand(shape is not False, f"no shape: {op} of {' and '.join(f'{len(a.rows)}x{len(a.cols)} factors' for a in args)}")
    return shape


def var(name, rows, cols): return make("var", (name, rows, cols))
def const(q): return make("const", (Fraction(q),))
def add(*args): return args[0] if len(args) == 1 else make("add", (), args)
def scale(s, a): return make("scale", (), (s, a))
def transpose(a): return make("transpose", (), (a,))
def less(a, b): return add(a, scale(const(-1), b))
def apply(f, a): return make("map", (f,), (a,))
def power(a, q): return make("hpow", (), (a, const(q)))
def hadamard(a, b): return make("hadamard", (), (a, b))


def matmul(*args):
    """A product; a factor that is a scalar scales."""
    return reduce(lambda a, b: scale(a, b) if a.scalar else scale(b, a) if b.scalar else make("matmul", (), (a, b)), args)


def filled(a, value):
    """A matrix of the shape of a with one value everywhere."""
    return value if a.scalar else scale(value, make("ones", a.shape))


def nodes(*roots):
    seen, stack = set(), list(roots)
    while stack:
        n = stack.pop()
        if n not in seen:
            seen.add(n)
            stack.extend(n.args)
    return seen


# ---- reading and writing the prefix language ----

DATA = {"var": "n", "const": "q", "real": "w", "size": "s", "eye": "d", "ones": "dd", "zeros": "dd", "commutation": "dd",
        "basis": "sd", "delta": "ss", "unvecr": "dd", "entry": "ss", "row": "s", "col": "s", "sum": "nss", "prod": "nss",
        "mprod": "nss", "blocks": "nsns", "map": "w", "indicator": "w", "fun": "n", "deriv": "nw", "grad": "n", "frechet": "n",
        "integral": "n", "norm": "w", "sigma": "x", "eig": "x", "order": "s", "maxover": "nss", "minover": "nss", "limit": "nw",
        "limsup": "nw", "liminf": "nw"}  # fmt: skip


def size_text(size):
    def term(m, c):
        factors = [str(c)] * (c != 1 or not m) + [json.dumps(shown(n)) for n, p in m for _ in range(p)]
        return factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})"

    terms = [term(m, c) for m, c in size]
    return "0" if not terms else terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def shown(name): return f"b~{name[1:]}" if name[0] == "#" else name
def dim_text(dim): return f"({' '.join(map(size_text, dim))})"


def text_of(node, sharing=False):
    """The prefix text of a node; bound names are written b~1, b~2, ..., what occurs often (if sharing) as an abbreviation."""
    memo, short = {}, []
    uses = Counter(a for n in nodes(node) for a in n.args) if sharing else {}

    def visit(n):
        if n in memo:
            return memo[n]
        args, words = [visit(a) for a in n.args], [n.op]
        if n.op in ("forall", "exists"):
            ends = map(dim_text if n.data[1] == "matrix" else size_text, n.data[2:])
            words.append(f"(({n.data[1]} {json.dumps(shown(n.data[0]))} {' '.join(ends)}))")
        elif n.op in ("sup", "inf"):
            name, _, rows, cols = n.data
            words += [f"(({json.dumps(shown(name))} {dim_text(rows)} {dim_text(cols)}))", f"({' '.join(args[:-1])})"]
            args = args[-1:]
        else:
            shape = n.data[1:3] if n.op in ("var", "fun") else n.data if n.op == "reshape" else n.shape
            words += [dim_text(d) for d in shape] if n.op in SHAPED else []
            write = {"n": lambda d: json.dumps(shown(d)), "s": size_text, "d": dim_text, "q": str, "w": str,
                     "x": lambda d: d if isinstance(d, str) else size_text(d)}  # fmt: skip
            words += [write[k](d) for k, d in zip(DATA.get(n.op, ""), n.data, strict=False)]
        memo[n] = f"({' '.join([*words, *args])})"
        if uses and uses[n] > 1 and n.args and n.op not in FORMULAS:
            short.append(memo[n])
            memo[n] = f"%{len(short)}"
        return memo[n]

    text = visit(node)
    return f"(let ({' '.join(f'(%{k} {t})' for k, t in enumerate(short, 1))}) {text})" if short else text


def tree_of(text):
    stack = [[]]
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', text):
        if token == "(":
            stack.append([])
            demand(len(stack) <= MAX_DEPTH, "nested too deep")
        elif token == ")":
            demand(len(stack) > 1, "unbalanced parentheses")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    demand(len(stack) == 1 and len(stack[0]) == 1, "the text is not one expression")
    return stack[0][0]


class Reader:
    """Reads texts; ``short`` holds the abbreviations, ``equal`` the sizes that a relation of the problem defines."""

    def __init__(self, equal=None):
        self.short, self.equal = {}, equal or {}

    def keep(self, abbreviations):
        demand(len({short for short, _ in abbreviations}) == len(abbreviations), "an abbreviation has two meanings")
        for short, body in abbreviations:
            demand(short[0] == "%", "an abbreviation begins with %")
            self.short[short] = self.node(body)

    def size(self, t):
        if isinstance(t, str):
            return placed(named(self.name(t)), self.equal) if t[0] == '"' else number(numeral(t))
        if t[0] == "^":
            demand(0 <= int(t[2]) <= MAX_POWER, "a high power of a size")
            return total([self.size(t[1])] * int(t[2]))
        demand(t[0] in ("+", "*"), "unknown operator in a size")
        return (plus if t[0] == "+" else lambda *parts: total(parts))(*map(self.size, t[1:]))

    def name(self, t):
        demand(isinstance(t, str) and t[0] == '"', "a quoted name is expected")
        name = json.loads(t)
        demand(name and name[0] not in "#~", "a name that is reserved")
        return name

    def dim(self, t):
        demand(isinstance(t, list), "a dimension is expected")
        return refined(tuple(map(self.size, t)))

    def bound(self, t):
        kind, name, first, second = t
        demand(kind in ("matrix", "index"), "a binder is matrix or index")
        read = self.dim if kind == "matrix" else self.size
        return self.name(name), kind, read(first), read(second)

    def node(self, t):
        if isinstance(t, str):
            demand(t in self.short, f"unknown abbreviation {t:.40}")
            return self.short[t]
        op, rest = t[0], t[1:]
        if op == "let":  # abbreviations of this text alone
            outer, self.short = self.short, dict(self.short)
            self.keep(rest[0])
            node, self.short = self.node(rest[1]), outer
            return node
        if op in ("forall", "exists"):
            body = self.node(rest[1])
            for binder in reversed(rest[0]):
                body = make(op, self.bound(binder), (body,))
            return body
        if op in FORMULAS:
            args = [self.node(x) for x in (rest[-2:] if op in RELATIONS else rest)]
            if op in RELATIONS:
                demand(len(args) == 2 == len(rest), "a relation has two sides")
                demand(op == "shape" or args[0].shape == args[1].shape or any(a.scalar for a in args), "sides of different shapes")
                args = [const(0) if a.op == "zeros" and op[0] in "<>" else a for a in args]  # it is said of each entry
            return make(op, (), args)
        if op in ("sup", "inf"):
            demand(len(rest[0]) == 1, "a supremum over several names")
            ((name, rows, cols),) = rest[0]
            return make(op, (self.name(name), "matrix", self.dim(rows), self.dim(cols)), [*map(self.node, rest[1]), self.node(rest[2])])
        shape = [self.dim(d) for d in rest[:2]] if op in SHAPED else []
        rest = rest[2:] if op in SHAPED else rest
        if op == "mpow":
            demand(0 <= int(rest[0]) <= MAX_POWER, "a high power")
            a = self.node(rest[1])
            return reduce(lambda x, y: make("matmul", (), (x, y)), [a] * int(rest[0]), make("eye", (a.rows,)))
        kinds = DATA.get(op, "")
        read = {"q": numeral, "s": self.size, "d": self.dim, "n": self.name, "w": str,
                "x": lambda x: x if x in ("max", "min") else "max" if self.size(x) == ONE else self.size(x)}  # fmt: skip
        data = [read[k](x) for k, x in zip(kinds, rest, strict=False)]
        args = [self.node(x) for x in rest[len(kinds) :]]
        if op == "hpow" and (q := rational(args[1])) is not None:
            args[1] = const(q)
        if op == "map" and data == ["sqrt"]:
            return power(args[0], Fraction(1, 2))
        return make(op, data + (shape if op in ("var", "fun", "reshape") else []), args)


@lru_cache(1 << 12)
def rational(e):
    """The value of an exponent, None if it is no number."""
    if e.op == "const":
        return e.data[0]
    values = [rational(a) for a in e.args]
    if None in values or e.op not in ("add", "scale", "hpow"):
        return None
    if e.op == "hpow":
        return values[0] ** values[1] if values[1].denominator == 1 and abs(values[1]) <= MAX_POWER and values[0] else None
    return sum(values) if e.op == "add" else values[0] * values[1]


def whole_number(e):
    """An exponent as a polynomial of sizes with whole coefficients, None if it is none."""
    parts = [whole_number(a) for a in e.args] if e.op in ("add", "scale") else []
    if e.op not in ("add", "scale", "size", "const") or None in parts:
        return None
    value = e.data[0] if e.op == "size" else number(e.data[0]) if e.op == "const" else (plus if e.op == "add" else times)(*parts)
    return value if all(c.denominator == 1 for _, c in value) else None


# ---- what is known of sizes ----


class Sizes:
    """Least values and relations ``size op 0`` of the names of sizes and indices; ``ranges`` of indices that run from 1."""

    def __init__(self, least, relations, ranges):
        self.least, self.relations, self.ranges, self.own, self.used, self.bound = least, relations, ranges, {}, set(), {}

    def nonnegative(self, size):
        """Whether size >= 0 follows: with n = least + n' all coefficients are >= 0, after adding one or two known relations.

        The range of an index of the proof's own may be empty: that it is used is noted, as an assumption is. Bound indices are in their ranges.
        """
        if any(n[0] == "#" and n not in self.bound for n in names_in(size)):
            return False
        known = [((), ()), *((r, ()) for op, r in self.relations if op == "<=")]
        known += [(plus(r, ONE), ()) for op, r in self.relations if op == "<"]
        known += [(minus(named(i), high), (i,)) for i, high in self.own.items()]
        known += [(minus(named(i), high), ()) for i, (_, high) in self.bound.items() if i in names_in(size)]
        shift = {n: (plus(named(n), number(k)),) for n, k in self.least.items()} | {n: (plus(named(n), low),) for n, (low, _) in self.bound.items()}
        for pair in (*((one,) for one in known), *combinations(known[1:], 2)):
            if all(c >= 0 for _, c in placed(plus(size, *(relation for relation, _ in pair)), shift)):
                self.used |= {*(n for _, uses in pair for n in uses), *(n for m, _ in size for n, _ in m if n in self.own)}
                return True
        return False

    def noting(self, memo, key, f, caught=()):
        """The value of f (False where it is caught), kept with the indices of the proof's own whose ranges it rests on."""
        if key not in memo:
            outer, self.used = self.used, set()
            try:
                memo[key] = f(), self.used
            except caught:
                memo[key] = False, set()
            finally:
                self.used = outer
        self.used |= memo[key][1]
        return memo[key][0]

    def admits(self, value, size):
        """Whether an index expression lies in 1..size."""
        return self.nonnegative(minus(value, ONE)) and self.nonnegative(minus(size, value))


# ---- functions: definitions, derivatives, signs. These lines are all that is known of them ----

MEANINGS = {  # functions that are written by others
    "sigmoid": lambda a: power(add(filled(a, const(1)), apply("exp", scale(const(-1), a))), -1), "silu": lambda a: hadamard(a, apply("sigmoid", a)),
    "softplus": lambda a: apply("log", add(filled(a, const(1)), apply("exp", a))),
    "gelu": lambda a: hadamard(a, apply("Phi", a)), "softsign": lambda a: hadamard(a, power(add(filled(a, const(1)), apply("abs", a)), -1)),
    "logsigmoid": lambda a: scale(const(-1), apply("softplus", scale(const(-1), a))), "mish": lambda a: hadamard(a, apply("tanh", apply("softplus", a))),
    "relu": lambda a: hadamard(a, make("indicator", (">",), (a, const(0)))), "tan": lambda a: hadamard(apply("sin", a), power(apply("cos", a), -1)),
    "sinh": lambda a: scale(const(Fraction(1, 2)), less(apply("exp", a), apply("exp", scale(const(-1), a)))),
    "arsinh": lambda a: apply("log", add(a, power(add(filled(a, const(1)), power(a, 2)), Fraction(1, 2)))),
    "cosh": lambda a: scale(const(Fraction(1, 2)), add(apply("exp", a), apply("exp", scale(const(-1), a)))),
}
UNFOLDED = {  # those that are atoms unless a step asks for their definition
    "tanh": lambda a: less(filled(a, const(1)), scale(const(2), power(add(filled(a, const(1)), apply("exp", scale(const(2), a))), -1))),
    "softmax": lambda a: hadamard(apply("exp", a), matmul(power(matmul(apply("exp", a), make("ones", (a.cols, ()))), -1), make("ones", ((), a.cols)))),
}  # fmt: skip
SLOPES = {  # derivatives of elementwise functions at the argument a
    "exp": lambda a: apply("exp", a), "log": lambda a: power(a, -1), "abs": lambda a: apply("sign", a),
    "tanh": lambda a: less(filled(a, const(1)), power(apply("tanh", a), 2)),
    "Phi": lambda a: apply("phi", a), "phi": lambda a: scale(const(-1), hadamard(a, apply("phi", a))),
    "sin": lambda a: apply("cos", a), "cos": lambda a: scale(const(-1), apply("sin", a)),
    "arctan": lambda a: power(add(filled(a, const(1)), power(a, 2)), -1),
    "arcsin": lambda a: power(less(filled(a, const(1)), power(a, 2)), Fraction(-1, 2)),
    "arccos": lambda a: scale(const(-1), power(less(filled(a, const(1)), power(a, 2)), Fraction(-1, 2))),
}
JUMPS = {"abs", "sign", "step"}  # with relu and softsign: where the argument is 0 they have no derivative
ELEMENTWISE = SLOPES.keys() | MEANINGS.keys() | {"erf", *JUMPS}
LINEAR = {"transpose", "vec", "vecr", "unvecr", "reshape", "diag", "diagpart", "trace", "entry", "row", "col", "sum", "blocks", "jac"}


def meaning(e):
    """A node in terms of others where it is defined by them: norms that are roots of sums of squares, sigmoid, ..."""
    if e.op == "map" and e.data[0] in MEANINGS:
        return MEANINGS[e.data[0]](e.args[0])
    if e.op == "real" and e.data[0] == "e":
        return apply("exp", const(1))
    if e.op == "minover":
        return scale(const(-1), make("maxover", e.data, (scale(const(-1), e.args[0]),)))
    if e.op == "norm" and (e.data[0] == "F" or (e.data[0] == "2" and () in e.args[0].shape)):
        a = e.args[0]
        return power(make("trace", (), (matmul(transpose(a), a),)) if not a.scalar else power(a, 2), Fraction(1, 2))
    return None


# ---- the index calculus ----


class Calculus:
    """Entries of trees as sums of products of entries. ``facts`` notes what was used beyond sums, products and derivatives."""

    def __init__(self, sizes, limit=MAX_WORK, steady=False):  # steady: of conditions those without which there is no value
        self.sizes, self.limit, self.env, self.work, self.facts, self.owed, self.evident = sizes, limit, {}, 0, set(), set(), {}
        self.table, self.bodies, self.templates, self.symmetric, self.slopes, self.plain = {}, {}, {}, set(), {}, {}
        self.rules, self.unfold, self.inverses, self.steady, self.cancelled, self.indices = [], False, False, steady, set(), {n: Index(next(serial), s) for n, s in sizes.ranges.items()}

    def spend(self, amount):
        self.work += amount
        demand(self.work < self.limit, "too much work")

    def ident(self, thing):
        return self.table.setdefault(thing, len(self.table))

    def fresh(self, dim):
        demand(not any(n[0] == "#" for n in names_in(dim)), "a range that depends on a bound index is not understood")
        return tuple(Index(next(serial), s) for s in dim)

    def under(self, values, f):
        old, self.env = self.env, {**self.env, **values}
        try:
            return f()
        finally:
            self.env = old

    # derivatives, as trees

    def derivative(self, e, x, h):
        """The derivative of a tree by the variable x in the direction h, as a tree; None is zero."""
        if x not in e.free:
            return None
        if (e, x, h) not in self.slopes:
            self.spend(1)
            self.slopes[e, x, h] = self.slope(e, x, h)
        return self.slopes[e, x, h]

    def slope(self, e, x, h):
        if e.op == "var":
            return h
        if e.op in DERIVATIVES:
            return self.derivative(self.expanded(e), x, h)
        if e.op == "indicator":
            return None  # off its jumps, which `conditions` excludes
        if (same := meaning(e)) is not None:
            return self.derivative(same, x, h)
        if e.op == "trace" and e.args[0].op == "expm":
            self.facts.add("the derivative of the trace of an exponential")
            return make("trace", (), (matmul(e.args[0], self.derivative(e.args[0].args[0], x, h)),))
        d = [self.derivative(a, x, h) for a in e.args]
        if all(a is None for a in d):
            return None
        if e.op in LINEAR:
            return make(e.op, e.data, d)
        if e.op == "add":
            return add(*(a for a in d if a is not None))
        if e.op in ("scale", "matmul", "kron", "hadamard"):
            return add(*(make(e.op, (), (*e.args[:k], a, *e.args[k + 1 :])) for k, a in enumerate(d) if a is not None))
        if e.op in ("fun", "dfun"):
            return self.of_function(e, d)
        a, da = e.args[0], d[0]
        if e.op == "map" and e.data[0] in SLOPES:
            self.facts.add(f"the derivative of {e.data[0]}")
            return hadamard(SLOPES[e.data[0]](a), da)
        if e.op == "hpow" and (q := rational(e.args[1])) is not None:
            return hadamard(scale(const(q), power(a, q - 1)), da)
        if e.op == "softmax":
            self.facts.add("the derivative of softmax")
            mean = make("matmul", (), (hadamard(e, da), make("ones", (e.cols, e.cols))))
            return hadamard(e, less(da, mean))
        if e.op == "inv":
            self.facts.add("the derivative of the inverse")
            return scale(const(-1), matmul(e, da, e))
        if e.op == "expm":  # of multiples of one matrix alone
            s, m = const(1), a
            while m.op == "scale":
                s, m = scale(s, m.args[0]), m.args[1]
            demand(x not in m.free, "no derivative of the exponential of that matrix is known")
            self.facts.add("the derivative of the exponential of multiples of a matrix")
            return scale(self.derivative(s, x, h), matmul(m, e))
        if e.op == "det":
            self.facts.add("the derivative of the determinant (Jacobi)")
            return scale(e, make("trace", (), (matmul(make("inv", (), (a,)), da),)))
        raise Rejected(f"no derivative of {e.op} {e.data[0] if e.op == 'map' else ''} is known")

    def of_function(self, e, d):
        """By the chain rule: dfun is the derivative of a function by its arguments at ``places``, in as many directions."""
        name, rows, cols, *places = e.data
        places = places[0] if places else ()
        n = len(e.args) - len(places)
        out = [make("dfun", (name, rows, cols, (*places, k)), (*e.args, da)) for k, da in enumerate(d[:n]) if da is not None]
        out += [make("dfun", e.data, (*e.args[: n + k], da, *e.args[n + k + 1 :])) for k, da in enumerate(d[n:]) if da is not None]
        return add(*out)

    def expanded(self, e):
        """A derivative node as a tree without it. ``jac`` turns a direction into columns."""
        if e not in self.plain:
            name, body, point = e.data[0], e.args[0], e.args[1]
            demand(e.op != "deriv" or e.data[1] in ("vecr", "vec"), "an unknown order of entries")
            columns = e.op == "deriv" and e.data[1] == "vec"  # columns first: everything is transposed
            h = e.args[2] if e.op == "frechet" else var(f"~{next(serial)}", *(point.shape[::-1] if columns else point.shape))
            d = self.derivative(body, name, transpose(h) if columns else h)
            d = make("zeros", body.shape) if d is None else replaced(d, {name: point}, {})
            if e.op != "frechet":
                d = make("jac", h.data, (transpose(d) if columns else d,))
            self.plain[e] = make("unvecr", point.shape, (transpose(d),)) if e.op == "grad" else d
        return self.plain[e]

    # entries

    def slot(self, value, dim):
        """An index expression as the index of a dimension."""
        known = self.env.get(name := name_of(value)) or self.indices.get(name)
        if dim == ():
            demand(value == ONE or (known is not None and known.size == ONE), "an index of a dimension of length one")
            return ()
        demand(len(dim) == 1, "an index into a composite dimension")
        if known is not None and known.size == dim[0]:
            return (known,)
        demand(not any(n in self.env for m, _ in value for n, _ in m), "a shifted bound index is not understood")
        demand(self.sizes.admits(value, dim[0]), "an index may be out of range")
        return (Fixed(value),)

    def product(self, *sums):
        out = []
        for first, *others in product(*sums):
            c, factors, summed = first.coefficient, dict(first.factors), first.summed
            for t in others:
                demand(summed.isdisjoint(t.summed), "one index is summed over twice")
                c, summed = c * t.coefficient, summed | t.summed
                for f, e in t.factors.items():
                    factors[f] = factors.get(f, 0) + e
            out.append(Term(c, factors, summed))
        self.spend(len(out))
        return out

    def deltas(self, left, right):
        demand(len(left) == len(right), "dimensions with other factors")
        return [Term(1, {(("delta",), (a, b)): 1 for a, b in zip(left, right, strict=True) if a != b}, frozenset())]

    def renamed(self, terms, names):
        """The same terms with other indices for the free ones and fresh ones for the summed."""
        out = []
        for t in terms:
            new = {**names, **{s: Index(next(serial), s.size) for s in t.summed}}
            factors = {}
            for (h, slots), e in t.factors.items():
                f = h, tuple(new.get(s, s) for s in slots)
                factors[f] = factors.get(f, 0) + e
            out.append(Term(t.coefficient, factors, frozenset(new[s] for s in t.summed)))
        self.spend(len(out))
        return out

    def entries(self, e, i=(), j=()):
        """The entry of a tree at the given indices, one for each factor of its rows and columns."""
        if not e.args or not e.free.isdisjoint(self.env):
            self.spend(1)
            return self.entry(e, i, j)
        if e not in self.templates:  # once, at indices of its own
            rows, cols = self.fresh(e.rows), self.fresh(e.cols)
            self.templates[e] = rows + cols, self.collected(self.entry(e, rows, cols))
        own, terms = self.templates[e]
        return self.renamed(terms, dict(zip(own, i + j, strict=True)))

    def entry(self, e, i, j):
        unit, args, data, op = [Term(1, {}, frozenset())], e.args, e.data, e.op
        a = args[0] if args else None
        if op == "var":
            if data[0] in self.env:
                return self.deltas(i + j, self.env[data[0]])
            return [Term(1, {(("var", data[0], e.shape), i + j): 1}, frozenset())]
        if op in ENTRIES:
            return ENTRIES[op](self, e, a, i, j)
        if op == "sum":
            demand(data[1] == ONE and self.sizes.nonnegative(data[2]), "a sum over 1..k with k >= 0 is expected")
            (k,) = self.fresh((data[2],))
            return self.summed(self.under({data[0]: k}, lambda: self.entries(a, i, j)), (k,))
        if op == "blocks":
            m, n = len(refined((data[1],))), len(refined((data[3],)))
            demand(m <= 1 and n <= 1, "blocks of composite number")
            outer = {name: x[0] for name, x in ((data[0], i[:m]), (data[2], j[:n])) if x}
            demand(all(isinstance(x, Index) for x in outer.values()), "a block of a fixed number is not understood")
            return self.under(outer, lambda: self.entries(a, i[m:], j[n:]))
        if op in DERIVATIVES:
            plain = self.expanded(e)
            self.owed |= {make("!=", (), (make("det", (), n.args), const(0))) for n in nodes(plain) if n.op == "inv" and not n.scalar}
            return self.entries(plain, i, j)
        if op == "fun":
            keys = [self.whole(x) for x in args]
            head = ("fun", data[0], (), tuple(k for k, _ in keys))
            return [Term(1, {(head, i + j + tuple(x for _, p in keys for x in p)): 1}, frozenset())]
        if op == "hpow" and (q := rational(args[1])) is not None:
            if q.denominator == 1 and 0 <= q <= MAX_POWER:
                return self.product(unit, *(self.entries(a, i, j) for _ in range(int(q))))
            return self.power(self.entries(a, i, j), q)
        if op == "hpow":  # the exponent is no number
            (base, at), (exponent, more) = (self.closed(self.entries(*x), ()) for x in ((a, i, j), (args[1],)))
            return [Term(1, {((op, base, exponent), at + more): 1}, frozenset())]
        if (same := meaning(e)) is not None:
            return self.entries(same, i, j)
        if op == "inv" and e.scalar:
            return self.power(self.entries(a), Fraction(-1))
        if self.unfold and (e.data[0] if op == "map" else op) in UNFOLDED:
            name = e.data[0] if op == "map" else op
            self.facts.add(f"the definition of {name}")
            return self.entries(UNFOLDED[name](a), i, j)
        if op == "map":
            demand(data[0] in ELEMENTWISE, f"unknown function {data[0]:.40}")
            return self.of_map(data[0], self.entries(a, i, j))
        if op == "indicator":
            other = self.entries(args[1], i, j) if args[1].shape == a.shape else self.entries(args[1])
            return self.atom((op, data[0]), self.entries(a, i, j) + negative(other))
        if op == "softmax":  # row by row: the columns are its own, the rows are parameters
            k = self.fresh(a.cols)
            key, params = self.closed(self.entries(a, i, k), k)
            return [Term(1, {((op, len(k), key), (*j, *params)): 1}, frozenset())]
        demand(not any(n[0] == "#" for n in names_in(data)), f"{op} with a bound index is not understood")
        if op in ("inv", "det", "expm", "norm", "sigma", "eig", "rank", "kappa"):
            return self.of_matrix(e, i, j)
        if op in ("order", "maxentry", "minentry"):
            k = self.fresh(a.rows + a.cols)
            return self.extreme((op, *data), self.entries(a, k[: len(a.rows)], k[len(a.rows) :]), k)
        if op == "maxover":
            demand(data[1] == ONE and self.sizes.admits(ONE, data[2]), "a maximum over 1..k with k >= 1 is expected")
            (k,) = self.fresh((data[2],))
            return self.extreme((op,), self.under({data[0]: k}, lambda: self.entries(a)), (k,))
        if op in ("max", "min"):
            keys = sorted(self.whole(x) for x in args)
            head = (op, tuple(k for k, _ in keys))
            return [Term(1, {(head, tuple(x for _, p in keys for x in p)): 1}, frozenset())]
        demand(op in OPAQUE or op == "real", f"{op} has no entries here")
        demand(data != ("infinity",), "infinity is no number to calculate with")
        demand(e.free.isdisjoint(self.env), f"{op} inside a sum or a derivative is not understood")
        return [Term(1, {(("node", self.ident(e)), i + j): 1}, frozenset())]

    def of_size(self, size):
        out = []
        for monomial, c in size:
            factors = {}
            for name, p in monomial:
                bound = self.env.get(name) or self.indices.get(name)
                kind = "size" if self.sizes.least.get(name, 0) >= 1 else "integer"  # one that may be 0 is not positive
                factors[((kind, name), ()) if bound is None else (("position", bound.size), (bound,))] = p
            out.append(Term(rat(c), factors, frozenset()))
        return out

    def of_delta(self, first, second):
        """1 where two index expressions are equal: both run over one range, or one lies in the range of the other."""
        known = [self.env.get(name_of(v)) or self.indices.get(name_of(v)) for v in (first, second)]
        ranges = {k.size for k in known if k is not None}
        if len(ranges) > 1:  # whether two indices of different ranges are equal: an atom
            return [Term(1, {(("same", *(k.size for k in known)), tuple(known)): 1}, frozenset())]
        demand(ranges, "index expressions without a range")
        (size,) = ranges
        return self.deltas(*(self.slot(v, (size,)) for v in (first, second)))

    def of_pieces(self, e, i, j):
        """Blocks on top of each other: ``piece`` ties the indices of the whole to those of one block."""
        out, low = [], ()
        here = i if e.op == "vcat" else j
        demand(here and all(isinstance(x, Index) for x in here), "a fixed row of blocks is not understood")
        for a in e.args:
            dim = a.rows if e.op == "vcat" else a.cols
            k = self.fresh(dim)
            tie = [Term(1, {(("piece", len(here), low, total(dim)), here + k): 1}, frozenset())]
            inner = self.entries(a, *((k, j) if e.op == "vcat" else (i, k)))
            out += self.summed(self.product(tie, inner), k)
            low = plus(low, total(dim))
        return out

    def of_derivative(self, e, i, j):
        """The derivative of a function of which nothing is known: an atom with a slot for each index of each direction."""
        name, _, _, places = e.data
        n = len(e.args) - len(places)
        keys = [self.whole(x) for x in e.args[:n]]
        order = sorted(range(len(places)), key=lambda k: places[k])
        groups = [(self.fresh(d.rows), self.fresh(d.cols)) for d in e.args[n:]]
        widths = tuple((places[k], len(groups[k][0] + groups[k][1])) for k in order)
        head = ("fun", name, (len(i + j), widths), tuple(k for k, _ in keys))
        slots = i + j + tuple(x for k in order for x in groups[k][0] + groups[k][1]) + tuple(x for _, p in keys for x in p)
        out = [Term(1, {(head, slots): 1}, frozenset())]
        for (rows, cols), d in zip(groups, e.args[n:], strict=True):
            out = self.summed(self.product(out, self.entries(d, rows, cols)), rows + cols)
        return out

    def of_map(self, f, terms):
        terms = self.collected(terms)
        if f == "exp":  # exp of a sum is the product of the exp: an atom for each monomial, its coefficient is the exponent
            self.facts.add("exp(a + b) = exp(a) exp(b)")
            out = [Term(1, {}, frozenset())]
            for t in terms:
                (atom,) = self.atom(("map", "exp"), [t._replace(coefficient=1)])
                out = self.product(out, [atom._replace(factors=dict.fromkeys(atom.factors, t.coefficient))])
            return out
        if not terms and f in ("sin", "tanh", "arctan", "arcsin", "abs", "cos"):
            self.facts.add(f"the value of {f} at 0")
            return [Term(1, {}, frozenset())] if f == "cos" else []
        if f == "log" and terms == [Term(1, {}, frozenset())]:
            self.facts.add("the logarithm of 1")
            return []
        if f in ("abs", "sign", "sin", "cos", "tanh", "phi", "erf", "arctan") and terms and min((self.key(t), t.coefficient) for t in terms)[1] < 0:
            odd = f in ("sign", "sin", "tanh", "erf", "arctan")
            self.facts.add(f"{f} is {'odd' if odd else 'even'}")
            found = self.atom(("map", f), negative(terms))
            return negative(found) if odd else found
        return self.atom(("map", f), terms)

    def of_matrix(self, e, i, j):
        """A function of a matrix: the inverse, the determinant, a norm, a singular value; that of the transpose is known by it."""
        a, op = e.args[0], e.op
        k, m = self.fresh(a.rows), self.fresh(a.cols)
        terms = self.collected(self.entries(a, k, m))
        if not terms and op in ("norm", "sigma", "rank"):
            self.facts.add(f"{op} of zero is zero")
            return []
        diagonal = {(("delta",), pair) for pair in zip(k, m, strict=True)} if op == "inv" else None
        if diagonal and all(diagonal <= t.factors.keys() for t in terms):
            self.facts.add("the inverse of a diagonal matrix")
            rest = [t._replace(factors={f: e for f, e in t.factors.items() if f not in diagonal}) for t in terms]
            return self.product(self.deltas(i, j), self.power(self.renamed(rest, dict(zip(k, i, strict=True))), Fraction(-1)))
        ends, (key, params), (other, more) = (len(k), len(m)), self.closed(terms, k + m), self.closed(terms, m + k)
        turns = op in ("inv", "det", "expm", "sigma", "rank", "kappa") or e.data[0] in ("2", "nuc", "max")
        if not turns:
            return [Term(1, {((op, *e.data, ends, key), i + j + params): 1}, frozenset())]
        if (other, ends[::-1]) < (key, ends):
            self.facts.add(f"{op} of a transpose")
            i, j, k, m, ends, key, other, params, more = j, i, m, k, ends[::-1], other, key, more, params
        head = (op, *e.data, ends, key)  # of a column and of a matrix with the same entries the norms differ
        if op in ("inv", "expm") and other == key and params == more:
            self.symmetric.add(head)
        if op == "inv" and self.inverses:
            self.cancel(head, k, m, terms, params)
        return [Term(1, {(head, (*i, *j, *params)): 1}, frozenset())]

    def cancel(self, head, rows, cols, terms, params):
        """Take A A^-1 = I and A^-1 A = I as rules; the entries of A at rows and cols are the terms."""
        if head in self.cancelled:
            return
        self.cancelled.add(head)
        self.facts.add("an inverse times its matrix is the identity")
        other = tuple(Index(next(serial), k.size) for k in rows)
        unit = negative(self.deltas(rows, other))
        right = self.summed(self.product(terms, [Term(1, {(head, (*cols, *other, *params)): 1}, frozenset())]), cols)
        self.orient(self.collected(right + unit), {*rows, *other, *params})
        unit = negative(self.deltas(other, cols))
        left = self.summed(self.product([Term(1, {(head, (*other, *rows, *params)): 1}, frozenset())], terms), rows)
        self.orient(self.collected(left + unit), {*cols, *other, *params})

    def over(self, dim, terms):
        """The sum of terms over an index of a dimension."""
        k = self.fresh(dim)
        return self.summed(terms(k), k)

    def summed(self, terms, indices):
        return [Term(t.coefficient, t.factors, t.summed.union(indices)) for t in terms]

    def atom(self, kind, terms, bound=()):
        """A function of a sum: its head holds the canonical sum over the bound indices, its slots the free ones."""
        key, params = self.closed(terms, bound)
        return [Term(1, {((*kind, key), params): 1}, frozenset())]

    def extreme(self, kind, terms, bound):
        """The largest of terms, or the like: what is not negative and does not depend on the bound indices stands before it."""
        terms = self.collected(terms)
        content, rest = self.content(terms, False, bound) if terms else (Term(1, {}, frozenset()), [])
        alone = rest == [Term(1, {}, frozenset())] and all(map(self.nonempty, bound))
        return self.product([content], rest if alone else self.atom(kind, rest, bound))

    def whole(self, e):
        """The canonical name of all entries of a tree."""
        k = self.fresh(e.rows + e.cols)
        return self.closed(self.entries(e, k[: len(e.rows)], k[len(e.rows) :]), k)

    def closed(self, terms, bound):
        """A canonical number for a sum, and its parameters in canonical order (the best that a few passes find)."""
        terms = self.collected(terms)
        labels = {k: -1 - n for n, k in enumerate(bound)}
        params = []
        for _, _, t in sorted((self.key(t, labels), t.coefficient, n) for n, t in enumerate(terms)):
            for x in self.ordered(terms[t], labels):
                if x not in labels and x not in terms[t].summed and x not in params:
                    params.append(x)
        best = None
        for order in permutations(params) if len(params) < 4 else [params]:
            names = labels | {x: -1000 - n for n, x in enumerate(order)}
            body = tuple(sorted((self.key(t, names), t.coefficient) for t in terms))
            found = body, tuple(k.size for k in bound), tuple(x.size for x in order if isinstance(x, Index))
            if best is None or found < best[0]:
                best = found, tuple(order)
        key = self.ident(best[0])
        self.bodies.setdefault(key, (best[1], terms, bound))
        return key, best[1]

    def body(self, key, slots):
        """The sum that an atom without bound indices stands for, at other parameters."""
        params, terms, bound = self.bodies[key]
        demand(not bound, "an atom with bound indices")
        return self.renamed(terms, dict(zip(params, slots, strict=True)))

    def power(self, terms, q):
        """A negative or fractional power: spread over a product where this is sound, otherwise an atom."""
        terms = self.collected(terms)
        demand(terms or q > 0, "a power of zero")
        if not terms:
            return []
        whole = q.denominator == 1
        content, terms = self.content(terms, whole)
        out = [self.spread(content, q)]
        if terms != [Term(1, {}, frozenset())]:
            lead = min((self.key(t), t.coefficient) for t in terms)[1]
            c = abs(lead) if not whole else lead
            terms = [t._replace(coefficient=rat(Fraction(t.coefficient) / c)) for t in terms]
            (atom,) = self.atom(("base",), terms)
            out += [self.spread(Term(c, {}, frozenset()), q), [atom._replace(factors=dict.fromkeys(atom.factors, rat(q)))]]
        return self.product(*out)

    def content(self, terms, whole, bound=()):
        """A factor that all terms have, of which powers are taken one by one, and the rest."""
        first, *others = terms
        common = {}
        for (head, slots), e in first.factors.items():
            shared = [t.factors.get((head, slots)) for t in others]
            fine = head[0] not in ("delta", "piece") and (whole or nonnegative(head) or (rat(e) % 2 == 0 and not others))
            if fine and not any(s in bound or s in t.summed for t in terms for s in slots):
                least = min([e, *(x or 0 for x in shared)])
                common |= {(head, slots): least} if least else {}
        for t in others if not whole or others else ():  # what the first lacks but sizes in denominators have
            for head, slots in t.factors:
                if head[0] == "size" and (head, slots) not in first.factors:
                    least = min(x.factors.get((head, slots), 0) for x in terms)
                    common |= {(head, slots): least} if least else {}
        rest = [self.product([t], [Term(1, {f: -e for f, e in common.items()}, frozenset())])[0] for t in terms]
        c = 1
        if not others and (whole or first.coefficient > 0):
            c, rest = first.coefficient, [rest[0]._replace(coefficient=1)]
        return Term(c, common, frozenset()), self.collected(rest)

    def spread(self, term, q):
        """The power of a product whose factors may be taken one by one."""
        factors = rational_power(term.coefficient, q)
        c, out = factors.coefficient, dict(factors.factors)
        for (head, slots), e in term.factors.items():
            if q.denominator > 1 and not nonnegative(head):  # an even power: the root of a square is the absolute value
                self.facts.add("the root of a square is the absolute value")
                (atom,) = self.of_map("abs", [Term(1, {(head, slots): 1}, frozenset())])
                ((head, slots),) = atom.factors
            out[head, slots] = rat(Fraction(out.get((head, slots), 0) + e * q))
        return [Term(c, out, frozenset())]

    def simplified(self, term):
        """Settle deltas, pieces, powers of primes, unused sums, rows of softmax; several terms may come out."""
        c, factors, summed = term.coefficient, {f: e for f, e in term.factors.items() if e}, set(term.summed)
        if any(head in self.symmetric for head, _ in factors):  # S_ij S_ji is S_ij^2
            turned = Counter()
            for (head, slots), e in factors.items():
                turned[head, min(self.orientations(head, slots), key=lambda o: [(isinstance(x, Fixed), x[0]) for x in o]) if head in self.symmetric else slots] += e
            factors = {f: e for f, e in turned.items() if e}
        if any(head == ("delta",) for head, _ in factors):
            factors = self.identified(factors, summed)
            if factors is None:
                return []
        if any(h[0] == "piece" for h, _ in factors):
            done = self.pieces(factors, summed)
            if done is not None:
                return [] if done is False else self.simplified(Term(c, done, frozenset(summed)))
        expanded = []
        for f, e in list(factors.items()):
            head = f[0]
            if head[0] == "prime":
                whole = e.__floor__()
                c, factors[f] = rat(Fraction(c) * Fraction(head[1]) ** whole), rat(Fraction(e - whole))
            elif head[0] == "base" and e >= 1:
                factors[f] = e - 1
                expanded.append(self.body(head[1], f[1]))
            elif head[:2] == ("map", "abs") and e >= 2:  # noqa: PLR2004
                factors[f] = e - 2
                expanded += [self.body(head[2], f[1]) for _ in range(2)]
            elif head[:2] == ("map", "abs") and e <= -2 and len(inner := self.body(head[2], f[1])) == 1 and not inner[0].summed:  # noqa: PLR2004
                factors[f] = e + 2
                expanded.append([Term(rat(Fraction(1) / inner[0].coefficient**2), {g: -2 * x for g, x in inner[0].factors.items()}, frozenset())])
            elif head[0] == "indicator" and e > 1:
                factors[f] = 1
            if not factors[f]:
                del factors[f]
        if expanded:
            return [s for t in self.product([Term(c, factors, frozenset(summed))], *expanded) for s in self.simplified(t)]
        used = Counter(x for _, slots in factors for x in slots)
        for head, slots in list(factors):
            own = slots[: head[1]] if head[0] == "softmax" else ()
            if own and factors[head, slots] == 1 and len(set(own)) == head[1] and all(x in summed and used[x] == 1 and self.nonempty(x) for x in own):
                self.facts.add("rows of a softmax sum to 1")
                del factors[head, slots]
                summed -= {*own}
                used = Counter(x for _, slots in factors for x in slots)
        terms = [Term(c, factors, frozenset(x for x in summed if used[x]))]
        for x in summed:
            if not used[x]:
                terms = self.product(terms, self.of_size(x.size))
        return terms

    def identified(self, factors, summed):
        """Put one index for all that deltas identify; deltas between free ones stay. None: two numbers that differ."""
        classes = []
        for _, pair in (f for f in factors if f[0] == ("delta",)):
            met = [c for c in classes if not c.isdisjoint(pair)]
            classes = [c for c in classes if c.isdisjoint(pair)] + [{*pair}.union(*met)]
        new, kept = {}, {}
        for c in classes:
            demand(len({x.size for x in c if isinstance(x, Index)}) <= 1, "indices of different ranges meet")
            fixed = sorted((x for x in c if isinstance(x, Fixed)), key=lambda x: x.value)
            free = sorted((x for x in c if isinstance(x, Index) and x not in summed), key=lambda x: x.serial)
            if any(not names_in(d := minus(x.value, fixed[0].value)) and d for x in fixed):
                return None
            first, *others = [*fixed, *free] or sorted(c, key=lambda x: x.serial)
            kept |= {(("delta",), (first, x)): 1 for x in others if x not in summed}
            new |= dict.fromkeys(c - {first, *fixed}, first)
            summed -= c - {first}
        moved = {}
        for (head, slots), e in factors.items():
            if head != ("delta",):
                f = head, tuple(new.get(s, s) for s in slots)
                moved[f] = moved.get(f, 0) + e
        return {f: e for f, e in moved.items() if e} | kept

    def pieces(self, factors, summed):
        """Two ties of one index: the same block or nothing; a summed index with one tie drops out. None: nothing to do."""
        ties = [f for f in factors if f[0][0] == "piece"]
        for k, f in enumerate(ties):
            n = f[0][1]
            whole = f[1][:n]
            for g in ties[k + 1 :]:
                if whole == g[1][:n]:
                    if f[0] != g[0]:
                        return False
                    out = {h: e for h, e in factors.items() if h != g}
                    return out | {(("delta",), pair): 1 for pair in zip(f[1][n:], g[1][n:], strict=True) if pair[0] != pair[1]}
            alone = len({*whole}) == n and all(x in summed and all(x not in slots or (h, slots) == f for h, slots in factors) for x in whole)
            if alone and not {*whole} & {*f[1][n:]}:
                summed.difference_update(whole)
                return {h: e for h, e in factors.items() if h != f}
            if factors[f] != 1:
                return {**factors, f: 1}
        return None

    def collected(self, terms):
        total = {}
        for t in (s for term in terms for s in self.simplified(term)):
            key = self.key(t)
            old = total.get(key)
            total[key] = t if old is None else t._replace(coefficient=old.coefficient + t.coefficient)
        return [t for t in total.values() if t.coefficient]

    def orientations(self, head, slots):
        """The orders of slots in which an atom has the same value: symmetric matrices, directions of derivatives."""
        if head in self.symmetric or head == ("delta",):
            half = (len(slots) - (len(self.bodies[head[-1]][0]) if head[0] in ("inv", "expm") else 0)) // 2
            return [slots, slots[half : 2 * half] + slots[:half] + slots[2 * half :]]
        if head[0] == "fun" and head[2] and len(head[2][1]) > 1:
            first, widths = head[2]
            starts = [first + sum(w for _, w in widths[:k]) for k in range(len(widths))]
            groups = [slots[s : s + w] for s, (_, w) in zip(starts, widths, strict=True)]
            rest = slots[starts[-1] + widths[-1][1] :]
            fits = [o for o in permutations(range(len(groups))) if all(widths[a] == widths[b] for a, b in enumerate(o))]
            return [slots[:first] + tuple(x for k in o for x in groups[k]) + rest for o in fits]
        return [slots]

    def key(self, term, labels=None):
        """The term up to the names of its summed indices: the factor list under the smallest labelling.

        Free indices are themselves (labels None), have a label, or are told apart by their ranges alone.
        """
        names, loose = {}, term.summed
        for _, slots in term.factors:
            for s in slots:
                if s not in names and s not in loose:
                    own = s if isinstance(s, Fixed) or labels is None else labels.get(s, ("x", s.size))
                    names[s] = 2 * self.ident(own) + 1
        facts = [(self.ident(h), e, self.orientations(h, slots)) for (h, slots), e in term.factors.items()]
        self.spend(1 + len(facts) // 4)
        if not loose:
            return tuple(sorted([(h, e, min([tuple(map(names.__getitem__, o)) for o in turns])) for h, e, turns in facts])), ()
        sizes = {s: self.ident(s.size) for s in loose}
        of = {s: [f for f in facts if s in f[2][0]] for s in loose}
        tries = [0]

        def refine(colors):
            while True:
                value = {**names, **{s: 2 * k for s, k in colors.items()}}
                signs = {}
                for s in loose:
                    value[s], kept = -1, value[s]
                    seen = [(h, e, tuple(sorted([tuple(map(value.__getitem__, o)) for o in turns]))) for h, e, turns in of[s]]
                    signs[s] = colors[s], sizes[s], tuple(sorted(seen))
                    value[s] = kept
                rank = {v: n for n, v in enumerate(sorted(set(signs.values())))}
                self.spend(len(loose) // 4)
                if len(rank) == len(set(colors.values())):
                    return {s: rank[v] for s, v in signs.items()}
                colors = {s: rank[v] for s, v in signs.items()}

        def smallest(colors):
            tries[0] += 1
            demand(tries[0] < MAX_TIES, "too many equal indices")
            colors = refine(colors) if len(colors) > 1 else colors
            classes = defaultdict(list)
            for s, k in colors.items():
                classes[k].append(s)
            tied = next((c for _, c in sorted(classes.items()) if len(c) > 1), None)
            if tied is None:
                label = {**names, **{s: 2 * k for s, k in colors.items()}}
                found = sorted([(h, e, min([tuple(map(label.__getitem__, o)) for o in turns])) for h, e, turns in facts])
                return tuple(found), tuple(sizes[s] for s in sorted(colors, key=colors.get))
            return min(smallest({**{s: 2 * k for s, k in colors.items()}, s: 2 * colors[s] - 1}) for s in tied)

        return smallest(dict.fromkeys(loose, 0))

    def ordered(self, term, labels):
        """Free indices of a term in an order that its key suggests."""
        facts = sorted((self.ident(h), e, [labels.get(s, 0) if not isinstance(s, Fixed) else 1 for s in slots], n) for n, ((h, slots), e) in enumerate(term.factors.items()))  # fmt: skip
        slots = [slots for _, slots in term.factors]
        return [s for *_, n in facts for s in slots[n] if isinstance(s, Index)]

    # equality

    def equal(self, a, b):
        """Whether two trees are equal, entry by entry, after the rewriting by ``rules`` and clearing of denominators."""
        demand(a.shape == b.shape or a.scalar or b.scalar, "the sides have different shapes")
        rows, cols = b.shape if a.scalar else a.shape
        i, j = self.fresh(rows), self.fresh(cols)
        sides = [self.entries(x, *((i, j) if x.shape == (rows, cols) else ((), ()))) for x in (a, b)]
        terms = self.rewritten(self.collected(sides[0] + negative(sides[1])))
        for _ in range(MAX_CLEARINGS):
            least = Counter()
            for t in terms:
                for f, e in t.factors.items():
                    if f[0][0] in ("base", "piece") and f[0][0] == "base" and not any(s in t.summed for s in f[1]):
                        least[f] = min(least[f], e)
            f = min(least, key=lambda g: (least[g], self.ident(g[0]), [x.serial if isinstance(x, Index) else -1 for x in g[1]]), default=None)
            if f is None or not least[f]:
                break
            terms = self.rewritten(self.collected(self.product(terms, [Term(1, {f: -least[f]}, frozenset())])))
        return not terms

    def rule(self, equation):
        """Take an equation of known formulas as a rule: its term with most factors is put in terms of the others."""
        a, b = equation.args
        i, j = self.fresh(a.rows), self.fresh(a.cols)
        demand(equation.op == "=" and a.shape == b.shape, "a rule is an equation of matrices of one shape")
        left, right = self.collected(self.entries(a, i, j)), self.collected(self.entries(b, i, j))
        terms = self.collected(left + negative(right))
        free = {*i, *j}
        if len(left) == len(right) == 1 == left[0].coefficient == right[0].coefficient and len(left[0].factors) == 1:
            ((h, slots),), ((g, others),) = left[0].factors, right[0].factors if len(right[0].factors) == 1 else ((None, ()),)
            half = len(slots) // 2
            if h == g and others == slots[half:] + slots[:half] and len(slots) % 2 == 0 and {*slots} == free and len(free) == len(slots):
                self.symmetric.add(h)
                self.templates.clear()
                return
        self.orient(terms, free, left[0] if len(left) == 1 else None)

    def orient(self, terms, free, wanted=None):
        """Keep the rule that puts the wanted term of a sum that is 0, or else that of most factors, in terms of the others."""
        fit = [t for t in terms if t.factors and all(h[0] not in ("delta", "piece", "size", "prime") for h, _ in t.factors)]
        if not fit:
            return
        single = [t for t in fit if wanted is not None and self.key(t) == self.key(wanted)]
        lead = (single or [max(fit, key=lambda t: (sum(abs(e) for e in t.factors.values()), self.key(t)))])[0]
        rest = [t._replace(coefficient=rat(Fraction(-t.coefficient) / lead.coefficient)) for t in terms if t is not lead]
        covered = {s for _, slots in lead.factors for s in slots}
        if free & {s for t in rest for _, slots in t.factors for s in slots} <= covered:
            self.rules.append((lead, rest, free))

    def rewritten(self, terms):
        if not self.rules:
            return terms
        done, todo = [], list(terms)
        while todo:
            t = todo.pop()
            self.spend(3)
            new = next((n for rule in self.rules if (n := self.applied(t, *rule)) is not None), None)
            if new is None:
                done.append(t)
            else:
                todo += self.collected(new)
        return self.collected(done)

    def applied(self, term, lead, rest, free):
        """Put the rest of a rule for its lead inside a term; None where the lead does not occur.

        A rule is said for all values of its free indices; of any other index, x_1 or x_i, it speaks as it is.
        """
        wanted = sorted(lead.factors.items(), key=lambda f: -len(f[0][1]))

        def match(k, places, left):
            if k == len(wanted):
                own = [places[s] for s in lead.summed]
                inside = len(set(own)) == len(own) and all(x in term.summed for x in own)
                outside = {s for (_, slots), e in left.items() if e for s in slots}
                others = {places[s] for s in places if s not in lead.summed}
                return (places, left) if inside and not outside & {*own} and not others & {*own} else None
            (head, slots), e = wanted[k]
            self.spend(1)
            for (other, found), d in left.items():
                if other != head or (d != e and not (isinstance(d, int) and isinstance(e, int) and d > e > 0)):
                    continue
                for turn in self.orientations(other, found):
                    new = dict(places)
                    if all((new.setdefault(s, x) if s in free or s in lead.summed else s) == x for s, x in zip(slots, turn, strict=True)):
                        rest_of = {**left, (other, found): d - e}
                        if not rest_of[other, found]:
                            del rest_of[other, found]
                        if (ended := match(k + 1, new, rest_of)) is not None:
                            return ended
            return None

        found = match(0, {}, dict(term.factors))
        if found is None:
            return None
        places, left = found
        summed = term.summed - {places[s] for s in lead.summed}
        outer = [Term(term.coefficient, left, summed)]
        return self.product(outer, self.renamed(rest, {s: x for s, x in places.items() if s not in lead.summed}))

    def sign(self, e, strict):
        """Whether every entry is >= 0 (> 0): a sum of products with positive coefficients of factors that are; roots are."""
        terms = self.collected(self.entries(e, self.fresh(e.rows), self.fresh(e.cols)))
        if terms and all(h[0] in ("size", "integer") and type(q) is int and q > 0 for t in terms for (h, _), q in t.factors.items()):
            size = poly((tuple(sorted((h[1], q) for (h, _), q in t.factors.items())), t.coefficient) for t in terms)
            return self.sizes.nonnegative(minus(size, number(Fraction(strict, lcm(*(c.denominator for _, c in size))))))
        above = (all(positive(h) or (q < 0 and q % 2 == 0) for (h, _), q in t.factors.items()) and all(map(self.nonempty, t.summed)) for t in terms)
        return all(map(self.is_nonnegative, terms)) and (not strict or any(above))

    def is_nonnegative(self, term):
        """Whether a term has a positive coefficient and factors that are not negative; extremes of such terms are."""
        extremes = {h for h, _ in term.factors if h[0] in ("maxover", "maxentry", "minentry")}
        fine = {h for h in extremes if all(map(self.is_nonnegative, self.bodies[h[-1]][1]))}
        return term.coefficient > 0 and all(h in fine or nonnegative(h) or q % 2 == 0 or q.denominator > 1 for (h, _), q in term.factors.items())

    def nonempty(self, index):
        return self.sizes.nonnegative(minus(index.size, ONE))

    def evidently_positive(self, e):
        if any(n[0] == "#" and n in e.free for part in nodes(e) for d in part.data for n in names_in(d)):
            return False
        return self.sizes.noting(self.evident, e, lambda: Calculus(self.sizes, EASY).sign(e, True), Rejected)

    def evidently(self, condition):
        """Whether a condition that an expression is positive, or not zero, needs no proof."""
        a = condition.args[0]
        return self.evidently_positive(a) or (a.op == "hpow" and condition.op == ">" and self.evidently_positive(a.args[0]))


ENTRIES = {  # of an operator: the entry at i and j of a node e whose first argument is a
    "const": lambda c, e, a, i, j: [Term(rat(e.data[0]), {}, frozenset())] if e.data[0] else [], "size": lambda c, e, a, i, j: c.of_size(e.data[0]),
    "ones": lambda c, e, a, i, j: [Term(1, {}, frozenset())], "zeros": lambda c, e, a, i, j: [],
    "eye": lambda c, e, a, i, j: c.deltas(i, j), "basis": lambda c, e, a, i, j: c.deltas(i, c.slot(e.data[0], e.rows)),
    "commutation": lambda c, e, a, i, j: c.deltas(i, j[len(refined(e.data[1])) :] + j[: len(refined(e.data[1]))]),
    "delta": lambda c, e, a, i, j: c.of_delta(*e.data),
    "add": lambda c, e, a, i, j: [t for x in e.args for t in c.entries(x, i, j)],
    "scale": lambda c, e, a, i, j: c.product(c.entries(a), c.entries(e.args[1], i, j)),
    "hadamard": lambda c, e, a, i, j: c.product(c.entries(a, i, j), c.entries(e.args[1], i, j)),
    "matmul": lambda c, e, a, i, j: c.over(a.cols, lambda k: c.product(c.entries(a, i, k), c.entries(e.args[1], k, j))),
    "kron": lambda c, e, a, i, j: c.product(c.entries(a, i[: len(a.rows)], j[: len(a.cols)]), c.entries(e.args[1], i[len(a.rows) :], j[len(a.cols) :])),
    "transpose": lambda c, e, a, i, j: c.entries(a, j, i),
    "vecr": lambda c, e, a, i, j: c.entries(a, i[: len(a.rows)], i[len(a.rows) :]), "vec": lambda c, e, a, i, j: c.entries(a, i[len(a.cols) :], i[: len(a.cols)]),
    "unvecr": lambda c, e, a, i, j: c.entries(a, i + j), "reshape": lambda c, e, a, i, j: c.entries(a, i, j),
    "diag": lambda c, e, a, i, j: c.product(c.deltas(i, j), c.entries(a, *((i, ()) if a.cols == () else ((), i)))),
    "diagpart": lambda c, e, a, i, j: c.entries(a, i, i), "trace": lambda c, e, a, i, j: c.over(a.rows, lambda k: c.entries(a, k, k)),
    "entry": lambda c, e, a, i, j: c.entries(a, *at) if (at := (c.slot(e.data[0], a.rows), c.slot(e.data[1], a.cols))) and (a.op != "blocks" or not a.args[0].scalar)
        else c.entries(replaced(a.args[0], {}, {a.data[0]: e.data[:1], a.data[2]: e.data[1:]})),  # of blocks that are numbers: the one there
    "row": lambda c, e, a, i, j: c.entries(a, c.slot(e.data[0], a.rows), j), "col": lambda c, e, a, i, j: c.entries(a, i, c.slot(e.data[0], a.cols)),
    "vcat": lambda c, e, a, i, j: c.of_pieces(e, i, j), "hcat": lambda c, e, a, i, j: c.of_pieces(e, i, j),
    "jac": lambda c, e, a, i, j: c.under({e.data[0]: j}, lambda: c.entries(a, i[: len(a.rows)], i[len(a.rows) :])), "dfun": lambda c, e, a, i, j: c.of_derivative(e, i, j),
}


def negative(terms): return [t._replace(coefficient=-t.coefficient) for t in terms]
def positive(head): return head[0] in ("size", "prime", "softmax", "position") or head[:2] in (("map", "exp"), ("map", "phi"))
def nonnegative(head): return positive(head) or head[0] in ("norm", "sigma", "indicator", "piece", "delta", "same", "rank", "kappa") or head[:2] in (("map", "abs"), ("map", "Phi"))


def rational_power(c, q):
    """A rational power of a rational number: roots of primes stay."""
    if q.denominator == 1:
        return Term(rat(Fraction(c) ** q), {}, frozenset())
    factors = {}
    demand(c > 0, "a root of a negative number")
    for part, sign in ((Fraction(c).numerator, 1), (Fraction(c).denominator, -1)):
        demand(part < 10**9, "the root of a large number")
        p = 2
        while part > 1:
            p = part if p * p > part else p
            while part % p == 0:
                factors[("prime", p), ()] = factors.get((("prime", p), ()), 0) + sign * q
                part //= p
            p += 1
    return Term(1, factors, frozenset())


# ---- definedness ----


@lru_cache(1 << 12)
def plainly_nonnegative(e):
    """Whether no entry is negative, as the tree shows: even powers, norms, and sums and products of such."""
    if e.op in ("add", "scale", "hadamard", "matmul", "kron", *LINEAR):
        return all(map(plainly_nonnegative, e.args)) or (e.op == "hadamard" and e.args[0] is e.args[1])
    if e.op == "hpow":
        q = rational(e.args[1])
        return q is not None and ((q.denominator == 1 and q % 2 == 0) or plainly_nonnegative(e.args[0]))
    if e.op == "const":
        return e.data[0] >= 0
    if e.op == "size":  # of names that are not negative, as `read_problem` demands; a bound one may be
        return all(c >= 0 and all(n[0] != "#" for n, _ in m) for m, c in e.data[0])
    if e.op in ("max", "min", "maxover", "minover", "maxentry", "minentry"):
        return all(map(plainly_nonnegative, e.args))
    if e.op in ("sup", "inf", "limit", "limsup", "liminf"):  # where they have a finite value
        return plainly_nonnegative(e.args[-1 if e.op in ("sup", "inf") else 0])
    return e.op in ("ones", "eye", "zeros", "basis", "norm", "sigma", "rank", "kappa", "softmax", "indicator") or (e.op == "map" and e.data[0] in ("exp", "abs", "relu", "sigmoid"))


def nonzero(a):
    """That all entries differ from 0."""
    return make("!=", (), (a, const(0))) if a.scalar else make(">", (), (power(a, 2), const(0)))


def conditions(node, calculus, memo, moving=frozenset()):
    """Formulas under which every part of a node has a value; where names are moving, also nearby, and smoothly in them."""
    key = node, moving & node.free, *(r for r in calculus.sizes.bound.items() if r[0] in node.free)
    return calculus.sizes.noting(memo, key, lambda: frozenset(own_conditions(node, calculus, memo, key[1])))


def own_conditions(node, calculus, memo, moving):
    op, args, data = node.op, node.args, node.data
    if op == "shape" or (calculus.steady and (op in SPARING or (op in ("scale", "hadamard", "matmul") and any(n.op in ("delta", "indicator") for n in nodes(node))))):
        return set()
    demand(not moving or op not in OPAQUE, f"a derivative of {op} is not understood")
    if op in OPAQUE - {"prod", "mprod"}:
        return {make("<", (), (apply("abs", node), make("real", ("infinity",))))}  # that it has a value, and a finite one
    if op in DERIVATIVES:
        at = {data[0]: args[1]}
        found = {replaced(c, at, {}) for c in conditions(args[0], calculus, memo, frozenset() if calculus.steady else moving | {data[0]})}
        found |= {c for a in args[1:] for c in conditions(a, calculus, memo, moving)}
        found = {c for c in found if c.op not in (">", ">=", "!=") or c.args[1] is not const(0) or not calculus.evidently(c)}
    else:
        outer, ends = calculus.sizes.bound, data[2:] if op in ("forall", "exists") and data[1] == "index" else data[1:] if op in RANGED else ()
        run = ends and all(c > 0 for _, c in ends[0]) and all(n in outer or (n[0] != "#" and n not in calculus.sizes.own) for n in names_in(ends[0]))
        calculus.sizes.bound = {**outer, **({data[0]: ends} if run else {data[0]: (ONE, data[1]), data[2]: (ONE, data[3])} if op == "blocks" else {})}
        found = {c for a in args for c in conditions(a, calculus, memo, moving)}
        calculus.sizes.bound = outer
    if op == "implies":  # the conclusion needs a value where the premises hold
        found = {c for a in args[:-1] for c in conditions(a, calculus, memo, moving)}
        found |= {make(op, (), (*args[:-1], c)) for c in conditions(args[-1], calculus, memo, moving) - found}
    a = args[0] if args else None
    if op == "inv":
        found.add(make("!=", (), (make("det", (), args), const(0))) if not node.scalar else nonzero(a))
    if op == "map" and data[0] == "tan":
        return conditions(meaning(node), calculus, memo, moving)
    if op == "map" and data[0] == "log" and not calculus.evidently_positive(a):
        found.add(make(">", (), (a, const(0))))
    if op == "map" and data[0] in ("arcsin", "arccos"):
        found.add(make(">" if moving else ">=", (), (less(filled(a, const(1)), power(a, 2)), const(0))))
    if op == "map" and (data[0] == "step" or (moving and data[0] in JUMPS | {"relu", "softsign"})):
        found.add(nonzero(a))
    exponent = whole_number(args[1]) if op == "hpow" else None
    is_natural = exponent is not None and calculus.sizes.nonnegative(exponent)
    if op == "hpow" and not is_natural:
        q = rational(args[1])
        if (q is None or q < 0 or q.denominator > 1) and not calculus.evidently_positive(a):
            whole = q is not None and q.denominator == 1
            strict = moving or (q is not None and q < 0)
            if q is None and not moving:  # 0 has powers with positive exponents alone
                found.add(make("implies", (), (make("<=", (), (args[1], const(0))), make(">", (), (a, const(0))))))
            if whole or strict or not plainly_nonnegative(a):
                found.add(nonzero(a) if whole else make(">" if strict else ">=", (), (a, const(0))))
    if moving and op == "indicator":
        found.add(nonzero(less(a, args[1]) if a.shape == args[1].shape else add(a, scale(scale(const(-1), args[1]), make("ones", a.shape)))))
    if moving and op == "norm":
        demand(meaning(node) is not None, "a derivative of that norm is not understood")
        found.add(make(">", (), (node, const(0))))
    demand(not moving or op not in ("sigma", "eig", "order", "max", "min", "maxover", "minover", "maxentry", "minentry", "where", "rank", "kappa"),
           f"a derivative of {op} is not understood")  # fmt: skip
    if op in ("maxover", "minover", "entry", "row", "col", "basis") or (op in ("order", "sigma", "eig") and data[0] not in ("max", "min")):
        dims = [total(d) for d in (a.shape if a is not None else data[1:])]
        places = [(data[0], d) for d in dims] if op in ("sigma", "eig") else zip(data, dims[op == "col" :], strict=False)
        places = [data[1:]] if op[3:] == "over" else [(data[0], times(*dims))] if op == "order" else places
        found |= set() if all(calculus.sizes.admits(*p) for p in places) else {make("=", (), (node, node))}  # outside there is no value
    if op == "eig":
        found.add(make("=", (), (a, transpose(a))))
    if op == "kappa":  # otherwise it is infinite
        found.add(make(">", (), (make("sigma", ("min",), args), const(0))))
    for place in BINDERS.get(op, ()) if op not in DERIVATIVES else ():  # a condition on a bound name goes with its range
        inside = {c for c in found if data[place] in c.free}
        ends = (data[1:4] if op in ("forall", "exists") else ("index", ONE, data[place + 1]) if op == "blocks" else ("index", *data[1:3]))
        always = not calculus.steady or ends[0] != "index" or calculus.sizes.nonnegative(minus(ends[2], ends[1]))  # else the range may be empty
        found = (found - inside if always else set()) | {make("forall", (data[place], *ends), (c,)) for c in inside if op != "exists"}  # as it is said
    return found


# ---- the witness: an exact point at which the hypotheses and the domain hold, and both sides have a value ----


def directional(e, name, body, point, h):
    d = recheck.Evaluator.deriv(e, name, "vecr", body, point) @ recheck.Matrix(e.value(h).flat)
    return d.shaped(*e.under(name, e.value(point)).value(body).shape)


def units(e, m, n, ones): return recheck.Matrix([recheck.ONE if (k // n, k % n) in ones else recheck.ZERO for k in range(recheck.spend(m * n))], n)
def largest(xs): return recheck.ranked(list(xs))


HALF = recheck.Ball(Fraction(1, 2))
MAPS = {
    "sqrt": lambda x: x.sqrt(), "relu": lambda x: HALF * (x + largest([x, -x])),
    "sign": lambda x: recheck.Ball(x.order(recheck.ZERO)), "step": lambda x: HALF * (recheck.ONE + recheck.Ball(x.order(recheck.ZERO)).inverse()),
    "Phi": lambda x: HALF * (recheck.ONE + (x * HALF.sqrt()).erf()),
    "arcsin": lambda x: (x * (recheck.ONE + -(x * x)).sqrt().inverse()).arctan(),
    "arccos": lambda x: HALF * recheck.PI + -MAPS["arcsin"](x),
    "phi": lambda x: (-(HALF * x * x)).exp() * (recheck.PI + recheck.PI).sqrt().inverse(),
}  # fmt: skip
NORMS = {
    "2": lambda a: a.sigma(1), "1": lambda a: largest(sum((largest([x, -x]) for x in row), recheck.ZERO) for row in a.T.rows),
    "inf": lambda a: NORMS["1"](a.T), "max": lambda a: largest(s for x in a.flat for s in (x, -x)),
    "nuc": lambda a: sum(map(a.sigma, range(1, min(a.shape) + 1)), recheck.ZERO),
}  # fmt: skip


# What certificates lower, on the matrices of the exact evaluator (a copy of our own); norms and the like take any kind here.
zero, one, matrix = recheck.ZERO, recheck.ONE, recheck.Matrix
recheck.MAPS.update({k: f for k, f in MAPS.items() if k not in recheck.MAPS})
recheck.OPERATORS.update({k: f for k, f in {
    "zeros": ("dd", lambda e, m, n: units(e, m, n, ())), "basis": ("td", lambda e, i, n: units(e, n, 1, {(e.integer(i, 1, n) - 1, 0)})),
    "commutation": ("dd", lambda e, m, n: units(e, m * n, m * n, {(i * n + j, j * m + i) for i in range(m) for j in range(n)})),
    "delta": ("", lambda e, i, j: i.flat[0].truth("=", j.flat[0])), "kron": ("", lambda e, a, b: matrix.of_rows([[x * y for x in r for y in s] for r in a.rows for s in b.rows])),
    "vec": ("", lambda e, a: matrix(a.T.flat)),
    "diag": ("", lambda e, a: matrix([a.flat[k // len(a.flat)] if k % (len(a.flat) + 1) == 0 else zero for k in range(len(a.flat) ** 2)], len(a.flat))),
    "diagpart": ("", lambda e, a: matrix(a.flat[:: a.shape[0] + 1])), "trace": ("", lambda e, a: sum(a.flat[:: a.shape[0] + 1], zero)),
    "entry": ("tt", lambda e, i, j, a: a.rows[e.integer(i, 1, a.shape[0]) - 1][e.integer(j, 1, a.shape[1]) - 1]),
    "col": ("t", lambda e, j, a: matrix(a.T.rows[e.integer(j, 1, a.shape[1]) - 1])),
    "hcat": ("", lambda e, *mats: matrix.of_rows([row for a in mats for row in a.T.rows]).T),
    "grad": ("ttt", lambda e, name, body, point: recheck.Evaluator.deriv(e, name, "vecr", body, point).shaped(*e.value(point).shape)),
    "frechet": ("tttt", directional),
    "max": ("", lambda e, *mats: largest(a.flat[0] for a in mats)), "min": ("", lambda e, *mats: -largest(-a.flat[0] for a in mats)),
    "maxentry": ("", lambda e, a: largest(a.flat)), "minentry": ("", lambda e, a: -largest(-x for x in a.flat)),
    "minover": ("tiit", lambda e, *over: -largest(-x for a in e.each(*over) for x in a.flat)),
    "and": ("", lambda e, *parts: -largest(-a.flat[0] for a in parts)),
    "implies": ("", lambda e, *parts: largest([*(one + -a.flat[0] for a in parts[:-1]), parts[-1].flat[0]])),
    "iff": ("", lambda e, a, b: -largest([-largest([one + -a.flat[0], b.flat[0]]), -largest([one + -b.flat[0], a.flat[0]])])),
}.items() if k not in recheck.OPERATORS} | {
    "norm": ("t", lambda e, kind, a: NORMS[kind](a)),
    "map": ("t", lambda e, name, a: a.each(recheck.MAPS.get(name) or demand(False, f"unknown function {name:.40}"))),
    "sigma": ("t", lambda e, k, a: a.sigma({"max": 1, "min": min(a.shape)}.get(k) or e.integer(k, 1, min(a.shape)))),
    "eig": ("t", lambda e, k, a: a.eigenvalue({"max": 1, "min": a.shape[0]}.get(k) or e.integer(k, 1, a.shape[0]))),
    "or": ("", lambda e, *parts: largest(a.flat[0] for a in parts)),
})  # fmt: skip


def written(node):
    """A node with functions by their definitions (that of ReLU jumps), and derivatives with rows first."""
    def change(n, visit):
        name = n.data[0] if n.op == "map" else n.op
        same = UNFOLDED[name](n.args[0]) if name in UNFOLDED else meaning(n) if name != "relu" else None
        if n.op == "deriv" and n.data[1] == "vec":
            (m, k), (p, q) = n.args[0].shape, n.args[1].shape
            same = matmul(make("commutation", (k, m)), make("deriv", (n.data[0], "vecr"), n.args), make("commutation", (p, q)))
        return same and visit(same)

    return rebuilt(node, change)


def sides_of(f):
    """The expressions that a formula speaks of, and that are closed."""
    if f.op in RELATIONS:
        return [a for a in f.args if not any(n[0] == "#" for n in a.free)]
    return [a for part in f.args for a in sides_of(part)]


def for_all_points(f, text, problem):
    """Whether an inequality holds at all w1, w2: its gap is an expression in them that is plainly not negative."""
    points = {}
    while f.op == "forall" and f.data[1] == "matrix":
        points[name := f"w{len(points) + 1}"] = f.data[2:]
        f = replaced(f.args[0], {f.data[0]: var(name, *f.data[2:])}, {})
    declared(gap := problem.reader.node(tree_of(text)), points, problem.sizes.least)
    calculus = Calculus(problem.sizes)
    demand(f.op in ("<=", ">=") and points and points.keys().isdisjoint(problem.variables), "no inequality for all points")
    demand(not conditions(f, calculus, {}) | conditions(gap, calculus, {}), "an inequality that may have no value")
    return plainly_nonnegative(gap) and calculus.equal(less(*(f.args if f.op == ">=" else f.args[::-1])), gap) and not calculus.owed


def check_witness(witness, problem, domain):
    """Evaluate the hypotheses, the domain and both sides of the goal exactly at the recorded point."""
    demand(isinstance(witness, dict) and witness.keys() >= {"sizes", "indices", "inputs"}, "no point is given")
    functions = {}
    for name, (names, body) in witness.get("functions", {}).items():
        arguments, _ = problem.functions[name]
        node = problem.reader.node(tree_of(body))
        declared(node, dict(zip(names, arguments, strict=True)), problem.sizes.least)
        functions[name] = names, node
    e = recheck.Evaluator({}, {}, [])
    e.env.update({json.dumps(n): int(v) for n, v in {**witness["sizes"], **witness["indices"]}.items()})
    e.env.update({json.dumps(n): recheck.Matrix.of_rows([[*map(e.number, r)] for r in a]) for n, a in witness["inputs"].items()})
    least = {n: low for n, low in problem.sizes.least.items() if n not in problem.sizes.own}  # the goal speaks of no index of the proof
    demand(e.env.keys() >= {json.dumps(n) for n in (*least, *problem.variables)}, "a name has no value")
    for name, low in least.items():
        e.integer(json.dumps(name), low)
    for op, size in problem.rules:
        demand(e.number(recheck.read_tree(f"(size {size_text(size)})")).order(recheck.ZERO) in recheck.SIGNS[op], "a relation of sizes fails there")

    def value(node):
        node = written(replaced(node, {}, {}, functions) if functions else node)
        return e.value(recheck.read_tree(text_of(node, sharing=True)))

    for name, (rows, cols) in problem.variables.items():
        value(var(name, rows, cols))
    numbers = {n: const(a[0][0]) for n, a in witness["inputs"].items() if problem.variables[n] == ((), ())}
    for what, formulas in (("hypothesis", problem.hypotheses), ("condition of the domain", domain)):
        for n, f in enumerate(formulas, 1):
            gap = witness.get("classes", {}).get(f"{what} {n}")
            good = for_all_points(replaced(f, numbers, {}, functions), gap, problem) if gap else value(f).flat[0].order(recheck.ONE) == 0
            demand(good, f"{what} {n} does not hold there")
    if problem.goal.op in RELATIONS:  # a relation evaluates both sides
        demand(value(problem.goal).flat[0] is not recheck.ZERO, "the goal is false there")
    else:
        for side in sides_of(problem.goal):
            value(side)


# ---- problems and proofs ----

PARTS = ["sizes", "least", "relations", "variables", "functions", "indices", "hypotheses", "goal"]
Problem = namedtuple("Problem", "sizes variables hypotheses goal reader functions rules")


def read_problem(text, rewriting=True):
    tree, reader = tree_of(text), Reader()
    body = tree[2] if tree[0] == "let" else tree
    demand([body[0], *(p[0] for p in body[1:])] == ["problem", *PARTS], "the parts of the problem")
    p = {part[0]: part[1:] for part in body[1:]}
    plain, relations, rules = Reader(), [], []
    for op, size in p["relations"]:
        s = plain.size(size)
        demand(op in ("=", "<=", "<", "!="), "a relation of sizes is =, <=, < or !=")
        rules.append((op, s))
        name = next((n for m, c in s for n, k in m if c == 1 and m == ((n, 1),) and sum(n in dict(x) for x, _ in s) == 1), None)
        if op == "=" and name and rewriting and not any(name in names_in(v) for v in reader.equal.values()) and name not in reader.equal:
            reader.equal[name] = (placed(times(minus(s, named(name)), number(-1)), reader.equal),)
        else:
            relations.append((op, s))
    relations = [(op, placed(s, reader.equal)) for op, s in relations]
    least = {plain.name(n): 1 for n in p["sizes"]} | {plain.name(n): int(k) for n, k in p["least"]}
    relations += [("<=", minus(number(least.get(n, 1)), s[0])) for n, s in reader.equal.items()]
    ranges = {}
    for _, name, low, high in p["indices"]:
        name, low, high = plain.name(name), reader.size(low), reader.size(high)
        demand(not names_in(low) or Sizes(least, relations, {}).nonnegative(minus(low, ONE)), "an index that may be less than one")
        least[name] = int(low[0][1]) if low and not names_in(low) else 0 if not low else 1
        relations += [("<=", minus(named(name), high)), ("<=", minus(low, named(name)))]
        rules += [("<=", minus(named(name), high)), ("<=", minus(low, named(name)))]
        if least[name] >= 1:
            ranges[name] = high
    demand(min(least.values(), default=0) >= 0, "a size or an index that may be negative")
    variables = {reader.name(n): (reader.dim(r), reader.dim(c)) for n, r, c in p["variables"]}
    functions = {reader.name(n): ([(reader.dim(r), reader.dim(c)) for r, c in given], (reader.dim(r), reader.dim(c)))
                 for n, given, r, c in p["functions"]}  # fmt: skip
    reader.keep(tree[1] if tree is not body else [])
    (goal,) = p["goal"]
    listed = [*p["sizes"], *(n for _, n, *_ in p["indices"]), *(n for n, *_ in p["variables"]), *(n for n, *_ in p["functions"])]
    demand(len(set(listed)) == len(listed), "a name is declared twice")
    formulas = [reader.node(f) for f in (*p["hypotheses"], goal)]
    for f in formulas:
        declared(f, variables, least, functions)
    return Problem(Sizes(least, relations, ranges), variables, formulas[:-1], formulas[-1], reader, functions, rules)


def declared(node, variables, sizes, functions=None):
    """Every free name of a formula is declared, every variable and function with its shapes; its text is not endless."""
    demand(node.weight <= MAX_WEIGHT, "an expression that is too large once its abbreviations are put in")
    for n in nodes(node):
        if n.op == "var" and n.data[0][0] != "#":
            demand(variables.get(n.data[0]) == n.data[1:], f"the variable {n.data[0]} is not declared so")
        if n.op == "fun":
            known = (functions or {}).get(n.data[0])
            demand(known and [a.shape for a in n.args] == known[0] and n.shape == known[1], f"the function {n.data[0]} is not declared so")
    lost = node.free - variables.keys() - sizes.keys()
    demand(not lost, f"a name is not declared: {[*lost][:1]}")


CITING = {"theorem", "hypothesis", "defined", "assume", "implies", "and", "for-all", "weaken", "sign", "identity", "rewrite", "combine"}


@lru_cache(1 << 12)
def stronger(formula):
    """Formulas from which one follows at once: a strict inequality, the conclusion of an implication, also for all."""
    if formula.op == "forall":
        return {make("forall", formula.data, (f,)) for f in stronger(formula.args[0])}
    more = [make(">", (), formula.args)] if formula.op == ">=" else formula.args[-1:] if formula.op == "implies" else []
    return {formula, *(g for f in more for g in stronger(f))}


class Proof:
    """Checks the steps one after the other; ``known`` holds their conclusions and the assumptions they rest on."""

    def __init__(self, data, base):
        self.data, self.base, self.problem = data, base, read_problem(data["problem"])
        self.reader, self.known, self.axioms, self.facts = self.problem.reader, [], {}, set()
        self.variables, self.own = dict(self.problem.variables), set()
        self.theorems = {}
        for name, digest in data["theorems"].items():
            record = base.get(name)
            demand(record, f"the theorem {name} is not in the base")
            demand(record["hash"] == digest == hashlib.sha256(record["problem"].encode()).hexdigest(), f"the theorem {name} says something else in the base")
            self.theorems[name] = read_problem(record["problem"], rewriting=False)
        self.sizes, self.memo, self.work, self.calculus = self.problem.sizes, {}, 0, Calculus(self.problem.sizes)
        self.owed = self.conditions_of(self.problem.goal)
        weak, memo = Calculus(self.sizes, steady=True), {}
        self.granted = {c for h in self.problem.hypotheses for c in conditions(h, weak, memo)}
        self.domain = [self.read(text) for text in data["domain"]]
        self.allowed = self.granted | {*self.domain}
        for name, shape in data.get("variables", {}).items():
            self.new_name(name)
            rows, cols = tree_of(f"({shape})")
            self.variables[name] = self.reader.dim(rows), self.reader.dim(cols)
            self.own.add(name)
        for name, high in data.get("indices", {}).items():
            self.new_name(name)
            self.sizes.own[name] = self.sizes.ranges[name] = self.reader.size(tree_of(f"(+ 0 {high})"))
            demand(names_in(self.sizes.own[name]) <= self.sizes.least.keys(), "a range of an unknown name")
            self.sizes.least[name] = 1
        for k, text in enumerate(data.get("let", []), 1):
            self.reader.short[f"&{k}"] = self.reader.node(tree_of(text))

    def new_name(self, name):
        taken = self.variables.keys() | self.sizes.least.keys() | self.problem.functions.keys()
        demand(isinstance(name, str) and name and name not in taken and name[0] not in "#~", f"the name {name} is taken")

    def conditions_of(self, formula):
        return conditions(formula, self.calculus, self.memo)

    def read(self, text):
        node = self.reader.node(tree_of(text))
        declared(node, self.variables, self.sizes.least, self.problem.functions)
        return node

    def fresh_calculus(self):
        return Calculus(self.sizes)

    def finish(self, calculus):
        """Note what a calculus used beyond arithmetic; what it owes must be known."""
        self.work += calculus.work
        demand(self.work < 10 * MAX_WORK, "too much work in all")
        self.facts |= calculus.facts
        self.must_know(calculus.owed)

    def lightly(self, shown, reason, *expressions):
        """Have something shown of all matrices in the place of those inside norms, or else of these matrices."""
        light = inside_norms_free(*expressions)
        for chosen in [light, [*expressions]][light == [*expressions] :]:
            calculus, last = self.fresh_calculus(), chosen == [*expressions]
            try:
                demand(shown(calculus, *chosen), reason)
                return self.finish(calculus)
            except Rejected:
                if last:
                    raise

    def must_know(self, formulas):
        """All are in the domain or known, or what is stronger; what that rests on, the step rests on, too."""
        for formula in (f for f in formulas if self.allowed.isdisjoint(stronger(f))):
            ways = [assumed for f, assumed in reversed(self.known) if f in stronger(formula)]
            demand(ways, f"not shown to be defined: {[formula]}")
            self.uses |= min(ways, key=lambda assumed: len(assumed - self.uses))

    def take(self, step):
        """Check one step; its conclusion is known from then on."""
        rule = getattr(self, "by_" + str(step["by"]).replace("-", "_"), None)
        demand(rule, f"unknown rule {step['by']!s:.40}")
        says = self.read(step["says"])
        demand(says.op in FORMULAS, "a step says a formula")
        self.uses, self.sizes.used = set(), set()
        rule(step, says)
        self.must_know(self.conditions_of(says))
        self.known.append((says, frozenset(self.uses | self.sizes.used | (says.free & self.sizes.own.keys()))))

    def run(self):
        demand(self.data["steps"] and isinstance(self.data["steps"], list), "no steps")
        for k, step in enumerate(self.data["steps"], 1):
            try:
                self.take(step)
            except Rejected as problem:
                raise Rejected(f"step {k} ({step.get('by')!s:.20}): {problem}") from None
        demand(self.known[-1][0] is self.problem.goal, "the last step is not the goal")
        demand(not self.known[-1][1], "the last step rests on an assumption")
        steps = zip(self.data["steps"], self.known, strict=True)
        shown = {f for step, (f, assumed) in steps if not assumed and step["by"] != "defined"}
        owed = {f for f in self.owed if (self.granted | shown).isdisjoint(stronger(f))}
        demand({*self.domain} == owed, f"the domain is not what the goal needs: {[*owed.symmetric_difference(self.domain)][:1]}")
        try:
            check_witness(self.data["witness"], self.problem, self.domain)
        except (recheck.Rejected, recheck.Undecided, Rejected, ArithmeticError) as problem:
            raise Rejected(f"the witness: {problem}") from None

    def cited(self):
        """Whether the goal is an instance of one line without a verified proof, up to scalars and how it is written: cited, not proved."""
        steps, used, todo = self.data["steps"], [], [len(self.data["steps"])]
        while todo:  # what only says that something is defined does not count
            step = steps[todo.pop() - 1]
            used.append(step)
            named = [*step.get("from", []), *step.get("using", []), *(k for _, ks in step.get("products", []) for k in ks)]
            todo += [k for k in named if isinstance(k, int)]
        found = [self.base[s["id"]]["status"] for s in used if s["by"] == "theorem"]
        multiples = all(len(s.get("products", [])) < 2 and all(len(ks) < 2 for _, ks in s.get("products", [])) for s in used)  # noqa: PLR2004
        return len(found) == 1 and found != ["theorem"] and multiples and all(s["by"] in CITING and not s.get("cofactors") for s in used)

    # the rules

    def arbitrary(self, name, names, formula):
        """The name is one of the proof's own, and no assumption in use speaks of it; nor does the range of another index that is in use."""
        demand(name in names, "the name is not arbitrary")
        free = {n for k in self.uses if type(k) is int for n in self.known[k - 1][0].free}
        ends = {n for k in self.sizes.own.keys() & (formula.free | self.uses) for n in names_in(self.sizes.own[k])}
        demand(name not in free | ends, "an assumption or the range of another index speaks of the name")

    def premise(self, k):
        demand(type(k) is int and 1 <= k <= len(self.known), f"there is no earlier step {k}")
        formula, assumed = self.known[k - 1]
        self.uses |= assumed
        return formula

    def premises(self, step):
        return [self.premise(k) for k in step.get("from", [])]

    def by_hypothesis(self, step, says):
        demand(says in self.problem.hypotheses, "no hypothesis")

    def by_defined(self, step, says):
        """A condition under which the goal or the hypotheses have a value, or one that the domain has under premises that are known."""
        demand(says in self.allowed or make("implies", (), (*self.premises(step), says)) in self.allowed, "not a condition of the domain")

    def by_assume(self, step, says):
        self.uses.add(len(self.known) + 1)

    def by_implies(self, step, says):
        """The conclusion, with assumptions that are now premises."""
        demand(says.op == "implies", "an implication is expected")
        demand(self.premise(step["from"][0]) is says.args[-1], "not its conclusion")
        for k in step["assumed"]:
            self.uses.discard(k)
        demand([self.known[k - 1][0] for k in step["assumed"]] == [*says.args[:-1]], "not its premises")
        demand(all(k in self.known[k - 1][1] for k in step["assumed"]), "a premise that was not assumed")

    def by_cases(self, step, says):
        """From ``f or g``, and the conclusion under f and under g."""
        split, cases = self.premise(step["split"]), step["from"]
        demand(split.op == "or" and len(split.args) == len(cases), "no such cases")
        for case, (assumption, k) in zip(split.args, cases, strict=True):
            before, self.uses = self.uses, set()
            demand(self.premise(assumption) is case, "the assumption is not the case")
            demand({u for u in self.uses if type(u) is int} == {assumption}, "a case begins with an assumption")
            self.uses = set()
            demand(self.premise(k) is says, "a case does not end with the conclusion")
            self.uses = before | (self.uses - {assumption})

    def by_for_all(self, step, says):
        """Bind a variable or an index of the proof's own, on which no assumption depends."""
        (inner,), name = self.premises(step), step["name"]
        index = name in self.sizes.own
        self.arbitrary(name, self.sizes.own if index else self.own, inner)
        self.uses.discard(name)
        data = (name, "index", ONE, self.sizes.own[name]) if index else (name, "matrix", *self.variables[name])
        demand(says is make("forall", data, (inner,)), "not that formula for all")

    def by_instance(self, step, says):
        """From a formula for all: at an expression, or an index expression in its range; without the premises that are known."""
        f, *shown = self.premises(step)
        demand(f.op == "forall", "nothing is said for all")
        name, kind, first, second = f.data
        if kind == "matrix":
            value = self.read(step["with"])
            self.must_know(self.conditions_of(value))
            put = {name: value}, {}
        else:
            value = self.reader.size(tree_of(f"(+ 0 {step['with']})"))
            demand(names_in(value) <= self.sizes.least.keys(), "an unknown name")
            demand(self.sizes.nonnegative(minus(value, first)) and self.sizes.nonnegative(minus(second, value)), "out of the range")
            put = {}, {name: (value,)}
        there = replaced(f.args[0], *put)
        demand(not shown or (there.op == "implies" and [*there.args[:-1]] == shown), "not the premises of that instance")
        demand(says is (there.args[-1] if shown else there), "not that instance")

    def by_exists(self, step, says):
        """From a formula that holds of a matrix, where it has a value: that there is such a matrix."""
        (inner,), value = self.premises(step), self.read(step["with"])
        self.must_know(self.conditions_of(value))
        demand(says.op == "exists" and says.data[1] == "matrix", "not that there is a matrix")
        demand(inner is replaced(says.args[0], {says.data[0]: value}, {}), "not that formula of that matrix")

    def by_over(self, step, says):
        """From a relation for every index: the same for the sums, maxima, minima; a maximum is at most what bounds all."""
        (inner,), name = self.premises(step), step["name"]
        self.arbitrary(name, self.sizes.own, inner)
        self.uses.discard(name)
        data, binder = (name, ONE, self.sizes.own[name]), step["binder"]
        demand(binder in ("sum", "maxover", "minover") and inner.op in ("=", "<=", "<"), "not a relation that goes under that binder")
        demand(all(a.scalar for a in inner.args), "a relation of scalars is expected")
        if binder != "sum" or inner.op == "<":
            demand(self.sizes.nonnegative(minus(self.sizes.own[name], ONE)) and name not in self.sizes.used, "an extreme, or a strict relation, over no index")
        sides = [make(binder, data, (a,)) if binder == "sum" or name in a.free else a for a in inner.args]
        demand(says is make(inner.op, (), sides), "not that relation")

    def by_and(self, step, says):
        """All parts of a conjunction, or both implications of an equivalence."""
        both = [make("implies", (), says.args), make("implies", (), says.args[::-1])] if says.op == "iff" else [*says.args]
        demand(says.op in ("and", "iff") and both == self.premises(step), "not these formulas")

    def by_theorem(self, step, says):
        demand(step["id"] in self.theorems, "a theorem that the file does not list")
        theorem, record = self.theorems[step["id"]], self.base[step["id"]]
        sizes = {n: self.reader.dim(tree_of(d)) for n, d in step.get("sizes", {}).items()}
        demand(sizes.keys() == theorem.sizes.least.keys(), "the sizes of the theorem are others")
        demand(step.get("with", {}).keys() == theorem.variables.keys(), "the variables of the theorem are others")
        for name, low in theorem.sizes.least.items():
            demand(self.sizes.nonnegative(minus(total(sizes[name]), number(low))), f"{name} may be less than {low}")
        for op, s in theorem.sizes.relations:
            s = placed(s, sizes)
            good = s == () if op == "=" else op in ("<=", "<") and self.sizes.nonnegative(minus(times(s, number(-1)), number(op == "<")))
            demand(good, "a relation of the sizes of the theorem is not shown")
        values = {n: self.read(t) for n, t in step.get("with", {}).items()}
        demand(not any(n[0] == "#" for v in values.values() for n in v.free), "a bound name in a substitution")
        for v in values.values():
            self.must_know(self.conditions_of(v))
        functions = self.functions_for(theorem, sizes, step.get("functions", {}))
        wanted, given = [replaced(h, values, sizes, functions) for h in theorem.hypotheses], self.premises(step)
        k = next((k for k, (w, g) in enumerate(zip(wanted, given, strict=False), 1) if w is not g), 0) or len(given) + 1
        demand(wanted == given, f"premise {k} is not the theorem's")
        demand(says is replaced(theorem.goal, values, sizes, functions), "the theorem says something else")
        demand(record.get("source"), "a theorem without source")
        self.axioms[step["id"]] = f"{record['source']} ({record['status']})"

    def functions_for(self, theorem, sizes, texts):
        """What is put for the arbitrary functions of a theorem: expressions in names of their own that are defined and smooth everywhere."""
        demand(texts.keys() == theorem.functions.keys(), "the functions of the theorem are others")
        found = {}
        for name, (places, text) in texts.items():
            arguments, shape = ([replaced(var("~", *s), {}, sizes).shape for s in one] for one in (theorem.functions[name][0], theorem.functions[name][1:]))
            demand(len(places) == len(arguments) == 1, "functions of one argument are expected")
            demand(places[0][0] not in "#~" and places[0] not in self.variables and places[0] not in self.sizes.least, "an argument has the name of something else")
            body = self.reader.node(tree_of(text))
            declared(body, {**self.variables, **dict(zip(places, arguments, strict=True))}, self.sizes.least, self.problem.functions)
            demand([body.shape] == shape and not any(n.op in BINDERS for n in nodes(body)), "a function of another shape, or one that binds names")
            owed = conditions(body, self.calculus, {}, frozenset(places))
            self.must_know({make("forall", (places[0], "matrix", *arguments[0]), (c,)) if places[0] in c.free else c for c in owed})
            found[name] = places, body
        return found

    def bound_of(self, f, x):
        """Of a bound of a variable by a number: whether it is one from below (1) or from above (-1), the number, and whether it is strict."""
        demand(f.op in ("<=", "<", ">=", ">") and x in f.args, "no bound of the variable by a number")
        first = f.args[0] is x
        demand((end := rational(f.args[first])) is not None, "no bound of the variable by a number")
        return 1 if first == (f.op[0] == ">") else -1, end, len(f.op) == 1

    def by_slope(self, step, says):
        """A function does not fall from a number c up to a variable of the proof's own if its derivative is not negative there; down to it if not positive.

        It grows if the derivative has that sign strictly behind c: then two steps say so. All they suppose of the variable are bounds by numbers: what is between meets them.
        """
        name, ks = step["name"], step["from"][1:]
        demand(name in self.own and self.variables[name] == ((), ()) and 1 <= len(ks) <= 2, "not a number of the proof's own, or too many steps")  # noqa: PLR2004
        x, (f, *slopes) = var(name, (), ()), self.premises(step)
        side, c, strict = self.bound_of(f, x)
        demand(strict or len(ks) == 1, "a strict relation at c itself")
        body = says.args[0]
        for n, (k, slope) in enumerate(zip(ks, slopes, strict=True)):
            sharp = (">" if side > 0 else "<") + "=" * (n == 0)
            demand(slope is make(sharp, (), (make("grad", (name,), (body, x)), const(0))), "not the sign of the derivative")
            for assumed in (self.known[a - 1][0] for a in self.known[k - 1][1] if type(a) is int):
                if name in assumed.free:
                    towards, end, open_ = self.bound_of(assumed, x)
                    demand(towards != side or side * (c - end) > 0 or (c == end and (n == 1 or not open_)), "the derivative has no sign at c")
        demand(says is make(">" if len(ks) > 1 else ">=", (), (body, replaced(body, {name: const(c)}, {}))), "not the values of the function")

    def by_enclosure(self, step, says):
        """A strict relation of functions of one number of the proof's own, or of numbers, on each piece between two bounds, by the mean value form in balls."""
        demand(says.op in ("<", ">", "<=", ">="), "an order is expected")
        gap, name = less(*(says.args if says.op[0] == ">" else says.args[::-1])), step.get("name")
        demand(gap.free <= {name} and not any(n.op in OPAQUE or n.op in DERIVATIVES for n in nodes(gap)), "not a function of that number alone")
        ends = [Fraction(0), Fraction(0)]
        if name is not None:
            demand(name in self.own and self.variables[name] == ((), ()), "not a number of the proof's own")
            (up, low, _), (down, high, _) = (self.bound_of(f, var(name, (), ())) for f in self.premises(step))
            demand(up == 1 and down == -1, "a bound from below and one from above are expected")
            ends = [low, *map(numeral, step.get("cuts", [])), high]
        tree = recheck.read_tree(text_of(written(gap), sharing=True))
        demand(all(is_above(tree, name, *piece) for piece in pairwise(ends)), "a piece on which the sign is not seen")

    def by_identity(self, step, says):
        """Both sides have the same entries. Atoms: whatever an expression is, a variable in its place; functions: so for maps."""
        demand(says.op == "=", "an identity is an equation")
        formulas = [says, *(self.premise(k) for k in step.get("using", []))]
        for name, (argument, shape, text) in step.get("functions", {}).items():
            demand(name[0] == "~" and argument[0] not in "#~" and argument not in self.sizes.least, "a name of a function")
            rows, cols = map(self.reader.dim, tree_of(f"({shape})"))
            body = self.reader.node(tree_of(text))
            declared(body, {**self.variables, argument: (rows, cols)}, self.sizes.least, self.problem.functions)
            formulas = [abstracted(f, name, argument, body) for f in formulas]
        for text in step.get("atoms", []):
            node = self.read(text)
            demand(node.op not in FORMULAS and not any(n[0] == "#" for n in node.free), "an atom is a closed expression")
            new = var(f"~{next(serial)}", *node.shape)
            formulas = [swapped(f, node, new) for f in formulas]

        def equal(calculus, goal, *equations):
            calculus.unfold, calculus.inverses = bool(step.get("unfold")), bool(step.get("inverses"))
            for f in equations:
                calculus.rule(f)
            return calculus.equal(*goal.args)

        self.lightly(equal, "the sides are not shown to be equal", *formulas)

    def by_weaken(self, step, says):
        """A part of a conjunction; a disjunction with that part; what is greater is at least as large, and different; an order read from the other side."""
        (f,) = self.premises(step)
        is_weaker = says.op in {">": (">=", "!="), "<": ("<=", "!="), "=": ("<=", ">=")}.get(f.op, ()) and says.args == f.args and (says.op != "!=" or all(a.scalar for a in f.args))
        is_turned = says.op + f.op in (">=<=", "<=>=", "><", "<>") and says.args == f.args[::-1]
        demand(is_weaker or is_turned or (f.op == "and" and says in f.args) or (says.op == "or" and f in says.args), "not weaker, and no part of it")

    def by_shape(self, step, says):
        """Two matrices have the same numbers of rows and columns."""
        demand(says.op == "shape" and [*map(total, says.args[0].shape)] == [*map(total, says.args[1].shape)], "no statement about shapes, or the shapes differ")

    def by_sign(self, step, says):
        demand(says.op in (">=", ">") and (says.args[1] is const(0) or says.args[1].op == "zeros"), "a sign is >= 0 or > 0")
        if says.op == ">" or not plainly_nonnegative(says.args[0]):
            self.lightly(lambda c, e: c.sign(e, says.op == ">"), "the sign is not shown", says.args[0])

    def by_rewrite(self, step, says):
        """Equals for equals: after replacing left by right in both, the premise and the conclusion are the same."""
        old, *equations = self.premises(step)
        for e in equations:
            demand(e.op == "=" and e.args[0].shape == e.args[1].shape, "no equation")
            demand(not any(n[0] == "#" for n in e.free), "an equation about a bound name")
            old, says = swapped(old, *e.args), swapped(says, *e.args)
        demand(old is says, "not the same after the replacement")

    def by_combine(self, step, says):
        """The right side minus the left = sum of c * (products of what is >= 0) + sum of L (l - r) R for equations, as an identity."""
        demand(says.op in ("=", "<=", "<", ">=", ">"), "not a relation that can be combined")
        a, b = says.args[::-1] if says.op in (">=", ">") else says.args
        summands, strict = [], False
        for c, ks in step.get("products", []):
            c, factors, sharp = numeral(c), [], True
            demand(says.op != "=" and a.scalar and b.scalar, "inequalities of scalars only")
            demand(c >= 0, "a negative multiplier")
            for k in ks:
                if isinstance(k, str):  # a square
                    root = self.read(k)
                    self.must_know(self.conditions_of(root))
                    factors, sharp = [*factors, power(root, 2)], False
                    continue
                f = self.premise(k)
                demand(f.op in ("<=", "<", ">=", ">") and all(x.scalar for x in f.args), "a premise is no inequality of scalars")
                factors.append(less(*(f.args if f.op[0] == ">" else f.args[::-1])))
                sharp = sharp and f.op in ("<", ">")
            strict = strict or (sharp and c > 0)
            summands.append(reduce(scale, factors[::-1], const(c)) if not factors else scale(const(c), reduce(scale, factors)))
        for left, k, right in step.get("cofactors", []):
            f = self.premise(k)
            demand(f.op == "=" and f.args[0].shape == f.args[1].shape, "a cofactor belongs to an equation")
            factors = [None if text is None else self.read(text) for text in (left, right)]
            for x in factors:
                self.must_know(self.conditions_of(x) if x is not None else set())
            summands.append(matmul(*(x for x in (factors[0], less(*f.args), factors[1]) if x is not None)))
        demand(says.op not in ("<", ">") or strict, "a strict relation needs a strict premise")
        demand(summands, "nothing is combined")
        self.lightly(lambda c, *sides: c.equal(*sides), "the combination is not an identity", less(b, a), add(*summands))


def is_above(tree, name, a, b):
    """Whether a function of a number is positive all over an interval, by its values there or at the middle and the slopes."""
    try:
        demand(a <= b, "no piece")
        whole, middle = recheck.Ball(recheck.Ball(a).lo, recheck.Ball(b).hi), recheck.Ball((a + b) / 2)
        at = lambda v: recheck.Evaluator({json.dumps(name): recheck.Matrix([v])}, {}, []).value(tree).flat[0]  # noqa: E731
        near = at(recheck.Jet(1, whole, {0: recheck.ONE}))
        if not near.rank or near.base.lo > 0:
            return (near.base if near.rank else near).lo > 0
        return (at(middle) + near.slopes[0] * (whole + -middle)).lo > 0
    except (recheck.Rejected, recheck.Undecided, ArithmeticError):
        return False


def abstracted(node, name, argument, body):
    """Put an arbitrary function for all values of a body at some argument, the outermost first."""
    shapes = {n.shape for n in nodes(body) if n.op == "var" and n.data[0] == argument}
    demand(len(shapes) == 1, "a function of no argument")

    def change(n, visit):
        places = {}
        fits = n.op == body.op and n.shape == body.shape and match(body, n, argument, places, set()) and places
        return make("fun", (name, *body.shape), (visit(places[argument]),)) if fits else None

    return rebuilt(node, change)


def inside_norms_free(*expressions):
    """The same expressions with arbitrary matrices in the place of those closed ones of which norms or softmax are taken, one for each."""
    new = {}

    def change(n, visit):
        a = n.args[0] if n.op in ("norm", "sigma", "softmax") and not any(x[0] == "#" for x in n.free) else n
        inner = a.args[0] if a.op == "transpose" else a
        if a is n or not inner.args:
            return None
        new[inner] = new.get(inner) or var(f"~{next(serial)}", *inner.shape)
        return make(n.op, n.data, (new[inner] if inner is a else transpose(new[inner]),))

    return [rebuilt(e, change) for e in expressions]


def match(pattern, n, argument, places, seen):
    """Whether a node is the pattern with something for the argument; bound names must agree, and none may be caught."""
    if pattern.op == "var" and pattern.data[0] == argument:
        return places.setdefault(argument, n) is n and pattern.shape == n.shape
    if argument not in pattern.free:
        return pattern is n
    if (pattern, n) in seen:
        return True
    seen.add((pattern, n))
    if BINDERS.get(pattern.op):  # what is put inside a binder could be caught by it
        return False
    args, more = n.args, len(n.args) - len(pattern.args)
    if pattern.op == n.op == "add" and more > 0:  # a sum inside a sum may have been written as one
        args = (make("add", (), args[: more + 1]), *args[more + 1 :])
    same = pattern.op == n.op and pattern.data == n.data and len(pattern.args) == len(args)
    return same and all(match(p, a, argument, places, seen) for p, a in zip(pattern.args, args, strict=True))


FIELDS = {"schema", "kind", "claim_id", "claim", "problem", "domain", "witness", "theorems", "steps", "hash"}


def unique(pairs):
    demand(len(dict(pairs)) == len(pairs), "a field occurs twice")
    return dict(pairs)


def read_base(path=None):
    """The theorem base: beside this file, or where the project has it."""
    here = Path(__file__).resolve().parent
    known = [Path(path)] if path else [here / "base.json", here.parent / "derive" / "theorems" / "base.json"]
    found = next((p for p in known if p.is_file()), None)
    return {} if found is None else {t["id"]: t for t in json.loads(found.read_text(encoding="utf-8"))["theorems"]}


def load(path):
    """The fields of a proof file; its hash is right."""
    demand(Path(path).stat().st_size <= MAX_BYTES, "the file is too large")
    data = json.loads(Path(path).read_bytes(), parse_float=str, object_pairs_hook=unique)
    demand(isinstance(data, dict) and "hash" in data, "fields are missing")
    rest = json.dumps({k: v for k, v in data.items() if k != "hash"}, sort_keys=True, separators=(",", ":"))
    demand(data["hash"] == hashlib.sha256(rest.encode()).hexdigest(), "the hash does not match")
    return data


def verify_data(data, base):
    """Check a proof; a hostile one is rejected, never an error."""
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(limit, 20_000))
        demand(data.keys() >= FIELDS, "fields are missing")
        demand(data["schema"] == 1 and data["kind"] == "holds", "no proof of this format")
        begin()
        proof = Proof(data, base)
        proof.run()
        used = ", ".join(sorted(proof.axioms)) or "no theorem"
        where = "" if not proof.domain else f"; on the domain {' and '.join(map(repr, proof.domain))}"
        return Report(True, f"{len(proof.known)} steps; {used}{where}", dict(proof.axioms), sorted(proof.facts), proof.cited())
    except Exception as error:  # noqa: BLE001
        known = str(error) if isinstance(error, Rejected) else "nested too deep" if isinstance(error, RecursionError) else None
        return Report(False, known or f"malformed: {type(error).__name__} {error!s:.200}", {}, [])
    finally:
        sys.setrecursionlimit(limit)


def verify(path, base=None):
    """Check one proof file."""
    try:
        data = load(path)
    except Exception as error:  # noqa: BLE001
        return Report(False, f"{'' if isinstance(error, Rejected) else 'malformed: '}{error!s:.200}", {}, [])
    return verify_data(data, read_base() if base is None else base)


if __name__ == "__main__":
    known_base = read_base()
    reports = [(path, verify(path, known_base)) for path in sys.argv[1:]]
    for file, report in reports:
        print(f"{'accepted' if report.accepted else 'REJECTED'}  {file}  {report.reason}")
        for theorem, source in sorted(report.axioms.items()):
            print(f"    theorem {theorem}: {source}")
        for fact in report.facts:
            print(f"    {fact}")
    sys.exit(0 if reports and all(report.accepted for _, report in reports) else 3)
