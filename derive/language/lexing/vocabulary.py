"""The words of the grammar: which LaTeX commands and plain words mean what.

Tables only.  The tokenizer, the parser and the printers share them, so that whatever is read can be printed.
"""

from __future__ import annotations

from functools import lru_cache

from derive.functions import RECORDS, WORDS
from derive.language.lexing.spacing import WIDTHS

# --- names -----------------------------------------------------------------------------------------------------------
GREEK: frozenset[str] = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho "
    "sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
)
# Commands that stand for one symbol; they become names just like letters.
SYMBOLS: frozenset[str] = GREEK | frozenset(
    "infty ell hbar emptyset varnothing imath jmath aleph perp dagger ddagger bot Re Im square checkmark bullet "
    "triangle bigcirc digamma wp complement sharp flat natural diamond".split()
)

STYLES: dict[str, str] = {
    "mathbf": "bf", "symbf": "bf", "boldsymbol": "bi", "bm": "bi", "pmb": "bi", "mathbfit": "bi",
    "mathrm": "rm", "operatorname": "rm", "mathup": "rm", "symup": "rm",
    "mathcal": "cal", "mathscr": "scr", "mathfrak": "frak", "mathbb": "bb", "mathds": "bb", "mathbbm": "bb",
    "mathsf": "sf", "mathtt": "tt", "mathit": "", "mathnormal": "",
}  # fmt: skip
SWITCHES: dict[str, str] = {"rm": "rm", "bf": "bf", "cal": "cal", "it": "", "sf": "sf", "tt": "tt"}
STYLE_COMMANDS: dict[str, str] = {
    "bf": "mathbf", "bi": "boldsymbol", "rm": "mathrm", "cal": "mathcal", "scr": "mathscr", "frak": "mathfrak", "bb": "mathbb",
    "sf": "mathsf", "tt": "mathtt",
}  # fmt: skip
TIMES: tuple[str, ...] = ("t", "tau")
"""Letters of a time that need no declaration."""
BOLD: tuple[str, ...] = ("bf", "bi")
"""Upright and slanted: one name, unless both are declared."""
# Styles in which several letters in one pair of braces are one word.
WORD_STYLES: frozenset[str] = frozenset({"rm", "sf", "tt"})

ACCENTS: dict[str, str] = {
    "hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "bar", "overline": "bar",
    "vec": "vec", "dot": "dot", "ddot": "ddot", "check": "check", "breve": "breve", "underline": "underline",
    "acute": "acute", "grave": "grave", "mathring": "mathring",
}  # fmt: skip
ACCENT_MARKS: dict[str, str] = {
    "hat": "^", "tilde": "~", "bar": "\u00af", "vec": "\u2192", "dot": "\u02d9", "ddot": "\u00a8", "check": "\u02c7",
    "breve": "\u02d8", "underline": "_", "acute": "\u00b4", "grave": "`", "mathring": "\u02da",
}  # fmt: skip

# --- functions and big operators -------------------------------------------------------------------------------------
FUNCTION_COMMANDS: frozenset[str] = frozenset(
    "exp log ln lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth det dim ker deg gcd Pr hom arg angle".split()
)
FUNCTIONS: frozenset[str] = (
    FUNCTION_COMMANDS
    | frozenset(
        "diag Diag vec vec_r vech tr Tr trace Trace softmax Softmax SoftMax sm SM LayerNorm layernorm Layernorm LN rank Rank rk "
        "blockdiag blkdiag Blockdiag BlockDiag mean var Var Cov std span logsumexp LogSumExp LSE cond KL clip clamp ".split()
    )
    | {word for function in RECORDS for word in function.written}
)
# Plain words that papers use as one name, without a built-in meaning.
KNOWN_WORDS: frozenset[str] = FUNCTIONS | frozenset("FFN MLP MHA Attn Attention Target Lip Block Concat".split())
# Commands that authors define for themselves: the word in \operatorname, the letter in \mathbb.
OPERATOR_COMMANDS: frozenset[str] = (KNOWN_WORDS | WORDS.keys()) - FUNCTION_COMMANDS - {
    "vec", "vec_r", "span",
}  # fmt: skip
SET_COMMANDS: frozenset[str] = frozenset("R N Z".split())

BIGOPS: dict[str, str] = {
    "sum": "sum", "prod": "prod", "max": "max", "min": "min", "sup": "sup", "inf": "inf", "argmax": "argmax",
    "argmin": "argmin", "lim": "lim", "limsup": "limsup", "liminf": "liminf", "int": "int", "bigoplus": "bigoplus",
    "bigotimes": "bigotimes", "bigcup": "bigcup", "bigcap": "bigcap",
}  # fmt: skip
# Read from plain letters or \operatorname: the rest exist as commands only.
WORD_BIGOPS: frozenset[str] = frozenset("max min sup inf argmax argmin lim limsup liminf".split())
# \max(a, b): without a subscript these take the bracket that follows as their argument.
EXTREMA: frozenset[str] = frozenset("max min sup inf".split())

