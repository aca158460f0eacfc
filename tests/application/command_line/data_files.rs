//! Tests of the command line with data files of other programs in place of a generator.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::calls::{assert_same_again, folder, read_png, root, run};
use crate::fields::SHADERS;
use crate::formats::{python_output, read_by_python, script_output};
use crate::products::read_mesh;

/// Creates a folder with the data files of `write_fields.py`: their field is z = 2 x - y / 2 for column x and row y of
/// 24 x 16 samples.
fn fields() -> tempfile::TempDir {
    let folder = folder(&[]);
    script_output(folder.path(), "write_fields.py", &["."]);
    folder
}

/// Reads a `.npy` file. Returns its width and height, its number of non-finite samples, and the largest deviation of a
/// sample from 2 x - y / 2.
fn deviation(folder: &Path, file: &str) -> Value {
    let script = "import sys, json, numpy; z = numpy.load(sys.argv[1]); y, x = numpy.mgrid[0:16, 0:24]; \
        print(json.dumps([*z.shape[::-1], int(numpy.isnan(z).sum()), float(numpy.nanmax(abs(z - 2.0 * x + 0.5 * y)))]))";
    read_by_python(folder, script, &[file])
}

#[test]
fn data_file_is_rendered_with_its_own_samples_and_place() {
    let folder = fields();
    let path = folder.path();
    run(0, path, "render double.npy -o d.npy");
    assert_eq!(deviation(path, "d.npy"), json!([24, 16, 0, 0.0]));
    run(0, path, "render plain.tif -o p.npy -o p.tif -o p.png");
    assert_eq!(deviation(path, "p.npy"), json!([24, 16, 1, 0.0]));
    let place = |file: &str| {
        let info = Command::new("gdalinfo")
            .args(["-json", file])
            .current_dir(path)
            .output()
            .expect("gdalinfo is needed; `playground/prepare tests` installs it");
        let info: Value = serde_json::from_slice(&info.stdout).unwrap();
        [info["geoTransform"].clone(), info["size"].clone()]
    };
    assert_eq!(place("p.tif"), place("plain.tif"));
    let (width, height, _) = read_png(&path.join("p.png"));
    assert_eq!((width, height), (24, 16));
    assert_same_again(path, "p.png");
    // A 16-bit PNG is a file of numbers; its picture has 8 bits.
    run(0, path, "render gray.png -o picture.png");
    let (_, _, pixels) = read_png(&path.join("picture.png"));
    assert_eq!(pixels.len(), 24 * 16 * 3);
}

#[test]
fn data_file_is_meshed_sampled_and_exported_for_engines() {
    let folder = fields();
    let path = folder.path();
    let dem = root().join("shaders/dem/jacksboro_fault.tif");
    let dem = dem.display();
    // The position (0, 0) is between the four samples in the center of the file, which are interpolated.
    let script = "import numpy; numpy.save('points.npy', numpy.zeros((1, 2)))";
    python_output(path, &["-c", script]);
    let (stdout, _) = run(0, path, "sample double.npy --points points.npy");
    assert_eq!(stdout.trim(), "19.25");
    run(0, path, &format!("mesh {dem} -o dem.stl --samples 65"));
    let mesh = read_mesh(path, "dem.stl");
    assert_eq!(mesh["watertight"], true, "{mesh}");
    let line = format!("render {dem} --for unreal -o land.png --size 127");
    run(0, path, &line);
    let text = fs::read_to_string(path.join("land.png.txt")).unwrap();
    assert!(text.contains("Samples: 127 x 127"), "{text}");
    run(0, path, &format!("render {dem} --figure -o figure.svg"));
    run(0, path, "bench double.npy --size 64 --json");
    run(0, path, "sweep double.npy --vary span=4,8 --size 16 -o sheet.png");
}

#[test]
fn files_that_hold_no_field_are_refused() {
    let folder = fields();
    let fails = |line: &str, message: &str| {
        let (_, stderr) = run(2, folder.path(), line);
        assert!(stderr.contains(message), "{line}: {stderr}");
    };
    fails("render gone.npy -o o.png", "cannot read \"gone.npy\"");
    fails("render damaged.tif -o o.png", "cannot read \"damaged.tif\"");
    fails("render complex.npy -o o.png", "numbers of type <c8");
    fails("mesh double.npy -o o.fbx", "none of .stl");
    assert!(!folder.path().join("o.png").exists());
}

#[test]
fn data_file_beyond_the_limit_of_textures_is_named() {
    let folder = folder(&SHADERS);
    fs::write(folder.path().join("wide.r32"), vec![0; 80_000 * 4]).unwrap();
    let line = "render smooth.wgsl -o a.npy --set ground=wide.r32,80000,1";
    let (_, stderr) = run(2, folder.path(), line);
    assert!(stderr.contains("\"wide.r32\": 80000 x 1 samples exceed"), "{stderr}");
}
