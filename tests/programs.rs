//! The calls for other programs: opening, values, evaluation in all forms, and what they keep.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use noise_playground::capture::CaptureFile;
use noise_playground::field::files::Format;
use noise_playground::generator::control::SettingError;
use noise_playground::gpu::Gpu;
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::settings::Pass;
use noise_playground::{
    Field, OpenError, Playground, Program, RenderError, SampleGrid, Subject, compile, evaluate,
};
use support::gpu;

const SHADER: &str = "
/// @param gain Factor. @range(0, 4) @default(1)
/// @param tint Color. @color @default(1, 0, 0)
/// @param kind Shape. @enum(\"flat\", \"steep\")
fn height(p: vec3f, gain: f32, tint: vec3f, kind: u32) -> f32 {
    return gain * (p.x * p.x + p.y + 10.0 * p.z) * tint.x * f32(1u + kind);
}
";

const GRID: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [4, 2] };

fn program() -> Program {
    Playground::on(gpu().clone()).compile(SHADER).unwrap()
}

#[test]
fn values_are_set_by_name_and_wrong_ones_change_nothing() {
    let mut height = program();
    let before = height.grid(GRID).unwrap();
    height.set("gain", 2.0).unwrap();
    height.set("kind", "steep").unwrap();
    height.set("tint", [0.5, 0.0, 0.0]).unwrap();
    let doubled = before.samples.iter().map(|value| 2.0 * value).collect::<Vec<_>>();
    assert_eq!(height.grid(GRID).unwrap().samples, doubled);
    for (name, text, message) in [
        ("gian", "1", "no control \"gian\"; did you mean"),
        ("gain", "much", "gain"),
        ("kind", "round", "kind"),
    ] {
        let error = height.set(name, text).unwrap_err();
        assert!(matches!(
            error,
            RenderError::Setting(SettingError::UnknownControl { .. } | SettingError::Value { .. })
        ));
        assert!(error.to_string().contains(message), "{error}");
    }
    assert!(height.set("gain", f64::NAN).is_err());
    assert_eq!(height.grid(GRID).unwrap().samples, doubled);
}

#[test]
fn points_volume_and_gradient_are_those_of_the_function() {
    let mut height = program();
    height.set("gain", 2).unwrap();
    let points = height.points(&[[3.0, 1.0, 0.5], [0.0, -2.0, 0.0]]).unwrap();
    assert_eq!(points, [30.0, -4.0]);
    let slices = height.volume(GRID, 3).unwrap();
    let difference = slices[2].samples[0] - slices[0].samples[0];
    assert_eq!((slices.len(), difference), (3, 40.0));
    let gradient = height.gradient().unwrap().points(&[[3.0, 1.0, 0.0]]).unwrap();
    assert_eq!(gradient, [12.0, 2.0, 20.0]);
}

#[test]
fn grids_are_those_of_evaluate_whatever_came_before() {
    let generators = compile(SHADER).unwrap();
    let height = program();
    for size in [[4, 2], [64, 64], [4, 2], [300, 7]] {
        let grid = SampleGrid { size, ..GRID };
        let subject = Subject::new(&generators[0], grid);
        assert_eq!(height.grid(grid).unwrap(), evaluate(&subject).unwrap());
    }
}

#[test]
fn fields_wider_than_a_texture_are_evaluated_in_tiles() {
    let height = program();
    let width = gpu().device.limits().max_texture_dimension_2d + 100;
    let wide = SampleGrid { center: [1.0, 0.0], span: 4.0, size: [width, 3] };
    let field = height.grid(wide).unwrap();
    let spacing = wide.span / f64::from(width);
    for x in [0, width / 2, width - 101, width - 1] {
        let position = 1.0 - 2.0 + (f64::from(x) + 0.5) * spacing;
        let expected = position * position;
        assert!((f64::from(field.sample(x, 1)[0]) - expected).abs() < 1e-5, "{x}");
    }
}

#[test]
fn samples_depend_on_no_view_and_single_points_on_no_grid() {
    let text = "struct Params {
            /// @auto
            pixel_size: f32,
        }
        @group(0) @binding(0) var<uniform> params: Params;
        fn density(p: vec3f) -> f32 { return p.x + 100.0 * params.pixel_size; }";
    let mut density = Playground::on(gpu().clone()).compile(text).unwrap();
    let grid = SampleGrid { size: [64, 64], ..GRID };
    let expected = density.grid(grid).unwrap();
    for mode in [ViewMode::Solid, ViewMode::Error, ViewMode::Slice] {
        let settings = density.settings_mut();
        settings.shading.mode = mode;
        settings.scene.pass = Pass::Depth;
        assert_eq!(density.grid(grid).unwrap(), expected, "{mode:?}");
    }
    assert_eq!(density.points(&[[0.25, 0.0]]).unwrap(), [0.25]);
}

