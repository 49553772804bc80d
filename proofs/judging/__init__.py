"""From the text of a claim to its verdict.

Begin with `judge`: every link of a claim in every reading. `understand` types the claim, `hearing` decides which roads are
asked in which order, `roads` asks them, `noise` looks at what the search found; `refute` certifies and shrinks
counterexamples; `mend`, `hypotheses` and `quantities` look for repairs and natural hypotheses, `trivial` and `restated`
turn down those that say nothing. `lemmas` are the proved claims that a claim may use, `asked_sizes` the sizes that it is
looked at, `echo` says under what it was judged.
"""
