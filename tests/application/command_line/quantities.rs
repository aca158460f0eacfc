//! Tests of the options `--quantity` and `--mask`, which write slopes and conditions in place of heights, and of 16-bit
//! PNGs of vectors.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::calls::{
    assert_same_again, command, floats, folder, manifest, names, read_png, root, run,
};
use crate::formats::{gdal, read_by_python, script_output};

/// WGSL of hills with a flat plain, and of further functions.
const GROUND: &str = "fn height(p: vec2f) -> f32 {
    return max(sin(3.0 * p.x) * cos(2.0 * p.y) + 0.3 * p.x * p.y, -0.4);
}
fn bowl(p: vec2f) -> f32 { return 0.5 * dot(p, p); }
fn pair(p: vec2f) -> vec2f { return vec2f(p.x, 10.0 + p.y); }
fn color(p: vec2f) -> vec4f { return vec4f(0.5, p.x, 2.0, 0.25); }";

/// Returns the width and height, the number of channels, and the 16-bit numbers of a PNG.
fn read_png16(path: &Path) -> ([u32; 2], usize, Vec<u16>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let info = decoder.read_info().unwrap().info().clone();
    assert_eq!(info.bit_depth, png::BitDepth::Sixteen);
    let (width, height, bytes) = read_png(path);
    let pairs = bytes.as_chunks::<2>().0.iter();
    let numbers = pairs.map(|pair| u16::from_be_bytes(*pair));
    ([width, height], info.color_type.samples(), numbers.collect())
}

#[test]
fn quantities_equal_those_of_gdaldem() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let common = "--size 150x90 --center 3,-2 --span 12 --exaggeration 1.5 --light 250,30";
    run(0, folder.path(), &format!("render a.wgsl -o h.tif {common}"));
    for name in ["slope", "aspect", "hillshade", "normal"] {
        let line = format!("render a.wgsl -o {name}.tif --quantity {name} {common}");
        run(0, folder.path(), &line);
    }
    // gdaldem multiplies heights only for hillshades.
    gdal(folder.path(), "gdal_calc.py --quiet -A h.tif --outfile=z.tif --calc=A*1.5");
    gdal(folder.path(), "gdaldem slope -q -compute_edges z.tif g_slope.tif");
    gdal(folder.path(), "gdaldem aspect -q -compute_edges z.tif g_aspect.tif");
    let line = "gdaldem hillshade -q -compute_edges -az 250 -alt 30 -z 1.5 h.tif g_hillshade.tif";
    gdal(folder.path(), line);
    script_output(folder.path(), "compare_quantities.py", &[]);
}

/// WGSL of a generator that returns the samples of the data file `land.tif`, at the world positions that the file
/// states.
const LAND: &str = "struct Params {
    /// @auto(placement ground)
    at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @field(land.tif)
@group(0) @binding(1) var ground: texture_2d<f32>;
fn height(p: vec2f) -> f32 {
    let texel = vec2f(p.x - params.at.x, params.at.y - p.y) / params.at.zw;
    return textureLoad(ground, vec2i(floor(texel)), 0).x;
}
";

#[test]
fn quantities_of_the_shipped_elevations_equal_those_of_gdaldem() {
    let folder = folder(&[("land.wgsl", LAND)]);
    let path = folder.path();
    let shipped = root().join("shaders/dem/jacksboro_fault.tif");
    // Samples of 80 m in UTM, inside of the data.
    let warp = format!(
        "gdalwarp -q -t_srs EPSG:32616 -tr 80 80 -te 736000 4048000 756800 4064000 -r bilinear {} land.tif",
        shipped.display()
    );
    gdal(path, &warp);
    let view = "--size 260x200 --center 746400,4056000 --span 20800";
    run(0, path, &format!("render land.wgsl -o h.tif {view}"));
    let script = "
import json, sys, tifffile
one, other = [tifffile.imread(name).astype('f4') for name in ('h.tif', 'land.tif')]
print(json.dumps([bool((one == other).all()), float(one.min()), float(one.max())]))";
    let read = read_by_python(path, script, &[]);
    assert_eq!(read[0], true, "the samples are those of the file");
    let [low, high] = [1, 2].map(|index| read[index].as_f64().unwrap());
    assert!(low > 200.0 && high - low > 400.0 && high < 1200.0, "{low} to {high}");
    for name in ["slope", "aspect", "hillshade", "normal"] {
        run(0, path, &format!("render land.wgsl -o {name}.tif --quantity {name} {view}"));
    }
    gdal(path, "gdaldem slope -q -compute_edges land.tif g_slope.tif");
    gdal(path, "gdaldem aspect -q -compute_edges land.tif g_aspect.tif");
    gdal(path, "gdaldem hillshade -q -compute_edges land.tif g_hillshade.tif");
    script_output(path, "compare_quantities.py", &[]);
}

