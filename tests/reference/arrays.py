"""Arrays of vectors, and WGSL's small functions on them. Components are on the last axis."""

import numpy as np


def vector(*parts):
    """Returns a vector of scalars or of arrays that broadcast, like vec2f, vec3f and vec4f in WGSL."""
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def split(v):
    """Returns the components of vectors: the inverse of vector."""
    return tuple(np.moveaxis(v, -1, 0))


def value_and_gradient(n, gradient):
    return np.concatenate([n[..., None], gradient], axis=-1)


def difference_gradient(function, p, step=2.0 ** -20):
    """Returns the gradient of a scalar function by central differences."""
    sides = [(function(p + d) - function(p - d)) / (2.0 * step) for d in step * np.eye(p.shape[-1])]
    return np.stack(sides, axis=-1)


def with_gradient(function, p):
    """Returns the value of a scalar function, then its gradient by central differences."""
    return value_and_gradient(function(p), difference_gradient(function, p))


def cell_and_fraction(p):
    """Returns the integer cell, clamped to the range of i32, and the fraction p - floor(p)."""
    floor = np.floor(p)
    return np.clip(floor, -2.0 ** 31, 2.0 ** 31 - 1).astype(np.int64), p - floor


def dot(a, b):
    return np.sum(a * b, axis=-1)


def length(v):
    return np.sqrt(dot(v, v))


def saturate(x):
    return np.clip(x, 0.0, 1.0)


def mix(a, b, t):
    return a * (1.0 - t) + b * t


def smoothstep(low, high, x):
    t = saturate((x - low) / (high - low))
    return t * t * (3.0 - 2.0 * t)


def neighborhood(dimension, first, last):
    """Returns all integer offsets with components first..last."""
    axis = np.arange(first, last + 1)
    return np.stack(np.meshgrid(*[axis] * dimension, indexing="ij"), axis=-1).reshape(-1, dimension)
