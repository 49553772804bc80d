"""The values of options, as they come from the command line, `pyproject.toml` or Python, made into `How` and `AuditOptions`.

Every option is read in one place, whoever gives it: a value that cannot be used is refused with its option, what it is
and what it must be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from proofs.extras import NEEDS, how_to_install, is_here
from proofs.reading.header import BadValue, sizes_of
from proofs.reading.options import (
    DEVICES,
    DOMAINS,
    EFFORTS,
    EXECUTORS,
    ROADS,
    AuditOptions,
    How,
    parse_shard,
    parse_sizes,
)

MAX_SEED = 2**63 - 1
MAX_GPUS = 64

Reader = Callable[[Any], Any]


class _Refused(Exception):
    """A value that is not what is expected; the text says what is."""


def _choice(values: tuple[str, ...]) -> Reader:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise _Refused(f"one of {', '.join(values)}")
        return value

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Refused("true or false")
    return value


def _integer(low: int, high: int | None = None) -> Reader:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < low or (high is not None and value > high):
            raise _Refused(f"an integer of at least {low}" + ("" if high is None else f" and at most {high}"))
        return value

    return read


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300


def _seconds(value: Any) -> float:
    if not _is_number(value) or not value > 0:
        raise _Refused("a finite number of seconds above 0")
    return float(value)


def _gpus(value: Any) -> float:
    if not _is_number(value) or not 0 <= value < MAX_GPUS:
        raise _Refused(f"a number of GPUs from 0, below {MAX_GPUS}")
    return float(value)


def _path(value: Any) -> Path:
    if not isinstance(value, (str, Path)) or not str(value).strip() or "\0" in str(value):
        raise _Refused("the name of a folder")
    return Path(value)


def _sizes(value: Any) -> tuple[tuple[str, int], ...]:
    """Sizes as on the command line (``L=2,d=3``), as a table, or as pairs."""
    if isinstance(value, str):
        return parse_sizes(value) if value.strip() else ()
    if isinstance(value, Mapping):
        return sizes_of("sizes", value)
    pairs = list(value) if isinstance(value, (list, tuple)) else [None]
    if not all(isinstance(p, (list, tuple)) and len(p) == 2 and isinstance(p[0], str) for p in pairs):
        raise _Refused("sizes such as L=2,d=3, or a table of them")
    if len({name for name, _ in pairs}) < len(pairs):
        raise _Refused("sizes of which none is given twice")
    return sizes_of("sizes", dict(pairs))


def _shard(value: Any) -> tuple[int, int]:
    if isinstance(value, (list, tuple)) and len(value) == 2 and all(type(n) is int for n in value):
        return parse_shard("{}/{}".format(*value))
    if not isinstance(value, str):
        raise _Refused("I/N with 1 <= I <= N")
    return parse_shard(value)


def _names(value: Any) -> tuple[str, ...]:
    parts = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else [None]
    if not all(isinstance(part, str) for part in parts):
        raise _Refused("ids of claims, as a list or separated by commas")
    return tuple(one.strip() for part in parts for one in part.split(",") if one.strip())


def _roads(value: Any) -> tuple[str, ...]:
    """Roads by their names; ``index`` and ``rules`` are short for two of them."""
    short = {road.split()[k]: road for k, road in ((0, "index form"), (1, "norm rules"))}
    names = [short.get(name, name) for name in _names(value)]
    if not names or not set(names) <= set(ROADS):
        raise _Refused(f"a list of {', '.join(next((s for s, r in short.items() if r == road), road) for road in ROADS)}")
    for road in names:
        if road in NEEDS and not is_here(NEEDS[road]):
            raise BadValue(f"the road {road} needs {NEEDS[road]}, and {how_to_install(NEEDS[road])}")
    return tuple(road for road in ROADS if road in names)


def _or_none(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)


HOW: dict[str, Reader] = {
    "effort": _choice(EFFORTS),
    "seed": _integer(0, MAX_SEED),
    "sizes": _sizes,
    "full": _flag,
    "device": _choice(DEVICES),
    "certificates": _path,
    "lean": _flag,
    "proof_only": _flag,
    "sparing": _flag,
    "domain": _choice(DOMAINS),
    "roads": _roads,
    "strict": _flag,
}
AUDIT: dict[str, Reader] = {
    "only": _names,
    "jobs": _integer(0),
    "timeout": _or_none(_seconds),
    "shard": _shard,
    "fresh": _flag,
    "ledger": _or_none(_path),
    "executor": _choice(EXECUTORS),
    "gpus": _gpus,
}


def value_of(option: str, value: Any, label: str = "") -> Any:
    """Return the value of an option as it is used; `label` is what its giver calls the option.

    Raises:
        BadValue: It cannot be used.

    Examples:
        >>> value_of("sizes", "L=2,d_V=3")
        (('L', 2), ('d_V', 3))

    """
    label = label or f"`{option}`"
    try:
        return {**HOW, **AUDIT}[option](value)
    except _Refused as expected:
        raise BadValue(f"{label} is {_shown(value)}; it must be {expected}") from None
    except BadValue as problem:
        raise BadValue(f"{label} is {_shown(value)}: {problem}") from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def how_of(values: Mapping[str, Any], labels: Mapping[str, str] | None = None) -> How:
    """Return how claims are judged; what is not given has its default.

    Raises:
        BadValue: A value cannot be used.

    """
    labels = labels or {}
    how = How(**{option: value_of(option, value, labels.get(option, "")) for option, value in values.items()})
    if how.device == "cuda":
        if not is_here("torch"):
            raise BadValue(f"{labels.get('device', '`device`')} is 'cuda', and {how_to_install('torch')}")
        import torch

        if not torch.cuda.is_available():
            raise BadValue(f"{labels.get('device', '`device`')} is 'cuda': no CUDA device can be used here")
    return how


def audit_options_of(how: How, values: Mapping[str, Any], labels: Mapping[str, str] | None = None) -> AuditOptions:
    """Return the options of an audit; what is not given has its default.

    Raises:
        BadValue: A value cannot be used.

    """
    labels = labels or {}
    read = {option: value_of(option, value, labels.get(option, "")) for option, value in values.items()}
    options = AuditOptions(how=how, **read)
    if options.gpus and options.executor != "ray":
        raise BadValue(f"{labels.get('gpus', '`gpus`')} is {options.gpus:g}: only the executor ray shares GPUs")
    return options


def seconds(text: str) -> float:
    """Read a number of seconds.

    Raises:
        ValueError: It is not finite or not above zero.

    """
    try:
        return _seconds(float(text))
    except _Refused as expected:
        raise BadValue(f"it must be {expected}") from None


def papers_of(paths: Any) -> list[str | Path]:
    """Return the papers that are named: one, or several.

    Raises:
        BadValue: It is no name of a file, and not several.

    """
    named = [paths] if isinstance(paths, (str, Path)) else list(paths) if isinstance(paths, Iterable) else [None]
    for one in named:
        if not isinstance(one, (str, Path)) or not str(one):
            raise BadValue(f"`paths` is {_shown(paths)}; it must be a file, a folder or a shipped paper, or several")
    return named


__all__ = ["AUDIT", "HOW", "audit_options_of", "how_of", "papers_of", "seconds", "value_of"]
