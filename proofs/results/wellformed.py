"""Whether JSON data is the result of an audit: its keys and the kinds of its values, checked before anything uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proofs.reading.paper import RELATIONS, VERDICTS

Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _verdict(value: Any) -> bool:
    return isinstance(value, str) and value in VERDICTS


def _optional(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _several(check: Check) -> Check:
    return lambda value: isinstance(value, (list, tuple)) and all(map(check, value))


def _object(**parts: Check) -> Check:
    """An object that has these parts; it may have others."""
    return lambda value: (
        isinstance(value, Mapping) and all(k in value and check(value[k]) for k, check in parts.items())
    )


_CLAIM: dict[str, Check] = {
    **dict.fromkeys(
        ("id", "title", "where", "kind", "statement", "understood", "strength", "message", "domain", "paper"), _text
    ),
    "verdict": _verdict,
    "as": lambda value: value in ("", *RELATIONS),
    "added": _optional(_object(lines=_several(_object(latex=_text, why=_text)))),
    "corrected": _optional(_object(statement=_text, verdict=_verdict, strength=_text)),
    "expect": _optional(_verdict),
    "hypothesis": _optional(_text),
    **dict.fromkeys(("as_expected", "partial"), lambda value: isinstance(value, bool)),
    "seconds": _number,
    **dict.fromkeys(("uses", "tainted_by", "unjudged", "unshown", "hypotheses", "notes", "flags"), _several(_text)),
    "links": _several(_object(statement=_text, verdict=_text)),
    "readings": _several(_object(name=_text, verdict=_text)),
    "evidence": _several(_object(road=_text, outcome=_text, scope=_text, detail=_object(), seconds=_number)),
    "counterexample": _optional(_object(sizes=_object(), inputs=_object(), lhs=_text, rhs=_text)),
    "repair": _optional(_object(statement=_text, edit=_text)),
}
_PAPER = _object(paper=_text, claims=_several(_object()))


def check_claim(data: Any) -> None:
    """Check the JSON object of one claim.

    Raises:
        ValueError: A key is missing, unknown or has a value of another kind.

    """
    if not isinstance(data, Mapping):
        raise ValueError(f"this is not the result of a claim: {data!r:.60}")
    wrong = sorted(({"id", "verdict", "statement"} - data.keys()) | (data.keys() - _CLAIM.keys()))
    if wrong:
        raise ValueError(f"this is not the result of a claim: {wrong}")
    for key, value in data.items():
        if not _CLAIM[key](value):
            raise ValueError(f"the claim {data['id']!r:.60} has no proper `{key}`: {value!r:.60}")


def check_audit(data: Any, schema: int) -> None:
    """Check the JSON object of an audit; its claims are checked one by one with `check_claim`.

    Raises:
        ValueError: It is none.

    """
    if not isinstance(data, Mapping) or data.get("schema") != schema or not isinstance(data.get("papers"), list):
        raise ValueError(f"this is not a result of `derive audit --json` (schema {schema})")
    parts: dict[str, tuple[Any, Check]] = {
        "papers": (None, _several(_PAPER)),
        "seed": (0, _integer),
        "errors": ([], _several(_text)),
        "interrupted": (False, lambda value: isinstance(value, bool)),
        "options": (
            None,
            _optional(_object(effort=_text, sizes=_object(), full=lambda value: isinstance(value, bool))),
        ),
        "shard": (None, _optional(lambda value: _several(_integer)(value) and len(value) == 2)),
    }
    for key, (absent, check) in parts.items():
        if not check(data.get(key, absent)):
            raise ValueError(f"this is not a result of `derive audit --json`: no proper `{key}`")
    for paper in data["papers"]:
        read, selected, sha256 = paper.get("read", 0), paper.get("selected", []), paper.get("sha256", "")
        if not (_integer(read) and _several(_text)(selected) and _text(sha256)):
            raise ValueError(f"this is not a result of `derive audit --json`: the paper {paper['paper']!r:.60}")


def _integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
