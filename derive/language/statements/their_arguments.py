r"""Functions without their arguments in a derivative: ``d f(x, y) = \frac{\partial f}{\partial x} dx + \frac{\partial f}{\partial y} dy``.

They are taken at the arguments that the statement writes everywhere else, all of them names, one of them what the derivative is taken by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derive.language.tree.names import Key, bare, bracket, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first


@about("frac", untouched=first)
def with_their_arguments(tree: Syn, is_function: Callable[[Key], bool]) -> Syn:
    """Return a statement with the arguments of the functions that derivatives in it name alone."""
    applied: dict[Key, list[Syn]] = {}
    for node in tree.nodes():
        for name, behind in zip(node.children, node.children[1:], strict=False) if node.kind == "juxt" else ():
            key = _key(name, is_function)
            inner = bracket(behind) if key is not None else None
            if key is not None and inner is not None:
                applied.setdefault(key, []).append(behind if is_empty(inner[1]) and is_empty(inner[2]) else Syn("empty"))
    only = {
        key: found[0]
        for key, found in applied.items()
        if all(one.same(found[0]) for one in found) and _of_names(found[0], is_function)
    }
    return _put(tree, only, is_function) if only else tree


def _key(syn: Syn, is_function: Callable[[Key], bool]) -> Key | None:
    key = whole_key(syn) if syn.kind in ("name", "script", "style") else None
    return key if key is not None and is_function(key) else None


def _of_names(group: Syn, is_function: Callable[[Key], bool]) -> bool:
    inner = bracket(group)
    keys = [whole_key(one) for one in inner[0]] if inner is not None else []
    return bool(keys) and None not in keys and len(set(keys)) == len(keys) and not any(is_function(k) for k in keys if k is not None)


def _put(tree: Syn, only: dict[Key, Syn], is_function: Callable[[Key], bool]) -> Syn:
    children = tuple(_put(child, only, is_function) for child in tree.children)
    if any(new is not old for new, old in zip(children, tree.children, strict=True)):
        tree = replace(tree, children=children)
    top = bare(tree.children[0]) if tree.kind == "frac" and len(tree.children) == 2 else tree
    if top is tree or top.kind != "juxt" or len(top.children) != 2 or not _is_mark(top.children[0]):
        return tree
    key = _key(top.children[1], is_function)
    if key is None or key not in only or not _vary(only[key], tree.children[1]):
        return tree
    whole = replace(top, children=(*top.children, only[key]))
    return replace(tree, children=(whole, tree.children[1]))


def _vary(group: Syn, by: Syn) -> bool:
    """Whether some argument is what the derivative is taken by; at the value of another name it says something else."""
    inner = bracket(group)
    varied = {whole_key(node) for node in by.nodes() if node.kind in ("name", "script", "style")}
    return inner is not None and any(whole_key(one) in varied for one in inner[0])


def _is_mark(syn: Syn) -> bool:
    syn = bare(syn.children[0]) if syn.kind == "script" else syn
    return (syn.kind == "partial" and syn.value in ("partial", "d")) or (syn.kind, syn.value) in (("name", ":d"), ("name", "rm:d"))


__all__ = ["with_their_arguments"]
