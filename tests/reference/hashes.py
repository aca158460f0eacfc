"""Hashes of 32-bit words, exact: Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020.

Words are stored in uint64 arrays and masked after every operation that can overflow.
"""

import numpy as np

from arrays import split, vector

MASK = 0xFFFFFFFF
STREAM = 0x9E3779B9  # xor-ed into a seed for a second, independent noise


def word(v):
    """Converts signed or unsigned integers to 32-bit words, in uint64."""
    return (np.asarray(v).astype(np.int64) & MASK).astype(np.uint64)


def _congruential(v):
    return [(c * 1664525 + 1013904223) & MASK for c in split(word(v))]


def _fold(*parts):
    return [c ^ (c >> 16) for c in parts]


def pcg(v):
    s = (word(v) * 747796405 + 2891336453) & MASK
    w = (((s >> ((s >> 28) + 4)) ^ s) * 277803737) & MASK
    return (w >> 22) ^ w


def pcg2d(v):
    x, y = _congruential(v)
    for _ in range(2):
        x = (x + y * 1664525) & MASK
        y = (y + x * 1664525) & MASK
        x, y = _fold(x, y)
    return vector(x, y)


def _stir3(x, y, z):
    x = (x + y * z) & MASK
    y = (y + z * x) & MASK
    z = (z + x * y) & MASK
    return x, y, z


def pcg3d(v):
    return vector(*_stir3(*_fold(*_stir3(*_congruential(v)))))


def _stir4(x, y, z, w):
    x = (x + y * w) & MASK
    y = (y + z * x) & MASK
    z = (z + x * y) & MASK
    w = (w + y * z) & MASK
    return x, y, z, w


def pcg4d(v):
    return vector(*_stir4(*_fold(*_stir4(*_congruential(v)))))


_LATTICE_PRIMES = (501125321, 1136930381, 1720413743)  # constants of FastNoiseLite


def _lattice(cell, seed):
    h = word(seed)
    for c, prime in zip(split(word(cell)), _LATTICE_PRIMES):
        h = h ^ ((c * prime) & MASK)
    return (h * 0x27D4EB2D) & MASK


def lattice2(cell, seed):
    return _lattice(cell, seed)


def lattice3(cell, seed):
    return _lattice(cell, seed)


def cheap2(cell, seed):
    x, y = split(word(cell))
    h = (((y << 16) + x) & MASK) ^ ((word(seed) * STREAM) & MASK)
    h = (h * 0x7FEB352D) & MASK
    h = h ^ (h >> 15)
    return (h * (h | 1)) & MASK


def cell2(cell, seed):
    return pcg3d(vector(*split(word(cell)), word(seed)))


def cell3(cell, seed):
    return pcg4d(vector(*split(word(cell)), word(seed)))


def unit(h):
    """Converts words to [0, 1) in steps of 2^-24."""
    return (word(h) >> 8).astype(np.float64) * 2.0 ** -24


def signed_unit(h):
    return 2.0 * unit(h) - 1.0
