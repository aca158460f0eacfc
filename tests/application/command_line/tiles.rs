//! Tests of `render --tiles`, which divides a picture into files.

use serde_json::{Value, json};

use crate::calls::{bytes, folder, manifest, names, read_png, run};
use crate::formats::gdal;

const GROUND: &str =
    "fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * cos(2.0 * p.y) + 0.3 * p.x; }";

const PROGRAM: &str = "/// @grid(9)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 9u + id.x] = f32(id.x) + 10.0 * f32(id.y);
}";

/// Returns the bytes of a rectangle cut out of a picture, whose samples have `depth` bytes each.
fn cut(
    whole: &[u8],
    width: usize,
    [left, top]: [usize; 2],
    size: [usize; 2],
    depth: usize,
) -> Vec<u8> {
    let row = |y: usize| {
        let start = ((top + y) * width + left) * depth;
        &whole[start..start + size[0] * depth]
    };
    (0..size[1]).flat_map(|y| row(y).iter().copied()).collect()
}

#[test]
fn tiles_equal_the_whole_and_meet_at_their_edges() {
    let folder = folder(&[("a.wgsl", GROUND)]);
    let common = "render a.wgsl --size 65x33 --center 1,2 --span 13";
    run(0, folder.path(), &format!("{common} -o w.r16 -o w.r32 -o w.png"));
    let files = "-o t.r16 -o t.r32 -o t.png -o t.tif -o t.exr";
    run(0, folder.path(), &format!("{common} --tiles 4x2 {files}"));
    for y in 0..2 {
        for x in 0..4 {
            let (origin, size) = ([16 * x, 16 * y], [17, 17]);
            for (extension, depth) in [("r16", 2), ("r32", 4)] {
                let tile = bytes(folder.path(), &format!("t_x{x}_y{y}.{extension}"));
                let whole = bytes(folder.path(), &format!("w.{extension}"));
                assert!(tile == cut(&whole, 65, origin, size, depth), "{x} {y} {extension}");
            }
            let picture = read_png(&folder.path().join(format!("t_x{x}_y{y}.png"))).2;
            let whole = read_png(&folder.path().join("w.png")).2;
            assert!(picture == cut(&whole, 65, origin, size, 3), "{x} {y}");
        }
    }
    let [one, whole]: [Value; 2] = ["t_x2_y1.r16.json", "w.r16.json"]
        .map(|name| serde_json::from_slice(&bytes(folder.path(), name)).unwrap());
    assert_eq!(one["tile"], json!({"index": [2, 1], "count": [4, 2]}));
    assert_eq!(one["value_range_used"], whole["value_range_used"]);
    // The file of a tile states its position: its edge is half a sample beyond its first sample.
    let info = gdal(folder.path(), "gdalinfo t_x2_y1.tif");
    assert!(info.contains("Size is 17, 17"), "{info}");
    assert!(info.contains("Origin = (0.900000000000000,2.100000000000000)"), "{info}");
    gdal(
        folder.path(),
        "gdalbuildvrt -q all.vrt t_x0_y0.tif t_x1_y0.tif t_x2_y0.tif t_x3_y0.tif t_x0_y1.tif",
    );
    // A tile can be rendered again without the others.
    for name in ["t_x2_y1.r16", "t_x2_y1.exr", "t_x2_y1.png"] {
        let again = name.replace("t_x2_y1", "again");
        run(0, folder.path(), &format!("render --from {name} -o {again}"));
        assert!(bytes(folder.path(), name) == bytes(folder.path(), &again), "{name}");
    }
}

#[test]
fn tiles_of_sizes_that_do_not_fit_are_refused() {
    let folder = folder(&[("a.wgsl", GROUND), ("p.wgsl", PROGRAM)]);
    let before = names(folder.path());
    let error = |line: &str| run(2, folder.path(), &format!("render {line}")).1;
    let message = error("a.wgsl --size 64 --tiles 2x2 -o t.r16");
    assert!(message.contains("65x65 can"), "{message}");
    for tiles in ["0x2", "2", "100x100", "axb"] {
        assert!(error(&format!("a.wgsl --tiles {tiles} -o t.r16")).contains("CxR"), "{tiles}");
    }
    assert!(error("a.wgsl --tiles 2x2 -o -").contains("-o -"));
    // The grid of a program has its own size.
    assert!(error("p.wgsl --tiles 3x3 -o t.r32").contains("9x9"));
    assert_eq!(names(folder.path()), before);
    run(0, folder.path(), "render p.wgsl --tiles 2x2 -o t.r32");
    let numbers = bytes(folder.path(), "t_x1_y0.r32");
    assert_eq!(numbers.len(), 5 * 5 * 4);
    assert_eq!(numbers[..4], 4.0_f32.to_le_bytes());
    // Without a size, the next one that fits.
    run(0, folder.path(), "render a.wgsl --tiles 3x1 -o d.png");
    assert_eq!(read_png(&folder.path().join("d_x2_y0.png")).0, 342);
    assert_eq!(manifest(&folder.path().join("d_x2_y0.png"))["view"]["size"], json!([1024, 1024]));
}
