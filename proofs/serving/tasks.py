"""What workers do for the page: each function takes plain data and returns plain data, markup among it that `proofs.report` made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from derive.errors import DeriveError
from proofs.reading.header import apply_setting
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Claim, Flaw, Paper, Settings
from proofs.report import panels
from proofs.report.chains import slack_of_link
from proofs.report.evidence import evidence_table
from proofs.report.formulas import Formulas
from proofs.report.html import Html, details, element, join, table
from proofs.report.understanding import Understanding, annotate, dress, study
from proofs.report.verdicts import badge, claim_badge
from proofs.results.schema import ClaimResult, Json, PaperResult, claim_from_json, claim_to_json, finish

ORDERS = {"gradient": 1, "jacobian": 1, "hessian": 2}
LONGEST_PREVIEW = 4000
"""Characters of a formula that is shown while it is written."""
LETTERS = "xXwWABCyzuvabc"
"""Names by which one differentiates, the likelier first."""


def claim_of(latex: str, given: str, conventions: Mapping[str, str]) -> Claim:
    """Return what was typed as a claim that stands in no file.

    Raises:
        BadPaper: A convention does not exist, or the claim is empty.

    """
    from proofs.api import ad_hoc_claim

    if not latex.strip():
        raise BadPaper((Flaw("claim", 0, 0, "it is empty"),))
    return ad_hoc_claim(latex, given, _settings(conventions))


def _settings(conventions: Mapping[str, str]) -> Settings:
    settings = Settings()
    try:
        for key, value in conventions.items():
            settings = apply_setting(settings, key, value)
    except ValueError as bad:
        raise BadPaper((Flaw("conventions", 0, 0, str(bad)),)) from None
    return settings


# While one types.


def preview(texts: Sequence[str], given: str) -> Json:
    """Return formulas as markup, or what cannot be read in each."""
    from derive.language.parsing.parser import statements

    shown: list[Json] = []
    for text in (*texts, given):
        if not text.strip():
            shown.append({"html": ""})
        elif len(text) > LONGEST_PREVIEW:
            shown.append({"html": "", "error": f"{len(text)} characters: too long to be shown while it is written"})
        else:
            try:
                statements(text)
                shown.append({"html": Formulas().display(text)})
            except DeriveError as bad:
                shown.append({"html": "", "error": str(bad), "position": bad.position})
            except (RecursionError, LookupError, ValueError):
                shown.append({"html": "", "error": "it is not understood"})
    return {"shown": shown}


def guess(texts: Sequence[str], wrt: str) -> Json:
    """Return declarations that fit formulas, inferred from the use of their names, and names to differentiate by."""
    from derive.language.parsing.parser import statements
    from proofs.importing.inference.declare import Section
    from proofs.importing.inference.evidence import habits_of

    for text in texts:
        claim = text
        try:
            trees = statements(text)
            if all(tree.kind != "relation" for tree in trees):  # an expression: as a question, so that it has a type
                claim = rf"\frac{{\partial}}{{\partial {wrt}}}\left({text}\right) = \mathbf{{0}}" if wrt.strip() else f"{text} = \\mathbf{{0}}"
                trees = statements(claim)
            found = Section(trees, habits_of(tuple(trees)), ([], {})).inferred(claim, [])
        except (DeriveError, RecursionError, LookupError, ValueError) as bad:
            return {"given": "", "why": str(bad)}
        readings = next(iter(found.layouts.values()), ())
        if readings:
            chosen = max(readings, key=lambda lines: sum(line.count("times") * 2 + line.count("^") for line in lines))
            return {"given": ", \\quad ".join(chosen), "names": [line.partition(r" \in")[0] for line in chosen], "readings": len(readings)}
    return {"given": "", "why": "no shapes were found that fit, or too many do: declare the symbols"}


# The derivative.


def derive(asked: Mapping[str, Any]) -> Json:
    """Return a derivative, what confirms it, and its steps.

    Args:
        asked: ``expression``, ``given``, ``wrt`` (one or two names with a comma between), ``order`` and ``conventions``.

    Raises:
        BadPaper: Something cannot be read.

    """
    from proofs.derivatives import WrongDerivative, answered, latex, worked_out
    from proofs.report import derivation as report

    try:
        problem, settings = _problem(asked)
        found = answered(problem, settings, asked["expression"])
    except DeriveError as bad:
        raise BadPaper((Flaw("expression", 0, 0, str(bad)),)) from None
    except WrongDerivative as wrong:
        return {"verdict": "error", "html": element("p", f"The checker contradicts itself: {wrong}", cls="message warn")}
    formulas = Formulas()
    if found.left:
        parts = join(*(formulas.display(latex(node)) for node in found.left))
        return {"verdict": "undecided", "html": join(element("p", "No rule is known for", cls="message"), parts)}
    told = report.derivation_of(found, worked_out(problem, found))
    confirmed = found.verdict == "holds"
    mark = badge("holds", "the derivative, confirmed") if confirmed else badge("undecided", "by the rules alone")
    names = report.names(told)
    shown = join(
        element("p", mark),
        element("section", report.result(told), cls="part answer"),
        element("p", formulas.prose(found.reason), cls="message") if found.reason and not confirmed else None,
        element("section", element("h4", "Names"), names, cls="part") if names else None,
        element("section", element("h4", "Steps"), report.steps(told), cls="part"),
    )
    code = [{"name": "LaTeX", "text": found.latex}, {"name": "LaTeX, with its steps", "text": report.latex(told)}]
    return {"verdict": found.verdict, "html": shown, "code": code, "shape": told.shape}


def code(asked: Mapping[str, Any]) -> Json:
    """Return code of a derivative, and the command that derives it again."""
    import shlex

    from proofs.derivatives import WrongDerivative, code_of

    order, names = asked["order"], _names(asked)
    command = ["derive", order, asked["expression"], "--given", asked["given"], *(w for n in dict.fromkeys(names) for w in ("--wrt", n))]
    found: list[Json] = []
    for language, word in (("numpy", "Python, NumPy, with a test of itself"), ("torch", "Python, torch, with a test of itself")) if ORDERS[order] == 1 else ():
        try:
            text = code_of(asked["expression"], names[0], asked["given"], language, _settings(asked.get("conventions") or {}))
        except (BadPaper, DeriveError, WrongDerivative):
            continue
        found += [{"name": word, "text": text}] if text else []
    try:
        found += _products(asked) if not found else []
    except (BadPaper, DeriveError):
        pass
    return {"code": [*found, {"name": "command", "text": shlex.join([*command, "--steps"])}]}


def _products(asked: Mapping[str, Any]) -> list[Json]:
    """Torch code of the products with a derivative.

    Raises:
        BadPaper: Something cannot be read.
        DeriveError: An operation has no code, or torch is not installed.

    """
    from proofs.doors import door
    from proofs.judging.roads import conclusions, small_sizes

    problem, _ = _problem(asked)
    sizes = (small_sizes(problem, []) or [{}])[0]
    goal = next(conclusions(problem.goal)).lhs
    text = door("numeric.programs.codegen", "product_sources")(goal, sizes, name="jacobian" if ORDERS[asked["order"]] == 1 else "hessian")
    return [{"name": "Python, torch: the products J v and J^T u", "text": f"# at {', '.join(f'{k} = {v}' for k, v in sizes.items())}\n{text}"}]


def _names(asked: Mapping[str, Any]) -> list[str]:
    names = [one.strip() for one in re.split(r",(?![^{]*\})", asked["wrt"]) if one.strip()]
    return names * ORDERS[asked["order"]] if len(names) == 1 else names


def _problem(asked: Mapping[str, Any]) -> tuple[Any, Settings]:
    from proofs.derivatives import derivative

    order, names = asked["order"], _names(asked)
    if len(names) != ORDERS[order]:
        raise BadPaper((Flaw("by", 0, 0, "name one symbol" if ORDERS[order] == 1 else "name one symbol, or two with a comma between them"),))
    conventions = dict(asked.get("conventions") or {})
    if order == "gradient":
        conventions.setdefault("layout", "gradient")
    settings = _settings(conventions)
    return derivative(asked["expression"], asked["given"], names, settings), settings


# A claim.


def understood(claim: Claim) -> Json:
    """Return how a claim was understood.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    from proofs.judging.understand import understand

    understand(claim)
    known = study(claim)
    formulas = Formulas(dict(claim.settings.macros), known.words)
    return {"html": _understood(claim.statement, known, formulas)}


