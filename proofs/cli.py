"""The command `derive`: dispatches to one module per command, each imported only when it is used."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence

from proofs.commands.parser import COMMANDS, Parser, module_of, nearest, whole_parser
from proofs.commands.streams import lasting_streams
from proofs.extras import missing
from proofs.usage import BadInput

EPILOG = r"""examples:
  derive audit curvature_gap --exit-zero        a shipped paper
  derive audit notes.md --json result.json      your own paper file
  derive check 'A B = B A' --given 'A, B \in \mathbb{R}^{n \times n}'
  derive jacobian 'A X' --given 'A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}' --wrt X

exit codes: 0 as expected, 1 some verdict is not, 2 bad input, 3 the checker contradicted itself,
4 the command itself failed (a defect of derive), 5 nothing to judge, 130 interrupted or terminated"""


def parser() -> argparse.ArgumentParser:
    """Return the top-level parser; the options of a command are added by its module."""
    top = Parser(
        prog="derive",
        description="Checks the matrix calculus of papers: proofs, certified counterexamples, repairs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="store_true", help="print the version and exit")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text, add_help=False)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Examples:
        >>> main(["papers", "--help"])  # doctest: +SKIP

    """
    with lasting_streams() as out, _terminable():
        code = _code_of(list(sys.argv[1:] if argv is None else argv))
        out.flush()
        if out.failure is not None:
            print(f"derive: standard output: {out.failure.strerror}", file=sys.stderr)
            return max(code, 2)
    return code


def _code_of(arguments: list[str]) -> int:
    try:
        return _dispatch(arguments)
    except BadInput as problem:
        print(f"derive: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:  # a file or folder that cannot be written
        place = f"{problem.filename}: " if problem.filename else ""
        print(f"derive: {place}{problem.strerror or problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("derive: interrupted", file=sys.stderr)
        return 130
    except ModuleNotFoundError as absent:
        if not (said := missing(absent)):
            _told(absent)
            return 4
        print(f"derive: {said} (this command needs it)", file=sys.stderr)
        return 2
    except Exception as crash:  # noqa: BLE001 - 1 says something of verdicts, and none was reached
        _told(crash)
        return 4
    except SystemExit as ended:  # argparse: 0 for --help, 2 for bad usage
        return ended.code if isinstance(ended.code, int) else 2


def _told(crash: Exception) -> None:
    """Say in one line that the command failed; the whole trace is shown to those who ask for it."""
    said = " ".join(str(crash).split())[:300]
    print(f"derive: internal error: {type(crash).__name__}{': ' if said else ''}{said}", file=sys.stderr)
    if os.environ.get("DERIVE_TRACEBACK"):
        traceback.print_exception(crash)
    else:
        print("derive: this is a defect of derive; DERIVE_TRACEBACK=1 shows where", file=sys.stderr)


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let a termination (of a job in CI, say) end a command as an interruption does: what is done is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _dispatch(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        module = module_of(arguments[0])
        options = Parser(
            prog=f"derive {arguments[0]}",
            description=(module.__doc__ or "").strip(),
            epilog=getattr(module, "EPILOG", None),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(options)
        return module.run(options.parse_args(arguments[1:]))
    if arguments and not arguments[0].startswith("-"):
        raise BadInput(f"there is no command {arguments[0]!r}{nearest(arguments[0], list(COMMANDS))} (see `derive --help`)")
    top = parser()
    parsed, _ = top.parse_known_args(arguments)
    if parsed.version:
        from proofs.version import checker_version

        print(f"derive {checker_version()}")
        return 0
    top.print_help()
    return 0 if not arguments or parsed.command else 2


__all__ = ["COMMANDS", "main", "parser", "whole_parser"]

if __name__ == "__main__":
    sys.exit(main())
