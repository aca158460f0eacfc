"""Compares the JSON of an analysis with numpy, and exits with 1 if a number differs.

Each argument is a .json with the samples beside it: the same path with .r32, little-endian float32, one channel, the
fields of all seeds one after the other. Arrays of samples have the shape (seeds, height, width).
"""

import json
import pathlib
import sys

import numpy as np


def windowed_power(z, spacing, has_window):
    """Returns power densities of all frequencies, averaged over the seeds, and the frequencies along x and y in cycles per
    unit."""
    height, width = z.shape[1:]
    hann = [np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2 if has_window else np.ones(n) for n in (height, width)]
    window = np.outer(*hann)
    transform = np.fft.fft2((z - z.mean(axis=(1, 2), keepdims=True)) * window)
    power = np.mean(np.abs(transform) ** 2, axis=0) * np.prod(spacing) / (height * width * np.mean(window ** 2))
    fy, fx = np.meshgrid(np.fft.fftfreq(height, spacing[1]), np.fft.fftfreq(width, spacing[0]), indexing="ij")
    return power, fx, fy


def rings(power, fx, fy, spacing):
    """Yields the index, the frequency and the mask of each ring below the Nyquist frequency."""
    height, width = power.shape
    ring_width = max(1 / (width * spacing[0]), 1 / (height * spacing[1]))
    ring = np.floor(np.hypot(fx, fy) / ring_width + 0.5).astype(int)
    for index in range(1, int(0.5 / max(spacing) / ring_width - 0.5) + 1):
        yield index * ring_width, ring == index


def default_fit(frequencies, powers):
    """Returns the interval of the fit: from the sixth ring, or well above the peak, to three quarters of the highest."""
    low = max(6 * frequencies[0], 1.5 * frequencies[np.argmax(powers)])
    high = 0.375 * (frequencies[-1] + frequencies[0])
    return [low, high] if high >= low + 3 * frequencies[0] else [frequencies[0], frequencies[-1]]


def spectrum(z, spacing, has_window):
    """Returns members of "spectrum", and the anisotropy."""
    power, fx, fy = windowed_power(z, spacing, has_window)
    radius = np.hypot(fx, fy)
    angle = np.abs((np.degrees(np.arctan2(fy, fx)) + 45) % 90 - 45)
    radial, anisotropy = [], []
    for frequency, ring in rings(power, fx, fy, spacing):
        radial.append([frequency, power[ring].mean()])
        axes, diagonals = power[ring & (angle <= 11.25)], power[ring & (angle >= 33.75)]
        if axes.size and diagonals.size and min(axes.mean(), diagonals.mean()) > 1e-22 * power.max():
            anisotropy.append([frequency, 10 * np.log10(axes.mean() / diagonals.mean())])
    frequencies, powers = np.transpose(radial)
    fit = default_fit(frequencies, powers)
    members = {"radial": radial, "centroid": np.average(radius, weights=power), "fit": fit}
    inside = (frequencies >= fit[0]) & (frequencies <= fit[1]) & (powers > 0)
    if inside.sum() > 3:
        coefficients, covariance = np.polyfit(np.log(frequencies[inside]), np.log(powers[inside]), 1, cov=True)
        slope = coefficients[0]
        members |= {"slope": slope, "slope_error": np.sqrt(covariance[0, 0]), "hurst": -(slope + 2) / 2}
    return members, anisotropy


def statistics(z):
    """Returns "statistics" and "histogram"."""
    finite = z[np.isfinite(z)]
    centered = finite - finite.mean()
    std = np.sqrt(np.mean(centered ** 2))
    low, high = np.percentile(finite, [0.1, 99.9], method="nearest")
    counts, edges = np.histogram(finite, bins=256)
    return {
        "min": finite.min(), "max": finite.max(), "mean": finite.mean(), "std": std,
        "skewness": np.mean(centered ** 3) / std ** 3, "kurtosis": np.mean(centered ** 4) / std ** 4 - 3,
        "p001": low, "p999": high, "nan": np.isnan(z).sum(), "inf": np.isinf(z).sum(),
    }, {"edges": edges, "counts": counts}


def variogram(z, lags, spacing):
    """Returns lag and semivariance of the lags, in world units."""
    points = []
    for lag in lags:
        x, y = (round(lag / step) for step in spacing)
        along_x, along_y = (z[..., x:] - z[..., :-x]).ravel(), (z[:, y:] - z[:, :-y]).ravel()
        is_x, is_y = (np.isclose(steps * step, lag) for steps, step in zip((x, y), spacing))
        differences = np.concatenate([along_x] * int(is_x) + [along_y] * int(is_y))
        points.append([lag, np.nanmean(np.where(np.isfinite(differences), differences, np.nan) ** 2) / 2])
    return points


def neighborhoods(z):
    """Returns the 3 x 3 samples around each inner sample, with shape (9, seeds, height - 2, width - 2)."""
    height, width = z.shape[1:]
    return np.array([z[:, y:height - 2 + y, x:width - 2 + x] for y in range(3) for x in range(3)])


def surface(z, spacing):
    """Returns "slopes" and "local_minima_share"."""
    n = neighborhoods(z)
    finite = np.isfinite(n).all(axis=0)
    with np.errstate(invalid="ignore"):
        dx = (n[2] + 2 * n[5] + n[8] - n[0] - 2 * n[3] - n[6]) / (8 * spacing[0])
        dy = (n[0] + 2 * n[1] + n[2] - n[6] - 2 * n[7] - n[8]) / (8 * spacing[1])
        degrees = np.degrees(np.arctan(np.hypot(dx, dy)))[finite]
        lowest = (n[4] < np.delete(n, 4, axis=0)).all(axis=0)[finite]
    return {"mean_deg": degrees.mean(), "p95_deg": np.percentile(degrees, 95)}, lowest.mean()


