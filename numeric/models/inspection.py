"""One pass over a model: every head measured, every stated bound beside its measured value, everything left out named.

What is measured of a head is a table of parts (`PARTS`); each adds columns to the head's row.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from derive.errors import DeriveError, NotSupported
from numeric.device import choose_device, device_name, one_thread
from numeric.models.attention_bounds import HeadBounds, head_bounds
from numeric.models.blocks import block_rows, model_norm, module_norm
from numeric.models.capture import Capture, MapOnly, Skipped, Slot, capture, failed, is_out_of_memory, slots
from numeric.models.conditioning import JacobianCondition, condition_number, corrected_row, jacobian_condition
from numeric.models.curvature import split_batch
from numeric.models.heads import Head
from numeric.models.kernels import g, softmax_jacobian_norm
from numeric.models.module_bounds import module_bounds
from numeric.models.printed_forms import PRINTED
from numeric.models.spectra import CORRECTED, head_scaling, map_claims, map_spectrum, maps_of, printed_map_claims
from numeric.norms import Enclosure

WHAT = ("bounds", "spectra", "conditioning", "blocks", "curvature", "landscape")
OF_LOSS = ("curvature", "landscape")
"""Parts that need a loss, and no attention."""
DEFAULT = ("bounds", "spectra", "conditioning")
GRAM_ROWS = 600
"""Largest n d_v for which a condition number of a Jacobian is computed, unless ``exact``."""
SMALL = 2**18
"""Cost n (n + D) of a head up to which threads cost more than they bring; a head of ViT-B has 190,000."""
ROW_SUM = 1e-2
"""How far sums of rows of maps that are handed out may be from 1: 16-bit floats are."""
SHOWN_MAP = 256
"""Longest map that is kept for a figure."""
Row = dict[str, Any]
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a model is inspected.

    Attributes:
        what: Parts, of `WHAT`.
        layers: Numbers of the attention modules; all unless given.
        heads: Heads of each module, evenly sampled; all unless given.
        samples: Samples of the batch.
        device: ``auto``, ``cpu`` or ``cuda``: where the heads are measured.
        budget: Seconds to stay within: samples are left out first, then heads.
        paper_form: Also the statements as printed that are false.
        exact: Spend more: many starts for induced norms, condition numbers of large Jacobians.
        seed: Fixes random starts.
        loss: For curvature and landscape: ``mse``, ``ce`` or a function of output and target; the batch then is a pair of inputs
            and target. None: the model returns its loss.
    """

    what: tuple[str, ...] = DEFAULT
    layers: tuple[int, ...] | None = None
    heads: int | None = None
    samples: int = 8
    device: str = "cpu"
    budget: float | None = None
    paper_form: bool = False
    exact: bool = False
    seed: int = 0
    loss: Any = None

    def __post_init__(self) -> None:
        if unknown := [w for w in self.what if w not in WHAT]:
            raise NotSupported(f"there is nothing to inspect called {unknown[0]!r}; there are {', '.join(WHAT)}")
        for name in ("heads", "samples"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise NotSupported(f"{name} must be at least 1, got {value}")


@dataclass
class Inspection:
    """What was measured.

    Attributes:
        meta: The model's name, tokens, heads, precision, device, seconds.
        rows: One a head and sample.
        modules: One a module and sample: all its heads together.
        blocks: One a block.
        curvature: One a block of the Hessian, one for the whole, one a LayerNorm.
        landscape: One an order of the samples.
        differences: One list an order of the samples: ``|L_(k+1) - L_k|``, for a figure.
        model: One a sample: the norm from the first block to the output.
        violations: Bounds below their measured value, with the head.
        printed: Printed statements that are false: at the input at which they fail, and how many heads contradict them.
        skipped: What was not measured, with the reason.
        notes: What was sampled or left out.
        curves: (layer, head) -> what figures need of the first sample: singular values, rows of g_1 and alpha, the map if it is small.
    """

    meta: Row = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    modules: list[Row] = field(default_factory=list)
    blocks: list[Row] = field(default_factory=list)
    curvature: list[Row] = field(default_factory=list)
    landscape: list[Row] = field(default_factory=list)
    differences: list[list[float]] = field(default_factory=list)
    model: list[Row] = field(default_factory=list)
    violations: list[Row] = field(default_factory=list)
    printed: list[Row] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    curves: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=lambda: {"holds": 0, "VIOLATED": 0, "vacuous": 0, "n/a": 0})

    def count(self, verdict: str, times: int = 1) -> None:
        """Count a verdict: ``holds``, ``VIOLATED``, ``vacuous ...`` or ``n/a ...``."""
        kind = next(k for k in self.counts if verdict.startswith(k))
        self.counts[kind] += times

    def violated(
        self, bound: str, value: float, measured: float, *, paper: str, layer: int | str, name: str, sample: int | str,
        head: int | None = None, known: str = "", inputs: Any = None,
    ) -> None:  # fmt: skip
        """Keep a bound that is below its measured value, with what it is computed from."""
        self.violations.append({
            "layer": layer, "head": head, "sample": sample, "name": name, "bound": bound, "paper": paper, "value": value,
            "measured": measured, "known": known, "inputs": inputs,
        })  # fmt: skip

    def note(self, said: str) -> None:
        """Keep a note, once."""
        if said not in self.notes:
            self.notes.append(said)


