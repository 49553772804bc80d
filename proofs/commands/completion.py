"""Print what makes a shell complete the commands and options of derive."""

from __future__ import annotations

import argparse

EPILOG = """examples:
  derive completion bash > ~/.local/share/bash-completion/completions/derive
  derive completion zsh > ~/.zfunc/_derive        (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  derive completion fish > ~/.config/fish/completions/derive.fish"""
SHELLS = ("bash", "zsh", "fish", "tcsh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


def run(arguments: argparse.Namespace) -> int:
    """Print the script and return 0."""
    import shtab

    from proofs.commands.parser import whole_parser

    print(shtab.complete(whole_parser(), arguments.shell))
    return 0
