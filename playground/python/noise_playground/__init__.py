"""Annotated WGSL noise functions as numpy arrays.

A generator is a WGSL function of a position. Its controls are keywords:

>>> import noise_playground as npg
>>> swiss = npg.builtin("swiss")
>>> swiss(size=512, span=8, warp=0.2).shape
(512, 512)
"""

from __future__ import annotations

import atexit
import importlib
from typing import TYPE_CHECKING, Any

from ._native import DeviceError, ShaderError, close
from .adapters import Adapter, adapter, adapters, use_adapter
from .analysis import Analysis, Comparison, analyze, compare
from .controls import Control, Controls
from .generator import Generator
from .grid import Grid, PrecisionWarning
from .sources import Folder, builtin, builtins, compile, load, open

if TYPE_CHECKING:
    from . import dask, xarray

__all__ = [
    "Adapter",
    "Analysis",
    "Comparison",
    "Control",
    "Controls",
    "DeviceError",
    "Folder",
    "Generator",
    "Grid",
    "PrecisionWarning",
    "ShaderError",
    "adapter",
    "adapters",
    "analyze",
    "builtin",
    "builtins",
    "compare",
    "compile",
    "dask",
    "load",
    "open",
    "sweep",
    "use_adapter",
    "xarray",
]

# Threads may still compute when the interpreter ends; drivers may crash then.
atexit.register(close)


def __getattr__(name: str) -> Any:
    if name in ("dask", "xarray"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def sweep(generator: Generator, vary: dict[str, Any], **options: Any) -> Any:
    """Return an `xarray.Dataset` of all combinations of values, with one dimension for each control in `vary`.

    `options` are those of a call of the generator.
    """
    return importlib.import_module(f"{__name__}.xarray").sweep(generator, vary, **options)


def load_ipython_extension(ipython: Any) -> None:
    """Add the cell magic `%%noise NAME`."""
    importlib.import_module(f"{__name__}.notebook").register(ipython)
