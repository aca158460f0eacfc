"""Value noise and gradient noise: one random number or slope at every lattice point.

Ken Perlin, SIGGRAPH 1985 and 2002; derivatives after Giliam de Carpentier, "Scape: 2. Procedural basics", 2011.
"""

import numpy as np

from arrays import cell_and_fraction, dot, mix, neighborhood, split, value_and_gradient, vector, with_gradient
from hashes import STREAM, cell2, cell3, cheap2, signed_unit

PERLIN_SCALE = 1.5
PERLIN3_SCALE = 0.9649
DIRECTIONS2 = np.array([(np.cos(a), np.sin(a)) for a in np.radians(22.5 + 45.0 * np.arange(8))])
DIRECTIONS3 = np.array([(1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (1, 0, 1), (-1, 0, 1), (1, 0, -1), (-1, 0, -1),
                        (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)], dtype=np.float64)


def quintic(t):
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def quintic_slope(t):
    return 30.0 * t * t * (t - 1.0) ** 2


def quintic_curvature(t):
    return 120.0 * t ** 3 - 180.0 * t ** 2 + 60.0 * t


def _wrapped(cell, period):
    """Wraps the cell of a lattice that repeats; np.mod is a floored modulo, so negative cells repeat too."""
    return cell if period is None else np.mod(cell, np.asarray(period, dtype=np.int64))


# Value noise ----------------------------------------------------------------------------------------------------------

def _value(p, seed, hash_of, period=None):
    """Blends the corners by products of weights, in any number of dimensions."""
    cell, f = cell_and_fraction(p)
    w = quintic(f)
    return sum(np.prod(np.where(corner, w, 1.0 - w), axis=-1) * signed_unit(hash_of(_wrapped(cell + corner, period), seed)[..., 0])
               for corner in neighborhood(p.shape[-1], 0, 1))


def value(p, seed):
    return _value(p, seed, cell2)


def value_deriv(p, seed):
    cell, f = cell_and_fraction(p)
    a, b, c, d = (signed_unit(cell2(cell + corner, seed)[..., 0]) for corner in np.array([(0, 0), (1, 0), (0, 1), (1, 1)]))
    k1, k2, k3 = b - a, c - a, a - b - c + d
    (u, v), (du, dv) = split(quintic(f)), split(quintic_slope(f))
    return vector(a + k1 * u + k2 * v + k3 * u * v, du * (k1 + k3 * v), dv * (k2 + k3 * u))


def value_tiled(p, seed, period):
    return _value(p, seed, cell2, period)


def value_tiled_deriv(p, seed, period):
    return with_gradient(lambda q: value_tiled(q, seed, period), p)


def value3(p, seed):
    return _value(p, seed, cell3)


def value3_deriv(p, seed):
    return with_gradient(lambda q: value3(q, seed), p)


def value3_tiled_deriv(p, seed, period):
    return with_gradient(lambda q: _value(q, seed, cell3, period), p)


# Gradient noise of the plane ------------------------------------------------------------------------------------------

def _perlin(cell, f, seed, period=None, bits=lambda cell, seed: cell2(cell, seed)[..., 0]):
    """Returns value, gradient and pseudo-gradient (the gradient without the blend of the lattice gradients)."""
    def corner(x, y):
        g = DIRECTIONS2[bits(_wrapped(cell + np.array([x, y]), period), seed) >> 29]
        return g, dot(g, f - np.array([x, y], dtype=np.float64))

    (g00, a), (g10, b), (g01, c), (g11, d) = corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)
    k1, k2, k3 = b - a, c - a, a - b - c + d
    (u, v), (du, dv) = split(quintic(f)), split(quintic_slope(f))
    n = a + k1 * u + k2 * v + k3 * u * v
    pseudo = vector(du * (k1 + k3 * v), dv * (k2 + k3 * u))
    blend = mix(mix(g00, g10, u[..., None]), mix(g01, g11, u[..., None]), v[..., None])
    return PERLIN_SCALE * n, PERLIN_SCALE * (pseudo + blend), PERLIN_SCALE * pseudo


def perlin_split(cell, f, seed):
    n, gradient, _ = _perlin(cell, f, seed)
    return value_and_gradient(n, gradient)


def perlin_deriv(p, seed):
    return perlin_split(*cell_and_fraction(p), seed)


def perlin(p, seed):
    return perlin_deriv(p, seed)[..., 0]


def perlin_pseudo_deriv(p, seed):
    n, _, pseudo = _perlin(*cell_and_fraction(p), seed)
    return value_and_gradient(n, pseudo)


def perlin_cheap(p, seed):
    return _perlin(*cell_and_fraction(p), seed, bits=cheap2)[0]


def perlin_tiled(p, seed, period):
    return _perlin(*cell_and_fraction(p), seed, period)[0]


def perlin_tiled_deriv(p, seed, period):
    return with_gradient(lambda q: perlin_tiled(q, seed, period), p)


# Gradient noise of a volume -------------------------------------------------------------------------------------------

def _perlin3(p, seed, period=None):
    cell, f = cell_and_fraction(p)
    w, slope = quintic(f), quintic_slope(f)
    n, gradient = 0.0, 0.0
    for corner in neighborhood(3, 0, 1):
        g = DIRECTIONS3[((cell3(_wrapped(cell + corner, period), seed)[..., 0] >> 16) * 12) >> 16]
        height = dot(g, f - corner)
        x, y, z = split(np.where(corner, w, 1.0 - w))
        dx, dy, dz = split(np.where(corner, slope, -slope))
        weight = x * y * z
        n = n + weight * height
        gradient = gradient + weight[..., None] * g + vector(dx * y * z, x * dy * z, x * y * dz) * height[..., None]
    return PERLIN3_SCALE * value_and_gradient(n, gradient)


def perlin3_deriv(p, seed):
    return _perlin3(p, seed)


def perlin3(p, seed):
    return _perlin3(p, seed)[..., 0]


def perlin3_tiled(p, seed, period):
    return _perlin3(p, seed, period)[..., 0]


def perlin3_tiled_deriv(p, seed, period):
    return _perlin3(p, seed, period)


# Curl noise: Bridson et al., SIGGRAPH 2007; the product of two gradients: DeWolf, 2005 --------------------------------

def curl(p, seed):
    _, dx, dy = split(perlin_deriv(p, seed))
    return vector(dy, -dx)


def curl_upstream(p, seed, duration, steps):
    time = duration / steps
    for _ in range(steps):
        p = p - time * curl(p - 0.5 * time * curl(p, seed), seed)
    return p


def curl3(p, seed):
    return np.cross(perlin3_deriv(p, seed)[..., 1:], perlin3_deriv(p, seed ^ STREAM)[..., 1:])