# --- operators, loosest first ----------------------------------------------------------------------------------------
LOOSE_OPS: frozenset[str] = frozenset("pm mp cup cap setminus mid".split())
KRONECKER_OPS: frozenset[str] = frozenset("otimes oplus".split())
HADAMARD_OPS: frozenset[str] = frozenset("odot circ ast oslash".split())
PRODUCT_OPS: frozenset[str] = frozenset("cdot times".split())
OPERATORS: dict[str, str] = {
    **{op: op for op in LOOSE_OPS | KRONECKER_OPS | HADAMARD_OPS | PRODUCT_OPS},
    "backslash": "setminus", "smallsetminus": "setminus", "hadamard": "odot", "bigodot": "odot", "star": "ast",
    "div": "slash",
}  # fmt: skip

# --- relations -------------------------------------------------------------------------------------------------------
RELATIONS: dict[str, str] = {
    "ne": "!=", "neq": "!=", "le": "<=", "leq": "<=", "leqslant": "<=", "lt": "<", "ge": ">=", "geq": ">=",
    "geqslant": ">=", "gt": ">", "in": "in", "to": "to", "rightarrow": "to", "longrightarrow": "to",
    "implies": "implies", "Rightarrow": "implies", "Longrightarrow": "implies", "iff": "iff",
    "impliedby": "impliedby", "Leftarrow": "impliedby", "Longleftarrow": "impliedby", "Leftrightarrow": "iff",
    "Longleftrightarrow": "iff", "coloneqq": "assign", "eqqcolon": "defines", "doteq": "doteq",
    "triangleq": "assign", "approx": "approx", "sim": "sim",
    "propto": "propto", "equiv": "equiv", "subset": "subset", "subseteq": "subset", "ll": "ll", "gg": "gg",
    "mapsto": "mapsto", "land": "and", "wedge": "and", "lor": "or", "vee": "or", "preceq": "preceq",
    "nleq": "!<=", "nleqslant": "!<=", "ngeq": "!>=", "ngeqslant": "!>=", "nless": "!<", "ngtr": "!>",
    "succeq": "succeq", "succcurlyeq": "succeq", "preccurlyeq": "preceq", "succ": "succ", "prec": "prec", "simeq": "approx", "cong": "cong", "lesssim": "lesssim", "gtrsim": "gtrsim",
}  # fmt: skip
# Logical words bind looser than relations; from the loosest.
LOGIC_LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"implies", "impliedby", "iff"}),
    frozenset({"or"}),
    frozenset({"and"}),
)
COMPARISONS = ("=", "!=", "<=", "<", ">=", ">")
LOGIC = frozenset[str]().union(*LOGIC_LEVELS)
RELATION_COMMANDS: dict[str, str] = {
    "=": "=", "!=": r"\ne", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "in": r"\in", "to": r"\to",
    "implies": r"\implies", "iff": r"\iff", "assign": ":=", "doteq": r"\doteq", "defines": "=:", "approx": r"\approx", "sim": r"\sim", "sim-iid": r"\overset{\text{iid}}{\sim}",
    "propto": r"\propto", "subset": r"\subset", "ll": r"\ll", "gg": r"\gg", "equiv": r"\equiv",
    "mapsto": r"\mapsto", "and": r"\land", "or": r"\lor", "preceq": r"\preceq", "succeq": r"\succeq",
    "prec": r"\prec", "succ": r"\succ",
    "cong": r"\cong", "lesssim": r"\lesssim", "gtrsim": r"\gtrsim",
}  # fmt: skip
# A list may share a relation, as in `a, b \in S`, only with these.
SHARED_RELATIONS: frozenset[str] = frozenset("in = != <= < >= > assign sim sim-iid succeq succ preceq prec".split())

# --- brackets --------------------------------------------------------------------------------------------------------
OPENING: dict[str, str] = {
    "(": "(", "[": "[", r"\{": "set", r"\lbrace": "set", r"\langle": "angle", r"\lfloor": "floor", r"\lceil": "ceil",
    r"\lvert": "|", r"\lVert": "||", r"\lbrack": "[", r"\lparen": "(", r"\lvvvert": "|||",
}  # fmt: skip
CLOSING: dict[str, str] = {
    ")": "(", "]": "[", r"\}": "set", r"\rbrace": "set", r"\rangle": "angle", r"\rfloor": "floor", r"\rceil": "ceil",
    r"\rvert": "|", r"\rVert": "||", r"\rbrack": "[", r"\rparen": "(", r"\rvvvert": "|||",
}  # fmt: skip
BARS: dict[str, str] = {"|": "|", r"\vert": "|", r"\|": "||", r"\Vert": "||", r"\vvvert": "|||"}
DELIMITERS: dict[str, tuple[str, str]] = {
    "(": ("(", ")"), "[": ("[", "]"), "set": (r"\{", r"\}"), "angle": (r"\langle", r"\rangle"),
    "floor": (r"\lfloor", r"\rfloor"), "ceil": (r"\lceil", r"\rceil"), "|": (r"\lvert", r"\rvert"),
    "||": (r"\lVert", r"\rVert"), "|||": (r"\lvvvert", r"\rvvvert"), "(]": ("(", "]"), "[)": ("[", ")"),
    "eval": (r"\left.", r"\right|"),
}  # fmt: skip
SIZED: dict[str, str] = {
    **{size: "" for size in ("big", "Big", "bigg", "Bigg")},
    **{size + "l": "L" for size in ("big", "Big", "bigg", "Bigg")},
    **{size + "r": "R" for size in ("big", "Big", "bigg", "Bigg")},
    **{size + "m": "M" for size in ("big", "Big", "bigg", "Bigg")},
    "left": "L", "right": "R", "middle": "M",
}  # fmt: skip

