"""Layered drawing of a dependency graph: longest-path ranks, dummy nodes, median sweeps, least-squares positions.

After Sugiyama, Tagawa and Toda (1981). Everything is decided by the order of the input: the same graph is drawn the
same way on every run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SWEEPS = 12
WIDEST = 980.0
"""Width of one row of nodes; a rank that is wider is broken into several rows."""
GAP_X, ROW = 16.0, 58.0
PAGE = 1000.0
"""Width at which components wrap."""

Edges = Mapping[str, Sequence[str]]
Position = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Centers of the nodes, polylines of the edges, and the size of the whole."""

    nodes: dict[str, Position]
    edges: tuple[tuple[str, str, tuple[Position, ...]], ...]
    width: float
    height: float


def draw(nodes: Sequence[str], below: Edges, widths: Mapping[str, float]) -> Drawing:
    """Lay out a graph, component by component, each in layers.

    Args:
        nodes: All nodes, in reading order.
        below: Node -> the nodes it rests on, which are drawn above it. Edges that would close a cycle are left out.
        widths: Node -> its width.

    """
    kept = _acyclic(nodes, below)
    drawings = [_component(part, kept, widths) for part in _components(nodes, kept)]
    return _packed(drawings)


def _acyclic(nodes: Sequence[str], below: Edges) -> dict[str, list[str]]:
    """Keep the edges that close no cycle, in the order of a depth-first walk."""
    kept: dict[str, list[str]] = {node: [] for node in nodes}
    state: dict[str, int] = {}
    for root in nodes:
        if root in state:
            continue
        stack = [(root, iter(below.get(root, ())))]
        state[root] = 1
        while stack:
            node, rest = stack[-1]
            for other in rest:
                if other not in kept or state.get(other) == 1 or other in kept[node]:
                    continue
                kept[node].append(other)
                if other not in state:
                    state[other] = 1
                    stack.append((other, iter(below.get(other, ()))))
                    break
            else:
                state[node] = 2
                stack.pop()
    return kept


def _components(nodes: Sequence[str], below: Edges) -> list[list[str]]:
    leader = {node: node for node in nodes}

    def find(node: str) -> str:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for node in nodes:
        for other in below[node]:
            leader[find(node)] = find(other)
    parts: dict[str, list[str]] = {}
    for node in nodes:
        parts.setdefault(find(node), []).append(node)
    return sorted(parts.values(), key=len, reverse=True)


