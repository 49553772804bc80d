r"""Properties in words behind a declaration or a name of a given block: ``R \in \mathbb{R}^{r \times r} \text{ invertible}``.

They are hypotheses: each phrase says what its formulas say with the name put in for Z. Some words mean one thing of square
matrices or of vectors alone: of an oblong orthogonal matrix nobody knows which product is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from derive.errors import NotSupported
from derive.language.declarations.assume import strip_text
from derive.language.parsing.parser import parse
from derive.language.parsing.trailing import marked
from derive.language.scope.scope import Scope
from derive.language.tree.names import whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unnamed
from derive.language.tree.words import REMARKS, opening_text, opening_word, spoken

_SEMIDEFINITE, _STOCHASTIC = (r"Z \succeq 0",), (r"Z \ge 0", r"Z \mathbf{1} = \mathbf{1}")
_LOWER, _UPPER = r"\operatorname{triu}(Z) = Z \odot I", r"\operatorname{tril}(Z) = Z \odot I"
_ONES = r"\operatorname{diag}(Z) = \mathbf{1}"
_PROPERTIES: dict[str, tuple[str, ...]] = {
    "symmetric": (r"Z = Z^\top",),
    "skew symmetric": (r"Z = -Z^\top",), "antisymmetric": (r"Z = -Z^\top",), "skew": (r"Z = -Z^\top",),
    "orthogonal": (r"Z^\top Z = I",),
    "invertible": (r"\det(Z) \ne 0",), "nonsingular": (r"\det(Z) \ne 0",), "non singular": (r"\det(Z) \ne 0",),
    "full rank": (r"\det(Z^\top Z) \ne 0",), "singular": (r"\det(Z) = 0",),
    "full column rank": (r"\det(Z^\top Z) \ne 0",), "full row rank": (r"\det(Z Z^\top) \ne 0",),
    "orthonormal columns": (r"Z^\top Z = I",), "orthonormal rows": (r"Z Z^\top = I",),
    "positive definite": (r"Z \succ 0",), "pd": (r"Z \succ 0",), "spd": (r"Z \succ 0",),
    "positive semidefinite": _SEMIDEFINITE, "positive semi definite": _SEMIDEFINITE, "psd": _SEMIDEFINITE,
    "nonnegative definite": _SEMIDEFINITE, "spsd": _SEMIDEFINITE,
    "negative definite": (r"Z \prec 0",), "negative semidefinite": (r"Z \preceq 0",), "negative semi definite": (r"Z \preceq 0",),
    "lower triangular": (_LOWER,), "upper triangular": (_UPPER,),
    "unit lower triangular": (_LOWER, _ONES), "unit upper triangular": (_UPPER, _ONES),
    "strictly lower triangular": (r"\operatorname{triu}(Z) = \mathbf{0}",), "strictly upper triangular": (r"\operatorname{tril}(Z) = \mathbf{0}",),
    "diagonal": (r"Z = Z \odot I",), "idempotent": (r"Z Z = Z",),
    "orthogonal projection": (r"Z = Z^\top", r"Z Z = Z"), "orthogonal projector": (r"Z = Z^\top", r"Z Z = Z"),
    "stochastic": _STOCHASTIC, "row stochastic": _STOCHASTIC, "column stochastic": (r"Z \ge 0", r"Z^\top \mathbf{1} = \mathbf{1}"),
    "doubly stochastic": (*_STOCHASTIC, r"Z^\top \mathbf{1} = \mathbf{1}"),
    "nonnegative": (r"Z \ge 0",), "non negative": (r"Z \ge 0",), "positive": (r"Z > 0",),
    "nonzero": (r"Z \ne 0",), "non zero": (r"Z \ne 0",),
    "unit": (r"\|Z\|_2 = 1",), "unit norm": (r"\|Z\|_2 = 1",), "unit length": (r"\|Z\|_2 = 1",),
}  # fmt: skip
"""What a phrase says of Z; hyphens are written as spaces."""
PHRASES = frozenset(_PROPERTIES)
_LONGEST = max(len(phrase.split()) for phrase in _PROPERTIES)

OF_SQUARES = {
    "orthogonal": r"write u^\top v = 0 for vectors, Q^\top Q = I for orthonormal columns",
    "full rank": "say full column rank or full row rank of an oblong one",
    "singular": "",
    **dict.fromkeys((p for p in _PROPERTIES if p.endswith("triangular")), ""),
}
"""Phrases that are read of square matrices alone, and what to write of others."""
OF_VECTORS = {
    "positive": r"write A > 0 for the entries of a matrix, A \succ 0 for a positive definite one",
    "unit": r"write \|A\|_2 = 1 or \|A\|_F = 1 for a matrix",
    "unit norm": r"write \|A\|_2 = 1 or \|A\|_F = 1 for a matrix",
    "unit length": "",
}
"""Phrases that are read of numbers and vectors alone, and what to write of others."""

_AROUND = frozenset(
    "is are be an a both all matrix matrices vector vectors and which that also has have with of real square".split()
)
_PLURAL = frozenset(["are", "both", "all", "have"])
"""Words that say something of several names."""
_IN_FRONT = ("let", "suppose", "assume", "where", "with", "and", "the matrix", "the matrices", "both", "given")
Named = tuple[str, Syn]
"""A phrase, and a name of which it is said."""


@about("text", untouched=unnamed)
def with_properties(trees: Sequence[tuple[Syn, int]]) -> tuple[list[tuple[Syn, int]], list[Named]]:
    """Put hypotheses for the words that name a property of what stands in front of them.

    Args:
        trees: The statements of a given block with their lines.

    Returns:
        The statements with the hypotheses, and the names whose shapes decide whether a phrase can be read (`check_named`).
    """
    found: list[tuple[Syn, int]] = []
    named: list[Named] = []
    parts = [(part, line) for tree, line in trees for part in _cut(tree)]
    for tree, line in parts:
        in_front = _in_front(tree)
        if in_front is not None:
            declaration, phrases = in_front
            found += [
                (declaration, line),
                *((f, line) for n in names_of(declaration) for f in formulas_of(phrases, n, tree.span)),
            ]
            named += named_of(names_of(declaration), phrases)
            continue
        phrases = phrases_of(tree)
        before, place = found[-1] if found else (tree, -1)
        names = names_of(before) if phrases and place == line else []
        if not names:
            found.append((tree, line))
            continue
        if before.kind == "relation":
            names = _declared(tree, [t for t, at in found if at == line])
        else:
            found.pop()  # names on their own: 'Q, R are invertible'
            while (
                found and found[-1][1] == line and (more := names_of(found[-1][0])) and found[-1][0].kind != "relation"
            ):
                names = [*more, *names]
                found.pop()
        found += [(formula, line) for name in names for formula in formulas_of(phrases, name, tree.span)]
        named += named_of(names, phrases)
    return found, named


def _in_front(tree: Syn) -> tuple[Syn, list[str]] | None:
    r"""Return the declaration in ``\text{symmetric } S \in \mathbb{R}^{n \times n}``, and the properties in front of its names."""
    text, rest = opening_text(tree), strip_text(tree)
    if text is None or rest is None or rest.kind != "relation" or rest.value != "in" or not names_of(rest):
        return None
    words = spoken(text)
    lead = next((w for w in sorted(_IN_FRONT, key=len, reverse=True) if words.startswith(f"{w} ")), "")
    phrases, left = split_words(words.removeprefix(lead))
    if not phrases or left or text.value.rstrip().endswith((",", ";", ".")):
        return None
    return rest, phrases


def formulas_of(phrases: Sequence[str], name: Syn, span: tuple[int, int]) -> list[Syn]:
    """Return what phrases say of a name, in the place of the phrases."""
    return [_said_of(formula, name, span) for phrase in phrases for formula in _PROPERTIES[phrase]]


def named_of(names: Sequence[Syn], phrases: Sequence[str]) -> list[Named]:
    """Return of which names phrases are said that are not read of every shape."""
    return [(p, name) for name in names for p in phrases if p in OF_SQUARES or p in OF_VECTORS]


def check_named(scope: Scope, named: Sequence[Named]) -> None:
    """Check that words that mean something of square matrices alone, or of vectors alone, are said of them.

    Raises:
        NotSupported: If one is said of something else, or of what has no shape.
    """
    for phrase, name in named:
        key = whole_key(name)
        symbol = None if key is None else scope.find(key)
        shape = symbol.shape if symbol is not None and symbol.kind in ("var", "def") else None
        of_squares = phrase in OF_SQUARES
        what, advice = ("a square matrix", OF_SQUARES) if of_squares else ("a number or a vector", OF_VECTORS)
        if shape is None or (shape.rows != shape.cols if of_squares else shape.cols):
            hint = f"; {advice[phrase]}" if advice[phrase] else ""
            raise NotSupported(f"the word '{phrase}' is read of {what} alone{hint}", name.span[0])


def _cut(tree: Syn) -> list[Syn]:
    r"""Cut behind the properties in ``A \text{ is symmetric, } B \text{ is orthogonal}``: a comma or an 'and' ends them."""
    text, rest = opening_text(tree), strip_text(tree)
    if text is None or rest is None or tree.kind == "text":
        return [tree]
    words = text.value.replace("~", " ").rstrip()
    conjoined = words.endswith(" and")
    said = Syn("text", words.removesuffix(" and"), (), text.span)
    if not (conjoined or words.endswith((",", ";"))) or not phrases_of(said):
        return [tree]
    return [said, marked(Syn("text", "and", (), text.span), rest) if conjoined else rest]


def _declared(text: Syn, line: Sequence[Syn]) -> list[Syn]:
    """Return the names of the declarations in front of a property: those of the last one alone, unless it is said of several.

    Args:
        text: The words that name the property.
        line: The statements of the line up to there.

    Raises:
        NotSupported: It is not certain of which names the property is said.
    """
    last = names_of(line[-1])
    words = set(spoken(text).replace(",", " ").split())
    if not words & _PLURAL:
        return last
    run: list[Syn] = []
    while len(run) < len(line) and line[-1 - len(run)].kind == "relation" and names_of(line[-1 - len(run)]):
        run.insert(0, line[-1 - len(run)])
    conjoined = opening_word(line[-1]) == "and"
    like = [t for t in run[:-1] if t.children[1].same(run[-1].children[1])]
    names = [name for tree in run for name in names_of(tree)]
    if len(run) == 1 or (len(last) > 1 and not conjoined and not like):
        return last
    among = len(last) == 1 or conjoined
    if among and (len(names) == 2 if "both" in words else len(run) == 2 or len(like) == len(run) - 1):
        return names
    raise NotSupported(
        "a property of several declarations: it is not certain of which of them it is said",
        text.span[0],
        r"declare them together, as in A, B \in \mathbb{R}^{n \times n} \text{ symmetric}, or say it behind each of them",
    )


def phrases_of(tree: Syn) -> list[str]:
    """Return the properties that a text names, none if it says anything else."""
    phrases, left = split_words(spoken(tree)) if tree.kind == "text" else ([], "")
    return [] if left else phrases


def split_words(text: str) -> tuple[list[str], str]:
    """Return the properties that words begin with, and the words behind them, as in 'is symmetric, then' and 'symmetric and'."""
    words = text.lower().translate(str.maketrans(",.;-~", "     ")).split()
    found: list[str] = []
    while words:
        if words[0] in _AROUND:
            words = words[1:]
            continue
        sizes = range(min(_LONGEST, len(words)), 0, -1)
        size = next((k for k in sizes if " ".join(words[:k]) in _PROPERTIES), None)
        if size is None:
            break
        found.append(" ".join(words[:size]))
        words = words[size:]
    return found, " ".join(words) or ("and" if text.rstrip().endswith(" and") else "")


def names_of(tree: Syn) -> list[Syn]:
    """Return the names of a declaration, or the name that a statement is."""
    left = tree
    if tree.kind == "relation":
        if tree.value != "in":
            return []
        left = tree.children[0]
    names = list(left.children) if left.kind == "list" else [left]
    first = names[0]
    if first.kind == "juxt" and len(first.children) == 2 and spoken(first.children[0]) in (*_IN_FRONT, *REMARKS):
        names[0] = first.children[1]
    return names if all(whole_key(name) is not None and name.kind != "juxt" for name in names) else []


def _said_of(formula: str, name: Syn, span: tuple[int, int]) -> Syn:
    """A formula with a name for Z, in the place of the phrase."""

    def put(node: Syn) -> Syn:
        if node.kind == "name" and node.value == ":Z":
            return name
        return Syn(node.kind, node.value, tuple(map(put, node.children)), span if node.span[0] >= 0 else node.span)

    return put(_parsed(formula))


@cache
def _parsed(formula: str) -> Syn:
    return parse(formula)


__all__ = [
    "OF_SQUARES",
    "OF_VECTORS",
    "PHRASES",
    "Named",
    "check_named",
    "formulas_of",
    "named_of",
    "names_of",
    "phrases_of",
    "split_words",
    "with_properties",
]