def _of(item: Head | MapOnly) -> Row:
    """Where a head is, for `Inspection.violated`."""
    return {"layer": item.layer, "head": item.head, "sample": item.sample, "name": item.name, "inputs": item}


def _bounds(head: Head, options: Options, out: Inspection, row: Row) -> HeadBounds:
    starts, steps = (12, 300) if options.exact else _effort(head)
    found = head_bounds(head, starts=starts, steps=steps, tolerance=1e-8 if options.exact else 1e-6, seed=options.seed)
    row |= found.row()
    for name, bound in found.bounds.items():
        out.count(bound.verdict)
        if bound.verdict == "VIOLATED":
            rule = bound.rule
            out.violated(name, bound.value, bound.measured, paper=rule.paper, known=rule.false, **_of(head))
    return found


def _effort(head: Head) -> tuple[int, int]:
    """Starts and steps of the ascent to the induced norm: few where a step is dear; every step counts as a lower bound."""
    return (10, 60) if head.cost < 1_000 else (3, 20) if head.cost < 20_000 else (1, 8)


def _spectra(P: Tensor, options: Options, out: Inspection, row: Row, head: Head | MapOnly) -> None:
    lowrank = 64 if P.shape[-1] > 2048 else None
    found = map_spectrum(P, lowrank=lowrank)
    if lowrank:
        out.note(f"maps longer than 2048: the {lowrank} largest singular values alone, randomized")
    s, _ = found.pop("singular_values"), found.pop("eigenvalue_moduli", None)
    for claim in map_claims(found, paper_form=options.paper_form):
        row[f"{claim.id} {'verdict' if claim.corrected else 'printed'}"] = claim.verdict
        if not claim.corrected:
            continue
        out.count(claim.verdict)
        if claim.verdict == "VIOLATED":
            out.violated(claim.id, claim.high, claim.measured, paper="attention_spectra", **_of(head))
    row |= {k: v for k, v in found.items() if k != "n"}
    if (at := (head.layer, head.head)) not in out.curves:
        out.curves[at] = {"singular_values": s.tolist()}
    if isinstance(head, Head) and (slopes := head_scaling(head)) is not None:
        row |= {f"{name}_exponent": value for name, value in slopes.items()}


def _conditioning(head: Head, options: Options, out: Inspection, row: Row) -> None:
    row |= {f"kappa_{name}": condition_number(getattr(head, name)) for name in ("WQ", "WK", "WV")}
    row["kappa_W"] = sum(row[f"kappa_{name}"] for name in ("WQ", "WK", "WV")) / 3
    limit = 4000 if options.exact else GRAM_ROWS
    found = jacobian_condition(head, limit=limit)
    row |= corrected_row(head, limit=limit)
    row["kappa_J"], row["kappa_J_bound"], row["kappa_J_how"] = found.value, found.bound, found.how
    row["kappa_J verdict"] = verdict = _condition_verdict(found)
    out.count(verdict)
    if math.isnan(found.value):
        out.note(
            f"kappa(J) has more than {limit} rows (tokens times d_v) and was not computed; its corrected bound is given"
        )
    if verdict == "VIOLATED":
        out.violated("kappa_J", found.bound, found.value, paper="spectral_conditioning", **_of(head))


