"""Instances of theorems that the matcher of the norm rules finds in what a bound speaks of, as steps.

The matcher only proposes: what it puts for the names of a theorem is written into a step, and the verifier says whether that is an
instance whose premises are known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.bounds.comparison.prover import read_facts
from derive.bounds.matching.instances import instances
from derive.core import Rel
from derive.errors import DeriveError
from derive.prefix import dim_text, formula_from_prefix, problem_from_prefix, to_prefix
from derive.sizes import dim
from proofs import verify
from proofs.proving.citing import Live, instance, known_soon
from proofs.verify import Node, Rejected


def matched(live: Live, formula: Node, assumed: Sequence[Node], known: Callable[[Node], int]) -> Iterator[Node]:
    """Yield what instances of theorems say of the scalars of a bound; each is a step of the proof from then on.

    Args:
        live: The proof.
        formula: The bound, an inequality of scalars.
        assumed: What is supposed beside the hypotheses of the problem.
        known: Gives the number of a step that says a formula.

    """
    try:
        own = "".join(f" (index {json.dumps(name)} 1 {high})" for name, high in live.data["indices"].items())
        problem = problem_from_prefix(live.data["problem"].replace("(indices", f"(indices{own}", 1))
        goal, *more = (formula_from_prefix(verify.text_of(f, sharing=True)) for f in (formula, *assumed))
        assert isinstance(goal, Rel)
        found = list(instances(read_facts(replace(problem, goal=goal), tuple(more)), (goal.lhs, goal.rhs), everything=True))
    except DeriveError:
        return
    for theorem in dict.fromkeys((t.rule, tuple(t.values.items()), tuple(t.sizes.items())) for t in found):
        name, values, sizes = theorem
        try:
            put = {n: live.proof.read(to_prefix(value)) for n, value in values}
            lengths = {n: live.proof.reader.dim(verify.tree_of(dim_text(dim(size)))) for n, size in sizes}
            number = instance(live, name, known_soon(live, known), put, lengths)
        except (Rejected, DeriveError, LookupError):
            continue
        yield live.proof.known[number - 1][0]


__all__ = ["matched"]
