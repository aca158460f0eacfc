"""Writes one field in the formats that `analyze` reads, into the folder of the argument.

The field has 24 x 16 samples: z = 2 x - y / 2 for column x and row y, with a hole at (3, 2) where a format has holes.
"""

import pathlib
import subprocess
import sys

import numpy as np
import OpenEXR
import tifffile
from PIL import Image

folder = pathlib.Path(sys.argv[1])
y, x = np.mgrid[0:16, 0:24]
z = 2.0 * x - 0.5 * y

np.save(folder / "double.npy", z)
np.save(folder / "fortran.npy", np.asfortranarray(z.astype("f4")))
np.save(folder / "big_endian.npy", (2 * z).astype(">i2"))
np.save(folder / "channels.npy", np.stack([z, -z, 0 * z], axis=2).astype("f4"))
np.save(folder / "complex.npy", z.astype("c8"))
np.save(folder / "line.npy", z[0])

PIXEL_SCALE, TIE_POINT, GEO_KEYS, NO_DATA = 33550, 33922, 34735, 42113
holes = np.where((x == 3) & (y == 2), -9999.0, z)
geo = [(PIXEL_SCALE, "d", 3, (30.0, 30.0, 0.0), True), (TIE_POINT, "d", 6, (0, 0, 0, 5e5, 4e6, 0), True),
       (GEO_KEYS, "H", 12, (1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 1), True), (NO_DATA, "s", 0, "-9999", True)]
tifffile.imwrite(folder / "plain.tif", holes.astype("f4"), extratags=geo)
tifffile.imwrite(folder / "integers.tif", (2 * z).astype("i2"))
for source, target, options in [("plain", "tiles", "COMPRESS=DEFLATE PREDICTOR=3 TILED=YES BLOCKXSIZE=16 BLOCKYSIZE=16"),
                                ("integers", "lzw", "COMPRESS=LZW PREDICTOR=2")]:
    flags = [flag for option in options.split() for flag in ("-co", option)]
    subprocess.run(["gdal_translate", "-q", *flags, folder / f"{source}.tif", folder / f"{target}.tif"], check=True)
OpenEXR.File({}, {"Y": z.astype("f2")}).write(str(folder / "half.exr"))
Image.fromarray(np.uint16(100 * (z + 8))).save(folder / "gray.png")
(folder / "damaged.tif").write_bytes((folder / "tiles.tif").read_bytes()[:200])
