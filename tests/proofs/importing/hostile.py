r"""Generated hostile sources and paper files: each is read or refused with a sentence, none crashes, none takes long.

``python -m tests.proofs.importing.hostile [HOW_MANY] [SEED]`` reads so many (100,000 by default) and prints the slowest and
every crash; `make hostile` runs it at night, the gate a small sample.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

from proofs.importing.importer import import_tex
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text

SLOW = 5.0
"""Seconds of processor time after which a refusal counts as a failure."""

WORDS = (
    r"\begin{align}", r"\end{align}", r"\begin{equation}", r"\end{equation}", r"\[", r"\]", "$", "$$", r"\(", r"\)", "{", "}", "[", "]", "(", ")",
    r"\\", "&", "#1", "#", "%", "\n", "\n\n", "~", "^", "_", "=", ":=", r"\le", r"\to", ",", ";", "'", '"', "`", "```", "|", r"\|", "<", "-->",
    r"\def\a#1{#1#1}", r"\def\b{\a\b}", r"\newcommand{\c}[2][x]{#1#2}", r"\renewcommand{\c}{", r"\let\d\c", r"\a", r"\b", r"\c", r"\d", r"\edef\e{\a}",
    r"\newenvironment{eq}{\begin{align}}{\end{align}}", r"\begin{eq}", r"\end{eq}", r"\iffalse", r"\fi", r"\else", r"\ifx", r"\newif\ifz", r"\input{x}",
    r"\input{../../etc/passwd}", r"\begin{document}", r"\end{document}", r"\section{", r"\label{a}", r"\text{if $x$}", r"\intertext{", r"\left(",
    r"\right)", r"\frac", r"\frac{a}{b}", r"\sqrt[", r"\sum_{i=1}^n", r"\int", r"\partial", r"\frac{\partial f}{\partial x}", r"\nabla_x", r"\mathbf{x}",
    r"\mathbb{R}^n", r"\in", "x", "y", "A", "B", "x_i", "A_{ij}", "x^\\top", "A^{-1}", "1", "2", r"\operatorname{tr}", r"\det", r"\begin{bmatrix}",
    r"\end{bmatrix}", r"\begin{cases}", r"\end{cases}", r"\underbrace{", r"\color{red}", r"\textcolor{red}{", r"\cal", r"\verb|x|", r"\begin{theorem}",
    r"\end{theorem}", r"\begin{proof}", r"\end{proof}", r"\ensuremath{", "\u2028", "\x00", "\u03b1", "é", "设", r"\DeclareMathOperator{\tr}{tr}", r"\tr",
    r"\begin{verbatim}", r"\end{verbatim}", r"\makeatletter", r"\@x", r"\global\def\g{", r"\Longrightarrow", r"\quad", r"\text{where}", r"\text{and}",
)  # fmt: skip
LINES = (
    "---", "title: x", "macros: {", "layout: gradient", "# Section", "## id: title", "## id", "## a-b: c", "where: x", "uses: id", "expect: holds",
    "```math", "```math given", "```math given inferred", "```math given inferred=unsure reading=a", "```", "~~~", "<!--", "-->", "====", "----", "**bold: x**",
    "> ```math", "- item", "x \\in \\mathbb{R}^n", "A := B", "x = x", "proof: axiom", "\t", "    ", "\u2028## x: y", "not-checkable: prose", "macros: &a [*a, *a]",
    "small: {n: 2}", "full: {n: 999999999999}", "[" * 200, "{" * 200, "- " * 100,
)  # fmt: skip


def sources(count: int, seed: int) -> Iterator[tuple[str, Callable[[str], object], str]]:
    """Generated inputs with what reads them: random words, a few repeated many times, nested deeply, cut off somewhere."""
    for number in range(count):
        chance = random.Random(f"{seed}-{number}")
        if number % 4 == 3:
            text = "\n".join(chance.choice(LINES) for _ in range(chance.randrange(1, 40)))
            yield f"paper {number}", lambda one: read_text(one, "hostile.md"), text
            continue
        parts = [chance.choice(WORDS) for _ in range(chance.randrange(1, 60))]
        if chance.random() < 0.1:
            place = chance.randrange(len(parts))
            parts[place] = parts[place] * chance.choice((50, 300, 2_000))
        if chance.random() < 0.3:
            parts.append(r"\[ \operatorname{tr}(A B) = \operatorname{tr}(B A) \]")
        text = " ".join(parts) if chance.random() < 0.5 else "".join(parts)
        text = text[: chance.randrange(1, len(text) + 1)] if chance.random() < 0.2 else text
        infer = number % 50 == 0
        yield f"source {number}", lambda one, infer=infer: import_tex(one, infer=infer), text


def tried(count: int, seed: int) -> tuple[list[str], float]:
    """Read so many inputs; return what crashed or took too long, and the most seconds that one took."""
    failures: list[str] = []
    slowest = 0.0
    for name, read, text in sources(count, seed):
        start = time.process_time()
        try:
            read(text)
        except (ValueError, BadPaper) as refused:
            if not str(refused):
                failures.append(f"{name}: refused without a word: {text[:200]!r}")
        except Exception as crash:  # whatever else it is, it is a failure
            failures.append(f"{name}: {type(crash).__name__}: {str(crash)[:100]}: {text[:300]!r}")
        seconds = time.process_time() - start
        slowest = max(slowest, seconds)
        if seconds > SLOW:
            failures.append(f"{name}: {seconds:.1f} s: {text[:200]!r}")
    return failures, slowest


def main() -> int:
    """Read generated inputs and print what failed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    failures, slowest = tried(count, seed)
    print("\n".join(failures[:50]))
    print(f"{count} inputs, seed {seed}: {len(failures)} failures, the slowest took {slowest:.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
