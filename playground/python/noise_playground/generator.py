"""Generators: functions of a position, as WGSL, with values of their controls."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _native
from .arguments import ARGUMENTS, Array, check_memory, is_double, positions, shaped, text_of
from .controls import Controls, Shape, as_array, broadcast, unknown
from .grid import ENOUGH_DIGITS, MAX_LARGE_SIDE, MAX_SIDE, Grid, PrecisionWarning, placed


class Generator:
    """A function of a position. `builtin`, `load`, `open` and `compile` return it.

    It never changes, and threads can share it. Generators of equal text and values are equal; they are pickled as text.
    Calling it evaluates a field; controls are keywords, and `values` takes those that are named like an argument.
    """

    def __init__(self, program: _native.Program) -> None:
        self._program = program
        self.__doc__ = program.doc or type(self).__doc__

    def __call__(
        self,
        *,
        size: Any = None,
        span: float | None = None,
        center: Any = None,
        z: float | None = None,
        time: float | None = None,
        quantity: str = "field",
        precision: str | None = None,
        values: Mapping[str, Any] | None = None,
        **controls: Any,
    ) -> Array:
        """Evaluate the samples of a grid.

        Parameters
        ----------
        size : int or (int, int), optional
            Width and height in samples: 512, or those of the capture or data file. A grid program has a grid of its own.
        span, center : float and (float, float), optional
            Width and center in world units; those of the shader, capture or file unless they are given.
        z, time : float, optional
            Height of the slice, and seconds, of functions that depend on them.
        quantity : str
            ``field``, ``slope``, ``aspect``, ``normal``, ``curvature``, ``hillshade``, ``sky``, or the exact
            ``gradient``, ``laplacian`` and ``hessian``.
        precision : {"single", "double"}, optional
            ``double`` computes and returns float64.
        values, **controls
            Values of controls. Arrays of them broadcast, and come first in the shape of the result.

        Returns
        -------
        numpy.ndarray
            Shape (…, H, W), or (…, H, W, C) of a result with C numbers; the first row is in the north.

        Raises
        ------
        TypeError
            There is no such control or argument.
        ValueError
            An argument cannot have its value.
        DeviceError
            There is no device, no double precision, or a loop does not end.
        """
        grid = self._grid(size, span, center)
        batch, members = self._members(values, controls)
        doubles = is_double(precision)
        if not doubles and precision is None and self.domain != "grid" and grid.digits < ENOUGH_DIGITS:
            text = f"single precision leaves {grid.digits:.1f} digits of the spacing; precision='double' has more"
            warnings.warn(text, PrecisionWarning, stacklevel=2)
        width, height = grid.size
        channels = 1 if quantity != "field" else self._program.channels
        check_memory(len(members) * width * height * channels * (8 if doubles else 4))
        numbers = _native.field(self._program, self._placement(grid, z, time), quantity, doubles, members)
        return shaped(numbers, batch, (height, width))

    def sample(
        self,
        points: Any,
        *,
        gradient: bool = False,
        precision: str | None = None,
        values: Mapping[str, Any] | None = None,
        **controls: Any,
    ) -> Any:
        """Evaluate at positions, which have no size: all octaves are kept.

        Parameters
        ----------
        points : array, shape (…, d)
            World positions x, y, and z and time as far as the function takes them.
        gradient : bool
            True to return also the exact derivatives by x, y and z.
        precision, values, **controls
            As in a call.

        Returns
        -------
        numpy.ndarray, or a pair of them
            Values, shape (…) or (…, C); the gradient has the shape (…, d), with d at most 3.
        """
        at, shape, dimensions = positions(points, self.domain, self._program.placement(False)[3])
        batch, members = self._members(values, controls)
        doubles = is_double(precision)

        def evaluate(has_gradient: bool) -> Array:
            parts = [_native.points(self._program, at, has_gradient, doubles, member) for member in members]
            return shaped(np.concatenate(parts), batch, shape)

        if not gradient:
            return evaluate(False)
        return evaluate(False), evaluate(True)[..., : min(dimensions, 3)]

    def grid(self, size: Any = None, span: float | None = None, center: Any = None) -> Grid:
        """Return the grid of a call with these arguments."""
        return self._grid(size, span, center, largest=MAX_LARGE_SIDE)

    def picture(
        self,
        view: str | None = None,
        *,
        size: Any = None,
        span: float | None = None,
        center: Any = None,
        z: float | None = None,
        time: float | None = None,
        values: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Array:
        """Render a picture.

        Parameters
        ----------
        view : str, optional
            ``relief``, ``hillshade``, ``slice``, ``terrain``, …; that of the shader unless it is given.
        **options
            Options of ``playground render``, with ``_`` for ``-``, and controls.

        Returns
        -------
        numpy.ndarray
            uint8, shape (H, W, 4): sRGB-encoded red, green, blue, and alpha.
        """
        grid = self._grid(size, span, center, of_picture=True)
        texts, member = self._options(view, values, options)
        numbers = _native.picture(self._program, self._placement(grid, z, time), texts, member)
        return shaped(numbers, (), (grid.size[1], grid.size[0]))

    def render(
        self,
        path: str | os.PathLike[str],
        *,
        view: str | None = None,
        size: Any = None,
        span: float | None = None,
        center: Any = None,
        z: float | None = None,
        time: float | None = None,
        quantity: str = "field",
        mask: str | None = None,
        depth: int | None = None,
        precision: str | None = None,
        values: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Write a file as ``playground render`` does, with its manifest. The extension selects the format.

        Parameters
        ----------
        quantity, mask, depth, **options
            As on the command line, with ``_`` for ``-``. `size` is 512 unless it is given.
        """
        path = Path(path)
        is_picture = path.suffix.lower() == ".png" and depth != 16
        grid = self._grid(size, span, center, of_picture=is_picture)
        texts, member = self._options(view, values, options)
        placement, data = self._placement(grid, z, time), (quantity, mask, depth)
        _native.save(self._program, path, placement, data, texts, is_double(precision), member)

    def dataarray(self, **options: Any) -> Any:
        """Return an `xarray.DataArray` with the coordinates of the samples. `options` are those of a call."""
        from .xarray import dataarray

        return dataarray(self, **options)

    def with_values(self, values: Mapping[str, Any] | None = None, /, **controls: Any) -> Generator:
        """Return the same generator with other defaults of its controls."""
        return Generator(self._program.with_values(self._single(values, controls)))

    @cached_property
    def controls(self) -> Controls:
        """Controls by name."""
        return Controls(json.loads(self._program.controls()))

    @property
    def source(self) -> str:
        """The WGSL, with what it imports."""
        return self._program.source

    @property
    def address(self) -> str:
        """``FILE::FUNCTION``."""
        return self._program.address

    @property
    def domain(self) -> str:
        """``plane``, ``volume``, ``volume_time`` or ``grid``."""
        return self._program.domain

    @property
    def returns(self) -> str:
        """``value``, ``gradient``, ``channels`` or ``color``."""
        return self._program.returns

    @cached_property
    def manifest(self) -> str:
        """Text, values and view as JSON."""
        return self._program.manifest()

    def __repr__(self) -> str:
        return f"<Generator {self.address} of a {self.domain}, returns a {self.returns}>"

    def __eq__(self, other: object) -> bool:
        return self.manifest == other.manifest if isinstance(other, Generator) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.manifest)

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.manifest,)

    def __dask_tokenize__(self) -> str:
        return self.manifest

    def _repr_png_(self) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.png"
            self.render(path, size=384)
            return path.read_bytes()

    def _grid(self, size: Any, span: Any, center: Any, of_picture: bool = False, largest: int = MAX_SIDE) -> Grid:
        (x, y), width, (columns, rows), _ = self._program.placement(of_picture)
        left, top = self._program.origin
        is_own = self.domain == "grid" and not of_picture
        if is_own and any(argument is not None for argument in (size, span, center)):
            raise ValueError(f"{self.address} is a grid program: size, span and center are those of its own grid")
        return placed(Grid((x, y), width, (columns, rows), (left, top)), size, span, center, largest)

    def _placement(self, grid: Grid, z: Any, time: Any) -> tuple[Any, ...]:
        moment = list(self._program.placement(False)[3])
        for index, (name, value) in enumerate((("z", z), ("time", time))):
            if value is None:
                continue
            if not self._program.depends_on[index]:
                raise ValueError(f"{name} has no effect: {self.address} does not depend on it")
            moment[index] = float(as_array(name, value))
        return grid.center, grid.span, grid.size, tuple(moment)

    def _members(
        self, values: Mapping[str, Any] | None, controls: Mapping[str, Any], options: Iterable[str] = ARGUMENTS
    ) -> tuple[Shape, list[Any]]:
        for name in controls:
            if name not in self.controls:
                raise unknown(name, [*self.controls, *options])
        return broadcast(self.controls, {**(values or {}), **controls})

    def _single(
        self, values: Mapping[str, Any] | None, controls: Mapping[str, Any], options: Iterable[str] = ARGUMENTS
    ) -> dict[str, Any]:
        batch, members = self._members(values, controls, options)
        if batch:
            raise ValueError(f"one value of each control is expected, not {batch} of them")
        member: dict[str, Any] = members[0]
        return member

    def _options(self, view: Any, values: Any, options: Mapping[str, Any]) -> tuple[list[tuple[str, str]], dict[str, Any]]:
        named = {**options} if view is None else {"view": view, **options}
        texts = [(name, text_of(named.pop(name))) for name in _native.VIEW_OPTIONS if name in named]
        return texts, self._single(values, named, (*_native.VIEW_OPTIONS, *ARGUMENTS))


def restore(manifest: str) -> Generator:
    """Return the generator that a manifest describes."""
    return Generator(_native.restore(manifest))
