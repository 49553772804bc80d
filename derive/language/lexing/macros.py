"""Expansion of the paper's own abbreviations, on tokens and within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from derive.errors import SyntaxProblem
from derive.language.lexing import spacing
from derive.language.lexing.spacing import BREAK
from derive.language.lexing.tokens import Token, tokenize
from derive.language.lexing.vocabulary import (
    ACCENTS,
    BIGOPS,
    BOLD,
    DOTS,
    DROPPED_WITH_ARGUMENT,
    FRACTIONS,
    FUNCTION_COMMANDS,
    IGNORED,
    OPERATOR_COMMANDS,
    OPERATORS,
    PARTIALS,
    QUANTIFIERS,
    REFUSED,
    RELATIONS,
    SET_COMMANDS,
    STYLES,
    SYMBOLS,
    TEXT_COMMANDS,
    TRANSPOSES,
)

NOTATION = "notation "
"""What the names of notations begin with that stand among macros: ``notation 2`` is the second of a header."""
MAX_EXPANSIONS = 5_000
MAX_TOKENS = 100_000

# Commands whose meaning is fixed: a formula must say what it seems to say.
_MEANING: dict[str, str] = {
    **{word: word for word in (*FRACTIONS, *FUNCTION_COMMANDS, *PARTIALS, *QUANTIFIERS, *DOTS)},
    **{word: word.removeprefix("var") for word in SYMBOLS},
    **ACCENTS, **{word: "bold" if style in BOLD else style for word, style in STYLES.items()},
    **{word: word for word in ("sqrt", "begin", "end", "not", "infty")},
    **dict.fromkeys(TRANSPOSES, "transpose"), **dict.fromkeys(("neg", "lnot"), "not"),
    **BIGOPS, **OPERATORS, **RELATIONS,
}  # fmt: skip
# Commands that the tokenizer reads, before any macro.
_BEFORE = frozenset(
    {*IGNORED, *DROPPED_WITH_ARGUMENT, *TEXT_COMMANDS, "begin", "end"}
    | {*spacing.WIDTHS, *spacing.LENGTHS, *spacing.PRIMITIVES, *spacing.APART}
)
_PARAMETER = re.compile(r"#([1-9])")


def _parameters(body: list[Token]) -> int:
    """The number of arguments of a macro: the largest #k in its body."""
    numbers = [0]
    for token, following in zip(body, body[1:], strict=False):
        if token.is_char("#") and following.kind == "number":
            numbers.append(int(following.text[0]))
        elif token.kind == "text":
            numbers.extend(int(digit) for digit in _PARAMETER.findall(token.text))
    return max(numbers)


def _meaning(body: str) -> str:
    r"""What a body means that is one command or word (``\leqslant``)."""
    word = re.sub(r"\\(operatorname|mathrm|text|mathop)\*?|[{}\\\s]|#1", "", body)
    return _MEANING.get(word, word)


def _compile(table: Mapping[str, str]) -> dict[str, tuple[int, list[Token], int]]:
    """Return for each macro the number of its arguments, its body and the space at the end of it."""
    compiled: dict[str, tuple[int, list[Token], int]] = {}
    for key, body in table.items():
        name = key.removeprefix("\\")
        if key.startswith(NOTATION):
            continue
        if not re.fullmatch(r"[A-Za-z]+|[^A-Za-z\s]", name):
            raise SyntaxProblem(f"The macro name {key!r} is no LaTeX command.", None, "use letters only, as in \\R")
        if name in REFUSED:
            raise SyntaxProblem(f"The macro \\{name} may not be redefined.", None)
        if name in _BEFORE:
            raise SyntaxProblem(
                f"The macro \\{name} would have no effect: the command is read before macros.", None, "use another name"
            )
        if name in _MEANING and name != "vec" and _meaning(body) not in (name, _MEANING[name]):
            raise SyntaxProblem(
                f"The macro \\{name} would change what a standard command means: {body}", None, "use another name"
            )
        try:
            *tokens, finish = tokenize(body)
        except SyntaxProblem as problem:
            raise SyntaxProblem(f"In the macro \\{name}: {problem.message}", None, problem.hint) from problem
        compiled[name] = (_parameters([*tokens, finish]), tokens, finish.spaced if finish.spaced > BREAK else 0)
    return compiled


