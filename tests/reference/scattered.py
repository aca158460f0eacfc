"""Noises of scattered points: cellular, rivers, craters, Gabor.

Steven Worley, SIGGRAPH 1996; "GPU Terrain generation, cell noise, rivers, crater", gamedev.net;
Ares Lagae et al., SIGGRAPH 2009.
"""

import numpy as np

from arrays import cell_and_fraction, dot, length, neighborhood, smoothstep, split, vector, with_gradient
from hashes import STREAM, cell2, cell3, pcg4d, signed_unit, unit, word
from octaves import octave_terms, warp3


def _features(p, reach, jitter, seed, period=None):
    """Yields the vector to the feature point of each neighboring cell, with the cell's hash."""
    dimension = p.shape[-1]
    cell, f = cell_and_fraction(p)
    for offset in neighborhood(dimension, -reach, reach):
        at = cell + offset
        h = (cell2 if dimension == 2 else cell3)(at if period is None else np.mod(at, period), seed)
        yield offset + 0.5 + jitter * (unit(h[..., :dimension]) - 0.5) - f, h


METRICS = (length, lambda d: np.sum(np.abs(d), axis=-1), lambda d: np.max(np.abs(d), axis=-1))


def _two_nearest(p, seed, metric=0, jitter=1.0, reach=1, period=None):
    first = second = np.inf
    for d, _ in _features(p, reach, jitter, seed, period):
        distance = METRICS[metric](d)
        first, second = np.minimum(first, distance), np.minimum(second, np.maximum(first, distance))
    return vector(first, second)


def cellular(p, seed):
    return _two_nearest(p, seed)


def cellular_exact(p, seed, jitter):
    return _two_nearest(p, seed, 0, jitter, 2)


def cellular_metric(p, seed, metric, jitter, exact):
    return _two_nearest(p, seed, metric, jitter, 2 if exact else 1)


def cellular_tiled(p, seed, period):
    return _two_nearest(p, seed, period=period)


def cellular_deriv(p, seed, weights):
    return with_gradient(lambda q: dot(_two_nearest(q, seed), weights), p)


# The functions of the volume differ only in the number of components.
cellular3, cellular3_exact, cellular3_metric = cellular, cellular_exact, cellular_metric
cellular3_tiled, cellular3_deriv = cellular_tiled, cellular_deriv


def river_distance(p, seed, meander):
    first, second = split(cellular(warp3(p, seed, 4, 2.0, 0.5, 1.0, meander), seed))
    return second - first


def rivers(p, seed, width, meander):
    return 1.0 - smoothstep(0.0, width, river_distance(p, seed, meander))


def craters(p, seed, extinction, radius, depth, rim, rim_width):
    """Returns 0, the limit of the profile, where no neighboring cell has a feature point."""
    nearest = np.inf
    for d, h in _features(p, 1, 1.0, seed):
        nearest = np.minimum(nearest, np.where(unit(h[..., 3]) >= extinction, dot(d, d), np.inf))
    t = np.sqrt(nearest) / radius
    return np.where(t < 1.0, depth * (t * t - 1.0) + rim, rim * np.exp(-((t - 1.0) / rim_width) ** 2))


def crater_octaves(p, seed, octaves, lacunarity, extinction, radius, depth, rim, rim_width):
    """Returns the deepest bowl of all octaves plus the highest rim."""
    grounds = np.stack([fade_in * a * craters(p * f, seed + i, extinction, radius, depth, rim, rim_width)
                        for i, f, a, fade_in in octave_terms(octaves, lacunarity, 1.0 / lacunarity)])
    return np.minimum(0.0, np.min(grounds, axis=0)) + np.maximum(0.0, np.max(grounds, axis=0))


# Gabor noise ----------------------------------------------------------------------------------------------------------

CUT = np.sqrt(-np.log(0.05) / np.pi)


def _wave_sum(p, seed, wave_of, bandwidth, impulses, lowered, hash_of):
    """Returns the sum of the kernels of all neighboring cells; wave_of maps the hash of an impulse to its wave vector."""
    dimension = p.shape[-1]
    radius = CUT / bandwidth
    cell, f = cell_and_fraction(p / radius)
    total = 0.0
    for offset in neighborhood(dimension, -1, 1):
        for k in range(impulses):
            h = hash_of(split(word(cell + offset)), seed, k)
            d = (f - offset - unit(h[..., :dimension])) * radius
            gaussian = np.exp(-np.pi * bandwidth ** 2 * dot(d, d))
            kernel = (gaussian - lowered) * np.cos(2.0 * np.pi * dot(wave_of(h), d))
            total = total + np.where(dot(d, d) < radius ** 2, signed_unit(h[..., dimension]) * kernel, 0.0)
    return total


def _plane_hash(cell, seed, k):
    return pcg4d(vector(*cell, word(seed), word(k)))


def _volume_hash(cell, seed, k):
    return pcg4d(vector(*cell, word(seed + STREAM * k)))


def _headings(frequency, angle, spread):
    def wave(h):
        omega = angle + np.pi * spread * signed_unit(h[..., 3])
        return frequency * vector(np.cos(omega), np.sin(omega))

    return wave


def _phase_correction(frequency, bandwidth):
    return np.exp(-2.0 * np.pi * frequency ** 2 / bandwidth ** 2)


def _gabor(p, seed, frequency, angle, spread, bandwidth, impulses):
    total = _wave_sum(p, seed, _headings(frequency, angle, spread), bandwidth, impulses, 0.0, _plane_hash)
    return total / (3.0 * np.sqrt(impulses / 11.443 * (1.0 + _phase_correction(frequency, bandwidth))))


def gabor(p, seed, frequency, angle, bandwidth, impulses):
    return _gabor(p, seed, frequency, angle, 0.0, bandwidth, impulses)


def gabor_isotropic(p, seed, frequency, bandwidth, impulses):
    return _gabor(p, seed, frequency, 0.0, 1.0, bandwidth, impulses)


def gabor_smooth_deriv(p, seed, frequency, angle, spread, bandwidth, impulses):
    """The constants 13.91 and 1.22 are those of the library, fitted to the variance of lowered kernels."""
    g = _phase_correction(frequency, bandwidth)
    scale = 3.0 * np.sqrt(impulses / 13.91 * (1.0 + g * (1.22 - 0.22 * g)))
    wave = _headings(frequency, angle, spread)
    return with_gradient(lambda q: _wave_sum(q, seed, wave, bandwidth, impulses, 0.05, _plane_hash) / scale, p)


def gabor3_smooth_deriv(p, seed, frequency, direction, bandwidth, impulses):
    g = _phase_correction(frequency, bandwidth)
    scale = 3.0 * np.sqrt(impulses / 20.55 * (1.0 + g * (1.27 - 0.27 * g)))
    wave = frequency * direction / length(direction)
    return with_gradient(lambda q: _wave_sum(q, seed, lambda _: wave, bandwidth, impulses, 0.05, _volume_hash) / scale, p)
