"""Octave sums: turbulences, multifractals, domain warps.

Giliam de Carpentier, Scape 2 and 3, 2011 and 2012; F. Kenton Musgrave in "Texturing and Modeling"; Inigo Quilez, "Domain warping".
The number of octaves is a real number: the last one is weighted by the fraction.
"""

import math

import numpy as np

from arrays import dot, length, saturate, vector, with_gradient
from hashes import STREAM, word
from lattice import perlin, perlin3, perlin3_deriv, perlin_deriv, perlin_pseudo_deriv


def octave_terms(octaves, lacunarity, gain):
    """Yields number, frequency, amplitude and weight of each octave; the weight is below 1 for a last, fractional octave."""
    for i in range(math.ceil(octaves)):
        yield i, lacunarity ** i, gain ** i, min(octaves - i, 1.0)


def visible_octaves(octaves, frequency, lacunarity, pixel_size):
    """Returns the number of octaves whose cells have at least two samples."""
    return np.minimum(octaves, -np.log(2.0 * frequency * pixel_size) / np.log(lacunarity))


def _sum(shape, noise, p, seed, octaves, lacunarity, gain):
    return sum(fade_in * a * shape(noise(p * f, seed + i)) for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain))


def _plain(n):
    return n


def _ridge(n):
    return 1.0 - np.abs(n)


def fbm(p, seed, octaves, lacunarity, gain):
    return _sum(_plain, perlin, p, seed, octaves, lacunarity, gain)


def fbm3(p, seed, octaves, lacunarity, gain):
    return _sum(_plain, perlin3, p, seed, octaves, lacunarity, gain)


def fbm_deriv(p, seed, octaves, lacunarity, gain):
    return sum(fade_in * a * perlin_deriv(p * f, seed + i) * np.array([1.0, f, f])
               for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain))


def fbm3_deriv(p, seed, octaves, lacunarity, gain):
    return with_gradient(lambda q: fbm3(q, seed, octaves, lacunarity, gain), p)


def billowed(p, seed, octaves, lacunarity, gain):
    return _sum(np.abs, perlin, p, seed, octaves, lacunarity, gain)


def _rotated_sum(shape, p, seed, octaves, lacunarity, gain, angle):
    def rotated(a):
        c, s = math.cos(a), math.sin(a)
        return np.stack([c * p[..., 0] - s * p[..., 1], s * p[..., 0] + c * p[..., 1]], axis=-1)

    return sum(fade_in * a * shape(perlin(rotated(i * angle) * f, seed + i))
               for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain))


def rotated_fbm(p, seed, octaves, lacunarity, gain, angle):
    return _rotated_sum(_plain, p, seed, octaves, lacunarity, gain, angle)


def rotated_billowed(p, seed, octaves, lacunarity, gain, angle):
    return _rotated_sum(np.abs, p, seed, octaves, lacunarity, gain, angle)


def rotated_ridged(p, seed, octaves, lacunarity, gain, angle):
    return _rotated_sum(_ridge, p, seed, octaves, lacunarity, gain, angle)


def billowed3(p, seed, octaves, lacunarity, gain):
    return _sum(np.abs, perlin3, p, seed, octaves, lacunarity, gain)


def ridged(p, seed, octaves, lacunarity, gain):
    return _sum(_ridge, perlin, p, seed, octaves, lacunarity, gain)


def ridged3(p, seed, octaves, lacunarity, gain):
    return _sum(_ridge, perlin3, p, seed, octaves, lacunarity, gain)


def _damped(noise, p, seed, octaves, lacunarity, gain):
    total, slope = 0.5, 0.0
    for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain):
        n = noise(p * f, seed + i)
        slope = slope + n[..., 1:]
        total = total + fade_in * a * n[..., 0] / (1.0 + dot(slope, slope))
    return total


def iq_turbulence(p, seed, octaves, lacunarity, gain):
    return _damped(perlin_pseudo_deriv, p, seed, octaves, lacunarity, gain)


def iq_turbulence3(p, seed, octaves, lacunarity, gain):
    return _damped(perlin3_deriv, p, seed, octaves, lacunarity, gain)


# Swiss and Jordan turbulence ------------------------------------------------------------------------------------------

def _in_plane(p, shift):
    return p + shift


def _on_sphere(p, shift):
    """Displaces p along the tangent plane of the unit sphere, and projects the result back onto the sphere."""
    moved = p + shift - dot(p, shift)[..., None] * p
    return moved / length(moved)[..., None]


def _swiss(noise, displace, p, seed, frequency, octaves, lacunarity, gain, warp):
    total, amplitude, drift = np.zeros(p.shape[:-1]), np.ones(p.shape[:-1]), np.zeros(p.shape)
    for i, f, _, fade_in in octave_terms(octaves, lacunarity, 1.0):
        n = noise(displace(p, warp * drift) * frequency * f, seed + i)
        total = total + fade_in * amplitude * _ridge(n[..., 0])
        drift = drift - (amplitude * n[..., 0])[..., None] * n[..., 1:]
        amplitude = amplitude * gain * saturate(total)
    return total


def swiss_turbulence(p, seed, octaves, lacunarity, gain, warp):
    return _swiss(perlin_deriv, _in_plane, p, seed, 1.0, octaves, lacunarity, gain, warp)


