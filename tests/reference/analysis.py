"""Compares the JSON of an analysis with numpy, and exits with 1 if a number differs.

Each argument is a .json with the samples beside it: the same path with .r32, little-endian float32, one channel, the
fields of all seeds one after the other. Arrays of samples have the shape (seeds, height, width).
"""

import json
import pathlib
import sys

import numpy as np
from scipy import stats


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


def default_fit(frequencies, powers, lower_bounds):
    """Returns the interval of the fit, or None: from the sixth ring, or well above the peak, to three quarters of the
    highest. `lower_bounds` are those of the powers at 4 standard deviations."""
    low, peak = 6 * frequencies[0], np.argmax(powers)
    if lower_bounds[peak] > np.sort(powers)[len(powers) // 2]:
        low = max(low, 1.5 * frequencies[peak])
    high = 0.375 * (frequencies[-1] + frequencies[0])
    return [low, high] if high >= low + 3 * frequencies[0] else None


def chi_square_quantile(degrees, deviations):
    """Wilson and Hilferty's approximation."""
    return degrees * (1 - 2 / (9 * degrees) + deviations * np.sqrt(2 / (9 * degrees))) ** 3


STANDARD_ERRORS = 2.07
NORMAL_975 = 1.959963984540054


class Spectrum:
    """Power spectrum of a few fields, its rings, and a power law."""

    def __init__(self, z, spacing, has_window, fit=None):
        self.seeds, self.spacing, self.has_window = len(z), spacing, has_window
        self.power, self.fx, self.fy = windowed_power(z, spacing, has_window)
        self.ring = np.zeros(self.power.shape, int)
        self.rings = list(rings(self.power, self.fx, self.fy, spacing))
        for index, (_, mask) in enumerate(self.rings):
            self.ring[mask] = index + 1
        self.radius = np.hypot(self.fx, self.fy)
        self.counts = np.array([mask.sum() for _, mask in self.rings])
        self.frequencies = np.array([frequency for frequency, _ in self.rings])
        self.powers = np.array([self.power[mask].mean() for _, mask in self.rings])
        self.degrees = np.maximum(self.seeds * self.counts / (2.25 if has_window else 1), 1)
        lower = self.powers * self.degrees / chi_square_quantile(self.degrees, 4)
        self.fit = fit or default_fit(self.frequencies, self.powers, lower)
        if self.fit:
            low, high = self.fit
            self.inside = (self.frequencies >= low) & (self.frequencies <= high) & (self.powers > 0)
            x = np.log(self.frequencies[self.inside])
            self.coefficients = np.zeros(len(self.powers))
            self.coefficients[self.inside] = (x - x.mean()) / np.sum((x - x.mean()) ** 2)
            self.slope = self.coefficients[self.inside] @ np.log(self.powers[self.inside])

    def by_ring(self, values):
        """Returns numbers of rings at each frequency, 0 outside of the rings."""
        return np.concatenate([[0], values])[self.ring]

    def gaussian_variance(self, coefficients):
        """Returns the variance of a sum of relative powers."""
        kernel = np.array([1 / 36, 4 / 9, 1, 4 / 9, 1 / 36]) if self.has_window else np.array([0, 0, 1, 0, 0])
        smooth = coefficients
        for axis in (0, 1):
            smooth = sum(weight * np.roll(smooth, lag - 2, axis) for lag, weight in enumerate(kernel))
        return 2 * np.sum(coefficients * smooth) / self.seeds

    def bias(self):
        """Returns the expected error of the slope of a Gaussian field with this power law."""
        within = [np.mean((self.radius[mask] / frequency) ** self.slope) for frequency, mask in self.rings]
        step = np.mean([1 / (n * spacing) ** 2 for n, spacing in zip(self.power.shape[::-1], self.spacing)])
        smear = self.slope ** 2 * step / 6 / self.frequencies ** 2 if self.has_window else 0
        return np.sum(self.coefficients * (np.log(within) + np.log1p(smear) - 1 / self.degrees))

    def local_variance(self, z):
        """Returns the variance of the slope, from the differences between the blocks of one field."""
        height, width = z.shape
        mirrored = np.block([[z, z[:, ::-1]], [z[::-1], z[::-1, ::-1]]])
        transform = np.fft.fft2(mirrored)
        fy, fx = np.meshgrid(np.fft.fftfreq(2 * height, self.spacing[1]), np.fft.fftfreq(2 * width, self.spacing[0]),
                             indexing="ij")
        ring = np.floor(np.hypot(fx, fy) / self.frequencies[0] + 0.5).astype(int)
        ring[ring > len(self.powers)] = 0
        totals = np.bincount(ring.ravel(), np.abs(transform.ravel()) ** 2, len(self.powers) + 1)
        gains = np.concatenate([[0], self.coefficients / totals[1:]])[ring]
        positive, negative = [np.fft.ifft2(transform * np.sqrt(np.maximum(sign * gains, 0))).real for sign in (1, -1)]
        local = (positive ** 2 - negative ** 2)[:height, :width] * mirrored.size * 4
        block = min(width * self.spacing[0], height * self.spacing[1]) / 16
        columns, rows = [min(int(n * spacing / block + 0.5), n) for n, spacing in zip((width, height), self.spacing)]
        index = (np.arange(height) * rows // height)[:, None] * columns + np.arange(width) * columns // width
        window = np.ones((height, width))
        if self.has_window:
            window = np.outer(*[np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2 for n in (height, width)])
        total = lambda values: np.bincount(index.ravel(), values.ravel()).reshape(rows, columns)
        local = total(local) / total(np.ones((height, width))) * height * width
        local -= local.mean()
        weights = total(window ** 2) / np.sum(window ** 2)
        variance = 0
        for dy, dx in [(y, x) for y in range(-2, 3) for x in range(-2, 3) if np.hypot(x, y) <= 2.1]:
            one = slice(max(-dy, 0), rows - max(dy, 0)), slice(max(-dx, 0), columns - max(dx, 0))
            other = slice(max(dy, 0), rows - max(-dy, 0)), slice(max(dx, 0), columns - max(-dx, 0))
            variance += np.sum(weights[one] * weights[other]) * np.mean(local[one] * local[other])
        return variance


def without_plane(z):
    """Subtracts the best plane of each field."""
    y, x = [np.arange(n) - (n - 1) / 2 for n in z.shape[1:]]
    z = z - z.mean(axis=(1, 2), keepdims=True)
    slopes = [np.sum(z * axis, axis=(1, 2), keepdims=True) / np.sum(np.broadcast_to(axis, z.shape[1:]) ** 2)
              for axis in (x, y[:, None])]
    return z - slopes[0] * x - slopes[1] * y[:, None]


def slope_interval(z, spacing, has_window, fit):
    """Returns the 95 % interval of the slope of less than 8 fields."""
    rest = without_plane(z)
    spectrum = Spectrum(rest if has_window else z, spacing, has_window, fit)
    center = spectrum.slope - spectrum.bias()
    gaussian = spectrum.gaussian_variance(spectrum.by_ring(spectrum.coefficients / spectrum.counts))
    local = np.mean([spectrum.local_variance(one) for one in rest]) / len(z)
    variance = max(local + max(local - gaussian, 0), 0.45 * gaussian)
    leaked = 0.3 * (-4 - np.clip(spectrum.slope, -6, -4)) ** 2 if has_window else 0
    errors = max(STANDARD_ERRORS, stats.t.ppf(0.975, np.sum(spectrum.coefficients != 0) - 1))
    half = errors * np.sqrt(variance * (1 + leaked))
    return [center - half, center + half] if np.isfinite(half) else None


def anisotropy_of(spectrum):
    """Returns the anisotropy by ring, and that of the rings of the fit, with its intervals."""
    angle = np.abs((np.degrees(np.arctan2(spectrum.fy, spectrum.fx)) + 45) % 90 - 45)
    axes, diagonals = angle <= 11.25, angle >= 33.75
    powers, frequencies = spectrum.powers, spectrum.frequencies
    found, relative = [], np.zeros(spectrum.power.shape)
    for index, (frequency, ring) in enumerate(spectrum.rings):
        below, above = max(index - 1, 0), min(index + 1, len(powers) - 1)
        with np.errstate(divide="ignore"):
            slope = np.log(powers[above] / powers[below]) / np.log(frequencies[above] / frequencies[below])
        slope = np.clip(slope, -16, 16) if np.isfinite(slope) else 0
        parts = [ring & sector for sector in (axes, diagonals)]
        if min(part.sum() for part in parts) < 24:
            continue
        if min(spectrum.power[part].mean() for part in parts) <= 1e-22 * spectrum.power.max():
            continue
        reduced = [np.mean(spectrum.power[part] * (spectrum.radius[part] / frequency) ** -slope) for part in parts]
        energy = sum(spectrum.power[part].sum() for part in parts)
        relative[ring] = spectrum.power[ring] * (spectrum.radius[ring] / frequency) ** -slope / powers[index]
        found.append((frequency, 10 * np.log10(reduced[0] / reduced[1]), energy, parts))
    mean = None
    inside = [one for one in found if spectrum.fit and spectrum.fit[0] <= one[0] <= spectrum.fit[1]]
    if inside:
        # The dependence of the power on the direction, in 32 parts of half a turn.
        direction = (np.mod(np.arctan2(spectrum.fy, spectrum.fx), np.pi) / np.pi * 32).astype(int) % 32
        used = np.isin(spectrum.by_ring(frequencies), [one[0] for one in inside]) & (spectrum.ring > 0)
        profile = np.array([relative[used & (direction == index)].mean() for index in range(32)])
        bent = (np.roll(profile, 1) - 2 * profile + np.roll(profile, -1)) / (np.pi / 32) ** 2
        middles = np.abs(((np.arange(32) + 0.5) * 180 / 32 + 45) % 90 - 45)
        sectors = middles < 11.25, middles > 33.75
        squares = [np.mean(profile[sector] ** 2) / profile[sector].mean() ** 2 for sector in sectors]
        curvatures = [bent[sector].mean() / profile[sector].mean() for sector in sectors]
        step = np.mean([1 / (n * spacing) ** 2 for n, spacing in zip(spectrum.power.shape[::-1], spectrum.spacing)])
        biases = []
        for frequency, *_, parts in inside:
            smear = step / 6 / frequency ** 2 if spectrum.has_window else 0
            degrees = [spectrum.seeds * part.sum() / (2.25 if spectrum.has_window else 1) for part in parts]
            terms = [smear * c - s / d for s, c, d in zip(squares, curvatures, degrees)]
            biases.append(10 / np.log(10) * (terms[0] - terms[1]))
        energies = np.array([one[2] for one in inside])
        mean = {"rings": len(inside)}
        for name, weights in (("", np.ones(len(inside))), ("weighted_", energies)):
            weights = weights / weights.sum()
            coefficients = np.zeros(spectrum.power.shape)
            for weight, (_, _, _, parts) in zip(weights, inside):
                for sign, part, sector in zip((1, -1), parts, sectors):
                    uneven = profile[direction[part]] / profile[sector].mean()
                    coefficients[part] = sign * 10 / np.log(10) * weight / part.sum() * uneven
            db, bias = weights @ [one[1] for one in inside], weights @ biases
            half = (STANDARD_ERRORS if name else NORMAL_975) * np.sqrt(spectrum.gaussian_variance(coefficients))
            mean |= {f"{name}db": db, f"{name}interval": [db - bias - half, db - bias + half]}
    return [one[:2] for one in found], mean


def spectrum(z, spacing, has_window):
    """Returns members of "spectrum", the anisotropy, and its mean."""
    spectrum = Spectrum(z, spacing, has_window)
    members = {"radial": np.transpose([spectrum.frequencies, spectrum.powers]),
               "centroid": np.average(spectrum.radius, weights=spectrum.power), "fit": spectrum.fit}
    if spectrum.fit and spectrum.inside.sum() > 3:
        x, y = np.log(spectrum.frequencies[spectrum.inside]), np.log(spectrum.powers[spectrum.inside])
        coefficients, covariance = np.polyfit(x, y, 1, cov=True)
        slope = coefficients[0]
        members |= {"slope": slope, "slope_error": np.sqrt(covariance[0, 0]), "r2": np.corrcoef(x, y)[0, 1] ** 2}
        members["hurst"] = -(slope + 2) / 2 if -4 <= slope <= -2 else None
        if len(z) < 8:
            members["slope_interval"] = slope_interval(z, spacing, has_window, spectrum.fit)
    return members, *anisotropy_of(spectrum)


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


def variogram(z, spacing):
    """Returns the mean lag and the semivariance of each bin of distances, from all pairs of samples."""
    height, width = z.shape[1:]
    half = min(width * spacing[0], height * spacing[1]) / 2 * (1 + 1e-9)
    sums = {}
    for dy in range(int(half / spacing[1]) + 1):
        for dx in range(-int(half / spacing[0]), int(half / spacing[0]) + 1):
            lag = np.hypot(dx * spacing[0], dy * spacing[1])
            if (dy == 0 and dx <= 0) or lag > half or abs(dx) >= width or dy >= height:
                continue
            one = z[:, dy:, max(dx, 0):width + min(dx, 0)]
            other = z[:, :height - dy, max(-dx, 0):width + min(-dx, 0)]
            differences = (one - other)[np.isfinite(one) & np.isfinite(other)]
            sum = sums.setdefault(max(int(2 * np.log2(lag / min(spacing)) + 0.5), 0), np.zeros(3))
            sum += np.sum(differences ** 2), lag * differences.size, differences.size
    return [[lags / count, squares / count / 2] for _, (squares, lags, count) in sorted(sums.items())]


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
    """Returns "seam": the rms second difference across opposite edges over the largest between neighbors inside."""
    ratios = {}
    for name, axis in (("x", 2), ("y", 1)):
        bends = np.roll(z, 1, axis) - 2 * z + np.roll(z, -1, axis)
        pairs = np.moveaxis(bends ** 2 + np.roll(bends, -1, axis) ** 2, axis, 0).reshape(z.shape[axis], -1)
        rms = np.sqrt(np.nanmean(np.where(np.isfinite(pairs), pairs, np.nan), axis=1))
        # The border is between the last sample and the first, beside which are others of second differences across it.
        if rms[1:-2].max() > 0:
            ratios[name] = rms[-1] / rms[1:-2].max()
    return ratios


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
        if value is None or found[name] is None:
            is_equal = value is found[name]
        else:
            is_equal = np.isclose(found[name], value, rtol=1e-6, atol=absolute)
        if not is_equal:
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
        names = [name for name in singles[0] if all(name in single for single in singles)]
        spread = {name: [single[name] for single in singles] for name in names}
        spread = {name: {"mean": np.mean(one), "std": np.std(one, ddof=1)} for name, one in spread.items()}
        wrong += differences(found["over_seeds"], spread)
    print(f"{'FAIL' if wrong else 'ok  '} {path.stem}", *wrong[:12], sep="\n    " if wrong else " ")
    return not wrong


def scalars(expected):
    """Returns the single numbers of an analysis."""
    counts = ("nan", "inf")
    numbers = {name: value for name, value in expected["statistics"].items() if name not in counts}
    numbers |= {name: expected["spectrum"][name] for name in ("slope", "hurst", "centroid")
                if expected["spectrum"].get(name) is not None}
    return numbers | expected["slopes"] | {name: expected[name] for name in ("hypsometric_integral", "local_minima_share")}


def members(z, found):
    """Returns the members of the analysis of samples. `found` has the settings."""
    spacing = found["spacing"]
    expected = {}
    expected["statistics"], expected["histogram"] = statistics(z)
    expected["variogram"] = variogram(z, spacing)
    expected["slopes"], expected["local_minima_share"] = surface(z, spacing)
    numbers = expected["statistics"]
    expected["hypsometric_integral"] = (numbers["mean"] - numbers["min"]) / (numbers["max"] - numbers["min"])
    expected["geomorphons"] = geomorphons(z, spacing)
    expected["seam"] = seam(z)
    if np.isfinite(z).all():
        has_window = found["window"] == "hann"
        expected["spectrum"], expected["anisotropy_db"], expected["anisotropy_mean"] = spectrum(z, spacing, has_window)
    return expected


with np.errstate(invalid="ignore"):
    results = [is_right(pathlib.Path(argument)) for argument in sys.argv[1:]]
sys.exit(not (results and all(results)))
