"""Runs shipped generators in single precision: in numpy's float32, in the order of operations of the WGSL, with every value that
is named on the way. Each function has the name and the parameters of its counterpart in WGSL, after the recorder.
"""

import inspect

import numpy as np

F, WORD = np.float32, np.uint32
SCALE_2D = F(1.5)


class Recorder:
    """The values of one sample in the order of their computation: rows (function, name, numbers)."""

    def __init__(self, values):
        self.rows = []
        self.values = values
        self._functions = []

    def control(self, name):
        return F(self.values[name])

    def let(self, name, value):
        """Records a value under a name, a struct member by member. Returns the value."""
        members = value if isinstance(value, dict) else {"": value}
        for member, part in members.items():
            full = f"{name}.{member}" if member else name
            self.rows.append((self._functions[-1], full, np.atleast_1d(part).astype(np.float64)))
        return value

    def call(self, function, *arguments, name=None):
        """Calls a function, and records its parameters and its result: under `name`, or as `function()`."""
        self._functions.append(function.__name__)
        for parameter, argument in zip(list(inspect.signature(function).parameters)[1:], arguments):
            self.let(parameter, argument)
        result = self.let("return", function(self, *arguments))
        self._functions.pop()
        return self.let(name or f"{function.__name__}()", result) if self._functions else result


def vec(*parts):
    return np.concatenate([np.atleast_1d(part) for part in parts])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def mix(a, b, t):
    return a * (F(1) - t) + b * t


def saturate(x):
    return np.clip(x, F(0), F(1))


# noise/hash.wgsl ------------------------------------------------------------------------------------------------------

def pcg3d(rec, v):
    r = rec.let("r", v * WORD(1664525) + WORD(1013904223))

    def stir(r):
        for component, one, other in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            r = r.copy()
            r[component] += r[one] * r[other]
            rec.let("r", r)
        return r

    r = stir(r)
    r = rec.let("r", r ^ r >> WORD(16))
    return stir(r)


def cell2(rec, cell, seed):
    return rec.call(pcg3d, vec(cell.astype(WORD), seed))


def quintic(rec, t):
    return t * t * t * (t * (t * F(6) - F(15)) + F(10))


def quintic_slope(rec, t):
    return F(30) * t * t * (t * (t - F(2)) + F(1))


# noise/perlin.wgsl ----------------------------------------------------------------------------------------------------

def perlin(rec, p, seed):
    base = rec.let("base", np.floor(p))
    f = rec.let("f", p - base)
    k = rec.call(ramps, rec.call(corners, base.astype(np.int32), seed), f[0], f[1], name="k")
    return rec.call(polynomial, k, rec.call(quintic, f[0]), rec.call(quintic, f[1]))


def perlin_deriv(rec, p, seed):
    base = rec.let("base", np.floor(p))
    return rec.call(perlin_split, base.astype(np.int32), p - base, seed)


def perlin_split(rec, cell, f, seed):
    return rec.call(with_gradient, rec.call(corners, cell, seed), f)


def corners(rec, cell, seed):
    offsets = {"g00": (0, 0), "g10": (1, 0), "g01": (0, 1), "g11": (1, 1)}
    return {name: rec.call(direction, cell + np.array(offset, np.int32), seed) for name, offset in offsets.items()}


def direction(rec, cell, seed):
    return rec.call(direction_from_hash, rec.call(cell2, cell, seed)[0])


def direction_from_hash(rec, hash):
    steep = rec.let("steep", (hash + WORD(0x20000000)) & WORD(0x40000000) != 0)
    x = rec.let("x", F(0.3826834324 if steep else 0.9238795325))
    y = rec.let("y", F(0.9238795325 if steep else 0.3826834324))
    signs = rec.let("signs", vec(hash + WORD(0x40000000), hash) & WORD(0x80000000))
    return (vec(x, y).view(WORD) ^ signs).view(F)


