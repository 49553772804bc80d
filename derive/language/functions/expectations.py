r"""Expectations, variances and covariances: ``\mathbb{E}_{x \sim \mathcal{N}(\mu, \Sigma)}[x^\top A x]``, ``\mathbb{E}_{a \sim \pi}[r_a]``.

Over a continuous variable they are taken of polynomials, which its moments determine (`derive.moments`), over a normal one also
of some other functions (`derive.normal_means`); over an index that is drawn from a vector of probabilities they are the weighted sum.  What is not known to be a distribution is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Rel
from derive.errors import NotSupported, ShapeProblem, SyntaxProblem
from derive.language.functions.densities import density
from derive.language.functions.distributions import Law, distribution, fitted, implied, moments_of, spread
from derive.language.functions.gaussians import NORMAL
from derive.language.matrices import scripts
from derive.language.scope.moving import depend
from derive.language.scope.scope import Scope
from derive.language.terms.readings import EXPECTED_POWER, EXPECTED_PRODUCT, TOTAL_VARIANCE
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.moments import Moments, expectation
from derive.normal_means import normal_expectation
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
SPREADS = ("Var", "var", "Cov", "cov")
LETTERS = ("E", "V", *SPREADS)
HINT = "write finite sums, or mark the claim as not-checkable"
TELL = r"write x \sim \mathcal{N}(\mu, \Sigma) in a given block, or \mathbb{E}[x] = \mu, \operatorname{Cov}(x) = \Sigma"
UNIFORM = ("U", "Unif", "Uniform")


@dataclass(frozen=True, slots=True)
class Operator:
    r"""An ``\mathbb{E}`` (kind 'E'), a ``\operatorname{Cov}`` (kind 'Cov') or a ``\operatorname{Var}`` (kind 'Var') with its scripts."""

    kind: str
    below: Syn
    above: Syn


def operator(scope: Scope, children: Sequence[Syn], at: int) -> Operator | None:
    """Return the expectation or covariance that a factor begins with; None for others, and for declared names."""
    syn = children[at]
    if at + 1 >= len(children) or syn.kind in ("num", "group", "infix"):
        return None
    base, below, above = (
        (syn.children[0], syn.children[1], syn.children[2]) if syn.kind == "script" else (syn, EMPTY, EMPTY)
    )
    base = bare(base)
    if base.kind not in ("name", "function") or base.value.rpartition(":")[2] not in LETTERS:
        return None
    key = base_key(base)
    declared = scope.find(key) if key is not None else None
    if key == Key("bb", "E") and declared is not None and declared.key.style != "bb":
        declared = None  # a matrix E beside \mathbb{E}
    if key is None or declared is not None:
        return None
    if key == Key("bb", "E"):
        return Operator("E", below, above)
    square = _group(children[at + 1], "[")
    if key.plain == "E" and key.style in ("rm", "op", "sf") and square:
        return Operator("E", below, above)
    if key.plain in SPREADS or (key == Key("bb", "V") and square):
        return Operator("Cov" if key.plain.lower() == "cov" else "Var", below, above)
    return None


def _group(syn: Syn, *opening: str) -> bool:
    inner = syn.children[0] if syn.kind == "script" else syn
    return inner.kind == "group" and inner.value in opening


@about(*(f"{kind} {word}" for word in (*LETTERS, *(key.plain for key in NORMAL)) for kind in ("letter", "function")), untouched=nothing, place=(1, 2))
def read(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read an expectation or covariance with what it is taken of, or a density; None where none begins."""
    found = operator(r.scope, children, at)
    if found is None:
        return density(r, children, at)
    syn = children[at]
    if not is_empty(found.above):
        raise NotSupported(
            f"{latex_of(syn)} with a superscript", r.at(syn), r"write powers behind the bracket, \mathbb{E}[x]^2"
        )
    inside, sub, sup, end = _operand(r, found.kind, children, at)
    if found.kind == "E":
        if len(inside) != 1:
            raise SyntaxProblem("an expectation is taken of one expression", r.at(children[at + 1]))
        term = _expectation(r, found.below, inside[0], syn)
    else:
        term = _covariance(r, found.below, inside, syn)
        if found.kind == "Var" and not r.a.is_scalar(term) and r.chooses(TOTAL_VARIANCE):
            term = r.a.node((), (), b.trace, term, syn=syn)
    return scripts.apply(r, term, sub, sup, children[end - 1]), end


