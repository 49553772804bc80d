"""The steps of equations: one `identity` step replays an equation; quantifiers, premises and conjunctions around it are taken apart."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofs import verify
from proofs.proving.angles import by_angles
from proofs.proving.bounds import MAX_PLAIN, Bounds, repeated
from proofs.proving.chains import Chains
from proofs.proving.citing import TURNED, applied, cite, head_of, instances, instances_at, known_soon, speaking_of
from proofs.proving.combinations import squared_lengths
from proofs.proving.definite import Definite, about
from proofs.proving.disjunctions import disjunction
from proofs.proving.examples import by_example
from proofs.proving.factors import between, factors, is_constant, product
from proofs.proving.families import block_diagonal, largest_block
from proofs.proving.kinks import is_kinked, on_both_sides
from proofs.proving.norms import norms_in
from proofs.proving.operators import Operators
from proofs.proving.steps import MAX_EQUAL, Step, Tree, goal_of, ranges, shown_at_once, supposes, text_of_tree
from proofs.proving.sums import equal_members
from proofs.verify import Node, Rejected

MAX_DEPTH = 4
"""Theorems whose premises are instances of theorems, and so on."""
MAX_SHORT = 3000
"""Work of an attempt that comes before those that may take all that is left."""
EXTREMES = ("maxover", "minover", "maxentry", "minentry", "order", "sigma", "eig")
PLACED = ("order", "sigma", "eig")
"""What has a place that may be an index."""
EQUAL = ("norm", "sigma", "eig", "det", "rank", "kappa", "max", "min")
"""What theorems may say to be equal to something."""
MAX_ROUNDS = 3
"""Rounds in which theorems are applied to what theorems said."""


class Builder(Bounds):
    """Finds the steps of a problem, ``discharging`` what of its domain follows from the hypotheses; else all conditions stay."""

    def __init__(self, text: str, base: Mapping[str, Any], work: int = MAX_EQUAL, *, discharging: bool = True) -> None:
        data: Step = {"problem": text, "domain": [], "theorems": {}, "variables": {}, "indices": {}, "let": [], "steps": []}
        self.tree = goal_of(verify.tree_of(text))
        _declare(self.tree, data)
        own = {name: high for name, high in ranges(self.tree, text) if name not in data["indices"]}
        data["indices"] |= own
        super().__init__(data, base, work)
        self.indices = {name: self.proof.sizes.own[name] for name in own}
        owed = {f for f in self.proof.owed if self.proof.granted.isdisjoint(verify.stronger(f))}
        shown, opening = shown_at_once(self.proof, owed)
        texts = {verify.text_of(f, sharing=True): f for f in owed - shown}
        symmetries = {text: f for text, f in texts.items() if discharging and f.op == "="}
        self._restrict([texts[text] for text in sorted(texts.keys() - symmetries.keys())])
        for step in opening:
            self.add(**step)
        if discharging:
            self._shorten(symmetries)
        self.opening = len(self.data["steps"])

    def _shorten(self, symmetries: Mapping[str, Node]) -> None:
        """Leave in the domain what is not shown to follow from the hypotheses."""
        for f in sorted(self.proof.domain, key=lambda f: f.weight):
            core = f.args[-1] if f.op == "implies" else f
            if core.op == "!=" and core.args[0].op == "det":
                self._regular(f, core)
            elif f.op in (">", ">=") and f.args[0].op == "det":
                self._restrict([g for g in self.proof.domain if g is not f or next(instances(self, f, self._hypothesis), None) is None])
        numbers = [f for f in self.proof.domain if f.op in ("!=", ">", ">=") and f.args[0].scalar and f.args[0].op != "det"]
        others = [f for f in self.proof.domain if f not in numbers]
        self._restrict(others)
        self._restrict([*others, *(f for f in numbers if not self.is_positive(f))])
        left = [f for text, f in sorted(symmetries.items()) if self._relation(text) is None]
        self._discharge(sorted(self.proof.domain, key=lambda f: (f.weight, verify.text_of(f))))
        self._restrict([*self.proof.domain, *left])

    def _discharge(self, domain: list[Node]) -> None:
        """Take out of the domain what follows from the hypotheses by theorems, for all indices, or under premises."""
        defined = {f for (f, _), step in zip(self.proof.known, self.data["steps"], strict=True) if step["by"] == "defined"}
        kept = [f for f in domain if f in defined]
        for f in domain:
            self._restrict(kept)
            self.depth += 1
            try:
                found = None if f in kept else self._prove(verify.tree_of(verify.text_of(f)))
            except Rejected:
                found = None
            finally:
                self.depth -= 1
            if found is None and f not in kept:
                kept.append(f)
        shown = {f for (f, assumed), step in zip(self.proof.known, self.data["steps"], strict=True) if not assumed and step["by"] != "defined"}
        self._restrict([f for f in kept if f in defined or shown.isdisjoint(verify.stronger(f))])

    def _regular(self, condition: Node, core: Node) -> None:
        """Take a condition out of the domain if the matrix of which it speaks is shown to be definite."""
        domain = self.proof.domain
        self._restrict([f for f in domain if f is not condition])
        with self.proof.surely():
            if Definite(self, self._hypothesis).regular(core) is None:
                self._restrict(domain)

    def prove(self) -> int | None:
        """Return the number of the step that says the goal, None if none was found."""
        found = self._prove(self.tree)
        self.last = found or 0
        return found

    def _prove(self, tree: Tree) -> int | None:
        op, says = tree[0], text_of_tree(tree)
        if op == "shape":
            return self._try(by="shape", says=says)
        if op == "and":
            formula = self.proof.read(says)
            if formula in self.proof.problem.hypotheses:
                return self._try(by="hypothesis", says=says)
            found = next(instances(self, formula, self._told), None)
            ways = (lambda f: next(instances(self, f, self._hypothesis), None), self._definite)
            for way in ways[::-1] if self.depth else ways:  # where it is a premise, a search through theorems may have no end
                found = found or way(formula)
            if found is not None:
                return found
            parts = list(itertools.takewhile(bool, map(self._prove, tree[1:])))
            return None if len(parts) < len(tree) - 1 else self._try(by="and", says=says, **{"from": parts})
        if op == "implies":
            return self._implication(tree[1:-1], tree[-1], says)
        if op == "iff":
            both = [self._implication([a], b, text_of_tree(["implies", a, b])) for a, b in ((tree[1], tree[2]), (tree[2], tree[1]))]
            return None if None in both else self._try(by="and", says=says, **{"from": both})
        if op == "forall":
            return self._for_all(tree, says)
        if op == "or":
            return disjunction(self, self.proof.read(says), self._hypothesis)
        if op == "exists":
            return by_example(self, self.proof.read(says), lambda f: self._prove(verify.tree_of(verify.text_of(f))))
        return self._relation(says) if op in verify.RELATIONS else None

    def _for_all(self, tree: Tree, says: str) -> int | None:
        """A formula for all: for a name of the proof's own, of which nothing is supposed."""
        binders, body = tree[1], tree[2]
        name = json.loads(binders[0][1])
        if name in self.proof.own or name in self.proof.sizes.own:
            inner = self._prove(body if len(binders) == 1 else ["forall", binders[1:], body])
            return None if inner is None else self._try(by="for-all", says=says, name=name, **{"from": [inner]})
        formula = self.proof.read(says)
        bound, kind, first, second = formula.data
        if kind == "index" and first != verify.ONE:
            return None
        own = self.index(second) if kind == "index" else self.variable(first, second)
        put = ({}, {bound: (verify.named(own),)}) if kind == "index" else ({bound: verify.var(own, first, second)}, {})
        one = verify.replaced(formula.args[0], *put)
        inner = self._prove(verify.tree_of(verify.text_of(one)))
        if kind == "index":
            self.release(own)
        return None if inner is None else self._try(by="for-all", says=says, name=own, **{"from": [inner]})

    def _implication(self, premises: list[Tree], conclusion: Tree, says: str) -> int | None:
        assumed = [self.add(by="assume", says=text_of_tree(p)) for p in premises]
        self.scope |= {*assumed}
        for number in assumed:
            self._weaken(number)
        self._defining_conclusion(conclusion, assumed)
        inner = self._in_cases_of(assumed, conclusion)
        self.scope -= {*assumed}
        return None if inner is None else self._try(by="implies", says=says, assumed=assumed, **{"from": [inner]})

    def _in_cases_of(self, assumed: list[int], conclusion: Tree) -> int | None:
        """The conclusion of an implication, in each case of a premise that says ``f or g``."""
        split = next((k for k in assumed if self.proof.known[k - 1][0].op == "or"), None)
        if split is None:
            return self._prove(conclusion)

        def shown(place: int, case: Node, number: int) -> int | None:
            self._weaken(number)
            return self._prove(conclusion)

        cases = self.in_cases(split, shown)
        return None if cases is None else self._try(by="cases", says=text_of_tree(conclusion), split=split, **{"from": cases})

    def _defining_conclusion(self, conclusion: Tree, assumed: list[int]) -> None:
        """Steps that say that what the conclusion of an implication speaks of has a value under its premises."""
        formula = self.proof.read(text_of_tree(conclusion))
        for condition in sorted(self.proof.conditions_of(formula) - self.proof.allowed, key=lambda f: f.weight):
            says = verify.text_of(condition)
            if self._try(by="defined", says=says, **{"from": assumed}) is None:
                self._prove(verify.tree_of(says))

    def _weaken(self, number: int) -> None:
        """Parts of a conjunction that is known, one by one."""
        formula = self.proof.known[number - 1][0]
        if formula.op == "and":
            for part in formula.args:
                self._try(by="weaken", says=verify.text_of(part), **{"from": [number]})

    def _relation(self, says: str) -> int | None:
        formula = self.proof.read(says)
        for number, (known, _) in enumerate(self.proof.known, 1):
            if known is formula and self._in_scope(number):
                return number
        if formula in self.proof.problem.hypotheses:
            return self._try(by="hypothesis", says=says)
        stronger = {">=": (">",), "<=": ("<",), "!=": (">", "<")}.get(formula.op, ())
        for f in (f for f in self.formulas() if f.op in stronger and f.args == formula.args):
            return self._try(by="weaken", says=says, **{"from": [self._hypothesis(f)]})
        if (number := self._of_general(formula, says)) is not None:
            return number
        if (number := self._at_numbers(formula)) is not None:
            return number
        if members := self._members(formula):
            return self._rewritten(formula, members)
        if formula.op != "=":
            self.reason = ""
            number = self._try(by="sign", says=says) if _is_sign(formula) else None
            if number is None and formula.op == "!=" and formula.args[0].scalar and formula.args[0].op != "det":
                above = verify.text_of(verify.make(">", (), formula.args))
                number = self._of_numbers(formula) or next(instances(self, formula, self._hypothesis), None)
                positive = None if number is not None or verify.rational(formula.args[1]) != 0 else self._relation(above)
                return number if positive is None else self._try(by="weaken", says=says, **{"from": [positive]})
            return (self._apart(formula) or self._by_values(formula) or self._bound(formula)) if number is None else number
        large = formula.weight > MAX_PLAIN and norms_in(formula)
        if large and (number := self._by_equations(formula, says)) is not None:
            return number
        for k, options in enumerate(self._attempts(formula)):
            if k == 1 and (self.proof.sure or self.depth) and (number := self._by_operators(formula)) is not None:
                return number
            using = [self._hypothesis(f) for f in options.pop("using", ())]
            more = {"using": using} if using else {}
            if (number := self._try(by="identity", says=says, **more, **options)) is not None:
                self.proof.most = MAX_EQUAL
                return number
        self.proof.most = MAX_EQUAL
        number = by_angles(self, formula, self._hypothesis) or self._cancelled(formula, says) or self._by_operators(formula) or self._by_exponentials(formula, says)
        if number is None:
            number = next(instances(self, formula, self._hypothesis), None)
        if number is None and not large:
            number = self._by_equations(formula, says) or equal_members(self, formula)
        number = on_both_sides(self, formula, self._hypothesis) if number is None else number
        return self._from_both_bounds(formula) if number is None else number

    def _at_numbers(self, formula: Node) -> int | None:
        """A relation with derivatives at a variable that is supposed to be a number, by the same at that number."""
        points = {n.args[1] for n in verify.nodes(formula) if n.op in verify.DERIVATIVES and n.args[1].op == "var"}
        for f in self._assumed():
            if f.op == "=" and f.args[0] in points and verify.rational(f.args[1]) is not None:
                other = verify.swapped(formula, *f.args)
                number = self._relation(verify.text_of(other, sharing=True))
                says = verify.text_of(formula, sharing=True)
                return None if number is None else self._try(by="rewrite", says=says, **{"from": [number, self._hypothesis(f)]})
        return None

    def _members(self, formula: Node) -> list[int]:
        """Steps that say what members of a family are of which the calculus knows no entries."""
        found = [n for n in verify.nodes(formula) if n.op == "entry" and n.args[0].op == "blocks" and n.args[0].args[0].scalar and not any(x[0] == "#" for x in n.free)]
        steps = []
        for n in sorted(found, key=verify.text_of) if formula.op != "=" else ():
            family, (i, j) = n.args[0], n.data
            if any(x.op in PLACED and any(y[0] == "#" for y in verify.names_in(x.data)) for x in verify.nodes(family)):
                member = verify.replaced(family.args[0], {}, {family.data[0]: (i,), family.data[2]: (j,)})
                steps.append(self._try(by="identity", says=_equation(n, member)))
        return [k for k in steps if k is not None]

    def _apart(self, formula: Node) -> int | None:
        """That two matrices of numbers differ, by the norm of their difference."""
        if formula.op != "!=" or formula.free or formula.args[0].scalar or formula.args[0].shape != formula.args[1].shape:
            return None
        try:
            return cite(self, "apart", self._hypothesis, A=formula.args[0], C=formula.args[1])
        except (Rejected, KeyError):
            return None

    def _by_values(self, formula: Node) -> int | None:
        """An order in which no variable occurs, with the numbers that theorems say norms and singular values are."""
        other, equations = formula, []
        while is_constant(formula) and (parts := [n for n in verify.nodes(other) if n.op in EQUAL and not any(x[0] == "#" for x in n.free)]):
            number = self._equal_to(min(parts, key=lambda n: (-n.weight, verify.text_of(n))))
            if number is None or len(equations) > MAX_ROUNDS:
                return None
            equations.append(number)
            other = verify.swapped(other, *self.proof.known[number - 1][0].args)
        number = self._of_numbers(other) if equations else None
        return None if number is None else self._try(by="rewrite", says=verify.text_of(formula, sharing=True), **{"from": [number, *equations]})

    def _from_both_bounds(self, formula: Node) -> int | None:
        """An equation of numbers by the bounds from above and below, where something is supposed or there are extremes."""
        a, b = formula.args
        if self.depth or self.bounding or not a.scalar or not (self.scope or any(n.op in EXTREMES for n in verify.nodes(formula))):
            return None
        self.bounding = True
        try:
            for small, large in ((a, b), (b, a)):
                bound = verify.make("<=", (), (small, large))
                if self._bound(bound) is None:
                    below = cite(self, "squares-order", self._hypothesis, a=verify.less(small, large), b=verify.const(0))
                    self.add(by="combine", says=verify.text_of(bound, sharing=True), products=[["1", [below]]])
            return cite(self, "order-equal", self._hypothesis, a=a, b=b)
        except (Rejected, KeyError):
            return None
        finally:
            self.bounding = False

    def _definite(self, formula: Node) -> int | None:
        """That a matrix is semidefinite or definite, by parts or as a sum of congruences."""
        said = about(formula)
        if said is None:
            return None
        with self.proof.surely():
            return Definite(self, self._hypothesis).show(said[0], strict=said[1])

    def _by_operators(self, formula: Node) -> int | None:
        """What is known of inverses, pseudoinverses, projectors and the like, by completion."""
        with self.proof.surely():
            regular = [f for f in (*self._given(), *self._assumed()) if f.op == "!="]
            return Operators(self, self._hypothesis).equation(formula, [*self.equations(), *regular])

    def _by_exponentials(self, formula: Node, says: str) -> int | None:
        """Derivatives of exponentials, with what these commute with."""
        if self.depth or not any(n.op == "expm" for n in verify.nodes(formula)):
            return None
        with self.proof.surely():
            using = list(Operators(self, self._hypothesis).exponentials(formula, self.equations()))
            return self._try(by="identity", says=says, using=using) if using else None

    def equations(self) -> list[Node]:
        """Return the equations that are given or known."""
        return [f for f in dict.fromkeys([*self._given(), *self._assumed()]) if _is_rule(f)]

    def formulas(self) -> list[Node]:
        """Return all that is given or known, conjunctions whole and in parts."""
        return list(dict.fromkeys([*self.proof.problem.hypotheses, *self._given(), *self._assumed()]))

    def _by_equations(self, formula: Node, says: str) -> int | None:
        """What theorems of the base say that norms, determinants and ranks are equal to, as rules."""
        reason, using, looked, new = self.reason, [], set(), {formula}
        for _ in range(MAX_ROUNDS):
            parts = {n for f in new for n in verify.nodes(f) if n.op in EQUAL or (n.op == "map" and (n.data[0] == "log" or is_kinked(n.data[0])))} - looked
            looked |= parts
            new = set()
            for node in sorted(parts, key=verify.text_of):
                if (number := self._gathered(node) or self._equal_to(node) or self._chained(node) or self._factored(node)) is not None:
                    using.append(number)
                    new.add(self.proof.known[number - 1][0].args[1])
        found = self._try(by="identity", says=says, using=using) if using else None
        if using and found is None and (known := self.equations()):
            found = self._try(by="identity", says=says, using=[*using, *map(self._hypothesis, known)])
        found = found or self._rewritten(formula, using)
        self.reason = self.reason if found else reason
        return found

    def _rewritten(self, formula: Node, using: Sequence[int]) -> int | None:
        """An equation with the right sides of known ones in the place of their left sides."""
        other, equations = formula, []
        for number in using:
            left, right = self.proof.known[number - 1][0].args
            before, other = other, verify.swapped(other, left, right)
            equations += [number] if other is not before else []
        if self.rewriting or not equations:
            return None
        self.rewriting = True
        try:
            number = self._relation(verify.text_of(other, sharing=True))
        finally:
            self.rewriting = False
        return None if number is None else self._try(by="rewrite", says=verify.text_of(formula, sharing=True), **{"from": [number, *equations]})

    def _chained(self, node: Node) -> int | None:
        """A step that says that a norm of a derivative is that of the products which the chain rule makes of it."""
        argument = node.args[0]
        if node.op != "norm" or argument.op != "deriv":
            return None
        try:
            chain = Chains(()).product(argument)
            if chain is None or chain is argument:
                return None
            equal = self._hypothesis(verify.make("=", (), (argument, chain)))
        except Rejected:
            return None
        other = verify.make("norm", node.data, (chain,))
        itself = self._try(by="identity", says=_equation(other, other), atoms=[verify.text_of(other)])
        says = _equation(node, other)
        return None if itself is None else self._try(by="rewrite", says=says, **{"from": [itself, equal]})

    def _factored(self, node: Node) -> int | None:
        """A step that says that a spectral norm of blocks is that of their factors, or that of the largest block on a diagonal."""
        if node.op != "norm" or node.args[0].op != "blocks":
            return None
        word = factors(node.args[0])
        try:
            if block_diagonal(node.args[0]) is not None:
                return largest_block(self, node, self._hypothesis)
            return self.add(by="identity", says=_equation(node, verify.make("norm", node.data, (product(word),))))
        except Rejected:
            return None

    def _gathered(self, node: Node) -> int | None:
        """A step that says that a function of a sum of products is that of one product, where all have the same first and last factor."""
        if node.op not in ("sigma", "norm") or node.args[0].op != "add":
            return None
        middle = between(node.args[0])
        if middle is None:
            return None
        return self._try(by="identity", says=_equation(node, verify.make(node.op, node.data, (middle,))))

    def _equal_to(self, node: Node) -> int | None:
        """A step by which a theorem says what an expression is equal to."""
        argument = node.args[0]
        closed = not any(n[0] == "#" for n in node.free)
        if not closed or (argument.op == "matmul" and "eye" in {a.op for a in argument.args}) or block_diagonal(argument) is not None:
            return None
        texts = {name: self.base[name]["problem"] for name in speaking_of(self, node)}
        general = f"(goal (= {head_of(node)}(var"
        for name in sorted(texts, key=lambda n: general in texts[n] and "(hypotheses)" in texts[n]):  # definitions last
            if "(goal (= " in texts[name]:
                try:
                    return applied(self, name, node, known_soon(self, self._hypothesis))
                except (Rejected, KeyError):
                    continue
        return None

    def _cancelled(self, formula: Node, says: str) -> int | None:
        """An equation with an inverse, by the equation times its matrix; any equation times a number that is not zero."""
        a, b = formula.args
        inverses = {n for n in verify.nodes(a, b) if n.op == "inv" and not any(x[0] == "#" for x in n.free)}
        ordered = sorted(inverses, key=lambda n: (-len(verify.text_of(n)), verify.text_of(n)))[:4] if not a.scalar else []
        assumed = [f for k, (f, _) in enumerate(self.proof.known, 1) if self.data["steps"][k - 1]["by"] == "assume" and self._in_scope(k)]
        numbers = [f for f in (*self._given(), *assumed) if f.op == "!=" and f.args[1] is verify.const(0)]
        tried = [(n.args[0], {"inverses": True}, None) for n in ordered] + [(f.args[0], {}, f) for f in numbers]
        rules = [f for f in (*self._given(), *assumed) if _is_rule(f)]
        for matrix, options, nonzero in tried:
            for side, fits in (("left", matrix.scalar or matrix.cols == a.rows), ("right", not matrix.scalar and a.cols == matrix.rows)):
                if not fits:
                    continue
                sides = [verify.matmul(matrix, x) if side == "left" else verify.matmul(x, matrix) for x in (a, b)]
                product = verify.text_of(verify.make("=", (), sides), sharing=True)
                using = {"using": [self._hypothesis(f) for f in rules]} if nonzero is not None and rules else {}
                number = self._try(by="identity", says=product, **options, **using)
                if number is not None:
                    if nonzero is not None:
                        self._hypothesis(nonzero)
                    return self._divided(formula, number, matrix, side)
        return None

    def _divided(self, formula: Node, number: int, matrix: Node, side: str) -> int | None:
        """An equation from its product with something invertible: ``B - A = M^-1 (M B - M A) - (M^-1 M - I)(B - A)``."""
        inverse = verify.power(matrix, -1) if matrix.scalar else verify.make("inv", (), (matrix,))
        opposite = verify.text_of(verify.scale(verify.const(-1), inverse), sharing=True)
        cofactors: list[list[Any]] = [[opposite, number, None] if side == "left" else [None, number, opposite]]
        if not matrix.scalar:
            product = verify.matmul(inverse, matrix) if side == "left" else verify.matmul(matrix, inverse)
            unit = self._try(by="identity", says=_equation(product, verify.make("eye", (matrix.rows,))), inverses=True)
            if unit is None:
                return None
            rest = verify.text_of(verify.less(*formula.args), sharing=True)
            cofactors.append([None, unit, rest] if side == "left" else [rest, unit, None])
        return self._try(by="combine", says=verify.text_of(formula, sharing=True), cofactors=cofactors)

    def _told(self, formula: Node) -> int:
        """Return the number of a step that says what is given or known already.

        Raises:
            Rejected: It is neither.

        """
        said = {f for k, (f, _) in enumerate(self.proof.known, 1) if self._in_scope(k)} | {*self.formulas()}
        verify.demand(formula in said, "a premise that is not known")
        return self._hypothesis(formula)

    def _hypothesis(self, formula: Node) -> int:
        for number, (known, _) in enumerate(self.proof.known, 1):
            if known is formula and self._in_scope(number):
                return number
        if formula in self.proof.problem.hypotheses:
            return self.add(by="hypothesis", says=verify.text_of(formula))
        if (number := self._at_index(formula)) is not None:
            return number
        if formula in self.proof.allowed:
            return self.add(by="defined", says=verify.text_of(formula))
        whole = next((h for h in self.proof.problem.hypotheses if h.op == "and" and formula in h.args), None)
        if whole is not None:
            return self.add(by="weaken", says=verify.text_of(formula), **{"from": [self._hypothesis(whole)]})
        turned = verify.make(TURNED[formula.op], (), formula.args[::-1]) if formula.op in TURNED else formula
        if any(turned in (h, *h.args) for h in self.proof.problem.hypotheses if turned is not formula and h.op in ("and", turned.op)):
            return self.add(by="weaken", says=verify.text_of(formula), **{"from": [self._hypothesis(turned)]})
        if _is_sign(formula) and (number := self._try(by="sign", says=verify.text_of(formula))) is not None:
            return number
        verify.demand(self.depth < MAX_DEPTH, "a premise that is not known")
        self.depth += 1
        try:
            found = self._prove(verify.tree_of(verify.text_of(formula)))
        finally:
            self.depth -= 1
        verify.demand(found is not None, "a premise that is not known")
        assert found is not None
        return found

    def _at_index(self, formula: Node) -> int | None:
        """An instance of what is given for all indices."""
        for f in (f for f in self._given() if f.op == "forall" and f.data[1] == "index" and formula.op == f.args[0].op):
            for value, one in instances_at(f, formula.args[0], self.proof.sizes):
                if one is formula:
                    number = self._hypothesis(f)
                    return self._try(by="instance", says=verify.text_of(formula, sharing=True), **{"with": value, "from": [number]})
        return None

    def _attempts(self, formula: Node) -> Iterator[Step]:
        """Options of an identity step, the cheap ones first."""
        candidates = list(self._functions(formula))
        atoms = [verify.text_of(n, sharing=True) for n in sorted(repeated(formula), key=lambda n: (-n.weight, verify.text_of(n)))]
        self.proof.most = 2 * MAX_SHORT
        if atoms:
            yield {}
        self.proof.most = MAX_SHORT
        for one in [None, *candidates[:1]] if atoms else ():
            yield {"atoms": atoms} | ({"functions": one} if one else {})
        self.proof.most = MAX_EQUAL
        if not candidates:
            yield {}
        known = [h for h in self._given() if _is_rule(h)]
        known += [
            f for k, (f, assumed) in enumerate(self.proof.known, 1) if supposes(assumed) and self._in_scope(k) and _is_rule(f)
        ]
        if known:
            yield {"using": known}
            if len(known) > 1:
                for one in known[:6]:
                    yield {"using": [one]}
        if lengths := squared_lengths(self, self._given(), self._hypothesis):
            yield {"using": [*known, *lengths]}
        for one in candidates:
            yield {"functions": one}
        if candidates:
            yield {}
        ops = {n.op for n in verify.nodes(formula)}
        if "inv" in ops:
            yield {"inverses": True}
            if known:
                yield {"inverses": True, "using": known}
        if ops & {"map", "softmax"}:
            yield {"unfold": True}

    def _functions(self, formula: Node) -> Iterator[dict[str, Any]]:
        """Maps that are differentiated and occur several times: then nothing need be known of them."""
        found = []
        for node in verify.nodes(formula):
            if node.op in verify.DERIVATIVES and _is_deep(node.args[0]):
                body, name = node.args[0], node.data[0]
                others = {n for n in body.free if n[0] == "#" and n != name}
                if not others and name in body.free:
                    point = node.args[1].shape
                    value = verify.replaced(body, {name: verify.var("t~f", *point)}, {})
                    text, shape = verify.text_of(value), " ".join(map(verify.dim_text, point))
                    abstract = verify.abstracted(formula, "~f", "t~f", value)
                    count = sum(n.op == "fun" and n.data[0] == "~f" for n in verify.nodes(abstract))
                    found.append((count, len(text), shape, text))
        kept = sorted({f for f in found if f[0] > 1}, key=lambda f: (f[1], f))
        if not kept:
            return
        if len(kept) > 1:
            yield {f"~f{k}": ["t~f", shape, text] for k, (_, _, shape, text) in enumerate(reversed(kept))}
        for _, _, shape, text in kept:
            yield {"~f": ["t~f", shape, text]}


