"""Fields as `xarray` arrays: with coordinates, of batches, and of any size, which is read lazily."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .arguments import ARGUMENTS, Array
from .controls import as_array
from .generator import Generator
from .grid import Grid
from .parts import attributes, large_grid, part_of
from .sources import load

try:
    import xarray as xr
    from xarray.backends import BackendArray, BackendEntrypoint
    from xarray.core import indexing
except ImportError as error:
    raise ImportError("xarray is missing: pip install 'noise-playground[xarray]'") from error

def dataarray(generator: Generator, **options: Any) -> xr.DataArray:
    """Return a field with its coordinates.

    Parameters
    ----------
    options
        Those of a call. Arrays of values of controls are dimensions before y and x, named after their control.

    Returns
    -------
    xarray.DataArray
        Its attributes have ``long_name``, ``units`` and the ``manifest``. If a data file with a code of EPSG places the
        generator, coordinates are those of the file, and ``rioxarray`` finds their system.
    """
    field = generator(**options)
    grid = generator.grid(*(options.get(name) for name in ("size", "span", "center")))
    controls = {name: value for name, value in options.items() if name not in ARGUMENTS}
    varied = {**(options.get("values") or {}), **controls}
    width, height = grid.size
    # A field of channels has one dimension more behind x.
    last = 1 if field.shape[-2:] != (height, width) else 0
    batch, coordinates = _batch_dimensions(generator, varied, field.ndim - 2 - last)
    if last:
        coordinates["channel"] = np.arange(field.shape[-1])
    names = [*batch, "y", "x", *(["channel"] if last else [])]
    (x, y), unit, system = _system(generator)
    coordinates |= {"y": y + unit[1] * grid.y, "x": x + unit[0] * grid.x, **system}
    name = generator.address.rpartition("::")[2]
    return xr.DataArray(field, coordinates, names, name, attributes(generator))


def sweep(generator: Generator, vary: Mapping[str, Any], **options: Any) -> xr.Dataset:
    """Return all combinations of the values of controls, with one dimension for each.

    Parameters
    ----------
    vary : mapping of str to 1-D array
    options
        Those of a call.
    """
    reshaped = {}
    for index, (name, values) in enumerate(vary.items()):
        array = as_array(name, values)
        after = len(vary) - 1 - index
        reshaped[name] = array.reshape(array.shape[:1] + (1,) * after + array.shape[1:])
    values = {**(options.pop("values", None) or {}), **reshaped}
    return dataarray(generator, values=values, **options).to_dataset()


def _system(generator: Generator) -> tuple[Sequence[float], Sequence[float], dict[str, Any]]:
    """Return coordinates of the world's origin, the lengths of its unit, and the variable that names the system."""
    if generator._program.crs is None:
        return (0.0, 0.0), (1.0, 1.0), {}
    code, origin, unit = generator._program.crs
    return origin, unit, {"spatial_ref": xr.Variable((), 0, {"spatial_ref": f"EPSG:{code}"})}


