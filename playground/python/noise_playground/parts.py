"""Parts of fields of any size, and what a task or a store needs to know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from . import _native
from .arguments import Array, is_double
from .generator import Generator
from .grid import ENOUGH_DIGITS, MAX_LARGE_SIDE, Grid

MAX_INDEX = 1 << 24
"""Samples on a side that single precision can count."""


def attributes(generator: Generator) -> dict[str, str]:
    """Return name, unit and manifest."""
    program = generator._program
    found = {"long_name": program.title, "units": program.unit or "", "manifest": generator.manifest}
    return {name: text for name, text in found.items() if text}


def large_grid(generator: Generator, size: Any, span: Any, center: Any, precision: str | None) -> tuple[Grid, bool]:
    """Return a grid of any size, and whether it is evaluated in double precision.

    Raises
    ------
    ValueError
        Single precision cannot count the samples, or leaves few digits and was not asked for.
    """
    if generator.domain == "grid":
        reason = "each sample of a grid program depends on all others, so that no part can be evaluated alone"
        raise ValueError(f"{generator.address}: {reason}")
    doubles = is_double(precision)
    grid = generator._grid(size, span, center, largest=MAX_LARGE_SIDE if doubles else MAX_INDEX)
    if precision is None and grid.digits < ENOUGH_DIGITS:
        text = f"single precision leaves {grid.digits:.1f} digits of the spacing"
        raise ValueError(f"{text}; say precision='double', or precision='single' for such samples")
    return grid, doubles


def part_of(
    generator: Generator, placement: tuple[Any, ...], region: tuple[int, int, int, int], doubles: bool
) -> Array:
    """Return the region (left, top, width, height) of a grid: equal to that part of the whole."""
    numbers = _native.part(generator._program, placement, list(region), doubles)
    channels = generator._program.channels
    return numbers.reshape(region[3], region[2], *([channels] if channels > 1 else []))


@dataclass(frozen=True)
class FieldBlocks:
    """A field in blocks: all that a task needs besides its index, a few kilobytes."""

    generator: Generator
    grid: Grid
    moment: tuple[float, float]
    """z and time."""
    doubles: bool
    dtype: str
    block: tuple[int, int]

    def __call__(self, row: int, column: int) -> npt.NDArray[Any]:
        """Evaluate a block: bit for bit the samples of the whole there."""
        height, width = self.block
        left, top = column * width, row * height
        region = left, top, min(width, self.grid.size[0] - left), min(height, self.grid.size[1] - top)
        part: npt.NDArray[Any] = part_of(self.generator, self.placement, region, self.doubles)
        return part.astype(self.dtype, copy=False)

    @property
    def placement(self) -> tuple[Any, ...]:
        """Where the samples are."""
        return self.grid.center, self.grid.span, self.grid.size, self.moment

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, columns, and channels of more than one."""
        channels = self.generator._program.channels
        return (self.grid.size[1], self.grid.size[0], *([channels] if channels > 1 else []))

    @property
    def counts(self) -> tuple[int, int]:
        """How many rows and columns of blocks there are."""
        return -(-self.shape[0] // self.block[0]), -(-self.shape[1] // self.block[1])

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        return self.generator.manifest, self.placement, self.doubles, self.dtype, self.block


def blocks_of(array: Any) -> FieldBlocks:
    """Return the blocks of an array that `field` returned.

    Raises
    ------
    ValueError
        It is another array, or computed from one.
    """
    task = getattr(array.dask.layers.get(array.name), "task", None)
    blocks = (getattr(task, "kwargs", None) or {}).get("blocks")
    if not isinstance(blocks, FieldBlocks):
        raise ValueError("field is an array that noise_playground.dask.field returned")
    return blocks
