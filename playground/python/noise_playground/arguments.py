"""Arguments of calls, and the arrays that they return."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .controls import Shape, as_array

Array = npt.NDArray[Any]

ARGUMENTS = ("size", "span", "center", "z", "time", "quantity", "precision", "values", "gradient", "points")
"""Keywords that are no controls."""

DIMENSIONS = {"plane": (2, 2), "grid": (2, 2), "volume": (2, 3), "volume_time": (2, 4)}
"""Least and most coordinates of a position, by the domain."""


def is_double(precision: str | None) -> bool:
    """Return whether double precision is asked for."""
    if precision not in (None, "single", "double"):
        raise ValueError(f"precision is 'single' or 'double', not {precision!r}")
    return precision == "double"


def positions(points: Any, domain: str, rest: Sequence[float]) -> tuple[Array, Shape, int]:
    """Return x, y, z and time of points, their shape, and how many coordinates they have. `rest` are z and time."""
    array = as_array("points", points)
    least, most = DIMENSIONS[domain]
    count = array.shape[-1] if array.ndim else 0
    if not least <= count <= most or array.dtype.kind == "U":
        numbers = least if least == most else f"{least} to {most}"
        raise ValueError(f"points: the last dimension has {numbers} coordinates; the shape is {array.shape}")
    complete = np.empty((math.prod(array.shape[:-1]), 4))
    complete[:, 2:] = rest
    complete[:, :count] = array.reshape(-1, count)
    return complete, array.shape[:-1], count


def shaped(numbers: Array, batch: Shape, shape: Shape) -> Array:
    """Give numbers a shape, with a last dimension for the channels of more than one."""
    count = math.prod(batch + shape)
    channels = numbers.size // count if count else 1
    # In place, so that the array owns its numbers.
    numbers.resize(batch + shape + ((channels,) if channels > 1 else ()), refcheck=False)
    return numbers


def text_of(value: Any) -> str:
    """Return the value of an option as the command line takes it."""
    if isinstance(value, (bool, np.bool_)):
        return "on" if value else "off"
    return value if isinstance(value, str) else ",".join(str(part) for part in np.atleast_1d(value).tolist())


def check_memory(count: int) -> None:
    """Refuse a result of so many bytes if the machine has less memory."""
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError):
        return
    if count > total:
        raise MemoryError(f"the result has {count / 2**30:.0f} GiB; the machine has {total / 2**30:.0f}")
