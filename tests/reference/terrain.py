"""Erosion filter, curves and densities.

After Clay John 2018, Felix Westin 2023, Rune Skovbo Johansen 2026; blackmagic919, "Base Generation" and "Noise Generation",
2024; Ryan Geiss, GPU Gems 3, 2007.
"""

import numpy as np

from arrays import cell_and_fraction, dot, length, mix, neighborhood, saturate, split, value_and_gradient, vector
from hashes import cell2, unit
from lattice import perlin3
from octaves import octave_terms
from simplex import simplex, simplex3

GULLY_CYCLES = 0.7


def gullies(p, side, seed, sharpness):
    cell, f = cell_and_fraction(p)
    cosine = sine = weights = 0.0
    for offset in neighborhood(2, -1, 2):
        d = f - offset - unit(cell2(cell + offset, seed)[..., :2]) + 0.5
        weight = np.maximum(0.0, np.exp(-2.0 * dot(d, d)) - 0.011109)
        phase = 2.0 * np.pi * (dot(d, side) + 0.25)
        cosine, sine, weights = cosine + weight * np.cos(phase), sine + weight * np.sin(phase), weights + weight
    cosine, sine = cosine / weights, sine / weights
    divisor = np.maximum(1.0 - sharpness, np.hypot(cosine, sine))
    return vector(cosine / divisor, sine / divisor)


def erode(p, base, seed, octaves, frequency, strength, lacunarity, gain, onset, fade):
    """Flat ground has no slope direction, so no stripes are added to it."""
    height, slope = base[..., 0], base[..., 1:]
    presence = 1.0
    for i, f, a, fade_in in octave_terms(octaves, lacunarity, gain):
        f, a = f * frequency, fade_in * a * strength
        steepness = length(slope)
        flat = steepness == 0.0
        side = vector(-slope[..., 1], slope[..., 0]) / np.where(flat, 1.0, steepness)[..., None]
        presence = presence * np.where(flat, 0.0, steepness / np.where(flat, 1.0, steepness + onset))
        c, q = split(gullies(p * f, GULLY_CYCLES * side, seed + i, 0.5))
        height = height + a * mix(fade, c, presence)
        slope = slope - (2.0 * np.pi * GULLY_CYCLES * f * a * presence * q)[..., None] * side
    return value_and_gradient(height, slope)


# Curves ---------------------------------------------------------------------------------------------------------------

def bezier(value, k0, k1):
    """Returns the quadratic curve between two knots (x, y, in tangent, out tangent), constant outside them."""
    (x0, y0, _, leave), (x1, y1, arrive, _) = k0, k1
    span = x1 - x0
    t = saturate((value - x0) / span)
    control = ((y0 + leave * span) + (y1 - arrive * span)) / 2.0
    return mix(mix(y0, control, t), mix(control, y1, t), t)


def bezier_curve(value, knots, count):
    """Returns the curve through the first count knots, in ascending order of x; constant outside them."""
    result = np.full(np.shape(value), float(knots[0][1]))
    for k0, k1 in zip(knots[:count - 1], knots[1:count]):
        result = np.where(value >= k0[0], bezier(value, k0, k1), result)
    return result


# Densities ------------------------------------------------------------------------------------------------------------

def _blended(noise, p, seed, octaves, lacunarity, persistence):
    height = 0.5
    for i, f, a, fade_in in octave_terms(octaves, lacunarity, persistence):
        height = mix(height, (noise(p * f, seed + i) + 1.0) / 2.0, fade_in * a)
    return height


def blended_octaves(p, seed, octaves, lacunarity, persistence):
    return _blended(simplex, p, seed, octaves, lacunarity, persistence)


def blended_octaves3(p, seed, octaves, lacunarity, persistence):
    return _blended(simplex3, p, seed, octaves, lacunarity, persistence)


def gradient_density(p, seed):
    return -p[..., 1] + sum(a * perlin3(f * p, seed + i) for i, (f, a) in enumerate(((1.01, 1.0), (1.96, 0.5), (4.03, 0.25))))


def exponential_density(height, surface, falloff, cave_share):
    return (1.0 - np.exp(falloff * (height + surface))) * (1.0 - cave_share)


def ground_density(base, height, surface, squash_height, iso, atmosphere):
    ground = saturate((surface - height) / np.maximum(squash_height, 1e-4)) * (1.0 - iso)
    air = np.exp(-np.maximum(height - surface, 0.0) * atmosphere) * iso
    return base * (ground + air)


def is_water(density, height, surface, squash_height, iso, water_level):
    return (density < iso) & (height < water_level) & (height > surface - squash_height)


def centered(value, center, low, high):
    """Returns the triangle function: linear from 0 at low and high to 1 at center."""
    v = np.clip(value, low, high)
    return np.where(v > center, 1.0 - (v - center) / (high - center), (v - low) / (center - low))


def caves(coarse, fine, size, shape, frequency):
    core = mix(centered(coarse, shape, 0.0, 1.0), centered(fine, shape, 0.0, 1.0), size)
    return np.abs(1.0 - core) ** frequency


def squash(height, surface, squash_height, iso):
    depth = (surface - height) / np.maximum(squash_height, 1e-4)
    return saturate(depth) * (1.0 - iso) + iso


def surface_height(coarse, fine, blend):
    return coarse + (2.0 * fine - 1.0) * blend
