"""Controls of a generator, and their values, which broadcast as arrays do."""

from __future__ import annotations

import difflib
import html
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Control:
    """An input of a generator.

    Attributes
    ----------
    default : float, list of float, bool or str
        The value unless a call gives another. Of an enumeration it is the index of an option.
    min, max, step : float or None
        Of the slider. Other values are allowed.
    log : bool
        True if the slider is logarithmic.
    options : list of str or None
        Names that an enumeration takes.
    unit : str or None
    doc : str
        The comment in the shader.
    type : str
        WGSL type.
    """

    default: Any
    min: float | None
    max: float | None
    step: float | None
    log: bool
    options: list[str] | None
    unit: str | None
    doc: str
    type: str

    @property
    def components(self) -> int:
        """How many numbers a value has."""
        return len(self.default) if isinstance(self.default, list) else 1


class Controls(Mapping[str, Control]):
    """Controls by name, in the order of the shader."""

    def __init__(self, found: Iterable[Mapping[str, Any]]) -> None:
        fields = Control.__dataclass_fields__
        self._named = {
            control["name"]: Control(**{name: control[name] for name in fields}) for control in found
        }

    def __getitem__(self, name: str) -> Control:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"Controls({self._named!r})"

    def _repr_html_(self) -> str:
        def row(name: str, control: Control) -> str:
            limits = "" if control.min is None else f"{control.min:g} to {control.max:g}"
            texts = name, control.default, ", ".join(control.options or ()) or limits, control.unit or "", control.doc
            return "<tr>" + "".join(f"<td>{html.escape(str(text))}</td>" for text in texts) + "</tr>"

        head = "".join(f"<th>{title}</th>" for title in ("name", "default", "range", "unit", ""))
        rows = "".join(row(name, control) for name, control in self.items())
        return f"<table><tr>{head}</tr>{rows}</table>"


def unknown(name: str, names: Iterable[str]) -> TypeError:
    """Return the error of a keyword that there is not."""
    return TypeError(f"unexpected keyword {name!r}{near(name, names)}")


def near(name: str, names: Iterable[str]) -> str:
    """Return a hint at names that are spelled alike."""
    similar = difflib.get_close_matches(name, list(names), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(map(repr, similar))}?" if similar else ""


def as_array(name: str, value: Any) -> npt.NDArray[Any]:
    """Return what has `__array__`, a buffer or `__dlpack__`, or is nested numbers or texts."""
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if array.dtype.kind not in "biufU":
        raise ValueError(f"{name}: {value!r} is neither numbers nor texts")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name}: a value is not finite")
    return array


Shape = tuple[int, ...]


def broadcast(controls: Controls, values: Mapping[str, Any]) -> tuple[Shape, list[dict[str, Any]]]:
    """Return the batch shape of values, and the values of each member in C order."""
    arrays = {}
    for name, value in values.items():
        array = as_array(name, value)
        arrays[name] = array, array.shape[: array.ndim - _own_dimensions(name, array, controls.get(name))]
    try:
        batch = np.broadcast_shapes(*(shape for _, shape in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {shape}" for name, (_, shape) in arrays.items())
        raise ValueError(f"the values do not broadcast: {shapes}") from None
    count = math.prod(batch)
    members: list[dict[str, Any]] = [{} for _ in range(count)]
    # Components change what is given for the whole.
    for name, (array, shape) in sorted(arrays.items(), key=lambda item: "." in item[0]):
        own = array.shape[len(shape) :]
        expanded = np.broadcast_to(array, batch + own).reshape((count, *own))
        for member, value in zip(members, expanded.tolist()):
            _set(member, name, value, controls)
    return batch, members


def _own_dimensions(name: str, array: npt.NDArray[Any], control: Control | None) -> int:
    count = control.components if control else 1
    if count == 1 or array.dtype.kind == "U":
        return 0
    if array.shape[-1:] != (count,):
        raise ValueError(f"{name}: {count} numbers are the last dimension of a value; the shape is {array.shape}")
    return 1


def _set(member: dict[str, Any], name: str, value: Any, controls: Controls) -> None:
    owner, dot, component = name.rpartition(".")
    control = controls.get(owner) if dot and name not in controls else None
    if control is None:
        member[name] = value
        return
    index = max("xyzw".find(component), "rgba".find(component)) if len(component) == 1 else -1
    index = int(component) if component.isdecimal() else index
    if not 0 <= index < control.components:
        raise ValueError(f"{name}: {owner} has {control.components} components")
    numbers = list(member.get(owner, control.default))
    numbers[index] = value
    member[owner] = numbers
