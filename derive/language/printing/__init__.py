"""Surface trees as LaTeX and MathML; core expressions as LaTeX, with every inferred size written out.

Begin with `latex` (`to_latex`) and `core_latex` (`core_to_latex`); `spelling` and `bound_letters` choose names for the eye.
"""
