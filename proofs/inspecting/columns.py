"""The columns of the table, as data: heading, the key of a head's row, how a median is written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

Row = Mapping[str, Any]


def number(value: Any, digits: int = 3) -> str:
    """A number in few characters; what is not one is a dash.

    Example:
        >>> number(0.23912), number(1217.4), number(6.1e7), number(None), number(float("inf"))
        ('0.239', '1217', '6.1e+07', '-', 'inf')

    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, float) and math.isinf(value):
        return "inf"
    if isinstance(value, int) or 1000 <= abs(value) < 100_000:
        return f"{value:.0f}"
    return f"{value:.{digits}g}" if 1e-3 <= abs(value) < 1e5 or value == 0 else f"{value:.1e}"


def ratio(value: Any) -> str:
    """A ratio of bound and measured value."""
    return "-" if value is None else f"{number(value)}x"


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        part: The part of an inspection that fills it.
        heading: Its heading.
        key: The key of a row.
        write: Writes the median of a layer, or the value of a head.
    """

    part: str
    heading: str
    key: str
    write: Callable[[Any], str] = number


_BY_PART: dict[str, tuple[tuple[Any, ...], ...]] = {
    "bounds": (
        ("||J||", "sigma"), ("centered", "centered/measured", ratio), ("Thm 3", "thm-3/measured", ratio), ("Thm 2", "thm-2/measured", ratio),
        ("Thm 1*", "thm-1/measured", ratio), ("||J||ind>=", "induced_at_least"), ("000", "spectral-alpha/measured", ratio),
        ("alpha", "alpha"), ("g1/alpha", "g_1/alpha"),
    ),
    "spectra": (
        ("||P||", "spectral"), ("erank", "rank_participation"), ("exp H", "exp_row_entropy"), ("decay", "decay_from_2"),
        ("R2 pow", "decay_from_2_r2_power"), ("R2 exp", "decay_from_2_r2_exponential"),
    ),
    "conditioning": (
        ("k(WQ)", "kappa_WQ"), ("k(WK)", "kappa_WK"), ("k(WV)", "kappa_WV"), ("k(J)", "kappa_J"), ("k(J)<=", "kappa_J_bound"),
    ),
}  # fmt: skip
COLUMNS = tuple(Column(part, *column) for part, columns in _BY_PART.items() for column in columns)


def value_of(row: Row, key: str) -> Any:
    """The value of a column in a row; ``a/b`` is a quotient where the row has none of that name."""
    if key in row:
        return row[key]
    top, slash, below = key.partition("/")
    if slash and row.get(top) is not None and row.get(below):
        return row[top] / row[below]
    return None


def typical(rows: Iterable[Row], key: str) -> Any:
    """The median of a column over rows, without those that have no value; None if none has."""
    values = [v for row in rows if isinstance(v := value_of(row, key), (int, float)) and not math.isnan(v)]
    return median(values) if values else None
