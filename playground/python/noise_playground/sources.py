"""Where generators come from: the package, files, folders, texts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from . import _native
from .controls import near
from .generator import Generator

PathLike = str | os.PathLike[str]


def builtins() -> list[str]:
    """Return the names of the shipped generators."""
    return list(_native.builtins())


def builtin(name: str) -> Generator:
    """Return a shipped generator.

    Parameters
    ----------
    name : str
        Such as ``"swiss"`` or ``"swiss::height"``, or an address such as ``"noise/perlin.wgsl::perlin"``.

    Raises
    ------
    FileNotFoundError, KeyError
        There is no such file, or no such function in it. The message says what is near.
    """
    file, colons, function = name.partition("::")
    if "." not in file:
        names = builtins()
        if file not in names:
            raise FileNotFoundError(f"no built-in generator {file!r}{near(file, names)}")
        file = f"generators/{file}.wgsl"
    return load(f"builtin:{file}{colons}{function}")


def load(
    address: PathLike, *, folder: PathLike | None = None, features: Iterable[str] | Mapping[str, bool] = ()
) -> Generator:
    """Return the generator at an address.

    Parameters
    ----------
    address : str or path
        ``FILE`` or ``FILE::FUNCTION`` of a shader; ``builtin:FILE``; a capture, whose values and view are defaults; or a
        data file such as a GeoTIFF, which is interpolated, and has to be there when the generator is unpickled.
    folder : path, optional
        Where imports start. It is found from the imports unless it is given.
    features : names, or a mapping of names to bool
        Conditions of the text that are switched.

    Raises
    ------
    ShaderError
        The text has errors.
    FileNotFoundError, KeyError
        As for `builtin`.
    """
    switched = dict(features) if isinstance(features, Mapping) else dict.fromkeys(features, True)
    return Generator(_native.load(os.fspath(address), None if folder is None else Path(folder), switched))


def compile(source: str, function: str | None = None, *, folder: PathLike | None = None) -> Generator:
    """Return the generator of a text, which can import the built-in noises and what is in `folder`.

    Parameters
    ----------
    function : str, optional
        One of several functions; otherwise the main one, which ``playground list`` names.

    Raises
    ------
    ShaderError
        The text has errors. It is called ``<source>`` in them.
    ValueError
        There is no such generator. The message names those that there are.
    """
    return Generator(_native.compile(source, function, None if folder is None else Path(folder)))


def open(folder: PathLike) -> Folder:
    """Return the generators of a folder of shaders, by name."""
    return Folder(folder)


class Folder(Mapping[str, Generator]):
    """Generators of a folder, by names such as ``"swiss"`` and ``"swiss::height"``. Files with errors have none.

    Attributes
    ----------
    diagnostics : list of dict
        What is wrong with the files, as in ``playground check --json``.
    """

    diagnostics: list[dict[str, Any]]

    def __init__(self, folder: PathLike) -> None:
        self._path = Path(folder)
        programs, self.diagnostics = _native.open_folder(self._path)
        self._named = {name: Generator(program) for name, program in programs}

    def __getitem__(self, name: str) -> Generator:
        if name not in self._named:
            raise KeyError(f"{self._path} has no generator {name!r}{near(name, self._named)}")
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"Folder({str(self._path)!r}): {', '.join(self)}"
