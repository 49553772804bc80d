"""The witness of a proof: an exact point that meets the hypotheses and at which both sides have a value."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derive import build
from derive.core import Problem, Rel
from derive.index.road import solved_sizes
from derive.prefix import to_prefix
from derive.sizes import Shape, Size
from proofs import verify
from proofs.proving.function_classes import class_witnesses
from proofs.verify import recheck

MAX_SIZE, MAX_TUPLES, MAX_TRIES, MAX_WORK = 3, 20_000, 52, 200_000
MAX_CORNERS = 6
"""Variables of which each combination of zeros and ones is tried."""
Witness = dict[str, Any]
Json = dict[str, Any]


def witness(problem: Problem, read: verify.Problem, domain: Sequence[verify.Node]) -> Witness | None:
    """Return a point of small sizes that the verifier accepts, None if none was found."""
    of_classes = class_witnesses(read, domain) if read.functions else ()
    arranged = itertools.islice(of_classes, 2), itertools.islice(_candidates(problem), MAX_TRIES)
    for candidate in itertools.chain(*arranged, _corners(problem), _located(problem)):
        recheck.Ball.work = recheck.MAX_WORK - MAX_WORK
        try:
            verify.check_witness(candidate, read, domain)
        except (verify.Rejected, recheck.Rejected, recheck.Undecided, ArithmeticError, ValueError, KeyError, TypeError):
            continue
        return candidate
    return None


def _candidates(problem: Problem) -> Iterator[Witness]:
    """Points of growing sizes: general ones, those of the exact road, numbers that sum to 1, positive ones, distributions, zeros, units."""
    chance = random.Random(1)
    places = [(s, i) for s in itertools.islice(_sizes(problem), 12) for i in itertools.islice(_indices(problem, s), 1)]
    for make in (_general, _positive, _distribution, _zero, _unit):
        for sizes, indices in places:
            inputs = {name: make(shape, sizes | indices, chance) for name, shape in problem.variables}
            yield {"sizes": sizes, "indices": indices, "inputs": inputs, **_functions(problem)}
        if problem.hypotheses and make is _general:
            for sizes, indices in places[:3]:
                yield from _arranged(problem, sizes, indices)
            for sizes, indices in places[:1]:
                scalars = [name for name, shape in problem.variables if shape.is_scalar]
                inputs = {name: _positive(shape, sizes | indices, chance) for name, shape in problem.variables}
                inputs |= {name: [[f"1/{len(scalars)}"]] for name in scalars}
                yield {"sizes": sizes, "indices": indices, "inputs": inputs, **_functions(problem)}
            for sizes, indices in places[:2]:
                inputs = {name: _uniform(shape, sizes | indices) for name, shape in problem.variables}
                yield {"sizes": sizes, "indices": indices, "inputs": inputs, **_functions(problem)}


def _corners(problem: Problem) -> Iterator[Witness]:
    """Points of the smallest sizes at which each variable is zero or has ones on its diagonal: equations of few variables are met at one of them."""
    if not problem.hypotheses or len(problem.variables) > MAX_CORNERS:
        return
    chance = random.Random(1)
    for sizes in itertools.islice(_sizes(problem), 1):
        for indices in itertools.islice(_indices(problem, sizes), 1):
            for makers in itertools.product((_zero, _unit), repeat=len(problem.variables)):
                inputs = {name: make(shape, sizes | indices, chance) for make, (name, shape) in zip(makers, problem.variables, strict=True)}
                yield {"sizes": sizes, "indices": indices, "inputs": inputs, **_functions(problem)}


def _located(problem: Problem) -> Iterator[Witness]:
    """The point at which the domain of the claim was seen to be met."""
    from derive.definedness.domain import domain
    from derive.definedness.witness import witness as seen
    from derive.errors import DeriveError

    try:
        point = seen(problem, domain(problem), 0)
    except (DeriveError, RecursionError):
        return
    if point is not None and not problem.functions:
        inputs = {name: [[str(x) for x in row] for row in rows] for name, rows in point.inputs.items()}
        yield {"sizes": dict(point.sizes), "indices": dict(point.indices), "inputs": inputs}


def _functions(problem: Problem) -> Json:
    """For every arbitrary function a concrete one: 1 and the squares of all arguments; in the first column, or row of a column, twice that."""
    found: Json = {}
    for name, arguments, value in problem.functions:
        names = [f"a{k}" for k, _ in enumerate(arguments, 1)]
        given = [build.var(n, shape) for n, shape in zip(names, arguments, strict=True)]
        squares = [build.trace(build.matmul(build.transpose(a), a)) for a in given]
        body = build.scale(build.add(build.const(1), *squares), _uneven(value))
        found[name] = [names, to_prefix(body)]
    return {"functions": found} if found else {}


def _uneven(shape: Shape) -> Any:
    """A matrix of ones, and twos in the first column; LayerNorm has no value where all entries of a row are equal."""
    ones, one = build.ones(shape.rows, shape.cols), Size.of(1)
    if shape.cols:
        return build.add(ones, build.matmul(build.ones(shape.rows), build.transpose(build.basis(one, shape.cols))))
    return build.add(ones, build.basis(one, shape.rows)) if shape.rows else ones


def _sizes(problem: Problem) -> Iterator[dict[str, int]]:
    """Sizes that the rules admit, those of the smallest sum first; what a rule says to be a product of others is that."""
    solved = solved_sizes(problem.rules) if problem.rules.relations else {}
    names = [n for n in problem.sizes if n not in solved]
    found = []
    lows = [max(1, dict(problem.rules.least).get(n, 1)) for n in names]
    ranges = (range(low, low + MAX_SIZE) for low in lows)
    for values in itertools.islice(itertools.product(*ranges), MAX_TUPLES):
        sizes = dict(zip(names, values, strict=True))
        try:
            sizes |= {n: s.evaluate(sizes) for n, s in solved.items()}
        except (KeyError, ValueError):
            continue
        if problem.rules.admits(sizes):
            found.append(sizes)
    if not found:
        return
    found.sort(key=lambda s: (sum(s.values()), *s.values()))
    least = {n: min(s[n] for s in found) for n in names}
    one_more = [s for s in found if sum(s[n] - k for n, k in least.items()) == 1]
    larger = [s for s in found if all(v > 1 for v in s.values())]
    seen: list[dict[str, int]] = []
    for one in (*found[:1], *one_more, *larger[:1], *found[1:]):
        if one not in seen:
            seen.append(one)
            yield one


def _indices(problem: Problem, sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Values of the indices in their ranges."""
    chosen: dict[str, int] = {}
    for name, low, high in problem.indices:
        try:
            first, last = low.evaluate({**sizes, **chosen}), high.evaluate({**sizes, **chosen})
        except KeyError:
            return
        if first > last:
            return
        chosen[name] = first
    if problem.rules.admits({**sizes, **chosen}):
        yield chosen


