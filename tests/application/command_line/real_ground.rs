//! Tests of the way of an elevation model through the program: what comes out has its samples, place, units and holes,
//! as read by GDAL, tifffile and trimesh.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::calls::{folder, json, root, run};
use crate::formats::{gdal, read_by_python, script_output};

/// Elevation models of `write_ground.py`: 37 x 29 samples of 30 m by 20 m in UTM zone 16, with holes.
fn ground() -> tempfile::TempDir {
    let folder = folder(&[]);
    script_output(folder.path(), "write_ground.py", &["."]);
    folder
}

/// Everything that GDAL reads beside the samples.
fn described(folder: &Path, file: &str) -> Value {
    let info: Value =
        serde_json::from_str(&gdal(folder, &format!("gdalinfo -json {file}"))).unwrap();
    let band = &info["bands"][0];
    json!({
        "size": info["size"],
        "transform": info["geoTransform"],
        "wkt": info["coordinateSystem"]["wkt"],
        "point": info["metadata"][""]["AREA_OR_POINT"],
        "no_data": band["noDataValue"].to_string().to_lowercase(),
        "unit": band["unit"],
        "scale": band["scale"],
    })
}

/// Number of samples of two TIFFs that differ in a bit.
fn differing_bits(folder: &Path, files: [&str; 2]) -> Value {
    let script = "import sys, json, numpy, tifffile; a, b = (tifffile.imread(f) for f in sys.argv[1:]); \
        assert a.shape == b.shape and b.dtype == 'f4'; a = a.astype('f4'); \
        print(json.dumps(int((a.view('u4') != b.view('u4')).sum())))";
    read_by_python(folder, script, &files)
}

#[test]
fn elevation_model_comes_out_bit_for_bit_where_it_was() {
    let folder = ground();
    let path = folder.path();
    let files = "utm whole lowest degrees feet point integers nowhere";
    for file in files.split(' ').map(|name| format!("{name}.tif")) {
        run(0, path, &format!("render {file} -o out.tif"));
        assert_eq!(differing_bits(path, [&file, "out.tif"]), 0, "{file}");
        assert_eq!(described(path, "out.tif"), described(path, &file), "{file}");
        run(0, path, "render --from out.tif -o again.tif");
        assert_eq!(
            fs::read(path.join("again.tif")).unwrap(),
            fs::read(path.join("out.tif")).unwrap()
        );
    }
}

#[test]
fn analysis_is_in_meters_where_the_coordinates_are() {
    let folder = ground();
    let path = folder.path();
    fs::write(path.join("hill.wgsl"), "//! @unit(\"m\")\nfn hill(p: vec2f) -> f32 { return p.x; }")
        .unwrap();
    for (line, unit) in [
        ("analyze whole.tif --json", "m"),
        ("analyze degrees.tif --fill nearest --json", "m"),
        ("analyze feet.tif --fill nearest --json", "US survey ft"),
        ("analyze nowhere.tif --fill nearest --json", "unit"),
        ("analyze hill.wgsl --size 16 --json", "m"),
    ] {
        let json = json(path, line);
        assert_eq!(json["unit"], unit, "{line}");
        assert_eq!(json["units"]["frequency"], format!("cycles per {unit}"), "{line}");
        let file = line.split(' ').nth(1).unwrap();
        let of_value =
            if file.ends_with(".tif") { described(path, file)["unit"].clone() } else { json!("m") };
        assert_eq!(json["units"]["value"], of_value, "{line}");
    }
}

#[test]
fn part_of_an_elevation_model_keeps_its_coordinates() {
    let folder = ground();
    let path = folder.path();
    run(0, path, "render utm.tif -o part.tif --center 500300,3999800 --span 300 --size 10");
    let (part, whole) = (described(path, "part.tif"), described(path, "utm.tif"));
    assert_eq!((&part["wkt"], &part["no_data"]), (&whole["wkt"], &whole["no_data"]));
    assert_eq!(part["transform"], json!([500_150.0, 30.0, 0.0, 3_999_950.0, 0.0, -30.0]));
    // A width alone is that of the whole rectangle.
    run(0, path, "render utm.tif -o small.tif -o small.png --size 20");
    let small = described(path, "small.tif");
    assert_eq!((&small["size"], &small["transform"][1]), (&json!([20, 10]), &json!(55.5)));
    let script = "import json, PIL.Image; print(json.dumps(PIL.Image.open('small.png').size))";
    assert_eq!(read_by_python(path, script, &[]), json!([20, 10]));
    // Slopes have the place, but neither the unit nor the number for missing samples.
    run(0, path, "render utm.tif -o slope.tif --quantity slope --size 16");
    let slope = described(path, "slope.tif");
    assert_eq!((&slope["wkt"], slope["no_data"].as_str()), (&whole["wkt"], Some("\"nan\"")));
    run(0, path, "render degrees.tif -o tile.tif --tiles 4x4");
    let tile = described(path, "tile_x3_y3.tif");
    assert_eq!(tile["wkt"], described(path, "degrees.tif")["wkt"]);
    let corner = |info: &Value| {
        let number = |index: usize| info["transform"][index].as_f64().unwrap();
        let size = |index: usize| info["size"][index].as_f64().unwrap();
        [number(0) + size(0) * number(1), number(3) + size(1) * number(5)]
    };
    let (of_tile, of_file) = (corner(&tile), corner(&described(path, "degrees.tif")));
    for axis in 0..2 {
        assert!((of_tile[axis] - of_file[axis]).abs() < 1e-9, "{of_tile:?} {of_file:?}");
    }
}

