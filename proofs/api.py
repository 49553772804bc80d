"""The Python API behind `proofs.audit` and `derive.check`: the objects of the JSON, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofs.reading.header import CHOICES, apply_setting, unknown
from proofs.reading.option_values import AUDIT, HOW, audit_options_of, how_of, papers_of, value_of
from proofs.reading.paper import BadPaper, Block, Claim, Settings
from proofs.results.schema import Audit, ClaimResult


def audit(paths: str | Path | Iterable[str | Path], **options: Any) -> Audit:
    """Audit paper files, folders or shipped papers.

    Args:
        paths: Files, folders or names of shipped papers.
        **options: ``effort``, ``seed``, ``sizes``, ``full``, ``device``, ``certificates``, ``only``, ``jobs``,
            ``timeout``, ``shard``, ``fresh``, ``ledger``, as on the command line.

    Raises:
        TypeError: An option does not exist.
        proofs.reading.header.BadValue: An option has a value that cannot be used (a `ValueError`).

    """
    from proofs.auditing.auditor import audit as audit_papers

    known = (*HOW, *AUDIT)
    for key in options:
        if key not in known:
            raise TypeError(unknown("option", key, known))
    how = how_of({k: v for k, v in options.items() if k in HOW})
    return audit_papers(papers_of(paths), audit_options_of(how, {k: v for k, v in options.items() if k in AUDIT}))


def check(latex: str, given: str = "", **options: Any) -> ClaimResult:
    """Judge one claim.

    Args:
        latex: The claim, one or several statements.
        given: Declarations, definitions and hypotheses.
        **options: Header keys (``vectorization``, ``norm``, ``operator_norm``, ``layout``, ``small``, ``full``,
            ``macros``) and ``effort``, ``seed``, ``sizes``, ``device``, ``certificates``, ``lean``. With ``timeout`` the
            claim is judged in a process of its own, and is an ``error`` if that takes more seconds; without it it takes
            what its budgets of work allow.

    Raises:
        proofs.reading.paper.BadPaper: A formula cannot be read or a name is not declared.
        TypeError: An option does not exist, or the claim or what is given is no text.
        proofs.reading.header.BadValue: An option has a value that cannot be used (a `ValueError`).

    """
    from proofs.auditing.auditor import failed, judge_apart
    from proofs.judging.judge import judge

    for name, value in (("latex", latex), ("given", given)):
        if not isinstance(value, str):
            raise TypeError(f"`{name}` is a text of LaTeX, not {type(value).__name__}")
    settings, how = Settings(), {}
    limit = value_of("timeout", options.pop("timeout", None))
    for key, value in options.items():
        header = key.replace("_", "-") if key.replace("_", "-") in CHOICES else key
        if header in (*CHOICES, "small", "macros") or (header == "full" and isinstance(value, dict)):
            settings = apply_setting(settings, header, value)
        elif key in HOW:
            how[key] = value
        else:
            raise TypeError(unknown("option", key, (*CHOICES, "small", "full", "macros", "timeout", *HOW)))
    claim = ad_hoc_claim(latex, given, settings)
    chosen = how_of(how)
    if "certificates" not in how:
        chosen = replace(chosen, certificates=chosen.certificates / "check")
    try:
        return judge(claim, chosen) if limit is None else judge_apart(claim, chosen, limit)
    except (BadPaper, MemoryError):
        raise
    except Exception as crash:  # noqa: BLE001 - as in an audit: a crash of the checker is a verdict, never a pass
        return failed(claim, f"{type(crash).__name__}: {str(crash)[:500]}")


def ad_hoc_claim(latex: str, given: str, settings: Settings) -> Claim:
    """Return a claim that stands in no file; messages about it name `claim` and `given`."""
    levels = ((Block(given, 1),),) if given.strip() else ((),)
    return Claim("check", "", 0, "check", settings=settings, given=levels, math=(Block(latex, 1),))


__all__ = ["ad_hoc_claim", "audit", "check"]
