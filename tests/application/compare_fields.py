"""Compares numbers.json, the output of `compare --json`, with scikit-image's metrics of a.npy and b.npy.

The arguments are the indices of the compared channels.
"""

import json
import sys

import numpy
from skimage.metrics import peak_signal_noise_ratio, structural_similarity

channels = [int(index) for index in sys.argv[1:]]


def planes(path):
    field = numpy.load(path).astype(float)
    return numpy.atleast_3d(field)[..., channels]


first, second = planes("a.npy"), planes("b.npy")
found = json.load(open("numbers.json"))
low, high = found["value_range"]
peak = high - low
similarity = structural_similarity(
    first,
    second,
    data_range=peak,
    channel_axis=-1,
    gaussian_weights=True,
    sigma=1.5,
    use_sample_covariance=False,
)
expected = {
    "RMSE": numpy.sqrt(numpy.mean((first - second) ** 2)),
    "max": numpy.abs(first - second).max(),
    "PSNR": peak_signal_noise_ratio(first, second, data_range=peak),
    "SSIM": similarity,
}
for name, number in expected.items():
    numpy.testing.assert_allclose(found[name], number, rtol=1e-9, err_msg=name)
print(*numpy.percentile(first, [0.1, 99.9], method="nearest"))