def swiss_turbulence3(p, seed, octaves, lacunarity, gain, warp):
    return _swiss(perlin3_deriv, _in_plane, p, seed, 1.0, octaves, lacunarity, gain, warp)


def swiss_turbulence_deriv(p, seed, octaves, lacunarity, gain, warp):
    return with_gradient(lambda q: swiss_turbulence(q, seed, octaves, lacunarity, gain, warp), p)


def swiss_sphere(p, seed, frequency, octaves, lacunarity, gain, warp):
    return _swiss(perlin3_deriv, _on_sphere, p, seed, frequency, octaves, lacunarity, gain, warp)


def _jordan(noise, displace, p, seed, frequency, octaves, lacunarity, gain1, gain, warp0, warp, damp0, damp, damp_scale):
    """Displacements are in cells of the displaced octave, so they are divided by that octave's frequency."""
    def squared(at, i):
        n = noise(at, seed + i)
        return n[..., 0] ** 2, n[..., 1:] * n[..., :1]

    total, slope = squared(p * frequency, 0)
    total = saturate(octaves) * total
    shift, damping = warp0 * slope, damp0 * slope
    damped = gain1 * gain
    for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain):
        if i == 0:
            continue
        f = f * frequency
        n, slope = squared(displace(p, shift / f) * f, i)
        total = total + fade_in * damped * n
        shift = shift + warp * slope
        damping = damping + damp * slope
        damped = gain1 * a * (1.0 - damp_scale / (1.0 + dot(damping, damping)))
    return total


def jordan_turbulence(p, seed, *parameters):
    return _jordan(perlin_deriv, _in_plane, p, seed, 1.0, *parameters)


def jordan_turbulence3(p, seed, *parameters):
    return _jordan(perlin3_deriv, _in_plane, p, seed, 1.0, *parameters)


def jordan_turbulence_deriv(p, seed, *parameters):
    return with_gradient(lambda q: jordan_turbulence(q, seed, *parameters), p)


def jordan_sphere(p, seed, frequency, *parameters):
    return _jordan(perlin3_deriv, _on_sphere, p, seed, frequency, *parameters)


# Multifractals --------------------------------------------------------------------------------------------------------

def _signals(p, seed, octaves, lacunarity, h):
    """Yields noise, spectral weight lacunarity^(-h i) and weight of each octave."""
    for i, f, a, fade_in in octave_terms(octaves, lacunarity, lacunarity ** -h):
        yield perlin(p * f, seed + i), a, fade_in


def multifractal(p, seed, octaves, lacunarity, h, offset):
    result = 1.0
    for n, weight, fade_in in _signals(p, seed, octaves, lacunarity, h):
        result = result * (1.0 - fade_in + fade_in * (weight * n + offset))
    return result


def hetero_terrain(p, seed, octaves, lacunarity, h, offset):
    (n, _, _), *others = _signals(p, seed, octaves, lacunarity, h)
    result = offset + n
    for n, weight, fade_in in others:
        result = result + fade_in * (n + offset) * weight * result
    return result


def hybrid_multifractal(p, seed, octaves, lacunarity, h, offset):
    (n, _, _), *others = _signals(p, seed, octaves, lacunarity, h)
    result = influence = n + offset
    for n, weight, fade_in in others:
        influence = np.minimum(influence, 1.0)
        detail = (n + offset) * weight
        result = result + fade_in * influence * detail
        influence = influence * detail
    return result


def ridged_multifractal(p, seed, octaves, lacunarity, h, offset, gain):
    (n, _, _), *others = _signals(p, seed, octaves, lacunarity, h)
    result = ridge = (offset - np.abs(n)) ** 2
    for n, weight, fade_in in others:
        ridge = (offset - np.abs(n)) ** 2 * saturate(ridge * gain)
        result = result + fade_in * ridge * weight
    return result


# Domain warps ---------------------------------------------------------------------------------------------------------

STREAMS = (0, STREAM, 2 * STREAM & 0xFFFFFFFF)


def _warp(fractal, p, seed, octaves, lacunarity, gain, scale, amount):
    shifts = [fractal(p * scale, word(seed ^ stream), octaves, lacunarity, gain) for stream in STREAMS[:p.shape[-1]]]
    return p + amount * vector(*shifts)


def warp(p, seed, octaves, lacunarity, gain, scale, amount):
    return _warp(fbm, p, seed, octaves, lacunarity, gain, scale, amount)


def warp3(p, seed, octaves, lacunarity, gain, scale, amount):
    return _warp(fbm3, p, seed, octaves, lacunarity, gain, scale, amount)


def warped_fbm(p, seed, octaves, lacunarity, gain, amount):
    """All sums use the same seed, octaves, lacunarity and gain."""
    def pair(base, first, second):
        return vector(*(fbm(base + np.array(offset), seed, octaves, lacunarity, gain) for offset in (first, second)))

    q = pair(p, (0.0, 0.0), (5.2, 1.3))
    r = pair(p + amount * q, (1.7, 9.2), (8.3, 2.8))
    return fbm(p + amount * r, seed, octaves, lacunarity, gain)
