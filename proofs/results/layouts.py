"""Whether several claims of a file hold in a layout of derivatives that the file does not declare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from proofs.results.schema import PaperResult

LAYOUT = "layout: "
SEVERAL = 2


def other_layouts(papers: Sequence[PaperResult]) -> Iterator[str]:
    """Yield a remark for each file and each layout that repairs at least two of its claims."""
    for paper in papers:
        repairs = Counter(str(c.repair["edit"]) for c in paper.claims if c.repair is not None)
        for edit, count in repairs.items():
            if edit.startswith(LAYOUT) and count >= SEVERAL:
                yield f"{paper.paper}: {count} claims hold with `{edit}`: say so in the header if all derivatives are meant so"


__all__ = ["other_layouts"]