class NoiseBackend(BackendEntrypoint):
    """Opens shaders and captures with ``xarray.open_dataset(address, engine="noise_playground", size=…)``."""

    description = "Open shaders of the noise playground, lazily, in any size"
    open_dataset_parameters = (
        "filename_or_obj", "drop_variables", "size", "span", "center", "z", "time", "precision", "folder",
        "values",
    )  # fmt: skip

    def open_dataset(
        self,
        filename_or_obj: Any,
        *,
        drop_variables: Any = None,
        size: Any = 512,
        span: float | None = None,
        center: Any = None,
        z: float | None = None,
        time: float | None = None,
        precision: str | None = None,
        folder: Any = None,
        values: Mapping[str, Any] | None = None,
    ) -> xr.Dataset:
        """Return a dataset of one variable, whose samples are evaluated where it is indexed."""
        is_generator = isinstance(filename_or_obj, Generator)
        generator = filename_or_obj if is_generator else load(filename_or_obj, folder=folder)
        generator = generator.with_values(values)
        grid, doubles = large_grid(generator, size, span, center, precision)
        name = generator.address.rpartition("::")[2]
        lazy = indexing.LazilyIndexedArray(_Samples(generator, generator._placement(grid, z, time), doubles))
        channels = ["channel"] if generator._program.channels > 1 else []
        variable = xr.Variable(("y", "x", *channels), lazy, attributes(generator))
        origin, unit, system = _system(generator)
        dataset = xr.Dataset({name: variable}, system)
        for dimension, count, ends in _ends(grid, origin, unit):
            index = xr.indexes.RangeIndex.linspace(*ends, num=count, endpoint=True, dim=dimension)
            dataset = dataset.assign_coords(xr.Coordinates.from_xindex(index))
        return dataset.drop_vars(drop_variables or [])

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Return True for shaders."""
        return str(filename_or_obj).partition("::")[0].endswith((".wgsl", ".wesl"))


class _Samples(BackendArray):
    def __init__(self, generator: Generator, placement: tuple[Any, ...], doubles: bool) -> None:
        self._generator, self._placement, self._doubles = generator, placement, doubles
        width, height = placement[2]
        channels = generator._program.channels
        self.shape = (height, width, *([channels] if channels > 1 else []))
        self.dtype = np.dtype(np.float64 if doubles else np.float32)

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        support = indexing.IndexingSupport.BASIC
        return indexing.explicit_indexing_adapter(key, self.shape, support, self._get)

    def _get(self, key: tuple[Any, ...]) -> Any:
        rows, columns = (_range(index, count) for index, count in zip(key, self.shape))
        if rows and columns:
            field = self._evaluate(rows, columns)
        else:
            field = np.empty((len(rows), len(columns), *self.shape[2:]), self.dtype)
        dropped = [slice(None) if isinstance(index, slice) else 0 for index in key[:2]]
        return field[(*dropped, *key[2:])]

    def _evaluate(self, rows: range, columns: range) -> Array:
        left, width = min(columns), max(columns) - min(columns) + 1
        # Rows that are far apart are evaluated alone.
        bands = [rows] if abs(rows.step) == 1 else [range(row, row + 1) for row in rows]
        regions = [(left, min(band), width, max(band) - min(band) + 1) for band in bands]
        parts = [part_of(self._generator, self._placement, region, self._doubles) for region in regions]
        field = parts[0][:: rows.step] if len(parts) == 1 else np.concatenate(parts)
        return field[:, :: columns.step]


def _range(index: Any, count: int) -> range:
    return range(count)[index] if isinstance(index, slice) else range(count)[int(index) :][:1]


def _ends(
    grid: Grid, origin: Sequence[float], unit: Sequence[float]
) -> list[tuple[str, int, tuple[float, float]]]:
    x, y = (start + length * center for start, length, center in zip(origin, unit, grid.center))
    width, height = ((count - 1) / 2 * grid.spacing * length for count, length in zip(grid.size, unit))
    return [("y", grid.size[1], (y + height, y - height)), ("x", grid.size[0], (x - width, x + width))]


def _batch_dimensions(
    generator: Generator, values: Mapping[str, Any], count: int
) -> tuple[list[str], dict[str, Any]]:
    """Name each dimension after the only control that varies along it."""
    names, coordinates = [], {}
    for axis in range(-count, 0):
        along = {}
        for name, value in values.items():
            array = as_array(name, value)
            control = generator.controls.get(name)
            own = 1 if control and control.components > 1 and array.dtype.kind != "U" else 0
            shape = array.shape[: array.ndim - own]
            if len(shape) >= -axis and shape[axis] > 1:
                along[name] = (array, shape)
        name = next(iter(along)) if len(along) == 1 else f"batch_{axis + count}"
        if name in names:
            name = f"batch_{axis + count}"
        names.append(name)
        if name in along and along[name][0].size == along[name][1][axis]:
            coordinates[name] = along[name][0].ravel()
    return names, coordinates
