"""HTML that cannot be broken from inside: elements are made here only, and all text is escaped on the way in."""

from __future__ import annotations

import re
from html import escape as escape_html

VOID = frozenset({"br", "hr", "meta", "link", "img", "col", "input", "wbr"})
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060\u2066-\u206f\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e0fff]"
)


class Html(str):
    """Markup that was made by `element` or is known to be safe; any other text is escaped."""

    __slots__ = ()


def visible(text: object) -> str:
    """Return text in which control characters, direction marks and lone surrogates can be seen instead of obeyed.

    Example:
        >>> visible("a\\u202eb")
        'a[U+202E]b'

    """
    return _INVISIBLE.sub(lambda m: f"[U+{ord(m[0]):04X}]", str(text))


def escape(value: object) -> Html:
    """Return a value as markup between tags; text is escaped, quotes need not be, markup stays."""
    return value if isinstance(value, Html) else Html(escape_html(visible(value), quote=False))


def attribute(value: object) -> str:
    """Return text for an attribute, which is always written in double quotes: a single one can stay."""
    return escape_html(visible(value)).replace("&#x27;", "'")


def join(*parts: object, separator: str = "") -> Html:
    """Return the parts one after the other; None is skipped."""
    return Html(separator.join(escape(part) for part in parts if part is not None))


def element(name: str, /, *children: object, **attributes: object) -> Html:
    """Return ``<name ...>children</name>``.

    Args:
        name: Tag name, a constant of the program.
        *children: Markup, or text that will be escaped; None is skipped.
        **attributes: ``cls`` is ``class``, ``_`` stands for ``-``; None is left out, True is written without a value.

    Example:
        >>> element("a", "x < y", href="#claim-1", cls=None)
        '<a href="#claim-1">x &lt; y</a>'

    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        own = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
        words.append(own if value is True else f'{own}="{attribute(value)}"')
    opening = f"<{' '.join(words)}>"
    return Html(opening) if name in VOID else Html(f"{opening}{join(*children)}</{name}>")


def anchor(prefix: str, name: str) -> str:
    """Return an id that is unique for a name and safe in an attribute and a link.

    Example:
        >>> anchor("claim", "thm 3/é")
        'claim-thm_20_3_2f__e9_'

    """
    return f"{prefix}-" + re.sub(r"[^A-Za-z0-9.\-]", lambda m: f"_{ord(m[0]):x}_", name)


def table(head: tuple[str, ...], rows: list[tuple[object, ...]], *, cls: str = "") -> Html:
    """Return a table with a heading row, in a box that scrolls sideways on narrow screens."""
    first = element("tr", *(element("th", word, scope="col") for word in head))
    # The label of a cell is its column's heading: the style sheet shows it where a phone stacks the cells.
    body = (
        element("tr", *(element("td", cell, data_label=word or None) for word, cell in zip(head, row, strict=True)))
        for row in rows
    )
    inner = element("table", element("thead", first), element("tbody", *body), cls=cls or None)
    return element("div", inner, cls="scroll")


def details(summary: object, *content: object, open_: bool = False, cls: str | None = None) -> Html:
    """Return a box that can be opened without a script."""
    return element("details", element("summary", summary), *content, open=open_ or None, cls=cls)


def source_code(text: object, cls: str = "source") -> Html:
    """Return text as it stands, in a box that can be copied from."""
    return element("pre", element("code", text), cls=cls, tabindex="0")
