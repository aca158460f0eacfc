"""Compares samples of the shaders with the reference, and exits with 1 if they differ.

The arguments are a file of little-endian numbers, four per sample, and their precision, `single` or `double`. The file
has the points (q, then s), the numbers (t, u), then the samples of every expression of cases.txt, in order.
"""

import pathlib
import sys

import numpy as np

import noise
from arrays import vector

COMPONENTS = 4
SINGLE_ERRORS = 30.0
TYPES = {"single": "<f4", "double": "<f8"}
# Largest tolerance in double precision: constants of the shaders are rounded to float32, and octaves amplify that.
ROUNDED_CONSTANTS = 2e-5
CASES = [line.split(maxsplit=2)
         for line in pathlib.Path(__file__).with_name("cases.txt").read_text().splitlines()
         if line and not line.startswith("#")]


def variables(points, numbers):
    """Returns the names that an expression may use."""
    q = points[:, :3]
    return {
        **vars(noise), "vec2f": vector, "vec3f": vector, "vec4f": vector, "vec2i": vector, "vec3i": vector,
        "f32": lambda truth: truth.astype(np.float64),
        "q": q, "p": q[:, :2], "s": points[:, 3], "t": numbers[:, 0], "u": numbers[:, 1],
        "cell": np.floor(q[:, :2]).astype(np.int64), "cell3d": np.floor(q).astype(np.int64),
        "on_sphere": q / noise.length(q)[:, None],
        "knots": [(0.0, 0.5, 0.0, -1.0), (0.25, 0.0, 1.0, 1.0), (0.5, 1.5, 0.0, 2.0), (1.0, 1.0, -1.0, 0.0)],
    }


def is_close(tolerance, components, expression, found, names):
    """Prints the errors of a case. Returns True if they are within its tolerance."""
    expected = np.broadcast_to(eval(expression, names).reshape(len(found), -1), (len(found), components))
    error = np.abs(found[:, :components] - expected)
    scale = np.sqrt(np.mean(expected ** 2, axis=0))
    rms, worst = np.max(np.sqrt(np.mean(error ** 2, axis=0)) / scale), np.max(error / scale)
    close = rms <= tolerance and worst <= SINGLE_ERRORS * tolerance
    print(f"{'ok  ' if close else 'FAIL'} rms {rms:8.1e}  max {worst:8.1e}  of {tolerance:g}  {expression}")
    return close


file, precision = sys.argv[1:]
points, numbers, *found = np.fromfile(file, TYPES[precision]).astype(np.float64).reshape(len(CASES) + 2, -1, COMPONENTS)
largest = ROUNDED_CONSTANTS if precision == "double" else np.inf
names = variables(points, numbers)
results = [is_close(min(float(tolerance), largest), int(components), expression, samples, names)
           for (tolerance, components, expression), samples in zip(CASES, found)]
sys.exit(not all(results))
