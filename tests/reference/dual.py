"""Forward-mode differentiation of numpy code: arrays that carry their derivatives.

After Clifford, "Preliminary Sketch of Biquaternions", 1873, and Wengert, "A simple automatic derivative evaluation
program", CACM 7(8), 1964. At a kink the derivative is that of the branch which the value takes.
"""

import functools

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

# Partial derivatives of a ufunc by its operands, from these and the result.
PARTIALS = {
    np.add: lambda x, y, r: (1.0, 1.0),
    np.subtract: lambda x, y, r: (1.0, -1.0),
    np.multiply: lambda x, y, r: (y, x),
    np.divide: lambda x, y, r: (1.0 / y, -r / y),
    np.power: lambda x, y, r: (y * x ** (y - 1), np.zeros_like(r)),  # of a constant exponent
    np.negative: lambda x, r: (-1.0,),
    np.absolute: lambda x, r: (np.where(x >= 0.0, 1.0, -1.0),),
    np.sqrt: lambda x, r: (0.5 / r,),
    np.exp: lambda x, r: (r,),
    np.log: lambda x, r: (1.0 / x,),
    np.sin: lambda x, r: (np.cos(x),),
    np.cos: lambda x, r: (-np.sin(x),),
    np.minimum: lambda x, y, r: (x <= y, y < x),
    np.maximum: lambda x, y, r: (x >= y, y > x),
}


class Dual(NDArrayOperatorsMixin):
    """An array, and its derivative by each variable along a first axis."""

    def __init__(self, value, tangents):
        self.value, self.tangents = value, tangents

    shape = property(lambda self: self.value.shape)
    ndim = property(lambda self: self.value.ndim)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        return Dual(self.value[index], self.tangents[(slice(None), *index)])

    def astype(self, kind):
        return self.value.astype(kind)

    def __array_ufunc__(self, ufunc, method, *operands, **options):
        result = getattr(ufunc, method)(*(value(operand) for operand in operands), **options)
        if ufunc not in PARTIALS:
            # Comparisons and roundings are constant.
            return result
        partials = PARTIALS[ufunc](*(value(operand) for operand in operands), result)
        terms = (partial * operand.over(result.ndim) for partial, operand in zip(partials, operands)
                 if isinstance(operand, Dual))
        return Dual(result, sum(terms))

    def over(self, dimensions):
        """Returns the tangents of the array with axes of length 1 before its own, as numpy broadcasts it."""
        count = len(self.tangents)
        return self.tangents.reshape(count, *[1] * (dimensions - self.ndim), *self.shape)

    def __array_function__(self, function, types, arguments, options):
        return FUNCTIONS[function](*arguments, **options)


def value(operand):
    return operand.value if isinstance(operand, Dual) else operand


def linear(function):
    """Returns a function of an array, or of a list of arrays, for duals."""
    def of_duals(arrays, *rest, **options):
        parts = arrays if isinstance(arrays, (list, tuple)) else [arrays]
        count = next(len(part.tangents) for part in parts if isinstance(part, Dual))

        def mapped(select):
            selected = [select(part) for part in parts]
            return function(selected if parts is arrays else selected[0], *rest, **options)

        def tangents(at):
            return mapped(lambda part: part.tangents[at] if isinstance(part, Dual) else np.zeros(np.shape(part)))

        return Dual(mapped(value), np.stack([tangents(at) for at in range(count)]))
    return of_duals


def broadcast_arrays(*arrays):
    shape = np.broadcast_shapes(*(np.shape(value(array)) for array in arrays))
    return [array + np.zeros(shape) for array in arrays]


def where(condition, accept, reject):
    result = np.where(condition, value(accept), value(reject))
    slopes = (side.over(result.ndim) if isinstance(side, Dual) else 0.0 for side in (accept, reject))
    return Dual(result, np.where(condition, *slopes))


def folded(ufunc):
    """Returns a reduction of a list along its first axis, or of an array along its last one."""
    def of_duals(arrays, axis):
        parts = arrays if axis == 0 else [arrays[..., at] for at in range(arrays.shape[axis])]
        return functools.reduce(ufunc, parts)
    return of_duals


FUNCTIONS = {
    np.sum: linear(np.sum), np.stack: linear(np.stack), np.concatenate: linear(np.concatenate),
    np.moveaxis: linear(np.moveaxis), np.broadcast_arrays: broadcast_arrays, np.where: where,
    np.prod: folded(np.multiply), np.max: folded(np.maximum), np.min: folded(np.minimum),
    np.clip: lambda array, low, high: np.minimum(np.maximum(array, low), high),
    np.argsort: lambda array, *rest, **options: np.argsort(array.value, *rest, **options),
    np.ones_like: lambda array: np.ones_like(array.value), np.zeros_like: lambda array: np.zeros_like(array.value),
}


def gradient(function, points):
    """Returns the derivatives of a scalar function by the components of each point, on the last axis."""
    dimension = points.shape[-1]
    tangents = np.stack([np.broadcast_to(axis, points.shape) for axis in np.eye(dimension)])
    result = function(Dual(points, tangents))
    return np.moveaxis(result.tangents, 0, -1)
