"""Says a claim in other words that mean the same: the mirror image, other names, premises in another order, transposed.

What cannot be reworded safely by its text alone is left alone: a rewording must mean the same whoever reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.core import Problem, Rel
from derive.sizes import Shape
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Block, Claim, Settings

KINDS = ("mirror", "renamed", "starred", "premises", "transposed")
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[A-Za-z]|\d+|\s+|.", re.DOTALL)
_TURNED = {"=": "=", "<": ">", ">": "<"} | {
    rf"\{a}": rf"\{b}"
    for left, right in (
        ("le", "ge"),
        ("leq", "geq"),
        ("leqslant", "geqslant"),
        ("preceq", "succeq"),
        ("prec", "succ"),
        ("ll", "gg"),
        ("lt", "gt"),
    )
    for a, b in ((left, right), (right, left))
}
_LOGIC = (r"\implies", r"\Rightarrow", r"\Longrightarrow")
_APART = (
    ",",
    ";",
    r"\\",
    r"\quad",
    r"\qquad",
    r"\text",
    r"\;",
    ":",
    r"\mid",
    r"\iff",
    r"\Leftrightarrow",
    r"\land",
    r"\wedge",
    r"\lor",
)
_ASIDE = re.compile(
    r"\\(sim|propto|asymp|lesssim|gtrsim|approx|to|in|ne|neq|forall|exists|impliedby|equiv|subset\w*|dots|ldots|cdots)(?![A-Za-z])|:=|[oO]\s*(\\left)?\(|\\mathcal\{O\}|\\(Theta|Omega)\s*\("
)
_WORDS = (
    r"\text",
    r"\operatorname",
    r"\mathrm",
    r"\begin",
    r"\end",
    r"\mathbb",
    r"\mathcal",
    r"\mathsf",
    r"\textbf",
    r"\textit",
    r"\mathfrak",
    r"\hspace",
    r"\tag",
    r"\label",
)
_OPEN = ("{", "(", "[", r"\{", r"\begin", r"\langle", r"\lfloor", r"\lceil", r"\lvert", r"\lVert")
_CLOSE = ("}", ")", "]", r"\}", r"\end", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", r"\rVert")
SPECIAL = frozenset("dDeEiIjTKoOPNRHVr")
"""Letters that mean something by themselves somewhere: differentials, units, identities, transposes, probabilities, vec_r."""
POOLS = {"size": "nmpqrlks", "function": "fgh", "matrix": "ABCMXYZWQFGSU", "vector": "xyzuvwqpgh", "number": "abcst"}
"""Letters by habit: `x > 0` declares no number, and `a > 0` does."""


def rewordings(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Yield the claim in other words, with the kind of the rewording."""
    for kind, make in (
        ("mirror", mirrored),
        ("renamed", renamed),
        ("starred", starred),
        ("premises", reordered),
        ("transposed", transposed),
    ):
        other = make(claim)
        if other is not None and other != claim:
            yield kind, other


# Sides exchanged.


def mirrored(claim: Claim) -> Claim | None:
    """Exchange the sides of the only relation of a claim, or of its conclusion, and turn the relation."""
    parts = _sides(claim)
    if parts is None:
        return None
    before, left, relation, right, after = parts
    return _with_math(claim, f"{before}{right} {_TURNED[relation]} {left}{after}")


def transposed(claim: Claim) -> Claim | None:
    """Transpose both sides of an equation of matrices without derivatives."""
    parts = _sides(claim)
    if (
        parts is None
        or parts[2] != "="
        or re.search(r"\\(partial|nabla|dot|ddot|mathrm\{d\})|\bd[A-Za-z\\]|\bD\b", claim.statement)
    ):
        return None
    goals = [problem.goal for problem in _problems(claim)]
    if not goals or any(
        not isinstance(goal, Rel) or goal.lhs.shape.is_scalar or goal.rhs.shape.is_scalar for goal in goals
    ):
        return None
    before, left, relation, right, after = parts
    return _with_math(claim, rf"{before}\left({left}\right)^\top {relation} \left({right}\right)^\top{after}")


def _sides(claim: Claim) -> tuple[str, str, str, str, str] | None:
    """What stands before the only relation's left side, that side, the relation, the other side, and what follows."""
    if len(claim.math) != 1 or _ASIDE.search(claim.math[0].text):
        return None
    tokens = _tokens(claim.math[0].text)
    depths = _depths(tokens)
    if depths is None:
        return None
    top = [k for k, depth in enumerate(depths) if depth == 0]
    start = max((k + 1 for k in top if tokens[k] in _LOGIC), default=0)
    if any(tokens[k] in _APART for k in top if k < start - 1):
        start_premises = tokens[: start - 1]
        if any(t in (r"\\", ";", r"\iff") for t in start_premises):
            return None
    end = min((k for k in top if k >= start and tokens[k] in _APART), default=len(tokens))
    rest = [tokens[k] for k in top if k >= end]
    if any(
        t in _TURNED or t in _LOGIC or t in (r"\iff", r"\Leftrightarrow", r"\land", r"\wedge", r"\lor", r"\\")
        for t in rest
    ):
        return None
    found = [k for k in top if start <= k < end and tokens[k] in _TURNED]
    if len(found) != 1:
        return None
    (place,) = found
    left, right = "".join(tokens[start:place]).strip(), "".join(tokens[place + 1 : end])
    tail = right[len(right.rstrip(" \n.~")) :]
    return "".join(tokens[:start]) + " ", left, tokens[place], right.strip(" \n.~"), tail + "".join(tokens[end:])


