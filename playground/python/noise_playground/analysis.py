"""Statistics of fields, and differences of two."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .controls import as_array


class Record:
    """Members of a JSON object as attributes. Numbers that there are not are None."""

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._members:
            raise AttributeError(f"no {name!r}; there are {', '.join(self._members)}")
        value = self._members[name]
        return Record(value) if isinstance(value, dict) else value

    def __dir__(self) -> Iterator[str]:
        return iter([*super().__dir__(), *self._members])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._members)})"

    def to_dict(self) -> dict[str, Any]:
        """Return all members."""
        return self._members


class Analysis(Record):
    """Results of `analyze`: attributes as the keys of ``playground analyze --json``, such as ``.spectrum.slope``."""


def analyze(
    field: Any,
    *,
    span: float,
    channel: str = "x",
    z_factor: float = 1.0,
    window: str = "hann",
    tapers: int | None = None,
    detrend: str = "mean",
    fit: tuple[float, float] | None = None,
    terrain: bool = True,
) -> Analysis:
    """Measure statistics, power spectrum, isotropy, slopes and landforms of a field.

    Parameters
    ----------
    field : array, shape (H, W) or (H, W, C)
    span : float
        Width in world units.
    channel : str
        ``x``, ``y``, ``z``, ``w`` or ``length`` of a field with several.
    z_factor : float
        World units in a unit of the values.
    window, tapers, detrend, fit
        Of the power spectrum, as on the command line.
    terrain : bool
        True if the values are heights, which have slopes and landforms.
    """
    samples = _samples("field", field)
    if not (np.isfinite(span) and span > 0):
        raise ValueError(f"span is above 0, not {span}")
    if not z_factor > 0:
        raise ValueError(f"z_factor is above 0, not {z_factor}")
    if fit is not None and not 0 < fit[0] < fit[1]:
        raise ValueError(f"fit is two frequencies above 0, the second higher, not {fit}")
    text = _native.analyze(
        samples,
        span,
        channel=channel,
        z_factor=z_factor,
        window=window,
        tapers=tapers,
        detrend=detrend,
        fit=fit,
        is_terrain=terrain,
    )
    return Analysis(json.loads(text))


@dataclass(frozen=True)
class Comparison:
    """How a second field differs from a reference.

    Attributes
    ----------
    rmse, max : float
        Root mean square and largest difference.
    psnr, ssim : float
        In decibels, and from -1 to 1. The peak is the range of the reference.
    analyses : pair of Analysis, or None
        Of both fields, if `span` was given.
    """

    rmse: float
    max: float
    psnr: float
    ssim: float
    analyses: tuple[Analysis, Analysis] | None


def compare(a: Any, b: Any, *, span: float | None = None) -> Comparison:
    """Compare field `b` with the reference `a`, sample by sample; with `span`, their analyses too."""
    first, second = _samples("a", a), _samples("b", b)
    if first.shape != second.shape:
        raise ValueError(f"the shapes {np.shape(a)} and {np.shape(b)} differ")
    analyses = None if span is None else (analyze(a, span=span), analyze(b, span=span))
    return Comparison(*_native.compare(first, second), analyses)


def _samples(name: str, field: Any) -> npt.NDArray[np.float32]:
    array = np.asarray(field) if hasattr(field, "__array__") else as_array(name, field)
    if array.ndim not in (2, 3) or 0 in array.shape or array.dtype.kind not in "biuf":
        raise ValueError(f"{name} has the shape (H, W) or (H, W, C), not {array.shape}")
    if array.ndim == 3 and array.shape[2] > 4:
        raise ValueError(f"{name} has {array.shape[2]} channels; 4 are the most")
    return np.ascontiguousarray(array.reshape(*array.shape[:2], -1), dtype=np.float32)
