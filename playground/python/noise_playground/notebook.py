"""The cell magic `%%noise NAME` of Jupyter."""

from __future__ import annotations

import sys
from typing import Any

from .generator import Generator
from .sources import compile
from ._native import ShaderError


def register(ipython: Any) -> None:
    """Add the magic to a shell."""
    from IPython.display import display

    def noise(line: str, cell: str) -> None:
        """Compile the cell, which is WGSL, to the generator NAME, and show its picture.

        Values of an earlier generator of this name stay, as far as their controls do.
        """
        name = line.strip()
        if not name.isidentifier():
            print("usage: %%noise NAME", file=sys.stderr)
            return
        try:
            generator = compile(cell)
        except ShaderError as error:
            print(error, file=sys.stderr)
            return
        generator = with_values_of(ipython.user_ns.get(name), generator)
        ipython.user_ns[name] = generator
        display(generator)

    ipython.register_magic_function(noise, magic_kind="cell", magic_name="noise")


def with_values_of(former: Any, generator: Generator) -> Generator:
    """Return the generator with the values of a former one that differ from the defaults in its text."""
    if not isinstance(former, Generator):
        return generator
    stated = Generator(former._program.unchanged()).controls
    for name, control in former.controls.items():
        present = generator.controls.get(name)
        is_changed = control.default != stated[name].default
        if present and is_changed and present.type == control.type:
            generator = generator.with_values({name: control.default})
    return generator
