"""Readable terms: ``-1/2 n^-1 X[i,k] W[k,j]`` with free indices i, j, ... and summed ones after them."""

from __future__ import annotations

from collections.abc import Sequence

from derive.index.terms.terms import Body, Factor, Fixed, Head, Index, Slot, Term

LETTERS = "ijklmnpqrstuvwxyz"
MAX_SHOWN = 12
MAX_FACTORS = 200  # of one term, its arguments included: shared ones may be exponentially many when they are written out


def _letter(number: int) -> str:
    return LETTERS[number] if number < len(LETTERS) else f"i{number}"


def show_terms(terms: Sequence[Term], free: Sequence[Index], limit: int = MAX_SHOWN) -> list[str]:
    """One string per term, at most ``limit`` and a count of the rest."""
    names = {index: index.name or _letter(n) for n, index in enumerate(free)}
    lines = sorted(_Writer().term(t, names) for t in terms)
    return lines if len(lines) <= limit else [*lines[:limit], f"and {len(lines) - limit} more"]


def _name(slot: Slot, names: dict[Index, str]) -> None:
    if isinstance(slot, Index):
        names.setdefault(slot, slot.name or _letter(len(names)))
    elif not isinstance(slot, Fixed):
        for part in slot.parts:
            _name(part, names)


def _slot(slot: Slot, names: dict[Index, str]) -> str:
    if isinstance(slot, Index):
        return names.get(slot, slot.name or "?")
    if isinstance(slot, Fixed):
        return str(slot.value)
    return "(" + ",".join(_slot(p, names) for p in slot.parts) + ")"


class _Writer:
    """Writes one term; where it becomes too long, dots stand for the arguments that are left."""

    def __init__(self) -> None:
        self.left = MAX_FACTORS

    def term(self, term: Term, names: dict[Index, str]) -> str:
        names = dict(names)
        for factor in term.factors:
            for slot in factor[1]:
                _name(slot, names)
        words = [str(term.coefficient)] if term.coefficient != 1 or not (term.factors or term.powers) else []
        words += [f"{g[1]}" + (f"^{e}" if e != 1 else "") for g, e in term.powers]
        words += [self._factor(f, names) for f in term.factors]
        return " ".join(words)

    def _factor(self, factor: Factor, names: dict[Index, str]) -> str:
        self.left -= 1
        head, slots, exponent = factor
        text = self._head(head, slots, names)
        return text if exponent == 1 else f"{text}^{exponent}"

    def _head(self, head: Head, slots: Sequence[Slot], names: dict[Index, str]) -> str:
        row = [_slot(s, names) for s in slots]
        if head.kind == "var":
            name = head.data[0].replace("d ", "d", head.data[0].startswith("d "))
            return name + (f"[{','.join(row)}]" if row else "")
        if head.kind == "delta":
            return f"d({','.join(row)})"
        if not head.nested:
            return f"{head.kind}{head.data[1:] or ''}[{','.join(row)}]"
        own = row[: head.bound]
        inside = ", ".join(self._body(b, row[head.bound :]) for b in head.data_bodies())
        title = {"map": head.data[0], "base": "", "fun": head.data[0], "inverse": "inv"}.get(head.kind, head.kind)
        return f"{title}({inside})" + (f"[{','.join(own)}]" if own else "")

    def _body(self, body: Body, params: Sequence[str]) -> str:
        if self.left <= 0:
            return "..."
        names = {i: p for i, p in zip(body.params, params, strict=False)}
        names.update({i: f"{n + 1}'" for n, i in enumerate(body.bound)})
        return " + ".join(sorted(self.term(t, names) for t in body.terms)) or "0"
