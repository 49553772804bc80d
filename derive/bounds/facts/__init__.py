"""What the hypotheses of a claim say, in the form that the rules ask for.

Begin with `facts` (`Facts`: signs, distributions, orthogonality, known bounds, and the prover that answers questions about them);
`reading` sorts hypotheses, `instances` puts those about every entry at the entries of a claim.
"""
