"""Fields in blocks, and stores of them."""

import dataclasses
import json
import pickle
import time

import dask
import numpy as np
import pytest
import xarray as xr
import zarr
from conftest import GRID_PROGRAM, exact

import noise_playground as npg
from noise_playground.stores import Verification


@pytest.fixture
def placed():
    return {"size": (200, 150), "span": 5, "center": (1, -2)}


@pytest.mark.parametrize("precision", [None, "double"])
def test_blocks_equal_their_part_of_the_whole(swiss, placed, precision):
    whole = swiss(**placed, warp=0.3, precision=precision)
    for chunks in (64, (70, 30), 4096):
        field = npg.dask.field(swiss, **placed, chunks=chunks, precision=precision, dtype=whole.dtype, warp=0.3)
        assert field.shape == whole.shape and exact(field.compute(), whole), chunks
    assert exact(field[20:30, 199:].compute(), whole[20:30, 199:])


def test_blocks_have_channels():
    colors = npg.compile("fn c(p: vec2f) -> vec3f { return vec3f(p, sin(p.x)); }")
    field = npg.dask.field(colors, size=50, chunks=32)
    assert field.shape == (50, 50, 3) and exact(field.compute(), colors(size=50))


def test_doubles_are_rounded_once(swiss, placed):
    field = npg.dask.field(swiss, **placed, chunks=64, precision="double")
    assert exact(field.compute(), swiss(**placed, precision="double").astype(np.float32))


def test_immense_field_is_built_at_once_and_right(swiss):
    start = time.perf_counter()
    field = npg.dask.field(swiss, size=10**6, span=10**6, precision="double", dtype="float64")
    assert time.perf_counter() - start < 2
    assert field.numblocks == (245, 245) and len(pickle.dumps(field)) < 1_000_000
    layers = [layer for layer in field.dask.layers.values() if isinstance(layer, dask.blockwise.Blockwise)]
    assert len(field.dask.layers) <= 2 and layers
    small = dataclasses.replace(npg.dask.blocks_of(field), block=(4, 4))
    for row, column in np.random.default_rng(3).integers(0, 250_000, (32, 2)):
        x, y = 4 * column + 2 - 5e5, 5e5 - 4 * row - 2
        alone = swiss(size=4, span=4, center=(x, y), precision="double")
        assert np.abs(small(row, column) - alone).max() < 1e-12


def test_keys_follow_the_content(swiss, placed):
    def name(generator, **options):
        return npg.dask.field(generator, **{**placed, **options}).name

    assert name(swiss) == name(npg.builtin("swiss")) == name(pickle.loads(pickle.dumps(swiss)))
    assert len({name(swiss), name(swiss, warp=0.5), name(swiss, chunks=64), name(npg.builtin("fbm"))}) == 4


def test_refusals_come_before_any_work(swiss):
    with pytest.raises(ValueError, match="1.5 digits"):
        npg.dask.field(swiss, size=10**6, span=10**6)
    with pytest.raises(ValueError, match="grid program"):
        npg.dask.field(npg.compile(GRID_PROGRAM), size=64)
    with pytest.raises(ValueError, match="one value"):
        npg.dask.field(swiss, size=64, warp=[1, 2])
    with pytest.raises(TypeError, match="did you mean"):
        npg.dask.field(swiss, size=64, wrap=1)
    with pytest.raises(ValueError, match="dtype"):
        npg.dask.field(swiss, size=64, dtype="int16")
    with pytest.raises(ValueError, match="size"):
        npg.dask.field(swiss, size=0)


@pytest.mark.parametrize("shards", [True, False])
def test_store_is_read_by_zarr_and_xarray(swiss, placed, tmp_path, shards):
    field = pickle.loads(pickle.dumps(npg.dask.field(swiss, **placed, chunks=64)))
    npg.dask.to_zarr(field, tmp_path / "land.zarr", chunks=32, shards=shards)
    array = zarr.open_group(tmp_path / "land.zarr", mode="r")["height"]
    assert exact(array[:], swiss(**placed))
    assert array.chunks == ((32, 32) if shards else (64, 64)) and array.shards == ((64, 64) if shards else None)
    data = xr.open_zarr(tmp_path / "land.zarr", consolidated=False)
    assert np.allclose(data.x, swiss.grid(**placed).x) and data["height"].dims == ("y", "x")
    record = array.attrs["noise_playground"]
    assert record["fingerprint"] == npg.adapter().fingerprint and record["manifest"]["address"] == swiss.address
    assert npg.dask.verify(tmp_path / "land.zarr", blocks=5) == Verification(5, True, 0.0)


