"""Verify certificates with the small independent checker, which shares no code with the rest.

What that checker accepts is the certificate's problem; it reads no LaTeX. The LaTeX is compared afterwards: a hypothesis
must not have been left out, and where it is not seen to state the same claim as the problem, that is said.
"""

from __future__ import annotations

import argparse
from pathlib import Path

EPILOG = """examples:
  derive recheck .derive/certificates/notes/thm-2.json
  derive recheck .derive/certificates          (all certificates in a folder)"""

NOT_COMPARED = "that is its problem: the LaTeX of its claim was not seen to say the same"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificates", nargs="+", metavar="CERTIFICATE", help="certificate files, or folders of them")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 if all are accepted, 3 if one is rejected, 2 if one cannot be read, 5 if there are none."""
    from proofs.recheck import recheck
    from proofs.wording import compared

    code, seen = 0, 0
    for path in (file for name in arguments.certificates for file in _files(Path(name))):
        seen += 1
        if not path.is_file():
            print(f"{path}: there is no such file")
            code = max(code, 2)
            continue
        report = recheck(path)
        reason = "" if report.accepted else report.reason
        wording = compared(path) if report.accepted else None
        if wording is not None and wording.left_out:
            reason = f"its LaTeX states {wording.left_out[0]}, which its problem leaves out"
        said = "accepted" if wording is not None and wording.same else f"accepted; {NOT_COMPARED}"
        print(f"{path}: {'REJECTED: ' + reason if reason else said}")
        code = 3 if reason else code
    return code if seen else 5


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]
