"""Compares further measures of a field with numpy, and exits with 1 if a number differs.

Each argument is a .json with two fields of samples beside it: the same path with .r32, little-endian float32, of the shape
(2, height, width). The JSON has their "size", "spacing" and "tapers".
"""

import heapq
import json
import pathlib
import sys

import numpy as np


def frequencies(shape, spacing):
    fy, fx = np.meshgrid(np.fft.fftfreq(shape[0], spacing[1]), np.fft.fftfreq(shape[1], spacing[0]), indexing="ij")
    return fx, fy


def ring_of(fx, fy, shape, spacing):
    """Returns the width of a ring, the index of the ring of each frequency, and the number of rings."""
    width = max(1 / (shape[1] * spacing[0]), 1 / (shape[0] * spacing[1]))
    return width, np.floor(np.hypot(fx, fy) / width + 0.5).astype(int), int(0.5 / max(spacing) / width - 0.5)


def sine_tapers(count, tapers):
    t, k = np.arange(1, count + 1), np.arange(1, tapers + 1)
    return np.sqrt(2 / (count + 1)) * np.sin(np.pi * np.outer(k, t) / (count + 1))


def transforms(z, tapers):
    """Returns the transforms of the tapered field, of shape (tapers², height, width)."""
    z = z - z.mean()
    rows, columns = (sine_tapers(count, tapers) for count in z.shape)
    return np.array([np.fft.fft2(z * np.outer(row, column)) for column in columns for row in rows])


def radial(z, spacing, tapers):
    power = np.mean(np.abs(transforms(z, tapers)) ** 2, axis=0) * np.prod(spacing)
    width, ring, count = ring_of(*frequencies(z.shape, spacing), z.shape, spacing)
    return [[index * width, power[ring == index].mean()] for index in range(1, count + 1)]


def coherence(one, other, spacing, tapers):
    f, g = transforms(one, tapers), transforms(other, tapers)
    fx, fy = frequencies(one.shape, spacing)
    width, ring, count = ring_of(fx, fy, one.shape, spacing)
    # One of each two opposite frequencies; frequencies of -Nyquist are opposite to themselves.
    is_edge = (fx == 0) | (np.abs(fx) == np.abs(fx).max()) if one.shape[1] % 2 == 0 else fx == 0
    half = np.where(is_edge, fy <= 0, fx > 0)
    found = []
    for index in range(1, count + 1):
        mask = (ring == index) & half
        cross = np.sum(f[:, mask] * np.conj(g[:, mask]))
        powers = [np.sum(np.abs(values[:, mask]) ** 2) for values in (f, g)]
        found.append({"frequency": index * width, "coherence": np.abs(cross) ** 2 / np.prod(powers),
                      "phase_deg": np.degrees(np.angle(cross)), "bins": mask.sum()})
    return found


def autocorrelation(z):
    """Returns the image, by sums over all pairs of samples."""
    height, width = z.shape
    z = z - z.mean()
    image = np.zeros(z.shape)
    for y in range(height):
        for x in range(width):
            dy, dx = y - height // 2, x - width // 2
            one = z[max(dy, 0):height + min(dy, 0), max(dx, 0):width + min(dx, 0)]
            other = z[max(-dy, 0):height + min(-dy, 0), max(-dx, 0):width + min(-dx, 0)]
            image[y, x] = np.mean(one * other)
    return (image / np.mean(z ** 2)).ravel()


def angular(z, spacing, tapers, low, high):
    """Returns the relative power of 36 directions."""
    power = np.mean(np.abs(transforms(z, tapers)) ** 2, axis=0)
    fx, fy = frequencies(z.shape, spacing)
    width, ring, count = ring_of(fx, fy, z.shape, spacing)
    means = np.array([np.nan] + [power[ring == index].mean() for index in range(1, count + 1)])
    sector = np.round(np.arctan2(-fy, fx) / np.pi * 36).astype(int) % 36
    relative = np.full(z.shape, np.nan)
    for index in range(1, count + 1):
        if not low <= index * width <= high:
            continue
        below, above = max(index - 1, 1), min(index + 1, count)
        slope = np.log(means[above] / means[below]) / np.log(above / below)
        mask = ring == index
        reduced = power[mask] * (np.hypot(fx, fy)[mask] / (index * width)) ** -slope
        relative[mask] = reduced / reduced.mean()
    return [np.nanmean(relative[sector == index]) for index in range(36)]


def areas(z, spacing):
    """Returns the area that drains through each sample: filled from the border, then by the steepest neighbor."""
    height, width = z.shape
    steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    filled, source, order, done = z.copy(), {}, [], np.zeros(z.shape, bool)
    queue = []
    for y in range(height):
        for x in range(width):
            if y in (0, height - 1) or x in (0, width - 1):
                done[y, x] = True
                heapq.heappush(queue, (z[y, x], y * width + x))
    while queue:
        level, index = heapq.heappop(queue)
        order.append(index)
        y, x = divmod(index, width)
        for dx, dy in steps:
            v, u = y + dy, x + dx
            if 0 <= v < height and 0 <= u < width and not done[v, u]:
                done[v, u] = True
                filled[v, u] = max(z[v, u], level)
                source[v * width + u] = index
                heapq.heappush(queue, (filled[v, u], v * width + u))
    area = np.full(z.size, np.prod(spacing))
    for index in reversed(order):
        y, x = divmod(index, width)
        best, receiver = 0, source.get(index)
        for dx, dy in steps:
            v, u = y + dy, x + dx
            if 0 <= v < height and 0 <= u < width:
                slope = (filled[y, x] - filled[v, u]) / np.hypot(dx * spacing[0], dy * spacing[1])
                if slope > best:
                    best, receiver = slope, v * width + u
        if receiver is not None:
            area[receiver] += area[index]
    return area


def compare(name, found, expected, wrong):
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    if found.shape != expected.shape:
        wrong.append(f"{name}: shape {found.shape}, not {expected.shape}")
    elif not np.allclose(found, expected, rtol=1e-6, atol=1e-9):
        index = np.unravel_index(np.argmax(np.abs(found - expected)), found.shape)
        wrong.append(f"{name}{list(index)}: {found[index]}, not {expected[index]}")


def is_right(path):
    found = json.loads(path.read_text())
    width, height = found["size"]
    one, other = np.fromfile(path.with_suffix(".r32"), "<f4").astype(np.float64).reshape(2, height, width)
    spacing, tapers = found["spacing"], found["tapers"]
    wrong = []
    compare("radial", found["radial"], radial(one, spacing, tapers), wrong)
    compare("autocorrelation", found["autocorrelation"], autocorrelation(one), wrong)
    rings = coherence(one, other, spacing, tapers)
    for name in ("frequency", "coherence", "phase_deg", "bins"):
        compare(name, [ring[name] for ring in found["coherence"]], [ring[name] for ring in rings], wrong)
    compare("angular", found["angular"], angular(one, spacing, tapers, *found["fit"]), wrong)
    compare("area", found["area"], areas(one, spacing), wrong)
    print(f"{'FAIL' if wrong else 'ok  '} {path.stem}", *wrong, sep="\n    " if wrong else " ")
    return not wrong


results = [is_right(pathlib.Path(argument)) for argument in sys.argv[1:]]
sys.exit(not (results and all(results)))
