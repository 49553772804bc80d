"""Lemmas about quadratic functions and gradient descent on them: smoothness, descent, contraction.

Begin with `quadratic`; `gradients` writes gradients out, `contractions` bounds the steps.
"""
