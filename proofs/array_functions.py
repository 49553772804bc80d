r"""A function and its derivatives as a file of plain NumPy, torch or JAX functions with free sizes, with a test of itself.

The file has `value`, `gradient` (of a scalar) or `jacobian`, the products `jvp` (``J v``, in the shape of the value), `vjp` (``J^T u``, in
the shape of the variable) and, of a scalar, `hvp` (``H v``). All are matrix expressions: products are pulled back and not formed by
a Jacobian where the rules reach. What the index form or the roads show for all sizes is said; `self_test` compares everything with
autograd, or with differences in NumPy.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from derive.build import frechet, free_names, fresh, grad, matmul, substitute, transpose, unvecr, var, vecr
from derive.core import Expr, Formula, Problem
from derive.errors import DeriveError, NotSupported
from derive.exact.points.setup import arrange, draw, make_point
from derive.exact.points.sizes_choice import complete
from derive.language.printing.array_code import DIALECTS, Dialect, Writer, identifiers, size_code
from derive.language.tree.names import plain_latex
from derive.pullback import gradient as pulled
from derive.pullback import inner
from derive.simplify import Simplifier
from derive.sizes import Shape, Size
from derive.worked import equal
from proofs.derivatives import Answer

SIZES = ((3, 4, 2, 5, 6, 7, 8), (4, 3, 5, 2, 6, 7, 8), (2, 3, 4, 5, 6, 7, 8))
TRIES = 12
SMALL = 0.125
"""What inputs that no hypothesis restricts are multiplied by, so that exponentials stay moderate."""
RESERVED = ("value", "gradient", "jacobian", "jvp", "vjp", "hvp", "self_test", "INPUTS", "v", "u")
CONFIRMED = "Confirmed for all sizes."
UNCONFIRMED = "By the rules alone; see self_test."


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the file.

    Attributes:
        name: Its name.
        says: The first line of its docstring.
        result: The shape of its value.
        expr: What it computes.
        more: What it takes behind the variables, with shapes.
        parts: Names in it, with what they stand for.
        sure: Whether it is shown for all sizes.
    """

    name: str
    says: str
    result: Shape
    expr: Expr
    more: tuple[tuple[str, Shape], ...] = ()
    parts: tuple[tuple[Expr, Expr], ...] = ()
    sure: bool = True


def source(problem: Problem, answer: Answer, expression: str, language: str, *, seed: int = 0) -> str:
    """Return the text of the file.

    Args:
        problem: As `proofs.derivatives.derivative` makes it, of a gradient for a scalar.
        answer: The derivative.
        expression: What is differentiated, as the user wrote it.
        language: One of `DIALECTS`.
        seed: Fixes the inputs of the test.

    Raises:
        NotSupported: An operation has no code, or no inputs meet the hypotheses.
    """
    dialect = DIALECTS[language]
    (body, point), (bound, *_) = answer.asked.args, answer.asked.data
    if point.op != "var":
        raise NotSupported("a derivative at a point that is no variable")
    body = substitute(body, {bound: point})
    used = free_names(body) | {point.data[0]}
    variables = [(name, shape) for name, shape in problem.variables if name in used]
    functions = _functions(problem, answer, body, point)
    names = identifiers([name for name, _ in variables], RESERVED)
    sizes, loose = _sizes(problem.sizes, variables, names)
    writer = _Writer(dialect, names, variables, sizes, loose)
    inputs, at = _inputs(problem, seed)
    texts = [writer.function(f) for f in functions]
    helpers = [text for word, text in dialect.helpers.items() if any(f"{word}(" in t for t in texts)]
    if dialect.name == "numpy" and not any("math." in t for t in (*texts, *helpers)):
        imports = [line for line in dialect.imports if line not in ("import math", "")]
    else:
        imports = list(dialect.imports)
    literal = "\n".join(f'    "{names[name]}": {_literal(inputs[name], shape)},' for name, shape in variables)
    more = "".join(f'    "{name}": {at[name]},\n' for name in loose)
    scalar = body.shape.is_scalar
    test = _self_test(dialect, names[point.data[0]], scalar, "hvp" in [f.name for f in functions])
    head = f'r"""{_one_line(expression)}, its derivative by {plain_latex(point.data[0])} and products with it.\n\n{_shapes(writer)}\nWritten by `derive code`; run the file for its self-test.\n"""'
    said = f"# {_told(at)}" if at else "# Inputs of the self-test."
    return "\n".join([head, "", *imports, "", "", *(f"{h}\n" for h in helpers), *(f"{t}\n\n" for t in texts), said, f"INPUTS = {{\n{literal}\n{more}}}\n\n", test])


