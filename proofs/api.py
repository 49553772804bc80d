"""The Python API behind `proofs.audit` and `derive.check`: the objects of the JSON, for notebooks and scripts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from proofs.header import CHOICES, apply_setting, unknown
from proofs.options import DEVICES, EFFORTS, AuditOptions, How
from proofs.paper import BadPaper, Block, Claim, Settings
from proofs.schema import Audit, ClaimResult

_HOW = tuple(f.name for f in fields(How))
_AUDIT = tuple(f.name for f in fields(AuditOptions) if f.name != "how")


def audit(paths: str | Path | Iterable[str | Path], **options: Any) -> Audit:
    """Audit paper files, folders or shipped papers.

    Args:
        paths: Files, folders or names of shipped papers.
        **options: ``effort``, ``seed``, ``sizes``, ``full``, ``device``, ``certificates``, ``only``, ``jobs``,
            ``timeout``, ``shard``, ``fresh``, ``ledger``, as on the command line.

    Raises:
        TypeError: An option does not exist.
        ValueError: An option has a value that cannot be used.

    """
    from proofs.auditor import audit as audit_papers

    known = (*_HOW, *_AUDIT)
    for key in options:
        if key not in known:
            raise TypeError(unknown("option", key, known))
    how = _how({k: v for k, v in options.items() if k in _HOW})
    rest = {k: v for k, v in options.items() if k in _AUDIT}
    if isinstance(rest.get("only"), str):
        rest["only"] = tuple(one.strip() for one in rest["only"].split(","))
    return audit_papers(paths, AuditOptions(how=how, **rest))


def _how(options: dict[str, Any]) -> How:
    if isinstance(options.get("sizes"), dict):
        options["sizes"] = tuple(sorted(options["sizes"].items()))
    if "certificates" in options:
        options["certificates"] = Path(options["certificates"])
    how = How(**options)
    if how.effort not in EFFORTS or how.device not in DEVICES:
        raise ValueError(f"effort is one of {EFFORTS}, device one of {DEVICES}; got {how.effort!r}, {how.device!r}")
    return how


def check(latex: str, given: str = "", **options: Any) -> ClaimResult:
    """Judge one claim.

    Args:
        latex: The claim, one or several statements.
        given: Declarations, definitions and hypotheses.
        **options: Header keys (``vectorization``, ``norm``, ``operator_norm``, ``layout``, ``small``, ``full``,
            ``macros``) and ``effort``, ``seed``, ``sizes``, ``device``, ``certificates``, ``lean``.

    Raises:
        proofs.paper.BadPaper: A formula cannot be read or a name is not declared.
        TypeError: An option does not exist, or the claim or what is given is no text.
        ValueError: An option has a value that cannot be used.

    """
    from proofs.judge import judge

    for name, value in (("latex", latex), ("given", given)):
        if not isinstance(value, str):
            raise TypeError(f"`{name}` is a text of LaTeX, not {type(value).__name__}")
    settings, how = Settings(), {}
    for key, value in options.items():
        header = key.replace("_", "-") if key.replace("_", "-") in CHOICES else key
        if header in (*CHOICES, "small", "macros") or (header == "full" and isinstance(value, dict)):
            settings = apply_setting(settings, header, value)
        elif key in _HOW:
            how[key] = value
        else:
            raise TypeError(unknown("option", key, (*CHOICES, "small", "full", "macros", *_HOW)))
    claim = ad_hoc_claim(latex, given, settings)
    chosen = _how(how)
    if "certificates" not in how:
        chosen = replace(chosen, certificates=chosen.certificates / "check")
    try:
        return judge(claim, chosen)
    except (BadPaper, MemoryError):
        raise
    except Exception as crash:  # noqa: BLE001 - as in an audit: a crash of the checker is a verdict, never a pass
        from proofs.auditor import failed

        return failed(claim, f"{type(crash).__name__}: {str(crash)[:500]}")


def ad_hoc_claim(latex: str, given: str, settings: Settings) -> Claim:
    """Return a claim that stands in no file; messages about it name `claim` and `given`."""
    levels = ((Block(given, 1),),) if given.strip() else ((),)
    return Claim("check", "", 0, "check", settings=settings, given=levels, math=(Block(latex, 1),))


__all__ = ["ad_hoc_claim", "audit", "check"]