def _condition_verdict(found: JacobianCondition) -> str:
    if math.isinf(found.bound):
        return "vacuous (infinite)"
    if math.isnan(found.value):
        return "n/a: not computed"
    if found.singular:
        return "n/a: numerically singular"
    return "VIOLATED" if found.violated else "holds"


def inspect_model(
    model: nn.Module, batch: Any, options: Options | None = None, *, progress: Progress | None = None
) -> Inspection:  # fmt: skip
    """Measure a model at a batch; the model is left as it was.

    Args:
        model: Any torch module with attention of a known family.
        batch: A tensor, a mapping of keyword arguments, or a tuple of arguments; with a loss a pair of inputs and target.
        options: What is measured.
        progress: Is told how many heads are done, of how many, and how many seconds are left by estimate.

    Raises:
        ModelFailed: The model raised, or memory is used up.
        NotSupported: The model has no attention module that is known, or an option cannot be met.
    """
    options = options or Options()
    start, device = time.perf_counter(), choose_device(options.device)
    if not set(options.what) - set(OF_LOSS):
        out = Inspection()
        _of_loss(model, batch, options, out)
        out.meta |= {"what": list(options.what), "seconds": round(time.perf_counter() - start, 2)}
        return out
    whole = batch
    batch = batch if options.loss is None else split_batch(batch)[0]
    found = capture(model, batch)
    out = Inspection(skipped=list(found.skipped))
    listed = slots(found, layers=options.layers, samples=options.samples, device=device)
    out.skipped += [s for s in listed if isinstance(s, Skipped)]
    wanted = _sampled([s for s in listed if isinstance(s, Slot)], options, out)
    with one_thread(max((s.cost for s in wanted), default=0) <= SMALL):
        _measure(wanted, options, out, progress, start)
    if not out.rows:
        reasons = "; ".join(f"{s.name or 'the model'}: {s.reason}" for s in out.skipped[:3])
        raise NotSupported(
            f"no attention module could be measured: {reasons or 'the model has none of a known family'}"
        )
    if "bounds" in options.what:
        _measured_modules(found, wanted, out, options)
    if "blocks" in options.what:
        _blocks(model, batch, found, options, out)
        _whole(model, batch, out, options)
    _of_loss(model, whole, options, out)
    _facts(out, wanted, found, device, options, start)
    _printed_statements(out, options)
    return out


def _of_loss(model: nn.Module, batch: Any, options: Options, out: Inspection) -> None:
    """Curvature and landscape; beside other parts, what cannot be measured is named as left out."""
    from numeric.models.loss_parts import curvature_rows, landscape_rows

    for part, rows in (("curvature", curvature_rows), ("landscape", landscape_rows)):
        if part not in options.what:
            continue
        try:
            found = rows(model, batch, loss=options.loss, seed=options.seed)
        except NotSupported as problem:
            if not set(options.what) - set(OF_LOSS):
                raise
            out.skipped.append(Skipped(part, problem.message))
            continue
        out.differences += [row.pop("differences") for row in found if "differences" in row]
        setattr(out, part, found)
        for row in found:
            if "holds" in row:
                out.count("holds" if row["holds"] else "VIOLATED")
                if not row["holds"]:
                    value, measured = row.get("composed", 1.0), row.get("norm", row.get("ratio_to_bound"))
                    out.violated(
                        row["part"], value, measured, paper="curvature_gap", layer=part, name=row["part"], sample="all"
                    )