# Names.


def renamed(claim: Claim) -> Claim | None:
    """Give every declared name of one letter a letter that occurs nowhere in the texts, of the same habit."""
    heads = _heads(claim)
    if heads is None:
        return None
    taken = set(re.findall("[A-Za-z]", "".join(_texts(claim))))
    new: dict[str, str] = {}
    for letter, habit in heads.items():
        free = [one for one in POOLS[habit] if one not in taken and one not in new.values()]
        if letter not in SPECIAL and free:
            new[letter] = free[0]
    return _over(claim, lambda text: _exchanged(text, new)) if new else None


def starred(claim: Claim) -> Claim | None:
    r"""Call one name ``x^\star`` (or another letter with a star), as a minimizer is called by habit."""
    heads = _heads(claim)
    if heads is None or r"\star" in "".join(_texts(claim)):
        return None
    texts = " ".join(_texts(claim))
    taken = set(re.findall("[A-Za-z]", texts))
    for letter, habit in heads.items():
        plain = re.search(
            rf"(?<![A-Za-z\\]){letter}\s*(\^|'|_|\\prime)|[\^_]\s*{letter}|\\[A-Za-z]+\s*\{{\s*{letter}|\{{\s*{letter}\s*\}}",
            texts,
        )
        if habit in ("vector", "number") and letter.islower() and letter not in SPECIAL and not plain:
            base = next((one for one in "xwuz" if one not in taken), None)
            if base is not None:
                return _over(claim, lambda text, a=letter, b=base: _exchanged(text, {a: rf"{b}^\star "}))
    return None


def _heads(claim: Claim) -> dict[str, str] | None:
    """The first letters of the names that a claim speaks of, with their habits; None where letters may be words."""
    found: dict[str, str] = {}
    for problem in _problems(claim):
        groups = (
            [(name, "size") for name in problem.sizes],
            [(name, "function") for name, *_ in problem.functions],
            [(name, _habit(name, shape)) for name, shape in problem.variables],
        )
        for name, habit in (one for group in groups for one in group):
            bare = re.sub(r"\\(mathbf|bm|boldsymbol|mathit)\s*\{?([A-Za-z])\}?", r"\2", name)
            if re.match(r"[A-Za-z]{2}", bare):
                return None
            if re.match(r"[A-Za-z](?![A-Za-z])", bare):
                found.setdefault(bare[0], habit)
    return found


def _habit(name: str, shape: Shape) -> str:
    """What a letter may stand for by habit: as a capital for a matrix, whatever it is."""
    if re.sub(r"\\[A-Za-z]+|[^A-Za-z]", "", name)[:1].isupper():
        return "matrix"
    return "number" if shape.is_scalar else "vector"


def _exchanged(text: str, new: dict[str, str]) -> str:
    """Replace letters of formulas; words, such as operators and environments, stay."""
    tokens, depths, out = _tokens(text), 0, []
    word = False
    for k, token in enumerate(tokens):
        if token == "{" and re.match(r"[A-Za-z]{3}", "".join(tokens[k + 1 : k + 4])):
            word = True
        if word and token == "{":
            depths += 1
        elif word and token == "}":
            depths -= 1
            word = depths > 0
        elif token in _WORDS:
            word, depths = True, 0
        elif word and depths == 0 and not token.isspace():
            word = False
        out.append(token if word else new.get(token, token))
    return "".join(out)


# Premises.


def reordered(claim: Claim) -> Claim | None:
    """Turn the order of the conjuncts of an implication's premise, or of the hypotheses of a given block."""
    other = _turned_premise(claim)
    return other if other is not None else _turned_given(claim)


def _turned_premise(claim: Claim) -> Claim | None:
    if len(claim.math) != 1 or re.search(r"\\(forall|exists|iff|Leftrightarrow)", claim.statement):
        return None
    tokens = _tokens(claim.math[0].text)
    depths = _depths(tokens)
    if depths is None:
        return None
    arrows = [k for k, d in enumerate(depths) if d == 0 and tokens[k] in _LOGIC]
    if len(arrows) != 1:
        return None
    for word in (r"\land", r"\wedge", ","):
        cuts = [k for k in range(arrows[0]) if depths[k] == 0 and tokens[k] == word]
        pieces = [p.strip() for p in _cut(tokens[: arrows[0]], cuts)]
        if word == "," and any(not re.match(r"\\q?quad", piece) for piece in pieces[1:]):
            continue  # `0 < a, b < 1` bounds both
        pieces = [re.sub(r"^\\q?quad\s*|\\q?quad\s*$|^\\ ", "", p).strip() for p in pieces]
        if len(pieces) > 1 and all(_is_hypothesis(p) for p in pieces):
            return _with_math(claim, f" {word} ".join(reversed(pieces)) + " " + "".join(tokens[arrows[0] :]))
    return None


