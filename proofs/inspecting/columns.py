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
        worst: The largest instead of the median.
    """

    part: str
    heading: str
    key: str
    write: Callable[[Any], str] = number
    worst: bool = False


COLUMNS = (
    Column("bounds", "||J||", "sigma"),
    Column("bounds", "centered", "centered/measured", ratio),
    Column("bounds", "Thm 3", "thm-3/measured", ratio),
    Column("bounds", "Thm 2", "thm-2/measured", ratio),
    Column("bounds", "Thm 1*", "thm-1/measured", ratio),
    Column("bounds", "||J||ind>=", "induced_at_least"),
    Column("bounds", "000", "spectral-alpha/measured", ratio),
    Column("bounds", "alpha", "alpha"),
    Column("bounds", "g1/alpha", "g_1/alpha"),
    Column("spectra", "||P||", "spectral"),
    Column("spectra", "erank", "rank_participation"),
    Column("spectra", "exp H", "exp_row_entropy"),
    Column("spectra", "decay", "decay_from_2"),
    Column("spectra", "R2 pow", "decay_from_2_r2_power"),
    Column("spectra", "R2 exp", "decay_from_2_r2_exponential"),
    Column("conditioning", "k(WQ)", "kappa_WQ"),
    Column("conditioning", "k(WK)", "kappa_WK"),
    Column("conditioning", "k(WV)", "kappa_WV"),
    Column("conditioning", "k(J)", "kappa_J"),
    Column("conditioning", "k(J)<=", "kappa_J_bound"),
)


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
