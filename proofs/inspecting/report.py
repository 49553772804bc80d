"""The report of a measured model: rows, summary, violations, and the files that it is written to."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs.inspecting.columns import COLUMNS, typical, value_of
from proofs.usage import BadInput

if TYPE_CHECKING:
    from numeric.models.inspection import Inspection

FORMATS = ("table", "json", "csv", "md", "html")


class Report:
    """What an inspection found.

    Attributes:
        details: One dict a layer, head and sample.
        modules: One dict a module and sample: all its heads together.
        blocks: One dict a block.
        curvature: One dict a block of the Hessian, one for the whole, one a LayerNorm.
        landscape: One dict an order of the samples.
        differences: One list an order of the samples: ``|L_(k+1) - L_k|``.
        model: One dict a sample: the norm from the first block to the output.
        violations: Bounds that are below their measured value, each with the inputs that show it.
        skipped: What was not measured: ``name`` and ``reason``.
        notes: What was sampled or left out.
        meta: The model, tokens, heads, precision, device, seconds.
        title: The model's name.
    """

    def __init__(self, found: Inspection, title: str = "model") -> None:
        self._found, self.title = found, title
        self.details, self.modules, self.blocks = found.rows, found.modules, found.blocks
        self.curvature, self.landscape, self.differences = found.curvature, found.landscape, found.differences
        self.violations, self.notes, self.meta = found.violations, found.notes, found.meta
        self.printed, self.curves, self.model = found.printed, found.curves, found.model
        self.skipped = [{"name": s.name, "reason": s.reason} for s in found.skipped]

    @property
    def summary(self) -> dict[str, Any]:
        """Medians, worst ratios, counts of verdicts, and what was not applicable, with its reasons."""
        keys = [c.key for c in COLUMNS]
        medians = {key: m for key in keys if (m := typical(self.details, key)) is not None}
        worst = {
            key: min(values)
            for key in sorted({k for row in self.details for k in row if k.endswith("/measured")})
            if (values := [row[key] for row in self.details if row.get(key) is not None])
        }
        reasons: dict[str, int] = {}
        for row in self.details:
            if row.get("n/a"):
                reasons[row["n/a"]] = reasons.get(row["n/a"], 0) + 1
        return {
            "medians": medians, "smallest ratios": worst, "verdicts": dict(self._found.counts),
            "violations": len(self.violations), "not applicable": reasons, "skipped": len(self.skipped),
        }  # fmt: skip

    @property
    def exit_code(self) -> int:
        """0 if no stated bound is violated, else 1."""
        return 1 if self.violations else 0

    def layers(self) -> dict[int, list[dict[str, Any]]]:
        """Layer -> its rows."""
        found: dict[int, list[dict[str, Any]]] = {}
        for row in self.details:
            found.setdefault(row["layer"], []).append(row)
        return found

    def table(self, *, verbose: bool = False) -> str:
        """The table as text: a line a layer, or a head."""
        from proofs.inspecting.table import text

        return text(self, verbose=verbose)

    def data(self) -> dict[str, Any]:
        """All as JSON has it: infinite and undefined numbers are words."""
        return {
            "kind": "inspection", "version": 1, "model": self.title, "meta": self.meta, "summary": self.summary,
            "details": self.details, "modules": self.modules, "blocks": self.blocks, "from the first block": self.model, "curvature": self.curvature,
            "landscape": self.landscape, "printed": self.printed,
            "violations": [{k: v for k, v in one.items() if k != "inputs"} for one in self.violations],
            "skipped": self.skipped, "notes": self.notes,
        }  # fmt: skip

    def text(self, form: str, *, verbose: bool = False, against: Mapping[str, Any] | None = None) -> str:
        """Return the report in one of `FORMATS`."""
        from proofs.inspecting import page, table

        if form == "json":
            return json.dumps(plain(self.data()), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
        if form == "csv":
            others = [*self.curvature, *self.landscape]
            return table.csv_text([*({"part": "head", **r} if others else r for r in self.details), *others])
        if form == "md":
            return table.markdown(self, verbose=verbose)
        if form == "html":
            return page.page(self, against=against)
        return table.text(self, verbose=verbose, against=against)

    def save(self, path: str | Path) -> Path:
        """Write the report; the format is that of the file's ending: .json, .csv, .md, .html or .txt.

        Raises:
            BadInput: The ending is none of these.
        """
        path = Path(path)
        form = {"txt": "table"}.get(path.suffix[1:], path.suffix[1:])
        if form not in FORMATS:
            raise BadInput(f"{path}: a report ends in .json, .csv, .md, .html or .txt")
        path.write_text(self.text(form), encoding="utf-8")
        return path

    def save_violations(self, folder: Path) -> list[str]:
        """Write what shows every violation, and return a line about each file, and about what has none.

        The inputs of a head, so that it can be computed again in float64, are ``.npz`` files; beside the first head that violates
        a bound lies a certificate in exact arithmetic for ``derive recheck``, of the head or of a part of it.
        """
        import numpy as np

        from numeric.models.attention_bounds import RULES
        from proofs.inspecting.exact_replay import certified

        rules, said = {rule.id: rule for rule in RULES}, []
        for one in self.violations:
            head = one.get("inputs")
            if head is None:
                said.append(
                    f"{one['bound']} in {one['name']}: no inputs are written: it is measured on the model as a whole"
                )
                continue
            path = folder / f"violation-{one['bound']}-layer{one['layer']}-head{one['head']}-sample{one['sample']}.npz"
            fields = ("X", "WQ", "WK", "WV", "bQ", "bK", "bV", "scale", "mask", "P")
            arrays = {
                f: np.asarray(v.cpu() if f != "scale" else v)
                for f in fields
                if (v := getattr(head, f, None)) is not None
            }
            np.savez(path, bound=one["value"], measured=one["measured"], **arrays)
            said.append(f"wrote {path}: the inputs of a violation, float64")
            rule = rules.pop(one["bound"], None)
            if rule is not None:
                path = path.with_suffix(".json")
                what = certified(head, rule, path)
                exact = path.exists()
                said.append(
                    f"wrote {path}: a certificate of {what}; derive recheck computes it again"
                    if exact
                    else f"{one['bound']}: {what}"
                )
            elif all(rule.id != one["bound"] for rule in RULES):
                said.append(
                    f"{one['bound']}: no exact replay: only bounds of the Jacobian of a head are stated as claims"
                )
        return said

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame.

        Raises:
            BadInput: pandas is not installed.
        """
        try:
            import pandas
        except ImportError as problem:
            raise BadInput("pandas is not installed (pip install pandas)") from problem
        return pandas.DataFrame(self.details)

    def plot(self, what: str = "bounds") -> Any:
        """Return a matplotlib figure of heat maps over layers and heads of one part.

        Raises:
            BadInput: There is no such part in this report.
        """
        from proofs.inspecting.figures import heat_maps

        return heat_maps(self, what)

    def __repr__(self) -> str:
        return f"Report({self.title!r}, {len(self.details)} heads and samples, {len(self.violations)} violations)"


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "infinity" if value > 0 else "-infinity"
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(v) for v in value]
    return value


