"""Writes one field as GeoTIFFs of all kinds with GDAL, into the folder of the argument.

`expected.json` lists for each file the place that GDAL reads: west edge, north edge, width and height of a pixel, and the
values at three samples, where no data is null.
"""

import json
import pathlib
import subprocess
import sys

import numpy as np
import tifffile

folder = pathlib.Path(sys.argv[1])
WIDTH, HEIGHT = 37, 29
y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
z = (3 * x + 2 * y).astype("f4")
z[4, 5] = 200
tifffile.imwrite(folder / "base.tif", z)
PROBES = [(0, 0), (5, 4), (36, 28)]


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def write(name, *flags):
    corners = ["-a_ullr", 500000, 4000000, 500000 + 30 * WIDTH, 4000000 - 20 * HEIGHT]
    run("gdal_translate", "-q", "-a_srs", "EPSG:32633", *corners, *flags, folder / "base.tif", folder / f"{name}.tif")


def options(*pairs):
    return [part for pair in pairs for part in ("-co", pair)]


for kind in ["Byte", "UInt16", "Int16", "UInt32", "Int32", "UInt64", "Int64", "Float32", "Float64"]:
    write(f"type_{kind}", "-ot", kind)
for compression in ["LZW", "DEFLATE", "PACKBITS"]:
    write(f"strips_{compression}", *options(f"COMPRESS={compression}"))
    write(f"tiles_{compression}", *options(f"COMPRESS={compression}", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"))
for compression in ["LZW", "DEFLATE"]:
    write(f"integers_{compression}", "-ot", "Int16", *options(f"COMPRESS={compression}", "PREDICTOR=2"))
    write(f"floats_{compression}", *options(f"COMPRESS={compression}", "PREDICTOR=3"))
    write(f"tiled_floats_{compression}", *options(f"COMPRESS={compression}", "PREDICTOR=3", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=32"))
    write(f"doubles_{compression}", "-ot", "Float64", *options(f"COMPRESS={compression}", "PREDICTOR=3"))
write("big_endian", *options("ENDIANNESS=BIG"))
write("big_tiff", *options("BIGTIFF=YES", "COMPRESS=DEFLATE"))
write("no_data", "-a_nodata", 200)
write("no_data_integers", "-ot", "Int16", "-a_nodata", 200, *options("COMPRESS=DEFLATE"))
write("point", "-mo", "AREA_OR_POINT=Point")
run("gdal_translate", "-q", "-a_srs", "EPSG:4326", "-a_ullr", 10, 47, 10.037, 46.971, folder / "base.tif", folder / "degrees.tif")
run("gdal_translate", "-q", folder / "base.tif", folder / "nowhere.tif")

expected = {}
for file in sorted(folder.glob("*.tif")):
    info = json.loads(run("gdalinfo", "-json", file))
    west, width, _, north, _, height = info.get("geoTransform", [0, 1, 0, 0, 0, -1])
    values = []
    for column, row in PROBES:
        text = run("gdallocationinfo", "-valonly", file, column, row).strip()
        missing = info["bands"][0].get("noDataValue")
        values.append(None if missing is not None and float(text) == missing else float(text))
    expected[file.name] = {"west": west, "north": north, "width": width, "height": -height, "values": values}
(folder / "expected.json").write_text(json.dumps(expected))
