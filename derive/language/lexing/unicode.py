"""Unicode symbols for LaTeX commands, as they are pasted from other documents."""

from __future__ import annotations

import unicodedata

COMMANDS: dict[str, str] = {
    "\u2208": "in", "\u2209": "notin", "\u2264": "le", "\u2265": "ge", "\u2260": "ne", "\u2192": "to", "\u21d2": "implies",
    "\u21d4": "iff", "\u2261": "equiv", "\u2248": "approx", "\u2282": "subset", "\u2286": "subseteq", "\u2254": "coloneqq",
    "\u2227": "land", "\u2228": "lor", "\u227c": "preceq", "\u227d": "succeq", "\u2aaf": "preceq", "\u2ab0": "succeq",
    "\u2297": "otimes", "\u2299": "odot", "\u2298": "oslash", "\u2218": "circ", "\u00d7": "times", "\u22c5": "cdot", "\u00b7": "cdot", "\u00b1": "pm",
    "\u2295": "oplus", "\u2202": "partial", "\u2207": "nabla", "\u2211": "sum", "\u220f": "prod", "\u222b": "int", "\u221e": "infty",
    "\u2200": "forall", "\u2203": "exists", "\u22a4": "top", "\u2016": "|", "\u2225": "|", "\u27e8": "langle", "\u27e9": "rangle",
    "\u2113": "ell", "\u2026": "dots", "\u22ef": "cdots", "\u22ee": "vdots", "\u22f1": "ddots", "\u00ac": "neg",
}  # fmt: skip
GREEK: dict[str, str] = dict(
    zip(
        "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03c0\u03c1\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9"
        "\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a6\u03a8\u03a9",
        (
            "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi psi omega "
            "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
        ).split(),
        strict=True,
    )
)
SETS: dict[str, str] = {"\u211d": "R", "\u2115": "N", "\u2124": "Z", "\u211a": "Q", "\u2102": "C"}
"""Letters in blackboard style."""
SPACES = "\u00a0\u2002\u2003\u2004\u2005\u2007\u2008\u2009\u202f\u205f"
"""Spaces that may be meant; those of half an em and more among them are wide."""
MINUS = "\u2212"
_CYRILLIC = (
    "\u0430\u0410\u0432\u0412\u0441\u0421\u0435\u0415\u043d\u041d\u0456\u0406\u0458\u0408\u043a\u041a\u043c\u041c\u043e\u041e\u0440\u0420\u0455\u0405\u0442\u0422\u0443\u0423\u0445\u0425",
    "aABBcCeEHHiIjJkKmMoOpPsStTyYxX",
)
_CAPITALS = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "ABEZHIKMNOPTYXo",
)
LOOKALIKES: dict[str, str] = {
    **dict(zip(*_CYRILLIC, strict=True)),
    **dict(zip(*_CAPITALS, strict=True)),
}
"""Cyrillic and Greek letters that look like a Latin letter and are no command of their own."""


SCRIPTS: dict[str, tuple[str, str]] = {
    **{
        char: ("^", plain)
        for char, plain in zip(
            "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u1d40\u207f",
            "0123456789+-Tn",
            strict=True,
        )
    },
    **{
        char: ("_", plain)
        for char, plain in zip(
            "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u1d62\u2c7c\u2096\u2099\u2098",
            "0123456789+-ijknm",
            strict=True,
        )
    },
}
"""Characters that stand raised or lowered: where they stand, and what they are."""

_ALPHABETS: tuple[tuple[str, str], ...] = (
    ("BOLD ITALIC", "mathbf"),
    ("BOLD SCRIPT", "mathcal"),
    ("BOLD FRAKTUR", "mathfrak"),
    ("BOLD", "mathbf"),
    ("ITALIC", "mathnormal"),
    ("SCRIPT", "mathcal"),
    ("FRAKTUR", "mathfrak"),
    ("DOUBLE-STRUCK", "mathbb"),
    ("SANS-SERIF", "mathsf"),
    ("MONOSPACE", "mathtt"),
)


def styled(char: str) -> tuple[str, str] | None:
    r"""Return style and letter of a letter of a mathematical alphabet, or None.

    Examples:
        >>> styled("\N{MATHEMATICAL BOLD CAPITAL A}")
        ('mathbf', 'A')

    """
    plain = unicodedata.normalize("NFKC", char)
    if plain == char or not (plain.isascii() and plain.isalpha() and len(plain) == 1):
        return None
    name = unicodedata.name(char, "")
    alphabet = next((style for word, style in _ALPHABETS if name.startswith(f"MATHEMATICAL {word} ")), None)
    return (alphabet, plain) if alphabet and name.endswith((f"CAPITAL {plain}", f"SMALL {plain.upper()}")) else None


def advice(char: str) -> str | None:
    """Return what to write for a character that no formula has, or None."""
    if char in LOOKALIKES:
        script = unicodedata.name(char, "").split()[0].capitalize()
        return f"this is the {script} letter that looks like {LOOKALIKES[char]}; write the Latin letter"
    if char == "\u221a":
        return r"write \sqrt{...}"
    name = unicodedata.name(char, "")
    return f"this is {name.lower()}; write its LaTeX command" if not char.isascii() and name else None


__all__ = ["COMMANDS", "GREEK", "LOOKALIKES", "MINUS", "SCRIPTS", "SETS", "SPACES", "advice", "styled"]
