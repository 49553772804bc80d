"""The header keys of a paper file that change what a formula means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.errors import SyntaxProblem

TRANSPOSED = "denominator"
ALLOWED: dict[str, tuple[str, ...]] = {
    "vectorization": ("vec_r", "vec"),
    "norm": ("spectral", "frobenius"),
    "operator_norm": ("frobenius", "spectral"),
    "layout": ("numerator", "gradient", TRANSPOSED),
    "prime": ("mark", "transpose"),
}


@dataclass(frozen=True)
class Options:
    r"""How a formula is read where papers differ.

    Attributes:
        vectorization: What ``dF/dX`` means: ``vec_r`` (rows stacked) or ``vec`` (columns stacked).
        norm: The matrix norm written ``\|A\|_2`` or ``\|A\|``.
        operator_norm: Norm of a linear map between matrix spaces: ``frobenius`` is the spectral norm of its matrix.
        layout: ``numerator`` (the derivative of a scalar is a row) or ``gradient`` (the shape of the variable). Some
            authors transpose all derivatives: ``denominator``.
        prime: What ``X'`` is: a name (or function) with a mark, or the transpose.
        macros: LaTeX macros, name with backslash to replacement.

    Raises:
        SyntaxProblem: A value is none of those allowed.
    """

    vectorization: str = "vec_r"
    norm: str = "spectral"
    operator_norm: str = "frobenius"
    layout: str = "numerator"
    prime: str = "mark"
    macros: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, allowed in ALLOWED.items():
            value = getattr(self, key)
            if value not in allowed:
                raise SyntaxProblem(f"{key.replace('_', '-')}: {value!r} is none of {', '.join(allowed)}")

    @property
    def other_layouts(self) -> tuple[str, ...]:
        """The layouts that a claim may be in that has no type in the one in force; one of transposes has to be asked for."""
        return tuple(layout for layout in ALLOWED["layout"] if layout not in (self.layout, TRANSPOSED))

    @property
    def derivative_mode(self) -> str:
        """The mode of the core nodes: ``vecr`` or ``vec``."""
        return "vecr" if self.vectorization == "vec_r" else "vec"