def _ranks(nodes: Sequence[str], below: Edges, widths: Mapping[str, float]) -> dict[str, int]:
    """Longest path from the top; then rows with too many nodes are broken."""
    rank: dict[str, int] = {}
    todo = list(nodes)
    while todo:
        ready = [node for node in todo if all(other in rank for other in below[node])]
        rank |= {node: 1 + max((rank[other] for other in below[node]), default=-1) for node in ready}
        todo = [node for node in todo if node not in rank]
    rows: dict[str, int] = {}
    first = 0
    for level in range(max(rank.values(), default=-1) + 1):
        here = [node for node in nodes if rank[node] == level]
        count = min(len(here), int(sum(widths[node] + GAP_X for node in here) // WIDEST) + 1)
        share = -(-len(here) // count)
        rows |= {node: first + k // share for k, node in enumerate(here)}
        first += count
    return rows


def _component(nodes: Sequence[str], below: Edges, widths: Mapping[str, float]) -> Drawing:
    rank = _ranks(nodes, below, widths)
    layers: list[list[str]] = [[] for _ in range(max(rank.values()) + 1)]
    for node in nodes:
        layers[rank[node]].append(node)
    width = dict(widths)
    up: dict[str, list[str]] = {node: [] for node in nodes}
    routes: list[tuple[str, str, list[str]]] = []
    for node in nodes:
        for other in below[node]:
            route = [other]
            for level in range(rank[other] + 1, rank[node]):
                # a dummy node: where long edges pass a row; those from one node share a trunk
                dummy = f"\0{other}\0{level}"
                if dummy not in up:
                    layers[level].append(dummy)
                    width[dummy] = 4.0
                    up[dummy] = [route[-1]]
                route.append(dummy)
            up[node].append(route[-1])
            routes.append((other, node, [*route, node]))
    down: dict[str, list[str]] = {node: [] for node in up}
    for node, above in up.items():
        for other in above:
            down[other].append(node)
    layers = _ordered([_centered(layer) for layer in layers], up, down)
    x = _positions(layers, up, down, width)
    left = min(x[n] - width[n] / 2 for n in x)
    place = {n: (x[n] - left, ROW * level + ROW / 2) for level, layer in enumerate(layers) for n in layer}
    right = max(place[n][0] + width[n] / 2 for n in place)
    edges = tuple((a, b, tuple(place[n] for n in route)) for a, b, route in routes)
    return Drawing({n: place[n] for n in nodes}, edges, right, ROW * len(layers))


def _centered(layer: list[str]) -> list[str]:
    """Start with the trunks of long edges in the middle of a row, so that they run straight down."""
    trunks = [n for n in layer if n.startswith("\0")]
    others = [n for n in layer if not n.startswith("\0")]
    half = len(others) // 2
    return others[:half] + trunks + others[half:]


def _ordered(layers: list[list[str]], up: Edges, down: Edges) -> list[list[str]]:
    """Sweep down and up, sorting each row by the medians of its neighbors; keep the order with the fewest crossings."""
    best, fewest = [list(layer) for layer in layers], _crossings(layers, up)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        going_down = sweep % 2 == 0
        order = range(1, len(layers)) if going_down else range(len(layers) - 2, -1, -1)
        for level in order:
            fixed = {n: k for k, n in enumerate(layers[level - 1 if going_down else level + 1])}
            near = up if going_down else down
            own = {n: k for k, n in enumerate(layers[level])}
            layers[level] = sorted(layers[level], key=lambda n: (_median([fixed[m] for m in near[n]], own[n]), own[n]))
        count = _crossings(layers, up)
        if count < fewest:
            best, fewest = [list(layer) for layer in layers], count
    return best


def _median(positions: list[int], default: float) -> float:
    if not positions:
        return default
    ordered = sorted(positions)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _crossings(layers: Sequence[Sequence[str]], up: Edges) -> int:
    total = 0
    for above, layer in zip(layers, layers[1:], strict=False):
        where = {n: k for k, n in enumerate(above)}
        ends = [where[m] for n in layer for m in sorted(up[n], key=where.__getitem__)]
        counts = [0] * (len(above) + 1)
        for end in ends:  # a Fenwick tree counts the earlier ends to the right
            k = len(above) - end
            total += sum(counts[i] for i in _prefix(k - 1))
            for i in _suffix(k, len(above)):
                counts[i] += 1
    return total


def _prefix(k: int) -> list[int]:
    found = []
    while k > 0:
        found.append(k)
        k -= k & -k
    return found


def _suffix(k: int, n: int) -> list[int]:
    found = []
    while k <= n:
        found.append(k)
        k += k & -k
    return found


def _positions(layers: Sequence[Sequence[str]], up: Edges, down: Edges, width: Mapping[str, float]) -> dict[str, float]:
    """Pull every node to the mean of its neighbors, row by row, keeping order and distance."""
    x: dict[str, float] = {}
    for layer in layers:
        x |= _separated(layer, dict.fromkeys(layer, 0.0), width)
    for sweep in range(SWEEPS):
        order = layers if sweep % 2 == 0 else list(reversed(layers))
        for layer in order:
            near = {n: [*up[n], *down[n]] if sweep > 3 else (up[n] if sweep % 2 == 0 else down[n]) for n in layer}
            wish = {n: sum(x[m] for m in near[n]) / len(near[n]) if near[n] else x[n] for n in layer}
            x |= _separated(layer, wish, width)
    return x


def _separated(layer: Sequence[str], wish: Mapping[str, float], width: Mapping[str, float]) -> dict[str, float]:
    """The positions nearest to the wishes (least squares) that do not overlap: pooling of adjacent violators."""
    offsets, total = [], 0.0
    for k, node in enumerate(layer):
        total += (width[layer[k - 1]] + width[node]) / 2 + _gap(layer[k - 1], node) if k else 0.0
        offsets.append(total)
    pools: list[tuple[float, int]] = []
    for node, offset in zip(layer, offsets, strict=True):
        mean, count = wish[node] - offset, 1
        while pools and pools[-1][0] > mean:
            other, many = pools.pop()
            mean, count = (mean * count + other * many) / (count + many), count + many
        pools.append((mean, count))
    flat = [mean for mean, count in pools for _ in range(count)]
    return {node: base + offset for node, base, offset in zip(layer, flat, offsets, strict=True)}


def _gap(one: str, other: str) -> float:
    """The distance of neighbors: trunks of long edges run close to each other."""
    trunks = one.startswith("\0") + other.startswith("\0")
    return (GAP_X, 9.0, 2.0)[trunks]


def _packed(drawings: Sequence[Drawing]) -> Drawing:
    """Put components beside each other, in rows as wide as a page."""
    nodes: dict[str, Position] = {}
    edges: list[tuple[str, str, tuple[Position, ...]]] = []
    x = y = tallest = widest = 0.0
    for one in drawings:
        if x and x + one.width > PAGE:
            x, y, tallest = 0.0, y + tallest, 0.0
        nodes |= {n: (px + x, py + y) for n, (px, py) in one.nodes.items()}
        edges += [(a, b, tuple((px + x, py + y) for px, py in route)) for a, b, route in one.edges]
        widest, tallest = max(widest, x + one.width), max(tallest, one.height)
        x += one.width + 2 * GAP_X
    return Drawing(nodes, tuple(edges), widest, y + tallest)
