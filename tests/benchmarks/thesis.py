r"""A source as long as a thesis: processor time until judging would start, by the number of its displays.

``python -m tests.benchmarks.thesis [DISPLAYS ...]`` writes sources of generated text (definitions, derivatives, sums, layers, norms, theorems with
proofs, ten displays a section), imports each with declarations inferred, and prints the seconds and the exponent of their growth.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from tests.benchmarks.measure import clock, machine, slope, table

SIZES = (250, 500, 1000, 2000)
WORDS = "the model has layers whose weights are trained so that the loss of a sample is small and its gradient points to a better one".split()
DISPLAYS = (
    r"We define \[ {y} = {A} {x} + {b}. \]",
    r"Its derivative is \[ \frac{{\partial {y}}}{{\partial {x}}} = {A} \]",
    r"and that of a quadratic form \[ \frac{{\partial {x}^\top {A} {x}}}{{\partial {x}}} = {x}^\top ({A} + {A}^\top). \]",
    r"The trace is cyclic: \begin{{equation}} \operatorname{{tr}}({A} {B}) = \operatorname{{tr}}({B} {A}) \label{{e{k}}} \end{{equation}}",
    r"By \eqref{{e{k}}} we have \begin{{align}} \operatorname{{tr}}({A}^\top {B}) &= \operatorname{{tr}}({B}^\top {A}) \\ &= \operatorname{{tr}}({B} {A}^\top) \end{{align}}",
    r"\[ \sum_{{i=1}}^n {x}_i {x}_i^\top = {X}^\top {X} \]",
    r"Let ${A}$ be symmetric. Then \[ \nabla_{x} \tfrac12 {x}^\top {A} {x} = {A} {x}. \]",
    r"\begin{{theorem}} \[ |{x}^\top {y}| \le \|{x}\| \|{y}\| \] \end{{theorem}} \begin{{proof}} \[ \|{x} - {y}\|^2 = \|{x}\|^2 - 2 {x}^\top {y} + \|{y}\|^2 \] \end{{proof}}",
    r"\[ z^{{(l+1)}} = W^{{(l)}} a^{{(l)}} + b^{{(l)}}, \] where $a^{{(l)}} = f(z^{{(l)}})$.",
    r"\[ ({A} {B})^{{-1}} = {B}^{{-1}} {A}^{{-1}} \]",
)


def source(displays: int, seed: int = 0) -> str:
    """Return a source with about so many displays."""
    chance = random.Random(seed)
    parts = [r"\documentclass{report}\newcommand{\R}{\mathbb{R}}\begin{document}"]
    for k in range(displays):
        if k % 10 == 0:
            parts.append(rf"\section{{Part {k // 10}}}")
        letters = {"A": chance.choice("ABPQS"), "B": chance.choice("CDMRU"), "x": chance.choice("xuv"), "y": chance.choice("yzw")}
        letters |= {"X": letters["x"].upper(), "b": "b", "k": str(k - k % 10 + 3)}
        parts.append(" ".join(chance.choices(WORDS, k=60)) + ".\n\n" + DISPLAYS[k % 10].format(**letters))
    return "\n".join([*parts, r"\end{document}"])


def measured(sizes: Sequence[int]) -> list[tuple[int, int, int, float]]:
    """Return for each number of displays how many were found, how many claims they make, and the seconds that it took."""
    from proofs.importing.importer import import_tex

    found = []
    import_tex(source(20), infer=True)
    for size in sizes:
        text = source(size)
        start = clock()
        made = import_tex(text, infer=True)
        found.append((size, made.displays, made.claims, clock() - start))
    return found


def main() -> None:
    """Print the table and the exponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("displays", nargs="*", type=int, default=list(SIZES))
    rows = measured(parser.parse_args().displays)
    print(table(["displays", "claims", "seconds"], [[str(d), str(c), f"{s:.1f}"] for _, d, c, s in rows]))
    if len(rows) > 1:
        print(f"exponent {slope([(float(size), s) for size, _, _, s in rows]):.2f}; {machine()['cpu']}")


if __name__ == "__main__":
    main()
