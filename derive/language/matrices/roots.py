r"""Fractional powers of positive semidefinite matrices: ``A^{1/2}``, ``(X^\top X)^{-1/2}`` (Horn and Johnson, Matrix Analysis, 7.2.6).

The q-th root of a semidefinite A is the one semidefinite R with ``R^q = A``, so that "for all A" says "for all R": in a
problem the variable A becomes ``R^q``, and R a variable. The root of a formula E that is semidefinite by its form is a new
variable R with the hypothesis ``R^q = E``. What is left of a `root` afterwards is refused: that of a matrix that nothing says
to be semidefinite, and one that depends on a bound name, as under a derivative by A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import lcm

from derive import build as b
from derive.core import Expr, Formula, Logic, Quantified, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.isolate import plain
from derive.language.printing.core_latex import core_to_latex
from derive.language.printing.spelling import Spelling
from derive.language.tree.names import plain_latex
from derive.size_names import size_names

_SEMIDEFINITE = "a matrix power that is not an integer, of a matrix that is not said to be positive semidefinite"
_SAY = "state it (A \\succeq 0), or use a form that is, as X^\\top X; a diagonal matrix may be defined as \\operatorname{diag}(d)"
_LETTERS = "RSTUV"


def fractional_power(e: Expr, exponent: Fraction) -> Expr:
    """Return a power of a semidefinite matrix, as a power of its root."""
    return _power(b.root(e, exponent.denominator) if exponent.denominator > 1 else e, exponent.numerator)


def _power(e: Expr, k: int) -> Expr:
    e = b.inv(e) if k < 0 else e
    return e if abs(k) == 1 else b.mpow(e, abs(k))


def is_diagonal(e: Expr) -> bool:
    """Return whether an expression without definitions is a diagonal matrix by its form."""
    if e.op in ("diag", "eye"):
        return True
    if e.op == "scale":
        return is_diagonal(e.args[1])
    return e.op in ("add", "matmul", "inv", "transpose", "mpow", "neg", "reshape") and all(map(is_diagonal, e.args))


def without_roots(
    goal: Formula, hypotheses: Sequence[Formula], names: Spelling, note: Callable[[str], None]
) -> tuple[Formula, list[Formula]]:
    """Return a goal and hypotheses, definitions expanded, in which each root is a variable.

    Args:
        goal: What is claimed.
        hypotheses: What is in force.
        names: How variables are printed, for the notes.
        note: Takes a sentence on each root.

    Raises:
        NotSupported: A root is taken of what need not be semidefinite, or depends on a bound name.
    """
    formulas = [goal, *hypotheses]
    if isinstance(goal, Logic) and goal.op == "implies" and _innermost([goal]):
        *premises, conclusion = goal.args  # what an implication assumes may say that there is a root
        formulas = [conclusion, *hypotheses, *premises]
    while roots := _innermost(formulas):
        diagonal = [node for matrix, found in roots.items() if is_diagonal(matrix) for node in found]
        if diagonal:
            formulas = _replaced(formulas, {node: _of_diagonal(node) for node in diagonal})
            continue
        for formula in formulas:
            _refuse_bound(formula)
        matrix, found = next(iter(roots.items()))
        parts = {node: part for node in found if (part := _of_parts(node, Semidefinite(formulas[1:]))) is not None}
        formulas = _replaced(formulas, parts) if parts else _resolved(formulas, matrix, found, names, note)
    return formulas[0], formulas[1:]


def _innermost(formulas: Iterable[Formula]) -> dict[Expr, list[Expr]]:
    """The matrices without roots of which a root is taken, each with these roots."""
    found: dict[Expr, list[Expr]] = {}
    for node in dict.fromkeys(_roots(formulas)):
        if not any(n.op == "root" for n in walk(node.args[0])):
            found.setdefault(plain(node.args[0]), []).append(node)
    return found


def _roots(formulas: Iterable[Formula]) -> Iterator[Expr]:
    for formula in formulas:
        for top in formula_exprs(formula):
            yield from (node for node in walk(top) if node.op == "root")


def _refuse_bound(formula: Formula) -> None:
    """Refuse roots of what a derivative, a sum, a supremum or a quantifier inside the formula varies."""
    if isinstance(formula, Quantified):
        _refuse_within(_roots([formula.body]), {entry[0] for entry in formula.names})
        _refuse_bound(formula.body)
        return
    if isinstance(formula, Logic):
        for part in formula.args:
            _refuse_bound(part)
        return
    for top in formula_exprs(formula):
        for node in walk(top):
            if node.op in ("sup", "inf"):
                _refuse_within(_roots(node.data[1]), None)
                _refuse_within(_roots([Rel("=", node.args[0], node.args[0])]), {name for name, _ in node.data[0]})
            elif node.op in (*b.BINDS_IN_FIRST, *b.LIMITS, *b.BINDS_INDEX, "blocks"):
                bound = {word for word in node.data if isinstance(word, str)}
                _refuse_within((n for n in walk(node.args[0]) if n.op == "root"), bound)


def _refuse_within(roots: Iterable[Expr], bound: set[str] | None) -> None:
    for node in roots:
        if bound is None or bound & (b.free_names(node) | size_names(node)):
            raise NotSupported(
                "a root of a matrix that varies within the formula (under a derivative, a sum, a supremum or a quantifier)",
                None,
                "declare a matrix R with R R = A, and differentiate that equation",
            )


def _of_diagonal(root: Expr) -> Expr:
    return b.diag(b.hpow(b.diagpart(root.args[0]), b.const(Fraction(1, root.data[0]))))


def _of_parts(root: Expr, known: Semidefinite) -> Expr | None:
    """The root of an inverse, a Kronecker product, a multiple or a power, from the roots of its parts."""
    e, q = plain(root.args[0]), root.data[0]
    if e.op not in ("inv", "transpose", "kron", "mpow", "scale") or not all(map(known.semidefinite, e.args[-1:])):
        return None
    if e.op in ("inv", "transpose"):
        inner = b.root(e.args[0], q)
        return b.inv(inner) if e.op == "inv" else inner
    if e.op == "kron":
        return b.kron(*(b.root(a, q) for a in e.args)) if known.semidefinite(e.args[0]) else None
    if e.op == "mpow":
        return fractional_power(e.args[0], Fraction(e.data[0], q)) if e.data[0] else None
    if not known.nonnegative(e.args[0]):
        return None
    return b.scale(b.hpow(e.args[0], b.const(Fraction(1, q))), b.root(e.args[1], q))


def _resolved(
    formulas: list[Formula], matrix: Expr, roots: Sequence[Expr], names: Spelling, note: Callable[[str], None]
) -> list[Formula]:
    """The formulas with a variable for the root of one matrix."""
    order = lcm(*(node.data[0] for node in roots))
    known = Semidefinite(formulas[1:])
    if not known.semidefinite(matrix):
        raise NotSupported(f"{_SEMIDEFINITE} ({core_to_latex(matrix, names)})", None, _SAY)
    taken = {name for f in formulas for name in b.formula_names(f)} | names.taken
    whole = matrix.op == "var"
    letter = _root_name(matrix, order, taken)
    variable = b.var(letter, matrix.shape)
    formulas = _replaced(formulas, {n: _power(variable, order // n.data[0]) for n in roots})
    power = b.mpow(variable, order)
    if whole:
        name = matrix.data[0]
        strict = known.is_definite(name)
        rest = [f for f in conjuncts(formulas[1:]) if not _says_semidefinite(f, name)]
        formulas = [b.substitute_formula(f, {name: power}) for f in (formulas[0], *rest)]
        note(f"{core_to_latex(matrix, names)} is written as a power of its root: {plain_latex(letter)} is the variable")
        return [*formulas, *b.definite(">" if strict else ">=", variable)]
    said = f"{plain_latex(letter)}^{{{order}}} = {core_to_latex(matrix, names)}"
    note(f"{plain_latex(letter)} is the positive semidefinite root, {said}")
    inverted = any(
        n.op == "inv" and plain(n.args[0]) == variable for f in formulas for top in formula_exprs(f) for n in walk(top)
    )
    formulas = _replaced(formulas, {matrix: power})
    return [*formulas, *b.definite(">" if inverted else ">=", variable), Rel("=", power, matrix)]


def _root_name(matrix: Expr, order: int, taken: set[str]) -> str:
    if matrix.op == "var" and (own := f"{matrix.data[0]}^1/{order}") not in taken:
        return own
    plain_letters = (letter for letter in _LETTERS if letter not in taken)
    return next(plain_letters, None) or next(f"R_{k}" for k in range(1, len(taken) + 2) if f"R_{k}" not in taken)


def _replaced(formulas: Iterable[Formula], values: dict[Expr, Expr]) -> list[Formula]:
    return [mapped_formula(f, lambda e: b.replaced(e, values)) for f in formulas]


def _says_semidefinite(f: Formula, name: str) -> bool:
    """Whether a formula says no more than that a variable is symmetric, or has no negative eigenvalue (or only positive ones)."""
    if not isinstance(f, Rel):
        return False
    if f.op == "=":
        sides = {_name(plain(f.lhs)), _name(plain(f.rhs))}
        turned = {plain(f.lhs).op, plain(f.rhs).op} == {"var", "transpose"}
        return turned and sides == {name}
    return f.op in (">", ">=") and _is_least_eigenvalue(f.lhs, name) and f.rhs == b.const(0)


def _name(e: Expr) -> str | None:
    e = plain(e.args[0]) if e.op == "transpose" else e
    return e.data[0] if e.op == "var" else None


def _is_least_eigenvalue(e: Expr, name: str) -> bool:
    return e.op == "eig" and e.data[0] == "min" and _name(plain(e.args[0])) == name and plain(e.args[0]).op == "var"


class Semidefinite:
    """What the hypotheses say of variables: which matrices are semidefinite, which numbers have a sign."""

    def __init__(self, hypotheses: Iterable[Formula]) -> None:
        self.relations = [f for f in conjuncts(hypotheses) if isinstance(f, Rel)]

    def least(self, name: str) -> str | None:
        """Return the relation of the least eigenvalue of a symmetric variable to zero, ``>`` or ``>=``, if it is one."""
        said = [f for f in self.relations if _says_semidefinite(f, name)]
        if not any(f.op == "=" for f in said):
            return None
        return max((f.op for f in said if f.op != "="), key=len, default=None) if said else None

    def is_definite(self, name: str) -> bool:
        """Whether a hypothesis says that all eigenvalues of a variable are positive."""
        return any(f.op == ">" and _says_semidefinite(f, name) for f in self.relations)

    def semidefinite(self, e: Expr) -> bool:
        """Return whether a matrix is symmetric without negative eigenvalues by its form and these hypotheses."""
        e = plain(e)
        if e.op == "var":
            return self.least(e.data[0]) is not None
        if self._is_told(e):
            return True
        if e.op in ("eye", "zeros"):
            return True
        if e.op == "scale":
            return self.nonnegative(e.args[0]) and self.semidefinite(e.args[1])
        if e.op in ("add", "kron", "hadamard", "inv", "transpose"):
            return all(map(self.semidefinite, e.args))
        parts = self._factors(e)
        if len(parts) == 1:
            return e.op == "mpow" and self.semidefinite(e.args[0])
        half = len(parts) // 2
        if any(self._turned(x) != y for x, y in zip(parts[:half], reversed(parts), strict=False)):
            return False
        return len(parts) % 2 == 0 or self.semidefinite(parts[half])

    def _is_told(self, e: Expr) -> bool:
        r"""Whether a hypothesis says it of a formula: ``C := \frac1n X^\top H X, C \succ 0``."""
        definite = any(
            f.op in (">", ">=")
            and f.rhs == b.const(0)
            and (f.lhs.op, f.lhs.data) == ("eig", ("min",))
            and plain(f.lhs.args[0]) == e
            for f in self.relations
        )
        turned = (Rel("=", e, b.transpose(e)), Rel("=", b.transpose(e), e))
        return definite and any(f.op == "=" and Rel("=", plain(f.lhs), plain(f.rhs)) in turned for f in self.relations)

    def _factors(self, e: Expr) -> list[Expr]:
        e = plain(e)
        if e.op == "matmul":
            return [part for side in e.args for part in self._factors(side)]
        if e.op == "mpow" and 0 < e.data[0] <= 16:
            return self._factors(e.args[0]) * e.data[0]
        if e.op == "transpose" and plain(e.args[0]).op == "matmul":
            return [self._turned(part) for part in reversed(self._factors(e.args[0]))]
        return [self._turned(self._turned(e))]

    def _turned(self, e: Expr) -> Expr:
        """The transpose; of a matrix known to be symmetric itself."""
        e = plain(e)
        if e.op == "transpose":
            return plain(e.args[0])
        return e if self.semidefinite_leaf(e) else b.transpose(e)

    def semidefinite_leaf(self, e: Expr) -> bool:
        """Whether it is a semidefinite variable or the inverse of a semidefinite matrix, hence its own transpose."""
        return (e.op == "var" and self.least(e.data[0]) is not None) or (e.op == "inv" and self.semidefinite(e))

    def nonnegative(self, e: Expr) -> bool:
        """Whether a scalar has no negative value by its form and these hypotheses."""
        e = plain(e)
        if e.op == "const":
            return e.data[0] >= 0
        if e.op == "scale":
            return all(map(self.nonnegative, e.args))
        if e.op == "hpow":
            return self.nonnegative(e.args[0])
        if e.op == "size":
            return all(weight >= 0 for _, weight in e.data[0].terms)
        return any(self._says_nonnegative(f, e) for f in self.relations)

    def _says_nonnegative(self, f: Rel, e: Expr) -> bool:
        return f.op in (">", ">=") and plain(f.lhs) == e and f.rhs == b.const(0)


__all__ = ["Semidefinite", "fractional_power", "is_diagonal", "without_roots"]