#[test]
fn quantities_of_a_paraboloid_and_of_flat_ground() {
    let folder =
        folder(&[("a.wgsl", GROUND), ("flat.wgsl", "fn height(p: vec2f) -> f32 { return 3.0; }")]);
    let line =
        "render a.wgsl::bowl -o c.r32 --quantity curvature --size 33 --span 4 --exaggeration 3";
    run(0, folder.path(), line);
    let curvature = floats(&folder.path().join("c.r32"));
    assert!(curvature.iter().all(|number| (number + 6.0).abs() < 1e-2), "{curvature:?}");
    // The last tile of the picture is one sample high.
    let tiled = "render a.wgsl::bowl -o t.r32 --quantity curvature --size 8x513 --span 0.0625";
    run(0, folder.path(), &format!("{tiled} --exaggeration 3"));
    let [last, before] = [1, 9].map(|from_end| {
        let numbers = floats(&folder.path().join("t.r32"));
        numbers[numbers.len() - from_end]
    });
    assert_eq!(last, before);
    run(0, folder.path(), "render flat.wgsl -o s.r32 --quantity sky --size 20");
    assert_eq!(floats(&folder.path().join("s.r32")), [1.0; 400]);
}

#[test]
fn numbers_of_a_16_bit_png_are_restored_from_its_range() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = |name: &str| folder.path().join(name);
    let common = "--size 40x30 --quantity slope";
    run(0, folder.path(), &format!("render a.wgsl {common} -o s.r32 -o s.png --depth 16"));
    let slopes = floats(&path("s.r32"));
    let record = manifest(&path("s.png"));
    assert_eq!(
        (&record["quantity"], &record["view"]["value_range"]),
        (&json!("slope"), &json!("full"))
    );
    let [low, high] = [0, 1].map(|end| record["value_range_used"][end].as_f64().unwrap());
    let (size, channels, numbers) = read_png16(&path("s.png"));
    assert_eq!((size, channels), ([40, 30], 1));
    for (number, slope) in numbers.iter().zip(&slopes) {
        let restored = low + (high - low) * f64::from(*number) / 65535.0;
        assert!((restored - f64::from(*slope)).abs() < (high - low) / 65535.0);
    }
    assert!(numbers.contains(&0) && numbers.contains(&65535));
    // A capture that is rendered again keeps its quantity, unless `--quantity` selects another one.
    run(0, folder.path(), "render --from s.png -o again.png -o again.r32");
    assert!(fs::read(path("again.png")).unwrap() == fs::read(path("s.png")).unwrap());
    assert_eq!(floats(&path("again.r32")), slopes);
    run(0, folder.path(), "render --from s.png -o field.r32 --quantity field");
    run(0, folder.path(), "render a.wgsl --size 40x30 -o h.r32");
    assert_eq!(floats(&path("field.r32")), floats(&path("h.r32")));
    // Unit normals are -1 to 1.
    run(0, folder.path(), "render a.wgsl --quantity normal -o n.png --depth 16 --size 8");
    assert_eq!(manifest(&path("n.png"))["value_range_used"], json!([-1, 1]));
    let (_, channels, normals) = read_png16(&path("n.png"));
    assert_eq!(channels, 3);
    assert!(normals.chunks(3).all(|normal| normal[2] > 32768));
}

#[test]
fn heights_are_not_written_where_a_view_of_another_quantity_is_requested() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let before = names(folder.path());
    let error = |line: &str| run(2, folder.path(), &format!("render a.wgsl --size 8 {line}")).1;
    let message = error("-o a.png --depth 16 --view slope");
    assert!(message.contains("--quantity slope or --quantity field"), "{message}");
    assert!(error("-o a.png --quantity slope").contains("--depth 16"));
    assert!(error("-o a.r16 --quantity normal").contains("3 numbers"));
    let message = error("-o a.npy --quantity slpoe");
    assert!(message.contains("none of field, slope") && message.contains("did you mean slope?"));
    let message = error("-o a.npy --quantity slope --view terrain --pass depth");
    assert!(message.contains("--pass depth"), "{message}");
    assert_eq!(names(folder.path()), before);
    run(
        0,
        folder.path(),
        "render a.wgsl --size 8 -o a.png --depth 16 --view slope --quantity field",
    );
    run(0, folder.path(), "render --from a.png -o b.png");
}

