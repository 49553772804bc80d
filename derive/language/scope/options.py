"""The header keys of a paper file that change what a formula means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.errors import SyntaxProblem

TRANSPOSED = "denominator"
NUMERATOR_TRANSPOSED = "numerator-transposed"
ALLOWED: dict[str, tuple[str, ...]] = {
    "vectorization": ("vec_r", "vec"),
    "norm": ("spectral", "frobenius"),
    "operator_norm": ("frobenius", "spectral"),
    "layout": ("numerator", "gradient", NUMERATOR_TRANSPOSED, TRANSPOSED),
    "prime": ("mark", "transpose"),
    "exp": ("either", "entrywise", "matrix"),
}


@dataclass(frozen=True)
class Options:
    r"""How a formula is read where papers differ.

    Attributes:
        vectorization: What ``dF/dX`` means: ``vec_r`` (rows stacked) or ``vec`` (columns stacked).
        norm: The matrix norm written ``\|A\|_2`` or ``\|A\|``.
        operator_norm: Norm of a linear map between matrix spaces: ``frobenius`` is the spectral norm of its matrix.
        layout: ``numerator`` (the derivative of a scalar is a row), ``gradient`` (it has the shape of the variable) or
            ``numerator-transposed`` (that of the variable, transposed). Some authors transpose all derivatives:
            ``denominator``.
        prime: What ``X'`` is: a name (or function) with a mark, or the transpose.
        exp: What ``exp``, ``log``, ``sin``, ``cos`` and a root sign over a square matrix are: functions of its entries, the
            matrix functions, or ``either``, which leaves it to what is written elsewhere.
        macros: LaTeX macros, name with backslash to replacement.

    Raises:
        SyntaxProblem: A value is none of those allowed.
    """

    vectorization: str = "vec_r"
    norm: str = "spectral"
    operator_norm: str = "frobenius"
    layout: str = "numerator"
    prime: str = "mark"
    exp: str = "either"
    macros: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, allowed in ALLOWED.items():
            value = getattr(self, key)
            if value not in allowed:
                raise SyntaxProblem(f"{key.replace('_', '-')}: {value!r} is none of {', '.join(allowed)}")

    @property
    def other_layouts(self) -> tuple[str, ...]:
        """The layouts that a claim may be in that is false in the one in force."""
        return tuple(layout for layout in ALLOWED["layout"] if layout != self.layout)

    @property
    def derivative_mode(self) -> str:
        """The mode of the core nodes: ``vecr`` or ``vec``."""
        return "vecr" if self.vectorization == "vec_r" else "vec"
