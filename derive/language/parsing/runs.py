"""From rows of items to statements: where one ends and the next begins, and what a quantifier takes along."""

from __future__ import annotations

from dataclasses import replace

from derive.errors import SyntaxProblem
from derive.language.lexing.spacing import THIN, WIDE
from derive.language.parsing.folding import Item, fold_commas
from derive.language.parsing.gaps import check_gaps
from derive.language.parsing.item import stand_apart
from derive.language.tree.syntax import Syn
from derive.language.tree.words import SUCH_THAT, spoken


def _opens_prose(item: Item) -> bool:
    return item.kind == "operand" and item.node.kind in ("text", "quantifier")


def runs(items: list[Item]) -> list[tuple[int, list[Item]]]:
    """Cut at rows, semicolons and before prose; each run is a comma list, with the number of its line."""
    found: list[tuple[int, list[Item]]] = [(0, [])]
    for item in items:
        line, run = found[-1]
        if item.kind in ("row", "semicolon"):
            found.append((line + 1, []))
        elif _opens_prose(item) and run and run[-1].kind == "operand" and not _opens_prose(run[-1]):
            found.append((line, [item]))
        elif _ends_such_that(item, found):
            _, restriction = found.pop()
            line, run = found.pop()
            quantifier = replace(run[0], spaced=1)
            found += [(line, _all_leading(part)) for part in (run, [quantifier, *restriction[1:]])]
            found.append((line, []))
        elif _ends_quantifier(item, run):
            found[-1] = (line, _all_leading(run))
            found.append((line, []))
        elif _follows_quantifier(item, run) or _follows_names(item, run):
            found.append((line, [item]))
        else:
            run.append(item)
    return found


def repeated(run: list[Item]) -> list[Item]:
    r"""Repeat the quantifier that a colon ends before each relation: ``\\forall a > 0, b > 0:``."""
    quantifier: Item | None = None
    result: list[Item] = []
    related = dotted = False
    for k, item in enumerate(run):
        if item.kind == "operand" and item.node.kind == "quantifier":
            quantifier, related = (item if item.node.children else None), False
        elif item.kind == "rel":
            related = True
        elif item.kind == "comma" and quantifier is not None and related and k + 1 < len(run):
            following = run[k + 1]
            if following.node.kind == "dots":
                dotted = True
            elif dotted or following.node.kind in ("num", "quantifier"):
                dotted = False
            else:
                result += [item, replace(quantifier, spaced=1)]
                related = False
                continue
        result.append(item)
    return result


def _leading(quantifier: Syn) -> Syn:
    """Mark a quantifier that a colon ends: it governs what follows, not what stands before it."""
    return Syn("quantifier", quantifier.value, (Syn("colon", "", (), quantifier.span),), quantifier.span)


def _all_leading(run: list[Item]) -> list[Item]:
    return [replace(i, node=_leading(i.node)) if i.node.kind == "quantifier" else i for i in run]


def _follows_names(item: Item, run: list[Item]) -> bool:
    r"""True behind the comma of ``\forall x, \quad``: wide space ends a list of names."""
    if item.spaced != WIDE or not run or run[-1].kind != "comma":
        return False
    at = next((k for k in range(len(run) - 1, -1, -1) if run[k].node.kind == "quantifier"), None)
    return at is not None and all(other.kind != "rel" for other in run[at:])


def _ends_such_that(item: Item, found: list[tuple[int, list[Item]]]) -> bool:
    r"""True at the colon of ``\forall x \text{ with } \|x\|_2 = 1 : ...``."""
    if item.node.kind != "colon" or len(found) < 2 or found[-1][0] != found[-2][0]:
        return False
    run, before = found[-1][1], found[-2][1]
    if not run or run[0].node.kind != "text" or spoken(run[0].node) not in SUCH_THAT:
        return False
    return bool(before) and before[0].node.kind == "quantifier" and not before[0].node.children


def _follows_quantifier(item: Item, run: list[Item]) -> bool:
    r"""True at the statement behind ``\forall x \in S \quad``.

    Raises:
        SyntaxProblem: It is not certain where the statement begins.
    """
    if not (run and item.spaced and item.kind in ("operand", "bigop") and run[-1].kind == "operand"):
        return False
    part = run[max((k + 1 for k, other in enumerate(run) if other.kind == "comma"), default=0) :]
    related = next((k for k, other in enumerate(part) if other.kind == "rel"), len(part))
    if not any(other.node.kind == "quantifier" for other in run) or related == len(part):
        return False
    complete = related == len(part) - 2 and (part[0].node.kind == "quantifier" or part[related].value == "in")
    if complete or item.spaced == WIDE:
        return True
    if item.spaced >= THIN and related == len(part) - 2:
        raise SyntaxProblem("It is not certain whether a new statement begins here.", item.start, "write a comma")
    return False


def _ends_quantifier(item: Item, run: list[Item]) -> bool:
    r"""True at the colon of ``\forall x: ...``."""
    return item.node.kind == "colon" and any(other.node.kind == "quantifier" for other in run)


def fold_run(run: list[Item]) -> list[Syn]:
    """The statements of one run, without commas at its ends; none if nothing is left."""
    while run and run[-1].kind == "comma":
        run = run[:-1]
    while run and run[0].kind == "comma" and len(run) > 1:
        run = run[1:]
    if not run:
        return []
    if stand_apart(run):
        check_gaps(run)
    spaced = [replace(item, spaced=max(item.spaced, 1)) if k == 0 else item for k, item in enumerate(run)]
    return fold_commas(spaced, inside=False)