/// Compares a mask in a folder with a condition that numpy evaluates. Returns the number of samples that differ, and
/// the number of samples in the mask.
fn by_numpy(folder: &Path, condition: &str) -> Value {
    let script = format!(
        "import json, numpy; l = numpy.load; value, slope, aspect, curvature, mask = \
         l('v.npy'), l('slope.npy'), l('aspect.npy'), l('curvature.npy'), l('m.npy'); \
         y, x = numpy.mgrid[0:value.shape[0], 0:value.shape[1]]; \
         x = 1 + (x + .5 - 60 / 2) * 8 / 60; y = 2 - (y + .5 - 40 / 2) * 8 / 60; \
         wanted = {condition}; assert mask.dtype == numpy.float32; \
         print(json.dumps([int((mask != wanted).sum()), int(mask.sum())]))"
    );
    read_by_python(folder, &script, &[])
}

#[test]
fn masks_are_conditions_on_the_ground() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let common = ["render", "a.wgsl", "--size", "60x40", "--center", "1,2"];
    let render = |code: i32, options: &[&str]| {
        let output = command(folder.path(), "").args(common).args(options).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{options:?} {stderr}");
        stderr
    };
    render(0, &["-o", "v.npy"]);
    for name in ["slope", "aspect", "curvature"] {
        render(0, &["-o", &format!("{name}.npy"), "--quantity", name]);
    }
    for (condition, in_numpy) in [
        ("slope > 30 && value < 0.4", "(slope > 30) & (value < 0.4)"),
        ("aspect >= 90 && aspect < 180", "(aspect >= 90) & (aspect < 180)"),
        ("curvature > 1 || y < x", "(curvature > 1) | (y < x)"),
        ("aspect < 0", "numpy.isnan(aspect)"),
    ] {
        render(0, &["-o", "m.npy", "-o", "m.png", "--mask", condition]);
        let found = by_numpy(folder.path(), in_numpy);
        assert_eq!(found[0], 0, "{condition}");
        let (width, height, pixels) = read_png(&folder.path().join("m.png"));
        assert_eq!((width, height, pixels.len()), (60, 40, 2400), "8-bit gray");
        let white = pixels.iter().filter(|pixel| **pixel == 255).count();
        assert_eq!(json!(white), found[1], "{condition}");
        assert_eq!(pixels.iter().filter(|pixel| **pixel == 0).count(), 2400 - white);
        assert!(white > 10 && white < 2390, "{condition}: {white}");
    }
    let path = |name: &str| folder.path().join(name);
    assert_same_again(folder.path(), "m.png");
    let error = render(2, &["-o", "x.png", "--mask", "slope > 30 && slpe < 2"]);
    assert!(error.contains("column 15") && error.contains("slope"), "{error}");
    assert!(!path("x.png").exists());
}

#[test]
fn vectors_have_all_channels_in_16_bits() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let path = |name: &str| folder.path().join(name);
    let render =
        |options: &str| run(0, folder.path(), &format!("render {options} --size 8 --span 8"));
    render("a.wgsl::pair -o p.png --depth 16");
    // Both channels have one value range, -3.5 to 13.5; the third channel is 0.
    assert_eq!(manifest(&path("p.png"))["value_range_used"], json!([-3.5, 13.5]));
    let (_, channels, numbers) = read_png16(&path("p.png"));
    let scaled = |value: f64| ((value + 3.5) / 17.0 * 65535.0).round() as u16;
    assert_eq!((channels, &numbers[..3]), (3, &[0, 65535, 0][..]));
    assert_eq!(numbers[3], scaled(-2.5));
    // Colors have the curve of sRGB and no range.
    render("a.wgsl::color -o c.png --depth 16");
    assert!(manifest(&path("c.png")).get("value_range_used").is_none());
    let (_, channels, numbers) = read_png16(&path("c.png"));
    let half = (1.055 * 0.5_f64.powf(1.0 / 2.4) - 0.055) * 65535.0;
    assert_eq!((channels, &numbers[..4]), (4, &[half.round() as u16, 0, 65535, 16384][..]));
    // One channel in gray.
    render("a.wgsl::pair -o y.png --depth 16 --channel y");
    assert_eq!(manifest(&path("y.png"))["value_range_used"], json!([6.5, 13.5]));
    assert_eq!(read_png16(&path("y.png")).1, 1);
    for name in ["p", "c", "y"] {
        assert_same_again(folder.path(), &format!("{name}.png"));
    }
}