def _understood(statement: str, known: Understanding, formulas: Formulas) -> Html:
    symbols = [
        element("span", formulas.inline(s.latex), f" {s.shape}", cls="symbol")
        for s in known.symbols
        if s.kind in ("var", "fun", "array", "def", "family") and s.shape
    ]
    assumed = [element("li", formulas.inline(h)) for h in known.hypotheses]
    notes = [element("li", formulas.prose(note)) for note in known.notes]
    return join(
        formulas.display(statement, annotate(known), dress(known)),
        element("p", *symbols, cls="symbols") if symbols else None,
        element("p", "under the hypotheses", cls="quiet") if assumed else None,
        element("ul", *assumed, cls="notes") if assumed else None,
        element("ul", *notes, cls="notes") if notes else None,
    )


def judged(claim: Claim, how: How) -> Json:
    """Return the verdict of a claim with what is behind it; each road's word is said as it comes.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    from proofs.auditing.workers import judge_claim, say
    from proofs.judging.roads import heard_by

    with heard_by(lambda e: say({"road": e.road, "outcome": e.outcome, "scope": e.scope})):
        result = judge_claim(claim, how).result
    (paper,) = finish([PaperResult("check", (result,), 1)], {"check": "check"})
    return shown(paper.claims[0], claim)


def shown(result: ClaimResult, claim: Claim | None = None) -> Json:
    """Return a result as it is sent: the verdict, markup of all that is behind it, and the repair."""
    formulas = Formulas(dict(claim.settings.macros) if claim else {})
    rows = [
        (str(k), formulas.inline(str(link.get("statement", ""))), badge(link.get("verdict"), str(link.get("strength", ""))), slack_of_link(result, k))
        for k, link in enumerate(result.links, 1)
    ]  # fmt: skip
    parts = [
        panels.because(result, formulas),
        panels.message(result, formulas),
        element("section", element("h4", "Link by link"), table(("", "link", "verdict", "largest left/right found"), rows, cls="links"), cls="part")
        if len(rows) > 1
        else None,
        panels.counterexample(_placeless(result), formulas),
        panels.repair(result, formulas),
        panels.hypothesis(result, formulas),
        panels.readings(result),
        details("evidence, road by road", evidence_table(result, formulas), cls="fold") if result.evidence else None,
    ]
    where = join("where ", formulas.inline(result.domain)) if result.domain else None
    return {
        "verdict": result.verdict,
        "strength": result.strength,
        "badge": claim_badge(result),
        "where": where or "",
        "html": join(*parts),
        "repair": str(result.repair.get("statement", "")) if result.repair else "",
        "hypothesis": result.hypothesis or "",
        "seconds": result.seconds,
        "result": claim_to_json(result),
    }


def _placeless(result: ClaimResult) -> ClaimResult:
    """The same without the name of a file that only the server has."""
    from dataclasses import replace

    example = result.counterexample
    if not example:
        return result
    evidence = tuple({**e, "detail": {k: v for k, v in (e.get("detail") or {}).items() if k != "file"}} for e in result.evidence)
    return replace(result, counterexample={k: v for k, v in example.items() if k != "certificate"}, evidence=evidence)


def proved(claim: Claim) -> Json:
    """Return the proofs of a claim that holds, as numbered lines.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    from proofs.judging.proofs import objects_of
    from proofs.proving.lines import written
    from proofs.report.proof_page import proof_sections
    from proofs.verify import read_base

    parts: list[Html] = []
    for number, one in enumerate(objects_of(claim), 1):
        if one.data is None:
            parts.append(element("p", f"No proof object: {one.reason}", cls="quiet"))
            continue
        head = element("p", "Accepted by the independent verifier: ", one.reason, cls="quiet")
        sections = [
            element("section", element("h4", heading), content, cls="part")
            for _, heading, content in proof_sections(written(one.data, read_base()))
            if content
        ]
        parts += [element("h4", f"Relation {number}"), head, *sections] if number > 1 else [head, *sections]
    return {"html": join(*parts)}


