"""One sentence that says why a claim does not hold: where it fails, both sides there, and what a repair changes."""

from __future__ import annotations

import re

from derive.language.tree.names import plain_latex
from derive.language.tree.syntax import Syn
from proofs.report import values
from proofs.report.evidence import short
from proofs.report.formulas import RELATIONS, Formulas, cut
from proofs.results.schema import ClaimResult, Json

MOST_ENTRIES = 6
"""Numbers in the inputs of a counterexample up to which the sentence shows them."""
_EXCHANGE = re.compile(r"\$([^$]+)\$ for \$([^$]+)\$")
_TIMES = re.compile(r"times \$([^$]+)\$(?:: |$)")
_WITHOUT = re.compile(r"without \$([^$]+)\$")


def reason(claim: ClaimResult, formulas: Formulas) -> str:
    """Return the sentence, formulas between dollars; empty where a claim does not fail or nothing is known.

    A claim that is ill-typed, vacuous or ambiguous has a message of its own, which says why: there is none here.
    """
    if claim.verdict not in ("refuted", "needs-hypothesis"):
        return ""
    where = _where(claim.counterexample) if claim.counterexample else _beyond(claim)
    hint = _hint(claim, formulas)
    if not where and not hint:
        return ""
    opening = "False as written" if claim.verdict == "needs-hypothesis" else "False"
    return "; ".join(part for part in (f"{opening}: {where}" if where else opening, hint) if part) + "."


def _where(example: Json) -> str:
    sizes = ", ".join(f"${plain_latex(name)} = {value}$" for name, value in example.get("sizes", {}).items())
    inputs = example.get("inputs", {})
    small = sum(_entries(value) for value in inputs.values()) <= MOST_ENTRIES
    given = ", ".join(f"${values.latex_input(name, value)}$" for name, value in inputs.items()) if small else ""
    said = f"at {sizes}" if sizes else "at every size" if not inputs else ""
    if inputs:
        said += (" with " if said else "at ") + (given or "the inputs of the counterexample")
    return f"{said} the left side is {_side(example.get('lhs'))}, the right side {_side(example.get('rhs'))}"


def _entries(value: object) -> int:
    return sum(map(_entries, value)) if isinstance(value, (list, tuple)) else 1


def _side(value: object) -> str:
    text = short(value)
    latex = values.latex_side(text)
    return f"${latex}$" if latex and len(latex) < 120 else cut(text, 60)


def _beyond(claim: ClaimResult) -> str:
    """What a search found of a bound without a counterexample of its own."""
    for k, link in enumerate(claim.links, 1):
        if link.get("verdict") == "refuted" and len(claim.links) > 1:
            return f"link {k}, ${link.get('statement', '')}$, does not hold"
    return ""


def _hint(claim: ClaimResult, formulas: Formulas) -> str:
    if claim.repair:
        return cut(change(str(claim.repair.get("edit", "")), formulas), 600)
    return f"it holds if ${claim.hypothesis}$" if claim.hypothesis else ""


def change(edit: str, formulas: Formulas) -> str:
    """Return what an edit says of the mistake, formulas between dollars.

    Example:
        >>> change("$B \\\\otimes A$ for $A \\\\otimes B$", Formulas())
        'the factors of $A \\\\otimes B$ stand in the wrong order'

    """
    if match := _TIMES.match(edit):
        return f"the factor ${match[1]}$ is missing"
    if match := _EXCHANGE.fullmatch(edit):
        new, old = match[1], match[2]
        if new in RELATIONS and old in RELATIONS:
            return f"it holds with {RELATIONS[new]} in place of {RELATIONS[old]}"
        trees = [formulas.trees(text) for text in (old, new)]
        if all(found and len(found) == 1 for found in trees):
            slip = _slip(trees[0][0], trees[1][0])  # type: ignore[index]
            if slip:
                return slip.format(f"${old}$")
        return f"it holds with ${new}$ in place of ${old}$"
    if match := _WITHOUT.fullmatch(edit):
        return f"it holds without ${match[1]}$"
    layout = edit.removeprefix("layout: ")
    return f"it holds in the layout {layout}" if layout != edit else f"it holds after this change: {edit}" if edit else ""


def _slip(old: Syn, new: Syn) -> str:
    """The kind of a mistake: what differs between what is written and what is right."""
    if old.kind == new.kind == "infix" and old.value == new.value == "otimes":
        parts = [sorted(map(_text, _factors(one))) for one in (old, new)]
        return "the factors of {} stand in the wrong order" if parts[0] == parts[1] else ""
    if _untransposed(new) is not None and _untransposed(new).same(old):  # type: ignore[union-attr]
        return "{} lacks a transpose"
    if _untransposed(old) is not None and _untransposed(old).same(new):  # type: ignore[union-attr]
        return "{} has a transpose too many"
    if old.kind == new.kind == "script" and old.children[0].same(new.children[0]):
        subs = [one.children[1] for one in (old, new)]
        listed = [_listed(one) for one in subs]
        if listed[0] and listed[0] == listed[1][::-1] and _text(old.children[0]) == "K":
            return "{} exchanges the factors the other way"
    if old.kind == new.kind == "juxt" and sorted(map(_text, old.children)) == sorted(map(_text, new.children)):
        return "the factors of {} stand in the wrong order"
    return ""


def _factors(node: Syn) -> list[Syn]:
    if node.kind == "infix" and node.value == "otimes":
        return [*_factors(node.children[0]), *_factors(node.children[1])]
    return [_unbraced(node)]


def _unbraced(node: Syn) -> Syn:
    while node.kind == "group" and node.value in ("{", "("):
        node = node.children[0]
    return node


def _untransposed(node: Syn) -> Syn | None:
    if node.kind == "script" and node.children[2].kind == "top":
        base, sub, _ = node.children
        return base if sub.kind == "empty" else Syn("script", node.value, (base, sub, Syn("empty")))
    return None


def _listed(node: Syn) -> list[str]:
    node = _unbraced(node)
    parts = node.children if node.kind in ("list", "juxt") else ()
    return [_text(part) for part in parts]


def _text(node: Syn) -> str:
    from derive.language.printing.latex import to_latex

    return re.sub(r"\\(mathbf|boldsymbol|mathrm)|[{}\s]", "", to_latex(node))