def compared(report: Report, other: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Heading, median in an earlier report, median now, for the columns that both have.

    Args:
        report: Now.
        other: The data of an earlier report, read from its JSON.

    Raises:
        BadInput: It is no report of this kind.
    """
    if other.get("kind") != "inspection":
        raise BadInput("--compare needs the JSON of an earlier inspection (derive inspect ... --format json)")
    before: Sequence[Mapping[str, Any]] = other["details"]
    rows = ((c.heading, typical(before, c.key), typical(report.details, c.key)) for c in COLUMNS)
    return [row for row in rows if row[1] is not None and row[2] is not None]


def inspect(model: Any, batch: Any, what: Sequence[str] | None = None, **options: Any) -> Report:
    """Measure a torch model at a batch: every stated bound beside its measured value. The model is left as it was.

    Args:
        model: A torch module with attention: nn.MultiheadAttention, timm, torchvision, Hugging Face BERT, ViT, GPT-2 and their
            kin, TransformerLens.
        batch: A tensor, a mapping of keyword arguments, or a tuple of arguments; with ``loss`` a pair of inputs and target.
        what: Of ``bounds``, ``spectra``, ``conditioning``, ``blocks``, ``curvature``, ``landscape``; the first three unless given.
        **options: ``layers``, ``heads``, ``samples``, ``device``, ``budget``, ``paper_form``, ``exact``, ``seed``, ``loss``, as in
            `numeric.models.inspection.Options`; ``title`` and ``progress``.

    Raises:
        derive.errors.NotSupported: The model has no attention module that is known, or an option cannot be met.
        numeric.models.capture.ModelFailed: The model raised, or memory is used up.
    """
    from numeric.models.inspection import DEFAULT, Options, inspect_model

    title, progress = options.pop("title", type(model).__name__), options.pop("progress", None)
    names = (what,) if isinstance(what, str) else tuple(what or DEFAULT)
    return Report(inspect_model(model, batch, Options(what=names, **options), progress=progress), title)


def bounds(model: Any, batch: Any, **options: Any) -> Report:
    """`inspect` with the bounds alone."""
    return inspect(model, batch, ("bounds",), **options)


def spectra(model: Any, batch: Any = None, **options: Any) -> Report:
    """`inspect` with the spectra alone; or the spectra of attention maps that another tool handed out.

    Args:
        model: A torch module; or maps: a tensor ... x n x n, a sequence of such (``outputs.attentions``), a TransformerLens cache.
        batch: Of the module; None for maps.
        **options: As in `inspect`.
    """
    if batch is not None:
        return inspect(model, batch, ("spectra",), **options)
    from numeric.models.inspection import Options, inspect_maps

    title = options.pop("title", "attention maps")
    return Report(inspect_maps(model, Options(what=("spectra",), **options)), title)


__all__ = ["FORMATS", "Report", "bounds", "compared", "inspect", "plain", "spectra", "value_of"]