# A paper.


def opened(name: str, text: str) -> tuple[Json, Paper, str]:
    """Return a paper file, or a LaTeX source imported: what is told of it, its claims, and its text as a paper file.

    Nothing but the text is read: no input of a source, no other paper.

    Raises:
        BadPaper: It cannot be read.

    """
    from proofs.importing.importer import import_tex
    from proofs.reading.reader import read_text

    said = ""
    if name.lower().endswith((".tex", ".ltx")) or (r"\begin{document}" in text and not name.lower().endswith(".md")):
        try:
            made = import_tex(text, infer=True)
        except ValueError as bad:
            raise BadPaper((Flaw(name, 0, 0, str(bad)),)) from None
        text, said, name = made.text, made.summary(), f"{Path(name).stem}.paper.md"
    paper = read_text(text, name)
    formulas = Formulas(dict(paper.settings.macros))
    rows = [
        {"id": c.id, "title": c.title, "line": c.line, "where": c.where, "html": formulas.display(c.statement)} for c in paper.claims
    ]
    return {"title": paper.title, "name": name, "said": said, "claims": rows}, paper, text


def judged_of_paper(claim: Claim, how: How) -> Json:
    """Return the verdict of a claim of a paper; one that cannot be read is `unread`."""
    from proofs.auditing.auditor import failed
    from proofs.auditing.workers import judge_claim, read_claim

    try:
        claim = read_claim(claim).claim or claim
    except BadPaper as bad:
        return shown(failed(claim, "\n".join(dict.fromkeys(map(str, bad.flaws))), "unread"), claim)
    result = judge_claim(claim, how).result
    assert result is not None
    return shown(result, claim)


