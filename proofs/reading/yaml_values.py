"""Reads the YAML of headers and option lines, more strictly than YAML: nothing is given twice, 010 is no 8."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import yaml

_CORE = "tag:yaml.org,2002:"
_PLAIN_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BRACKET = re.compile(r"[\[\]{}]")
_DEEPEST = 200
_TOO_LONG = 4000  # digits; Python itself refuses to read more


class BadYaml(ValueError):
    """A text that is no YAML of a header; `line` counts its lines from 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def read_pairs(text: str, texts: Collection[str] = ()) -> list[tuple[str, Any, int]]:
    r"""Return key, value and line (from 0) of every key of a table; texts, integers, lists and tables are values.

    Args:
        text: The YAML.
        texts: Keys whose value is the text as it is written, whatever YAML takes it for (`010`, `yes`).

    Raises:
        BadYaml: It is no table, says something twice, or has a number that is no plain decimal integer.

    Examples:
        >>> read_pairs("norm: vec\nfull: {L: 2}")
        [('norm', 'vec', 0), ('full', {'L': 2}, 1)]

    """
    _check_depth(text)
    try:
        for event in yaml.parse(text, yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                mark = event.start_mark
                raise BadYaml("the header uses a YAML alias (`*name`); write the value out", mark.line if mark else 0)
        root = yaml.compose(text, yaml.SafeLoader)
    except BadYaml:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        reason = getattr(problem, "problem", None) or str(problem).splitlines()[0]
        raise BadYaml(f"the header is not valid YAML: {reason}", mark.line if mark else 0) from None
    if root is None:
        return []
    if not isinstance(root, yaml.MappingNode):
        raise BadYaml("the header must be a list of `key: value` lines")
    pairs = _pairs(root, "the header key ")
    return [(key, _written(key, node) if key in texts else _value(node), line) for key, node, line in pairs]


def _check_depth(text: str) -> None:
    """Refuse brackets that nest without end: the time that YAML's own reader takes for them grows with the square."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = max(0, depth + (1 if match[0] in "[{" else -1))
        if depth > _DEEPEST:
            raise BadYaml(f"the header nests more than {_DEEPEST} brackets", text.count("\n", 0, match.start()))


def _pairs(table: yaml.MappingNode, what: str = "") -> list[tuple[str, yaml.Node, int]]:
    """The pairs of a table; a key is the text it is written as."""
    lines: dict[str, int] = {}
    pairs: list[tuple[str, yaml.Node, int]] = []
    for node, value in table.value:
        line = node.start_mark.line
        if not isinstance(node, yaml.ScalarNode):
            raise BadYaml("the header is not valid YAML: a key must be one word", line)
        if node.value in lines:
            first = f" (first in line {lines[node.value] + 2})" if what else ""
            raise BadYaml(f"{what}`{node.value}` is given twice{first}", line)
        lines[node.value] = line
        pairs.append((node.value, value, line))
    return pairs


def _value(node: yaml.Node) -> Any:
    kind = str(node.tag).removeprefix(_CORE)
    if isinstance(node, yaml.MappingNode) and kind == "map":
        return {key: _value(value) for key, value, _ in _pairs(node)}
    if isinstance(node, yaml.SequenceNode) and kind == "seq":
        return [_value(item) for item in node.value]
    if isinstance(node, yaml.ScalarNode) and kind in _SCALARS:
        return _SCALARS[kind](node)
    where = node.start_mark.line if node.start_mark else 0
    raise BadYaml(f"the header is not valid YAML: `{node.tag}` is not read", where)


def _written(key: str, node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode) and str(node.tag).removeprefix(_CORE) in _SCALARS:
        return str(node.value)
    where = node.start_mark.line if node.start_mark else 0
    if not str(node.tag).startswith(_CORE) or "python" in str(node.tag):
        raise BadYaml(f"the header is not valid YAML: `{node.tag}` is not read", where)
    raise BadYaml(f"`{key}` is a text; put it in quotation marks", where)


def _integer(node: yaml.ScalarNode) -> int:
    if not _PLAIN_INTEGER.fullmatch(node.value) or len(node.value) > _TOO_LONG:
        said = f"{node.value[:40]} is no plain decimal integer, such as 12"
        raise BadYaml(said, node.start_mark.line if node.start_mark else 0)
    return int(node.value)


def _text(node: yaml.ScalarNode) -> str:
    return str(node.value)


_SCALARS: dict[str, Any] = {
    "str": _text,
    "int": _integer,
    "null": lambda _: None,
    "bool": lambda node: node.value.lower() in ("yes", "true", "on"),
    "float": _integer,
    "timestamp": _text,
    "value": _text,
}