def inspect_maps(source: Any, options: Options | None = None) -> Inspection:
    """Measure attention maps that another tool handed out, as `spectra.maps_of` takes them: spectra alone.

    Raises:
        NotSupported: These are no attention maps.
    """
    options, start = options or Options(what=("spectra",)), time.perf_counter()
    out = Inspection()
    maps = [m for m in maps_of(source) if options.layers is None or m[0] in options.layers]
    with one_thread(max((P.numel() for *_, P in maps), default=0) <= SMALL):
        for layer, sample, h, P in maps:
            name, P = f"layer {layer}", P.detach().to(torch.float64)
            sums = P.sum(-1, keepdim=True)
            off = float((sums - 1).abs().max())
            if off > ROW_SUM or float(P.min()) < 0:  # of what is not finite another sentence is said
                reason = f"rows of an attention map are distributions; here a row sums to {float(sums.flatten()[(sums - 1).abs().argmax()]):.3g}"
                out.skipped.append(
                    Skipped(f"{name} head {h} sample {sample}", f"{reason}, the smallest entry is {float(P.min()):.3g}")
                )
                continue
            if off > 1e-9:
                out.note("rows of the maps were divided by their sums, which rounding leaves near 1")
                P = P / sums
            item = MapOnly(layer, h, sample, P, name, "")
            _one(item, Options(what=("spectra",), paper_form=options.paper_form), out)
    out.meta |= {
        "heads": len({(r["layer"], r["head"]) for r in out.rows}),
        "seconds": round(time.perf_counter() - start, 2),
    }
    _printed_statements(out, options)
    return out


def _sampled(listed: list[Slot], options: Options, out: Inspection) -> list[Slot]:
    """Without the heads that are not wanted."""
    if options.heads is None:
        return listed
    counts = {s.layer: 1 + max(t.head for t in listed if t.layer == s.layer) for s in listed}
    chosen = {layer: _even(count, options.heads) for layer, count in counts.items()}
    if any(len(c) < counts[layer] for layer, c in chosen.items()):
        out.notes.append(f"{options.heads} heads of each module, evenly sampled")
    return [s for s in listed if s.head in chosen[s.layer]]


def _even(count: int, wanted: int) -> set[int]:
    return (
        set(range(count)) if wanted >= count else {round(k * (count - 1) / max(wanted - 1, 1)) for k in range(wanted)}
    )