def _declare(tree: Tree, data: Step) -> None:
    """Names of the proof's own for what the goal says for all of."""
    if not isinstance(tree, list):
        return
    if tree[:1] == ["forall"]:
        for kind, name, first, second in tree[1]:
            if kind == "matrix":
                data["variables"][json.loads(name)] = f"{text_of_tree(first)} {text_of_tree(second)}"
            elif first == "1":
                data["indices"][json.loads(name)] = text_of_tree(second)
        _declare(tree[2], data)
    elif tree and tree[0] in ("and", "implies", "iff"):
        for part in tree[1:]:
            _declare(part, data)


def _equation(a: Node, b: Node) -> str:
    return verify.text_of(verify.make("=", (), (a, b)), sharing=True)


def _is_rule(f: Node) -> bool:
    return f.op == "=" and f.args[0].shape == f.args[1].shape


def _is_sign(f: Node) -> bool:
    """Whether a relation compares with zero from above, as a step by signs does."""
    return f.op in (">=", ">") and (verify.rational(f.args[1]) == 0 or f.args[1].op == "zeros")


def _is_deep(body: Node) -> bool:
    """Whether a body is more than sums, products and one function of them."""
    return sum(n.op in ("map", "softmax", "hpow", "inv", "det", "norm") for n in verify.nodes(body)) > 1


__all__ = ["Builder"]