def _functions(problem: Problem, answer: Answer, body: Expr, point: Expr) -> list[Function]:
    simple = Simplifier(problem.hypotheses)
    name, hypotheses = point.data[0], problem.hypotheses
    value = simple(body)
    value = value if equal(body, value, hypotheses) else body
    sure = answer.verdict == "holds"
    out = [Function("value", "Return the value.", body.shape, value)]
    kind = "gradient" if body.shape.is_scalar else "jacobian"
    shown, parts = (answer.short, answer.named) if answer.short is not None else (answer.whole, ())
    said = "Return the gradient, in the shape of the variable." if kind == "gradient" else "Return the Jacobian, d vec_r(value) / d vec_r(variable)^T, entries by rows."
    out.append(Function(kind, said, answer.whole.shape, shown, (), parts, sure))
    v, u = var(fresh("v"), point.shape), var(fresh("u"), body.shape)
    here = var(fresh(name.partition("~")[0]), point.shape)
    inside = substitute(body, {name: here})
    backward = _pulled(inner(u, body), name, point)
    if backward is None and not body.shape.is_scalar:
        backward = unvecr(matmul(transpose(answer.whole), vecr(u)), point.shape.rows, point.shape.cols)
    forward = None if backward is None else _pulled(inner(v, backward), u.data[0], u)
    if forward is None and not body.shape.is_scalar:
        forward = unvecr(matmul(answer.whole, vecr(v)), body.shape.rows, body.shape.cols)
    if forward is not None:
        says, asked = "Return J v, the derivative in the direction v, in the shape of the value.", frechet(inside, here.data[0], point, v)
        out.append(_product_function("jvp", says, asked, simple(forward), v, hypotheses))
    if backward is not None:
        says, asked = "Return J^T u, the gradient of <u, value>, in the shape of the variable.", grad(inner(u, inside), here.data[0], point)
        out.append(_product_function("vjp", says, asked, simple(backward), u, hypotheses))
    second = _pulled(inner(v, answer.whole), name, point) if body.shape.is_scalar else None
    if second is not None:
        says, moved = "Return H v, the derivative of the gradient in the direction v.", substitute(answer.whole, {name: here})
        found = _product_function("hvp", says, frechet(moved, here.data[0], point, v), simple(second), v, hypotheses)
        out.append(replace(found, sure=found.sure and sure))
    return out


def _pulled(e: Expr, name: str, point: Expr) -> Expr | None:
    try:
        return pulled(e, name, point)
    except NotSupported:
        return None


def _product_function(name: str, says: str, asked: Expr, found: Expr, taken: Expr, hypotheses: tuple[Formula, ...]) -> Function:
    """A product with a vector or a matrix of a shape that is given."""
    return Function(name, says, found.shape, found, ((taken.data[0], taken.shape),), (), _shown(asked, found, hypotheses))


def _shown(asked: Expr, found: Expr, hypotheses: tuple[Formula, ...]) -> bool:
    """Whether the index form shows that a product is what it should be."""
    try:
        return equal(asked, found, hypotheses)
    except DeriveError:
        return False


