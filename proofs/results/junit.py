"""Results as JUnit XML, as continuous integration reads it: one test case per claim."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from proofs.files import write_text
from proofs.results.schema import Audit, ClaimResult
from proofs.results.table import clean, details, verdict_word


def write_junit(audit: Audit, path: Path) -> None:
    """Write an audit as JUnit XML."""
    root = ET.Element("testsuites", name="derive")
    for paper in audit.papers:
        bad = [c for c in paper.claims if not c.as_expected]
        errors = sum(c.verdict == "error" for c in bad)
        suite = ET.SubElement(
            root,
            "testsuite",
            name=clean(paper.paper),
            tests=str(len(paper.claims)),
            failures=str(len(bad) - errors),
            errors=str(errors),
            skipped=str(sum(c.verdict == "not-checkable" for c in paper.claims)),
            time=f"{sum(c.seconds for c in paper.claims):.3f}",
        )
        for claim in paper.claims:
            _case(suite, paper.paper, claim)
    for error in audit.errors:
        suite = ET.SubElement(root, "testsuite", name="bad input", tests="1", failures="0", errors="1")
        case = ET.SubElement(suite, "testcase", classname="input", name=clean(error)[:200])
        ET.SubElement(case, "error", message=clean(error))
    for paper in (p for p in audit.papers if audit.interrupted and p.missing):
        count = str(len(paper.missing))
        name = f"not judged: {clean(paper.paper)}"
        suite = ET.SubElement(root, "testsuite", name=name, tests=count, failures="0", errors=count)
        for one in paper.missing:
            case = ET.SubElement(suite, "testcase", classname=clean(paper.paper), name=one)
            ET.SubElement(case, "error", message="not judged: the audit is not complete")
    write_text(path, "<?xml version='1.0' encoding='utf-8'?>\n" + ET.tostring(root, encoding="unicode"))


def _case(suite: ET.Element, paper: str, claim: ClaimResult) -> None:
    case = ET.SubElement(suite, "testcase", classname=clean(paper), name=claim.id, time=f"{claim.seconds:.3f}")
    properties = ET.SubElement(case, "properties")
    for name in ("kind", "verdict", "strength", "domain", "expect"):
        ET.SubElement(properties, "property", name=name, value=clean(str(getattr(claim, name) or "")))
    for name in ("tainted_by", "unjudged", "unshown"):
        if names := getattr(claim, name):
            ET.SubElement(properties, "property", name=name, value=clean(", ".join(names)))
    text = "\n".join(clean(line) for line in details(claim))
    if claim.verdict == "not-checkable":
        ET.SubElement(case, "skipped", message=clean(claim.message))
    elif not claim.as_expected:
        tag = "error" if claim.verdict == "error" else "failure"
        wanted = claim.expect or "a claim that holds"
        ET.SubElement(case, tag, message=f"expected {wanted}, got {clean(verdict_word(claim))}").text = text
