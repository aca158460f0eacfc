"""Compares slope.tif, aspect.tif and hillshade.tif in the working directory with those of gdaldem, named g_….tif."""

import numpy
import tifffile

read = lambda name: tifffile.imread(name).astype(float)

slope = numpy.abs(read("slope.tif") - read("g_slope.tif"))
assert slope.max() < 1e-3, slope.max()

aspect, expected = read("aspect.tif"), read("g_aspect.tif")
is_flat = expected == -9999
numpy.testing.assert_array_equal(numpy.isnan(aspect), is_flat)
assert is_flat.any() and not is_flat.all()
difference = numpy.abs(aspect - expected)[~is_flat]
difference = numpy.minimum(difference, 360 - difference)
assert difference.max() < 1e-2, difference.max()
assert (aspect[~is_flat] >= 0).all() and (aspect[~is_flat] <= 360).all()

hillshade = numpy.abs(255 * read("hillshade.tif") - read("g_hillshade.tif"))
assert hillshade.max() < 0.51, hillshade.max()

# The normal has the slope, and points down the aspect.
normal = read("normal.tif")
assert normal.shape[-1] == 3
numpy.testing.assert_allclose((normal**2).sum(-1), 1, atol=1e-6)
steepness = numpy.degrees(numpy.arccos(numpy.clip(normal[..., 2], -1, 1)))
numpy.testing.assert_allclose(steepness, read("slope.tif"), atol=0.05)
azimuth = numpy.degrees(numpy.arctan2(normal[..., 0], normal[..., 1])) % 360
turn = numpy.abs(azimuth - aspect)[~is_flat]
assert numpy.minimum(turn, 360 - turn).max() < 1e-2