def random_names(r: Reader, sign: Syn) -> Collection[str] | None:
    """Return the variables that are random where an expectation is taken; None if they are not declared as such."""
    below = bare(sign.children[1]) if sign.kind == "script" else EMPTY
    if is_empty(below) or not (below.kind == "relation" and below.value in ("sim", "sim-iid")):
        return {law.symbol.core for law in r.scope.all_laws().values()}
    return None


def _operand(r: Reader, kind: str, children: Sequence[Syn], at: int) -> tuple[Sequence[Syn], Syn, Syn, int]:
    """Return what an operator is taken of, the scripts behind it and where the rest begins."""
    following = children[at + 1]
    group = following.children[0] if following.kind == "script" else following
    if _group(following, "(", "[", "{", "set"):
        sub, sup = following.children[1:] if following.kind == "script" else (EMPTY, EMPTY)
        if kind == "E" and group.value == "(":
            rest = children[at + 2 :]
            if rest and depend(r, rest, random_names(r, children[at])) and r.chooses(EXPECTED_PRODUCT):
                return (Syn("juxt", "", tuple(children[at + 1 :]), following.span),), EMPTY, EMPTY, len(children)
            if not is_empty(sup) and bare(sup).kind != "top" and r.chooses(EXPECTED_POWER):
                return (following,), EMPTY, EMPTY, at + 2
        content = group.children[0]
        return (content.children if content.kind == "list" else (content,)), sub, sup, at + 2
    if operator(r.scope, children, at + 1) is not None or at + 2 == len(children):
        rest = children[at + 1 :]
        return (rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest), rest[0].span),), EMPTY, EMPTY, len(children)
    raise NotSupported("an expectation of a product without brackets", r.at(children[at]), r"write \mathbb{E}[...]")


# What the expectation is over.


def _expectation(r: Reader, below: Syn, inside: Syn, syn: Syn) -> Term:
    below = bare(below)
    if is_empty(below):
        _check_random(r, [inside], syn)
        return _over_all(r, r.read(inside), None, syn)
    if below.kind == "relation" and below.value in ("sim", "sim-iid"):
        return _over_drawn(r, below, inside, syn)
    names = below.children if below.kind == "list" else (below,)
    return _over_all(r, r.read(inside), names, syn)


def _over_drawn(r: Reader, below: Syn, inside: Syn, syn: Syn) -> Term:
    left, right = below.children
    names = left.children if left.kind == "list" else (left,)
    length = _uniform_range(r, right)
    if length is None and distribution(right) is not None:
        return _over_continuous(r, names, right, inside, syn)
    weights = None if length is not None else r.read(right)
    if weights is not None:
        length = _length(r, weights, right)
    assert length is not None
    letters = [key.plain if (key := whole_key(name)) is not None else None for name in names]
    if None in letters:
        raise SyntaxProblem("an index was expected", r.at(left))
    indices = [r.indices.push(letter, ONE, length) for letter in letters if letter is not None]
    try:
        body = r.read(inside)
    finally:
        for _ in indices:
            r.indices.pop()
    r.note(f"{latex_of(syn)} is the sum over {latex_of(left)} with the weights {latex_of(right)}")

    def make(e: Expr, *parts: Expr) -> Expr:
        for index in reversed(indices):
            if parts:
                _check_probabilities(r, parts[0], right)
                column = parts[0] if parts[0].shape.totals[1] == ONE else b.transpose(parts[0])
                e = b.sum_(index.core, ONE, length, b.scale(b.entry(column, Size.of(index.core), ONE), e))
            else:
                e = b.div(b.sum_(index.core, ONE, length, e), b.size(length))
        return e

    return r.a.node(body.rows, body.cols, make, body, *(() if weights is None else (weights,)), syn=syn)


