"""Options that several commands share."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofs.commands.project import Project, project
from proofs.reading.header import CHOICES, BadValue, apply_setting
from proofs.reading.option_values import audit_options_of, how_of
from proofs.reading.options import DEVICES, DOMAINS, EFFORTS, EXECUTORS, AuditOptions, How
from proofs.reading.paper import Settings
from proofs.usage import BadInput

PERIOD = 15.0
"""Seconds between lines of progress in a pipe."""


def judging_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a verdict may depend on."""
    parser.add_argument("--effort", choices=EFFORTS, help="budget of evaluations (default: normal)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of all random choices (default: 0)")
    parser.add_argument("--sizes", metavar="L=2,d=3", help="small sizes to use first")
    parser.add_argument("--device", choices=DEVICES, help="where torch computes (default: auto)")
    parser.add_argument(
        "--domain",
        choices=DOMAINS,
        help="total: a claim that holds only where a condition of its own is met is not as expected (exit code 1), unless "
        "that leaves out almost no point of its hypotheses (default: where, which shows the condition)",
    )
    parser.add_argument(
        "--strict",
        action=argparse.BooleanOptionalAction,
        help="a claim that holds `by rules`, without a proof object, is not as expected (exit code 1)",
    )
    parser.add_argument(
        "--roads",
        metavar="ROAD[,ROAD]",
        help="ask only these: index, rules, exact, sympy, autograd, search; the last two need torch",
    )
    parser.add_argument("--certificates", metavar="DIR", help="folder for certificates (default: .derive/certificates)")


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of an audit."""
    parser.add_argument("papers", nargs="*", metavar="PAPER", help="file, folder or name of a shipped paper")
    judging_arguments(parser)
    parser.add_argument("--only", action="append", default=[], metavar="ID[,ID]", help="judge only these claims")
    parser.add_argument("--full", action=argparse.BooleanOptionalAction, help="also check at the paper's full sizes")
    parser.add_argument("--jobs", type=int, metavar="N", help="worker processes (default: one per core, at most 8)")
    parser.add_argument("--shard", metavar="I/N", help="judge only the I-th of N parts (see `derive merge`)")
    executor_arguments(parser)
    parser.add_argument("--fresh", action="store_true", help="ignore results of earlier audits")
    timeout_argument(parser)


def timeout_argument(parser: argparse.ArgumentParser) -> None:
    """Add how long a claim may take."""
    parser.add_argument(
        "--timeout",
        type=float,
        metavar="SECONDS",
        help="end a claim as an error after this time (default: 120 quick, 300 normal, 3600 deep)",
    )


def executor_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where the claims are judged."""
    parser.add_argument(
        "--executor", choices=EXECUTORS, help="worker processes, or tasks on a Ray cluster (RAY_ADDRESS)"
    )
    parser.add_argument(
        "--gpus-per-claim", dest="gpus", type=float, metavar="G", help="with ray: GPUs per claim, 0.25 shares a card"
    )


def convention_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the header keys that change what a formula means."""
    for key, values in CHOICES.items():
        parser.add_argument(f"--{key}", choices=values, help=f"as in the header of a paper file (default: {values[0]})")


def conventions(arguments: argparse.Namespace) -> Settings:
    """Return the settings given by `convention_arguments`."""
    settings = Settings()
    for key in CHOICES:
        value = getattr(arguments, key.replace("-", "_"))
        if value is not None:
            settings = apply_setting(settings, key, value)
    return settings


def how_from(arguments: argparse.Namespace, lean: bool = False) -> How:
    """Return how claims are judged, from the arguments and ``[tool.derive]``.

    Raises:
        BadInput: A value cannot be used.

    """
    values, labels = _given(
        arguments, ("effort", "seed", "sizes", "full", "device", "certificates", "domain", "roads", "strict"), project()
    )
    try:
        how = how_of({**values, "lean": lean}, labels)
    except BadValue as problem:
        raise BadInput(str(problem)) from None
    if getattr(arguments, "certificates", None) is not None:
        output_folder(arguments.certificates, "--certificates")
    return how


def limit_from(arguments: argparse.Namespace, how: How) -> float:
    """Return the seconds that a claim may take, from the arguments and ``[tool.derive]``.

    Raises:
        BadInput: They are no such number.

    """
    try:
        return audit_options_of(how, *_given(arguments, ("timeout",), project())).limit
    except BadValue as problem:
        raise BadInput(str(problem)) from None


def _given(
    arguments: argparse.Namespace, names: Iterable[str], defaults: Project
) -> tuple[dict[str, Any], dict[str, str]]:
    """The values that are given and what their giver calls them: the command line, else the project."""
    values: dict[str, Any] = {}
    labels: dict[str, str] = {}
    for name in names:
        value = getattr(arguments, name, None)
        if value is not None:
            values[name], labels[name] = value, "--gpus-per-claim" if name == "gpus" else f"--{name}"
        elif name in defaults.values:
            values[name], labels[name] = defaults.values[name], defaults.label(name)
    return values, labels


def audit_options(arguments: argparse.Namespace) -> AuditOptions:
    """Return the options of an audit; fills in the papers of ``[tool.derive]`` where none are named.

    Raises:
        BadInput: A value cannot be used, or no paper is named.

    """
    defaults = project()
    arguments.papers = arguments.papers or defaults.papers()
    if not arguments.papers:
        raise BadInput("name a paper file, a folder or a shipped paper (see `derive papers`)")
    how = how_from(arguments)
    if arguments.only and not all(re.search(r"[^\s,]", text) for text in arguments.only):
        raise BadInput("--only names no claim; write --only ID[,ID]")
    values, labels = _given(arguments, ("only", "jobs", "timeout", "shard", "fresh", "executor", "gpus"), defaults)
    if arguments.jobs == 0:
        raise BadInput("--jobs is 0; it must be an integer of at least 1")
    try:
        options = audit_options_of(how, values, labels)
    except BadValue as problem:
        raise BadInput(str(problem)) from None
    return replace(options, sizes_asked=arguments.sizes is not None)


def output_folder(name: str, option: str = "-o") -> Path:
    """Return the folder of that name; it is made if need be, before any time is spent.

    Raises:
        BadInput: It is a file, or cannot be made.

    """
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"{option} {name}: this is a file, not a folder") from None
    except OSError as problem:
        raise BadInput(f"{option} {name}: {problem.strerror}") from None
    return folder


@contextlib.contextmanager
def progress_line(quiet: bool) -> Iterator[Callable[[int, int, str], None] | None]:
    """Yield a progress callback: one line of standard error that is kept up to date; in a pipe a line now and then."""
    if quiet:
        yield None
        return
    if not sys.stderr.isatty():
        yield _lines_of_progress()
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[claim]}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, claim="")
        yield lambda done, total, claim: bar.update(task, completed=done, total=total, claim=claim)


def _lines_of_progress() -> Callable[[int, int, str], None]:
    """A callback that prints a line at most every `PERIOD` seconds, and none for what is done before."""
    begun = last = time.monotonic()

    def progress(done: int, total: int, claim: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PERIOD and done < total:
            last = now
            print(f"derive: {done} of {total} done after {now - begun:.0f} s, {claim}", file=sys.stderr, flush=True)

    return progress
