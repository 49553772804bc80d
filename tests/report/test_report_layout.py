"""The drawing of dependency graphs: nothing overlaps, arrows lead down, nothing is lost, nothing is random."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.report.layout import ROW, WIDEST, draw


@st.composite
def graphs(make: st.DrawFn) -> tuple[list[str], dict[str, list[str]]]:
    count = make(st.integers(1, 24))
    nodes = [f"n{k}" for k in range(count)]
    edges = {
        n: sorted({f"n{make(st.integers(0, k - 1))}" for _ in range(make(st.integers(0, 3)))}) if k else []
        for k, n in enumerate(nodes)
    }
    return nodes, edges


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_nodes_do_not_overlap_and_arrows_lead_down(graph: tuple[list[str], dict[str, list[str]]]) -> None:
    nodes, below = graph
    widths = {n: 30.0 + 7 * (k % 5) for k, n in enumerate(nodes)}
    drawing = draw(nodes, below, widths)
    assert set(drawing.nodes) == set(nodes)
    assert {(a, b) for a, b, _ in drawing.edges} == {(u, n) for n in nodes for u in below[n]}
    for a, b, route in drawing.edges:
        assert drawing.nodes[a][1] < drawing.nodes[b][1]
        assert route[0] == drawing.nodes[a] and route[-1] == drawing.nodes[b]
        assert all(p[1] < q[1] for p, q in zip(route, route[1:], strict=False))
    for a in nodes:
        for b in nodes:
            (ax, ay), (bx, by) = drawing.nodes[a], drawing.nodes[b]
            if a < b and abs(ay - by) < ROW / 2:
                assert abs(ax - bx) >= (widths[a] + widths[b]) / 2
        x, y = drawing.nodes[a]
        assert x - widths[a] / 2 >= -1e-6 and x + widths[a] / 2 <= drawing.width + 1e-6 and 0 < y < drawing.height
    assert draw(nodes, below, widths) == drawing


def test_a_cycle_loses_one_edge_only() -> None:
    drawing = draw(["a", "b", "c"], {"a": ["b"], "b": ["c"], "c": ["a"]}, {"a": 20, "b": 20, "c": 20})
    assert len(drawing.edges) == 2


def test_a_wide_rank_is_broken_into_rows() -> None:
    nodes = ["top", *(f"n{k}" for k in range(40))]
    drawing = draw(nodes, {n: ["top"] for n in nodes[1:]} | {"top": []}, dict.fromkeys(nodes, 100.0))
    rows: dict[float, int] = {}
    for _, y in drawing.nodes.values():
        rows[y] = rows.get(y, 0) + 1
    assert max(rows.values()) <= WIDEST and drawing.width < 2000


def test_a_crossing_that_can_be_avoided_is() -> None:
    nodes = ["a", "b", "c", "d"]
    drawing = draw(
        nodes + ["e"], {"a": [], "b": [], "c": ["b"], "d": ["a"], "e": ["c", "d"]}, dict.fromkeys([*nodes, "e"], 40.0)
    )
    left = drawing.nodes["a"][0] < drawing.nodes["b"][0]
    assert (drawing.nodes["d"][0] < drawing.nodes["c"][0]) == left