def _rows(shape: Shape, sizes: Mapping[str, int], number: Any) -> list[list[str]]:
    rows, cols = shape.evaluate(dict(sizes))
    return [[number() for _ in range(cols)] for _ in range(rows)]


def _general(shape: Shape, sizes: Mapping[str, int], chance: random.Random) -> list[list[str]]:
    return _rows(shape, sizes, lambda: str(chance.choice((-3, -2, -1, 1, 2, 3, 5))))


def _positive(shape: Shape, sizes: Mapping[str, int], chance: random.Random) -> list[list[str]]:
    return _rows(shape, sizes, lambda: str(chance.randint(1, 5)))


def _distribution(shape: Shape, sizes: Mapping[str, int], chance: random.Random) -> list[list[str]]:
    rows, cols = shape.evaluate(dict(sizes))
    weights = [chance.randint(1, 5) for _ in range(rows * cols)]
    total = sum(weights)
    return [[f"{weights[i * cols + j]}/{total}" for j in range(cols)] for i in range(rows)]


def _zero(shape: Shape, sizes: Mapping[str, int], chance: random.Random) -> list[list[str]]:
    """Zeros: what products that vanish, nilpotent matrices and pseudoinverses of them have in common."""
    return _rows(shape, sizes, lambda: "0")


def _unit(shape: Shape, sizes: Mapping[str, int], chance: random.Random) -> list[list[str]]:
    """Ones on the diagonal: orthogonal, commuting, definite and its own pseudoinverse."""
    rows, cols = shape.evaluate(dict(sizes))
    return [[str(int(i == j)) for j in range(cols)] for i in range(rows)]


def _uniform(shape: Shape, sizes: Mapping[str, int]) -> list[list[str]]:
    rows, cols = shape.evaluate(dict(sizes))
    return [[f"1/{rows * cols}"] * cols] * rows


def _arranged(problem: Problem, sizes: dict[str, int], indices: dict[str, int]) -> Iterator[Witness]:
    """Points at which the exact road sees the hypotheses met."""
    from derive.errors import DeriveError
    from derive.exact.points.setup import arrange

    try:
        setups = arrange(problem, sizes, 1)
    except DeriveError:
        return
    for setup in setups[:2]:
        for seed in (1, 2):
            point = _drawn(problem, setup, sizes, indices, seed)
            if point is not None:
                yield point


def _drawn(problem: Problem, setup: Any, sizes: dict[str, int], indices: dict[str, int], seed: int) -> Witness | None:
    from derive.errors import DeriveError
    from derive.exact.points.setup import draw, make_point

    try:
        parameters = draw(list(setup.problem.variables), sizes, random.Random(seed))
        point = make_point(setup, sizes | indices, parameters, seed)
    except (DeriveError, ArithmeticError, KeyError):
        return None
    if point is None:
        return None
    inputs = {name: [[str(x) for x in row] for row in rows] for name, rows in point.inputs.items()}
    return _with_definitions(problem, {"sizes": sizes, "indices": indices, "inputs": inputs})


def _with_definitions(problem: Problem, point: Witness) -> Witness | None:
    """The point with the variables that a hypothesis defines by others."""
    missing = {name for name, _ in problem.variables} - point["inputs"].keys()
    for h in problem.hypotheses:
        if not isinstance(h, Rel) or h.op != "=" or h.lhs.op != "var" or h.lhs.data[0] not in missing:
            continue
        env: dict[str, Any] = {json.dumps(n): v for n, v in {**point["sizes"], **point["indices"]}.items()}
        e = recheck.Evaluator(env, {}, [])
        env.update(
            {
                json.dumps(n): recheck.Matrix.of_rows([[*map(e.number, r)] for r in a])
                for n, a in point["inputs"].items()
            }
        )
        try:
            value = e.value(recheck.read_tree(to_prefix(h.rhs)))
        except (recheck.Rejected, recheck.Undecided, ArithmeticError):
            return None
        if any(x.exact is None for x in value.flat):
            return None
        point["inputs"][h.lhs.data[0]] = [[str(x.exact) for x in row] for row in value.rows]
    return point
