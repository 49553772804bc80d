"""What the hypotheses of a claim say, in the form that the rules ask for.

Begin with `facts` (`Facts`, `read_facts`: signs, distributions, orthogonality, known bounds); `instances` puts hypotheses about
every entry at the entries of a claim.
"""
