r"""How names are written: style, plain text, LaTeX, and the possible splits of a scripted symbol.

``\mathbf{W}_Q^\top`` has the style ``bf`` and the plain name ``W_Q`` (a transpose mark is never part of a name).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from derive.language.tree.script_marks import label_and_mark
from derive.language.tree.syntax import Syn

PLAIN_STYLES = ("", "bf", "bi", "rm", "cal", "bb", "sf", "it", "tt", "frak", "scr", "bold", "up")
ACCENTED = frozenset("hat tilde bar dot ddot check breve underline acute grave mathring".split())
EMPTY = Syn("empty")


class Key(NamedTuple):
    """A written name: its style and its text."""

    style: str
    plain: str


@lru_cache(maxsize=4096)
def split_style(value: str) -> Key:
    """Split the value of a name node; decorations such as a hat belong to the plain text, and a d in front of the name."""
    style, _, base = value.rpartition(":")
    parts = [p for p in style.split(".") if p]
    decorations = [p for p in parts if p not in (*PLAIN_STYLES, "d")]
    plain = "_".join([*decorations, base])
    return Key(".".join(p for p in parts if p in PLAIN_STYLES), f"d {plain}" if "d" in parts else plain)


def flat(syn: Syn) -> str | None:
    """Return the text of a node as (part of) a name, None if it cannot be one.

    What is grouped stays so: the texts of ``x_{a^b}`` and ``x_a^b``, of ``W_\\mu`` and ``W_{mu}`` differ.
    """
    if syn.kind == "name":
        key = split_style(syn.value)
        return spelled(key.plain) if key.style == "rm" else key.plain
    if syn.kind in ("num", "text", "function"):
        return spelled(syn.value)
    if syn.kind == "colon":
        return ":"
    if syn.kind == "star":
        return "*"
    if syn.kind == "dots":
        return None
    if syn.kind == "bigop" and all(c.kind == "empty" for c in syn.children):
        return syn.value if syn.value in ("max", "min") else None
    if syn.kind == "script":
        base, sub, sup = (flat(c) if c.kind != "empty" else "" for c in syn.children)
        if base is None or sub is None or sup is None:
            return None
        return "{" + base + (f"_{sub}" if sub else "") + (f"^{sup}" if sup else "") + "}"
    parts = [flat(c) for c in syn.children]
    if any(p is None for p in parts):
        return None
    words = [p for p in parts if p is not None]
    if syn.kind == "list":
        return ",".join(words)
    if (syn.kind, syn.value) == ("infix", "mid") and all(words):
        return "|".join(words)
    if syn.kind == "juxt":
        greek = any(part.kind == "name" and word in GREEK for part, word in zip(syn.children, words, strict=True))
        return " ".join(words) if greek else spelled("".join(words))
    if syn.kind == "prime":
        return "{" + words[0] + "'" * int(syn.value or 1) + "}"
    if syn.kind == "group":
        ends = {"(": "()", "[": "[]", "{": ("", "")}.get(syn.value)
        return None if ends is None else f"{ends[0]}{words[0]}{ends[1]}"
    if syn.kind == "add":
        first = 1 if len(words) > 1 and syn.value.startswith("+") else 0
        return "".join(s + w for s, w in zip(syn.value, words, strict=True))[first:]
    return None


def spelled(word: str) -> str:
    r"""Return a word of letters so that it differs from the name of the Greek letter that it spells."""
    return " ".join(word) if word in GREEK else word


def bare(syn: Syn) -> Syn:
    """Remove invisible braces (and brackets around a single name)."""
    while syn.kind == "group" and syn.value == "{" and len(syn.children) == 1:
        syn = syn.children[0]
    return syn


def is_empty(syn: Syn) -> bool:
    """Whether it is the node that stands for a script that is not there."""
    return syn.kind == "empty"


def base_key(syn: Syn) -> Key | None:
    """Return the key of an unscripted name."""
    syn = bare(syn)
    if syn.kind == "name":
        return split_style(syn.value)
    if syn.kind == "function":
        return Key("", syn.value)
    if syn.kind == "prime":
        inner = base_key(syn.children[0])
        return Key(inner.style, inner.plain + "'" * int(syn.value or 1)) if inner else None
    return None


class Split(NamedTuple):
    """One way to read a scripted symbol: a name, and the scripts that are not part of it."""

    key: Key
    sub: Syn
    sup: Syn


def with_prime_inside(syn: Syn) -> Syn:
    """Return ``s'_i`` for ``s_i'``: print shows no difference."""
    inner = bare(syn.children[0]) if syn.kind == "prime" else syn
    if syn.kind != "prime" or inner.kind != "script":
        return syn
    base, sub, sup = inner.children
    return Syn(
        "script", inner.value, (with_prime_inside(Syn("prime", syn.value, (base,), syn.span)), sub, sup), syn.span
    )


def splits(syn: Syn) -> Iterator[Split]:
    """Yield the ways to split a symbol into a name and remaining scripts, the longest name first."""
    syn = bare(syn)
    if syn.kind == "prime" and bare(syn.children[0]).kind == "script":
        yield from splits(with_prime_inside(syn))
        return
    if syn.kind != "script":
        key = base_key(syn)
        if key is not None:
            yield Split(key, EMPTY, EMPTY)
        return
    base, sub, sup = syn.children
    lower = None if is_empty(sub) else flat(sub)
    upper = None if is_empty(sup) or any(n.kind == "top" for _, n in sup.walk()) else flat(sup)
    found = label_and_mark(bare(sup))
    label, mark = (flat(found[0]), found[1]) if found is not None else (None, EMPTY)
    for key, inner_sub, inner_sup in splits(base):
        if not (is_empty(inner_sub) and is_empty(inner_sup)):
            continue
        if lower is not None and upper is not None:
            yield Split(Key(key.style, f"{key.plain}_{lower}^{upper}"), EMPTY, EMPTY)
        if label is not None and lower is not None:
            yield Split(Key(key.style, f"{key.plain}_{lower}^{label}"), EMPTY, mark)
        if lower is not None:
            yield Split(Key(key.style, f"{key.plain}_{lower}"), EMPTY, sup)
        if upper is not None:
            yield Split(Key(key.style, f"{key.plain}^{upper}"), sub, EMPTY)
        if label is not None:
            yield Split(Key(key.style, f"{key.plain}^{label}"), sub, mark)
        yield Split(key, sub, sup)


def labelled(syn: Syn) -> Split | None:
    r"""Split ``\pi_{\text{ref}, j}`` into the name ``\pi_{\text{ref}}`` and its index j, ``x_{0, i}`` too; None if no label and index stand below a name."""
    syn = bare(syn)
    sub = bare(syn.children[1]) if syn.kind == "script" else EMPTY
    key = base_key(syn.children[0]) if sub.kind == "list" and sub.value == "," else None
    label = flat(sub.children[0]) if key is not None else None
    if key is None or label is None:
        return None
    rest = sub.children[1:]
    inner = rest[0] if len(rest) == 1 else Syn("list", ",", rest, sub.span)
    return Split(Key(key.style, f"{key.plain}_{label}"), inner, syn.children[2])


def upper_index(sup: Syn) -> tuple[Syn, Syn] | None:
    r"""Split the superscript of ``x^{(i)}``, ``x^{[i]}`` or ``x^{(i)\top}`` into what stands in the brackets and the mark behind."""
    sup = bare(sup)
    first, *rest = sup.children if sup.kind in ("juxt", "list") else (sup,)
    if first.kind != "group" or first.value not in ("(", "[") or len(rest) > 1 or any(bare(r).kind != "top" for r in rest):
        return None
    return first.children[0], rest[0] if rest else EMPTY


def bold_word(syn: Syn) -> str | None:
    r"""Return ``dP`` for ``\mathbf{dP}``: letters of one style in one pair of braces, which may be one name."""
    if syn.kind == "script":
        return bold_word(syn.children[0])
    if syn.kind != "group" or syn.value != "{" or syn.children[0].kind != "juxt":
        return None
    *front, last = syn.children[0].children
    while last.kind == "script":
        last = last.children[0]
    parts = [node.value.rpartition(":") for node in (*front, last) if node.kind == "name"]
    styles = {style for style, _, _ in parts}
    letters = [letter for _, _, letter in parts]
    same = len(parts) == len(front) + 1 and len(styles) == 1 and "" not in styles
    return "".join(letters) if same and all(len(x) == 1 and x.isalpha() for x in letters) else None


def declared_words(keys: Iterable[Key]) -> set[str]:
    r"""Return the words that declared names are: ``\mathbf{dP}`` is one name, also with scripts, as in ``\mathbf{dP}^{(1)}``."""
    keys = list(keys)
    stems = {re.split("[_^]", key.plain)[0] for key in keys if key.style}
    return {key.plain for key in keys} | {stem for stem in stems - ACCENTED if len(stem) > 1 and stem.isalpha()}


def whole_key(syn: Syn) -> Key | None:
    """Return the name that all of a symbol is, scripts included (for declarations), None if it is not one."""
    syn = bare(syn)
    if syn.kind == "juxt" and len(syn.children) == 2:
        # \Delta X is one name if it is declared.
        first, second = base_key(syn.children[0]), whole_key(syn.children[1])
        if first is not None and second is not None and first.plain in ("Delta", "delta"):
            return behind(first, second)
        return None
    if syn.kind == "partial" and len(syn.children) == 1:
        second = whole_key(syn.children[0])
        return behind(Key("", syn.value), second) if second else None
    for key, sub, sup in splits(syn):
        return key if is_empty(sub) and is_empty(sup) else None
    return None


def behind(first: Key, second: Key) -> Key:
    r"""Return the key of ``\Delta X``; the space in its text keeps it apart from ``\Delta_X``."""
    return Key(second.style, f"{first.plain} {second.plain}")


def bracket(syn: Syn) -> tuple[tuple[Syn, ...], Syn, Syn] | None:
    """Return the arguments of a parenthesis and the scripts after it, None if a node is no parenthesis."""
    if syn.kind == "group" and syn.value == "(":
        inner = syn.children[0]
        if (inner.kind, inner.value) in (("list", ";"), ("infix", "mid")):  # f(x; W, b), p(x \mid y, z)
            parts = (p.children if (p.kind, p.value) == ("list", ",") else (p,) for p in inner.children)
            return tuple(p for part in parts for p in part), EMPTY, EMPTY
        return (inner.children if inner.kind == "list" else (inner,)), EMPTY, EMPTY
    if syn.kind == "script":
        inner_bracket = bracket(syn.children[0])
        if inner_bracket is not None and is_empty(inner_bracket[1]) and is_empty(inner_bracket[2]):
            return inner_bracket[0], syn.children[1], syn.children[2]
    return None


def is_grouping(content: Syn) -> bool:
    r"""Return whether braces ``\{ ... \}`` around a content are brackets and no set."""
    kinds = ("list", "relation", "empty", "dots")
    return content.kind not in kinds and (content.kind, content.value) != ("infix", "mid")


GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell"
).split()


def is_index_letter(plain: str) -> bool:
    r"""Return whether a plain name without its primes is one letter, as indices are; ``\ell`` is one."""
    return len(plain) == 1 or plain == "ell"


def word_latex(word: str) -> str:
    """Return the LaTeX of a plain name: a Greek command, a letter, or upright text."""
    if word in GREEK:
        return f"\\{word}"
    return word if len(word) <= 1 or not word.isalpha() else f"\\mathrm{{{word}}}"


def plain_latex(plain: str) -> str:
    """Return LaTeX for a core name (``W_Q`` gives ``W_{Q}``), without knowing how it was written."""
    plain = plain.split("~", maxsplit=1)[0]
    style, dot, rest = plain.partition(".")
    if dot and style in PLAIN_STYLES:
        return f"\\math{style}{{{plain_latex(rest)}}}"
    if plain.startswith(("Delta ", "delta ", "d ")):
        head, _, rest = plain.partition(" ")
        return f"d{plain_latex(rest)}" if head == "d" else f"\\{head} {plain_latex(rest)}"
    accent, _, rest = plain.partition("_")
    if rest and accent in ACCENTED:
        printed = plain_latex(rest)
        end = next((k for k, c in enumerate(printed) if c in "_^'"), len(printed))
        return f"\\{accent}{{{printed[:end]}}}{printed[end:]}"
    found = re.fullmatch(r"([^_^'{}]+)('*)(?:_((?:[^^{}]|\{.*?\})+))?(?:\^(.+))?", plain)
    if found is None:
        return f"\\mathrm{{{re.sub(r'[^A-Za-z0-9]', ' ', plain)}}}"
    base, primes, sub, sup = found.groups()
    sub = _label_latex(sub) if sub else ""
    return word_latex(base) + primes + (f"_{{{sub}}}" if sub else "") + (f"^{{{sup}}}" if sup else "")


def _label_latex(text: str) -> str:
    """Return LaTeX for the text of a subscript."""
    if re.fullmatch(r"\{[^{}]*\}", text):
        return plain_latex(text[1:-1])
    return " ".join(word_latex(word) for word in text.split(" "))


def word(syn: Syn) -> str | None:
    """Return the word that a subscript is (``max`` may come as an operator)."""
    syn = bare(syn)
    if syn.kind == "bigop":
        return syn.value
    if syn.kind == "infix" and syn.value == "ast" and all(is_empty(c) for c in syn.children):
        return "*"
    text = flat(syn)
    return text[1:-1] if text is not None and text.startswith("{") else text
