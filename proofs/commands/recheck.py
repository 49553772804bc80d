"""Verify certificates with the small independent checker, which shares no code with the rest."""

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

    code, seen = 0, 0
    for path in (file for name in arguments.certificates for file in _files(Path(name))):
        seen += 1
        if not path.is_file():
            print(f"{path}: there is no such file")
            code = max(code, 2)
            continue
        report = recheck(path)
        print(f"{path}: {'accepted' if report.accepted else 'REJECTED: ' + report.reason}")
        code = code if report.accepted else 3
    return code if seen else 5


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]
