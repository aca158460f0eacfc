"""Double-precision reference of the noise library, written from the formulas and not from the shaders.

Every function has the name and the parameter order of its WGSL counterpart, so that one expression means the same in both
languages. Points are float64 arrays of shape (..., 2) or (..., 3); a vector result has its components on the last axis, and
a `_deriv` result is the value, then the gradient. Gradients are central differences where the library uses the chain rule,
so the two computations are independent. Hashes are exact.
"""

from hashes import *
from lattice import *
from octaves import *
from scattered import *
from simplex import *
from terrain import *
