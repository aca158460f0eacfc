"""Runs shipped generators step by step, compares the steps with traces, and exits with 1 if one differs. The values in double
precision are compared with formulas of the noise in double precision; those in single precision, every one, with a run in
numpy's float32. On Mesa's llvmpipe these are equal bit for bit; WGSL lets other drivers contract a * b + c to one operation.

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
import steps_single

# Largest error of a value in a trace, relative to values above 1.
TOLERANCE = 1e-6

# Error of an octave at frequency 1 in single precision against double: rounded positions and the slopes of noise.
ROUNDING = 4e-6


class Steps:
    """The values of one sample: a number of runs for each name of each function."""

    def __init__(self):
        self.values = {}

    def add(self, function, **values):
        for name, value in values.items():
            runs = self.values.setdefault((function, name.removesuffix("_")), [])
            runs.append(np.atleast_1d(np.asarray(value, dtype=np.float64)))


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
        steps.add("perlin_deriv", p=at, base=np.floor(at), return_=n)
        total += fade_in * amplitude * (1.0 - abs(n[0]))
        slide = slide - amplitude * n[0] * n[1:]
        steps.add("swiss_turbulence", fade_in=fade_in, n=n, sum=total, slide=slide)
        frequency *= values["lacunarity"]
        amplitude *= values["gain"] * saturate(total)
        steps.add("swiss_turbulence", frequency=frequency, amplitude=amplitude, i=i + 1)
    steps.add("swiss_turbulence", return_=total)
    steps.add("height", p=p, return_=values["amplitude"] * total)
    return steps


GENERATORS = {"generators/perlin.wgsl": perlin_generator, "generators/swiss.wgsl": swiss_generator}


def error(found, expected):
    found = np.atleast_1d(np.array(found, dtype=np.float64))
    return np.max(np.abs(found - expected) / np.maximum(np.abs(expected), 1.0))


def compare_trace(trace):
    """Returns messages of the steps that are missing or differ in double precision."""
    rows = {(row["function"], row["name"], row["n"]): row for row in trace["rows"]}
    steps = GENERATORS[trace["generator"]](trace["values"], np.array(trace["at"]))
    for (function, name), runs in steps.values.items():
        for n, expected in enumerate(runs, 1):
            step = f"{trace['generator']} {trace['at']}: {function}::{name}@{n}"
            row = rows.get((function, name, n))
            if row is None:
                yield f"{step} is not in the trace"
            elif not error(row["f64"], expected) <= TOLERANCE:
                yield f"{step}: f64 {row['f64']} instead of {expected}"
        if (function, name, len(runs) + 1) in rows:
            yield f"{trace['generator']}: {function}::{name} runs more often than {len(runs)} times"


def compare_single(trace):
    """Returns messages of all rows that differ in single precision, and the number of rows that are equal bit for bit."""
    expected = steps_single.GENERATORS[trace["generator"]](trace["values"], trace["at"])
    found = [(row["function"], row["name"]) for row in trace["rows"]]
    if found != [row[:2] for row in expected]:
        return [f"{trace['generator']} {trace['at']}: the rows are not those of the run in Python"], 0
    errors = [error(row["value"], numbers) for row, (_, _, numbers) in zip(trace["rows"], expected)]
    messages = [f"{trace['generator']} {trace['at']}: {function}::{name} differs by {off}"
                for (function, name), off in zip(found, errors) if not off <= TOLERANCE]
    return messages, errors.count(0.0)


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
        off = np.max(np.abs(contribution - expected))
        if not off <= ROUNDING * max(1.0, fields["gain"] ** i * frequency):
            yield f"octave {i} differs by {off}"
        total, before = total + contribution, after
    off = np.max(np.abs(total - read["result"]))
    if not off <= TOLERANCE:
        yield f"the octaves differ from the result by {off}"


def main():
    folder = pathlib.Path(sys.argv[1])
    traces = json.loads((folder / "traces.json").read_text())
    messages = [message for trace in traces for message in compare_trace(trace)]
    for trace in traces:
        differing, equal = compare_single(trace)
        messages += differing
        print(f"{trace['generator']} {trace['at']}: {equal} of {len(trace['rows'])} values equal bit for bit")
    messages += compare_fields(folder)
    print("\n".join(messages[:40]))
    sys.exit(1 if messages or not traces else 0)


main()