def check(table: Mapping[str, str]) -> None:
    """Check a table of macros before anything is read with it.

    Raises:
        SyntaxProblem: A name or a body is refused.

    """
    _compile(table)


def told(table: Mapping[str, str], texts: Iterable[str]) -> Iterator[str]:
    r"""Yield what is to be said beside a verdict: the macros in use that have the name of a built-in function or set, and are another.

    ``\tr`` for a transpose mark is a custom of many, and no mistake.
    """
    written = "\n".join([*texts, *table.values()])
    for key, body in table.items():
        name = key.removeprefix("\\")
        known = name in OPERATOR_COMMANDS or name in SET_COMMANDS
        if known and _meaning(body).removeprefix("mathbb") != name and re.search(rf"\\{name}(?![A-Za-z])", written):
            yield f"\\{name} is the macro {body}"


def _argument(stack: list[Token], call: Token) -> list[Token]:
    """Pop one argument off the reversed token stack: a brace group without its braces, or one token."""
    if stack[-1].kind == "finish":
        raise SyntaxProblem(f"The macro \\{call.text} lacks an argument.", call.start)
    first = stack.pop()
    if first.kind != "open":
        return [first]
    depth, taken = 1, []
    while True:
        token = stack.pop()
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "finish":
            raise SyntaxProblem(f"The brace of an argument of \\{call.text} is never closed.", first.start)
        if depth == 0:
            return taken
        taken.append(token)


def _source(tokens: list[Token]) -> str:
    return "".join((" " if token.spaced else "") + token.shown() for token in tokens)


def _instantiate(body: list[Token], arguments: list[list[Token]], call: Token) -> list[Token]:
    """The body with its arguments put in; tokens of the body point at the call."""
    result: list[Token] = []
    index = 0
    while index < len(body):
        token = body[index]
        if token.is_char("#") and index + 1 < len(body) and body[index + 1].kind == "number":
            digits = body[index + 1].text
            result.extend(arguments[int(digits[0]) - 1])
            if len(digits) > 1:
                result.append(Token("number", digits[1:], call.start, call.end))
            index += 2
            continue
        if token.kind == "text" and arguments:
            text = _PARAMETER.sub(lambda match: _source(arguments[int(match[1]) - 1]), token.text)
            token = replace(token, text=text)
        result.append(replace(token, start=call.start, end=call.end))
        index += 1
    return result


def expand(tokens: list[Token], table: Mapping[str, str]) -> list[Token]:
    """Replace macro calls until none is left.

    Args:
        tokens: Output of `tokenize`.
        table: Macro name (with or without backslash) to body; ``#1`` to ``#9`` are its arguments.

    Raises:
        SyntaxProblem: A missing argument, a refused name, or an expansion beyond the bounds.

    Example:
        >>> [t.text for t in expand(tokenize(r"\\R^n"), {"\\\\R": r"\\mathbb{R}"})]
        ['mathbb', '{', 'R', '}', '^', 'n', '']

    """
    if not table:
        return tokens
    macros = _compile(table)
    stack, result, expansions = tokens[::-1], [], 0
    while stack:
        token = stack.pop()
        if token.kind != "command" or token.text not in macros:
            result.append(token)
            continue
        count, body, space = macros[token.text]
        expansions += 1
        arguments = [_argument(stack, token) for _ in range(count)]
        replaced = _instantiate(body, arguments, token)
        if replaced:
            replaced[0] = replace(replaced[0], spaced=max(token.spaced, replaced[0].spaced))
        else:
            space = max(space, token.spaced)
        if stack and space > stack[-1].spaced:
            stack[-1] = replace(stack[-1], spaced=space)
        stack.extend(reversed(replaced))
        if expansions > MAX_EXPANSIONS or len(stack) + len(result) > MAX_TOKENS:
            raise SyntaxProblem(
                f"Expanding the macro \\{token.text} gives too long a formula.", token.start, "does a macro use itself?"
            )
    return result
