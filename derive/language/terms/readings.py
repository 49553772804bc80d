r"""Texts that can be read in several ways: which choices a statement leaves, and the statements that the others are.

A reader that meets a choice notes it and takes the first reading; read again with the choice among its flags it takes the
other one.  Choices that need no types are made on the tree: how far a sum reaches (`derive.language.indices.wide_sums`), what a
quantifier governs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeVar

from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.scope import Scope

T = TypeVar("T")
Flags = frozenset[str]

NO_FLAGS: Flags = frozenset()
BRACKETINGS: tuple[Flags, ...] = (frozenset({"kron"}), frozenset({"hadamard"}), frozenset({"kron", "hadamard"}))
"""Which of the products bind tighter than juxtaposition."""
DETERMINANT = "bars as determinants"
ABSOLUTE = "bars as absolute values of the entries"
COMMUTATION = "K with two sizes below as the commutation matrix"
LAST_FIRST = "products of matrices from the last to the first"
LONG_PRODUCT = "products over all factors behind them"
SHORT_PRODUCT = "products over the factors up to the last with their index"
LENGTH = "bars around vectors as Euclidean norms"
WHOLE_PRODUCT = "functions of the whole product behind them"
FIRST_FACTOR = "functions of the first factor behind them"
SLASH_WHOLE = "a slash dividing by the whole product behind it"
SLASH_CLOSE = "a slash dividing by what is written behind it without a space"
SLASH_ONE = "a slash dividing by one factor"
ENTRY_POWER = "A^2_{ij} as the power of the entry"
INVERSE = "A^{-\\top} as the inverse of A, transposed, beside the declared A^-"
ENTRY_OF_INVERSE = "A_{ij}^{-1} as the entry of the inverse"
WIDE_SUM = "sums over all terms with their index"
EVALUATED = "brackets behind derivatives as where they are evaluated"
AT_POINT = (
    "gradients of a function at a point as those of the function there, although the point moves with the variable"
)
CONSTANT = "values of functions at a point as constants"
SPACED_PRODUCT = "space in square brackets as a product"
DOTTED_PRODUCT = "dots between factors in round brackets as a product"
SPACED_ROW = "space in round brackets as between entries"
LITERAL = (SPACED_PRODUCT, SPACED_ROW)
"""Readings that no missing type of the first reading makes certain."""
FACTOR = "brackets behind a function as factors of its value"
APPLIED = "brackets that speak of the value of a function as its arguments"
QUOTIENT = "a fraction of products with d"
DIFFERENTIALS = "the letter d as the mark of a differential"
PARTIAL = "\\partial f / \\partial x as partial, other defined names held fixed"
DIRECTIONAL = "D f(x)[h] as a product with D"
DIRECTED = "square brackets behind gradients as the directions of derivatives"
POINT_IN_SQUARE = "square brackets behind the function of a gradient as its argument"
LETTER_POWER = "the superscript T as the declared number T"
ASCENDING = "order statistics from the smallest"
POINTWISE = "a bracket of functions, applied"
SLASH_INSIDE = "functions of the quotient behind them"
POWER_INSIDE = "functions of the power behind them"
TRANSPOSED_INSIDE = "transpose marks behind the bracket of a function as those of the argument"
ENTRYWISE = "numbers, quotients and powers entry by entry"
SQUARED_LENGTH = "squares of vectors as those of their Euclidean norms"
WHOLE_BEHIND = "traces and determinants of the product of the brackets behind them"
TUPLE_ROW = "lists in round brackets as rows"
TUPLE_OF_ROW = "lists in round brackets with a transpose mark as rows"
TUPLE_STACKED = "lists of columns in round brackets as one column"
COMMUTATOR = "[A, B] as AB - BA"
NEAREST_DOT = "inner products of what stands next to the dot"
DERIVED_ROW = "derivatives of the product behind them"
DERIVED_TERM = "derivatives of all of the term behind them"
DERIVED_FIRST = "\\partial_x of the first factor behind it"
POWER_DERIVED = "dX^2 as the differential of X^2"
VARYING = "all variables under a d as varying"
OVER_PAIRS = "sums and extrema over both letters of their condition"
ALL_VALUES = "hypotheses at an index for all its values"
ALL_ARGUMENTS = "hypotheses about functions for all arguments, as in \\forall x \\in \\mathbb{R}^n : f(-x) = f(x)"
ALL_OF = "hypotheses that compare the values of a function at two points for all"
JACOBIAN_FACTOR = "brackets behind derivatives of functions as their factors"
JACOBIAN_ROWS = "J_F with the rows of F, whatever the layout"
BY_ROWS = "mixed norms from the norms of the rows"
WRITTEN_OUT = "the right side of a definition, written out, as the name it defines"
LAST_EVALUATED = "evaluation bars of the last factor in front of them"
OUTER_FAMILY = (
    "indices below a name as those of its entries, which a name declared further out has as names of their own"
)
ENTRY_BESIDE = "indices below the name of a vector as those of its entries, beside a sequence of that name"
DIAGONAL = "diag of a matrix as the diagonal matrix with its diagonal"
WEIGHTED = "norms with the name of a matrix as those with it as weight"
NABLA_TRANSPOSED = "a nabla of a vector as its Jacobian, transposed"
MARK_OF_JACOBIAN = "transpose marks behind a column under a nabla as those of its Jacobian"
POWER_OUTSIDE = "powers behind \\partial_x f as those of the derivative"
WIDE_EXTREMUM = "extrema over all terms behind them with their variable"
BLOCK_BELOW = "numerals below a matrix of blocks as those of a block"
COLUMN_BELOW = "A_i of a matrix as its column"
UPRIGHT_ROW = "A_i of a matrix as its row, written upright"
NUMBER_ONE = "a 1 beside a factor as the number"
ENTRY_BY_ENTRY = "A \\bullet B as the product entry by entry"
EXPECTED_PRODUCT = "expectations of the product behind them"
EXPECTED_POWER = "powers behind the bracket of an expectation as those of what it is taken of"
EXPECTED_TERMS = "expectations of all terms behind them"
TOTAL_VARIANCE = "variances of vectors as those of their entries, summed up"
ONE_SIDE = "quantifiers governing the side that speaks of what they bind"
ROW_INDUCED = "norms of rows as induced norms of matrices"
MATRIX_FUNCTION = "functions of square matrices as matrix functions"
OF_ENTRIES = "functions of square matrices entry by entry"


_HINTS = {
    AT_POINT: "write \\nabla f(y) for the gradient of f at y, \\nabla_x (f(y)) for that of the composition",
    LAST_EVALUATED: "write \\left. (\\ldots) \\right|_{x = a} around what is evaluated",
    DOTTED_PRODUCT: "write \\prod_{i=1}^n x_i for the product, [x_1, \\dots, x_n] for the row",
    LAST_FIRST: "write the product out, W_1 W_2 W_3",
    FACTOR: "write J \\cdot (x + y) for the product, J((x + y)) for the value of J at x + y",
    JACOBIAN_FACTOR: "write J_F(x) (x + y) for the product, J_F((x + y)) for the Jacobian at x + y",
    COMMUTATION: "call the declared matrix, or the commutation matrix, by another letter",
    BY_ROWS: "write the sum or maximum out, \\sum_j \\|A_{:,j}\\|_2 or \\max_i \\|A_{i,:}\\|_2",
    SQUARED_LENGTH: "write x^{\\circ 2} for the squares of the entries, \\|x\\|_2^2 for that of the norm",
    LENGTH: "write \\|x\\|_2 for the norm, \\operatorname{abs}(x) for the absolute values",
    TUPLE_STACKED: "write [x, y] for the matrix with these columns, [x; y] for one column",
    ASCENDING: "state the order first, x_{(1)} \\ge x_{(2)} or x_{(1)} \\le x_{(2)}",
    OVER_PAIRS: "write \\sum_{i \\ne j} for all pairs, or \\quad \\forall i behind it for one sum per i",
    POWER_OUTSIDE: "write (\\partial_x f)^2 or \\partial_x (f^2)",
    NABLA_TRANSPOSED: "write \\frac{\\partial F}{\\partial x} for the Jacobian",
    COLUMN_BELOW: "write Q_{i,:} for the row, Q_{:,j} for the column",
    UPRIGHT_ROW: "write Q_{i,:} for the row, Q_{i,:}^\\top for the row as a column",
    ENTRY_BY_ENTRY: "write A \\odot B for the product entry by entry, \\langle A, B \\rangle for the number",
    COMMUTATOR: "write A B - B A, or \\begin{bmatrix} A & B \\end{bmatrix} for the matrices side by side",
    EXPECTED_PRODUCT: "write \\mathbb{E}[x y] or \\mathbb{E}[x] y",
    EXPECTED_POWER: "write \\mathbb{E}[(x + y)^2] or \\mathbb{E}[x + y]^2",
    EXPECTED_TERMS: "write \\mathbb{E}[x + y] or \\mathbb{E}[x] + y",
    TOTAL_VARIANCE: "write \\operatorname{Cov}(x) for the matrix, \\operatorname{tr}(\\operatorname{Cov}(x)) for the sum",
    INVERSE: "write (A^{-})^\\top or (A^{-1})^\\top",
    ROW_INDUCED: "write the sum or the maximum out, \\sum_j |A_{ij}| or \\max_j |A_{ij}|",
    ENTRY_OF_INVERSE: "write (A^{-1})_{ij} or \\frac{1}{A_{ij}}",
}


def assumes_more(flag: str) -> bool:
    """Return whether a choice only reads hypotheses as saying more: a claim that holds without it holds with it, too."""
    return flag in (ALL_VALUES, ALL_ARGUMENTS) or flag.startswith(ALL_OF)


def alternatives(reader: Reader, *, typed: bool) -> list[tuple[str, Flags]]:
    """Return the other readings of what a reader has read, with their names.

    Args:
        reader: One that has read a statement in the first reading.
        typed: Whether that had a type; if not, readings count that are only plausible then.
    """
    found = [(f"{' and '.join(sorted(tight))} binding tighter", tight) for tight in BRACKETINGS if reader.bracketings]
    chosen = [name for name, plausible in reader.choices.items() if plausible or not typed]
    found += [(reader.told.get(name, name), frozenset({name})) for name in chosen]
    if len(chosen) > 1:
        found.append(("; ".join(reader.told.get(name, name) for name in chosen), frozenset(chosen)))
    return found


def further(reader: Reader, name: str, known: Collection[str], *, typed: bool) -> list[tuple[str, Flags]]:
    """Return the choices that a text leaves only in one of its other readings, each together with that reading.

    Args:
        reader: One that has read the statement in this reading.
        name: How it is called.
        known: The choices that are met in any case.
        typed: Whether this reading had a type.
    """
    return [
        (f"{name}; {reader.told.get(choice, choice)}", reader.tight | {choice})
        for choice, plausible in reader.choices.items()
        if (plausible or not typed) and choice not in known and choice not in reader.tight
    ]


def reaches(reader: Reader) -> list[tuple[str, Flags]]:
    """Return the readings of a text in which derivatives reach further or less far, with their names."""
    chosen = reaching(reader)
    several = [("; ".join(chosen), frozenset(chosen))] if len(chosen) > 1 else []
    return [(name, frozenset({name})) for name in chosen] + several


def reaching(reader: Reader) -> list[str]:
    """Return the choices of a text that say how far derivatives reach."""
    return [name for name in reader.choices if name in (DERIVED_ROW, DERIVED_TERM, DERIVED_FIRST)]


def only_reading(
    scope: Scope, read: Callable[[Reader], T], key: Callable[[T], object], beyond_doubt: Flags = NO_FLAGS
) -> T:
    """Read what a given block says, where the verdicts of two readings cannot be compared.

    Args:
        scope: What is declared.
        read: Reads it.
        key: Equal for readings that say the same.
        beyond_doubt: Choices of which the first reading that types is meant here.

    Raises:
        NotSupported: Two readings have a type and differ. DeriveError: As the first reading.
    """
    from derive.language.formulas.expressions import Reader

    def attempt(flags: Flags) -> tuple[T | None, DeriveError | None, Reader]:
        reader = Reader(scope, scope.options, tight=flags)
        try:
            return read(reader), None, reader
        except (ShapeProblem, NameProblem) as problem:
            return None, problem, reader

    first, error, reader = attempt(NO_FLAGS)
    for name, flags in alternatives(reader, typed=error is None) if reader.choices else ():
        if flags in BRACKETINGS or CONSTANT in flags:  # Nothing is given by the derivative of a constant.
            continue
        if first is not None and flags & beyond_doubt:
            continue
        other, _, used = attempt(flags)
        if other is not None and first is None and name not in LITERAL:
            if SQUARED_LENGTH in used.choices and attempt(flags | {SQUARED_LENGTH})[0] is not None:
                raise NotSupported("the square of a vector in a given block", None, _HINTS[SQUARED_LENGTH])
            return other
        if other is not None and first is not None and key(other) != key(first):
            raise NotSupported(
                f"a text with two readings in a given block (one with {name})",
                None,
                _HINTS.get(name, "use brackets or \\frac"),
            )
    if first is None and reader.by_scalar:
        # The derivative of a matrix by a number has its shape where its column has no type.
        first, _, _ = attempt(frozenset({"scalar-shape"}))
    if first is None:
        assert error is not None
        raise error
    return first
