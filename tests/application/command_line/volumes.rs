//! Tests of `render --volume`, which writes samples of a cube to a file.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::calls::{folder, names, run};
use crate::formats::read_by_python;

const SHADERS: [(&str, &str); 2] = [
    (
        "ball.wgsl",
        "fn density(p: vec3f) -> f32 { return p.x + 10.0 * p.y + 100.0 * p.z; }
        fn warm(p: vec3f) -> vec2f { return vec2f(p.z, p.x); }",
    ),
    ("flat.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }"),
];

/// Runs a Python script with numpy and a reader for NRRD files, and returns the JSON that it prints.
fn script(folder: &Path, text: &str) -> Value {
    let nrrd = "
import json, numpy
def nrrd(name):
    head, data = open(name, 'rb').read().split(b'\\n\\n', 1)
    lines = head.decode().split('\\n')
    assert lines[0] == 'NRRD0005'
    fields = dict(line.split(': ', 1) for line in lines[1:] if ': ' in line and ':=' not in line)
    keys = dict(line.split(':=', 1) for line in lines[1:] if ':=' in line)
    assert (fields['type'], fields['encoding'], fields['endian']) == ('float', 'raw', 'little')
    sizes = [int(size) for size in fields['sizes'].split()]
    assert int(fields['dimension']) == len(sizes) == len(fields['kinds'].split())
    return fields, keys, numpy.frombuffer(data, '<f4').reshape(sizes[::-1])
";
    let text = format!("{nrrd}\n{text}");
    read_by_python(folder, &text, &[])
}

#[test]
fn volume_is_a_stack_of_slices_from_the_lowest() {
    let folder = folder(&SHADERS);
    let common = "--center 1,2 --span 8 --z 3";
    run(
        0,
        folder.path(),
        &format!("render ball.wgsl --volume 4 -o v.npy -o v.nrrd -o v.r32 {common}"),
    );
    // Samples are 2 apart: z = 0, 2, 4, 6; x = -2, 0, 2, 4; y = 5, 3, 1, -1.
    let found = script(
        folder.path(),
        "v = numpy.load('v.npy'); fields, keys, n = nrrd('v.nrrd'); assert (n == v).all();
assert (numpy.fromfile('v.r32', '<f4').reshape(4, 4, 4) == v).all()
manifest = json.loads(keys['playground'].replace(chr(92) * 2, chr(92)))
assert manifest['volume'] == 4 and manifest == json.load(open('v.npy.json'))
print(json.dumps([list(v.shape), v[0, 0].tolist(), v[:, 1, 2].tolist(), fields['space directions'], fields['space origin']]))",
    );
    assert_eq!(
        found,
        json!([
            [4, 4, 4],
            [48.0, 50.0, 52.0, 54.0],
            [32.0, 232.0, 432.0, 632.0],
            "(2,0,0) (0,-2,0) (0,0,2)",
            "(-2,5,0)"
        ])
    );
    // Each slice equals the field at its z.
    run(0, folder.path(), "render ball.wgsl --size 4 --center 1,2 --span 8 --z 4 -o s.r32");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("v.r32")[2 * 64..3 * 64] == read("s.r32")[..]);
    run(0, folder.path(), "render --from v.nrrd -o again.nrrd -o again.npy");
    assert!(read("again.nrrd") == read("v.nrrd") && read("again.npy") == read("v.npy"));
    run(0, folder.path(), "render --from v.nrrd -o slice.png --size 8");
}

#[test]
fn volumes_of_vectors_and_of_scaled_numbers() {
    let folder = folder(&SHADERS);
    run(0, folder.path(), "render ball.wgsl::warm --volume 3 --span 3 -o v.npy -o v.nrrd");
    let found = script(
        folder.path(),
        "v = numpy.load('v.npy'); fields, _, n = nrrd('v.nrrd'); assert (n == v).all()
print(json.dumps([list(v.shape), v[2, 0, 1].tolist(), fields['kinds'], fields['space directions'][:5]]))",
    );
    assert_eq!(found, json!([[3, 3, 3, 2], [1.0, 0.0], "vector domain domain domain", "none "]));
    let (_, stderr) = run(0, folder.path(), "render ball.wgsl --volume 3 --span 3 -o v.r16");
    assert!(stderr.contains("value range -111 to 111"), "{stderr}");
    let numbers = fs::read(folder.path().join("v.r16")).unwrap();
    assert_eq!(numbers.len(), 54);
    // The lowest sample is in the southwest of the lowest slice.
    assert_eq!(numbers[12..14], [0, 0]);
    // A plane is an NRRD file of two dimensions.
    run(0, folder.path(), "render flat.wgsl -o f.nrrd --size 3x2 --span 3");
    let found = script(
        folder.path(),
        "fields, _, n = nrrd('f.nrrd'); print(json.dumps([n.tolist(), fields['space origin']]))",
    );
    assert_eq!(found, json!([[[-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]], "(-1,0.5)"]));
}

#[test]
fn what_is_no_volume_is_refused() {
    let folder = folder(&SHADERS);
    let before = names(folder.path());
    let error = |line: &str| run(2, folder.path(), &format!("render {line}")).1;
    assert!(error("flat.wgsl --volume 4 -o v.npy").contains("plane generator"));
    assert!(error("ball.wgsl --volume 4 -o v.png").contains(".nrrd"));
    assert!(error("ball.wgsl --volume 0 -o v.npy").contains("1 to 2048"));
    assert!(error("ball.wgsl --volume 4 -o v.r16 --value-range auto").contains("percentiles"));
    assert_eq!(names(folder.path()), before);
}
