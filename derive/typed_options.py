"""The options of `derive.check`, `derive.audit` and the derivatives, as types: editors complete them, and type checkers refuse others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypedDict


class Conventions(TypedDict, total=False):
    """Header keys of a paper file that say how formulas are read (`derive.language.scope.options.Options`)."""

    vectorization: Literal["vec_r", "vec"]
    norm: Literal["spectral", "frobenius"]
    operator_norm: Literal["frobenius", "spectral"]
    layout: Literal["numerator", "gradient", "numerator-transposed", "denominator"]
    prime: Literal["mark", "transpose"]
    exp: Literal["either", "entrywise", "matrix"]
    macros: Mapping[str, str]


class JudgeOptions(TypedDict, total=False):
    """How claims are judged (`proofs.reading.options.How`)."""

    effort: Literal["quick", "normal", "deep"]
    seed: int
    sizes: str | Mapping[str, int] | Sequence[tuple[str, int]]
    device: Literal["auto", "cpu", "cuda"]
    certificates: str | Path
    lean: bool
    proof_only: bool
    sparing: bool
    domain: Literal["where", "total"]
    roads: str | Iterable[str]
    strict: bool
    timeout: float | None


class CheckOptions(Conventions, JudgeOptions, total=False):
    """Options of `derive.check`; ``full`` is a table of sizes, or whether to judge at full size."""

    small: list[Mapping[str, int]]
    full: bool | Mapping[str, int]


class AuditSettings(JudgeOptions, total=False):
    """Options of `derive.audit` (`proofs.reading.options.AuditOptions`)."""

    full: bool
    only: str | Iterable[str]
    jobs: int
    shard: str | tuple[int, int]
    fresh: bool
    ledger: str | Path | None
    executor: Literal["processes", "ray"]
    gpus: float


class MatchOptions(Conventions, total=False):
    """Options of `derive.assert_matches` (`numeric.implementations.compare`)."""

    arguments: Sequence[str] | None
    sizes: Mapping[str, int] | None
    seed: int
    framework: Literal["auto", "torch", "numpy", "sympy"]
    derivatives: bool


__all__ = ["AuditSettings", "CheckOptions", "Conventions", "JudgeOptions", "MatchOptions"]
