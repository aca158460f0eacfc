"""Zarr stores of fields: written block by block by any number of workers, continued, and verified."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._native import VERSION, DeviceError
from .adapters import adapter
from .generator import restore
from .grid import Grid
from .parts import FieldBlocks, attributes, blocks_of

if TYPE_CHECKING:
    import dask.array as da

MAX_COORDINATES = 1 << 16
"""Coordinates of longer sides are origin and spacing in the attributes only."""

ATTRIBUTE = "noise_playground"


def to_zarr(
    field: da.Array,
    path: str | os.PathLike[str],
    *,
    chunks: int = 1024,
    shards: bool = True,
    resume: bool = True,
    mixed: bool = False,
) -> None:
    """Write a field to a Zarr store of format 3, with the scheduler of dask that is set.

    Parameters
    ----------
    field : dask.array.Array
        What `field` returned.
    chunks : int
        Width and height of a chunk, which is read at once. A block is a shard of whole chunks.
    shards : bool
        False to make each block a chunk.
    resume : bool
        True to write only blocks that the store does not have.
    mixed : bool
        True to allow adapters that round differently.

    Raises
    ------
    ValueError
        Blocks are not whole chunks, or the store has another field.
    DeviceError
        The adapter rounds differently than the one that wrote the store.
    """
    from dask.base import compute
    from dask.delayed import delayed

    zarr = _zarr()
    blocks = blocks_of(field)
    if any(side % chunks for side in blocks.block) and shards:
        raise ValueError(f"a block of {blocks.block} samples is not whole chunks of {chunks}; rechunking would corrupt")
    record = _record(blocks)
    name, path = _name(blocks), Path(path)
    if path.exists() and any(path.iterdir()):
        if not resume:
            raise ValueError(f"{path} exists; resume=True continues it")
        _check_record(zarr.open_group(path, mode="r")[name].attrs[ATTRIBUTE], record, mixed)
    else:
        _create(zarr, path, blocks, record, chunks if shards else None)
    present = _present(path / name)
    rows, columns = blocks.counts
    missing = [(row, column) for row in range(rows) for column in range(columns) if (row, column) not in present]
    expected = None if mixed else record["fingerprint"]
    shared, target = delayed(blocks), str(path / name)
    compute(*[delayed(_write)(shared, target, index, expected) for index in missing])


@dataclass(frozen=True)
class Verification:
    """How many blocks of a store were computed again, and the largest difference, which is 0 of equal ones."""

    blocks: int
    equal: bool
    largest: float


def verify(path: str | os.PathLike[str], *, blocks: int = 16, seed: int = 0) -> Verification:
    """Compute blocks of a store again, chosen by `seed`, and compare them."""
    zarr = _zarr()
    group = zarr.open_group(path, mode="r")
    name = next(name for name, array in group.arrays() if ATTRIBUTE in array.attrs)
    array, found = group[name], _restored(group[name].attrs[ATTRIBUTE])
    rows, columns = found.counts
    chosen = np.random.default_rng(seed).permutation(rows * columns)[:blocks]
    largest, is_equal = 0.0, True
    for row, column in (divmod(int(index), columns) for index in chosen):
        stored, computed = array[_slices(found, row, column)], found(row, column)
        is_equal &= stored.tobytes() == computed.tobytes()
        with np.errstate(invalid="ignore"):
            difference = np.abs(stored.astype(np.float64) - computed)
        differs = ~((stored == computed) | (np.isnan(stored) & np.isnan(computed)))
        largest = max(largest, float(np.nan_to_num(difference[differs], nan=np.inf).max(initial=0)))
    return Verification(len(chosen), is_equal, largest)


def _zarr() -> Any:
    try:
        import zarr
    except ImportError as error:
        raise ImportError("zarr is missing: pip install 'noise-playground[zarr]'") from error
    return zarr


def _create(zarr: Any, path: Path, blocks: FieldBlocks, record: dict[str, Any], chunks: int | None) -> None:
    group = zarr.create_group(path, zarr_format=3)
    rest = blocks.shape[2:]
    block = (*blocks.block, *rest)
    dimensions = ["y", "x", "channel"][: len(block)]
    for name, count in zip("yx", blocks.shape):
        if count <= MAX_COORDINATES:
            group.create_array(name, data=getattr(blocks.grid, name), dimension_names=[name])
    group.create_array(
        _name(blocks),
        shape=blocks.shape,
        chunks=(chunks, chunks, *rest) if chunks else block,
        shards=block if chunks else None,
        dtype=blocks.dtype,
        fill_value=np.nan,
        dimension_names=dimensions,
        attributes={**attributes(blocks.generator), ATTRIBUTE: record},
    )


def _record(blocks: FieldBlocks) -> dict[str, Any]:
    grid, manifest = blocks.grid, blocks.generator.manifest
    return {
        "version": VERSION,
        "manifest": json.loads(manifest),
        "manifest_sha256": hashlib.sha256(manifest.encode()).hexdigest(),
        "center": list(grid.center),
        "span": grid.span,
        "size": list(grid.size),
        "moment": list(blocks.moment),
        "origin": [grid.center[0] - grid.span / 2, grid.center[1] + grid.spacing * grid.size[1] / 2],
        "spacing": grid.spacing,
        "double": blocks.doubles,
        "dtype": blocks.dtype,
        "block": list(blocks.block),
        "fingerprint": adapter().fingerprint,
    }


def _check_record(stored: dict[str, Any], record: dict[str, Any], mixed: bool) -> None:
    for key in ("manifest_sha256", "center", "span", "size", "moment", "double", "dtype", "block"):
        if stored[key] != record[key]:
            raise ValueError(f"the store has another field: {key} {stored[key]} there, {record[key]} here")
    if not mixed:
        _check_fingerprint(stored["fingerprint"])


def _check_fingerprint(expected: str) -> None:
    present = adapter().fingerprint
    if present != expected:
        text = f"this adapter rounds differently: fingerprint {present}, the store's is {expected}"
        raise DeviceError(f"{text}; mixed=True allows both")


def _restored(record: dict[str, Any]) -> FieldBlocks:
    generator = restore(json.dumps(record["manifest"]))
    center, size, moment, block = (tuple(record[key]) for key in ("center", "size", "moment", "block"))
    return FieldBlocks(generator, Grid(center, record["span"], size), moment, record["double"], record["dtype"], block)


def _write(blocks: FieldBlocks, target: str, index: tuple[int, int], expected: str | None) -> None:
    if expected is not None:
        _check_fingerprint(expected)
    zarr = _zarr()
    # A block of NaN only is an object too, so that a missing one is one that is not written yet.
    with zarr.config.set({"array.write_empty_chunks": True}):
        zarr.open_array(target, mode="r+")[_slices(blocks, *index)] = blocks(*index)


def _slices(blocks: FieldBlocks, row: int, column: int) -> tuple[slice, slice]:
    height, width = blocks.block
    return slice(row * height, (row + 1) * height), slice(column * width, (column + 1) * width)


def _present(array: Path) -> set[tuple[int, int]]:
    """Indices of the objects of a store, which are whole."""
    found = (path.relative_to(array / "c").parts for path in array.glob("c/*/*") if path.name.isdecimal())
    return {(int(row), int(column)) for row, column in found}


def _name(blocks: FieldBlocks) -> str:
    return blocks.generator.address.rpartition("::")[2]
