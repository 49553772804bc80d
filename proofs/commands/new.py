"""Write a small paper file to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from proofs.usage import BadInput

EPILOG = """example:
  derive new notes.paper.md && derive audit notes.paper.md"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the path of the new file, which may be left out."""
    parser.add_argument("file", nargs="?", default="notes.paper.md", metavar="FILE", help="default: notes.paper.md")


def run(arguments: argparse.Namespace) -> int:
    """Write the template and return 0; raises `BadInput` for a file that exists, which stays as it is."""
    from proofs.importing.template import TEMPLATE

    path = Path(arguments.file)
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(TEMPLATE)
    except FileExistsError:
        raise BadInput(f"{path} exists already; it is left as it is") from None
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    print(f"wrote {path}; now: derive audit {path}")
    return 0
