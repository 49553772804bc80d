"""The steps of equations: one `identity` step replays an equation; quantifiers, premises and conjunctions around it are taken apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from proofs import verify
from proofs.proving.chains import Chains
from proofs.proving.citing import applied, cite, instances, known_soon, speaking_of
from proofs.proving.combinations import combined
from proofs.proving.definite import Definite, about
from proofs.proving.matched import matched
from proofs.proving.norms import NormCalculus, norms_in
from proofs.proving.operators import Operators
from proofs.proving.steps import Step, Tree, Tried, goal_of, ranges, renumbered, shown_at_once, text_of_tree, uses
from proofs.verify import Node, Rejected

MAX_DEPTH = 4
"""Theorems whose premises are instances of theorems, and so on."""
MAX_PLAIN = 150
"""Parts of an equation of norms above which it is not looked at entry by entry before theorems are asked."""
MAX_ROUNDS = 3
"""Rounds in which theorems are applied to what theorems said."""


class Builder:
    """Finds steps on a live proof; what it keeps has been accepted there."""

    def __init__(self, text: str, base: Mapping[str, Any]) -> None:
        self.data: Step = {
            "problem": text,
            "domain": [],
            "theorems": {},
            "variables": {},
            "indices": {},
            "let": [],
            "steps": [],
        }
        self.base, self.reason = base, ""
        self.tree = goal_of(verify.tree_of(text))
        self._declare(self.tree)
        own = {name: high for name, high in ranges(self.tree, text) if name not in self.data["indices"]}
        self.data["indices"] |= own
        verify.begin()
        self.proof = Tried(self.data, base)
        self.indices = {name: self.proof.sizes.own[name] for name in own}
        owed = self.proof.owed - self.proof.granted
        shown, opening = shown_at_once(self.proof, owed)
        texts = {verify.text_of(f, sharing=True): f for f in owed - shown}
        symmetries = {text: f for text, f in texts.items() if f.op == "="}
        self._restrict([texts[text] for text in sorted(texts.keys() - symmetries.keys())])
        self.scope: set[int] = set()
        self.depth = 0
        self.matching = self.squared = self.ordering = False
        self.fixed: set[str] = set()
        for step in opening:
            self.add(**step)
        for f in sorted(self.proof.domain, key=lambda f: f.weight):
            if f.op == "!=" and f.args[0].op == "det":
                self._regular(f)
        left = [f for text, f in sorted(symmetries.items()) if self._relation(text) is None]
        self.opening = len(self.data["steps"])
        if left:
            self._restrict([*self.proof.domain, *left])

    def _regular(self, condition: Node) -> None:
        """Take a condition out of the domain if the matrix is shown to be definite."""
        domain = self.proof.domain
        self._restrict([f for f in domain if f is not condition])
        with self.proof.surely():
            if Definite(self, self._hypothesis).regular(condition) is None:
                self._restrict(domain)

    def _restrict(self, domain: list[Node]) -> None:
        """Have the proof speak of points that meet some conditions."""
        texts = {verify.text_of(f, sharing=True): f for f in domain}
        self.data["domain"] = sorted(texts)
        self.proof.domain = [texts[text] for text in self.data["domain"]]
        self.proof.allowed = self.proof.granted | {*self.proof.domain}

    def fields(self) -> Step:
        """Return the fields of the proof file that the steps need."""
        data = self._pruned()
        kept = {s["id"] for s in data["steps"] if s["by"] == "theorem"}
        data["theorems"] = {k: v for k, v in data["theorems"].items() if k in kept}
        told = json.dumps([s for s in data["steps"] if s["by"] == "over"])
        data["indices"] = {k: v for k, v in data["indices"].items() if k not in self.indices or json.dumps(k) in told}
        return data

    def _pruned(self) -> Step:
        """The fields with the steps alone that the last one rests on, and those at the beginning, which say what is defined."""
        steps = self.data["steps"]
        wanted, todo = {*range(1, self.opening + 1)}, [len(steps)]
        while todo:
            if (k := todo.pop()) not in wanted:
                wanted.add(k)
                todo += [*uses(steps[k - 1]), *self._defining(steps[k - 1])]
        places = {k: n for n, k in enumerate(sorted(wanted), 1)}
        data = {k: v for k, v in self.data.items() if k != "problem"}
        return {**data, "steps": [renumbered(steps[k - 1], places) for k in sorted(wanted)]}

    def _defining(self, step: Step) -> list[int]:
        """The numbers of the steps that say that what a step speaks of has a value."""
        texts = [step["says"], *(step.get("with") or {}).values()] if isinstance(step.get("with"), dict) else [step["says"]]
        texts += [x for left, _, right in step.get("cofactors", []) for x in (left, right) if x is not None]
        texts += [k for _, ks in step.get("products", []) for k in ks if isinstance(k, str)]
        conditions = {c for text in texts for c in self.proof.conditions_of(self.proof.read(text))} - self.proof.allowed
        return [n for n, (f, _) in enumerate(self.proof.known, 1) if f in conditions]

    def add(self, **step: Any) -> int:
        """Have a step accepted and keep it; return its number.

        Raises:
            Rejected: The verifier does not accept it.

        """
        self.proof.take(step)
        self.data["steps"].append(step)
        return len(self.data["steps"])

    def prove(self) -> int | None:
        """Return the number of the step that says the goal, None if none was found."""
        return self._prove(self.tree)

    def _prove(self, tree: Tree) -> int | None:
        op, says = tree[0], text_of_tree(tree)
        if op == "shape":
            return self._try(by="shape", says=says)
        if op == "and":
            formula = self.proof.read(says)
            if formula in self.proof.problem.hypotheses:
                return self._try(by="hypothesis", says=says)
            if (number := next(instances(self, formula, self._hypothesis), None) or self._definite(formula)) is not None:
                return number
            parts = [self._prove(part) for part in tree[1:]]
            return None if None in parts else self._try(by="and", says=says, **{"from": parts})
        if op == "implies":
            return self._implication(tree[1:-1], tree[-1], says)
        if op == "iff":
            both = [
                self._implication([a], b, text_of_tree(["implies", a, b])) for a, b in ((tree[1], tree[2]), (tree[2], tree[1]))
            ]
            return None if None in both else self._try(by="iff", says=says, **{"from": both})
        if op == "forall":
            binders, body = tree[1], tree[2]
            inner = self._prove(body if len(binders) == 1 else ["forall", binders[1:], body])
            return (
                None
                if inner is None
                else self._try(by="for-all", says=says, name=json.loads(binders[0][1]), **{"from": [inner]})
            )
        if op in verify.RELATIONS:
            return self._relation(says)
        return None

    def _in_scope(self, number: int) -> bool:
        """Whether a step rests on assumptions alone that are still in force; ranges of indices always are."""
        return {k for k in self.proof.known[number - 1][1] if isinstance(k, int)} <= self.scope

    def _implication(self, premises: list[Tree], conclusion: Tree, says: str) -> int | None:
        assumed = [self.add(by="assume", says=text_of_tree(p)) for p in premises]
        self.scope |= {*assumed}
        for number in assumed:
            self._weaken(number)
        inner = self._prove(conclusion)
        self.scope -= {*assumed}
        return None if inner is None else self._try(by="implies", says=says, assumed=assumed, **{"from": [inner]})

    def _weaken(self, number: int) -> None:
        """Parts of a conjunction that is known, one by one."""
        formula = self.proof.known[number - 1][0]
        if formula.op == "and":
            for part in formula.args:
                self._try(by="part", says=verify.text_of(part), **{"from": [number]})

    def _try(self, **step: Any) -> int | None:
        try:
            return self.add(**step)
        except Rejected as reason:
            self.reason = str(reason)
            return None

    def _relation(self, says: str) -> int | None:
        formula = self.proof.read(says)
        for number, (known, _) in enumerate(self.proof.known, 1):
            if known is formula and self._in_scope(number):
                return number
        if formula in self.proof.problem.hypotheses:
            return self._try(by="hypothesis", says=says)
        if formula.op != "=":
            number = self._try(by="sign", says=says)
            if number is None and verify.rational(formula.args[1]) != 0 and formula.args[1].op != "zeros":
                self.reason = ""  # that it is no sign tells nobody why nothing was found
            return self._bound(formula) if number is None else number
        large = formula.weight > MAX_PLAIN and norms_in(formula)
        if large and (number := self._by_equations(formula, says)) is not None:
            return number
        for k, options in enumerate(self._attempts(formula)):
            if k == 1 and (self.proof.sure or self.depth) and (number := self._by_operators(formula)) is not None:
                return number
            using = [self._hypothesis(f) for f in options.pop("using", ())]
            more = {"using": using} if using else {}
            if (number := self._try(by="identity", says=says, **more, **options)) is not None:
                return number
        number = self._cancelled(formula, says) or self._by_operators(formula)
        if number is None:
            number = next(instances(self, formula, self._hypothesis), None)
        return self._by_equations(formula, says) if number is None and not large else number

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
            return Operators(self, self._hypothesis).equation(formula, self.equations())

    def equations(self) -> list[Node]:
        """Return the equations that are given or known."""
        return [f for f in dict.fromkeys([*self._given(), *self._assumed()]) if _is_rule(f)]

    def formulas(self) -> list[Node]:
        """Return all that is given or known, conjunctions whole and in parts."""
        return list(dict.fromkeys([*self.proof.problem.hypotheses, *self._given(), *self._assumed()]))

    def _assumed(self) -> list[Node]:
        """What is supposed, whole and in parts; not what follows."""
        steps = self.data["steps"]
        return [f for k, (f, _) in enumerate(self.proof.known, 1) if steps[k - 1]["by"] in ("assume", "part") and self._in_scope(k)]

    def _by_equations(self, formula: Node, says: str) -> int | None:
        """What theorems of the base say that norms, determinants and ranks are equal to, as rules."""
        reason, using, looked, new = self.reason, [], set(), {formula}
        for _ in range(MAX_ROUNDS):
            parts = {n for f in new for n in verify.nodes(f) if n.op in ("norm", "sigma", "eig", "det", "rank", "kappa")} - looked
            looked |= parts
            new = set()
            for node in sorted(parts, key=verify.text_of):
                if (number := self._equal_to(node) or self._chained(node)) is not None:
                    using.append(number)
                    new.add(self.proof.known[number - 1][0].args[1])
        found = self._try(by="identity", says=says, using=using) if using else None
        self.reason = self.reason if found else reason
        return found

    def _chained(self, node: Node) -> int | None:
        """A step that says that a norm of a derivative is that of the products which the chain rule makes of it."""
        (argument,) = node.args
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

    def _equal_to(self, node: Node) -> int | None:
        """A step by which a theorem says what an expression is equal to."""
        (argument,) = node.args
        if any(n[0] == "#" for n in node.free) or (argument.op == "matmul" and "eye" in {a.op for a in argument.args}):
            return None
        for name in speaking_of(self, node):
            if "(goal (= " in self.base[name]["problem"]:
                try:
                    return applied(self, name, node, known_soon(self, self._hypothesis))
                except (Rejected, KeyError):
                    continue
        return None

    def _bound(self, formula: Node) -> int | None:
        """A theorem that says it, or the calculus of norms."""
        reason = self.reason
        number = next(instances(self, formula, self._hypothesis), None)
        if formula.op not in ("<=", ">=", "<", ">") or not all(a.scalar for a in formula.args):
            return number
        assumed = [f for k, (f, _) in enumerate(self.proof.known, 1) if self._in_scope(k)]
        given = list(dict.fromkeys([*self._given(), *assumed]))
        if number is None:
            number = combined(self, formula, given, self._hypothesis)
        if number is None and formula.op in ("<=", ">="):
            targets = norms_in(formula.args[formula.op == "<="])
            number = NormCalculus(self, self._hypothesis, targets, given).bound(formula)
        if number is None and not self.depth:
            with self.proof.surely():
                number = Definite(self, self._hypothesis).scalar(formula)
        if number is None:
            number = self._in_norms(formula)
        if number is None:
            number = self._over_indices(formula) or self._by_theorems(formula, given, assumed)
        if number is None:
            number = self._by_squares(formula)
        self.reason = reason
        return number

    def _by_theorems(self, formula: Node, given: list[Node], assumed: list[Node]) -> int | None:
        """A combination with what theorems of the base say of the scalars of a bound; premises of theorems are not looked for so."""
        if self.depth or self.matching:
            return None
        self.matching = True
        try:
            found = list(matched(self, formula, assumed, self._hypothesis))
        finally:
            self.matching = False
        return combined(self, formula, [*found, *given], self._hypothesis) if found else None

    def _by_squares(self, formula: Node) -> int | None:
        """A bound by that of the squares, where the larger side is not negative."""
        small, large = formula.args[::-1] if formula.op == ">=" else formula.args
        if self.squared or self.depth or formula.op not in ("<=", ">=") or not _has_roots(formula):
            return None
        self.squared = True
        try:
            squares = verify.make("<=", (), (verify.power(small, 2), verify.power(large, 2)))
            if self._try(by="sign", says=_positive(large)) is None or self._bound(squares) is None:
                return None
            number = cite(self, "squares-order", self._hypothesis, a=small, b=large)
        except (Rejected, KeyError):
            return None
        finally:
            self.squared = False
        if self.proof.known[number - 1][0] is formula:
            return number
        says = verify.text_of(formula, sharing=True)
        return self._try(by="combine", says=says, products=[["1", [number]]])

    def _over_indices(self, formula: Node) -> int | None:
        """A bound of a maximum (by a minimum, between sums) by that of what stands behind it, for an index of the proof's own."""
        small, large = formula.args[::-1] if formula.op == ">=" else formula.args
        binder = small if small.op in ("maxover", "sum") else large
        if formula.op not in ("<=", ">=") or binder.op not in ("maxover", "minover", "sum"):
            return None
        if binder.op == "sum" and small.op != large.op:
            return None
        alike = [a.op == binder.op and a.data[1:] == binder.data[1:] for a in (small, large)]
        name = next((n for n, high in self.indices.items() if binder.data[1:] == (verify.ONE, high) and n not in self.fixed), None)
        if name is None or (binder.op == "sum" and not all(alike)):
            return None
        own = (verify.named(name),)
        sides = [
            verify.replaced(a.args[0], {}, {a.data[0]: own}) if inside else a
            for a, inside in zip((small, large), alike, strict=True)
        ]
        self.fixed.add(name)
        inner = self._relation(verify.text_of(verify.make("<=", (), sides), sharing=True))
        self.fixed.discard(name)
        if inner is None:
            return None
        over = verify.make("<=", (), (small, large))
        says = verify.text_of(over, sharing=True)
        number = self._try(by="over", says=says, name=name, binder=binder.op, **{"from": [inner]})
        if number is None or over is formula:
            return number
        return self._try(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [number]]])

    def _in_norms(self, formula: Node) -> int | None:
        """A bound of largest singular values, by that of spectral norms."""
        parts = [n for n in verify.nodes(formula) if n.op == "sigma" and n.data == ("max",)]
        if not parts or any(n[0] == "#" for part in parts for n in part.free):
            return None
        other, equations = formula, []
        for part in sorted(parts, key=verify.text_of):
            norm = verify.make("norm", ("2",), part.args)
            other = verify.swapped(other, part, norm)
            equations.append(cite(self, "largest-singular-value", self._hypothesis, A=part.args[0]))
        number = self._bound(other)
        says = verify.text_of(formula, sharing=True)
        return None if number is None else self._try(by="rewrite", says=says, **{"from": [number, *equations]})

    def _cancelled(self, formula: Node, says: str) -> int | None:
        """An equation with an inverse, by the equation times its matrix."""
        a, b = formula.args
        inverses = [n for n in verify.nodes(a, b) if n.op == "inv" and not any(x[0] == "#" for x in n.free)]
        for node in sorted(inverses, key=lambda n: (-len(verify.text_of(n)), verify.text_of(n)))[:4]:
            (matrix,) = node.args
            for side, fits in (("left", matrix.cols == a.rows), ("right", a.cols == matrix.rows)):
                if not fits or a.scalar:
                    continue
                sides = [verify.matmul(matrix, x) if side == "left" else verify.matmul(x, matrix) for x in (a, b)]
                product = verify.text_of(verify.make("=", (), sides))
                number = self._try(by="identity", says=product, inverses=True)
                if number is not None:
                    return self._try(
                        by="cancel", says=says, side=side, matrix=verify.text_of(matrix), **{"from": [number]}
                    )
        return None

    def _given(self) -> list[Node]:
        """The hypotheses, conjunctions as their parts."""
        return [part for h in self.proof.problem.hypotheses for part in (h.args if h.op == "and" else (h,))]

    def _hypothesis(self, formula: Node) -> int:
        for number, (known, _) in enumerate(self.proof.known, 1):
            if known is formula and self._in_scope(number):
                return number
        if formula in self.proof.problem.hypotheses:
            return self.add(by="hypothesis", says=verify.text_of(formula))
        if formula in self.proof.allowed:
            return self.add(by="defined", says=verify.text_of(formula))
        whole = next((h for h in self.proof.problem.hypotheses if h.op == "and" and formula in h.args), None)
        if whole is not None:
            return self.add(by="part", says=verify.text_of(formula), **{"from": [self._hypothesis(whole)]})
        if formula.op != "and" and (number := self._try(by="sign", says=verify.text_of(formula))) is not None:
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

    def _attempts(self, formula: Node) -> Iterator[Step]:
        """Options of an identity step, the cheap ones first."""
        candidates = list(self._functions(formula))
        if not candidates:
            yield {}
        known = [h for h in self._given() if _is_rule(h)]
        known += [
            f for k, (f, assumed) in enumerate(self.proof.known, 1) if assumed and self._in_scope(k) and _is_rule(f)
        ]
        if known:
            yield {"using": known}
            if len(known) > 1:
                for one in known[:6]:
                    yield {"using": [one]}
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

    def _declare(self, tree: Tree) -> None:
        """Names of the proof's own for what the goal says for all of."""
        if not isinstance(tree, list):
            return
        if tree[:1] == ["forall"]:
            for kind, name, first, second in tree[1]:
                if kind == "matrix":
                    self.data["variables"][json.loads(name)] = f"{text_of_tree(first)} {text_of_tree(second)}"
                elif first == "1":
                    self.data["indices"][json.loads(name)] = text_of_tree(second)
            self._declare(tree[2])
        elif tree and tree[0] in ("and", "implies", "iff"):
            for part in tree[1:]:
                self._declare(part)


def _positive(e: Node) -> str:
    return verify.text_of(verify.make(">=", (), (e, verify.const(0))), sharing=True)


def _has_roots(formula: Node) -> bool:
    """Whether a side of a bound is made of roots or absolute values, whose squares are simpler."""
    return any(n.op == "hpow" and verify.rational(n.args[1]) == verify.Fraction(1, 2) for n in verify.nodes(formula)) or any(
        a.op == "map" and a.data[0] == "abs" for a in formula.args
    )


def _equation(a: Node, b: Node) -> str:
    return verify.text_of(verify.make("=", (), (a, b)), sharing=True)


def _is_rule(f: Node) -> bool:
    return f.op == "=" and f.args[0].shape == f.args[1].shape


def _is_deep(body: Node) -> bool:
    """Whether a body is more than sums, products and one function of them."""
    return sum(n.op in ("map", "softmax", "hpow", "inv", "det", "norm") for n in verify.nodes(body)) > 1


__all__ = ["Builder"]
