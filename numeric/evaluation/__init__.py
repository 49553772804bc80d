"""Core expressions evaluated with torch: every node a dense matrix, at random inputs that meet the hypotheses.

Begin with `dense` (`evaluate`). `kernels` has one torch function per node, `tape` derivatives by plain autograd, `sampling`
the random inputs; `kinks` says how near an input is to a jump, `spectra` which matrices have complex eigenvalues.
"""
