r"""What governs a claim: quantifiers before or behind it and remarks such as ``\text{as } h \to 0``.

A universal quantifier over undeclared names declares them, for this statement only; its restrictions are hypotheses.
Behind an existential quantifier the order matters: ``\exists c : \forall x : ...`` is a quantified goal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive import build as b
from derive.build import formula_names, substitute_formula
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.entries import of_matrices
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.declarations.assume import formula_terms, strip_text
from derive.language.indices.bigops import limit_point
from derive.language.indices.bound_names import check_is_name, each_of_list, quantified_names
from derive.language.indices.counted import as_subscript, is_counted, limits, taken_apart
from derive.language.indices.indices import Index
from derive.language.indices.supposed_numbers import check_numbers
from derive.language.parsing.ranges import as_range
from derive.language.parsing.trailing import as_for_all
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.scope import Symbol
from derive.language.statements.asymptotics import tending
from derive.language.statements.restrictions import position
from derive.language.terms.index_ranges import at_most
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, whole_key
from derive.language.tree.quantifiers import Prefix, prefix_of
from derive.language.tree.syntax import BEHIND, Syn
from derive.language.tree.words import FOR_ALL, opening_word
from derive.size_names import formula_size_names
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@dataclass(slots=True)
class _Layer:
    """A quantifier of the goal: its kind, what it binds (an `Index` alone until its range is known) and the restrictions."""

    kind: str
    names: list[tuple[Any, ...]]
    conditions: list[Formula]


class Conditions:
    """The conditions of one statement: names are bound at once, restrictions are typed together with the statement.

    Attributes:
        universal: Names that an outermost universal quantifier declares.
        ranged: Declared indices that a universal quantifier of a closed result binds anew.
        elsewhere: Letters that the statement around this one uses beside it.
        closed: These will be bound by a quantifier of the result (a hypothesis), not stand free in it (a claim).
    """

    def __init__(
        self,
        reader: Reader,
        part: Syn,
        conditions: Sequence[Syn],
        *,
        closed: bool = False,
        elsewhere: Collection[str] = (),
    ) -> None:
        self.r = reader
        self.closed = closed
        self.universal: list[tuple[str, Shape]] = []
        self.part = part
        self.layers: list[_Layer] = []
        self.ranged: list[Index] = []
        self.renamed: dict[str, Expr] = {}
        self.elsewhere = elsewhere
        self.given: list[Formula] = []
        self._ranges: list[tuple[Syn, Index]] = []
        self._waiting: list[tuple[_Layer | None, Syn]] = []
        self._built: list[tuple[_Layer | None, Callable[[], Formula]]] = []
        self._mark: tuple[int, int] | None = None
        self._outermost: set[str] = set()
        self._marks: dict[Key, tuple[int, int] | None] = {}
        self._supposed: dict[Key, Syn] = {}
        for tree in conditions:
            prefix = prefix_of(tree)
            if prefix is not None:
                self._quantifier(prefix, tree)
            else:
                self._remark(tree)
        if self._supposed:
            check_numbers(reader, self._supposed, [part, *(tree for _, tree in self._waiting)])

    # Remarks.

    def _remark(self, tree: Syn) -> None:
        plain = _worded(tree)
        if plain is None:
            return
        if plain.value == "to" and limit_point(plain.children[1]) is not None:
            self.r.tending.append(tending(self.r, plain))
        elif plain.value == "in":
            left = plain.children[0]
            names = left.children if left.kind == "list" else (left,)
            self._members(Prefix("forall", tuple(names), plain, False), plain, opening_word(tree) in FOR_ALL)
        elif opening_word(tree) in FOR_ALL and all(w in COMPARISONS for w in plain.value.split()):
            left = plain.children[0]
            names = left.children if left.kind == "list" else (left,)
            self._compared(Prefix("forall", tuple(names), plain, False), plain, tree)
        else:
            compares = plain.kind == "relation" and all(w in COMPARISONS for w in plain.value.split())
            if compares and not self.closed:
                self._letters(plain)
            self._waiting += [(None, part) for part in (taken_apart(plain) if compares else [plain])]

    # Quantifiers.

    def _quantifier(self, prefix: Prefix, tree: Syn) -> None:
        relation, self._mark = prefix.relation, prefix.mark
        if not self.layers:
            self._outermost |= {key.plain for _, node in tree.walk() if (key := base_key(node)) is not None}
        if relation is None:
            if prefix.kind == "exists":
                raise NotSupported("existence without a set", position(tree), "write \\exists x \\in \\mathbb{R}^{n} :")
            self._known(prefix, tree)
        elif relation.value == "in":
            self._members(prefix, tree, True)
        elif all(w in COMPARISONS for w in relation.value.split()):
            self._compared(prefix, relation, tree)
        else:
            raise NotSupported("this quantifier", position(tree))

    def _known(self, prefix: Prefix, tree: Syn) -> None:
        """``\\forall i, X``: names that are declared, or indices."""
        for name in prefix.names:
            key = whole_key(name)
            if key is None:
                raise SyntaxProblem("a name was expected behind a quantifier", position(name) or position(tree))
            if self.layers and self.r.find(name) is not None and key not in self.r.local:
                raise NotSupported(
                    "a universal quantifier over a declared name behind an existential one", position(tree)
                )
            symbol = self.r.scope.find(key)
            if self.closed and symbol is not None and symbol.kind == "index":
                self.ranged.append(self._anew(key.plain, *symbol.indices[0][1:]))
            elif symbol is not None and symbol.kind in ("var", "def"):
                self._check_free(symbol, (), name)
                if self.closed:
                    self._bind(key, symbol.shape, None)
            elif symbol is None and _only_subscript(self.part, key):
                if self.layers:
                    layer = self._layer(prefix.kind)
                    assert layer is not None
                    layer.names.append((self._anew(key.plain, None, None),))
                elif self.closed:
                    self.ranged.append(self._anew(key.plain, None, None))
            elif symbol is None and self.layers and key not in self.r.local:
                raise NotSupported("a quantifier without a set", position(name), "write \\forall x \\in \\mathbb{R}^{n}")

    def _members(self, prefix: Prefix, tree: Syn, quantified: bool) -> None:
        """Read ``x, y \\in S`` behind a quantifier, or behind another word."""
        assert prefix.relation is not None
        written = prefix.relation.children[-1]
        domain = read_domain(self.r.scope, written, declare=False)
        if domain is None or (domain.kind == "size" and (prefix.kind == "exists" or self.layers or self.closed)):
            raise NotSupported(
                "a quantifier over this set",
                position(written) or position(tree),
                "declare the names in a given block, as in x, y \\in C, and leave the quantifier out",
            )
        layer = self._layer(prefix.kind)
        for name in prefix.names:
            if domain.kind == "size":
                self._integer(name, domain)
            elif domain.kind == "index":
                self._index(name, domain, layer, quantified)
            elif not self._unit(name, domain):
                self._matrix(name, domain, layer, quantified)

    def _layer(self, kind: str) -> _Layer | None:
        """Return the quantifier of the goal that new names belong to; None for outermost universal ones."""
        if kind == "forall" and not self.layers:
            return None
        if not self.layers or self.layers[-1].kind != kind:
            self.layers.append(_Layer(kind, [], []))
        return self.layers[-1]

    def _index(self, name: Syn, domain: Domain, layer: _Layer | None, quantified: bool) -> None:
        key = whole_key(name)
        if key is None:
            raise SyntaxProblem("an index was expected", position(name))
        if layer is None:
            symbol = self.r.scope.find(key)
            if symbol is not None and symbol.kind == "index" and self.closed and quantified:
                self.ranged.append(self._anew(key.plain, domain.low, domain.high))
            elif symbol is None and self.closed:
                self.ranged.append(self._anew(key.plain, domain.low, domain.high))
            elif symbol is None:
                self.r.indices.free[key.plain] = Index(key.plain, key.plain, domain.low, domain.high)
            elif not self._is_within(symbol, domain):
                raise NameProblem(f"{symbol.latex} is declared otherwise", position(name))
            return
        index = self.r.indices.push(key.plain, domain.low, domain.high)
        layer.names.append((index.core, domain.low, domain.high))

    def _is_within(self, symbol: Symbol, domain: Domain) -> bool:
        r"""Let a claim restrict a declared index, ``i = 2, \dots, n``; return whether that is within its declared range."""
        if symbol.kind != "index" or domain.low is None or domain.high is None:
            return False
        _, low, high = symbol.indices[0]
        if (domain.low, domain.high) == (low, high):
            return True
        known = self.r.u.relations
        if self.closed or not (at_most(low, domain.low, known) and at_most(domain.high, high, known)):
            return False
        index = b.size(Size.of(symbol.core))
        self.given += [Rel(">=", index, b.size(domain.low)), Rel("<=", index, b.size(domain.high))]
        return True

    def _integer(self, name: Syn, domain: Domain) -> None:
        r"""Declare ``k \in \mathbb{N}``, a size of this claim."""
        key = whole_key(name)
        if key is None or self.r.scope.find(key) is not None or as_subscript(self.part, key):
            raise NotSupported(
                "a quantifier over integers", position(name), r"for an index write k \in \{1, \dots, n\}"
            )
        self.r.declare_size(Symbol(key, "size", key.plain, latex_of(name)), domain.least)

    def _bind_letters(self, relation: Syn, key: Key) -> None:
        r"""Bind the index behind a quantifier, and others of its condition: ``\forall i \ne j`` is said of all i and j.

        A letter that the statement uses elsewhere is its own: there ``\forall i \ne j`` speaks of one j.
        """
        others = {k.plain for _, n in relation.walk() if n.kind == "name" and (k := base_key(n)) is not None}
        for letter in (key.plain, *sorted(others - {key.plain})):
            known = self.r.scope.find(Key("", letter)) is not None or self.r.indices.find_bound(letter) is not None
            own = letter == key.plain or (letter not in self.elsewhere and _only_subscript(self.part, Key("", letter)))
            if own and not known:
                self.ranged.append(self._anew(letter, None, None))

    def _anew(self, letter: str, low: Size | None, high: Size | None) -> Index:
        """Bind an index by a quantifier of the result."""
        return self.r.indices.push(letter, low, high)

    def _unit(self, name: Syn, domain: Domain) -> bool:
        r"""Note the size of a unit vector: ``\text{with } e_j \in \mathbb{R}^n``."""
        syn = bare(name)
        if syn.kind != "script" or self.r.find(syn) is not None:
            return False
        key = base_key(syn.children[0])
        if key is None or key.plain not in ("e", "E"):
            return False
        self.r.units[key.plain] = (domain.shape.rows, domain.shape.cols)
        return True

    def _matrix(self, name: Syn, domain: Domain, layer: _Layer | None, quantified: bool) -> None:
        key = whole_key(name)
        if key is None:
            raise SyntaxProblem("a name was expected", position(name))
        check_is_name(self.r, name, domain.shape)
        if self._is_bound_here(key):
            core, shape = self.r.local[key]
            if shape.totals != domain.shape.totals:
                raise ShapeProblem(f"{key.plain} is {shape}, not {domain.shape}", position(name))
            (self.given if layer is None else layer.conditions).extend(domain.conditions(b.var(core, shape)))
            return
        symbol = self.r.scope.find(key)
        if layer is None and symbol is not None and symbol.kind in ("var", "def") and not (self.closed and quantified):
            if symbol.shape.totals != domain.shape.totals:
                raise ShapeProblem(f"{symbol.latex} is {symbol.shape}, not {domain.shape}", position(name))
            conditions = domain.conditions(b.var(symbol.core, symbol.shape))
            if quantified:
                self._check_free(symbol, conditions, name)
            self.given += conditions
            return
        core = self._bind(key, domain.shape, layer)
        conditions = domain.conditions(b.var(core, domain.shape))
        if layer is None:
            self.given += conditions
        else:
            layer.conditions += conditions

    def _check_free(self, symbol: Symbol, conditions: Sequence[Formula], name: Syn) -> None:
        """Refuse ``\\forall x > 0`` of a declared name that hypotheses restrict or that is defined: it may mean every x, or theirs only.

        Raises:
            NotSupported: They do, beyond the conditions.
        """
        if symbol.kind == "def":
            raise NotSupported(
                f"a quantifier over {symbol.latex}, which is defined",
                position(name),
                "quantify over another name, or leave the quantifier out",
            )
        for hypothesis in self.r.scope.all_hypotheses():
            if symbol.core in formula_names(hypothesis.formula) and hypothesis.formula not in conditions:
                raise NotSupported(
                    f"a quantifier over {symbol.latex}, which hypotheses restrict",
                    position(name),
                    "quantify over another name, or leave the quantifier out",
                )

    def _bind(self, key: Key, shape: Shape, layer: _Layer | None) -> str:
        """Declare a name for this statement; outermost universal names keep their text unless the result is closed."""
        if key in self.r.local:
            raise NameProblem(f"{key.plain} is bound twice")
        symbol = self.r.scope.find(key)
        if layer is None and self.closed and symbol is not None and symbol.kind == "var" and symbol.shape == shape:
            # Definitions that mention it speak of it, too: it is renamed once they are expanded.
            fresh = b.fresh(key.plain)
            self.renamed[symbol.core] = b.var(fresh, shape)
            self.universal.append((fresh, shape))
            return symbol.core
        core = self.r.scope.core_name(key) if layer is None and not self.closed else b.fresh(key.plain)
        self.r.local[key] = (core, shape)
        self._marks[key] = self._mark
        (self.universal if layer is None else layer.names).append((core, shape))
        return core

    def _compared(self, prefix: Prefix, relation: Syn, tree: Syn) -> None:
        r"""``\exists c > 0``, ``\forall \varepsilon > 0``, ``\forall i \ne j``, ``\exists x \in S, \|x\|_2 = 1``."""
        layer = self._layer(prefix.kind)
        compared: list[tuple[Symbol, Syn]] = []
        names = quantified_names(self.r, prefix.names, relation)
        repeated = prefix.mark is not None and prefix.mark in self._marks.values()
        if not names and not repeated and (self.closed or layer is not None):
            raise NotSupported(
                "a quantifier that names nothing", position(tree), "write \\forall x \\in \\mathbb{R}^{n}"
            )
        said = bool(names)
        for name, key in names:
            if self._is_bound_here(key):
                said = False
                continue
            symbol = self.r.scope.find(key)
            if symbol is not None and layer is None:
                if symbol.kind == "var" and self.closed:
                    self._bind(key, symbol.shape, layer)
                elif symbol.kind == "index" and self.closed:
                    self.ranged.append(self._anew(key.plain, *symbol.indices[0][1:]))
                elif symbol.kind in ("var", "def"):
                    compared.append((symbol, name))
                continue
            if symbol is not None and symbol.kind == "size":
                raise NotSupported(f"a quantifier over the size {symbol.latex}", position(tree))
            is_index = symbol is not None and symbol.kind == "index"
            if is_index or (symbol is None and is_counted(self.r, self.part, relation, key, position(name))):
                said &= self._counted(key, symbol, relation, layer, tree)
                continue
            said = False
            self._bind(key, Shape() if symbol is None else symbol.shape, layer)
            if symbol is None:
                self._supposed[key] = name
        for symbol, name in compared:
            self._check_free(symbol, (), name)
        if layer is None or compared or not said:
            self._waiting += [(layer, part) for one in each_of_list(relation) for part in taken_apart(one)]

    def _is_bound_here(self, key: Key) -> bool:
        r"""Return whether this same quantifier has bound a name: ``\exists x \in S, x \ne 0`` restricts x again."""
        return key in self.r.local and self._mark is not None and self._marks.get(key) == self._mark

    def _counted(self, key: Key, symbol: Symbol | None, relation: Syn, layer: _Layer | None, tree: Syn) -> bool:
        """Bind an index that a comparison restricts; return whether its range says all of that."""
        low, high, exact = limits(self.r, taken_apart(relation), key)
        if layer is not None:
            if symbol is not None:
                low, high = (stated or own for stated, own in zip((low, high), symbol.indices[0][1:], strict=True))
            if high is None:
                raise NotSupported("a quantifier over an index without a range", position(tree))
            index = self.r.indices.push(key.plain, low or Size.of(1), high)
            layer.names.append((index.core, low or Size.of(1), high))
            return exact
        if self.closed:
            self._bind_letters(relation, key)
            index = self.r.indices.find_bound(key.plain)
        else:
            index = self.r.indices.free.setdefault(key.plain, Index(key.plain, key.plain))
        if index is not None:
            index.limits = (low, high)
            if exact and not self.closed:
                self._ranges.append((relation, index))
        return False

    def _letters(self, relation: Syn) -> None:
        r"""Let the letters that ``\text{for } 1 \le k \le n`` restricts be numbers of the claim, too."""
        for _, node in relation.walk():
            key = base_key(node) if node.kind == "name" else None
            if key is None or self.r.find(node) is not None or key.plain in self.r.indices.free:
                continue
            if (
                self.r.scope.find(key) is None
                and len(key.plain) == 1
                and is_counted(self.r, self.part, relation, key, None)
            ):
                self._counted(key, None, relation, None, relation)

    # Closing.

    def read_stated(self) -> None:
        """Type the restrictions, once the statement has been read."""
        built = [(layer, tree, formula_terms(self.r, tree)) for layer, tree in self._waiting]
        self._built = [(layer, build) for layer, tree, build in built if not self._is_range(tree)]

    def _is_range(self, tree: Syn) -> bool:
        """Return whether a comparison states the range of an index that nothing in the statement tells otherwise."""
        index = next((index for relation, index in self._ranges if relation is tree), None)
        if index is None:
            return False
        low, high = index.limits
        return (low or Size.of(1), high) == index.range(self.r.u, partly=True)

    def close(self, goal: Formula) -> tuple[Formula, list[Formula]]:
        """Return the goal with its quantifiers, and the hypotheses; the sizes must be finished."""
        definitions = self.r.definitions()
        for layer in self.layers:
            layer.names = [(n[0].core, *n[0].range(self.r.u)) if isinstance(n[0], Index) else n for n in layer.names]
        for layer, build in self._built:
            formula = build()
            bound = {n[0] for other in self.layers for n in other.names} & _names(formula)
            owner = layer
            if owner is None and bound:
                owner = next(x for x in reversed(self.layers) if bound & {n[0] for n in x.names})
            (self.given if owner is None else owner.conditions).append(formula)
        goal = definitions.expand_formula(goal) if self.layers else goal
        if not self.closed and self.layers and self.layers[0].kind == "exists":
            bound = {n[0] for layer in self.layers for n in layer.names}
            open_ = [i.letter for i in self.r.indices.free.values() if i.core in _names(goal) and i.letter not in self._outermost]
            if open_:
                raise NotSupported(
                    f"existence beside the index {open_[0]}, which nothing quantifies",
                    hint=f"write \\forall {open_[0]} in front of \\exists or behind what exists",
                )
            free = sorted(name for name in _names(goal) - bound if "~" not in name)
            if free:
                self.r.note(f"what exists may depend on {', '.join(free)}: the statement is meant for each")
        for layer in reversed(self.layers):
            conditions = tuple(definitions.expand_formula(f) for f in layer.conditions)
            if conditions:
                word = "and" if layer.kind == "exists" else "implies"
                goal = Logic(word, (*conditions, goal))
            for names in _grouped(layer.names):
                goal = Quantified(layer.kind, names, goal)
        return goal, self.given

    def closed_formula(self, goal: Formula) -> Formula:
        """Return the statement with all of its quantifiers and conditions."""
        formula, stated = self.close(goal)
        if stated:
            formula = Logic("implies", (*stated, formula))
        if self.renamed:
            formula = substitute_formula(self.r.definitions().expand_formula(formula), self.renamed)
        if self.universal:
            formula = Quantified("forall", tuple(self.universal), formula)
        if self.ranged:
            names = tuple((i.core, *i.range(self.r.u)) for i in self.ranged)
            formula = Quantified("forall", names, _without_idle(formula, names))
        return formula


def _without_idle(formula: Formula, names: Sequence[tuple[str, Size, Size]]) -> Formula:
    r"""A hypothesis without the conditions that ranges imply: ``m_t = a m_{t-1} \quad \forall t \ge 1`` of a family that begins at 0."""
    if not isinstance(formula, Logic) or formula.op != "implies":
        return formula
    *stated, said = formula.args
    kept = [f for f in stated if not _is_idle(f, names)]
    return Logic("implies", (*kept, said)) if kept else said


def _is_idle(condition: Formula, names: Sequence[tuple[str, Size, Size]]) -> bool:
    """Whether the range of an index implies a condition."""
    if not isinstance(condition, Rel) or condition.op not in (">=", "<="):
        return False
    above, below = (condition.lhs, condition.rhs) if condition.op == ">=" else (condition.rhs, condition.lhs)
    low = next((first for name, first, _ in names if above.op == "size" and above.data[0] == Size.of(name)), None)
    return low is not None and low.constant is not None and below.op == "const" and low.constant >= below.data[0]


def quantified_statement(r: Reader, part: Syn, read: Callable[[Syn], Callable[[], Formula]]) -> Callable[[], Formula]:
    """Read a statement inside another one with the quantifiers that govern it alone."""
    said, *governing = part.children
    governing = [as_range(c, r.scope) or (as_for_all(c) if part.value == BEHIND else c) for c in governing]
    local, depth = dict(r.local), len(r.indices.bound)
    bound = Conditions(r, said, governing, closed=True, elsewhere=_letters_beside(r.statement, part))
    build = read(said)
    bound.read_stated()
    r.local.clear()
    r.local.update(local)
    del r.indices.bound[depth:]
    return lambda: of_matrices(bound.closed_formula(build()))


def _letters_beside(tree: Syn | None, part: Syn) -> set[str]:
    """Return the letters that a tree uses outside of a part of it."""
    found: set[str] = set()
    stack = [] if tree is None else [tree]
    while stack:
        node = stack.pop()
        if node is part:
            continue
        key = base_key(node) if node.kind == "name" else None
        found |= {key.plain} if key is not None else set()
        stack.extend(node.children)
    return found


def _grouped(names: Sequence[tuple[Any, ...]]) -> list[tuple[tuple[Any, ...], ...]]:
    """Matrices and indices are bound by quantifiers of their own."""
    indices, matrices = (tuple(n for n in names if (len(n) == 3) == flag) for flag in (True, False))
    return [group for group in (indices, matrices) if group]


def _names(formula: Formula) -> frozenset[str]:
    return formula_names(formula) | formula_size_names(formula)


def _worded(tree: Syn) -> Syn | None:
    """Remove the word in front of a remark (also in front of a list of names)."""
    if tree.kind == "relation" and tree.children[0].kind == "list":
        first, *rest = tree.children[0].children
        stripped = strip_text(first)
        names = [*([] if stripped is None else [stripped]), *rest]
        left = names[0] if len(names) == 1 else Syn("list", ",", tuple(names), tree.children[0].span)
        return Syn("relation", tree.value, (left, *tree.children[1:]), tree.span)
    return strip_text(tree)


def _only_subscript(part: Syn, key: Key) -> bool:
    """Return whether a letter occurs in a statement, and only in subscripts (then it is an index)."""
    found = False
    stack = [(part, False)]
    while stack:
        node, below = stack.pop()
        if node.kind == "name" and base_key(node) == key:
            if not below:
                return False
            found = True
        for k, child in enumerate(node.children):
            stack.append((child, below or (node.kind == "script" and k == 1)))
    return found


__all__ = ["Conditions"]
