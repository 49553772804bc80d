r"""Properties of functions in words: ``f \text{ is convex}``, ``f \text{ is } L\text{-smooth}``, ``\mu\text{-strongly convex}``, ``L\text{-Lipschitz}``.

They are hypotheses about all pairs of points.  A smooth function is convex if and only if it lies above its tangents; it is L-smooth
if and only if it stays within ``\frac{L}{2} \|b - a\|^2`` of them.  One that is both on all of the space is so by more than half of the
squared difference of the gradients over L, which are co-coercive (Nesterov, Lectures on Convex Optimization, 2.1.5 and 2.1.12).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.language.parsing.parser import statements
from derive.language.printing.core_latex import size_latex
from derive.language.printing.latex import to_latex
from derive.language.scope.scope import Scope
from derive.language.tree.names import base_key, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed
from derive.sizes import product

Placed = tuple[Syn, int]
"""A statement and its line."""
Phrase = tuple[str, Syn | None]
"""A phrase and the constant in it."""
_TANGENT = r"F(B) \ge F(A) + \nabla F(A)^\top (B - A)"
_ABOVE = r"F(B) \le F(A) + \nabla F(A)^\top (B - A) + \frac{P}{2} \|B - A\|_2^2"
_BELOW = r"F(B) \ge F(A) + \nabla F(A)^\top (B - A) - \frac{P}{2} \|B - A\|_2^2"
_GRADIENT = r"\|\nabla F(B) - \nabla F(A)\|_2 \le P \|B - A\|_2"
_PROPERTIES: dict[str, tuple[str, ...]] = {
    "convex": (_TANGENT,),
    "concave": (_TANGENT.replace(r"\ge", r"\le"),),
    "P strongly convex": (_TANGENT + r" + \frac{P}{2} \|B - A\|_2^2",),
    "P smooth": (_GRADIENT, _ABOVE, _BELOW),
    "P lipschitz": (r"\|F(B) - F(A)\|_2 \le P \|B - A\|_2",),
    "differentiable": (),
}
_SLOPES = r"(\nabla F(B) - \nabla F(A))^\top (B - A)"
_COCOERCIVE = (
    _TANGENT + r" + \frac{1}{2 P} \|\nabla F(B) - \nabla F(A)\|_2^2",
    _SLOPES + r" \ge \frac{1}{P} \|\nabla F(B) - \nabla F(A)\|_2^2",
)
"""What a convex function that is P-smooth satisfies."""
_BETWEEN = (
    _SLOPES + r" \ge \frac{M P}{M + P} \|B - A\|_2^2 + \frac{1}{M + P} \|\nabla F(B) - \nabla F(A)\|_2^2",
    r"(P - M) (F(B) - F(A) - \nabla F(A)^\top (B - A)) \ge \frac{1}{2} \|\nabla F(B) - \nabla F(A)\|_2^2 + \frac{M P}{2} \|B - A\|_2^2"
    r" - M (\nabla F(B) - \nabla F(A))^\top (B - A)",
)
"""What one that is M-strongly convex satisfies, too; the second is all that values and gradients at points satisfy (Taylor, Hendrickx and
Glineur, Smooth strongly convex interpolation, 2017, Theorem 4)."""
_CONVEX = ("convex", "P strongly convex")
_OF_NUMBERS = ("convex", "concave", "P strongly convex", "P smooth")
_LEFT_OUT = frozenset("is are be a an and function continuous continuously twice".split())
_FACTORS = ("name", "script", "num", "group", "frac")
"""What a constant in words may be a product of."""
_LETTERS = "uvabpqwyz"
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?\b")


@dataclass(frozen=True, slots=True)
class _Said:
    """What words say of a function: phrases, each with its constant, and how many statements they are."""

    phrases: tuple[Phrase, ...]
    count: int


@about("text", untouched=listed)
def of_functions(placed: Sequence[Placed], scope: Scope, *, claimed: bool = False) -> list[Placed]:
    """Return the statements, with inequalities for the words that name a property of a function.

    Each inequality stands on a line of its own, with its quantifier. Of a claim the first one is what the words say: the
    others of its kind follow from it.
    """
    types = {key: tree for tree, _ in placed if (key := _typed(tree)) is not None}
    used = {key.plain for tree, _ in placed for _, node in tree.walk() if (key := base_key(node)) is not None}
    letters = [x for x in _LETTERS if x not in used and all(k.plain != x for k in scope.visible())]
    found: list[Placed] = []
    before: dict[object, list[Phrase]] = {}
    at = shift = 0
    while at < len(placed):
        tree, line = placed[at]
        subject = _typed(tree) or (whole_key(tree) if tree.kind in ("name", "script") else None)
        said = _said([t for t, place in placed[at + 1 :] if place == line]) if subject is not None else None
        domain = None if subject is None or said is None else _domain(scope, types.get(subject), subject)
        lines = (
            None
            if said is None or domain is None or len(letters) < 2
            else _lines(tree, said, *domain, letters[:2], scope, None if claimed else before.setdefault(subject, []))
        )
        if lines is None or said is None:
            found.append((tree, line + shift))
            at += 1
            continue
        if tree.kind == "relation":
            found.append((tree, line + shift))
        for parts in lines:
            shift += 1
            found += [(part, line + shift) for part in parts]
        shift += 1
        at += 1 + said.count
    return found


def _typed(tree: Syn) -> object | None:
    r"""The name of the function of which a statement is the type: ``f : \mathbb{R}^n \to \mathbb{R}``."""
    left = tree.children[0] if tree.kind == "relation" and tree.value == "to" else None
    if left is None or left.kind != "juxt" or len(left.children) < 3 or left.children[1].kind != "colon":
        return None
    return whole_key(left.children[0])


def _said(trees: Sequence[Syn]) -> _Said | None:
    text, constants, best = "", list[Syn](), None
    for count, tree in enumerate(trees, 1):
        parts = tree.children if tree.kind == "juxt" else (tree,)
        for part in parts:
            if part.kind == "text":
                constants += [Syn("num", number, (), part.span) for number in _NUMBER.findall(part.value)]
                text += f" {_NUMBER.sub(' P ', part.value)} "
            elif text.endswith(" P ") and part is not parts[0] and constants and part.kind in _FACTORS:
                front = constants[-1].children if constants[-1].kind == "juxt" else (constants[-1],)
                constants[-1] = Syn("juxt", "", (*front, part), (front[0].span[0], part.span[1]))  # \lambda_{\max}(A)
            elif part.kind in ("name", "script", "num") or (part.kind in _FACTORS and len(parts) > 1):
                constants.append(part)
                text += " P "
            elif part.kind == "frac":
                constants.append(part)
                text += " P "
            else:
                return best
        phrases = _phrases(text)
        if phrases is not None and sum("P" in p for p in phrases) == len(constants):
            order = iter(constants)
            best = _Said(tuple((p, next(order) if "P" in p else None) for p in phrases), count)
    return best


def _phrases(text: str) -> list[str] | None:
    words = [w for w in re.sub(r"[-.,~]", " ", text.replace("Lipschitz", "lipschitz")).split() if w not in _LEFT_OUT]
    found: list[str] = []
    while words:
        phrase = next((p for n in (3, 2, 1) if (p := " ".join(words[:n])) in _PROPERTIES and len(words) >= n), None)
        if phrase is None:
            return None
        found.append(phrase)
        words = words[len(phrase.split()) :]
    return found or None


def _domain(scope: Scope, typed: Syn | None, key: object) -> tuple[str, bool] | None:
    """The set on which a function of one vector is defined, and whether its values are numbers."""
    if typed is not None:
        source = typed.children[0].children[2:]
        if len(source) != 1 or source[0].kind not in ("name", "script"):
            return None
        return to_latex(source[0]), to_latex(typed.children[1]).strip() == r"\mathbb{R}"
    symbol = next((s for k, s in scope.visible().items() if k == key), None)
    of_one = symbol is not None and symbol.kind in ("fun", "def") and len(symbol.arguments) == len(symbol.params) == 1
    if symbol is None or not of_one or symbol.arguments[0].cols:
        return None
    rows = symbol.arguments[0].rows
    return (rf"\mathbb{{R}}^{{{size_latex(product(rows))}}}" if rows else r"\mathbb{R}"), symbol.shape.is_scalar


def _lines(
    tree: Syn,
    said: _Said,
    domain: str,
    of_numbers: bool,
    letters: Sequence[str],
    scope: Scope,
    before: list[Phrase] | None,
) -> list[list[Syn]] | None:
    """The inequalities, with what earlier phrases say together with these; of a claim (no list of them) the first ones alone."""
    name = tree.children[0].children[0] if tree.kind == "relation" else tree
    first, second = letters
    found: list[list[Syn]] = []
    for phrase, constant in said.phrases:
        if phrase in _OF_NUMBERS and not of_numbers:
            return None
        told = "" if constant is None else to_latex(constant)
        if constant is not None and constant.kind != "num" and before is not None:
            key = whole_key(constant)
            new = key is not None and scope.find(key) is None
            found.append(_parsed(rf"{told} \in \mathbb{{R}}_{{>0}}" if new else rf"{told} > 0", tree))
        factor = rf"\left({told}\right)" if constant is not None and constant.kind == "juxt" else told
        values = {"F": to_latex(name), "A": first, "B": second, "P": factor}
        alone = _PROPERTIES[phrase] if before is not None else _PROPERTIES[phrase][:1]
        more = before is not None and domain.startswith(r"\mathbb{R}")
        together = _together(before, (phrase, constant)) if before is not None and more else []
        for formula, own in [*((f, values) for f in alone), *((f, values | v) for f, v in together)]:
            text = re.sub(r"(?<![\\A-Za-z])[FABPM](?![A-Za-z])", lambda m, v=own: v[m[0]], formula)
            found.append(_parsed(rf"{text} \quad \forall {first}, {second} \in {domain}", tree))
        if before is not None:
            before.append((phrase, constant))
    return found


def _together(before: Sequence[Phrase], new: Phrase) -> Iterator[tuple[str, dict[str, str]]]:
    """What a phrase says beside those before it: convex and smooth, with the constants of both."""
    for old in before:
        for (convex, modulus), (smooth, constant) in ((old, new), (new, old)):
            if convex in _CONVEX and smooth == "P smooth" and constant is not None:
                values = {"P": to_latex(constant)}
                yield from ((formula, values) for formula in _COCOERCIVE)
                if modulus is not None:
                    yield from ((formula, {**values, "M": to_latex(modulus)}) for formula in _BETWEEN)


def _parsed(text: str, tree: Syn) -> list[Syn]:
    return [_at(part, tree.span) for part in statements(text)]


def _at(tree: Syn, span: tuple[int, int]) -> Syn:
    return Syn(tree.kind, tree.value, tuple(_at(child, span) for child in tree.children), span)


__all__ = ["of_functions"]
