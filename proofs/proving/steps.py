"""Steps as data: what they use, how they are numbered, what a goal's tree says; and a live proof that counts what attempts take."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from proofs import verify
from proofs.verify import Node

Step = dict[str, Any]
Tree = Any
MAX_TRIED, MAX_EQUAL, MAX_EFFORT = 30_000, 40_000, 300_000
"""Work of the calculus that all attempts at one problem may take, and at an equation: what shows a claim takes less, failures could take minutes."""


class Overspent(Exception):
    """All that a search may take is spent: it ends."""


class Tried(verify.Proof):
    """A live proof that counts the work of all attempts, those that fail too."""

    last: verify.Calculus | None = None
    spent, most, enough = 0, MAX_EQUAL, MAX_EQUAL
    """What was spent, what one attempt may take, and all together where that is less than for other problems."""
    sure = 0
    """Engines at work: what they need is shown by engines first."""
    effort = 0
    """Work of all attempts, those of engines too."""

    def __init__(self, data: Step, base: Mapping[str, Any]) -> None:
        self.texts: dict[str, Node] = {}
        super().__init__(data, base)

    def read(self, text: str) -> Node:
        """Return what a text says; it is read once, as names keep their meaning while a proof grows."""
        if text not in self.texts:
            self.texts[text] = super().read(text)
        return self.texts[text]

    @property
    def limit(self) -> int:
        """The work of all attempts together."""
        return min(self.enough, MAX_EQUAL if self.problem.goal.op == "=" else MAX_TRIED)

    @contextmanager
    def surely(self) -> Iterator[None]:
        """Have steps of which an engine knows that they are right cost nothing of what attempts may take."""
        before, self.spent = self.total, 0
        self.sure += 1
        try:
            yield
        finally:
            self.effort += 0 if self.last is None else self.last.work
            self.last, self.spent = None, before
            self.sure -= 1

    @property
    def total(self) -> int:
        """The work of all attempts so far."""
        self.count(0 if self.last is None else self.last.work)
        self.last = None
        return self.spent

    def count(self, work: int) -> None:
        """Count work of an attempt.

        Raises:
            Overspent: It is too much in all.

        """
        self.spent += work
        self.effort += work
        if self.effort > MAX_EFFORT:
            raise Overspent("too much work in all")

    def fresh_calculus(self) -> verify.Calculus:
        """Return a calculus that may take what is left, or what one attempt may take."""
        self.last = verify.Calculus(self.sizes, max(1, min(self.most, self.limit - self.total)))
        return self.last


def supposes(rests: Iterable[int | str]) -> bool:
    """Return whether what a step rests on has an assumption among it; the rest are indices whose ranges hold something."""
    return any(isinstance(one, int) for one in rests)


def gap_of(formula: Node) -> Node:
    """Return what an order says is not negative; of an equation the left side minus the right."""
    return verify.less(*(formula.args if formula.op in (">=", ">", "=") else formula.args[::-1]))


def shown_at_once(proof: verify.Proof, owed: set[Node]) -> tuple[set[Node], list[Step]]:
    """The conditions of the goal that a hypothesis says or that follow from one at once, with the steps that say so."""
    shown: set[Node] = set()
    steps: list[Step] = []
    for h in proof.problem.hypotheses:
        said = {h} & owed
        weaker = {
            f for f in owed - said if f.args == h.args and f.op in {">": (">=", "!="), "<": ("<=", "!=")}.get(h.op, ())
        }
        if said or weaker:
            steps.append({"by": "hypothesis", "says": verify.text_of(h)})
            at = len(steps)
            steps += [
                {"by": "weaken", "says": verify.text_of(f), "from": [at]} for f in sorted(weaker, key=verify.text_of)
            ]
            shown |= said | weaker
    return shown, steps


def uses(step: Step) -> list[int]:
    """The numbers of the steps that a step names."""
    found = [k for part in step.get("from", []) for k in (part if isinstance(part, list) else [part])]
    found += [*step.get("using", []), *step.get("assumed", []), *([step["split"]] if "split" in step else [])]
    found += [k for _, ks in step.get("products", []) for k in ks if isinstance(k, int)]
    return found + [k for _, k, _ in step.get("cofactors", [])]


def renumbered(step: Step, places: Mapping[int, int]) -> Step:
    """Return a step that names the earlier steps by their places."""
    new = dict(step)
    for name in ("from", "using", "assumed"):
        if name in step:
            new[name] = [[places[j] for j in k] if isinstance(k, list) else places[k] for k in step[name]]
    if "split" in step:
        new["split"] = places[step["split"]]
    if "products" in step:
        new["products"] = [[c, [places[k] if isinstance(k, int) else k for k in ks]] for c, ks in step["products"]]
    if "cofactors" in step:
        new["cofactors"] = [[a, places[k], b] for a, k, b in step["cofactors"]]
    return new


def ranges(tree: Tree, text: str) -> Iterator[tuple[str, str]]:
    """Names of the proof's own for the indices of maxima and sums that a bound compares, with the ends of their ranges."""
    if not isinstance(tree, list) or not tree:
        return
    if tree[0] in ("<=", ">="):
        found = [side for side in tree[1:] if isinstance(side, list) and side[0] in ("maxover", "minover", "sum")]
        whole = verify.tree_of(text) if found else [[]]
        body = whole[2] if whole[0] == "let" else whole
        sizes = {name for part in body[1:] if part[0] == "sizes" for name in part[1:]}
        ends = dict.fromkeys(text_of_tree(side[-2]) for side in found if side[-3] == "1" and _named(side[-2]) <= sizes)
        free = (f"k{n}" for n in itertools.count(1) if f'"k{n}"' not in text)
        yield from zip(free, ends, strict=False)
    for part in tree[1:] if tree[0] in ("and", "implies", "iff", "forall") else ():
        yield from ranges(part, text)


def _named(tree: Tree) -> set[str]:
    """The quoted names of a size."""
    return {tree} if isinstance(tree, str) and tree[0] == '"' else {n for t in tree for n in _named(t)} if isinstance(tree, list) else set()


def goal_of(tree: Tree) -> Tree:
    """Return the goal of a problem."""
    problem = tree[2] if tree[0] == "let" else tree
    return problem[-1][1]


def text_of_tree(tree: Tree) -> str:
    """Return the text of a tree of words."""
    return tree if isinstance(tree, str) else f"({' '.join(map(text_of_tree, tree))})"


__all__ = ["MAX_EQUAL", "Overspent", "Step", "Tree", "Tried", "goal_of", "ranges", "renumbered", "shown_at_once", "supposes", "text_of_tree", "uses"]
