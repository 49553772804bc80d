"""Automatic differentiation and floating point: the autograd road, matrix-free products, the search for violations.

The packages, from the bottom up; each imports only what stands above it in this list:

* `evaluation`: core expressions evaluated with torch, at random inputs.
* `programs`: tensor programs, their derivatives and their compilation.
* `autograd`: the autograd road.
* `search`: the search for violations.

Begin with `autograd.road` (`compare`) and `search.search`. Beside the packages stand the doors for users: `operators` and
`norms`, the layers of `reference` with their `definitions`, and `device`. Floating point refutes nothing: what the search
finds is certified.
"""

import warnings

# torch 2.14 calls its own deprecated function the first time a forward derivative is taken; nobody who sees that can mend it.
warnings.filterwarnings("ignore", r"`torch\.jit\.script` is ", FutureWarning)
