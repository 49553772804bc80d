r"""Short forms whose indices nothing declares: ``J := e_i e_j^\top``, ``J^{ij} := e_i e_j^\top``.

The sizes of such a definition, and how far its letters run, are those of the claim that writes it: it is put in as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from derive.errors import NotSupported
from derive.language.tree.names import Key, bare, base_key, is_empty, is_index_letter, whole_key
from derive.language.tree.syntax import Syn

Find = Callable[[Key], object]
"""What a name means, None if nothing declares it."""


@dataclass(frozen=True, eq=False, slots=True)
class ShortForm:
    """One of them.

    Attributes:
        left, right: The definition.
        places: The letters among the scripts of the left side, for which others may be written.
        letters: All letters that are indices and nothing declares.
        known: What the other names of the right side mean where it was written.
    """

    left: Syn
    right: Syn
    places: tuple[str, ...]
    letters: frozenset[str]
    known: Mapping[Key, object]


def short_form(tree: Syn, find: Find) -> ShortForm | None:
    """Return the short form that a definition is, None if its left side is no name or the letters are none of indices."""
    if tree.kind != "relation" or tree.value != "assign":
        return None
    left, right = bare(tree.children[0]), tree.children[1]
    keys = {key for _, node in right.walk() if node.kind == "name" and (key := base_key(node)) is not None}
    below = {key for _, node in right.walk() if node.kind == "script" for key in map(base_key, _parts(node.children[1])) if key is not None}
    letters = {key.plain for key in below if not key.style and is_index_letter(key.plain) and find(key) is None}
    named = left.children[0] if left.kind == "script" else left
    key = base_key(named) if named.kind == "name" else None
    places = [] if left.kind != "script" else [p for script in left.children[1:] for p in _letters(script)]
    told = left.kind != "script" or (len(places) == len(set(places)) > 0 and letters.issuperset(places))
    if key is None or not letters or not told or find(key) is not None:
        return None
    known = {k: find(k) for k in keys if k.plain not in letters}
    return ShortForm(left, right, tuple(places), frozenset(letters), known)


def with_short_forms(tree: Syn, forms: Iterable[ShortForm], find: Find) -> Syn:
    """Return a statement with its short forms written out.

    Raises:
        NotSupported: An index of one is bound where it stands.
    """
    known = [form for form in forms if _is_known(form, find)]
    return _written_out(tree, known, frozenset()) if known else tree


def _is_known(form: ShortForm, find: Find) -> bool:
    key = base_key(form.left.children[0] if form.left.kind == "script" else form.left)
    return key is not None and find(key) is None and all(find(k) is s for k, s in form.known.items())


def _written_out(tree: Syn, forms: Sequence[ShortForm], bound: frozenset[str]) -> Syn:
    for form in forms:
        put = _match(form, tree)
        if put is None:
            continue
        if bound & form.letters.difference(form.places):
            letter = min(bound & form.letters)
            raise NotSupported(f"{letter} is bound where a name stands that speaks of it", tree.span[0], "write it out")
        return Syn("group", "(", (_renamed(form.right, put, tree.span),), tree.span)
    bound |= _bound(tree)
    children = tuple(_written_out(child, forms, bound) for child in tree.children)
    same = all(new is old for new, old in zip(children, tree.children, strict=True))
    return tree if same else replace(tree, children=children)


def _match(form: ShortForm, tree: Syn) -> dict[str, Syn] | None:
    """What is written for the letters on the left side, None if a tree is no such form."""
    tree = bare(tree)
    if form.left.kind == "name":
        return {} if tree.kind == "name" and whole_key(tree) == whole_key(form.left) else None
    if tree.kind != "script" or not tree.children[0].same(form.left.children[0]):
        return None
    found: dict[str, Syn] = {}
    for script, other in zip(form.left.children[1:], tree.children[1:], strict=True):
        names = _letters(script)
        parts = [] if is_empty(other) else _parts(other)
        if len(names) != len(parts) or any(part.kind not in ("name", "num", "script") for part in parts):
            return None
        found.update(zip(names, parts, strict=True))
    return found


def _parts(script: Syn) -> Sequence[Syn]:
    script = bare(script)
    return [bare(part) for part in script.children] if script.kind in ("list", "juxt") else [script]


def _letters(script: Syn) -> list[str]:
    keys = [] if is_empty(script) else [base_key(part) if part.kind == "name" else None for part in _parts(script)]
    return [key.plain if key is not None and not key.style else "" for key in keys]


def _bound(tree: Syn) -> frozenset[str]:
    """The letters that an operator or a quantifier at this node binds."""
    below = tree.children[:1] if tree.kind == "bigop" else tree.children[1:] if tree.kind == "quantified" else ()
    return frozenset(key.plain for part in below for _, node in part.walk() if (key := base_key(node)) is not None)


def _renamed(tree: Syn, put: Mapping[str, Syn], span: tuple[int, int]) -> Syn:
    key = base_key(tree) if tree.kind == "name" else None
    if key is not None and not key.style and key.plain in put:
        return replace(put[key.plain], span=span)
    return replace(tree, children=tuple(_renamed(child, put, span) for child in tree.children), span=span)


__all__ = ["ShortForm", "short_form", "with_short_forms"]