def _uniform_range(r: Reader, right: Syn) -> Size | None:
    r"""Return n for ``\mathcal{U}([n])``, ``\operatorname{Unif}\{1, \dots, n\}``, ``[n]`` and ``\{1, \dots, n\}``; None for others."""
    parts = right.children if right.kind == "juxt" else (right,)
    if len(parts) == 2 and (key := base_key(parts[0])) is not None and key.plain in UNIFORM:
        group = parts[1]
        if _group(group, "(") and group.children[0].kind != "list":
            group = group.children[0]
    else:
        group = right
    if not _group(group, "set", "[") or group.kind != "group":
        return None
    content = group.children[0]
    if group.value == "[":
        return r.indices.expression(content) if content.kind != "list" else None
    items = content.children if content.kind == "list" else ()
    if len(items) >= 3 and items[-2].kind == "dots" and (items[0].kind, items[0].value) == ("num", "1"):
        return r.indices.expression(items[-1])
    return None


def _length(r: Reader, weights: Term, syn: Syn) -> Size:
    totals = (r.u.total(weights.rows), r.u.total(weights.cols))
    if None in totals or (totals[0] == ONE) == (totals[1] == ONE):
        raise NotSupported(
            f"draws from {latex_of(syn)}, which is no vector of probabilities",
            r.at(syn),
            r"a \sim p with p \in \mathbb{R}^n, p \ge 0, \mathbf{1}^\top p = 1 is read as the sum with these weights",
        )
    length = totals[1] if totals[0] == ONE else totals[0]
    assert length is not None
    return length


def _check_probabilities(r: Reader, weights: Expr, syn: Syn) -> None:
    """Refuse weights of which nothing says that they sum to one: a softmax, or a variable with such a hypothesis.

    Raises:
        NotSupported: They are others.
    """
    inner = r.definitions().expand(weights)
    names = b.free_names(inner)
    while inner.op in ("transpose", "reshape"):
        inner = inner.args[0]
    if inner.op == "softmax":
        return
    for hypothesis in r.scope.all_hypotheses():
        formula = r.definitions().expand_formula(hypothesis.formula)
        if isinstance(formula, Rel) and formula.op == "=" and formula_names(formula) == names and inner.op == "var":
            one, other = (formula.lhs, formula.rhs) if formula.lhs == b.const(1) else (formula.rhs, formula.lhs)
            if one == b.const(1) and _is_sum(other, inner):
                return
    raise NotSupported(
        f"draws from {latex_of(syn)}, of which nothing says that it is a distribution",
        r.at(syn),
        rf"state it: {latex_of(syn)} \ge 0, \mathbf{{1}}^\top {latex_of(syn)} = 1",
    )


def _is_sum(e: Expr, v: Expr) -> bool:
    """Whether an expression is the sum of the entries of a vector."""
    if e.op == "matmul":
        sides = [a.args[0] if a.op == "transpose" else a for a in e.args]
        return any(x.op == "ones" and y == v for x, y in (sides, sides[::-1]))
    if e.op == "sum":
        name, low, high = e.data
        body = e.args[0]
        whole = low == ONE and high in v.shape.totals
        return whole and body.op == "entry" and body.args[0] == v and Size.of(name) in body.data
    return False


