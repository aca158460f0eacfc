"""Fields of any size as `dask` arrays, and as Zarr stores that many workers write."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .generator import Generator
from .grid import pair_of
from .parts import FieldBlocks, blocks_of, large_grid

try:
    import dask.array as da
except ImportError as error:
    raise ImportError("dask is missing: pip install 'noise-playground[dask]'") from error

from .stores import to_zarr, verify

__all__ = ["Estimate", "FieldBlocks", "blocks_of", "estimate", "field", "to_zarr", "verify"]


def field(
    generator: Generator,
    *,
    size: Any,
    span: float | None = None,
    center: Any = None,
    z: float | None = None,
    time: float | None = None,
    chunks: Any = 4096,
    precision: str | None = None,
    dtype: str = "float32",
    values: Mapping[str, Any] | None = None,
    **controls: Any,
) -> da.Array:
    """Return a field as a `dask.array.Array` of one task a block.

    Parameters
    ----------
    size : int or (int, int)
        Width and height in samples: up to 2²⁴ a side in single precision, 2³¹ in double precision.
    span, center, z, time, values, **controls
        As in a call of the generator.
    chunks : int or (int, int)
        Width and height of a block.
    precision : {"single", "double"}, optional
        Of double precision, the numbers are rounded once, to `dtype`.

    Raises
    ------
    ValueError
        Single precision leaves less than three digits of the spacing, and was not asked for; or the generator is a grid
        program.
    """
    generator = generator.with_values(generator._single(values, controls))
    grid, doubles = large_grid(generator, size, span, center, precision)
    if np.dtype(dtype).kind != "f":
        raise ValueError(f"dtype is one of floats, not {dtype!r}")
    block = pair_of(chunks, largest=max(grid.size))[::-1] if np.min(chunks) < max(grid.size) else grid.size[::-1]
    moment = generator._placement(grid, z, time)[3]
    blocks = FieldBlocks(generator, grid, moment, doubles, np.dtype(dtype).name, block)
    shape = blocks.shape
    sides = tuple(_divided(count, side) for count, side in zip(shape, block))
    array: da.Array = da.map_blocks(
        _evaluate,
        blocks=blocks,
        chunks=(*sides, *((count,) for count in shape[2:])),
        dtype=dtype,
        meta=np.empty((0,) * len(shape), dtype),
    )
    return array


@dataclass(frozen=True)
class Estimate:
    """Cost of a field, from one block that was measured on this machine.

    Attributes
    ----------
    samples, bytes, tasks : int
    compute, write : float
        Seconds on all workers together; bytes are written at the rate of one block to memory, compressed.
    seconds : float
        With this number of workers, if each has a device of its own.
    """

    samples: int
    bytes: int
    tasks: int
    compute: float
    write: float
    seconds: float


def estimate(generator: Generator, *, size: Any, workers: int = 1, chunks: Any = 1024, **options: Any) -> Estimate:
    """Measure one block, and return what a field of this size costs. `options` are those of `field`."""
    import zlib

    if workers < 1:
        raise ValueError(f"workers is 1 or more, not {workers}")
    blocks = blocks_of(field(generator, size=size, chunks=chunks, **options))
    blocks(0, 0)  # Builds pipelines.
    start = time.perf_counter()
    block = blocks(blocks.counts[0] // 2, blocks.counts[1] // 2)
    computed = time.perf_counter()
    zlib.compress(block.tobytes(), 1)
    written = time.perf_counter() - computed
    tasks, samples = blocks.counts[0] * blocks.counts[1], blocks.grid.size[0] * blocks.grid.size[1]
    share = samples / (block.shape[0] * block.shape[1])
    compute, write = (computed - start) * share, written * share
    size_of_sample = block.nbytes // (block.shape[0] * block.shape[1])
    return Estimate(samples, samples * size_of_sample, tasks, compute, write, (compute + write) / workers)


def _evaluate(block_id: tuple[int, ...], blocks: FieldBlocks) -> npt.NDArray[Any]:
    return blocks(*block_id[:2])


def _divided(count: int, side: int) -> tuple[int, ...]:
    whole, rest = divmod(count, side)
    return (side,) * whole + ((rest,) if rest else ())
