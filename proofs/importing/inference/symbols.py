r"""Which names a formula speaks of, and what letters are used for.

A name is a letter with its style and the scripts that belong to it (``\Sigma_{1}``, ``W^{(l)}``); scripts that count
(``x_i``, ``A_{jk}``) are places in it. Bold letters are vectors and matrices wherever a text has bold letters at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from derive.language.printing.latex import to_latex
from derive.language.tree.names import GREEK, bare, split_style
from derive.language.tree.syntax import Syn

INDICES = frozenset("i j k l m n p q r s t".split())
BUILT_IN = frozenset({"bb:R", "bb:N", "bb:Z", "bb:E", "bb:P", "bb:C"})
CONSTANTS = frozenset("a b c d e A B C D E alpha beta gamma lambda".split())
"""Letters of what does not depend on the variable of a derivative, where nothing says otherwise."""
FUNCTIONS = frozenset("f g h F G H phi psi Phi Psi".split())
"""Letters of functions, where an argument in round brackets follows."""
NUMBERS = frozenset(
    "a c d e i j k l m n p q r s t N T K alpha beta gamma epsilon varepsilon lambda eta rho tau kappa zeta omega".split()
)
"""Letters of numbers, where a text has no bold letters: the rest of the small ones may be vectors as well."""
EITHER = frozenset("b h q s p".split())


@dataclass(frozen=True, slots=True)
class Name:
    """A name: how it is written, its style and its letter.

    Attributes:
        latex: Its LaTeX.
        style: Its style, such as ``bf``.
        letter: Its letter without style and scripts.
        scripted: It has scripts that belong to it.

    """

    latex: str
    style: str
    letter: str
    scripted: bool = False

    @property
    def bold(self) -> bool:
        """Whether it is set in bold."""
        return any(part in ("bf", "bi") for part in self.style.split(".")) or "vec" in self.style.split(".")

    @property
    def capital(self) -> bool:
        """Whether its letter is a capital."""
        return self.letter[:1].isupper()

    @property
    def base(self) -> str:
        """Its letter with its decoration, without style: ``x_i`` may be a place in ``\\mathbf{x}``."""
        return "_".join([*(p for p in self.style.split(".") if p not in ("bf", "bi", "", "vec")), self.letter])


def name_of(node: Syn) -> Name | None:
    """The name that a node without scripts is, None if it is none."""
    node = bare(node)
    return _name(node.value) if node.kind == "name" and node.value not in BUILT_IN else None


@lru_cache(maxsize=4096)
def _name(value: str) -> Name | None:
    style, _, letter = value.rpartition(":")
    if letter in ("infty", "pi", "partial", "dagger", "+") or letter.isdigit():
        return None
    return Name(to_latex(Syn("name", value)), style, letter)


def whole_name(node: Syn) -> Name | None:
    """The name that a node is with all its scripts: a size, ``s_{l}``."""
    node = bare(node)
    if node.kind != "script":
        return name_of(node) if node.kind == "name" else None
    base = name_of(node.children[0])
    return None if base is None else Name(to_latex(node), base.style, base.letter, True)


def function_name(node: Syn, bases: frozenset[str]) -> Name | None:
    r"""The name of a function that a node in front of a bracket may be, ``\alpha_t`` or ``\mathbb{N}``; None if it is none."""
    node = bare(node)
    if node.kind == "name" and node.value in BUILT_IN:
        style, _, letter = node.value.rpartition(":")
        return Name(to_latex(node), style, letter)
    found = taken_apart(node, bases) if node.kind in ("name", "script") else None
    return None if found is None or found.places or found.power is not None else found.name


@dataclass(frozen=True, slots=True)
class Scripted:
    """A name with its scripts taken apart.

    Attributes:
        name: The name, with the scripts that belong to it.
        places: Scripts that count, or none.
        power: The superscript that is no part of the name, or None.
        numbered: The place is written with numbers alone: it may be a part of the name.

    """

    name: Name
    places: tuple[Syn, ...] = ()
    power: Syn | None = None
    numbered: bool = False


def taken_apart(node: Syn, bases: frozenset[str]) -> Scripted | None:
    """Take a scripted name apart; `bases` are the letters that stand without places somewhere."""
    node = bare(node)
    if node.kind == "name":
        found = name_of(node)
        return None if found is None else Scripted(found)
    if node.kind != "script":
        return None
    base, sub, sup = (bare(child) for child in node.children)
    found = name_of(base)
    if found is None and base.value == ":pi" and sub.kind != "empty":
        found = Name(to_latex(base), "", "pi")  # a policy, a weight: the number has no subscript
    if found is None:
        return None
    marks: list[Syn] = []
    power: Syn | None = None
    if sup.kind == "group" and sup.value == "(" or sup.kind == "star":
        marks.append(sup)
    elif sup.kind != "empty":
        power = sup
    places = tuple(sub.children) if sub.kind in ("list", "juxt") else () if sub.kind == "empty" else (sub,)
    counts = bool(places) and all(_counts(place) for place in places) and not any((place.kind, place.value) == ("num", "0") for place in places)
    numbered = counts and all(place.kind == "num" for place in places)
    labelled = sup in marks and any(one.kind == "name" for one in sup.nodes())
    if sub.kind != "empty" and not (counts and _is_place(found, len(places), numbered, bases, bool(marks), labelled)):
        marks.append(sub)
        places = ()
    if not marks:
        return Scripted(found, places, power, numbered)
    label = Syn("script", "", (base, sub if sub in marks else Syn("empty"), sup if sup in marks else Syn("empty")))
    return Scripted(Name(to_latex(label), found.style, found.letter, True), places, power, numbered)


def _is_place(
    name: Name, count: int, numbered: bool, bases: frozenset[str], marked: bool = False, labelled: bool = False
) -> bool:
    """Whether subscripts that count are places in a vector or matrix that the text writes without them."""
    if marked:  # W^{(l)}_{ij}, where W^{(l)} is written without places somewhere
        return labelled and not numbered and f"{name.base}^()" in bases
    if numbered and f"{name.base}#" in bases:  # \mu_1 is transposed somewhere: a vector of its own
        return False
    if count == 2 and name.base.lower() in {base.lower() for base in bases}:
        return True
    return name.base in bases and count == 1 and not (numbered and name.capital)


def is_entry(node: Syn) -> bool:
    """Whether a node is a name with subscripts that count: an entry, a member of a family."""
    node = bare(node)
    if node.kind != "script" or node.children[1].kind == "empty":
        return False
    sub = bare(node.children[1])
    places = sub.children if sub.kind in ("list", "juxt") else (sub,)
    return all(_counts(place) for place in places) and any(bare(place).kind != "num" for place in places)


def _counts(node: Syn) -> bool:
    node = bare(node)
    if node.kind == "add":
        return all(_counts(child) for child in node.children)
    return node.kind in ("num", "colon") or (node.kind == "name" and node.value.removeprefix(":") in INDICES)


def names_in(tree: Syn, bases: frozenset[str]) -> Iterator[tuple[Scripted, Syn]]:
    """Yield the names of a formula with the nodes that they are, each occurrence; what scripts hold is not among them."""
    stack = [tree]
    while stack:
        node = stack.pop()
        found = taken_apart(node, bases) if node.kind in ("name", "script") else None
        if found is not None:
            yield found, node
            if found.power is not None:
                stack.append(found.power)
            continue
        if node.kind == "script":
            stack += [node.children[0], node.children[2]]
            stack += [node.children[1]] if node.children[0].kind == "partial" else []  # \nabla_y
            continue
        stack.extend(reversed(node.children))


def bases_of(trees: Iterable[Syn]) -> frozenset[str]:
    """The letters (with decorations, without style) that stand somewhere without a subscript."""
    found: set[str] = set()
    for tree in trees:
        for node in tree.nodes():
            inner = bare(node)
            if inner.kind == "script" and bare(inner.children[1]).kind == "empty":
                name = name_of(inner.children[0])
                mark = "^()" if bare(inner.children[2]).kind == "group" else ""
                found |= {name.base + mark} if name else set()
        found |= _unscripted(tree)
    return frozenset(found)


def primed_variables(trees: Iterable[Syn]) -> frozenset[str]:
    """The names that stand with a prime beside themselves without one, in lists and differences: ``k(x, x')``, ``x - x'``."""
    found: set[str] = set()
    for tree in trees:
        for node in tree.nodes():
            if node.kind in ("list", "add", "relation") or (node.kind, node.value) == ("infix", "mid"):
                alone = {child.value for child in map(bare, node.children) if child.kind == "name"}
                found |= {inner.value for child in map(bare, node.children) if child.kind == "prime" and (inner := bare(child.children[0])).value in alone}
    return frozenset(found - {""})


def with_primed_names(tree: Syn, primed: frozenset[str]) -> Syn:
    """A formula in which names with a prime that are variables are names of their own."""
    if tree.kind == "prime" and bare(tree.children[0]).value in primed:
        return Syn("name", bare(tree.children[0]).value + "'" * int(tree.value or 1), (), tree.span)
    if not primed or not tree.children:
        return tree
    return Syn(tree.kind, tree.value, tuple(with_primed_names(child, primed) for child in tree.children), tree.span)


def numbered_vectors(trees: Iterable[Syn]) -> frozenset[str]:
    """The letters whose numbered members are vectors of their own: transposed, or behind a capital in a product."""
    found: set[str] = set()
    for tree in trees:
        for node in tree.nodes():
            if node.kind == "script" and node.children[2].kind == "top":
                inner = bare(node.children[0])
                terms = inner.children[0] if inner.kind == "group" and inner.children else inner
                found |= {_numbered(node)} | {
                    _numbered(term) for term in (terms.children if terms.kind == "add" else ())
                }
            elif node.kind == "juxt":
                for before, after in pairwise(node.children):
                    name = name_of(before.children[0] if before.kind == "script" else before)
                    found |= {_numbered(after)} if name is not None and name.capital else set()
    return frozenset(f"{base}#" for base in found if base)


def entries_below_labels(trees: Iterable[Syn]) -> set[str]:
    """The letters that have an index below and a label above, ``a_i^{(l)}``, and are no vectors of their own: nothing transposes them."""
    found, vectors = set[str](), set[str]()
    for tree in trees:
        for node in tree.nodes():
            if node.kind == "script" and node.children[2].kind == "top":
                vectors |= _labelled(node.children[0])
            elif node.kind == "group" and node.value == "||":
                terms = node.children[0].children if node.children[0].kind == "add" else node.children
                vectors |= {base for term in terms for base in _labelled(term)}
            elif node.kind == "script":
                found |= _labelled(node)
    return found - vectors


def _labelled(node: Syn) -> set[str]:
    """The letter of a name with an index below and a label in brackets above, marked."""
    node = bare(node)
    if not is_entry(node) or bare(node.children[2]).kind != "group":
        return set()
    name = name_of(node.children[0])
    return set() if name is None else {f"{name.base}^()"}


def _numbered(node: Syn) -> str:
    """The letter of a small name with a number as its subscript, or an empty text."""
    node = bare(node)
    if node.kind != "script" or bare(node.children[1]).kind != "num":
        return ""
    name = name_of(node.children[0])
    return name.base if name is not None and not name.capital else ""


def _unscripted(tree: Syn) -> set[str]:
    found: set[str] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.kind == "script":
            below = name_of(node.children[1])
            if below is not None and (below.letter in GREEK or node.children[0].kind == "partial"):  # h_\theta, \nabla_w
                found.add(below.base)
            if node.children[0].kind != "name":
                stack.append(node.children[0])
            continue
        name = name_of(node) if node.kind == "name" else None
        found |= {name.base} if name else set()
        stack.extend(node.children)
    return found


def has_bold(trees: Iterable[Syn]) -> bool:
    """Whether a text sets vectors and matrices in bold."""
    for tree in trees:
        for node in tree.nodes():
            name = name_of(node) if node.kind == "name" else None
            if name is not None and name.bold and not name.letter.isdigit():
                return True
    return False


def letters(text: str) -> set[str]:
    """The letters that a text of LaTeX has."""
    return set(re.findall(r"\\[A-Za-z]+|[A-Za-z]", text))


__all__ = [
    "Name",
    "Scripted",
    "bases_of",
    "entries_below_labels",
    "function_name",
    "has_bold",
    "is_entry",
    "name_of",
    "names_in",
    "split_style",
    "taken_apart",
]
