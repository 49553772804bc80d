"""Writes the reports of a result: reads paper files for display, renders every format, replaces files atomically."""

from __future__ import annotations

import multiprocessing
import os
import re
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofs.reading.paper import paper_name
from proofs.report.context import PaperContext, load
from proofs.report.formulas import Formulas
from proofs.report.html import anchor
from proofs.report.understanding import Understanding, study
from proofs.results.dependence import called
from proofs.results.schema import Audit, audit_from_json

FORMATS = ("html", "md", "tex", "pdf")


def write_report(
    result: Audit | Mapping[str, Any],
    folder: Path,
    formats: Collection[str] = ("html",),
    against: Mapping[str, Any] | None = None,
    *,
    options: str = "",
    jobs: int = 1,
    proofs: Path | None = None,
) -> list[Path]:
    """Write one report per paper and format; verdicts are taken from the result, never computed.

    The same result and paper files give the same bytes (but for PDF).

    Args:
        result: An audit, or its JSON.
        folder: Where the files are written; it is made if need be.
        formats: Any of `FORMATS`.
        against: The JSON of an earlier audit, to show what has changed.
        options: Further options of the audit, for the commands that repeat it.
        jobs: Processes that write papers side by side; the files do not depend on it.
        proofs: A folder of proof objects (`derive audit --proofs`): those of the claims get pages, which the HTML links.

    Returns:
        The files, in the order of the papers. Of a paper that has several HTML pages it is the first, which leads to
        the others; they lie in a folder beside it.

    Raises:
        ValueError: A format does not exist, or a result is none.
        OSError: A file cannot be written.

    """
    if bad := [f for f in formats if f not in FORMATS]:
        raise ValueError(f"{bad[0]!r} is no format of a report; there are {', '.join(FORMATS)}")
    audit = result if isinstance(result, Audit) else audit_from_json(result)
    if against is not None:
        audit_from_json(against)
    stems = _stems([p.paper for p in audit.papers])
    names = {path: paper_name(Path(path)) for path in stems}
    folder.mkdir(parents=True, exist_ok=True)
    papers = [
        load(p, seed=audit.seed, checker=audit.checker, beside=_beside(p.paper, names, stems), interrupted=audit.interrupted)
        for p in audit.papers
    ]
    if proofs is not None and "html" in formats:
        papers = [_with_proofs(paper, proofs, folder, stems[paper.result.paper]) for paper in papers]
    tasks = [(paper, papers, folder / stems[paper.result.paper], tuple(formats), against, options) for paper in papers]
    if jobs < 2 or len(tasks) < 2:
        return [path for task in tasks for path in _write_paper(*task)]
    with ProcessPoolExecutor(min(jobs, len(tasks)), multiprocessing.get_context("spawn")) as pool:
        by_size = sorted(range(len(tasks)), key=lambda k: -len(papers[k].claims))  # the longest first
        found = dict(zip(by_size, pool.map(_write_paper, *zip(*(tasks[k] for k in by_size), strict=True)), strict=True))
    return [path for k in range(len(tasks)) for path in found[k]]


def _with_proofs(paper: PaperContext, kept: Path, folder: Path, stem: str) -> PaperContext:
    """Write a page for every kept proof that is accepted, and tell the paper where it lies."""
    from proofs.judging.proofs import files_of
    from proofs.report.proof_page import FOLDER, proof_of_file, proof_page

    found: dict[str, tuple[str, ...]] = {}
    for claim in (c for c in paper.claims if c.verdict == "holds"):
        pages = []
        for path in files_of(claim.id, kept / paper.name):
            if (proof := proof_of_file(path)) is not None:
                target = folder / FOLDER / f"{stem}.{path.stem}.html"
                target.parent.mkdir(exist_ok=True)
                _replace(target, proof_page(proof, f"../{stem}.html#{anchor('claim', claim.id)}"))
                pages.append(f"{FOLDER}/{target.name}")
        found |= {claim.id: tuple(pages)} if pages else {}
    return replace(paper, proofs=found)


def _beside(paper: str, names: Mapping[str, str], stems: Mapping[str, str]) -> dict[str, str]:
    """Return the report of every paper by the name that this one calls it."""
    return {name: f"{stems[called(name, paper, names)[0]]}.html" for name in dict.fromkeys(names.values())}


def _stems(paths: list[str]) -> dict[str, str]:
    """Return file names without ending, one per paper, safe on every file system."""
    stems: dict[str, str] = {}
    for path in paths:
        stem = re.sub(r"[^A-Za-z0-9._-]", "_", paper_name(Path(path))).strip(".") or "paper"
        taken = {s.lower() for s in stems.values()}
        number, name = 1, stem
        while name.lower() in taken:
            number, name = number + 1, f"{stem}-{number + 1}"
        stems[path] = name
    return stems


def _write_paper(
    paper: PaperContext,
    papers: list[PaperContext],
    stem: Path,
    formats: Collection[str],
    against: Mapping[str, Any] | None,
    options: str,
) -> list[Path]:
    from proofs.report.comparison import comparison
    from proofs.report.figures import claim_figure
    from proofs.report.latex import latex
    from proofs.report.markdown import markdown
    from proofs.report.page import pages
    from proofs.report.pdf import chromium, write_pdf

    known: dict[str, Understanding] = {c.id: study(paper.sources.get(c.id)) for c in paper.claims}
    words = frozenset(w for one in known.values() for w in one.words)
    formulas = Formulas(dict(paper.file.settings.macros) if paper.file else {}, words)
    written: list[Path] = []

    def put(ending: str, text: str) -> Path:
        target = stem.with_name(f"{stem.name}.{ending}")
        _replace(target, text)
        return target

    def html(whole: bool) -> dict[str, str]:
        return pages(
            paper, known, formulas, name=stem.name, against=against, figure=claim_figure,
            comparison=comparison(paper, papers, formulas), options=options, whole=whole,
        )  # fmt: skip

    made: dict[str, Path] = {}
    for name in [f for f in FORMATS if f in formats]:
        if name == "html":
            found = html(False)
            made[name] = put("html", found.pop(f"{stem.name}.html"))
            _put_parts(stem, found)
        elif name == "md":
            made[name] = put("md", markdown(paper, formulas, against=against))
        elif name == "tex":
            made[name] = put("tex", latex(paper, formulas))
        else:
            pdf = write_pdf(stem, made.get("tex"), None)
            if pdf is None and "html" in formats and chromium() is not None:
                with tempfile.TemporaryDirectory() as folder:
                    printed = Path(folder, f"{stem.name}.html")  # all claims on one page
                    printed.write_text(html(True)[printed.name], encoding="utf-8")
                    pdf = write_pdf(stem, None, printed)
            made |= {"pdf": pdf} if pdf else {}
    return written + list(made.values())


def _put_parts(stem: Path, texts: Mapping[str, str]) -> None:
    """Write the pages of the claims, and take away those of an earlier report that are no more."""
    folder = stem.with_name(f"{stem.name}.pages")
    if texts:
        folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        _replace(stem.parent / name, text)
    kept = {Path(name).name for name in texts}
    for old in folder.glob("*.html") if folder.is_dir() else ():
        if re.fullmatch(r"[0-9]+\.html", old.name) and old.name not in kept:
            old.unlink()


def _replace(path: Path, text: str) -> None:
    """Write a file as a whole: a reader sees the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