def _measure(wanted: list[Slot], options: Options, out: Inspection, progress: Progress | None, start: float) -> None:
    """Head by head; samples, then heads are left out where the budget would not suffice."""
    spent: list[float] = []
    before, parts = time.perf_counter(), {}
    todo, k = wanted, 0
    while k < len(todo):
        slot = todo[k]
        item = slot.read()
        try:
            measured = _one(item, options, out)
        except Exception as problem:  # noqa: BLE001 - memory
            if is_out_of_memory(problem):
                raise failed(problem) from problem
            raise
        if measured is not None:
            parts.setdefault((slot.layer, slot.sample), []).append(measured)
        k += 1
        spent.append(time.perf_counter() - before)
        before = time.perf_counter()
        each = statistics.median(spent)
        if options.budget is not None and k in (2, len(todo) // 2) and k < len(todo):
            left = options.budget - (before - start)
            todo = todo[:k] + _within_budget(todo[k:], left / max(each, 1e-9), options, out)
        if options.budget is not None and before - start > options.budget and k < len(todo):
            out.notes.append(
                f"the budget of {options.budget:g} s is spent: {len(todo) - k} heads and samples were left out"
            )
            break
        if progress is not None:
            progress(k, len(todo), each * (len(todo) - k))
    if "bounds" in options.what:
        _modules(parts, wanted, options, out)


def _within_budget(rest: list[Slot], affordable: float, options: Options, out: Inspection) -> list[Slot]:
    """What can be afforded: later samples go first, then heads."""
    if len(rest) <= affordable:
        return rest
    first = min(s.sample for s in rest)
    kept = [s for s in rest if s.sample == first]
    if len(kept) < len(rest):
        out.notes.append(
            f"budget of {options.budget:g} s: {len(rest) - len(kept)} heads of further samples were left out"
        )
    if len(kept) <= affordable:
        return kept
    stride = math.ceil(len(kept) / max(affordable, 1))
    fewer = [s for s in kept if (s.head + s.layer) % stride == 0] or kept[:1]
    out.notes.append(
        f"budget of {options.budget:g} s: {len(kept) - len(fewer)} heads were left out, one of {stride} was kept"
    )
    return fewer


def _one(item: Head | MapOnly | Skipped, options: Options, out: Inspection) -> HeadBounds | None:
    """Measure one head into a row; returns its bounds, if they are wanted."""
    if isinstance(item, Skipped):
        out.skipped.append(item)
        return None
    row: Row = {"layer": item.layer, "name": item.name, "head": item.head, "sample": item.sample}
    P = item.map if isinstance(item, Head) else item.P
    row["n"] = P.shape[0]
    bounds: HeadBounds | None = None
    try:
        if isinstance(item, Head):
            row |= {
                "D": item.D,
                "d_k": item.d_k,
                "d_v": item.d_v,
                "scale": item.scale,
                "deviation": item.deviation,
                "n/a": "",
            }
            if "bounds" in options.what:
                bounds = _bounds(item, options, out, row)
            if "conditioning" in options.what:
                _conditioning(item, options, out, row)
        else:
            row["n/a"] = item.obstacle
            if "bounds" in options.what:
                row["alpha"], row["g_1"] = float(softmax_jacobian_norm(P).max()), float(g(P, 1).max())
                out.count("n/a")
        if "spectra" in options.what and P.shape[0] == P.shape[1]:
            _spectra(P, options, out, row, item)
    except DeriveError as problem:
        out.skipped.append(Skipped(f"{item.name} head {item.head} sample {item.sample}", problem.message))
        return None
    if bounds is not None:
        exact = softmax_jacobian_norm(P)
        out.curves.setdefault((item.layer, item.head), {}).update(
            {"alpha_rows": exact.tolist(), "g_1_rows": g(P, 1).tolist()} if item.sample == 0 else {}
        )
        row["printed"] = {p.id: p.fails(p.here(bounds)) for p in PRINTED} if options.paper_form else {}
    if item.sample == 0 and P.shape[0] <= SHOWN_MAP and P.shape[0] == P.shape[1]:
        out.curves.setdefault((item.layer, item.head), {})["map"] = P.float().cpu().numpy()
    out.rows.append(row)
    return bounds


def _modules(
    parts: Mapping[tuple[int, int], list[HeadBounds]], wanted: list[Slot], options: Options, out: Inspection
) -> None:
    """All heads of a module together, where all were measured."""
    whole: dict[tuple[int, int], int] = {}
    for slot in wanted:
        whole[slot.layer, slot.sample] = whole.get((slot.layer, slot.sample), 0) + 1
    for (layer, sample), found in parts.items():
        if options.heads is not None or len(found) < whole[layer, sample]:
            continue
        joined = module_bounds(found, tolerance=1e-8 if options.exact else 1e-6, seed=options.seed)
        row: Row = {
            "layer": layer, "name": found[0].head.name, "sample": sample, "sigma": joined.sigma.estimate, "W_O": joined.output_norm
        }  # fmt: skip
        for name, bound in joined.bounds.items():
            row[name], row[f"{name} verdict"] = bound.value, bound.verdict
            out.count(bound.verdict)
            if bound.verdict == "VIOLATED":
                where: Row = {"layer": layer, "name": found[0].head.name, "sample": sample}
                out.violated(f"module {name}", bound.value, bound.measured, paper=bound.rule.paper, **where)
        out.modules.append(row)


def _alone(out: Inspection, name: str, measure: Callable[..., Enclosure], *args: Any, seed: int) -> Enclosure | None:
    """What is measured of a part that is run alone; None where it does not run, or is not differentiable: then it is skipped."""
    try:
        return measure(*args, seed=seed)
    except Exception as problem:  # noqa: BLE001 - the user's module
        if is_out_of_memory(problem):
            raise failed(problem) from problem
        said = f"{type(problem).__name__}: {' '.join(str(problem).split())[:120]}"
        out.skipped.append(Skipped(name, f"its norm was not measured: {said}"))
        return None


def _measured_modules(found: Capture, wanted: list[Slot], out: Inspection, options: Options) -> None:
    """The norm of modules that the closed forms do not describe, by autograd: measured values without a bound."""
    reasons = {(r["layer"], r["sample"]): r["n/a"] for r in out.rows if r["n/a"]}
    for layer, sample in sorted({(s.layer, s.sample) for s in wanted} & set(reasons)):
        seen = found.calls[layer]
        name = f"{seen.name} sample {sample}"
        sigma = _alone(out, name, module_norm, seen.module, seen.args, seen.kwargs, sample, seed=options.seed)
        if sigma is None:
            continue
        out.modules.append({
            "layer": layer, "name": seen.name, "sample": sample, "sigma": sigma.estimate, "n/a": reasons[layer, sample]
        })  # fmt: skip


def _blocks(model: nn.Module, batch: Any, found: Capture, options: Options, out: Inspection) -> None:
    """Blocks of the model, with the bounds of their attention."""
    attention = {(m["layer"], m["sample"]): m["centered"] for m in out.modules if "centered" in m}
    for row in block_rows(model, batch, found, attention, seed=options.seed):
        if isinstance(row, Skipped):
            out.skipped.append(row)
            continue
        out.blocks.append(row)
        out.count(row["verdict"])
        if row["verdict"] == "VIOLATED":
            where = {key: row[key] for key in ("layer", "name", "sample")}
            out.violated("block", row["bound"], row["sigma"], paper="attention_distribution", **where)


def _whole(model: nn.Module, batch: Any, out: Inspection, options: Options) -> None:
    """The model by the tokens that enter its first block, beside the product of the bounds of its blocks, which is far larger."""
    if not out.blocks:
        return
    first = min(out.blocks, key=lambda b: b["layer"])["name"]
    for sample in sorted({b["sample"] for b in out.blocks}):
        own = [b["bound"] for b in out.blocks if b["sample"] == sample]
        name = f"the model from {first} on, sample {sample}"
        sigma = _alone(out, name, model_norm, model, batch, first, sample, seed=options.seed)
        if sigma is None:
            continue
        out.model.append({
            "from": first, "sample": sample, "sigma": sigma.estimate,
            "log10 product of block bounds": math.fsum(math.log10(b) for b in own),
        })  # fmt: skip


def _facts(
    out: Inspection, wanted: list[Slot], found: Capture, device: torch.device, options: Options, start: float
) -> None:  # fmt: skip
    lengths = sorted({row["n"] for row in out.rows})
    deviations = [row["deviation"] for row in out.rows if row.get("deviation") is not None]
    out.meta |= {
        "modules": len(found.calls),
        "heads": len({(r["layer"], r["head"]) for r in out.rows}),
        "samples": len({r["sample"] for r in out.rows}),
        "tokens": lengths,
        "computed in": "float64, the model in "
        + ", ".join(sorted({str(s.dtype).removeprefix("torch.") for s in found.calls})),
        "device": device_name(device),
        "largest deviation of recomputed attention": max(deviations, default=None),
        "what": list(options.what),
        "seconds": round(time.perf_counter() - start, 2),
    }


def _printed_statements(out: Inspection, options: Options) -> None:
    if not options.paper_form:
        return
    for printed in PRINTED:
        left, right = printed.there()
        against = sum(bool(row.get("printed", {}).get(printed.id)) for row in out.rows)
        out.printed.append({
            "id": printed.id, "paper": printed.paper, "says": printed.says, "relation": printed.relation, "at": printed.at,
            "left": left, "right": right, "fails": printed.fails((left, right)), "heads against it": against,
            "corrected": printed.corrected,
        })  # fmt: skip
    for row in out.rows:
        row.pop("printed", None)
    for claim, at in printed_map_claims():
        out.printed.append({
            "id": claim.id, "paper": "attention_spectra", "says": claim.says, "relation": "=" if claim.low == claim.high else "in",
            "at": at, "left": claim.measured, "right": claim.low if claim.low > claim.measured else claim.high,
            "fails": claim.verdict == "VIOLATED",
            "heads against it": sum(row.get(f"{claim.id} printed") == "VIOLATED" for row in out.rows),
            "corrected": CORRECTED[claim.id],
        })  # fmt: skip
