"""Judge one claim given on the command line, without a paper file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.commands.common import (
    convention_arguments,
    conventions,
    how_from,
    judging_arguments,
    limit_from,
    timeout_argument,
)
from proofs.commands.output import check_outputs
from proofs.commands.streams import print_json
from proofs.usage import BadInput

if TYPE_CHECKING:
    from proofs.reading.paper import Claim

EPILOG = r"""examples:
  derive check '(A B)^\top = B^\top A^\top' --given 'A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}'
  derive check '\frac{\partial\, a^\top x}{\partial x} = a' --given 'a, x \in \mathbb{R}^{n}' --layout gradient"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the claim, its given block, the conventions of both and the form of the answer."""
    parser.add_argument("latex", metavar="LATEX", help="the claim")
    parser.add_argument("--given", default="", metavar="LATEX", help="declarations, definitions and hypotheses")
    convention_arguments(parser)
    judging_arguments(parser)
    timeout_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--proof", metavar="FILE", help="write the proof object of a claim that holds (docs/proofs.md)")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 where the claim does not hold")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show evidence and what was understood")


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict of the claim; 0 if it holds, 1 if not (0 with --exit-zero), other codes as in an audit."""
    from proofs.api import ad_hoc_claim
    from proofs.auditing.auditor import judge_apart
    from proofs.reading.paper import BadPaper
    from proofs.results.schema import Audit, PaperResult, claim_to_json, finish
    from proofs.results.table import GLYPHS, details, verdict_word

    check_outputs({"--proof": arguments.proof})
    how = how_from(arguments, lean=arguments.effort is None)
    claim = ad_hoc_claim(arguments.latex, arguments.given, conventions(arguments))
    try:
        result = judge_apart(claim, how, limit_from(arguments, how))
    except BadPaper as bad:
        raise BadInput(str(bad)) from None
    papers = finish([PaperResult("check", (result,), 1)], {"check": "check"}, how.domain == "total", how.strict)
    result = papers[0].claims[0]
    if arguments.json:
        print_json(claim_to_json(result))
    else:
        print(f"{GLYPHS[result.verdict]} {verdict_word(result)}")
        print("\n".join("  " + line for line in details(result, max(1, arguments.verbose))))
    if arguments.proof:
        print(
            f"  proof: {write_proof(claim, result.verdict, Path(arguments.proof))}",
            file=sys.stderr if arguments.json else sys.stdout,
        )
    code = Audit("", how.seed, (), papers, 1).exit_code
    return 0 if code == 1 and arguments.exit_zero else code


def write_proof(claim: Claim, verdict: str, path: Path) -> str:
    """Write the proof objects of a claim that holds, one file a link; return what is to be said of them."""
    from proofs.judging.proofs import objects_of
    from proofs.results.schema import write_json

    if verdict != "holds":
        return f"none, the claim is {verdict}"
    said = []
    found = objects_of(claim)
    for number, one in enumerate(found, 1):
        place = path if len(found) == 1 else path.with_name(f"{path.stem}.{number}{path.suffix}")
        if one.data is None:
            said.append(f"none ({one.reason})")
            continue
        write_json(one.data, place)
        said.append(f"{place}: accepted, {one.reason}")
    return "; ".join(said)
