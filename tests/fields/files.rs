//! Tests of data files that fill field inputs.

use std::path::Path;

use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::source::{FieldSource, ModulePath, SourceTree};
use noise_playground::subject::preset::{PresetEdit, PresetFile, apply_edit};

use crate::support::{generator, gpu};
use crate::{WAVES, evaluated, filled, program};

#[test]
fn data_file_fills_a_texture_and_is_read_again_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let samples = |values: [f32; 6]| values.map(f32::to_le_bytes).concat();
    write("x.r32", &samples([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    write("copy.wgsl", program("\"x.r32\", 3, 2", "value").as_bytes());
    let first = SourceTree::open(folder.path()).unwrap();
    let read = |tree: &SourceTree| {
        let field = evaluated(&generator(tree, "copy.wgsl", None), &[("offset", "0")]);
        [[0, 0], [16, 0], [8, 16]].map(|[x, y]| field.sample(x, y)[0])
    };
    assert_eq!(read(&first), [1.0, 3.0, 5.0]);
    write("x.r32", &samples([7.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    let second = SourceTree::read(folder.path(), &first, &[]).unwrap();
    assert!(second.changes_since(&first).contains(&ModulePath::new("x.r32")));
    assert_eq!(read(&second), [7.0, 3.0, 5.0]);
    write("x.r32", &[0; 5]);
    let third = SourceTree::read(folder.path(), &second, &[]).unwrap();
    let copy = generator(&third, "copy.wgsl", None);
    let error = EvaluatePipeline::new(gpu(), &copy).unwrap_err().to_string();
    assert!(
        error.starts_with("copy.wgsl:9:") && error.contains("5 bytes, not 3 × 2 samples"),
        "{error}"
    );
}

#[test]
fn saved_preset_states_the_contents_of_a_file_outside_of_the_folder() {
    let [folder, outside] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let file = outside.path().join("heights.r32");
    std::fs::write(&file, [0; 4 * 6]).unwrap();
    let path = file.to_str().unwrap();
    std::fs::write(folder.path().join("waves.wgsl"), WAVES).unwrap();
    let copy = program("waves.wgsl", "value");
    std::fs::write(folder.path().join("copy.wgsl"), copy).unwrap();
    let tree = SourceTree::open(folder.path()).unwrap();
    let copy = generator(&tree, "copy.wgsl", None);
    let (copy, values) = filled(&copy, &[("ground", &format!("{path},3,2"))]);
    let edit = |values| PresetEdit::Add("Flat".to_owned(), values);
    let saved = |values| apply_edit("", &edit(values), &copy).unwrap().text;
    assert!(PresetFile::parse(&saved(values.clone())).is_err());
    let text = saved(copy.with_file_digests(&values));
    let preset = PresetFile::parse(&text).unwrap();
    let read = preset.presets()[0].values["ground"].source();
    let Some(FieldSource::File(read)) = read else { panic!("{text}") };
    assert_eq!(read.digest.unwrap().bytes, 24);
}

#[test]
fn pipelines_of_one_file_share_its_texture() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    write("x.r32", &[0; 16]);
    for name in ["one.wgsl", "other.wgsl"] {
        let text = "/// @field(\"x.r32\", 2, 2)
@group(0) @binding(1) var x: texture_2d<f32>;
fn height(p: vec2f) -> f32 { return textureLoad(x, vec2i(0), 0).x; }";
        write(name, text.as_bytes());
    }
    let gpu = Gpu::headless(None).unwrap();
    // The textures and buffers that a pipeline creates: for the file, a texture and the buffer of its report.
    let created = |name: &str| {
        let tree = SourceTree::open(folder.path()).unwrap();
        let before = gpu.created_resources();
        let pipeline = EvaluatePipeline::new(&gpu, &generator(&tree, name, None)).unwrap();
        (gpu.created_resources() - before, pipeline)
    };
    let (alone, first) = created("one.wgsl");
    assert!(alone >= 2);
    let (shared, second) = created("other.wgsl");
    assert_eq!(shared, alone - 2);
    drop(first);
    assert_eq!(created("one.wgsl").0, shared, "the second one still has it");
    write("x.r32", &[1; 16]);
    assert_eq!(created("one.wgsl").0, alone, "other contents");
    write("x.r32", &[0; 16]);
    drop(second);
    assert_eq!(created("one.wgsl").0, alone, "the last one has freed it");
}

#[test]
fn unplaced_file_fills_the_grid_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.r32"), [0; 4 * 4 * 2]).unwrap();
    let place = "select(select(params.at.x, params.at.y, id.x == 1u), select(params.at.z, params.at.w, id.x == 3u), id.x > 1u)";
    std::fs::write(folder.path().join("place.wgsl"), program("\"x.r32\", 4, 2", place)).unwrap();
    let tree = SourceTree::open(folder.path()).unwrap();
    let field = evaluated(&generator(&tree, "place.wgsl", None), &[("offset", "0")]);
    assert_eq!(field.samples[..4], [-3.0, 4.0, 2.0, 2.0]);
}

#[test]
fn interpolation_of_the_shipped_library_is_exact_for_a_plane() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/noise/field.wgsl");
    std::fs::copy(shipped, folder.path().join("field.wgsl")).unwrap();
    // z = 2 x - y / 2 over 8 x 6 samples, one world unit apart, from (-4, 3) on.
    let samples: Vec<u8> = (0..48_i32)
        .map(|index| (index % 8, index / 8))
        .map(|(x, y)| 2.0 * (f64::from(x) - 3.5) - 0.5 * (2.5 - f64::from(y)))
        .flat_map(|z| (z as f32).to_le_bytes())
        .collect();
    std::fs::write(folder.path().join("z.r32"), samples).unwrap();
    let text = "//! @view(0, 0, 8)
import package::field::{field_bilinear, field_bicubic, field_gradient};
struct Params {
    /// @auto(placement z)
    at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @field(\"z.r32\", 8, 6)
@group(0) @binding(1) var z: texture_2d<f32>;
fn height(p: vec2f) -> vec4f {
    return vec4f(field_bilinear(z, params.at, p), field_bicubic(z, params.at, p), field_gradient(z, params.at, p));
}";
    std::fs::write(folder.path().join("a.wgsl"), text).unwrap();
    let tree = SourceTree::open(folder.path()).unwrap();
    let generator = generator(&tree, "a.wgsl", None);
    // Inside of the samples by more than two, where the kernel needs no continuation.
    let grid = SampleGrid { center: [0.1, -0.05], span: 2.5, size: [9, 5] };
    let field =
        noise_playground::evaluate(&noise_playground::Subject::new(&generator, grid)).unwrap();
    for y in 0..5 {
        for x in 0..9 {
            let [wx, wy] = grid.world_from_sample([x.into(), y.into()]);
            let expected = [2.0 * wx - 0.5 * wy, 2.0 * wx - 0.5 * wy, 2.0, -0.5];
            for (found, expected) in field.sample(x, y).iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-5, "{found} {expected}");
            }
        }
    }
}