def _over_continuous(r: Reader, names: Sequence[Syn], right: Syn, inside: Syn, syn: Syn) -> Term:
    r"""Read ``\mathbb{E}_{x \sim \mathcal{N}(\mu, \Sigma)}[...]``, where x is a declared variable or one of its own."""
    if len(names) != 1:
        raise NotSupported(
            "an expectation over several variables at once", r.at(syn), r"write \mathbb{E}_x \mathbb{E}_y"
        )
    found, key = distribution(right), whole_key(names[0])
    symbol = r.scope.find(key) if key is not None else None
    if key is None or found is None or (symbol is not None and symbol.kind != "var"):
        raise NotSupported(f"an expectation over {latex_of(names[0])}", r.at(syn))
    if symbol is not None:
        r.mention(symbol)
        core, shape = symbol.core, r.adapt(symbol).shape
        _check_unrestricted(r, [core], syn)
        body = r.read(inside)
    else:
        assert found.mean is not None and found.variance is not None
        rows = next(
            (t.rows for t in map(r.read, (found.mean, found.variance)) if r.u.total(t.rows) is not None and not t.zero),
            None,
        )
        if rows is None:
            raise NotSupported(
                f"{latex_of(names[0])} is not declared, and nothing tells its size",
                r.at(names[0]),
                rf"write {latex_of(names[0])} \in \mathbb{{R}}^n in a given block",
            )
        core, shape = b.fresh(key.plain), Shape(() if r.u.is_one(rows) else r.u.known(rows))
        hidden = r.local.get(key)
        r.local[key] = core, shape
        try:
            body = r.read(inside)
        finally:
            del r.local[key]
            if hidden is not None:
                r.local[key] = hidden
    if shape.rows and shape.cols:
        raise ShapeProblem(f"{latex_of(names[0])} is a matrix: give the distribution of its entries", r.at(syn))
    terms = fitted(r, found, shape, "whole", right)

    def make(e: Expr) -> Expr:
        mean, covariance = (r.definitions().expand(part) for part in terms())
        if core in b.free_names(mean) | b.free_names(covariance):
            raise NotSupported("a distribution that depends on what is drawn", r.at(syn))
        _imply(r, implied(covariance), right)
        return _taken(r, e, [Moments(core, spread(shape, mean, "whole"), covariance, "whole", found.normal)], syn)

    return r.a.node(body.rows, body.cols, make, body, syn=syn)


def _imply(r: Reader, formulas: Sequence[Formula], syn: Syn) -> None:
    """Assume in a claim that a covariance is one; elsewhere it must be said.

    Raises:
        NotSupported: A definition or a hypothesis draws from a distribution whose covariance nothing restricts.
    """
    known = [r.definitions().expand_formula(h.formula) for h in r.scope.all_hypotheses()]
    known += [part for f in known if isinstance(f, Logic) and f.op == "and" for part in f.args]
    new = [f for f in formulas if f not in known]
    if new and r.implied is None:
        raise NotSupported(
            f"a draw from {latex_of(syn)}, whose covariance nothing restricts",
            r.at(syn),
            r"state \Sigma \succeq 0 (of a variance s \ge 0) in front of it",
        )
    if r.implied is not None:
        r.implied += new


def _over_all(r: Reader, body: Term, names: Sequence[Syn] | None, syn: Syn) -> Term:
    """Return the expectation over declared random variables: those named, or all that occur."""
    laws = _named(r, names, syn) if names is not None else None

    def make(e: Expr) -> Expr:
        return _average(r, e, laws, syn)

    return r.a.node(body.rows, body.cols, make, body, syn=syn)


def _check_random(r: Reader, inside: Sequence[Syn], syn: Syn) -> None:
    """Refuse the mean or the spread of what is not said to be random: that of its entries may be meant.

    Raises:
        NotSupported: No random variable is spoken of.
    """
    random = {law.symbol.core for law in r.scope.all_laws().values()}
    if not random:
        raise NotSupported("an expectation where no variable has a distribution", r.at(syn), TELL)
    if not depend(r, inside, random):
        _check_unrestricted(r, tuple(random), syn)
        what = ", ".join(latex_of(part) for part in inside)
        raise NotSupported(f"{latex_of(syn)} of {what}, in which nothing is said to be random", r.at(syn), TELL)


def _named(r: Reader, names: Sequence[Syn], syn: Syn) -> list[Law]:
    found = []
    for name in names:
        key = whole_key(name)
        symbol = r.scope.find(key) if key is not None else None
        law = r.scope.law(symbol) if symbol is not None else None
        if law is None:
            raise NotSupported(
                f"an expectation over {latex_of(name)}, whose distribution is not known", r.at(syn), TELL
            )
        found.append(law)
    return found


