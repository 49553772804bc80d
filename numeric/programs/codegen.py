"""Generated torch code that a user can read and paste: one function per operator, one line per tensor."""

from __future__ import annotations

import keyword
import re
import string
from collections.abc import Mapping

from derive.build import free_names
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.functions import FUNCTIONS
from numeric.programs.fixed import opened
from numeric.programs.linearize import transposed
from numeric.programs.program import Graph, Node, topological
from numeric.programs.translate import Translator, Value


def python_source(expr: Expr, sizes: Mapping[str, int], *, name: str = "matvec", transpose: bool = False) -> str:
    """Return the source of a torch function that applies a matrix to a vector without forming it.

    The function takes the vector and one tensor per variable, by name (a column may have one dimension or two); it is
    specialized to the given sizes, which its docstring states and its first lines check. It needs torch and nothing
    of this project.

    Raises:
        NotSupported: The expression has no matrix-free form.
    """
    return f"import torch\n\n\n{_function(expr, sizes, name, transpose)}"


def product_sources(expr: Expr, sizes: Mapping[str, int], *, name: str) -> str:
    """Return the source of two functions: the product of a matrix and a vector, and that of its transpose.

    Raises:
        NotSupported: The expression has no matrix-free form.
    """
    both = (_function(expr, sizes, f"{name}_times", False), _function(expr, sizes, f"{name}_transposed_times", True))
    return "\n\n".join(("import torch\n", *both))


def _function(expr: Expr, sizes: Mapping[str, int], name: str, transpose: bool) -> str:
    graph = Graph()
    shapes = {e.data[0]: e.shape for e in walk(expr) if e.op == "var"}
    words = _identifiers(sorted(shapes.keys() & free_names(expr)))
    inputs = {n: graph.input(n, shapes[n].evaluate(sizes)) for n in words}
    translator = Translator(graph, sizes, inputs)
    source = graph.input("v", translator.dims(expr.shape.cols))
    result = translator.apply(expr, Value(source, ()))
    if result.names:
        raise NotSupported(f"the index {result.names[0]} has no value")
    root = result.node
    if transpose:
        cotangent = graph.input("u", root.dims)
        root, source = transposed(graph, root, source, cotangent), cotangent
    names = {inputs[n]: w for n, w in words.items()} | {source: "v"}
    lines = _Writer(root, source, names).lines()
    rows, cols = expr.shape.evaluate(sizes)
    shown = re.sub(r"[^\w=, {}]", "", ", ".join(f"{k}={v}" for k, v in sorted(sizes.items())))
    if transpose:
        rows, cols = cols, rows
    head = [
        f"def {name}({', '.join(['v', *words.values()])}):",
        f'    """Apply a {rows} x {cols} matrix to a vector without forming it{f" (sizes: {shown})" if shown else ""}."""',
        *(f"    {_checked(w, shapes[n].evaluate(sizes))}" for n, w in words.items()),
    ]
    return "\n".join([*head, *(f"    {line}" for line in lines)]) + "\n"


def _checked(word: str, shape: tuple[int, int]) -> str:
    """The line that takes a variable in its own shape only: the code is written for these sizes."""
    if shape[1] == 1:
        return f"{word} = {word}.reshape{shape}"
    return f"assert {word}.shape == {shape}, {word}.shape"


def _identifiers(names: list[str]) -> dict[str, str]:
    """A distinct Python identifier for every variable name."""
    taken = {"v", "torch"}
    result = {}
    for name in names:
        word = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "x"
        word = f"x_{word}" if word[0].isdigit() or keyword.iskeyword(word) or re.fullmatch(r"t\d+", word) else word
        while word in taken:
            word += "_"
        taken.add(word)
        result[name] = word
    return result


