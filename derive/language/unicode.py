"""Unicode symbols for LaTeX commands, as they are pasted from other documents."""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "\u2208": "in", "\u2209": "notin", "\u2264": "le", "\u2265": "ge", "\u2260": "ne", "\u2192": "to", "\u21d2": "implies",
    "\u21d4": "iff", "\u2261": "equiv", "\u2248": "approx", "\u2282": "subset", "\u2286": "subseteq", "\u2254": "coloneqq",
    "\u2227": "land", "\u2228": "lor", "\u227c": "preceq", "\u227d": "succeq", "\u2aaf": "preceq", "\u2ab0": "succeq",
    "\u2297": "otimes", "\u2299": "odot", "\u2218": "circ", "\u00d7": "times", "\u22c5": "cdot", "\u00b7": "cdot", "\u00b1": "pm",
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


__all__ = ["COMMANDS", "GREEK", "LOOKALIKES", "MINUS", "SETS", "SPACES"]