def _sizes(wanted: Iterable[str], variables: Sequence[tuple[str, Shape]], names: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Sizes with the code that reads them off an argument, and those that none has."""
    found: dict[str, str] = {}
    for name, shape in variables:
        for axis, dims in enumerate(d for d in (shape.rows, shape.cols) if d):
            if len(dims) == 1 and len(dims[0].names) == 1 and dims[0] == Size.of(next(iter(dims[0].names))):
                found.setdefault(next(iter(dims[0].names)), f"{names[name]}.shape[{axis}]")
    return found, [name for name in wanted if name not in found]


class _Writer:
    """Writes whole functions."""

    def __init__(self, dialect: Dialect, names: dict[str, str], variables: Sequence[tuple[str, Shape]], sizes: Mapping[str, str], loose: Sequence[str]) -> None:
        self.dialect, self.variables, self.sizes, self.loose = dialect, variables, sizes, list(loose)
        own = identifiers([*sizes, *loose], [*names.values(), *RESERVED])
        self.names = names | own

    def shape(self, shape: Shape) -> str:
        """Return a shape as arrays have it."""
        dims = [size_code(_product(d), self.names) for d in (shape.rows, shape.cols) if d]
        return f"({', '.join(dims)}{',' if len(dims) == 1 else ''})" if dims else "a number"

    def function(self, f: Function) -> str:
        """Return a definition."""
        more = {name: name.partition("~")[0] for name, _ in f.more}
        parts = identifiers([name.data[0] for name, _ in f.parts], [*self.names.values(), *more.values(), *RESERVED])
        writer = Writer(self.dialect, self.names | more | parts)
        lines = writer.lines(f.expr, [(parts[name.data[0]], value) for name, value in f.parts])
        words = set(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
        needed = [f"{self.names[size]} = {code}" for size, code in self.sizes.items() if self.names[size] in words]
        if self.dialect.kind and any(self.dialect.kind in line for line in lines):
            first = next(self.names[name] for name, _ in self.variables)
            needed.append(f'kind = {{"dtype": {first}.dtype, "device": {first}.device}}')
        arguments = ", ".join([*(self.names[name] for name, _ in self.variables), *more.values(), *(["*", *(self.names[s] for s in self.loose)] if self.loose else [])])
        told = "".join(f"; {more[name]} {self.shape(shape)}" for name, shape in f.more)
        sure = "" if f.name == "value" else f"    {CONFIRMED if f.sure else UNCONFIRMED}\n"
        doc = f'    """{f.says}\n\n    Shape: {self.shape(f.result)}{told}.\n{sure}    """'
        return "\n".join([f"def {f.name}({arguments}):", doc, *(f"    {line}" for line in (*needed, *lines))])


def _product(dims: Iterable[Size]) -> Size:
    out = Size.of(1)
    for size in dims:
        out = out * size
    return out


def _shapes(writer: _Writer) -> str:
    told = ", ".join(f"{writer.names[name]} {writer.shape(shape)}" for name, shape in writer.variables)
    return f"Shapes: {told}."


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace('"""', "'''")


def _told(at: Mapping[str, int]) -> str:
    return f"Inputs of the self-test: {', '.join(f'{name} = {value}' for name, value in at.items())}."


# Inputs that meet the hypotheses.


def _inputs(problem: Problem, seed: int) -> tuple[dict[str, list[list[float]]], dict[str, int]]:
    """Rational inputs at which the hypotheses hold and the derivative has a value, with their sizes."""
    for order in SIZES:
        at = complete(problem.rules, list(problem.sizes), {}, order)
        if at is None:
            continue
        setup = arrange(problem, at, seed)[0]
        if not setup.met:
            continue
        chance = random.Random(seed)
        for turn in range(TRIES):
            point = make_point(setup, at, draw(list(setup.problem.variables), at, chance), seed + turn)
            if point is not None:
                scale = 1 if problem.hypotheses else SMALL
                return {name: [[float(x) * scale for x in row] for row in m] for name, m in point.inputs.items()}, dict(at)
    raise NotSupported("no inputs were found that meet the hypotheses")


def _literal(matrix: Sequence[Sequence[float]], shape: Shape) -> str:
    if shape.rows and shape.cols:
        return "[" + ", ".join("[" + ", ".join(map(_number, row)) + "]" for row in matrix) + "]"
    flat = [x for row in matrix for x in row]
    return _number(flat[0]) if shape.is_scalar else "[" + ", ".join(map(_number, flat)) + "]"


def _number(x: float) -> str:
    return repr(float(x))


# The test of the file.


def _self_test(dialect: Dialect, by: str, scalar: bool, hessian: bool) -> str:
    return TESTS[dialect.name].replace("BY", by).replace("DERIVATIVE", "gradient" if scalar else "jacobian") + (HESSIAN[dialect.name].replace("BY", by) if hessian else "") + END


NUMPY_TEST = '''def self_test(tolerance=1e-6):
    """Compare the derivative and the products with central differences; raise AssertionError where they differ."""
    given = {name: np.asarray(x) if isinstance(x, list) else x for name, x in INPUTS.items()}
    x = np.asarray(given["BY"], dtype=float)
    rng = np.random.default_rng(0)

    def along(function, direction, step=1e-5):
        ahead, behind = (function(**{**given, "BY": x + s * step * direction}) for s in (1, -1))
        return (np.asarray(ahead) - np.asarray(behind)) / (2 * step)

    def same(name, found, expected):
        found, expected = np.asarray(found), np.asarray(expected)
        error = np.abs(found.reshape(expected.shape) - expected).max() / (1 + np.abs(expected).max())
        assert error < tolerance, f"{name} differs from differences by {error:.1e}"

    units = [e.reshape(x.shape) for e in np.eye(x.size)]
    exact = np.stack([np.ravel(along(value, e)) for e in units], axis=-1)
    same("DERIVATIVE", DERIVATIVE(**given), exact.reshape(np.shape(DERIVATIVE(**given))))
    v, u = rng.standard_normal(x.shape), rng.standard_normal(np.shape(value(**given)))
    same("jvp", jvp(**given, v=v), along(value, v))
    same("vjp", vjp(**given, u=u), (exact.T @ np.ravel(u)).reshape(x.shape))
'''
TORCH_TEST = '''def self_test(tolerance=1e-9):
    """Compare the derivative and the products with autograd; raise AssertionError where they differ."""
    given = {name: torch.tensor(x, dtype=torch.float64) if isinstance(x, (list, float)) else x for name, x in INPUTS.items()}
    x = given["BY"]
    random = torch.Generator().manual_seed(0)

    def same(name, found, expected):
        error = float((found.reshape(expected.shape) - expected).abs().max() / (1 + expected.abs().max()))
        assert error < tolerance, f"{name} differs from autograd by {error:.1e}"

    exact = torch.autograd.functional.jacobian(lambda z: value(**{**given, "BY": z}), x)
    same("DERIVATIVE", DERIVATIVE(**given), exact.reshape(DERIVATIVE(**given).shape))
    size, flat = value(**given), exact.reshape(-1, x.numel())
    v, u = (torch.randn(like.shape, generator=random, dtype=torch.float64) for like in (x, size))
    same("jvp", jvp(**given, v=v), (flat @ v.reshape(-1)).reshape(size.shape))
    same("vjp", vjp(**given, u=u), (flat.T @ u.reshape(-1)).reshape(x.shape))
'''
JAX_TEST = '''def self_test(tolerance=1e-9):
    """Compare the derivative and the products with autograd; raise AssertionError where they differ."""
    jax.config.update("jax_enable_x64", True)
    given = {name: jnp.asarray(x) if isinstance(x, (list, float)) else x for name, x in INPUTS.items()}
    x = given["BY"]

    def same(name, found, expected):
        error = float(jnp.abs(jnp.reshape(found, expected.shape) - expected).max() / (1 + jnp.abs(expected).max()))
        assert error < tolerance, f"{name} differs from autograd by {error:.1e}"

    exact = jax.jacobian(lambda z: value(**{**given, "BY": z}))(x)
    same("DERIVATIVE", DERIVATIVE(**given), exact.reshape(jnp.shape(DERIVATIVE(**given))))
    size, flat = jnp.asarray(value(**given)), exact.reshape(-1, x.size)
    v, u = (jax.random.normal(jax.random.key(k), like.shape) for k, like in enumerate((x, size)))
    same("jvp", jvp(**given, v=v), (flat @ v.reshape(-1)).reshape(size.shape))
    same("vjp", vjp(**given, u=u), (flat.T @ u.reshape(-1)).reshape(x.shape))
'''
TESTS = {"numpy": NUMPY_TEST, "torch": TORCH_TEST, "jax": JAX_TEST}
HESSIAN = {
    "numpy": '    same("hvp", hvp(**given, v=v), along(gradient, v))\n',
    "torch": '''    second = torch.autograd.functional.jacobian(lambda z: gradient(**{**given, "BY": z}), x).reshape(x.numel(), -1)
    same("hvp", hvp(**given, v=v), (second @ v.reshape(-1)).reshape(x.shape))
''',
    "jax": '''    second = jax.jacobian(lambda z: gradient(**{**given, "BY": z}))(x).reshape(x.size, -1)
    same("hvp", hvp(**given, v=v), (second @ v.reshape(-1)).reshape(x.shape))
''',
}
END = '''

if __name__ == "__main__":
    self_test()
    print("value, derivative and products agree")
'''

__all__ = ["Function", "source"]
