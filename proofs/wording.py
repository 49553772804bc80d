"""Whether a certificate's problem leaves out a hypothesis that its LaTeX states: the checker itself reads no LaTeX."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from derive.core import Rel
from derive.errors import DeriveError
from proofs.paper import BadPaper


@dataclass(frozen=True, slots=True)
class Wording:
    """How the LaTeX of a certificate compares with its problem.

    Attributes:
        same: The LaTeX was read and states the goal of the problem.
        left_out: Hypotheses and restrictions of sizes that it states and the problem lacks.

    """

    same: bool = False
    left_out: tuple[str, ...] = ()


def compared(path: Path) -> Wording:
    """Compare the LaTeX of a certificate with its problem.

    The LaTeX is read with the default conventions and lowered as certificates are. Only if the goal then is the one of
    the problem, up to the names of bound variables, are the hypotheses compared; otherwise (other conventions, a function made concrete, text of
    another checker) nothing is said, and `Wording.same` is False.

    Raises:
        OSError: The file cannot be read.
        Rejected: It is no certificate.

    """
    from derive.language.alike import formula_key
    from derive.lower import lowered_formula, lowered_problem
    from derive.prefix import formula_to_prefix, problem_from_prefix, size_text
    from proofs.api import ad_hoc_claim
    from proofs.paper import Settings
    from proofs.recheck import load
    from proofs.understand import understand

    data, _ = load(path)
    try:
        problem = lowered_problem(problem_from_prefix(data["problem"]))
        given = " \\\\\n".join(map(str, data.get("given", ())))
        links = [
            link for reading in understand(ad_hoc_claim(data["claim"], given, Settings())) for link in reading.links
        ]
    except (DeriveError, BadPaper, TypeError):
        return Wording()
    turned = [replace(h, lhs=h.rhs, rhs=h.lhs) for h in problem.hypotheses if isinstance(h, Rel) and h.op == "="]
    known = {formula_key(h) for h in (*problem.hypotheses, *turned)}
    for link in links:
        stated = link.typed.problem if link.typed else None
        if stated is None or formula_key(lowered_formula(stated.goal)) != formula_key(problem.goal):
            continue
        missing = (
            *(formula_to_prefix(h) for h in stated.hypotheses if formula_key(lowered_formula(h)) not in known),
            *(f"{name} >= {k}" for name, k in stated.rules.least if (name, k) not in problem.rules.least),
            *(f"{size_text(s)} {op} 0" for op, s in stated.rules.relations if (op, s) not in problem.rules.relations),
        )
        return Wording(True, missing)
    return Wording()


def left_out(path: Path) -> tuple[str, ...]:
    """Return the hypotheses and restrictions of sizes that the LaTeX of a certificate states and its problem lacks."""
    return compared(path).left_out
