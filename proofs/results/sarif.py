"""Results as SARIF 2.1.0 (OASIS), which code-hosting sites and editors read."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from proofs.results.findings import Finding, findings
from proofs.results.schema import Audit, Json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = {
    "input": "the paper file cannot be read",
    "refuted": "the claim is false: an exact counterexample was checked independently",
    "ill-typed": "no reading of the claim makes its sizes match",
    "vacuous": "the claim says nothing",
    "ambiguous": "the readings of the claim have different verdicts",
    "needs-hypothesis": "the claim is false as written and true under a hypothesis",
    "undecided": "nothing could be shown of the claim",
    "not-refuted": "the claim was searched for violations and not proved",
    "unread": "a formula of the claim cannot be read",
    "holds": "the claim holds where another verdict was expected, or more was asked of its proof",
    "not-checkable": "no program can judge the claim",
    "error": "the checker failed",
}


def sarif(audit: Audit) -> Json:
    """Return the SARIF log of an audit: one result for everything that is not as expected."""
    found = list(findings(audit))
    rules = [{"id": rule, "shortDescription": {"text": text}} for rule, text in RULES.items()]
    driver: Json = {"name": "derive", "version": audit.checker, "rules": rules}
    run: Json = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": not (audit.errors or audit.interrupted), "exitCode": audit.exit_code}],
        "results": [_result(one) for one in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(one: Finding) -> Json:
    message = "\n".join((one.title, *one.text))
    place: Json = {"artifactLocation": {"uri": _uri(one.file)}, "region": {"startLine": one.line}}
    mark = hashlib.sha256(f"{PurePosixPath(one.file).name}\0{one.title}".encode()).hexdigest()
    result: Json = {
        "ruleId": one.rule,
        "level": "error",
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"claim/v1": mark},
    }
    if one.claim is not None:
        claim = one.claim
        known: dict[str, Any] = {"claim": claim.id, "strength": claim.strength, "expect": claim.expect}
        known |= {"repair": claim.repair, "certificate": (claim.counterexample or {}).get("certificate")}
        result["properties"] = {key: value for key, value in known.items() if value}
    return result


def _uri(file: str) -> str:
    return ("file://" if file.startswith("/") else "") + quote(file)


__all__ = ["sarif"]
