"""Verify certificates and proofs with the small independent checkers, which share no code with the rest.

What that checker accepts is the certificate's problem; it reads no LaTeX. The LaTeX is compared afterwards: a certificate
whose LaTeX states another claim, or a hypothesis that the problem lacks, is rejected; where the two cannot be compared,
that is said. The conventions and macros that the file brings decide how its LaTeX is read: they are printed, and macros
that change what standard notation means are rejected.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.verify import Report

EPILOG = """examples:
  derive recheck .derive/certificates/notes/thm-2.json
  derive recheck .derive/certificates          (all certificates in a folder)
  derive recheck proof.json                    (a proof: the verifier's word, and that its LaTeX states what is proved)"""

NOT_COMPARED = "accepted, but its LaTeX could not be compared"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the certificate files and folders."""
    parser.add_argument(
        "certificates", nargs="+", metavar="CERTIFICATE", help="certificates and proofs, or folders of them"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show the steps of proofs as formulas with their reasons"
    )
    parser.add_argument(
        "--format", choices=("text", "md", "tex"), default="text", help="with -v: how proofs are written"
    )


def run(arguments: argparse.Namespace) -> int:
    """Return 0 if all are accepted, 3 if one is rejected, 2 if one is no certificate, 5 if there are none."""
    code, seen = 0, 0
    for name in arguments.certificates:
        files = _files(Path(name))
        if not files:
            print(f"{name}: there is no certificate in this folder")
        for path in files:
            seen += 1
            said, own = _judged(path)
            print(f"{path}: {said}")
            if arguments.verbose and own == 0:
                _show(path, arguments.format)
            code = max(code, own)
    return code if seen else 5


def _show(path: Path, form: str) -> None:
    """Print the steps of an accepted proof, nothing of a certificate."""
    from proofs.proving.lines import lines, written
    from proofs.report.proof_text import latex, markdown
    from proofs.results.table import clean
    from proofs.verify import load, read_base

    if json.loads(path.read_bytes()).get("kind") != "holds":
        return
    if form == "text":
        print("\n".join(f"  {clean(line)}" for line in lines(load(path), read_base())))
    else:
        print({"md": markdown, "tex": latex}[form](written(load(path), read_base())))


def _judged(path: Path) -> tuple[str, int]:
    """Return what is to be said of a file, and its exit code."""
    from proofs.recheck import recheck
    from proofs.results.table import clean
    from proofs.wording import compared, compared_proof

    if not path.is_file():
        return "this is a folder, not a certificate" if path.is_dir() else "there is no such file", 2
    if flaw := _no_certificate(path):
        return f"this is no certificate: {flaw}", 2
    proof = json.loads(path.read_bytes()).get("kind") == "holds"
    report = verified(path) if proof else recheck(path)
    if not report.accepted:
        return f"REJECTED: {clean(report.reason)}", 3
    wording = compared_proof(path) if proof else compared(path)
    if wording.reason:
        return f"REJECTED: {clean(wording.reason)}", 3
    read = f" (read with {clean('; '.join(wording.settings))})" if wording.settings else ""
    if wording.unread:
        return f"{NOT_COMPARED}: {clean(wording.unread)[:200]}{read}", 0
    claim = json.loads(path.read_bytes()).get("claim_id", "")
    if proof:
        rests = f"; it rests on {clean(', '.join(sorted(report.axioms)))}" if report.axioms else ""
        return "accepted as a proof" + (f" of the claim {clean(str(claim))}" if claim else "") + rests + read, 0
    return "accepted" + (f" as a certificate against the claim {clean(str(claim))}" if claim else "") + read, 0


def verified(path: Path) -> Report:
    """Return what the independent verifier says of a proof file."""
    from proofs.verify import verify

    return verify(path)


def _no_certificate(path: Path) -> str:
    """Return why a file is no certificate at all, an empty text if it looks like one."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as problem:
        return f"it cannot be read ({problem.strerror})"
    except (ValueError, RecursionError):
        return "it is not JSON"
    return "" if isinstance(data, dict) and {"problem", "hash"} <= data.keys() else "it has no problem and no hash"


def _files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*.json") if file.is_file()) if path.is_dir() else [path]