class _Writer:
    """Writes one line per tensor that is needed."""

    def __init__(self, root: Node, source: Node, names: dict[Node, str]) -> None:
        self.root, self.names, self.source = root, dict(names), source
        order = list(topological(root))
        depends = {source}
        self.uses: dict[Node, int] = {}
        for node in order:
            if any(a in depends for a in node.args):
                depends.add(node)
            for a in node.args:
                self.uses[a] = self.uses.get(a, 0) + 1
        self.depends = frozenset(depends)
        self.order = order

    def lines(self) -> list[str]:
        wanted: set[Node] = set()
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node not in wanted:
                wanted.add(node)
                stack.extend(self._inputs(node))
        result = [f"v = v.reshape({self._dims(self.source)})"]
        like = next((w for n, w in self.names.items() if w != "v" or n is self.source), "v")
        result.append(f"like = dict(dtype={like}.dtype, device={like}.device)")
        count = 0
        for node in self.order:
            if node not in wanted or node in self.names:
                continue
            line = self._line(node)
            self.names[node] = f"t{count}"
            count += 1
            result.append(f"{self.names[node]} = {line}")
        result.append(f"return {self.names[self.root]}.reshape(-1)")
        return result

    def _inputs(self, node: Node) -> list[Node]:
        if node.kind == "product":
            return [a for a, _ in opened(node, self.depends, self.uses)[0]]
        return list(node.args)

    def _dims(self, node: Node) -> str:
        return ", ".join(map(str, node.dims)) or "()"

    def _line(self, node: Node) -> str:
        kind, words = node.kind, [self.names[a] for a in node.args if a in self.names]
        shape = f"({', '.join(map(str, node.dims))}{',' if len(node.dims) == 1 else ''})"
        if kind == "product":
            return self._product(node, shape)
        if kind == "sum":
            terms = zip(node.data, words, strict=True)
            return " + ".join(w if c == 1.0 else f"{c!r} * {w}" for c, w in terms).replace("+ -", "- ")
        if kind == "map":
            return FUNCTIONS[node.data[0]].code.format(x=words[0])
        if kind == "power":
            return f"{words[0]} ** {node.data[0]!r}"
        if kind == "softmax":
            rows = shape[1:-1].split(", ")[: len(node.dims) - node.data[0]]
            flat = ", ".join([*(r.strip(",") for r in rows), "-1"])
            return f"torch.softmax({words[0]}.reshape({flat}), dim=-1).reshape({shape})"
        if kind == "centered":
            axes = tuple(range(-node.data[0], 0))
            return f"{words[0]} * ({words[1]} - ({words[0]} * {words[1]}).sum({axes}, keepdim=True))"
        if kind == "inverse":
            return f"torch.linalg.inv({words[0]})"
        if kind == "reshape":
            return f"{words[0]}.reshape({shape})"
        if kind == "alias":
            return words[0]
        if kind == "delta":
            return f"torch.eye({node.dims[0]}, **like)"
        if kind == "indicator":
            relation = {"=": "==", "!=": "!="}.get(node.data[0], node.data[0])
            return f"({words[0]} {relation} {words[1]}).to({words[0]}.dtype)"
        if kind == "select":
            return f"torch.where({words[0]} != 0, {words[1]}, {words[2]})"
        if kind == "constant" and node.data[0] == "one_hot":
            return f"torch.eye({node.dims[0]}, **like)[{node.data[1][0]}]"
        if kind == "constant" and node.data[0] == "count":
            return f"torch.arange(1, {node.dims[0] + 1}, **like)"
        raise NotSupported(f"{kind} has no generated code")

    def _product(self, node: Node, shape: str) -> str:
        operands, coefficient = opened(node, self.depends, self.uses)
        if not operands:
            return f"torch.full({shape}, {coefficient!r}, **like)"
        out = node.data[2]
        letters: dict[int, str] = {}
        for x in (y for _, labels in operands for y in labels):
            if x not in letters:
                if len(letters) == len(string.ascii_letters):
                    raise NotSupported("a product with more than 52 indices has no generated code")
                letters[x] = string.ascii_letters[len(letters)]
        present = [x for x in out if x in letters]
        pattern = ",".join("".join(letters[x] for x in labels) for _, labels in operands)
        words = ", ".join(self.names[a] for a, _ in operands)
        line = f'torch.einsum("{pattern}->{"".join(letters[x] for x in present)}", {words})'
        if coefficient != 1.0:
            line = f"{coefficient!r} * {line}"
        if len(present) == len(out):
            return line
        index = ", ".join(":" if x in letters else "None" for x in out)
        return f"({line})[{index}].expand({shape})"


__all__ = ["product_sources", "python_source"]
