"""The parser of every command: short messages, with the word that was probably meant."""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
from typing import Any, NoReturn

COMMANDS: dict[str, str] = {
    "audit": "judge every claim of paper files",
    "report": "write a report of an audit (HTML, Markdown, LaTeX)",
    "check": "judge one claim given on the command line",
    "jacobian": "derive a Jacobian, step by step if wanted",
    "gradient": "derive a gradient in matrix form",
    "hessian": "derive a Hessian, step by step if wanted",
    "code": "write a function and its derivative as NumPy, torch or JAX functions with a self-test",
    "match": "compare a torch, NumPy or SymPy function with a formula, derivatives included",
    "serve": "serve a page on this machine: derive and check while you write",
    "lsp": "serve an editor: findings beside the line, repairs as quick fixes",
    "inspect": "measure a torch Transformer: bounds, spectra and conditioning of its attention heads",
    "recheck": "verify certificates with the small independent checker",
    "new": "write a paper file to start from",
    "import": "turn a .tex source into a skeleton paper file",
    "papers": "list the shipped papers",
    "theorems": "list and search the theorems that proofs by norm rules use",
    "merge": "put the JSON results of several audits together",
    "export-tests": "write test modules from the verdicts of an audit",
    "completion": "print what makes a shell complete commands and options",
}
MOST = 6
"""Words that a message lists."""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with 2."""
        self.exit(2, f"{self.prog}: {self.explained(message)}\n")

    def explained(self, message: str) -> str:
        """Return a message of argparse with the nearest word instead of all that there are."""
        if match := re.match(r"unrecognized arguments: (.*)", message):
            given = next((word for word in match[1].split() if word.startswith("-")), match[1].split()[0])
            name = given.partition("=")[0]
            if not name.startswith("-"):
                return f"{message} (see `{self.prog} --help`)"
            known = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
            return f"there is no option {name}{nearest(name, known)} (see `{self.prog} --help`)"
        if match := re.match(r"argument (\S+): invalid choice: '(.*)' \(choose from (.*)\)", message):
            option, word, choices = match.groups()
            known = [choice.strip(" '") for choice in choices.split(",")]
            said = nearest(word, known) or f"; it can be {listed(known)}"
            return f"{option.split('/')[-1]}: {word!r} is no choice{said}"
        return f"{message} (see `{self.prog} --help`)"


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with the options of all commands, as shells complete them."""
    top = Parser(prog="derive")
    top.add_argument("--version", action="store_true", help="print the version and exit")
    commands = top.add_subparsers(dest="command")
    for name, text in COMMANDS.items():
        module_of(name).add_arguments(commands.add_parser(name, help=text))
    return top


def module_of(command: str) -> Any:
    """Return the module of a command, imported when it is used."""
    return importlib.import_module(f"proofs.commands.{command.replace('-', '_').replace('import', 'import_')}")


def nearest(word: str, known: list[str]) -> str:
    """Return a question for the word that was probably meant, or nothing.

    Example:
        >>> nearest("aduit", ["audit", "report"]), nearest("x", ["audit"])
        ('; did you mean `audit`?', '')

    """
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f"; did you mean `{close[0]}`?" if close else ""


def listed(words: list[str]) -> str:
    """Return words as a list that is not longer than a reader wants.

    Example:
        >>> listed(list("abcdefgh"))
        'a, b, c, d, e, f and 2 more'

    """
    more = len(words) - MOST
    return ", ".join(words) if more <= 1 else f"{', '.join(words[:MOST])} and {more} more"


__all__ = ["COMMANDS", "Parser", "listed", "module_of", "nearest", "whole_parser"]
