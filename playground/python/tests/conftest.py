"""What several tests use."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import noise_playground as npg

WAVE = """/// A wave with a slope.
fn wave(p: vec2f, gain: f32, shift: vec2f, size: f32) -> f32 {
    return gain * sin(3.1 * (p.x + shift.x)) * cos(2.3 * (p.y + shift.y)) + 0.1 * size * p.x;
}
"""

PLANE = "fn plane(p: vec2f, gain: f32, warp: f32) -> f32 { return gain * p.x + warp * p.y; }"

GRID_PROGRAM = """/// @grid(17)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 17u + id.x] = f32(id.x);
}
"""

RUNAWAY = """fn runaway(p: vec2f) -> f32 {
    var x = p.x;
    while (true) {
        x += 1.0;
        if (x < -1e30) { break; }
    }
    return x;
}
"""


@pytest.fixture(scope="session")
def swiss():
    return npg.builtin("swiss")


@pytest.fixture(scope="session")
def wave():
    return npg.compile(WAVE)


@pytest.fixture(scope="session")
def plane():
    return npg.compile(PLANE)


@pytest.fixture(scope="session")
def playground():
    """Runs the command line."""
    path = Path(os.environ.get("PLAYGROUND", ""))
    if not path.is_file():
        pytest.skip("the program is not built")

    def run(*arguments):
        command = [path, "--quiet", *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


def child(text, **options):
    """Run Python in a process of its own, and return what it prints."""
    import sys

    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, **options)


def exact(first, second):
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


def positions(grid):
    x, y = np.meshgrid(grid.x, grid.y)
    return np.stack([x, y], axis=-1)
