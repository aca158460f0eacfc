"""Reads every format in the working directory with independent readers, and compares them with o.npy.

The arguments are the minimum and maximum of the value range that the scaled formats were written with, and the names of the
EXR channels.
"""

import json
import sys

import numpy
import OpenEXR
import tifffile
from PIL import Image

low, high = (float(limit) for limit in sys.argv[1:3])
field = numpy.load("o.npy")
assert field.dtype == numpy.dtype("<f4"), field.dtype
height, width = field.shape[:2]
channels = field[..., None] if field.ndim == 2 else field

# Float formats: equal bits.
raw = numpy.fromfile("o.r32", "<f4").reshape(channels.shape)
numpy.testing.assert_array_equal(raw.view("<u4"), channels.view("<u4"))
image = tifffile.imread("o.tif").reshape(channels.shape)
numpy.testing.assert_array_equal(image.view("<u4"), channels.view("<u4"))
exr = OpenEXR.File("o.exr", separate_channels=True)
names = sys.argv[3]
assert sorted(exr.channels()) == sorted(names), exr.channels().keys()
for index, name in enumerate(names):
    pixels = exr.channels()[name].pixels
    assert pixels.dtype == numpy.float32, pixels.dtype
    numpy.testing.assert_array_equal(pixels.view("<u4"), channels[..., index].view("<u4"))

# Scaled formats: the first channel over the value range.
fraction = numpy.clip((channels[..., 0].astype(float) - low) / (high - low), 0, 1)
scaled = numpy.floor(numpy.nan_to_num(fraction) * 65535 + 0.5).astype("<u2")
numpy.testing.assert_array_equal(numpy.fromfile("o.r16", "<u2").reshape(height, width), scaled)
gray = numpy.asarray(Image.open("o16.png"))
numpy.testing.assert_array_equal(gray.astype("<u2"), scaled)

# The manifests of all formats are equal, but for their samples and the range of scaled formats.
manifest = json.load(open("o.npy.json"))
assert "value_range_used" not in manifest
assert manifest["version"] == 1 and manifest["view"]["size"] == [width, height], manifest["view"]
page = tifffile.TiffFile("o.tif").pages[0]
# A control may be named like what marks the files of tifffile itself.
assert not page.is_shaped
tags = page.tags
others = [
    json.load(open("o.r32.json")),
    json.loads(tags["ImageDescription"].value),
    json.loads(exr.header()["playground"]),
    json.loads(Image.open("o.png").text["playground"]),
]
scaled = [json.load(open("o.r16.json")), json.loads(Image.open("o16.png").text["playground"])]
for other in scaled:
    assert other.pop("value_range_used") == [low, high]
others += scaled
others[3].pop("value_range_used", None)
# Each format records its own samples.
for one in [manifest, *others]:
    one.pop("samples", None)
assert all(other == manifest for other in others)

# Pixel size, and position of the corner of the first pixel.
spacing = manifest["view"]["span"] / width
x, y = manifest["view"]["center"]
scale, tie = tags["ModelPixelScaleTag"].value, tags["ModelTiepointTag"].value
numpy.testing.assert_allclose(scale, (spacing, spacing, 0), rtol=1e-12)
numpy.testing.assert_allclose(tie, (0, 0, 0, x - width / 2 * spacing, y + height / 2 * spacing, 0), rtol=1e-12)
