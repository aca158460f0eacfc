"""Each row of the table of errors, and that none of them is a panic."""

import os

import numpy as np
import pytest
from conftest import GRID_PROGRAM, PLANE, RUNAWAY, WAVE, child

import noise_playground as npg


def test_wrong_text_names_line_and_column():
    with pytest.raises(npg.ShaderError) as raised:
        npg.compile("// A comment.\nfn f(p: vec2f) -> f32 { return 1u; }")
    text, diagnostics = str(raised.value), raised.value.diagnostics
    assert text.startswith("<source>:2:") and ": error: " in text and "return 1u" in text
    assert isinstance(raised.value, ValueError)
    assert diagnostics[0]["severity"] == "error" and diagnostics[0]["line"] == 2
    assert diagnostics[0]["file"] == "<source>"


@pytest.mark.parametrize(
    ("call", "similar"),
    [
        (lambda wave: wave(sice=8), "'size'"),
        (lambda wave: wave(gian=1), "'gain'"),
        (lambda wave: wave.sample([[0, 0]], gainn=1), "'gain'"),
        (lambda wave: wave.with_values(gane=1), "'gain'"),
        (lambda wave: wave.picture(pallette="vik"), "'palette'"),
        (lambda wave: wave(values={"gian": 1}), "`gain`"),
    ],
)
def test_unknown_names_suggest_another(wave, call, similar):
    with pytest.raises(TypeError, match=f"did you mean {similar}"):
        call(wave)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda wave: wave(gain="high"), "gain"),
        (lambda wave: wave(gain=float("nan")), "gain"),
        (lambda wave: wave(gain=[1, np.inf]), "gain"),
        (lambda wave: wave(gain=[[1], [1, 2]]), "gain"),
        (lambda wave: wave(gain=object()), "gain"),
        (lambda wave: wave(gain=1j), "gain"),
        (lambda wave: wave(gain=[1, 2, 3], values={"size": [1, 2]}), "gain"),
        (lambda wave: wave(shift=1), "shift"),
        (lambda wave: wave(values={"shift.q": 1}), "shift"),
        (lambda wave: wave(size=0), "size"),
        (lambda wave: wave(size=(8, -1)), "size"),
        (lambda wave: wave(size=1.5), "size"),
        (lambda wave: wave(size=(1, 2, 3)), "size"),
        (lambda wave: wave(size=10**7), "size"),
        (lambda wave: wave(size=10**6), "size"),
        (lambda wave: wave(span=0), "span"),
        (lambda wave: wave(span="wide"), "span"),
        (lambda wave: wave(center=1), "center"),
        (lambda wave: wave(center=(np.nan, 0)), "center"),
        (lambda wave: wave(z=1), "z has no effect"),
        (lambda wave: wave(time=1), "time has no effect"),
        (lambda wave: wave(quantity="slop"), "quantity"),
        (lambda wave: wave(precision="half"), "precision"),
        (lambda wave: wave(precision="double", quantity="slope"), "quantity"),
        (lambda wave: wave.sample([1, 2, 3]), "points"),
        (lambda wave: wave.sample([[np.nan, 0]]), "points"),
        (lambda wave: wave.sample(5), "points"),
        (lambda wave: wave.with_values(gain=[1, 2]), "one value"),
        (lambda wave: wave.picture("reliev"), "view"),
        (lambda wave: wave.picture("planet"), "planet"),
        (lambda wave: wave.picture("relief", camera="fit"), "camera"),
        (lambda wave: wave.picture(channel="y"), "channel"),
        (lambda wave: wave.render("x.jpeg"), "path"),
        (lambda wave: wave.render("x.npy", depth=16), "depth"),
        (lambda wave: wave.render("x.png", quantity="slope"), "quantity"),
        (lambda wave: wave.render("x.npy", mask="slope >"), "mask"),
        (lambda wave: npg.analyze(np.zeros(4), span=1), "field"),
        (lambda wave: npg.analyze(np.zeros((4, 4)), span=-1), "span"),
        (lambda wave: npg.analyze(np.zeros((4, 4)), span=1, window="box"), "window"),
        (lambda wave: npg.analyze(np.zeros((4, 4)), span=1, channel="y"), "channel"),
        (lambda wave: npg.compare(np.zeros((4, 4)), np.zeros((4, 5))), "shapes"),
    ],
)
def test_bad_values_name_their_argument(wave, call, named):
    with pytest.raises(ValueError, match=named) as raised:
        call(wave)
    assert type(raised.value) is ValueError