#[test]
fn holes_stay_holes_in_files_of_integers() {
    let folder = ground();
    let path = folder.path();
    run(0, path, "render utm.tif -o h.r16 -o h.tif");
    run(0, path, "render utm.tif --depth 16 -o h.png");
    run(0, path, "render utm.tif --for unreal --size 127 -o u.png");
    run(0, path, "render utm.tif --for blender -o b.exr");
    let script = "import json, numpy as np, tifffile; from PIL import Image; z = tifffile.imread('utm.tif'); \
        ok = z != -9999; low, high = z[ok].min(), z[ok].max(); found = {}; \
        masks = {n: np.array(Image.open(n + '.mask.png')) for n in ['h.r16', 'h.png', 'u.png', 'b.exr']}; \
        found['same'] = [bool(((masks[n] == 255) == ok).all()) for n in ['h.r16', 'h.png']]; \
        r = np.fromfile('h.r16', '<u2').reshape(z.shape); p = np.array(Image.open('h.png')); \
        back = [low + v / 65535 * (high - low) for v in (r, p)]; \
        found['error'] = [float(abs(b - z)[ok].max() / (high - low)) for b in back]; \
        found['unreal'] = [masks['u.png'].shape, sorted(set(masks['u.png'].ravel().tolist()))]; \
        print(json.dumps(found))";
    let found = read_by_python(path, script, &[]);
    assert_eq!(found["same"], json!([true, true]));
    assert_eq!(found["unreal"], json!([[127, 127], [0, 255]]));
    for error in found["error"].as_array().unwrap() {
        assert!(error.as_f64().unwrap() <= 0.51 / 65535.0, "{found}");
    }
    let notes = fs::read_to_string(path.join("u.png.txt")).unwrap();
    assert!(notes.contains("black in u.png.mask.png"), "{notes}");
    // Read again, the picture has the holes; without holes, the old mask is gone.
    run(0, path, "render h.png -o again.npy");
    let script = "import json, numpy as np, tifffile; a = np.load('again.npy'); z = tifffile.imread('utm.tif'); \
        print(json.dumps(bool((np.isnan(a) == (z == -9999)).all())))";
    assert_eq!(read_by_python(path, script, &[]), true);
    run(0, path, "render whole.tif -o h.r16");
    assert!(!path.join("h.r16.mask.png").exists());
}

#[test]
fn masks_have_three_states() {
    let folder = ground();
    let path = folder.path();
    run(0, path, "render square.tif -o m.tif -o m.png --mask value>200");
    let script = "import json, numpy as np, tifffile; from PIL import Image; z = tifffile.imread('square.tif'); \
        m = tifffile.imread('m.tif'); p = np.array(Image.open('m.png')); ok = z != -9999; \
        want = np.where(ok, np.where(z > 200, 255, 0), 128); \
        print(json.dumps([p.shape == z.shape, int((p != want).sum()), bool((np.isnan(m) == ~ok).all())]))";
    assert_eq!(read_by_python(path, script, &[]), json!([true, 0, true]));
}