def _turned_given(claim: Claim) -> Claim | None:
    """Hypotheses change places among themselves; declarations stay where they are."""
    levels, changed = [], False
    for level in claim.given:
        blocks = []
        for block in level:
            text = _turned_hypotheses(block.text)
            changed = changed or text is not None
            blocks.append(block if text is None else replace(block, text=text))
        levels.append(tuple(blocks))
    return replace(claim, given=tuple(levels)) if changed else None


def _turned_hypotheses(text: str) -> str | None:
    tokens = _tokens(text)
    depths = _depths(tokens)
    if depths is None or "%" in tokens or re.search(r"\\(forall|exists|text)(?![A-Za-z])", text):
        return None
    cuts = [k for k, d in enumerate(depths) if d == 0 and tokens[k] in (r"\\", ";", ",")]
    pieces = _cut(tokens, cuts)
    bare = [re.sub(r"^\s*(\\q?quad)?\s*|\s*(\\q?quad)?\s*$", "", piece) for piece in pieces]
    places = [k for k, piece in enumerate(bare) if _is_hypothesis(piece)]
    if len(places) < 2 or any(
        not _is_hypothesis(p) and not re.search(r"\\in(?![A-Za-z])|:=|\\sim|:", p) for p in bare if p
    ):
        return None
    if any(
        k + 1 < len(bare) and not re.search(r"\\in(?![A-Za-z])|:=", bare[k + 1]) and k + 1 not in places for k in places
    ):
        return None
    if any(
        tokens[cuts[k]] == "," and k + 1 in places and not re.match(r"\s*\\q?quad", pieces[k + 1]) for k in places[:-1]
    ):
        return None  # `0 < a, b < 1` bounds both
    for here, there in zip(places, places[::-1], strict=True):
        pieces[here] = pieces[here].replace(bare[here], bare[there], 1)
    joints = [tokens[k] for k in cuts] + [""]
    return "".join(piece + joint for piece, joint in zip(pieces, joints, strict=True))


def _is_hypothesis(text: str) -> bool:
    """Whether a piece is one relation (or a chain) that declares and defines nothing."""
    tokens = _tokens(text)
    depths = _depths(tokens)
    if depths is None or re.search(r":=|\\(in|sim|to|text|mapsto|quad)(?![A-Za-z])|:", text):
        return False
    return any(tokens[k] in _TURNED for k, d in enumerate(depths) if d == 0)


def _cut(tokens: Sequence[str], cuts: Sequence[int]) -> list[str]:
    ends = [-1, *cuts, len(tokens)]
    return ["".join(tokens[a + 1 : b]) for a, b in zip(ends, ends[1:], strict=False)]


# Texts.


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _depths(tokens: Sequence[str]) -> list[int] | None:
    r"""How deep each token stands in brackets; None where they do not close (``[0, 1)``) or bars may be brackets around relations."""
    depth, found = 0, []
    for token in tokens:
        if token in _CLOSE:
            depth -= 1
        found.append(depth + (token in _CLOSE))
        if token in _OPEN:
            depth += 1
        if depth < 0:
            return None
    return found if depth == 0 else None


def _texts(claim: Claim) -> list[str]:
    blocks = [block.text for level in claim.given for block in level] + [block.text for block in claim.math]
    return blocks + [text for one in claim.lemmas for text in _texts(one)]


def _problems(claim: Claim) -> list[Problem]:
    try:
        return [problem for reading in understand(claim) for problem in reading.problems]
    except BadPaper:
        return []


def _with_math(claim: Claim, text: str) -> Claim:
    return replace(claim, math=(replace(claim.math[0], text=text),))


def _over(claim: Claim, change: Callable[[str], str]) -> Claim:
    """Return a claim with all its texts, and the names in its settings, changed alike."""

    def block(one: Block) -> Block:
        return replace(one, text=change(one.text))

    own = claim.settings
    settings: Settings = replace(
        own,
        small=tuple(tuple((change(name), number) for name, number in sizes) for sizes in own.small),
        full=tuple((change(name), number) for name, number in own.full),
        macros=tuple((name, change(body)) for name, body in own.macros),
    )
    return replace(
        claim,
        settings=settings,
        given=tuple(tuple(map(block, level)) for level in claim.given),
        math=tuple(map(block, claim.math)),
        lemmas=tuple(_over(one, change) for one in claim.lemmas),
    )
