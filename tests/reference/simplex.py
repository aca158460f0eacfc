"""Simplex noise: round kernels at the corners of triangles and tetrahedra.

Ken Perlin, 2001; Stefan Gustavson, 2005; tiling and rotation: Gustavson and McEwan, JCGT 11(1), 2022.
"""

import numpy as np

from arrays import dot, neighborhood, split, value_and_gradient, vector, with_gradient
from hashes import cell2, cell3, signed_unit

SKEW, UNSKEW = (np.sqrt(3.0) - 1.0) / 2.0, (3.0 - np.sqrt(3.0)) / 6.0


def _on_circle(h):
    angle = np.pi * signed_unit(h)
    return vector(np.cos(angle), np.sin(angle))


def _on_sphere(h):
    z = signed_unit(h[..., 0])
    return vector(*split(np.sqrt(1.0 - z * z)[..., None] * _on_circle(h[..., 1])), z)


def _kernel_sum(corners, radius2, power=4):
    """Returns the sum of t^power (g.d) over pairs of displacement d and gradient g, t = max(0, radius2 - d.d), with its gradient."""
    n, gradient = 0.0, 0.0
    for d, g in corners:
        t = np.maximum(0.0, radius2 - dot(d, d))
        ramp = dot(g, d)
        n = n + t ** power * ramp
        gradient = gradient + (t ** power)[..., None] * g - (2.0 * power * t ** (power - 1) * ramp)[..., None] * d
    return value_and_gradient(n, gradient)


def simplex_deriv(p, seed):
    base = np.floor(p + np.sum(p, axis=-1, keepdims=True) * SKEW).astype(np.int64)
    d0 = p - base + np.sum(base, axis=-1, keepdims=True) * UNSKEW
    x_first = (d0[..., 0] > d0[..., 1]).astype(np.int64)
    corners = []
    for offset in (vector(0 * x_first, 0 * x_first), vector(x_first, 1 - x_first), np.ones_like(base)):
        d = d0 - offset + np.sum(offset, axis=-1, keepdims=True) * UNSKEW
        corners.append((d, _on_circle(cell2(base + offset, seed)[..., 0])))
    return 99.20433 * _kernel_sum(corners, 0.5)


def simplex(p, seed):
    return simplex_deriv(p, seed)[..., 0]


def simplex3_deriv(p, seed):
    base = np.floor(p + np.sum(p, axis=-1, keepdims=True) / 3.0).astype(np.int64)
    d0 = p - base + np.sum(base, axis=-1, keepdims=True) / 6.0
    rank = np.argsort(np.argsort(-d0, axis=-1, stable=True), axis=-1)  # 0 for the largest component
    corners = []
    for steps in range(4):
        offset = (rank < steps).astype(np.int64)
        corners.append((d0 - offset + steps / 6.0, _on_sphere(cell3(base + offset, seed))))
    return 105.0 * _kernel_sum(corners, 0.5)


def simplex3(p, seed):
    return simplex3_deriv(p, seed)[..., 0]


def _repeat(position, period):
    """Returns the position modulo the period along axes that have one."""
    period = np.asarray(period, dtype=np.float64)
    return np.where(period > 0.0, np.mod(position, np.where(period > 0.0, period, 1.0)), position)


def psrdnoise(p, period, alpha):
    x, y = split(p)
    skewed = vector(x + y / 2.0, y)
    base, f = np.floor(skewed), skewed - np.floor(skewed)
    u_first = (f[..., 0] > f[..., 1]).astype(np.float64)
    corners = []
    for offset in (np.zeros_like(base), vector(u_first, 1.0 - u_first), np.ones_like(base)):
        u, v = split(base + offset)
        corner = vector(u - v / 2.0, v)
        px, py = split(_repeat(corner, period))
        u, v = np.floor(px + py / 2.0 + 0.5), np.floor(py + 0.5)
        h = np.mod(u, 289.0)
        h = np.mod((51.0 * h + 2.0) * h + v, 289.0)
        h = np.mod((34.0 * h + 10.0) * h, 289.0)
        angle = 0.07482 * h + alpha
        corners.append((p - corner, vector(np.cos(angle), np.sin(angle))))
    return 10.9 * _kernel_sum(corners, 0.8)


def psrdnoise3_deriv(p, seed, period, alpha):
    """Adds the kernels of nearby lattice points, whose coordinates are all integers or all half-integers."""
    def noise(q):
        total = 0.0
        for half in (0.0, 0.5):
            for offset in neighborhood(3, -1, 1):
                corner = np.floor(q - half + 0.5) + offset + half
                d = q - corner
                h = cell3(np.rint(2.0 * _repeat(corner, period)), seed)
                axis = _on_sphere(h)
                z, side = axis[..., 2], _on_circle(h[..., 1])
                east = vector(-side[..., 1], side[..., 0], 0.0)
                angle = np.pi * signed_unit(h[..., 2]) + alpha
                g = np.cos(angle)[..., None] * east + np.sin(angle)[..., None] * np.cross(axis, east)
                total = total + np.maximum(0.0, 0.5 - dot(d, d)) ** 3 * dot(g, d)
        return 37.838 * total

    return with_gradient(noise, p)
