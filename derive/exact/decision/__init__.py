"""The steps of a decision: a goal is taken apart, screened, proved at one size; a counterexample is made small.

Begin with `goals` and `screen`. `abstraction` and `polynomial` prove an equality at one size, `existence` a statement of
existence; `weight` says how heavy a claim is, `shrink` makes a counterexample small.
"""