# --- layout ----------------------------------------------------------------------------------------------------------
IGNORED: frozenset[str] = frozenset(
    ["!", "negthinspace", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "nonumber", "notag", "limits",
     "nolimits", "allowbreak", "nobreak", "strut", "mathstrut", "relax", "/", "-", "noindent", "centering"]
)  # fmt: skip
DROPPED_WITH_ARGUMENT: frozenset[str] = frozenset(["vphantom", "color", "textcolor", "colorbox"])
TRANSPARENT: frozenset[str] = frozenset(
    ["mathopen", "mathclose", "mathbin", "mathrel", "mathord", "mathop", "mathinner", "mathpunct", "ensuremath", "smash",
     "boxed", "mathstrut", "cancel", "bcancel", "xcancel"]
)  # fmt: skip
TEXT_COMMANDS: frozenset[str] = frozenset("text mbox hbox textrm textnormal textup textit textsf texttt textbf".split())
LAYOUT_ENVIRONMENTS: frozenset[str] = frozenset(
    "aligned align align* alignat alignat* alignedat equation equation* gather gather* gathered split multline multline* "
    "displaymath math eqnarray eqnarray* flalign flalign*".split()
)
MATRIX_ENVIRONMENTS: dict[str, str] = {
    "matrix": "", "smallmatrix": "", "pmatrix": "p", "bmatrix": "b", "Bmatrix": "B", "vmatrix": "v", "Vmatrix": "V",
    "cases": "cases", "dcases": "cases", "array": "array",
}  # fmt: skip
DOTS: dict[str, str] = {
    "cdots": "cdots", "vdots": "vdots", "ddots": "ddots", "ldots": "ldots", "dots": "ldots", "dotsc": "ldots",
    "dotsb": "cdots", "dotsm": "cdots", "dotso": "ldots", "dotsi": "cdots", "hdots": "ldots",
}  # fmt: skip
PARTIALS: dict[str, str] = {"partial": "partial", "nabla": "nabla"}
QUANTIFIERS: dict[str, str] = {"forall": "forall", "exists": "exists"}
FRACTIONS: frozenset[str] = frozenset("frac tfrac dfrac cfrac nicefrac sfrac".split())
NEGATIONS: frozenset[str] = frozenset("neg lnot".split())
TRANSPOSES: frozenset[str] = frozenset("top intercal transpose".split())

# One word in \text{...} on the line of the formula that is prose, not a name.
CONNECTIVES: frozenset[str] = frozenset(
    "where and or for if otherwise with when then such that since because hence thus so iff else all every each any is "
    "are let by on in as a.e. w.h.p. a.s. else, from to of the versus unless until holds".split()
)

# Never part of a formula: they define, read, write, link or change the reader.
DIVERGENCE = r"if the bars stand between two distributions, write the sum \sum_i p_i \log \frac{p_i}{q_i} for \mathrm{KL}(p \| q)"
"""What says the same as two bars with nothing that closes them."""
REFUSED: frozenset[str] = frozenset(
    "def gdef edef xdef let futurelet newcommand renewcommand providecommand DeclareMathOperator newenvironment input "
    "include includegraphics usepackage documentclass write immediate openin openout read catcode csname endcsname "
    "expandafter noexpand href url special verb directlua luaexec loop repeat jobname meaning string require htmlClass "
    "htmlId htmlStyle htmlData html cssId class style unicode mathchoice uppercase lowercase everymath advance count "
    "dimen newcount shipout batchmode errmessage message show over atop above choose".split()
)

# --- functions of numbers, entry by entry: the word and the map that it is ---------------------------------------------
MAPS = WORDS


@lru_cache(maxsize=1)
def known_commands() -> frozenset[str]:
    """Every command that a formula may contain (for did-you-mean)."""
    tables = (SYMBOLS, STYLES, ACCENTS, FUNCTION_COMMANDS, BIGOPS, OPERATORS, RELATIONS, WIDTHS, DOTS, PARTIALS)
    words = (
        {word for table in tables for word in table}
        | set(FRACTIONS)
        | set(QUANTIFIERS)
        | set(TRANSPOSES)
        | set(NEGATIONS)
    )
    words |= TEXT_COMMANDS | set(SIZED) | {name[1:] for name in (*OPENING, *CLOSING, *BARS) if name.startswith("\\")}
    words |= {
        "sqrt",
        "begin",
        "end",
        "not",
        "notin",
        "underbrace",
        "overbrace",
        "substack",
        "stackrel",
        "overset",
        "underset",
    }
    return frozenset(word for word in words if word.isalpha())