def ramps(rec, g, x, y):
    one = F(1)
    a = rec.let("a", dot(g["g00"], (x, y)))
    b = rec.let("b", dot(g["g10"], (x - one, y)))
    c = rec.let("c", dot(g["g01"], (x, y - one)))
    d = rec.let("d", dot(g["g11"], (x - one, y - one)))
    return vec(a, b - a, c - a, a - b - c + d)


def polynomial(rec, k, wx, wy):
    return SCALE_2D * (k[0] + k[1] * wx + k[2] * wy + k[3] * wx * wy)


def with_gradient(rec, g, f):
    k = rec.call(ramps, g, f[0], f[1], name="k")
    w = rec.let("w", vec(rec.call(quintic, f[0]), rec.call(quintic, f[1])))
    slopes = mix(mix(g["g00"], g["g10"], w[0]), mix(g["g01"], g["g11"], w[0]), w[1])
    lattice_slope = rec.let("lattice_slope", slopes)
    n = rec.call(polynomial, k, w[0], w[1])
    return vec(n, SCALE_2D * lattice_slope + rec.call(weight_slope, k, f[0], f[1]))


def weight_slope(rec, k, x, y):
    slope = rec.let("slope", vec(rec.call(quintic_slope, x), rec.call(quintic_slope, y)))
    return SCALE_2D * slope * (k[1:3] + k[3] * vec(rec.call(quintic, y), rec.call(quintic, x)))


# noise/octaves.wgsl, noise/turbulence.wgsl ----------------------------------------------------------------------------

def visible_octaves(rec, octaves, frequency, lacunarity, pixel_size):
    room = rec.let("room", -np.log2(max(F(2) * abs(frequency) * pixel_size, F(1e-30))))
    return min(octaves, room / max(np.log2(max(lacunarity, F(1))), F(1e-3)))


def swiss_turbulence(rec, p, seed, octaves, lacunarity, gain, warp):
    total, slide, frequency, amplitude = F(0), np.zeros(2, F), F(1), F(1)
    i = 0
    while i < octaves:
        fade_in = rec.let("fade_in", min(octaves - F(i), F(1)))
        n = rec.call(perlin_deriv, (p + warp * slide) * frequency, seed + WORD(i), name="n")
        total = rec.let("sum", total + fade_in * amplitude * (F(1) - abs(n[0])))
        slide = rec.let("slide", slide - amplitude * n[0] * n[1:])
        frequency = rec.let("frequency", frequency * lacunarity)
        amplitude = rec.let("amplitude", amplitude * (gain * saturate(total)))
        i = rec.let("i", i + 1)
    return total


# generators -----------------------------------------------------------------------------------------------------------

def perlin_generator(values, p):
    def height(rec, p):
        frequency = rec.control("frequency")
        room = rec.call(visible_octaves, F(1), frequency, F(2), rec.control("pixel_size"))
        fade_in = rec.let("fade_in", saturate(room))
        q = rec.let("q", p * frequency)
        return fade_in * rec.control("amplitude") * rec.call(perlin, q, WORD(rec.values["seed"]))

    return _rows(height, values, p)


def swiss_generator(values, p):
    def octaves(rec):
        controls = [rec.control(name) for name in ("octaves", "frequency", "lacunarity", "pixel_size")]
        return rec.call(visible_octaves, *controls)

    def height(rec, p):
        q = p * rec.control("frequency")
        count = rec.call(octaves)
        controls = [rec.control(name) for name in ("lacunarity", "gain", "warp")]
        return rec.control("amplitude") * rec.call(swiss_turbulence, q, WORD(rec.values["seed"]), count, *controls)

    return _rows(height, values, p)


def _rows(height, values, p):
    rec = Recorder(values)
    with np.errstate(over="ignore"):
        rec.call(height, np.array(p, F))
    return rec.rows


GENERATORS = {"generators/perlin.wgsl": perlin_generator, "generators/swiss.wgsl": swiss_generator}
