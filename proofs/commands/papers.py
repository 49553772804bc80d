"""List the shipped papers: name, number of claims, title."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Print one line per shipped paper; 2 if one cannot be read, else 0."""
    from proofs.reading.paper import BadPaper
    from proofs.reading.reader import read_paper
    from proofs.reading.shipped import shipped_papers

    del arguments
    code = 0
    for name, path in shipped_papers().items():
        try:
            paper = read_paper(path)
            print(f"{name:32} {len(paper.claims):4} claims  {paper.title}")
        except BadPaper as bad:
            print(f"{name:32} {bad}")
            code = 2
    return code