def seam(z):
    """Returns "seam": the rms step across opposite edges over that inside."""
    def rms(steps):
        return np.sqrt(np.mean(steps[np.isfinite(steps)] ** 2))

    across = z[..., -1] - z[..., 0], z[:, -1] - z[:, 0]
    inside = np.diff(z, axis=2), np.diff(z, axis=1)
    return {name: rms(a) / rms(b) for name, a, b in zip("xy", across, inside)}


RADIUS = 8
# Figure 4 of Jasiewicz and Stepinski: lower directions downward, higher directions to the right.
FORMS = ["FFFTTVVVP", "FFTTTVVV", "FHLLOOV", "HHLLLO", "HHSLL", "RRSS", "RRR", "RR", "K"]
ORDER = "FKRHSLOTVP"


def geomorphons(z, spacing):
    """Returns the shares of the ten landforms, from the angles of all lines of sight."""
    height, width = z.shape[1:]
    center = z[:, RADIUS:height - RADIUS, RADIUS:width - RADIUS]
    lower, higher, finite = np.zeros(center.shape, int), np.zeros(center.shape, int), np.isfinite(center)
    for dy, dx in [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]:
        angles = []
        for step in range(1, RADIUS + 1):
            y, x = RADIUS + dy * step, RADIUS + dx * step
            seen = z[:, y:y + center.shape[1], x:x + center.shape[2]]
            finite &= np.isfinite(seen)
            angles.append(np.degrees(np.arctan2(seen - center, step * np.hypot(dx * spacing[0], dy * spacing[1]))))
        balance = np.max(angles, axis=0) + np.min(angles, axis=0)
        lower += balance < -1
        higher += balance > 1
    forms = [FORMS[a][b] for a, b in zip(lower[finite], higher[finite])]
    return [forms.count(form) / len(forms) for form in ORDER]


def flatten(value, name=""):
    """Yields the name and the value of each number."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{name}.{key}")
    elif isinstance(value, (list, tuple, np.ndarray)):
        for index, inner in enumerate(value):
            yield from flatten(inner, f"{name}[{index}]")
    else:
        yield name, value


def differences(found, expected):
    """Returns the numbers that differ, as text."""
    found, expected = dict(flatten(found)), dict(flatten(expected))
    if missing := expected.keys() ^ {name for name in found if name in expected}:
        return [f"missing: {sorted(missing)[:5]}"]
    # Powers that are rounding errors of a field without power at that frequency.
    scale = max((value for name, value in expected.items() if ".radial" in name and name.endswith("[1]")), default=0)
    wrong = []
    for name, value in expected.items():
        absolute = 1e-18 * scale if ".radial" in name else 1e-9
        if not np.isclose(found[name], value, rtol=1e-6, atol=absolute):
            wrong.append(f"{name}: {found[name]}, not {value}")
    return wrong


def is_right(path):
    """Compares an analysis with its samples. Returns True if all numbers agree."""
    found = json.loads(path.read_text())
    width, height = found["size"] if isinstance(found["size"], list) else [found["size"]] * 2
    z = np.fromfile(path.with_suffix(".r32"), "<f4").astype(np.float64).reshape(-1, height, width)
    expected = members(z, found)
    wrong = differences(found, expected)
    counts = {name: len(expected[name]) for name in ("variogram", "anisotropy_db", "geomorphons") if name in expected}
    wrong += [f"the count of {name}" for name, count in counts.items() if len(found[name]) != count]
    if "spectrum" in expected:
        if len(expected["spectrum"]["radial"]) != len(found["spectrum"]["radial"]):
            wrong.append("the count of rings")
    elif found["spectrum"]["slope"] is not None or "spectrum" not in found["notes"]:
        wrong.append("a spectrum of a field with gaps")
    if len(z) > 1:
        # Each seed by itself.
        singles = [scalars(members(field[None], found)) for field in z]
        spread = {name: [single[name] for single in singles] for name in singles[0]}
        spread = {name: {"mean": np.mean(one), "std": np.std(one, ddof=1)} for name, one in spread.items()}
        wrong += differences(found["over_seeds"], spread)
    print(f"{'FAIL' if wrong else 'ok  '} {path.stem}", *wrong[:12], sep="\n    " if wrong else " ")
    return not wrong


def scalars(expected):
    """Returns the single numbers of an analysis."""
    counts = ("nan", "inf")
    numbers = {name: value for name, value in expected["statistics"].items() if name not in counts}
    numbers |= {name: expected["spectrum"][name] for name in ("slope", "hurst", "centroid")}
    return numbers | expected["slopes"] | {name: expected[name] for name in ("hypsometric_integral", "local_minima_share")}


def members(z, found):
    """Returns the members of the analysis of samples. `found` has the settings."""
    spacing = found["spacing"]
    expected = {}
    expected["statistics"], expected["histogram"] = statistics(z)
    expected["variogram"] = variogram(z, [lag for lag, _ in found["variogram"]], spacing)
    expected["slopes"], expected["local_minima_share"] = surface(z, spacing)
    numbers = expected["statistics"]
    expected["hypsometric_integral"] = (numbers["mean"] - numbers["min"]) / (numbers["max"] - numbers["min"])
    expected["geomorphons"] = geomorphons(z, spacing)
    expected["seam"] = seam(z)
    if np.isfinite(z).all():
        expected["spectrum"], expected["anisotropy_db"] = spectrum(z, spacing, found["window"] == "hann")
    return expected


with np.errstate(invalid="ignore"):
    results = [is_right(pathlib.Path(argument)) for argument in sys.argv[1:]]
sys.exit(not (results and all(results)))