#[test]
fn mesh_of_an_elevation_model_has_its_rectangle_and_holes() {
    let folder = ground();
    let path = folder.path();
    run(0, path, "mesh utm.tif -o all.obj");
    run(0, path, "mesh utm.tif -o few.ply --error 2 --origin 500000,4000000");
    let script = "import json, numpy as np, trimesh, tifffile; z = tifffile.imread('utm.tif'); ok = z != -9999; \
        all = trimesh.load('all.obj', process=False); few = trimesh.load('few.ply', process=False); \
        cells = ok[1:, 1:] & ok[:-1, 1:] & ok[1:, :-1] & ok[:-1, :-1]; \
        area = lambda m: float(sum(np.cross((t[1] - t[0])[:2], (t[2] - t[0])[:2]) / 2 for t in m.triangles)); \
        y, x = np.nonzero(ok); want = np.c_[500015 + 30 * x, 3999990 - 20 * y, z[ok]]; \
        have = {tuple(v) for v in all.vertices}; \
        print(json.dumps({'all': [area(all), float(cells.sum() * 600)], 'few': area(few), \
            'faces': [len(few.faces), len(all.faces)], 'bounds': few.bounds.tolist(), \
            'missing': sum(tuple(v) not in {tuple(w) for w in want} for v in have)}))";
    let found = read_by_python(path, script, &[]);
    let number = |value: &Value| value.as_f64().unwrap();
    let whole = number(&found["all"][1]);
    for area in [&found["all"][0], &found["few"]] {
        assert!((number(area) - whole).abs() < 1e-3 * whole, "{found}");
    }
    assert_eq!(found["missing"], 0, "{found}");
    assert!(number(&found["faces"][0]) < 0.8 * number(&found["faces"][1]), "{found}");
    assert_eq!(found["bounds"][0][0], 15.0, "{found}");
    assert_eq!(found["bounds"][1][1], -10.0, "{found}");
}

#[test]
fn eroded_ground_lies_where_the_elevation_model_does() {
    let folder = ground();
    let path = folder.path();
    let shader = root().join("shaders/generators/thermal_erosion.wgsl");
    let shader = shader.display();
    let line = format!("render {shader} --set ground=utm.tif --set steps=0 --set side=65 -o e.tif");
    let (_, error) = run(2, path, &line);
    assert!(error.contains("have no data") && error.contains("--fill smooth"), "{error}");
    let (_, warning) = run(0, path, &format!("{line} --fill smooth"));
    assert!(warning.contains("samples had no data and were filled (smooth)"), "{warning}");
    let (eroded, whole) = (described(path, "e.tif"), described(path, "utm.tif"));
    assert_eq!(eroded["wkt"], whole["wkt"]);
    assert_eq!(eroded["size"], json!([65, 34]));
    assert_eq!(eroded["transform"][0], whole["transform"][0]);
    let script = "import json, tifffile; tags = tifffile.TiffFile('e.tif').pages[0].tags; \
        manifest, at = json.loads(tags[270].value), tags[33922].value; raster = manifest['raster']; \
        west = raster['center'][0] - 32.5 * raster['spacing'][0]; \
        print(json.dumps([raster['size'], abs(west - at[3]) < 1e-6]))";
    assert_eq!(read_by_python(path, script, &[]), json!([[65, 34], true]));
    // Ground that stays as it is has the heights of the file, also in the picture that `--from` renders.
    let script = "import json, numpy as np, tifffile; z = tifffile.imread('utm.tif'); e = tifffile.imread('e.tif'); \
        ok = z != -9999; print(json.dumps([float(e.min() - z[ok].min()), float(e.max() - z[ok].max())]))";
    let found = read_by_python(path, script, &[]);
    for difference in found.as_array().unwrap() {
        assert!(difference.as_f64().unwrap().abs() < 3.0, "{found}");
    }
    run(0, path, "render --from e.tif -o again.tif");
    assert_eq!(fs::read(path.join("again.tif")).unwrap(), fs::read(path.join("e.tif")).unwrap());
}

#[test]
fn grid_of_any_width_and_height_is_filled() {
    const PROGRAM: &str = "
struct Params { columns: i32, /// @range(1, 100, 1, 7)
    rows: i32 /// @range(1, 100, 1, 5)
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(COLUMNS, ROWS)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    if id.x < 7u && id.y < 5u { heights[id.y * 7u + id.x] = f32(10u * id.y + id.x); }
}
";
    let text = PROGRAM.replace("COLUMNS", "5 + 2").replace("ROWS", "10 / 2");
    let folder = folder(&[("a.wgsl", &text)]);
    run(0, folder.path(), "render a.wgsl -o a.npy");
    let script = "import json, numpy as np; a = np.load('a.npy'); y, x = np.mgrid[0:5, 0:7]; \
        print(json.dumps([a.shape, bool((a == 10 * y + x).all())]))";
    assert_eq!(read_by_python(folder.path(), script, &[]), json!([[5, 7], true]));
    fs::write(folder.path().join("a.wgsl"), PROGRAM.replace("COLUMNS", "7").replace("ROWS", "0"))
        .unwrap();
    let (_, error) = run(1, folder.path(), "render a.wgsl -o b.npy");
    assert!(error.contains("the side of the grid is 0"), "{error}");
}