def test_slice_and_time_are_those_of_the_whole(placed, tmp_path):
    wave = npg.compile("fn wave(p: vec4f) -> f32 { return sin(3.1 * p.x + p.z) * cos(p.y + p.w); }")
    moment = {"z": 0.3, "time": 2.5}
    field = npg.dask.field(wave, **placed, **moment, chunks=64)
    assert exact(field.compute(), wave(**placed, **moment))
    npg.dask.to_zarr(field, tmp_path / "land", chunks=64)
    assert npg.dask.verify(tmp_path / "land", blocks=99) == Verification(12, True, 0.0)
    with pytest.raises(ValueError, match="moment"):
        npg.dask.to_zarr(npg.dask.field(wave, **placed, chunks=64), tmp_path / "land", chunks=64)
    with pytest.raises(ValueError, match="z has no effect"):
        npg.dask.field(npg.builtin("swiss"), size=64, z=1)
    address = tmp_path / "wave.wgsl"
    address.write_text(wave.source)
    lazy = xr.open_dataset(address, engine="noise_playground", **placed, **moment)
    assert exact(lazy["wave"].values, wave(**placed, **moment))


def test_resumed_store_has_the_same_bytes(swiss, placed, tmp_path):
    field = npg.dask.field(swiss, **placed, chunks=64)
    one, two = tmp_path / "one", tmp_path / "two"
    npg.dask.to_zarr(field, one, chunks=64)
    npg.dask.to_zarr(field, two, chunks=64)
    objects = sorted((two / "height" / "c").glob("*/*"))
    assert len(objects) == 12
    kept = {path: path.stat().st_mtime_ns for path in objects[3:]}
    for path in objects[:3]:
        path.unlink()
    npg.dask.to_zarr(field, two, chunks=64)
    assert {path: path.stat().st_mtime_ns for path in objects[3:]} == kept
    for path in objects:
        assert path.read_bytes() == (one / path.relative_to(two)).read_bytes()
    with pytest.raises(ValueError, match="resume"):
        npg.dask.to_zarr(field, two, chunks=64, resume=False)


def test_block_of_missing_values_is_an_object(tmp_path):
    nothing = npg.compile("fn f(p: vec2f) -> f32 { return log(-1.0 - p.x * p.x); }")
    npg.dask.to_zarr(npg.dask.field(nothing, size=64, chunks=32), tmp_path / "nan", chunks=32)
    assert len(list((tmp_path / "nan" / "f" / "c").glob("*/*"))) == 4
    assert np.isnan(zarr.open_group(tmp_path / "nan", mode="r")["f"][:]).all()


def test_other_fields_and_adapters_are_refused(swiss, placed, tmp_path):
    store = tmp_path / "land"
    npg.dask.to_zarr(npg.dask.field(swiss, **placed, chunks=64), store, chunks=64)
    other = npg.dask.field(swiss, **placed, chunks=64, warp=0.9)
    with pytest.raises(ValueError, match="manifest_sha256"):
        npg.dask.to_zarr(other, store, chunks=64)
    with pytest.raises(ValueError, match="whole chunks"):
        npg.dask.to_zarr(other, tmp_path / "new", chunks=48)
    assert not (tmp_path / "new").exists()
    with pytest.raises(ValueError, match="field is an array"):
        npg.dask.to_zarr(other + 1, tmp_path / "new")
    path = store / "height" / "zarr.json"
    metadata = json.loads(path.read_text())
    metadata["attributes"]["noise_playground"]["fingerprint"] = "0" * 64
    path.write_text(json.dumps(metadata))
    (store / "height" / "c" / "0" / "0").unlink()
    field = npg.dask.field(swiss, **placed, chunks=64)
    with pytest.raises(npg.DeviceError, match="0000.*|mixed=True"):
        npg.dask.to_zarr(field, store, chunks=64)
    npg.dask.to_zarr(field, store, chunks=64, mixed=True)
    assert npg.dask.verify(store, blocks=99).equal


def test_verification_finds_a_changed_block(swiss, placed, tmp_path):
    store = tmp_path / "land"
    npg.dask.to_zarr(npg.dask.field(swiss, **placed, chunks=64), store, chunks=64)
    array = zarr.open_group(store, mode="r+")["height"]
    array[0, 0] += np.float32(0.25)
    found = npg.dask.verify(store, blocks=99)
    assert not found.equal and found.largest == pytest.approx(0.25, rel=1e-5)


def test_estimate_counts_and_measures(swiss):
    found = npg.dask.estimate(swiss, size=1000, chunks=300, workers=4)
    assert (found.samples, found.bytes, found.tasks) == (10**6, 4 * 10**6, 16)
    assert found.seconds == pytest.approx((found.compute + found.write) / 4)
    start = time.perf_counter()
    npg.dask.field(swiss, size=1000, chunks=300).compute(scheduler="synchronous")
    measured = time.perf_counter() - start
    assert measured / 4 < found.compute < measured * 4


def test_tasks_run_in_other_processes(swiss, placed):
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    blocks = npg.dask.blocks_of(npg.dask.field(swiss, **placed, chunks=64))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert exact(pool.submit(blocks, 1, 2).result(timeout=60), swiss(**placed)[64:128, 128:192])
