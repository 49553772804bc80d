"""Sizes and exact points that meet the hypotheses.

Begin with `setup` (a family of points for every variable); `families`, `affine` and `quadric` make them, `thresholds` those
where something jumps. `sizes_choice` chooses sizes, `instantiate` polynomials for arbitrary functions, `witness` says whether
hypotheses can be met at all.
"""
