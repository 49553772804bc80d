r"""Distributions of variables in given blocks: ``x \sim \mathcal{N}(\mu, \Sigma)``, ``\mathbb{E}[\epsilon] = 0``, ``\operatorname{Cov}(\epsilon) = \sigma^2 I``.

A law restricts no value of its variable: it says what ``\mathbb{E}`` means, by the mean and the covariance.  Several variables
(entries, members of a family) are independent only where that is written, ``\overset{\text{iid}}{\sim}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive import build as b
from derive.errors import NotSupported
from derive.language.declarations.independence import MUTUALLY
from derive.language.declarations.parts_of_names import part_of
from derive.language.formulas.expressions import Reader
from derive.language.functions.distributions import (
    INDEPENDENT,
    Distribution,
    Law,
    arguments,
    distribution,
    fits,
    fitted,
    implied,
    spread,
)
from derive.language.scope.scope import Hypothesis, Scope, Symbol
from derive.language.terms.terms import latex_of, realize
from derive.language.tree.names import EMPTY, Split, bare, base_key, bracket, is_empty, splits, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.sizes import Shape

IID = "sim-iid"
"""The relation ``\\overset{\\text{iid}}{\\sim}`` of independent and identically distributed variables."""

# Statements of given blocks.


@about("relation sim", f"relation {IID}", f"relation {MUTUALLY}", "relation =", untouched=nothing)
def stated_law(scope: Scope, tree: Syn) -> Scope | None:
    r"""Return the scope with a law: ``x \sim ...``, or an equation that tells a moment; None for other statements."""
    words = tree.value.split() if tree.kind == "relation" else []
    if words in (["sim"], [IID]):
        return _drawn(scope, tree, independent=words == [IID])
    if words == [MUTUALLY]:
        listed = [n for side in tree.children for n in (side.children if side.kind == "list" else (side,))]
        symbols = [_variable(scope, name)[0] for name in listed]
        return _independent(scope, [symbol.core for symbol in symbols if symbol is not None])
    if words == ["="]:
        return _moment(scope, tree)
    return None


def _drawn(scope: Scope, tree: Syn, *, independent: bool) -> Scope:
    left, right = tree.children
    found = distribution(right)
    if found is None:
        raise NotSupported(
            "this distribution is not known",
            right.span[0],
            r"known are \mathcal{N}(\mu, \Sigma), \mathcal{U}(a, b), \operatorname{Bernoulli}(p), \operatorname{Rademacher}, or the mean and the "
            r"covariance: \mathbb{E}[x] = \mu, \operatorname{Cov}(x) = \Sigma",
        )
    names = left.children if left.kind == "list" else (left,)
    cores: list[str] = []
    for name in names:
        scope, core = _law_of(scope, name, found, right, independent=independent)
        cores.append(core)
    return scope if not independent or len(names) == 1 else _independent(scope, cores)


def _independent(scope: Scope, cores: Sequence[str]) -> Scope:
    """Return the scope in which some variables are independent of one another."""
    laws = dict(scope.laws)
    for core in cores:
        law = laws[core]
        laws[core] = replace(law, joint=law.joint | (frozenset(cores) - {core}))
    return replace(scope, laws=laws)


def _law_of(scope: Scope, name: Syn, found: Distribution, right: Syn, *, independent: bool) -> tuple[Scope, str]:
    symbol, of = _variable(scope, name)
    if symbol is None:
        scope, symbol = _declared(scope, name, found)
    if of != "whole" and not independent:
        raise NotSupported(f"the joint distribution of all {latex_of(name)}", name.span[0], INDEPENDENT)
    r = Reader(scope, scope.options)
    shape = r.adapt(symbol).shape
    shape = Shape(symbol.lengths, (*shape.rows, *shape.cols)) if symbol.kind == "array" else shape
    of = "entries" if of == "rows" and not shape.cols else of
    build = fitted(r, found, shape, of, right)
    r.u.finish()
    mean, covariance = build()
    return _with_law(
        scope, Law(symbol, spread(shape, mean, of), covariance, of, found.normal, dict(r.mentions)), name
    ), symbol.core


def _variable(scope: Scope, name: Syn) -> tuple[Symbol | None, str]:
    """Return a declared variable and what of it has the law; None if the name is new."""
    key = whole_key(name)
    symbol = scope.find(key) if key is not None else None
    if symbol is not None:
        if symbol.kind != "var":
            raise NotSupported(f"a distribution of {symbol.latex}, which is no variable", name.span[0])
        if symbol.shape.cols and symbol.shape.rows:
            raise NotSupported(
                f"the distribution of the matrix {symbol.latex}",
                name.span[0],
                rf"write that of its entries, {symbol.latex}_{{ij}} \overset{{\text{{iid}}}}{{\sim}} ...",
            )
        return symbol, "whole"
    syn = bare(name)
    inner = bracket(syn.children[0]) if syn.kind == "script" else None  # (W_1)_{ij}
    base = whole_key(inner[0][0]) if inner is not None and len(inner[0]) == 1 else None
    found = [Split(base, *syn.children[1:])] if base is not None else splits(syn) if syn.kind == "script" else ()
    for part in found:
        if is_empty(part.sub) or not is_empty(part.sup):
            continue
        family = scope.find_family(part.key, part.sub)
        if family is not None and family.kind == "array":
            return family, "rows"
        whole = scope.find(part.key)
        if whole is not None and whole.kind == "var":
            return whole, "entries"
    whole = part_of(scope, name)
    if whole is not None:
        raise NotSupported(
            f"a distribution of {latex_of(name)}",
            name.span[0],
            f"{whole.latex} is declared: its entries and members are drawn as {whole.latex}_{{i}}, other names need other letters",
        )
    return None, "whole"


def _declared(scope: Scope, name: Syn, found: Distribution) -> tuple[Scope, Symbol]:
    """Declare a new variable in the shape of its mean or covariance."""
    from derive.language.scope.dependence import labels_of

    key = whole_key(name)
    r = Reader(scope, scope.options)
    terms = [r.read(part) for part in (found.mean, found.variance) if part is not None]
    totals = [(r.u.total(t.rows), t.rows) for t in terms if not t.zero]
    rows = next((dim for total, dim in totals if total is not None), None)
    if key is None or rows is None:
        raise NotSupported(
            f"{latex_of(name)} is not declared, and nothing tells its size",
            name.span[0],
            rf"write {latex_of(name)} \in \mathbb{{R}}^n in front of it",
        )
    shape = Shape() if r.u.is_one(rows) else Shape(r.u.known(rows))
    symbol = Symbol(key, "var", scope.core_name(key), latex_of(name), shape, labels=labels_of(name))
    return scope.with_symbol(symbol), symbol


def _with_law(scope: Scope, law: Law, name: Syn) -> Scope:
    names = b.free_names(law.mean) if law.mean is not None else frozenset()
    names |= b.free_names(law.covariance) if law.covariance is not None else frozenset()
    if law.symbol.core in names:
        raise NotSupported(f"a distribution of {law.symbol.latex} that depends on it", name.span[0])
    scope = replace(scope, laws={**scope.laws, law.symbol.core: law})
    found = [Hypothesis(f, law.mentions) for f in implied(law.covariance)]
    return replace(scope, hypotheses=(*scope.hypotheses, *found))


def _moment(scope: Scope, tree: Syn) -> Scope | None:
    r"""Read ``\mathbb{E}[x] = \mu``, ``\mathbb{E}[x x^\top] = S``, ``\operatorname{Cov}(x) = \Sigma`` of a variable."""
    from derive.language.functions.expectations import operator

    left, right = tree.children
    row = left.children if left.kind == "juxt" else ()
    found = operator(scope, row, 0) if len(row) == 2 else None
    inside = arguments(row[1]) if found is not None and is_empty(found.below) and is_empty(found.above) else None
    if found is None or inside is None or len(inside) != 1:
        return None
    name, what = _statistic(inside[0]) if found.kind == "E" else (inside[0], "covariance")
    key = whole_key(name)
    symbol = scope.find(key) if key is not None else None
    if symbol is None or symbol.kind != "var" or (symbol.shape.rows and symbol.shape.cols):
        return None
    if any(base_key(node) == key for _, node in right.walk()):
        return None  # \operatorname{Var}(x) = \frac1n \sum_i (x_i - \mu)^2 defines a function
    law = scope.laws.get(symbol.core, Law(symbol, None, None))
    if law.normal:
        return None
    r = Reader(scope, scope.options)
    value = r.read(right)
    shape = r.adapt(symbol).shape
    if value.zero and not shape.is_scalar:
        value = r.a.zeros(shape.rows, () if what == "mean" else shape.rows, value.syn)
    own = shape if what == "mean" else Shape(shape.rows, shape.rows)
    fits(r, value, own, "the mean" if what == "mean" else "the covariance", right)
    r.u.finish()
    expr = realize(value)
    if what == "mean":
        law = replace(law, mean=b.reshape(expr, shape))
    elif what == "covariance":
        law = replace(law, covariance=expr)
    elif law.mean is None:
        raise NotSupported(
            f"the second moment of {symbol.latex} in front of its mean",
            tree.span[0],
            rf"write \mathbb{{E}}[{symbol.latex}] = ... first",
        )
    else:
        square = b.matmul(law.mean, b.transpose(law.mean)) if not shape.is_scalar else b.hpow(law.mean, b.const(2))
        zero = law.mean.op == "zeros" or law.mean == b.const(0)
        law = replace(law, covariance=expr if zero else b.sub(expr, square))
    return _with_law(scope, replace(law, mentions={**law.mentions, **r.mentions}), left)


def _statistic(content: Syn) -> tuple[Syn, str]:
    r"""Return the variable and whether its mean or second moment is meant: ``x``, ``x x^\top``, ``z^2``."""
    content = bare(content) if content.kind == "group" else content
    if content.kind == "juxt" and len(content.children) == 2:
        first, second = content.children
        sup = bare(second.children[2]) if second.kind == "script" else EMPTY
        if sup.kind == "top" and is_empty(second.children[1]) and second.children[0].same(first):
            return first, "second"
    if content.kind == "script" and is_empty(content.children[1]):
        sup = bare(content.children[2])
        if (sup.kind, sup.value) == ("num", "2"):
            return content.children[0], "second"
    return content, "mean"


__all__ = ["stated_law"]
