"""Verify certificates with the small independent checker, which shares no code with the rest.

What that checker accepts is then compared with the certificate's LaTeX: a hypothesis must not have been left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

EPILOG = """examples:
  derive recheck .derive/certificates/notes/thm-2.json
  derive recheck .derive/certificates          (all certificates in a folder)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificates", nargs="+", metavar="CERTIFICATE", help="certificate files, or folders of them")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 if all are accepted, 3 if one is rejected, 2 if one cannot be read, 5 if there are none."""
    from proofs.recheck import recheck
    from proofs.wording import left_out

    code, seen = 0, 0
    for path in (file for name in arguments.certificates for file in _files(Path(name))):
        seen += 1
        if not path.is_file():
            print(f"{path}: there is no such file")
            code = max(code, 2)
            continue
        report = recheck(path)
        reason = "" if report.accepted else report.reason
        if report.accepted and (missing := left_out(path)):
            reason = f"its LaTeX states {missing[0]}, which its problem leaves out"
        print(f"{path}: {'REJECTED: ' + reason if reason else 'accepted'}")
        code = 3 if reason else code
    return code if seen else 5


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]
