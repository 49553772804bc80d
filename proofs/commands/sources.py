"""LaTeX sources on the command line: imported into a paper file beside them, again with the user's edits kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.files import write_text
from proofs.usage import BadInput

if TYPE_CHECKING:
    from proofs.importing.importer import Imported
    from proofs.importing.source_tree import SourceTree

_ENDINGS = (".tex", ".ltx", ".tar.gz", ".tgz", ".tar", ".zip", ".gz")
KEPT = Path(".derive/imported")
"""What imports wrote, to tell later what a user edited."""

Progress = Callable[[int, int, str], None]


def is_source(path: Path) -> bool:
    """Whether a path is a LaTeX source: a file, an archive, or a folder with .tex files and no paper files."""
    if path.is_dir():
        return any(path.glob("*.tex")) and not any(path.glob("*.md"))
    return path.name.lower().endswith(_ENDINGS)


def paper_of(path: Path) -> Path:
    """Where the paper file of a source stands: beside it, or in this folder for an archive and a folder."""
    name = path.name
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if name.lower().endswith(ending):
            name = name[: -len(ending)]
            break
    folder = path.parent if path.suffix.lower() in (".tex", ".ltx") else Path()
    return folder / f"{name or path.resolve().name}.paper.md"


def imported(path: Path, progress: Progress | None = None) -> tuple[SourceTree, Imported]:
    """Read a source and import it, with declarations inferred from use.

    Raises:
        BadInput: The source cannot be read.

    """
    from proofs.importing.importer import import_source
    from proofs.importing.source_tree import open_source

    try:
        tree = open_source(path)
        return tree, import_source(tree, infer=True, progress=progress or (lambda *_: None))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise BadInput(f"{path}: {problem}") from None


def import_to(path: Path, target: Path, progress: Progress | None = None) -> str:
    """Import a source into a paper file, with the edits of a file that exists; return what to tell the user.

    Raises:
        BadInput: The source cannot be read, or the file cannot be written.

    """
    from proofs.importing.merging import merged

    tree, made = imported(path, progress)
    if target.suffix != ".md":
        raise BadInput(f"{target}: a paper file ends in .md")
    said = [f"read {tree.main}; not read: {', '.join(tree.others)}"] if tree.others else []
    last = KEPT / ("-".join(target.resolve().parts[1:])[-200:])
    text = made.text
    try:
        if target.exists():
            base = last.read_text(encoding="utf-8") if last.is_file() else None
            result = merged(made.text, target.read_text(encoding="utf-8"), base)
            text = result.text
            said.append(f"{target}: {result.kept} edited parts kept" if result.kept else f"{target}: imported again")
            said += [f"no longer in the source, kept: {title}" for title in result.gone]
        else:
            said.append(f"wrote {target}")
        write_text(target, text)
        last.parent.mkdir(parents=True, exist_ok=True)
        write_text(last, made.text)
    except OSError as problem:
        raise BadInput(f"{target}: {problem.strerror}") from None
    return "\n".join([*said, made.summary()])


def as_papers(arguments: list[str], progress: Progress | None) -> list[str]:
    """The papers of a command line with LaTeX sources imported; what is told of them goes to standard error."""
    papers: list[str] = []
    for one in arguments:
        path = Path(one)
        if is_source(path) and path.exists():
            target = paper_of(path)
            print(import_to(path, target, progress).split("\n", 1)[0], file=sys.stderr)
            papers.append(str(target))
        else:
            papers.append(one)
    return papers
