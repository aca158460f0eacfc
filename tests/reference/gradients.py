"""Compares gradients of the shaders, which the program derives, with those of the reference by forward duals.

The argument is a file of little-endian doubles, four per sample: random points, then the gradient of every case at these.
The cases are the scalar functions of a point in cases.txt. `jax.jvp` of the same functions is a second reference.
"""

import pathlib
import sys

import jax
import numpy as np

import noise
from arrays import vector
from dual import gradient

SINGLE_ERRORS = 30.0
# Constants of the shaders are rounded to float32; octaves amplify that, and slopes do once more, relative to the values.
AMPLIFIED, LARGEST = 10.0, 1e-3


def cases():
    """Yields tolerance and expression of the cases with one component whose position is p or q."""
    for line in pathlib.Path(__file__).with_name("cases.txt").read_text().splitlines():
        fields = line.split(maxsplit=2)
        if len(fields) == 3 and fields[1] == "1" and fields[2].split("(", 1)[-1][:2] in ("p,", "q,"):
            yield min(AMPLIFIED * float(fields[0]), LARGEST), fields[2]


def function(expression):
    names = {**vars(noise), "vec2f": vector, "vec3f": vector, "vec2i": vector, "vec3i": vector}
    code = compile(expression, "cases.txt", "eval")
    return lambda q: eval(code, names, {"q": q, "p": q[..., :2]})


def computed_by_jax():
    """Lets the modules of the reference compute with jax, and returns a function like dual.gradient."""
    jax.config.update("jax_enable_x64", True)
    for module in [sys.modules[name] for name in ("arrays", "hashes", "lattice", "octaves", "scattered", "simplex", "terrain")]:
        module.np = jax.numpy
        for name, constant in vars(module).items():
            if isinstance(constant, np.ndarray):
                setattr(module, name, jax.numpy.asarray(constant))

    def gradient(function, points):
        axes = np.eye(points.shape[-1])[:, np.newaxis]
        points, axes = (jax.numpy.asarray(array) for array in np.broadcast_arrays(points, axes))
        return np.moveaxis(jax.jvp(function, (points,), (axes,))[1], 0, -1)
    return gradient


def is_close(kind, tolerance, expression, found, expected):
    """Prints the errors of a case. Returns True if they are within its tolerance."""
    error = np.abs(found - expected)
    scale = np.sqrt(np.mean(expected ** 2))
    rms, worst = np.sqrt(np.mean(error ** 2)) / scale, np.max(error) / scale
    close = rms <= tolerance and worst <= SINGLE_ERRORS * tolerance
    print(f"{'ok  ' if close else 'FAIL'} {kind} rms {rms:8.1e}  max {worst:8.1e}  {expression}")
    return close


known = list(cases())
points, *found = np.fromfile(sys.argv[1], "<f8").reshape(len(known) + 1, -1, 4)[..., :3]
pairs = list(zip(known, found, strict=True))
results = [is_close("dual", *case, samples, gradient(function(case[1]), points)) for case, samples in pairs]
by_jax = computed_by_jax()
results += [is_close("jax ", *case, samples, by_jax(function(case[1]), points)) for case, samples in pairs]
sys.exit(not all(results))
