"""Coordinates, batches as dimensions, lazily indexed fields of any size, and the cell magic."""

import pickle
from pathlib import Path

import numpy as np
import pytest
import rioxarray
import xarray as xr
from conftest import PLANE, WAVE, exact

import noise_playground as npg


def test_dataarray_has_coordinates_and_attributes(plane):
    field = plane.dataarray(size=(6, 4), span=3, center=(1, 2), gain=1, warp=0)
    assert field.dims == ("y", "x") and field.name == "plane"
    assert np.allclose(field.values, np.broadcast_to(field.x.values, (4, 6)))
    assert field.y[0] > field.y[-1]
    assert '"plane"' in field.attrs["manifest"] or "plane" in field.attrs["manifest"]


def test_batch_is_named_after_controls(wave):
    gains, shifts = np.array([1.0, 2.0, 3.0]), np.arange(8.0).reshape(4, 2)
    field = wave.dataarray(size=8, gain=gains[:, None], shift=shifts)
    assert field.dims == ("gain", "shift", "y", "x") and field.gain.values.tolist() == [1, 2, 3]
    both = wave.dataarray(size=8, gain=gains, values={"size": gains})
    assert both.dims == ("batch_0", "y", "x")
    colors = npg.compile("fn c(p: vec2f) -> vec3f { return vec3f(p, 1.0); }").dataarray(size=8)
    assert colors.dims == ("y", "x", "channel")


def test_sweep_has_a_dimension_for_each_control(plane):
    data = npg.sweep(plane, {"gain": [1, 2], "warp": [0, 1, 2]}, size=8)
    assert dict(data.sizes) == {"gain": 2, "warp": 3, "y": 8, "x": 8}
    assert exact(data["plane"].sel(gain=2, warp=1).values, plane(size=8, gain=2, warp=1))


@pytest.fixture
def shader(tmp_path):
    path = tmp_path / "wave.wgsl"
    path.write_text(WAVE)
    return path


def test_dataset_is_evaluated_where_it_is_indexed(shader):
    data = xr.open_dataset(shader, engine="noise_playground", size=(300, 200), span=5, center=(1, 2))
    whole = npg.load(shader)(size=(300, 200), span=5, center=(1, 2))
    wave = data["wave"]
    assert exact(wave.values, whole)
    for key in [
        np.s_[10:20, 30:35],
        np.s_[-1],
        np.s_[5, 7],
        np.s_[::50, ::60],
        np.s_[190:10:-45, 299:3:-70],
        np.s_[20:10:-1, 3:9],
        np.s_[3:3],
        (np.array([5, 1]), slice(2, 4)),
    ]:
        assert exact(wave[key].values, whole[key]), key
    assert np.allclose(wave.x, npg.load(shader).grid((300, 200), 5, (1, 2)).x)
    assert np.allclose(wave.y, npg.load(shader).grid((300, 200), 5, (1, 2)).y)


def test_immense_dataset_is_small(shader):
    data = xr.open_dataset(shader, engine="noise_playground", size=1_000_000, span=10_000_000.0 / 64, precision="single")
    assert data["wave"].shape == (10**6, 10**6)
    assert all(type(data.xindexes[name]).__name__ == "RangeIndex" for name in "xy")
    part = data["wave"][500_000:500_003, 999_990:]
    assert part.shape == (3, 10) and np.isfinite(part.values).all()
    assert np.allclose(part.x.diff("x"), 0.15625)


def test_dataset_opens_as_dask(shader):
    data = xr.open_dataset(shader, engine="noise_playground", size=100, chunks={"x": 40, "y": 40})
    assert exact(data["wave"].data.compute(), npg.load(shader)(size=100))


def test_coarse_positions_are_refused(shader):
    with pytest.raises(ValueError, match="1.5 digits"):
        xr.open_dataset(shader, engine="noise_playground", size=10**6, span=10**6)
    double = xr.open_dataset(shader, engine="noise_playground", size=10**6, span=10**6, precision="double")
    assert double["wave"].dtype == np.float64
    with pytest.raises(ValueError, match="16,777,216"):
        xr.open_dataset(shader, engine="noise_playground", size=10**8, precision="single")


@pytest.fixture
def shell():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "noise_playground")
    return shell


def test_cell_is_compiled_and_keeps_values(shell, capsys):
    shell.run_cell_magic("noise", "hills", PLANE)
    assert shell.user_ns["hills"](size=4).shape == (4, 4)
    shell.user_ns["hills"] = shell.user_ns["hills"].with_values(gain=0.125)
    shell.run_cell_magic("noise", "hills", PLANE.replace("warp * p.y", "warp * p.y * p.y"))
    hills = shell.user_ns["hills"]
    assert hills.controls["gain"].default == 0.125 and "p.y * p.y" in hills.source
    capsys.readouterr()
    shell.run_cell_magic("noise", "hills", "\nfn f(p: vec2f) -> f32 { return 1u; }")
    assert "<source>:2:" in capsys.readouterr().err
    assert shell.user_ns["hills"] is hills


DEM = Path(__file__).parents[3] / "shaders/dem/jacksboro_fault.tif"


def test_height_map_is_a_generator_with_its_coordinates(playground, tmp_path):
    dem = npg.load(DEM)
    assert dem().shape == (427, 403) and dem == pickle.loads(pickle.dumps(dem))
    dem.render(tmp_path / "here.png")
    playground("render", DEM, "-o", tmp_path / "there.png")
    # Before the pixels is the manifest, in which the command line also states the raster of the file.
    here, there = ((tmp_path / name).read_bytes().partition(b"IDAT")[2] for name in ("here.png", "there.png"))
    assert len(here) > 100_000 and here == there
    playground("render", DEM, "--size", "300x200", "--span", "9000", "-o", tmp_path / "there.tif")
    field = dem.dataarray(size=(300, 200), span=9000)
    there, file = rioxarray.open_rasterio(tmp_path / "there.tif"), rioxarray.open_rasterio(DEM)
    assert field.rio.crs == there.rio.crs == file.rio.crs
    assert np.allclose(field.x, there.x, rtol=1e-12) and np.allclose(field.y, there.y, rtol=1e-12)
    assert np.allclose(field, there[0], atol=0.01)
    assert np.allclose(dem.dataarray().x, file.x, rtol=1e-12)
    assert field.rio.reproject("EPSG:32616").rio.crs.to_epsg() == 32616
    lazy = xr.open_dataset(DEM, engine="noise_playground", size=(300, 200), span=9000)
    assert lazy.rio.crs == file.rio.crs and np.allclose(lazy.y, field.y, rtol=1e-12)
    assert "spatial_ref" not in npg.builtin("swiss").dataarray(size=4).coords
