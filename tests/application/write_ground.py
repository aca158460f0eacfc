"""Writes elevation models with GDAL into the folder of the argument: hills of 37 x 29 samples, with a round hole, a missing
corner and a single missing sample, in several coordinate systems, units and types."""

import pathlib
import subprocess
import sys

import numpy as np
import tifffile

folder = pathlib.Path(sys.argv[1])
WIDTH, HEIGHT = 37, 29
y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
z = (180 + 60 * np.sin(0.3 * x) * np.cos(0.25 * y) + 2.1 * x + 0.37 * y).astype("f4")
tifffile.imwrite(folder / "base.tif", z)
holes = z.copy()
holes[(np.hypot(x - 20, y - 14) < 4) | (x + y > 58) | ((x == 5) & (y == 6))] = -9999
tifffile.imwrite(folder / "holes.tif", holes)
tifffile.imwrite(folder / "lowest_holes.tif", np.where(holes == -9999, np.finfo("f4").min, holes))


def write(name, source, *flags):
    command = ["gdal_translate", "-q", *flags, folder / f"{source}.tif", folder / f"{name}.tif"]
    subprocess.run([str(part) for part in command], check=True)


def place(code, west, north, width, height):
    return ["-a_srs", f"EPSG:{code}", "-a_ullr", west, north, west + width * WIDTH, north - height * HEIGHT]


utm = place(32616, 500000, 4000000, 30, 20)
no_data = ["-a_nodata", -9999]
write("utm", "holes", *utm, *no_data)
write("whole", "base", *utm)
write("square", "holes", *place(32616, 500000, 4000000, 30, 30), *no_data)
write("degrees", "holes", *place(4326, -84.4, 36.7, 0.001, 0.0008), *no_data)
write("feet", "holes", *place(2274, 1740000, 660000, 100, 90), *no_data)
subprocess.run(["gdal_edit.py", "-units", "ft", str(folder / "feet.tif")], check=False)
write("point", "holes", *utm, *no_data, "-mo", "AREA_OR_POINT=Point")
write("integers", "holes", *utm, "-a_nodata", -9999, "-ot", "Int16", "-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=2")
write("lowest", "lowest_holes", *utm, "-a_nodata", "-3.40282346638529e+38")
write("nowhere", "holes", *no_data)
