"""Exact numbers of a counterexample as LaTeX, Python and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from derive.fraction import Fraction
from derive.language.tree.names import plain_latex
from proofs.results.schema import Json

_FUNCTIONS = {"log": r"\log", "exp": r"\exp", "sqrt": r"\sqrt"}


def read_number(text: object) -> Any:
    """Return a `Fraction`, a tree such as ``["log", Fraction(2)]``, or the text if it is neither.

    Example:
        >>> read_number("('log', Fraction(2, 1))")
        ['log', Fraction(2, 1)]

    """
    words = str(text)
    try:
        return Fraction(words)
    except (ValueError, ZeroDivisionError):
        pass
    data = re.sub(r"Fraction\((-?\d+), (\d+)\)", r'"\1/\2"', words).replace("'", '"')
    try:
        return _tree(json.loads(data.translate(str.maketrans("()", "[]")).replace(",]", "]")))
    except (ValueError, RecursionError):
        return words


def _tree(data: Any) -> Any:
    if isinstance(data, list) and data and isinstance(data[0], str):
        return [data[0], *map(_tree, data[1:])]
    return Fraction(str(data))


def latex_number(text: object) -> str:
    r"""Return the LaTeX of one number.

    Example:
        >>> latex_number("-3/2"), latex_number("('log', Fraction(2, 1))")
        ('-\\tfrac{3}{2}', '\\log(2)')

    """
    return _latex(read_number(text))


def _latex(value: Any) -> str:
    if isinstance(value, Fraction):
        sign, top, bottom = "-" if value < 0 else "", abs(value.numerator), value.denominator
        return f"{sign}{top}" if bottom == 1 else rf"{sign}\tfrac{{{top}}}{{{bottom}}}"
    if isinstance(value, list):
        args = [_latex(v) for v in value[1:]]
        if value[0] == "sqrt":
            return rf"\sqrt{{{args[0]}}}"
        if value[0] in ("+", "*"):
            return (" + " if value[0] == "+" else r" \cdot ").join(args)
        return f"{_FUNCTIONS.get(value[0], _word(value[0]))}({', '.join(args)})"
    return _word(value)


def _word(text: str) -> str:
    return rf"\text{{{re.sub(r'[^A-Za-z0-9 .,+-]', ' ', str(text))}}}"


def latex_side(text: str) -> str | None:
    r"""Return the LaTeX of one side of a violation: a number, a surd, an enclosure, a shape; None for other words.

    Example:
        >>> latex_side("1 - 1/2*sqrt(3)"), latex_side("[0.5, 0.6]"), latex_side("1 x 2")
        ('1 - \\tfrac{1}{2} \\sqrt{3}', '[0.5, 0.6]', '1 \\times 2')

    """
    text = text.strip()
    if text == "infinity":
        return r"\infty"
    if re.fullmatch(r"\d+ x \d+", text):
        return text.replace("x", r"\times")
    if re.fullmatch(r"\[[-+0-9.e]+, [-+0-9.e]+\]", text):
        return re.sub(r"e([-+]?\d+)", lambda m: rf" \cdot 10^{{{int(m[1])}}}", text)
    if not re.fullmatch(r"[-+*/0-9. ]*(sqrt\(\d+\)[-+*/0-9. ]*)*", text) or not text:
        return None
    words = re.sub(r"(\d+)/(\d+)", r"\\tfrac{\1}{\2}", text)
    return re.sub(r"\s*\*?\s*sqrt\((\d+)\)", r" \\sqrt{\1}", words).strip()


def latex_input(name: str, value: Any) -> str:
    """Return ``name = matrix`` (or a number) as LaTeX."""
    return f"{plain_latex(name)} = {latex_matrix(value)}"


def latex_matrix(value: Any) -> str:
    """Return a matrix, a vector or a number as LaTeX."""
    if not isinstance(value, (list, tuple)):
        return latex_number(value)
    rows = [row if isinstance(row, (list, tuple)) else [row] for row in value]
    if len(rows) == 1 and len(rows[0]) == 1:
        return latex_number(rows[0][0])
    body = r" \\ ".join(" & ".join(latex_number(x) for x in row) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def as_latex(example: Json) -> str:
    """Return a counterexample as LaTeX to paste."""
    parts = [f"{plain_latex(name)} = {value}" for name, value in example.get("sizes", {}).items()]
    parts += [latex_input(name, value) for name, value in example.get("inputs", {}).items()]
    return ", \\quad\n".join(parts)


def as_python(example: Json, certificate: str | None = None) -> str:
    """Return a counterexample as a Python program that evaluates both sides of the claim again.

    Exact fractions, matrices as lists of rows; then the certificate, which the independent checker is given. Without a
    certificate there are the values alone.
    """
    lines = ["from fractions import Fraction"]
    values = [v for m in example.get("inputs", {}).values() for v in _entries(m)]
    used = sorted({f for value in values for f in _called(read_number(value))} & {"log", "exp", "sqrt"})
    lines += [f"from math import {', '.join(used)}"] if used else []
    lines += ["", f"sizes = {json.dumps(example.get('sizes', {}))}"]
    for name, value in example.get("inputs", {}).items():
        lines.append(f"{_identifier(name)} = {_python(value)}")
    lines += [f"left = {json.dumps(str(example.get('lhs')))}", f"right = {json.dumps(str(example.get('rhs')))}"]
    if certificate is None:
        return "\n".join([*lines, "# no certificate was at hand: audit the claim again for one that can be evaluated"])
    return "\n".join([*lines, "", *_CHECK.format(repr(certificate)).splitlines()])


_CHECK = """# Both sides are evaluated at these inputs by the independent checker: pip install derive-checker
import tempfile
from pathlib import Path

from proofs.recheck import recheck

certificate = {}
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "certificate.json")
    file.write_text(certificate, encoding="utf-8")
    report = recheck(file)
print("accepted" if report.accepted else "REJECTED", report.reason)
print("left ", left)
print("right", right)
assert report.accepted"""


def _entries(value: Any) -> list[Any]:
    return [x for row in value for x in _entries(row)] if isinstance(value, (list, tuple)) else [value]


def _called(value: Any) -> set[str]:
    return {str(value[0])}.union(*map(_called, value[1:])) if isinstance(value, list) else set()


def _identifier(name: str) -> str:
    word = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return word if word[:1].isalpha() else f"x_{word}"


def _python(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_python, value)) + "]"
    return _python_number(read_number(value))


def _python_number(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, list) and value[0] in ("log", "exp", "sqrt"):
        return f"{value[0]}({_python_number(value[1])})"
    if isinstance(value, list) and value[0] in ("+", "*"):
        return "(" + f" {value[0]} ".join(map(_python_number, value[1:])) + ")"
    return json.dumps(str(value))


def as_json(example: Mapping[str, Any]) -> str:
    """Return a counterexample as JSON to paste."""
    return json.dumps({k: v for k, v in example.items() if k != "certificate"}, ensure_ascii=True)
