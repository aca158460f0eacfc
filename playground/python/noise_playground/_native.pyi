from pathlib import Path
from typing import Any, final

import numpy.typing as npt

__all__ = [
    "DeviceError",
    "Program",
    "ShaderError",
    "VERSION",
    "VIEW_OPTIONS",
    "adapter",
    "adapters",
    "analyze",
    "builtins",
    "close",
    "compare",
    "compile",
    "field",
    "load",
    "open_folder",
    "part",
    "picture",
    "points",
    "restore",
    "save",
    "use_adapter",
]

VERSION: str
VIEW_OPTIONS: list[str]

class ShaderError(ValueError):
    diagnostics: list[dict[str, Any]]

class DeviceError(RuntimeError): ...

@final
class Program:
    @property
    def address(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def doc(self) -> str: ...
    @property
    def unit(self) -> str | None: ...
    @property
    def domain(self) -> str: ...
    @property
    def returns(self) -> str: ...
    @property
    def channels(self) -> int: ...
    @property
    def crs(self) -> tuple[int, list[float], list[float]] | None: ...
    @property
    def origin(self) -> list[float]: ...
    @property
    def depends_on(self) -> list[bool]: ...
    @property
    def source(self) -> str: ...
    def controls(self) -> str: ...
    def placement(self, of_picture: bool) -> tuple[list[float], float, list[int], list[float]]: ...
    def manifest(self) -> str: ...
    def unchanged(self) -> Program: ...
    def with_values(self, values: dict[str, Any]) -> Program: ...

_Placement = tuple[Any, ...]

def builtins() -> list[str]: ...
def load(address: str, folder: Path | None, features: dict[str, bool]) -> Program: ...
def open_folder(folder: Path) -> tuple[list[tuple[str, Program]], list[dict[str, Any]]]: ...
def compile(source: str, function: str | None, folder: Path | None) -> Program: ...
def restore(manifest: str) -> Program: ...
def field(
    program: Program, placement: _Placement, quantity: str | None, is_double: bool, variants: list[dict[str, Any]]
) -> npt.NDArray[Any]: ...
def part(program: Program, placement: _Placement, region: list[int], is_double: bool) -> npt.NDArray[Any]: ...
def points(
    program: Program, positions: npt.NDArray[Any], has_gradient: bool, is_double: bool, values: dict[str, Any]
) -> npt.NDArray[Any]: ...
def picture(
    program: Program, placement: _Placement, options: list[tuple[str, str]], values: dict[str, Any]
) -> npt.NDArray[Any]: ...
def save(
    program: Program,
    path: Path,
    placement: _Placement,
    data: tuple[str | None, str | None, int | None],
    options: list[tuple[str, str]],
    is_double: bool,
    values: dict[str, Any],
) -> None: ...
def analyze(
    samples: npt.NDArray[Any],
    span: float,
    *,
    channel: str,
    z_factor: float,
    window: str,
    tapers: int | None,
    detrend: str,
    fit: tuple[float, float] | None,
    is_terrain: bool,
) -> str: ...
def compare(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> tuple[float, float, float, float]: ...
def adapters() -> list[tuple[str, str, str, bool]]: ...
def adapter() -> tuple[str, str, str, bool]: ...
def use_adapter(name: str) -> None: ...
def close() -> None: ...
