"""Graphics adapters, and the one that this process uses."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from . import _native

OPERANDS = 65_536
"""Positions at which a fingerprint evaluates each built-in function."""


@dataclass(frozen=True)
class Adapter:
    """A graphics adapter.

    Attributes
    ----------
    name, backend, driver : str
        As the driver states them; the backend is Vulkan, Metal or DX12.
    double : bool
        True if shaders can compute in double precision.
    """

    name: str
    backend: str
    driver: str
    double: bool

    @property
    def fingerprint(self) -> str:
        """SHA-256 of what the built-in functions of WGSL give: adapters with equal ones give equal bytes.

        Raises
        ------
        DeviceError
            The adapter is not the one in use.
        """
        present = adapter()
        if present != self:
            raise _native.DeviceError(f"{self.name!r} is not in use; call use_adapter({self.name!r})")
        return _fingerprint(self)


def adapters() -> list[Adapter]:
    """Return all adapters of the system."""
    return [Adapter(*found) for found in _native.adapters()]


def adapter() -> Adapter:
    """Return the adapter in use, which is opened if none is: the fastest.

    Raises
    ------
    DeviceError
        There is none. The message says how to get a driver.
    """
    return Adapter(*_native.adapter())


def use_adapter(name: str) -> Adapter:
    """Use the first adapter whose name contains `name`, in all later calls.

    Raises
    ------
    DeviceError
        There is no such adapter. The message lists all.
    """
    _native.use_adapter(name)
    return adapter()


@lru_cache(maxsize=None)
def _fingerprint(adapter: Adapter) -> str:
    from .sources import compile

    text = Path(__file__).with_name("fingerprint.wgsl").read_text(encoding="utf-8")
    random = np.random.default_rng(0)
    operands = random.uniform(-20, 20, (OPERANDS, 2)).astype(np.float32)
    digest = hashlib.sha256()
    for function in ("trigonometric", "powers", "contraction"):
        digest.update(compile(text, function).sample(operands).tobytes())
    return digest.hexdigest()
