r"""What papers write and the checker has no meaning for: said plainly, with what says the same where there is something."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import NotSupported, SyntaxProblem
from derive.language.lexing.vocabulary import DIVERGENCE
from derive.language.parsing.folding import head
from derive.language.tree.names import Key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

FUNCTIONS: dict[str, str] = {
    "cot": r"\frac{\cos(x)}{\sin(x)}", "sec": r"\frac{1}{\cos(x)}",
    "angle": r"\cos\angle(x, y) for two vectors", "csc": r"\frac{1}{\sin(x)}", "coth": r"\frac{1}{\tanh(x)}", "lg": r"\frac{\log(x)}{\log(10)}",
    **dict.fromkeys(("gcd", "dim", "ker", "deg", "Pr", "hom", "arg", "Var", "Cov", "var", "std"), ""),
}  # fmt: skip
"""Functions that are read but have no meaning here, with what says the same of a number."""


SUPERSCRIPTS: dict[str, tuple[str, str | None]] = {
    "+": ("the superscript + of a number or a vector", "for the positive part write [x]_+"),
    "dagger": ("a dagger on a number or a vector", None),
    "star": ("the superscript *", "for the transpose of a real matrix write X^\\top"),
    "prime": ("this prime", "for the transpose write X^\\top"),
}  # fmt: skip


UNDECLARED_SUPERSCRIPTS: dict[str, tuple[str, str]] = {
    ":-": ("A - is raised alone here.", "TeX raises only the sign of 2^-1: write braces around the exponent, 2^{-1}"),
    ":H": ("The conjugate transpose A^H is not supported.", "all matrices are real: write X^\\top, or declare H if it is a power"),
}  # fmt: skip
"""Superscripts that are refused unless they are declared."""


COMMANDS: dict[str, str | None] = {
    "binom": r"write \frac{n (n - 1)}{2} for \binom{n}{2}", "dbinom": None, "tbinom": None,
    **dict.fromkeys(("fcolorbox", "definecolor", "hl"), "leave colors out of the formula"),
    **dict.fromkeys(("cancelto", "sout"), "write the formula without the terms that cancel"),
    **dict.fromkeys(("hline", "cline", "hdashline", "toprule", "midrule", "bottomrule"), "leave the lines of an array out"),
    "parallel": DIVERGENCE, "oint": None, "iint": None, "bigsqcup": None, "bigwedge": None, "coprod": None,
}  # fmt: skip
"""Commands that are known not to be read."""


def check_letter(key: Key, syn: Syn) -> None:
    """Refuse expectations, probabilities and variances.

    Raises:
        NotSupported: A letter in blackboard style stands for one.
    """
    what = {"E": "expectations are", "P": "probabilities are", "V": "variances are"}.get(key.plain)
    if key.style == "bb" and what is not None:
        raise NotSupported(
            f"{what} not supported", _place(syn), "write finite sums, or mark the claim as not-checkable"
        )


def check_braces(name: str, following: Syn) -> None:
    r"""Refuse ``f\{x\}`` of a declared function: it may be its value or a product.

    Raises:
        SyntaxProblem: Such braces follow.
    """
    if following.kind == "group" and following.value == "set":
        message = f"{name} in front of braces may be applied or multiplied"
        raise SyntaxProblem(message, _place(following), "write round brackets")


def check_kind(syn: Syn) -> None:
    """Refuse what stands alone and means nothing there.

    Raises:
        NotSupported: Dots between factors or terms. SyntaxProblem: A nabla without operand, or a script without a base.
    """
    if syn.kind == "dots":
        raise NotSupported(
            "products and sums with dots are read where the terms beside the dots differ in one index alone, which steps by one",
            _place(syn),
            r"write \sum_{i=1}^{n} or \prod_{i=1}^{n}, or a fixed number",
        )
    if (syn.kind, syn.value) == ("partial", "nabla"):
        raise SyntaxProblem(
            r"\nabla has nothing to differentiate here",
            _place(syn),
            r"for the divergence of s(x) write \operatorname{tr}(\frac{\partial s}{\partial x}), for a gradient \nabla_x f",
        )
    if syn.kind == "empty":
        raise SyntaxProblem(
            "a script has no base here", _place(syn), r"write brackets around the base: (K^{\star})^\top"
        )


LISTED = (
    r"declare a matrix with the vectors as rows and name them: K \in \mathbb{R}^{N \times d}, k_i := K_{i,:}^\top; "
    r"or the index first: i \in \{1, \dots, N\}, k_i \in \mathbb{R}^d"
)


@about("dots", "group set", "group (", untouched=nothing)
def check_listed(trees: Sequence[Syn]) -> None:
    r"""Refuse declarations of lists of names: ``k_1, \dots, k_N \in \mathbb{R}^d``, ``\{k_i\}_{i=1}^N \subset \mathbb{R}^d``.

    Raises:
        NotSupported: There is one.
    """
    for k, tree in enumerate(trees):
        if tree.kind != "relation" or tree.value not in ("in", "subset"):
            continue
        left = head(tree.children[0])
        dotted = k > 0 and trees[k - 1].kind == "dots" and tree.children[0].kind == "script"
        if dotted or (left.kind == "group" and left.value in ("set", "(") and tree.children[0].kind == "script"):
            raise NotSupported("a declaration of a list of names is not supported", _place(tree), LISTED)


def is_pseudoinverse(sup: Syn) -> bool:
    """Return whether a superscript is that of a pseudoinverse, ``+`` or a dagger."""
    return _mark(sup) in ("+", "dagger")


def _mark(sup: Syn) -> str:
    return sup.value.removeprefix(":") if sup.kind == "name" else sup.kind


def check_superscript(sup: Syn) -> None:
    """Refuse a superscript that is part of no declared name and has no meaning here.

    Raises:
        NotSupported: It is one.
    """
    mark = _mark(sup)
    if mark in SUPERSCRIPTS:
        what, hint = SUPERSCRIPTS[mark]
        raise NotSupported(f"{what} is not supported", _place(sup), hint)


def check_undeclared(sup: Syn) -> None:
    """Refuse a superscript that is no declared name with what to write instead.

    Raises:
        SyntaxProblem: It is one.
    """
    if sup.kind == "name" and sup.value in UNDECLARED_SUPERSCRIPTS:
        message, hint = UNDECLARED_SUPERSCRIPTS[sup.value]
        raise SyntaxProblem(message, _place(sup), hint)


def check_density(name: str, syn: Syn) -> None:
    r"""Refuse an undeclared ``\phi(x)``: the normal density to some, an arbitrary function to most.

    Raises:
        NotSupported: It is one.
    """
    if name == "phi":
        raise NotSupported(
            "\\phi is not declared, and it is not certain that the normal density is meant",
            _place(syn),
            r"define it, \phi(x) := \frac{1}{\sqrt{2\pi}} e^{-x^2/2}, or declare \phi : \mathbb{R} \to \mathbb{R}",
        )


def check_function(name: str, syn: Syn) -> None:
    """Refuse a function that the checker knows by name only.

    Raises:
        NotSupported: It is one.
    """
    if name in FUNCTIONS and syn.kind == "function":
        hint = f"write {FUNCTIONS[name]}" if FUNCTIONS[name] else None
        what = "\\arg (\\arg\\min, \\arg\\max)" if name == "arg" else f"the function {name}"
        raise NotSupported(f"{what} is not supported", _place(syn), hint)


def _place(syn: Syn) -> int | None:
    return syn.span[0] if syn.span[0] >= 0 else None
