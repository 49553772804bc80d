"""Finds paper files: by path, by folder, or by the name of a paper that is shipped."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.reading.header import did_you_mean
from proofs.reading.paper import BadPaper, Flaw, paper_name

FOLDER = Path(__file__).resolve().parents[1] / "papers"
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*math\b", re.MULTILINE)
_CLAIM = re.compile(r"^ {0,3}#{2,6}[ \t]+[\w.\-]+:.*\n(where|uses|expect|not-checkable):", re.MULTILINE)


def shipped_papers() -> dict[str, Path]:
    """Return the shipped papers by name."""
    return {paper_name(path): path for path in sorted(FOLDER.glob("*.md"))}


def find_papers(argument: str) -> list[Path]:
    """Return the paper files that an argument of the command line stands for.

    Raises:
        BadPaper: It is no file, no folder with paper files, and no shipped paper.

    """
    path = Path(argument)
    if path.is_dir():
        found = [p for p in sorted(path.rglob("*.md")) if _hidden_free(p, path) and looks_like_paper(p)]
        if not found:
            raise BadPaper(
                (Flaw(argument, 0, 0, "there are no paper files (*.md with ```math blocks) in this folder"),)
            )
        return found
    if path.exists() or argument.endswith(".md") or "/" in argument:
        return [path]
    papers = shipped_papers()
    if argument in papers:
        return [papers[argument]]
    hint = did_you_mean(argument, papers)
    raise BadPaper((Flaw(argument, 0, 0, f"no such file or shipped paper{hint}"),))


def _hidden_free(path: Path, folder: Path) -> bool:
    return not any(part.startswith(".") for part in path.relative_to(folder).parts)


def looks_like_paper(path: Path) -> bool:
    """Return whether a Markdown file is meant as a paper file: by its name, its header, a math block or a claim."""
    if path.name.endswith(".paper.md"):
        return True
    if not path.is_file():
        return True  # a pipe, a folder, a link to nowhere: to be reported; reading it might never end
    try:
        text = path.read_text(encoding="utf-8", errors="replace")[:4_000_000]
    except OSError:
        return True  # to be reported, not passed over
    return text.startswith("---\n") or bool(_FENCE.search(text) or _CLAIM.search(text))
