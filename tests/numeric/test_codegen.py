"""Generated code runs on its own and computes what the dense evaluation says."""

import ast

import pytest
import torch
from test_operators import CASES, ENV, SIZES

from derive import build as b
from derive.sizes import Shape
from numeric.evaluation.dense import evaluate
from numeric.programs.codegen import python_source


def run(source):
    tree = ast.parse(source)
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    assert [a.name for n in imports for a in n.names] == ["torch"]
    namespace = {}
    exec(compile(tree, "generated", "exec"), namespace)  # our own output, shown to the user as it is
    return namespace["matvec"]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("transpose", [False, True])
def test_generated_code_is_the_operator(name, transpose):
    expr = CASES[name]
    source = python_source(expr, SIZES, transpose=transpose)
    function = run(source)
    dense = evaluate(expr, ENV, SIZES)
    dense = dense.T if transpose else dense
    arguments = {n: ENV[n] for n in function.__code__.co_varnames[1 : function.__code__.co_argcount]}
    vector = torch.randn(dense.shape[1], dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(function(vector, **arguments), dense @ vector, rtol=1e-10, atol=1e-10)


def test_hostile_names_become_harmless_identifiers():
    names = ["import os", r"\mathbf{X}_{1}", "t0", "lambda", "v"]
    total = b.add(*(b.var(n, Shape.of("m", "n")) for n in names))
    source = python_source(total, SIZES)
    tree = ast.parse(source)
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef))
    assert len({a.arg for a in function.args.args}) == 6
    assert all(a.arg.isidentifier() for a in function.args.args)
