"""Results made by hand for the tests of reports: every verdict, a chain, a graph, a bound and hostile text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PAPER = r"""---
title: Toy notes
source: made for a test
---
```math given
\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{B} \in \mathbb{R}^{n \times p}, \quad \mathbf{C} \in \mathbb{R}^{p \times q}
```
## product: derivative of a product
where: Lemma 1
```math
\frac{\partial\, \mathbf{A}\mathbf{B}\mathbf{C}}{\partial \mathbf{B}} = \mathbf{A} \otimes \mathbf{C}^\top
```
## swapped: the factors exchanged
uses: product
```math
\frac{\partial\, \mathbf{A}\mathbf{B}\mathbf{C}}{\partial \mathbf{B}} = \mathbf{C}^\top \otimes \mathbf{A}
```
## chain: two norms
uses: swapped
```math
\|\mathbf{A}\mathbf{B}\|_F \le \|\mathbf{A}\|_2\,\|\mathbf{B}\|_F \le \|\mathbf{A}\|_2\,\|\mathbf{B}\|_2
```
## loose: the same quantity
uses: product
```math
\|\mathbf{A}\mathbf{B}\|_F \le \|\mathbf{A}\|_F\,\|\mathbf{B}\|_F
```
## sum: a sum that cannot be formed
```math
\mathbf{A}\mathbf{B} + \mathbf{B}\mathbf{C} = \mathbf{0}
```
## talk: it works well
uses: chain
not-checkable: a measurement
"""

PRODUCT = r"\frac{\partial\, \mathbf{A}\mathbf{B}\mathbf{C}}{\partial \mathbf{B}} = \mathbf{A} \otimes \mathbf{C}^\top"
SWAPPED = r"\frac{\partial\, \mathbf{A}\mathbf{B}\mathbf{C}}{\partial \mathbf{B}} = \mathbf{C}^\top \otimes \mathbf{A}"
CHAIN = r"\|\mathbf{A}\mathbf{B}\|_F \le \|\mathbf{A}\|_2\,\|\mathbf{B}\|_F \le \|\mathbf{A}\|_2\,\|\mathbf{B}\|_2"
LOOSE = r"\|\mathbf{A}\mathbf{B}\|_F \le \|\mathbf{A}\|_F\,\|\mathbf{B}\|_F"
HISTOGRAM = [0] * 10 + [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] + [0] * 21


def search(ratio: float, link: int | None = None, histogram: list[int] | None = None) -> dict[str, Any]:
    """Evidence of a search."""
    sizes = [{"sizes": {"m": 2, "n": 3, "p": 5}, "ratio": ratio}, {"sizes": {"m": 1, "n": 1, "p": 1}, "ratio": 1.0}]
    detail: dict[str, Any] = {
        "best_ratio": ratio,
        "evaluations": 231,
        "at": {"m": 2},
        "per sizes": sizes,
        "proof": False,
    }
    detail["histogram"] = histogram or HISTOGRAM
    if link:
        detail["link"] = link
    return {"road": "search", "outcome": "none", "scope": "m=2, n=3, p=5", "detail": detail, "seconds": 0.5}


def road(name: str, outcome: str, scope: str = "all sizes", **detail: Any) -> dict[str, Any]:
    """Evidence of another road."""
    return {
        "road": name,
        "outcome": outcome,
        "scope": scope,
        "detail": {**detail, "proof": outcome == "agree"},
        "seconds": 0.01,
    }


def claim(name: str, verdict: str, statement: str = "", **rest: Any) -> dict[str, Any]:
    """One claim of a result."""
    blank = {
        "title": "",
        "where": "",
        "kind": "identity",
        "understood": "",
        "strength": "",
        "expect": None,
        "as_expected": True,
    }
    blank |= {"links": [], "evidence": [], "counterexample": None, "hypothesis": None, "repair": None, "readings": []}
    blank |= {"uses": [], "tainted_by": [], "message": "", "seconds": 0.25}
    return {"id": name, "verdict": verdict, "statement": statement, **blank, **rest}


def result(paper: str, claims: list[dict[str, Any]]) -> dict[str, Any]:
    """A result of one paper."""
    papers = [{"paper": paper, "claims": claims}]
    return {"schema": 1, "checker": "0.1.0+test", "seed": 7, "errors": [], "papers": papers}


def toy(folder: Path) -> dict[str, Any]:
    """Write the toy paper and return a result that belongs to it."""
    path = folder / "toy.paper.md"
    path.write_text(PAPER, encoding="utf-8")
    example = {"sizes": {"m": 1, "n": 2}, "inputs": {"A": [["0", "-3/2"]], "C": [["1"], ["('log', Fraction(2, 1))"]]}}
    example |= {"lhs": "1/2*sqrt(3)", "rhs": "[0.25, 0.250000001]", "certificate": "gone.json"}
    repair = {
        "statement": PRODUCT.replace("\\,", ""),
        "edit": "exchange the factors",
        "verdict": "holds",
        "strength": "proved",
    }
    links = [
        {"statement": CHAIN.rsplit(r" \le ", 1)[0], "verdict": "holds", "strength": "proved"},
        {"statement": CHAIN.split(r" \le ", 1)[1], "verdict": "refuted", "strength": "certified"},
    ]
    understood = r"\left\|A B\right\|_{F} \le \left\|A\right\|_{2} \left\|B\right\|_{F} \\ \left\|A\right\|_{2} \left\|B\right\|_{F} \le \left\|A\right\|_{2} \left\|B\right\|_{2}"
    claims = [
        claim("product", "holds", PRODUCT, strength="proved", where="Lemma 1", title="derivative of a product", kind="jacobian",
            understood=r"\frac{\partial \mathrm{vec}_r(A B C)}{\partial \mathrm{vec}_r(B)^\top} = A \otimes C^{\top}",
            evidence=[road("index form", "agree", relations=[]), road("exact", "agree", "m=2, n=3", error="tiny", trials=32)]),
        claim("swapped", "refuted", SWAPPED, strength="certified", uses=["product"], counterexample=example, repair=repair,
            evidence=[road("exact", "disagree", "m=2, n=3", entry=[1, 2], lhs="-4", rhs="2"), road("certificate", "disagree", "m=1", lhs="1", rhs="0", file="gone.json", entry="(1, 2)")]),
        claim("chain", "refuted", CHAIN, kind="bound", uses=["swapped"], tainted_by=["swapped"], links=links, understood=understood,
            evidence=[search(0.75, 1), search(1.5, 2, [0] * 29 + [4] + [0] * 11)]),
        claim("loose", "holds", LOOSE, strength="proved", kind="bound", uses=["product"],
            understood=r"\left\|A B\right\|_{F} \le \left\|A\right\|_{F} \left\|B\right\|_{F}", evidence=[search(0.5)]),
        claim("sum", "ill-typed", r"\mathbf{A}\mathbf{B} + \mathbf{B}\mathbf{C} = \mathbf{0}", message=r"cannot add: \mathbf{A} \mathbf{B} is m x p and \mathbf{B} \mathbf{C} is n x q"),
        claim("talk", "not-checkable", kind="prose", uses=["chain"], tainted_by=["chain"], message="a measurement"),
    ]  # fmt: skip
    return result(str(path), claims)


EVIL = '<script>document.body.dataset.ran="1"</script><img src=http://evil.example/x.png onerror=alert(1)>'
LINK = "[x](javascript:alert(1)) <a href='javascript:alert(1)'>x</a>"
REVERSED = "safe \u202egnitsaf\u202c \u2066x\u2069 \x00\x1b[31m \ud800"


def hostile(folder: Path) -> dict[str, Any]:
    """Return a result in which every text tries to break out."""
    texts = [
        EVIL,
        LINK,
        REVERSED,
        "\"'><svg onload=alert(1)>",
        "]]>--></style></script>",
        "\\end{document}\\input{/etc/passwd}\\write18{x}",
    ]
    example = {
        "sizes": {EVIL: 1},
        "inputs": {EVIL: [[EVIL]], "A": [["1", REVERSED]]},
        "lhs": EVIL,
        "rhs": LINK,
        "certificate": EVIL,
    }
    claims = []
    for k, evil in enumerate(texts):
        claims.append(
            claim(f"c{k}{evil}", "refuted" if k % 2 else "holds", rf"\text{{{evil}}} = {evil}", title=evil, where=evil, kind=evil,
                understood=rf"\operatorname{{{evil}}}(x) < 1", strength=evil, message=f"${evil}$ {evil}", hypothesis=evil if k == 3 else None,
                counterexample=example if k % 2 else None, uses=[f"c0{EVIL}", "evil:" + evil], tainted_by=[f"c0{EVIL}"],
                repair={"statement": evil, "edit": evil, "verdict": evil, "strength": evil} if k % 2 else None,
                readings=[{"name": evil, "verdict": evil}], links=[{"statement": evil, "verdict": evil, "strength": evil}] * 2,
                evidence=[road(evil, evil, evil, reason=evil), road("exact", "none", evil, lhs=evil, rhs=evil, entry=[1, 1]), search(0.5)])
        )  # fmt: skip
    claims.append(claim("huge", "undecided", "+".join(["x"] * 60_000), understood="(" * 5000 + "x" + ")" * 5000))
    claims.append(claim("deep", "undecided", "{" * 20_000, understood=r"\frac{1}{" * 120 + "x" + "}" * 120))
    return result(str(folder / f"{EVIL[:20].replace('/', '_')}.md"), claims)