def _average(r: Reader, e: Expr, laws: list[Law] | None, syn: Syn) -> Expr:
    whole = r.definitions().expand(e)
    occurring = b.free_names(whole)
    everything = r.scope.all_laws()
    taken = [law for law in everything.values() if law.symbol.core in occurring] if laws is None else laws
    checked = [law.symbol.core for law in (everything.values() if laws is None else taken)]
    if not everything:
        raise NotSupported("an expectation where no variable has a distribution", r.at(syn), TELL)
    _check_unrestricted(r, checked, syn)
    for law in taken:
        others = {other.symbol.core for other in taken if other is not law and other.symbol.core in occurring}
        if law.symbol.core in occurring and not others <= law.joint:
            raise NotSupported(
                "an expectation over several variables whose joint distribution is not known",
                r.at(syn),
                r"say that they are independent, x, y \overset{\text{iid}}{\sim} ..., or write \mathbb{E}_x[\mathbb{E}_y[...]]",
            )
        for symbol in law.mentions.values():
            r.mention(symbol)
    told = [moments_of(r, law) for law in taken]
    others = set(everything) if laws is None else set()
    parts = [e for m in told if m is not None for e in (m.mean, m.covariance) if e is not None]
    if any(b.free_names(e) & others for e in parts):
        raise NotSupported(
            "an expectation where one distribution depends on another random variable",
            r.at(syn),
            r"write over what it is taken, \mathbb{E}_x[...]",
        )
    if None in told:
        raise NotSupported("an expectation over a variable without a mean", r.at(syn), TELL)
    return _taken(r, whole, [m for m in told if m is not None], syn)


def _check_unrestricted(r: Reader, cores: Sequence[str], syn: Syn) -> None:
    """Refuse random variables of which hypotheses speak: they may tie others to them, which are then random, too.

    Raises:
        NotSupported: There is such a hypothesis.
    """
    for hypothesis in r.scope.all_hypotheses():
        tied = formula_names(r.definitions().expand_formula(hypothesis.formula)) & set(cores)
        if tied:
            symbol = r.scope.by_core().get(next(iter(tied)))
            raise NotSupported(
                f"an expectation where a hypothesis speaks of the random {symbol.latex if symbol is not None else 'variable'}",
                r.at(syn),
                "define what depends on it, y := X \\beta + \\epsilon",
            )


def _taken(r: Reader, e: Expr, told: Sequence[Moments], syn: Syn) -> Expr:
    whole = r.definitions().expand(e)
    for moments in told:
        found = expectation(whole, moments) or normal_expectation(whole, moments)
        if found is None:
            more = ", nor exp, cos, sin, ReLU or ReLU^2 of what is affine in it (the last two with mean zero)"
            up_to = "of degree four" if moments.normal else "of degree two"
            raise NotSupported(
                f"an expectation of what is not seen to be a polynomial {up_to} in the random variable"
                + (more if moments.normal else ""),
                r.at(syn),
                HINT,
            )
        whole = found
    r.note(f"{latex_of(syn)} is written out by the mean and the covariance of what is random")
    return whole


def _covariance(r: Reader, below: Syn, inside: Sequence[Syn], syn: Syn) -> Term:
    r"""Read ``\operatorname{Var}(t)`` and ``\operatorname{Cov}(x, y) = \mathbb{E}[x y^\top] - \mathbb{E}[x] \mathbb{E}[y]^\top``."""
    if len(inside) > 2:
        raise SyntaxProblem("a covariance is one of two vectors or numbers", r.at(syn))
    names = None if is_empty(bare(below)) else (below.children if below.kind == "list" else (below,))
    for part in inside if names is None else ():
        _check_random(r, [part], syn)
    first, second = r.read(inside[0]), r.read(inside[-1])
    for t in (first, second):
        if not r.a.is_scalar(t) and not r.u.is_one(t.cols):
            raise ShapeProblem(f"the covariance of {latex_of(t.syn)}, which is {r.a.shape(t)} and no column", r.at(syn))
    laws = _named(r, names, syn) if names is not None else None

    def make(x: Expr, y: Expr) -> Expr:
        means = (_average(r, e, laws, syn) for e in (x, y))
        both, apart = _average(r, _outer(x, y), laws, syn), _outer(*means)
        return b.sub(both, b.reshape(apart, both.shape))

    return r.a.node(first.rows, second.rows, make, first, second, syn=syn)


def _outer(x: Expr, y: Expr) -> Expr:
    return b.scale(x, y) if x.shape.is_scalar and y.shape.is_scalar else b.matmul(x, b.transpose(y))


__all__ = ["Operator", "operator", "random_names", "read"]