def report(text: str, name: str, results: Sequence[Json], folder: str) -> Json:
    """Return the report of a judged paper as one page, and its results as JSON.

    Args:
        text: The paper file.
        name: Its name.
        results: The results of its claims.
        folder: Where files may lie meanwhile.

    """
    import hashlib
    import json

    from proofs.report.context import load
    from proofs.report.page import pages
    from proofs.results.schema import Audit
    from proofs.version import checker_version

    path = Path(folder) / re.sub(r"[^A-Za-z0-9._-]", "_", name)[-80:]
    path.write_text(text, encoding="utf-8")
    claims = tuple(map(claim_from_json, results))
    sha256 = hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()
    papers = finish([PaperResult(str(path), claims, len(claims), tuple(c.id for c in claims), sha256)], {str(path): path.stem})
    audit = Audit(checker_version(), 0, (), papers, len(claims), options={"effort": "quick", "sizes": {}, "full": False})
    context = load(papers[0], checker=audit.checker)
    known = {c.id: study(context.sources.get(c.id)) for c in context.claims}
    words = frozenset(w for one in known.values() for w in one.words)
    formulas = Formulas(dict(context.file.settings.macros) if context.file else {}, words)
    page = pages(context, known, formulas, name="report", options="--effort quick", whole=True)["report.html"]
    data = audit.to_json()
    data["papers"][0]["paper"] = path.name
    return {"html": page, "json": json.dumps(data, ensure_ascii=False, indent=1), "paper": text}


__all__ = ["code", "claim_of", "derive", "guess", "judged", "judged_of_paper", "opened", "preview", "proved", "report", "understood"]
