"""Options that several commands share, and the defaults of ``[tool.derive]``."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from proofs.header import CHOICES, BadValue, apply_setting, unknown
from proofs.options import DEVICES, EFFORTS, EXECUTORS, AuditOptions, How, parse_shard, parse_sizes
from proofs.paper import Settings
from proofs.usage import BadInput

_TOOL_KEYS = ("papers", "effort", "seed", "device", "jobs", "timeout", "certificates", "full", "sizes", "executor")


def judging_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a verdict may depend on."""
    parser.add_argument("--effort", choices=EFFORTS, help="budget of evaluations (default: normal)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of all random choices (default: 0)")
    parser.add_argument("--sizes", metavar="L=2,d=3", help="small sizes to use first")
    parser.add_argument("--device", choices=DEVICES, help="where torch computes (default: auto)")
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
        "--gpus-per-claim", type=float, default=0.0, metavar="G", help="with ray: GPUs per claim, 0.25 shares a card"
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
    tool = tool_options()

    def pick(name: str, default: Any) -> Any:
        value = getattr(arguments, name, None)
        return tool.get(name, default) if value is None else value

    try:
        sizes = pick("sizes", "")
        how = How(
            effort=str(pick("effort", "normal")),
            seed=int(pick("seed", 0)),
            sizes=parse_sizes(sizes) if isinstance(sizes, str) and sizes else (),
            full=bool(pick("full", False)),
            device=str(pick("device", "auto")),
            certificates=Path(str(pick("certificates", ".derive/certificates"))),
            lean=lean,
        )
    except (BadValue, ValueError) as problem:
        raise BadInput(str(problem)) from None
    _sensible(how)
    return how


def _sensible(how: How) -> None:
    if how.effort not in EFFORTS:
        raise BadInput(f"effort is {how.effort!r}; it can be {', '.join(EFFORTS)}")
    if how.seed < 0:
        raise BadInput(f"the seed is {how.seed}; it must not be negative")
    if how.device == "cuda":
        import torch

        if not torch.cuda.is_available():
            raise BadInput("--device cuda: no CUDA device can be used here")


def audit_options(arguments: argparse.Namespace) -> AuditOptions:
    """Return the options of an audit; fills in the papers of ``[tool.derive]`` where none are named.

    Raises:
        BadInput: A value cannot be used, or no paper is named.

    """
    tool = tool_options()
    arguments.papers = arguments.papers or list(tool.get("papers", ()))
    if not arguments.papers:
        raise BadInput("name a paper file, a folder or a shipped paper (see `derive papers`)")
    how = how_from(arguments)
    only = tuple(one.strip() for text in arguments.only for one in text.split(",") if one.strip())
    jobs = arguments.jobs if arguments.jobs is not None else tool.get("jobs", 0)
    timeout = arguments.timeout if arguments.timeout is not None else tool.get("timeout")
    if not isinstance(jobs, int) or jobs < 0 or (arguments.jobs is not None and jobs < 1):
        raise BadInput(f"--jobs is a number of processes, not {jobs}")
    if timeout is not None and (not isinstance(timeout, (int, float)) or not timeout > 0):
        raise BadInput(f"--timeout is a number of seconds, not {timeout}")
    try:
        shard = parse_shard(arguments.shard) if arguments.shard else (1, 1)
    except BadValue as problem:
        raise BadInput(str(problem)) from None
    executor = arguments.executor or tool.get("executor", EXECUTORS[0])
    if executor not in EXECUTORS:
        raise BadInput(f"executor is {executor!r}; it can be {', '.join(EXECUTORS)}")
    gpus = arguments.gpus_per_claim
    if not 0 <= gpus < 64 or (gpus and executor != "ray"):
        raise BadInput(f"--gpus-per-claim {gpus:g}: a number of GPUs from 0, with --executor ray")
    return AuditOptions(
        how=how,
        only=only,
        jobs=jobs,
        timeout=None if timeout is None else float(timeout),
        shard=shard,
        fresh=arguments.fresh,
        executor=executor,
        gpus=gpus,
    )


def tool_options() -> dict[str, Any]:
    """Return ``[tool.derive]`` of the `pyproject.toml` of this folder or the nearest one above it.

    Raises:
        BadInput: The file cannot be read or has an unknown key.

    """
    folder = Path.cwd()
    path = next((p / "pyproject.toml" for p in (folder, *folder.parents) if (p / "pyproject.toml").is_file()), None)
    if path is None:
        return {}
    try:
        with path.open("rb") as stream:
            tool = tomllib.load(stream).get("tool", {}).get("derive", {})
    except (OSError, ValueError) as problem:
        raise BadInput(f"{path}: {problem}") from None
    for key in tool:
        if key not in _TOOL_KEYS:
            raise BadInput(f"{path}: {unknown('key in [tool.derive]', key, _TOOL_KEYS)}")
    return tool


def output_folder(name: str) -> Path:
    """Return the folder of that name; it is made if need be, before any time is spent.

    Raises:
        BadInput: It is a file, or cannot be made.

    """
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"-o {name}: this is a file, not a folder") from None
    except OSError as problem:
        raise BadInput(f"-o {name}: {problem.strerror}") from None
    return folder


@contextlib.contextmanager
def progress_line(quiet: bool) -> Iterator[Callable[[int, int, str], None] | None]:
    """Yield a progress callback that keeps one line of standard error up to date, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[claim]}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, claim="")
        yield lambda done, total, claim: bar.update(task, completed=done, total=total, claim=claim)
