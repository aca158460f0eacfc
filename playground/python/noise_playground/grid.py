"""Sample grids: where the samples of a field are."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

ENOUGH_DIGITS = 3.0
"""Decimal digits of a position, in units of the spacing, below which single precision shows."""

MAX_SIDE = 1 << 20
"""Samples on a side of a field that is computed at once."""

MAX_LARGE_SIDE = 1 << 31
"""Samples on a side of a field that is computed in parts."""

MAX_SAMPLES = (1 << 32) - 1
"""Samples of a field that is computed at once."""


class PrecisionWarning(UserWarning):
    """Single precision leaves few digits of the positions of samples."""


@dataclass(frozen=True)
class Grid:
    """Evenly spaced samples, with the first row in the north.

    Attributes
    ----------
    center : (float, float)
        World position of the center.
    span : float
        Width in world units.
    size : (int, int)
        Width and height in samples.
    """

    center: tuple[float, float]
    span: float
    size: tuple[int, int]
    _origin: tuple[float, float] = field(default=(0.0, 0.0), repr=False)

    @property
    def spacing(self) -> float:
        """Distance of neighboring samples in world units."""
        return self.span / self.size[0]

    @property
    def x(self) -> npt.NDArray[np.float64]:
        """World x of the columns, shape (W,)."""
        return self.center[0] + _offsets(self.size[0]) * self.spacing

    @property
    def y(self) -> npt.NDArray[np.float64]:
        """World y of the rows, shape (H,), which falls."""
        return self.center[1] - _offsets(self.size[1]) * self.spacing

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, right, bottom and top edge in world units, as `matplotlib.pyplot.imshow` takes them."""
        half = self.span / 2, self.spacing * self.size[1] / 2
        (x, y), (width, height) = self.center, half
        return x - width, x + width, y - height, y + height

    @property
    def digits(self) -> float:
        """Decimal digits that single precision leaves of the spacing, at the sample farthest from the origin."""
        half = self.span / 2, self.spacing * self.size[1] / 2
        reach = max(abs(c - o) + h for c, o, h in zip(self.center, self._origin, half))
        return float(np.log10(self.spacing / np.spacing(np.float32(reach), dtype=np.float32)))


def pair_of(size: int | Sequence[int], largest: int = MAX_SIDE) -> tuple[int, int]:
    """Return width and height of `n` or `(width, height)`."""
    try:
        sides = (size, size) if np.ndim(size) == 0 else tuple(size)  # type: ignore[arg-type]
        width, height = (operator.index(side) for side in sides)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ValueError(f"size is n or (width, height) in samples, not {size!r}") from None
    if not (1 <= width <= largest and 1 <= height <= largest):
        raise ValueError(f"size {width}x{height}: each side is from 1 to {largest:,}")
    if largest == MAX_SIDE and width * height > MAX_SAMPLES:
        raise ValueError(f"size {width}x{height} is more than {MAX_SAMPLES:,} samples")
    return width, height


def placed(default: Grid, size: Any, span: Any, center: Any, largest: int = MAX_SIDE) -> Grid:
    """Return the default grid with what is given."""
    width, height = pair_of(default.size if size is None else size, largest)
    span = default.span if span is None else _number("span", span)
    if span <= 0:
        raise ValueError(f"span is above 0, not {span}")
    if center is None:
        return Grid(default.center, span, (width, height), default._origin)
    if np.shape(center) != (2,):
        raise ValueError(f"center is (x, y), not {center!r}")
    x, y = (_number("center", coordinate) for coordinate in center)
    return Grid((x, y), span, (width, height), default._origin)


def _offsets(count: int) -> npt.NDArray[np.float64]:
    """Samples from the center."""
    return np.arange(count, dtype=np.float64) + 0.5 - count / 2


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: {value!r} is not a number") from None
    if not np.isfinite(number):
        raise ValueError(f"{name} is finite, not {number}")
    return number
