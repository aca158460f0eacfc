//! Tests of ground whose x, y and z have units, of its masks, scale and order of samples, and of its parts at any zoom, with
//! `gdaldem`, numpy and tifffile as references.

use std::path::Path;

use serde_json::{Value, json};

use crate::calls::{folder, json, run};
use crate::formats::{gdal, python_output, read_by_python};

/// Writes 48 x 40 heights, 600 to 1300, 30 units apart from 500000, 5100000, as `NAME.tif`, with a unit of heights and
/// the code of the unit of coordinates.
const WRITER: &str = "
import sys, numpy as np, tifffile
y, x = np.mgrid[0:40, 0:48].astype('f4')
z = (900 + 200 * np.sin(x / 7) * np.cos(y / 5) + 3 * x).astype('f4')
def write(name, array, unit=None, code=9001, spacing=30.0, place=None, vertical=None, **more):
    keys = [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632, 3076, 0, 1, code]
    keys += [4096, 0, 1, vertical] if vertical else []
    tags = [(34735, 'H', 4 + len(keys), tuple([1, 1, 0, len(keys) // 4] + keys), True)]
    if place is None:
        tags += [(33550, 'd', 3, (spacing, spacing, 0.0), True), (33922, 'd', 6, (0., 0., 0., 5e5, 5.1e6, 0.), True)]
    else:
        tags += [(34264, 'd', 16, tuple(place), True)]
    items = more.pop('items', '')
    if unit:
        items += f'<Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">{unit}</Item>'
    if items:
        tags += [(42112, 's', 0, f'<GDALMetadata>{items}</GDALMetadata>', True)]
    tifffile.imwrite(name, array, extratags=tags, metadata=None, **more)
";

/// Shader that returns the heights of the data file `FILE`.
const READER: &str = "
import playground::noise::field::field_bilinear;
struct Params {
    /// @auto(placement ground)
    at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @field(\"FILE\")
@group(0) @binding(1) var ground: texture_2d<f32>;
fn height(p: vec2f) -> f32 { return field_bilinear(ground, params.at, p); }
";

fn ground(calls: &str) -> tempfile::TempDir {
    let folder = folder(&[]);
    python_output(folder.path(), &["-c", &format!("{WRITER}\n{calls}")]);
    folder
}

/// Lowest, mean and highest number of a `.npy` file, and its count of NaN.
fn numbers(folder: &Path, file: &str) -> [f64; 4] {
    let script = "import sys, json, numpy as np; a = np.load(sys.argv[1]).astype('f8'); \
        print(json.dumps([np.nanmin(a), np.nanmean(a), np.nanmax(a), int(np.isnan(a).sum())]))";
    let found = read_by_python(folder, script, &[file]);
    std::array::from_fn(|index| found[index].as_f64().unwrap())
}

/// Largest difference of two rasters away from the edge, as a TIFF and a `.npy` file.
fn difference(folder: &Path, tiff: &str, array: &str) -> f64 {
    let script = "import sys, json, numpy as np, tifffile; a = tifffile.imread(sys.argv[1]); b = np.load(sys.argv[2]); \
        print(json.dumps(float(abs(a - b)[1:-1, 1:-1].max())))";
    read_by_python(folder, script, &[tiff, array]).as_f64().unwrap()
}

#[test]
fn slopes_are_in_the_units_that_the_file_states() {
    let folder = ground(
        "write('m.tif', z, 'm'); write('ft.tif', z, 'ft'); write('survey.tif', z, vertical=6360)
write('km.tif', z, code=9036, spacing=0.03); write('feet.tif', z, code=9003)
write('pressure.tif', z, 'hPa')",
    );
    let path = folder.path();
    for (name, scale, factor) in [
        ("m", 1.0, 1.0),
        ("ft", 1.0 / 0.3048, 0.3048),
        ("survey", 3937.0 / 1200.0, 1200.0 / 3937.0),
        ("km", 1000.0, 0.001),
        ("feet", 1.0, 1.0),
        ("pressure", 1.0, 1.0),
    ] {
        gdal(path, &format!("gdaldem slope -q -compute_edges -s {scale} {name}.tif gdal.tif"));
        run(0, path, &format!("render {name}.tif --quantity slope -o slope.npy"));
        let error = difference(path, "gdal.tif", "slope.npy");
        assert!(error < 1e-3, "{name}: {error}");
        let analysis = json(path, &format!("analyze {name}.tif --json"));
        assert_eq!(analysis["z_factor"], factor, "{name}");
        let inside = read_by_python(
            path,
            "import json, tifffile; print(json.dumps(float(tifffile.imread('gdal.tif')[1:-1, 1:-1].astype('f8').mean())))",
            &[],
        );
        let mean = analysis["slopes"]["mean_deg"].as_f64().unwrap();
        assert!((mean - inside.as_f64().unwrap()).abs() < 1e-4, "{name}: {mean} {inside}");
    }
    let given = json(path, "analyze m.tif --z-factor 0.3048 --json");
    assert_eq!(given["slopes"], json(path, "analyze ft.tif --json")["slopes"]);
    // A mask, light and a mesh have the same ground, and so has a capture that is rendered again.
    run(0, path, "render ft.tif --mask slope>20 -o ft.npy");
    run(0, path, "render m.tif --z-factor 0.3048 --mask slope>20 -o m.npy");
    assert_eq!(numbers(path, "ft.npy"), numbers(path, "m.npy"));
    run(0, path, "render ft.tif --view terrain --size 64 --spp 1 -o ft.png");
    run(0, path, "render m.tif --z-factor 0.3048 --view terrain --size 64 --spp 1 -o m.png");
    let script = "import json, numpy as np; from PIL import Image; a, b = (np.array(Image.open(n)) for n in ['ft.png', 'm.png']); \
        print(json.dumps([bool((a == b).all()), float(a.std())]))";
    let same = read_by_python(path, script, &[]);
    assert!(same[0] == true && same[1].as_f64().unwrap() > 5.0, "{same}");
    run(0, path, "render m.tif --z-factor 0.3048 --quantity slope -o a.tif");
    run(0, path, "render --from a.tif -o again.npy");
    run(0, path, "render ft.tif --quantity slope -o ft.npy");
    assert_eq!(numbers(path, "again.npy"), numbers(path, "ft.npy"));
    run(0, path, "mesh ft.tif -o land.ply");
    let script =
        "import json, trimesh; print(json.dumps(trimesh.load('land.ply').bounds[:, 2].tolist()))";
    let heights = read_by_python(path, script, &[]);
    let [low, _, high, _] = {
        run(0, path, "render ft.tif -o z.npy");
        numbers(path, "z.npy")
    };
    for (height, value) in [(&heights[0], low), (&heights[1], high)] {
        assert!((height.as_f64().unwrap() - 0.3048 * value).abs() < 1e-3, "{heights} {value}");
    }
    run(0, path, "render ft.tif --figure -o figure.svg");
    let figure = std::fs::read_to_string(path.join("figure.svg")).unwrap();
    assert!(figure.contains("ft = 0.3048 m"), "the color bar states the unit");
}

#[test]
fn shaders_receive_heights_in_the_unit_of_the_coordinates() {
    let folder = ground("write('ft.tif', z, 'ft'); write('m.tif', z * np.float32(0.3048), 'm')");
    let path = folder.path();
    for name in ["ft", "m"] {
        run(
            0,
            path,
            &format!(
                "render builtin:generators/thermal_erosion.wgsl --set ground={name}.tif --set side=65 --set repose=20 -o {name}.npy -o {name}_worn.tif"
            ),
        );
        let info: Value =
            serde_json::from_str(&gdal(path, &format!("gdalinfo -json {name}_worn.tif"))).unwrap();
        assert_eq!(info["bands"][0]["unit"], "m");
    }
    let script = "import json, numpy as np; a, b = np.load('ft.npy'), np.load('m.npy'); \
        print(json.dumps([float(abs(a - b).max()), float(a.std())]))";
    let found = read_by_python(path, script, &[]);
    assert!(found[0].as_f64().unwrap() < 1e-3 && found[1].as_f64().unwrap() > 10.0, "{found}");
    // A shader that keeps the unit of the file says how long it is.
    let own = "//! @z_factor(0.3048)".to_owned() + &READER.replace("FILE", "ft.tif");
    std::fs::write(path.join("own.wgsl"), own).unwrap();
    let at = "--center 500720,5099400 --span 1440 --size 48x40";
    run(0, path, &format!("render own.wgsl {at} -o own.npy"));
    run(0, path, &format!("render ft.tif {at} -o file.npy"));
    assert_eq!(numbers(path, "own.npy"), numbers(path, "file.npy"));
    run(0, path, &format!("render own.wgsl {at} --quantity slope -o own.npy"));
    run(0, path, &format!("render ft.tif {at} --quantity slope -o file.npy"));
    let [own, file] = ["own.npy", "file.npy"].map(|file| numbers(path, file));
    assert!((0..3).all(|index| (own[index] - file[index]).abs() < 1e-3), "{own:?} {file:?}");
    let (report, _) = run(0, path, "check own.wgsl");
    assert!(!report.contains("warning"), "{report}");
    std::fs::write(
        path.join("bad.wgsl"),
        "//! @z_factor(0)\nfn f(p: vec2f) -> f32 { return p.x; }",
    )
    .unwrap();
    let (report, _) = run(0, path, "check bad.wgsl");
    assert!(report.contains("bad.wgsl:1") && report.contains("a number above 0"), "{report}");
    let (_, message) = run(2, path, "render ft.tif --z-factor 0 -o a.png");
    assert!(message.contains("--z-factor 0 is not above 0"), "{message}");
}

/// A plane of 24.095 degrees, at any zoom, size and shape of pixels.
#[test]
fn slopes_of_a_plane_are_right_at_every_zoom() {
    let folder = ground(
        "y, x = np.mgrid[0:100, 0:100].astype('f8')
write('plane.tif', (0.4 * x + 0.2 * y).astype('f4'), 'm', spacing=1.0)
write('wide.tif', (0.4 * x * 0.5 + 0.2 * y * 0.8).astype('f4'), 'm', place=[0.5, 0, 0, 5e5, 0, -0.8, 0, 5.1e6, 0, 0, 0, 0, 0, 0, 0, 1])
write('far.tif', (0.4 * x + 0.2 * y).astype('f4'), 'm', place=[1, 0, 0, -4.2e6, 0, -1, 0, 9.7e6, 0, 0, 0, 0, 0, 0, 0, 1])",
    );
    let path = folder.path();
    let inside = |file: &str| {
        let script = "import sys, json, numpy as np; a = np.load(sys.argv[1])[1:-1, 1:-1]; \
            print(json.dumps([float(a.min()), float(a.max()), list(a.shape)]))";
        read_by_python(path, script, &[file])
    };
    let angle = 0.2_f64.hypot(0.4).atan().to_degrees();
    for line in [
        "plane.tif --center 500050,5099950 --span 20 --size 256",
        "plane.tif --center 500051.3,5099949.1 --span 3 --size 200",
        "plane.tif --size 40",
        "plane.tif --size 333",
        "plane.tif",
        "wide.tif",
        "wide.tif --size 77",
        "far.tif --center -4199950,9699950 --span 5 --size 128",
    ] {
        run(0, path, &format!("render {line} --quantity slope -o slope.npy"));
        let found = inside("slope.npy");
        for index in 0..2 {
            let error = (found[index].as_f64().unwrap() - angle).abs();
            assert!(error < 0.01, "{line}: {found}, not {angle}");
        }
        run(0, path, &format!("render {line} --quantity curvature -o bend.npy"));
        let found = inside("bend.npy");
        assert!((0..2).all(|index| found[index].as_f64().unwrap().abs() < 1e-3), "{line} {found}");
        run(0, path, &format!("render {line} --mask slope>30 -o mask.npy"));
        assert_eq!(numbers(path, "mask.npy")[..3], [0.0; 3], "{line}");
    }
    // Quantities have the samples of the file: as many as its values, and as many as the analysis measures.
    run(0, path, "render wide.tif --quantity slope -o slope.npy");
    assert_eq!(inside("slope.npy")[2], json!([98, 98]));
    // A shader that reads the file distinguishes its positions.
    std::fs::write(path.join("reads.wgsl"), READER.replace("FILE", "plane.tif")).unwrap();
    let at = "--center 500050,5099950 --span 5 --size 64";
    run(0, path, &format!("render reads.wgsl {at} -o read.npy"));
    run(0, path, &format!("render plane.tif {at} -o file.npy"));
    let script = "import json, numpy as np; a, b = np.load('read.npy'), np.load('file.npy'); \
        print(json.dumps([float(abs(a - b).max()), len(np.unique(a))]))";
    let found = read_by_python(path, script, &[]);
    assert!(found[0].as_f64().unwrap() < 2e-5 && found[1].as_f64().unwrap() > 150.0, "{found}");
}

#[test]
fn masks_scale_and_order_of_samples_are_read() {
    let folder = ground(
        "mask = np.ones(z.shape, 'u1') * 255; mask[5:15, 8:20] = 0
write('plain.tif', z, 'm')
tifffile.imwrite('two.tif', np.stack([z, mask.astype('f4')], -1), planarconfig='contig', photometric='minisblack', metadata=None)
write('beside.tif', z, 'm'); tifffile.imwrite('beside.tif.msk', mask, metadata=None)
numbers = np.round((z - 500) / 0.5).astype('i2')
items = '<Item name=\"OFFSET\" sample=\"0\" role=\"offset\">500</Item><Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.5</Item>'
write('scaled.tif', numbers, 'm', items=items); write('values.tif', (numbers * 0.5 + 500).astype('f4'), 'm')
s, w, h = 30.0, 48, 40
write('south.tif', z[::-1], place=[s, 0, 0, 5e5, 0, s, 0, 5.1e6 - h * s, 0, 0, 0, 0, 0, 0, 0, 1])
write('turned.tif', np.ascontiguousarray(z.T[::-1]), place=[0, -s, 0, 5e5 + w * s, -s, 0, 0, 5.1e6, 0, 0, 0, 0, 0, 0, 0, 1])
write('identity.tif', z, place=[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
write('skew.tif', z, place=[s, 1, 0, 5e5, 1, -s, 0, 5.1e6, 0, 0, 0, 0, 0, 0, 0, 1])
tifffile.imwrite('palette.tif', (z / 8).astype('u1'), photometric='palette', colormap=np.zeros((3, 256), 'u2'), metadata=None)
tifffile.imwrite('indices.tif', (z / 8).astype('u1'), metadata=None)
np.save('mask.npy', mask)",
    );
    let path = folder.path();
    run(0, path, "render plain.tif -o plain.npy");
    gdal(
        path,
        "gdal_translate -q -b 1 -mask 2 --config GDAL_TIFF_INTERNAL_MASK YES two.tif inner.tif",
    );
    gdal(
        path,
        "gdal_translate -q -b 1 -mask 2 -co TILED=YES --config GDAL_TIFF_INTERNAL_MASK YES two.tif tiled.tif",
    );
    for file in ["inner", "tiled", "beside"] {
        run(0, path, &format!("render {file}.tif -o {file}.npy"));
        let script = "import sys, json, numpy as np; a, z, m = (np.load(n) for n in [sys.argv[1], 'plain.npy', 'mask.npy']); \
            print(json.dumps(bool((np.isnan(a) == (m == 0)).all() and (a[m > 0] == z[m > 0]).all())))";
        let name = format!("{file}.npy");
        assert_eq!(read_by_python(path, script, &[&name]), true, "{file}");
    }
    let same = |one: &str, other: &str| {
        run(0, path, &format!("render {one} -o one.npy"));
        run(0, path, &format!("render {other} -o other.npy"));
        let script = "import json, numpy as np; print(json.dumps(bool(np.array_equal(np.load('one.npy'), np.load('other.npy')))))";
        assert_eq!(read_by_python(path, script, &[]), true, "{one} {other}");
    };
    same("scaled.tif", "values.tif");
    same("south.tif", "plain.tif");
    same("turned.tif", "plain.tif");
    same("identity.tif", "plain.tif");
    same("palette.tif", "indices.tif");
    // What is written has the values and the place: scale and turn are not applied again.
    for file in ["scaled", "south", "turned"] {
        run(0, path, &format!("render {file}.tif -o written.tif"));
        let info = |file: &str| -> Value {
            serde_json::from_str(&gdal(path, &format!("gdalinfo -json {file}"))).unwrap()
        };
        let (written, plain) = (info("written.tif"), info("plain.tif"));
        assert_eq!(written["geoTransform"], plain["geoTransform"], "{file}");
        assert_eq!(written["bands"][0].get("scale"), None, "{file}");
        same("written.tif", &format!("{file}.tif"));
    }
    // A new file at the place of a masked one has no mask.
    run(0, path, "render plain.tif -o beside.tif");
    same("beside.tif", "plain.tif");
    let (_, message) = run(2, path, "render skew.tif -o a.npy");
    assert!(message.contains("neither parallel to x nor to y"), "{message}");
    gdal(path, "gdal_translate -q -co COMPRESS=ZSTD plain.tif zstd.tif");
    gdal(path, "gdal_translate -q -ot Byte -scale 600 1300 0 3 -co NBITS=2 plain.tif bits.tif");
    gdal(path, "gdal_translate -q -ot Byte -co NBITS=8 bits.tif bytes.tif");
    same("zstd.tif", "plain.tif");
    same("bits.tif", "bytes.tif");
}