def test_too_large_results_are_refused_before_they_are_computed(wave):
    with pytest.raises(MemoryError, match="GiB"):
        wave(size=65_535, span=10_000, precision='single', gain=np.ones(64))


def test_several_functions_need_a_name():
    with pytest.raises(ValueError, match="did you mean wave|wave") as raised:
        npg.compile(PLANE + WAVE, "wav")
    assert type(raised.value) is ValueError
    with pytest.raises(ValueError, match="no generator"):
        npg.compile("fn f(x: f32) -> f32 { return x; }")


def test_missing_files_and_names_say_what_is_near(tmp_path):
    (tmp_path / "wave.wgsl").write_text(WAVE)
    with pytest.raises(FileNotFoundError, match="wave.wgsl"):
        npg.load(tmp_path / "wav.wgsl")
    with pytest.raises(FileNotFoundError, match="'swiss'"):
        npg.builtin("swis")
    with pytest.raises(FileNotFoundError):
        npg.load("builtin:generators/swis.wgsl")
    with pytest.raises(FileNotFoundError):
        npg.open(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        npg.load(tmp_path / "none.png")
    with pytest.raises(KeyError, match="wave"):
        npg.load(f"{tmp_path}/wave.wgsl::wav")
    with pytest.raises(KeyError, match="'wave'"):
        npg.open(tmp_path)["wav"]


def test_runaway_loop_names_its_line():
    runaway = npg.compile(RUNAWAY)
    with pytest.raises(npg.DeviceError, match="<source>:3:.*budget") as raised:
        runaway(size=8)
    assert isinstance(raised.value, RuntimeError)
    with pytest.raises(npg.DeviceError, match="budget"):
        runaway.sample([[0, 0]])
    # The device goes on.
    assert npg.compile(PLANE)(size=4).shape == (4, 4)


def test_no_adapter_says_how_to_get_a_driver():
    with pytest.raises(npg.DeviceError, match="no such|has|adapter"):
        npg.use_adapter("voodoo")
    found = child(
        "import noise_playground as npg\n"
        "wave = npg.compile('fn f(p: vec2f) -> f32 { return p.x; }')\n"
        "try: wave(size=4)\n"
        "except npg.DeviceError as error: print('driver' in str(error))",
        env={**os.environ, "VK_ICD_FILENAMES": "/none", "VK_DRIVER_FILES": "/none"},
    )
    assert found.stdout == "True\n", found.stderr


def test_grid_program_has_no_double_precision():
    with pytest.raises(ValueError, match="double precision"):
        npg.compile(GRID_PROGRAM)(precision="double")


def test_coarse_positions_are_warned_of(plane):
    with pytest.warns(npg.PrecisionWarning, match="digits"):
        plane(size=8, span=1e-6, center=(1000, 0))
    plane(size=8, span=1e-6, center=(1000, 0), precision="single")


@pytest.mark.parametrize("extra", ["xarray", "dask", "zarr"])
def test_missing_extras_are_named(extra):
    call = {
        "xarray": "npg.builtin('swiss').dataarray(size=4)",
        "dask": "npg.dask.field",
        "zarr": "npg.dask.to_zarr(npg.dask.field(npg.builtin('swiss'), size=4), '/tmp/none')",
    }[extra]
    found = child(
        f"import sys\nsys.modules[{extra!r}] = None\nimport noise_playground as npg\n"
        f"try: {call}\nexcept ImportError as error: print(error)"
    )
    assert f"pip install 'noise-playground[{extra}]'" in found.stdout, found.stderr
