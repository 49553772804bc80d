"""A bound that is violated at a head, as a certificate in exact arithmetic: ``derive recheck FILE`` computes it again.

The bound of a Jacobian says of every direction E of the tokens that ``||D_X F(X)[E]||`` is at most the bound times ``||E||``. A
certificate has one E that contradicts it; all numbers of the head are rationals, and the attention map is computed from them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from derive.fraction import Fraction

if TYPE_CHECKING:
    from torch import Tensor

    from numeric.models.attention_bounds import Rule
    from numeric.models.heads import Head

DIRECT = 64
"""Entries of X up to which the head itself is certified; of larger ones a part."""
LONGEST = 8
"""Tokens of such a head."""
HEAD = r"""X, E \in \mathbb{R}^{n \times D}, \quad W_Q, W_K \in \mathbb{R}^{D \times k}, \quad W_V \in \mathbb{R}^{D \times d}, \quad b_Q, b_K \in \mathbb{R}^{k} \\
s \in \mathbb{R}, \quad s > 0, \quad Q(X) := X W_Q + \mathbf{1}_n b_Q^\top, \quad K(X) := X W_K + \mathbf{1}_n b_K^\top"""
NAMES = r"""F(X) := P(X) X W_V, \quad A := s W_Q W_K^\top, \quad C := I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top \\
p \in \mathbb{R}^{n}, \quad M(p) := \operatorname{diag}(p) - p p^\top, \quad P_i := P(X)_{i,:}^\top, \quad \alpha := \max_i \|M(P_i)\|_2"""
RADIUS = r"R \in \mathbb{R}, \quad R > 0"
LARGEST_TWO = r"n \ge 2, \quad p_{(1)} \ge p_{(2)}, \quad g(p) := p_{(1)} \left(1 - p_{(1)} + p_{(2)}\right)"


def certified(head: Head, rule: Rule, path: Path) -> str:
    """Write a certificate against a bound at a head, or at a part of it, that the independent checker accepts.

    Args:
        head: The head.
        rule: The bound.
        path: The file to write; there is none if no certificate was accepted.

    Returns:
        What the certificate is of, or, after ``no exact replay``, why there is none.
    """
    from numeric.models.reduced_heads import excess, parts, reduced

    small = head.n <= LONGEST and head.X.numel() <= DIRECT
    why = "its part at which the bound is violated by more than rounding was not found"
    if excess(head, rule) <= 1:
        return "no exact replay: the direction that was found does not violate the bound"
    for part in (head if small else None, reduced(head, rule, least=2 if "g(P_i)" in rule.latex else 1)):
        if part is None:
            continue
        why = _written(part, rule, path)
        if not why:
            own, of = parts(part), parts(head)
            cut = [f"{own[name]} of {of[name]} {name}" for name in own if own[name] < of[name]]
            if part is head:
                return "the head itself, every float64 number as the rational that it is"
            return f"a part of the head with rounded entries ({', '.join(cut) or 'of its own size'})"
    path.unlink(missing_ok=True)
    return f"no exact replay: {why}"


def statement(head: Head, rule: Rule) -> tuple[str, str]:
    """The claim that the bound makes, and its declarations, in LaTeX."""
    norm = "2" if rule.of == "induced" else "F"
    claim = rf"\|D_X F(X)[E]\|_{norm} \le \left({rule.latex}\right) \|E\|_{norm}"
    given = [HEAD + r", \quad " + _map(head), NAMES]
    given += [RADIUS] if "+ R" in rule.latex else []
    given += [LARGEST_TWO] if "g(P_i)" in rule.latex else []
    return claim, " \\\\\n".join(given)


def _map(head: Head) -> str:
    """The attention map, with what a mask adds to the scores and which of them it leaves."""
    scores = r"s Q(X) K(X)^\top"
    if head.mask is None:
        return rf"P(X) := \operatorname{{softmax}}\left({scores}\right)"
    scores, declared = rf"{scores} + U", r"U \in \mathbb{R}^{n \times n}, \quad "
    if not bool(head.mask.isinf().any()):
        return rf"{declared}P(X) := \operatorname{{softmax}}\left({scores}\right)"
    kept = rf"\left(B \circ \exp\left({scores}\right)\right)"
    return rf"{declared}B \in \mathbb{{R}}^{{n \times n}}, \quad P(X) := \operatorname{{diag}}\left({kept} \mathbf{{1}}_n\right)^{{-1}} {kept}"


def inputs(head: Head, rule: Rule) -> dict[str, Tensor]:
    """The matrices of the claim by their names, with the direction."""
    import torch

    from numeric.models.reduced_heads import direction

    one, E = torch.ones(1, 1, dtype=torch.float64), direction(head, rule)
    radius = {"R": _radius(head, rule) * one} if "+ R" in rule.latex else {}
    if rule.paper == "attention_distribution":
        head = without_biases(head)
        E = torch.cat([E, E.new_zeros(len(E), head.D - E.shape[1])], dim=1)  # the ones do not move
    zero = torch.zeros(head.d_k, dtype=torch.float64)
    found = {
        "X": head.X, "E": E, "W_Q": head.WQ, "W_K": head.WK, "W_V": head.WV, "s": float(head.scale or 0) * one,
        "b_Q": (zero if head.bQ is None else head.bQ)[:, None], "b_K": (zero if head.bK is None else head.bK)[:, None],
    }  # fmt: skip
    if head.mask is not None:
        found |= {"U": head.mask.masked_fill(head.mask.isinf(), 0.0), "B": (~head.mask.isinf()).to(torch.float64)}
    return found | radius


def _radius(head: Head, rule: Rule) -> float:
    """A radius of the ball so small that the bound uses up at most half of what it is below the norm."""
    from numeric.models.norm_terms import Terms
    from numeric.models.reduced_heads import excess

    terms, radius = Terms(head), 1.0
    value, X_F = rule.value(terms), terms.X_F
    if value == 0:  # then the weights of values, or all tokens, are zero
        return 2.0**-30
    room = max((1 + excess(head, rule)) / 2, 1 + 1e-9)
    while (1 + radius / X_F) ** 2 > room:
        radius /= 2
    return radius


def without_biases(head: Head) -> Head:
    """The head of ``[X, 1]`` and ``[W; b]``, which is the same map; biases of zeros are none."""
    import torch

    if not head.biased:
        return head
    X = torch.cat([head.X, torch.ones_like(head.X[:, :1])], dim=1)
    more = {
        w: torch.zeros_like(getattr(head, w)[:1]) if b is None else b[None]
        for w, b in (("WQ", head.bQ), ("WK", head.bK), ("WV", None))
    }
    return replace(
        head,
        X=X,
        **{w: torch.cat([getattr(head, w), row]) for w, row in more.items()},
        bQ=None,
        bK=None,
        bV=None,
        WO=None,
    )


def _written(head: Head, rule: Rule, path: Path) -> str:
    """Write the certificate and have it checked; returns why it was not accepted."""
    from derive.certificate import write_certificate
    from derive.errors import DeriveError
    from derive.evidence import Point
    from derive.exact.certification.certify import certify
    from proofs.judging.understand import understand
    from proofs.reading.paper import Block, Claim
    from proofs.recheck import recheck
    from proofs.version import checker_version

    claim, given = statement(head, rule)
    stated = Claim(rule.id, "", 0, "check", given=((Block(given, 1),),), math=(Block(claim, 1),))
    (problem,) = understand(stated)[0].problems
    exact = {
        name: tuple(tuple(map(Fraction, row)) for row in matrix.tolist()) for name, matrix in inputs(head, rule).items()
    }
    point = Point({"n": head.n, "D": len(exact["W_V"]), "k": head.d_k, "d": head.d_v}, exact)
    try:
        violation = certify(problem, point)
    except DeriveError as reason:
        return str(reason)
    if violation is None:
        return "it is violated by no more than rounding"
    write_certificate(
        problem, point, violation, claim_id=f"{rule.paper} {rule.id}", latex=claim, given=(given,), path=path, checker=checker_version()
    )  # fmt: skip
    report = recheck(path)
    return "" if report.accepted else report.reason


__all__ = ["certified", "inputs", "statement", "without_biases"]
