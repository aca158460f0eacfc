"""Runs shipped generators step by step, compares the steps with traces, and exits with 1 if one differs.

The argument is a folder with traces.json, a list of {"generator", "values", "at", "rows"}; a row has "function", "name", "n",
"value" and "f64". Beside it are fields.json, whose "files" are arrays of little-endian float32, and "octaves", "lacunarity",
"gain" and "seed" of the sum.
"""

import json
import math
import pathlib
import sys

import numpy as np

from arrays import saturate
from lattice import perlin, perlin_deriv
from octaves import visible_octaves

# Errors in double precision, and in single precision of an octave at frequency 1: rounded positions and the slopes of noise.
DOUBLE, SINGLE = 1e-6, 4e-6


class Steps:
    """The values of one sample: a number of runs for each name of each function, with the scale of their errors."""

    def __init__(self):
        self.values = {}

    def add(self, function, scale=1.0, **values):
        for name, value in values.items():
            runs = self.values.setdefault((function, name.removesuffix("_")), [])
            runs.append((np.atleast_1d(np.asarray(value, dtype=np.float64)), scale))


def octaves_of(steps, values, frequency):
    room = visible_octaves(values["octaves"], frequency, values.get("lacunarity", 2.0), values["pixel_size"])
    steps.add("visible_octaves", return_=room, octaves=values["octaves"], frequency=frequency)
    return float(room)


def perlin_generator(values, p):
    steps = Steps()
    fade_in = saturate(octaves_of(steps, {**values, "octaves": 1.0}, values["frequency"]))
    q = p * values["frequency"]
    n = perlin(q, values["seed"])
    steps.add("perlin", p=q, seed=values["seed"], base=np.floor(q), f=q - np.floor(q), return_=n)
    steps.add("height", p=p, fade_in=fade_in, q=q, return_=fade_in * values["amplitude"] * n)
    return steps


def swiss_generator(values, p):
    steps = Steps()
    octaves = octaves_of(steps, values, values["frequency"])
    steps.add("octaves", return_=octaves)
    q = p * values["frequency"]
    steps.add("swiss_turbulence", p=q, octaves=octaves, gain=values["gain"], warp=values["warp"])
    total, slide, frequency, amplitude = 0.0, np.zeros(2), 1.0, 1.0
    for i in range(math.ceil(octaves)):
        fade_in = min(octaves - i, 1.0)
        at = (q + values["warp"] * slide) * frequency
        n = perlin_deriv(at, values["seed"] + i)
        steps.add("perlin_deriv", frequency, p=at, base=np.floor(at), return_=n)
        total += fade_in * amplitude * (1.0 - abs(n[0]))
        slide = slide - amplitude * n[0] * n[1:]
        # The error of a position grows with its frequency.
        steps.add("swiss_turbulence", frequency, fade_in=fade_in, n=n, sum=total, slide=slide)
        frequency *= values["lacunarity"]
        amplitude *= values["gain"] * saturate(total)
        steps.add("swiss_turbulence", frequency, frequency=frequency, amplitude=amplitude, i=i + 1)
    steps.add("swiss_turbulence", frequency, return_=total)
    steps.add("height", frequency, p=p, return_=values["amplitude"] * total)
    return steps


GENERATORS = {"generators/perlin.wgsl": perlin_generator, "generators/swiss.wgsl": swiss_generator}


def compare_trace(trace):
    """Returns messages of the steps that are missing or differ."""
    rows = {(row["function"], row["name"], row["n"]): row for row in trace["rows"]}
    steps = GENERATORS[trace["generator"]](trace["values"], np.array(trace["at"]))
    for (function, name), runs in steps.values.items():
        for n, (expected, scale) in enumerate(runs, 1):
            step = f"{trace['generator']} {trace['at']}: {function}::{name}@{n}"
            row = rows.get((function, name, n))
            if row is None:
                yield f"{step} is not in the trace"
                continue
            for key, tolerance in (("value", SINGLE * max(scale, 1.0)), ("f64", DOUBLE)):
                found = np.atleast_1d(np.array(row[key], dtype=np.float64))
                error = np.max(np.abs(found - expected) / np.maximum(np.abs(expected), 1.0))
                if not error <= tolerance:
                    yield f"{step}: {key} {found} instead of {expected}"
        if (function, name, len(runs) + 1) in rows:
            yield f"{trace['generator']}: {function}::{name} runs more often than {len(runs)} times"


def compare_fields(folder):
    """Compares values inside of an octave sum with numpy. Returns messages."""
    fields = json.loads((folder / "fields.json").read_text())
    read = {name: np.fromfile(folder / file, dtype="<f4") for name, file in fields["files"].items()}
    p = read["p"].reshape(-1, 2)
    third = np.float32(fields["lacunarity"]) ** 2 * p
    fraction = read["fraction"].reshape(-1, 2)
    if not np.array_equal(fraction, third - np.floor(third)):
        yield f"fract(p) differs by {np.max(np.abs(fraction - (third - np.floor(third))))}"
    total = np.zeros(len(p))
    before = np.zeros(len(p))
    for i in range(fields["octaves"]):
        frequency = fields["lacunarity"] ** i
        after = read[f"sum@{i + 1}"].astype(np.float64)
        contribution = after - before
        expected = fields["gain"] ** i * perlin(p.astype(np.float64) * frequency, fields["seed"] + i)
        error = np.max(np.abs(contribution - expected))
        if not error <= SINGLE * max(1.0, fields["gain"] ** i * frequency):
            yield f"octave {i} differs by {error}"
        total, before = total + contribution, after
    error = np.max(np.abs(total - read["result"]))
    if not error <= 1e-6:
        yield f"the octaves differ from the result by {error}"


def main():
    folder = pathlib.Path(sys.argv[1])
    traces = json.loads((folder / "traces.json").read_text())
    messages = [message for trace in traces for message in compare_trace(trace)]
    messages += compare_fields(folder)
    print("\n".join(messages[:40]))
    sys.exit(1 if messages or not traces else 0)


main()
