"""Write test modules from the verdicts of an audit, with the certificates they replay."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

from proofs.commands.common import audit_arguments, audit_options, output_folder, progress_line

EPILOG = """example:
  derive export-tests curvature_gap -o tests/papers && pytest tests/papers"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `audit_arguments` shares with other commands, and the folder of the test modules."""
    audit_arguments(parser)
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="folder of the test modules")


def run(arguments: argparse.Namespace) -> int:
    """Write one test module per paper and print its path; verdicts that are not as expected cost no exit code."""
    from proofs.auditing.auditor import audit
    from proofs.reading.reader import read_paper
    from proofs.results.consistency import certificates_of
    from proofs.results.export_tests import test_module

    options = audit_options(arguments)
    folder = output_folder(arguments.output)
    with progress_line(quiet=False) as progress:
        result = audit(arguments.papers, options, progress=progress)
    for error in result.errors:
        print(f"derive: {error}", file=sys.stderr)
    taken: set[str] = set()
    for one in result.papers:
        paper = read_paper(one.paper)
        name = _module_name(paper.name, taken)
        beside = Path("certificates") / name
        folder.mkdir(parents=True, exist_ok=True)
        for file in (Path(f) for claim in one.claims for f in certificates_of(claim)):
            (folder / beside).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / beside / file.name)
        module = folder / f"test_{name}.py"
        module.write_text(test_module(paper, one, beside), encoding="utf-8")
        print(module)
    return result.exit_code if result.exit_code > 1 else 0


def _module_name(paper: str, taken: set[str]) -> str:
    """A name of a module that no other paper of this run has."""
    stem = re.sub(r"\W", "_", paper)
    name, count = stem, 1
    while name in taken:
        count += 1
        name = f"{stem}_{count}"
    taken.add(name)
    return name