#[test]
fn sizes_without_samples_are_errors() {
    let mut height = program();
    for size in [[0, 0], [0, 4], [4, 0]] {
        let grid = SampleGrid { size, ..GRID };
        assert!(matches!(height.grid(grid), Err(RenderError::Empty(_))), "{size:?}");
        assert!(height.render(size).is_err() && height.measure(grid).is_err(), "{size:?}");
    }
    height.settings_mut().shading.mode = ViewMode::Solid;
    assert!(matches!(height.trace([0, 8]), Err(RenderError::Empty(_))));
    let empty = Field { size: [2, 2], channels: 1, samples: vec![0.0; 3] };
    let folder = tempfile::tempdir().unwrap();
    assert!(empty.save(folder.path().join("a.npy")).is_err());
}

#[test]
fn further_evaluations_build_no_pipeline() {
    let gpu = Gpu::headless(None).unwrap();
    let mut height = Playground::on(gpu.clone()).compile(SHADER).unwrap();
    height.points(&[[0.0, 0.0]]).unwrap();
    height.grid(GRID).unwrap();
    let built = gpu.built_pipelines();
    let created = gpu.created_resources();
    for gain in 0..20 {
        height.set("gain", f64::from(gain) / 10.0).unwrap();
        height.grid(GRID).unwrap();
        height.points(&[[0.0, 0.0]]).unwrap();
    }
    assert_eq!(gpu.built_pipelines(), built);
    assert!(gpu.created_resources() - created <= 20 * 8, "{}", gpu.created_resources() - created);
}

#[test]
fn files_captures_and_fields_are_opened_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("lib.wgsl"), "fn twice(x: f32) -> f32 { return 2.0 * x; }").unwrap();
    let text = "import package::lib::twice;\nfn low(p: vec2f) -> f32 { return -twice(p.x); }\n\
                fn high(p: vec2f) -> f32 { return twice(p.x); }";
    std::fs::create_dir(path("inner")).unwrap();
    std::fs::write(path("inner/hills.wgsl"), text).unwrap();
    let playground = Playground::on(gpu().clone());
    let address = format!("{}::high", path("inner/hills.wgsl").display());
    let mut hills = playground.open(&address).unwrap();
    assert_eq!(hills.points(&[[1.5, 0.0]]).unwrap(), [3.0]);

    hills.settings_mut().shading.mode = ViewMode::Texture;
    let picture = hills.render([32, 16]).unwrap();
    picture.save(path("hills.png")).unwrap();
    let again = playground.open(path("hills.png")).unwrap().render([32, 16]).unwrap();
    assert_eq!(again.pixels, picture.pixels);

    let mut pair = picture.manifest.clone();
    pair.cells = vec![pair.clone()];
    let mut file = CaptureFile::create(&path("pair.png"), Format::Png).unwrap();
    file.write_picture([1, 1], vec![0; 4], &pair).unwrap();
    file.commit().unwrap();
    let error = playground.open(path("pair.png")).unwrap_err();
    assert!(matches!(&error, OpenError::Several(file) if *file == path("pair.png")), "{error}");

    let swiss = playground.open("builtin:generators/swiss.wgsl").unwrap();
    assert!(swiss.controls().iter().any(|control| control.name == "warp"));
    assert!(playground.open("builtin:generators/swis.wgsl").is_err());

    let field = hills.grid(GRID).unwrap();
    for name in ["a.npy", "a.tif", "a.exr"] {
        field.save(path(name)).unwrap();
        assert_eq!(Field::open(path(name)).unwrap(), field, "{name}");
        assert!(!path(&format!("{name}.json")).exists());
    }
    for (name, message) in [("a.png", "a.png"), ("a.txt", "a.txt"), ("no/a.npy", "no/a.npy")] {
        let error = field.save(path(name)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let data = playground.open(path("a.npy")).unwrap();
    assert_eq!(data.grid(data.subject().settings.grid).unwrap(), field);
    for (address, message) in [
        ("no.wgsl".to_owned(), "no.wgsl"),
        (path("no.npy").display().to_string(), "no.npy"),
        (path("lib.wgsl").display().to_string(), "no generator"),
        (address.replace("high", "hihg"), "hihg"),
    ] {
        let error = playground.open(&address).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let error = playground.compile("fn f(p: vec2f) -> f32 { return p; }").unwrap_err();
    assert!(matches!(&error, OpenError::Generator(_)), "{error}");
    assert!(error.to_string().starts_with("main.wgsl:1:"), "{error}");
}
