//! Tests of generators on the GPU: positions, uniform layouts, results, and all built-in files.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::RenderSettings;
use noise_playground::field::Returns;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, UniformLayout, Values};
use noise_playground::generator::{Domain, Modules, compile, merge_diagnostics};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::{CameraSetting, Scene};

const GRID: SampleGrid = SampleGrid { center: [10.0, -3.0], span: 8.0, size: [13, 5] };

#[test]
fn samples_are_at_the_positions_of_the_grid() {
    let tree = SourceTree::from_iter([("a.wgsl", "fn place(p: vec2f) -> vec2f { return p; }")]);
    let field = support::evaluate(&tree, "a.wgsl", "place", &[], GRID);
    for y in 0..5 {
        for x in 0..13 {
            let wanted = GRID.world_from_sample([f64::from(x), f64::from(y)]);
            let found = field.sample(x, y);
            let error = (f64::from(found[0]) - wanted[0])
                .abs()
                .max((f64::from(found[1]) - wanted[1]).abs());
            assert!(error < 1e-5, "({x}, {y}): {found:?}, not {wanted:?}");
        }
    }
}

#[test]
fn controls_of_every_type_reach_the_shader() {
    let text = "
        struct Params { a: f32, b: vec3f, c: i32, d: vec2f, /// @toggle
            e: u32, f: array<vec4f, 2>, g: vec4f,
            /// @angle
            h: f32, /// trailing
            /// @auto
            pixel_size: f32 }
        @group(0) @binding(0) var<uniform> params: Params;
        fn first(p: vec2f) -> vec4f { return vec4f(params.a, params.b); }
        fn second(p: vec2f) -> vec4f { return vec4f(f32(params.c), params.d, f32(params.e)); }
        fn third(p: vec2f) -> vec4f { return params.f[1] + params.g; }
        fn fourth(p: vec2f, x: u32, y: vec3f, z: f32, w: array<vec4f, 2>, v: vec2f) -> vec4f {
            return vec4f(f32(x) + z, y.z + v.y, w[1].w, params.h + params.pixel_size);
        }";
    let tree = SourceTree::from_iter([("a.wgsl", text)]);
    let grid = SampleGrid { span: 1.0, size: [1, 1], ..GRID };
    let check = |function: &str, set: &[(&str, &str)], expect: [f32; 4]| {
        assert_eq!(
            support::evaluate(&tree, "a.wgsl", function, set, grid).samples,
            expect,
            "{function}"
        );
    };
    check("first", &[("a", "0.5"), ("b", "1,2,3")], [0.5, 1.0, 2.0, 3.0]);
    check("second", &[("c", "-7"), ("d", "4,5"), ("e", "1")], [-7.0, 4.0, 5.0, 1.0]);
    check("third", &[("f", "0,0,0,0,1,2,3,4"), ("g", "10,20,30,40")], [11.0, 22.0, 33.0, 44.0]);
    let fourth = [
        ("x", "3"),
        ("y", "0,0,7"),
        ("z", "0.25"),
        ("w", "0,0,0,0,0,0,0,9"),
        ("v", "0,2"),
        ("h", "180"),
    ];
    check("fourth", &fourth, [3.25, 9.0, 9.0, std::f32::consts::PI + 1.0]);
}

#[test]
fn argument_layouts_equal_those_of_naga() {
    let text = "fn f(p: vec2f, a: f32, b: vec3f, c: u32, d: vec2f, e: array<vec4f, 3>, g: vec4f, h: i32) -> f32
        { return a + b.x + f32(c) + d.x + e[0].x + g.x + f32(h); }";
    let generator = &support::main_generator(text);
    let modules = Modules::new(generator).unwrap();
    let types = &modules.evaluate.types;
    let (_, ty) = types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Arguments")).unwrap();
    let naga::TypeInner::Struct { members, span } = &ty.inner else { panic!("no struct") };
    let UniformLayout { size, slots, .. } = generator.arguments();
    assert_eq!(
        slots.iter().map(|slot| slot.offset).collect::<Vec<_>>(),
        members.iter().map(|member| member.offset).collect::<Vec<_>>()
    );
    assert_eq!(size, span);
}

#[test]
fn signature_determines_domain_and_result() {
    let text = "
        fn height(p: vec2f) -> f32 { return p.x; }
        fn noise_deriv(p: vec2f) -> vec3f { return vec3f(p, 0.0); }
        fn plain(p: vec2f) -> vec3f { return vec3f(p, 0.0); }
        fn cells(p: vec3f) -> vec2f { return p.xy; }
        fn volume_deriv(p: vec3f) -> vec4f { return vec4f(p, 0.0); }
        /// @returns(gradient)
        fn tagged(p: vec2f) -> vec3f { return vec3f(p, 0.0); }
        fn moving(p: vec4f) -> f32 { return p.w; }
        /// @hidden
        fn unseen(p: vec2f) -> f32 { return p.x; }
        fn odd(p: vec2f, m: mat2x2f) -> f32 { return p.x; }
        fn whole(p: vec2f) -> i32 { return 1; }
        fn scalar(x: f32) -> f32 { return x; }";
    let generators = noise_playground::compile(text).unwrap();
    let kinds: Vec<(&str, Domain, Returns, bool)> = generators
        .iter()
        .map(|found| {
            (found.address().function.as_str(), found.domain(), found.returns(), found.is_main())
        })
        .collect();
    assert_eq!(
        kinds,
        [
            ("height", Domain::Plane, Returns::Value, true),
            ("noise_deriv", Domain::Plane, Returns::Gradient, false),
            ("plain", Domain::Plane, Returns::Color, false),
            ("cells", Domain::Volume, Returns::Channels, false),
            ("volume_deriv", Domain::Volume, Returns::Gradient, false),
            ("tagged", Domain::Plane, Returns::Gradient, false),
            ("moving", Domain::VolumeTime, Returns::Value, false),
        ]
    );
}

#[test]
fn title_is_the_first_line_with_text() {
    let check = |comment: &str, title: &str, doc: &str| {
        let text = format!("{comment}\nfn height(p: vec2f) -> f32 {{ return p.x; }}");
        let generator = support::main_generator(&text);
        assert_eq!((generator.title(), generator.doc()), (title, doc), "{comment}");
    };
    check("//! Hills.\n//! Of grass.", "Hills", "Of grass.");
    check("//! @mode(relief) Hills @view(0, 0, 8)\n//! Of grass.", "Hills", "Of grass.");
    check("//! @mode(relief)\n//! Hills\n//!\n//! of grass.", "Hills", "of grass.");
    check("//! Hills @view(0,\n//! 0, 8) of grass.", "Hills", "of grass.");
    check("/*! Hills\n * of grass. */", "Hills", "of grass.");
    // A file without a title is called by its name.
    check("//!", "a", "");
}

#[test]
fn modes_fit_the_type_of_the_position() {
    let text = "//! @mode(relief)\n\
        fn height(p: vec2f) -> f32 { return p.x; }\n\
        fn other(p: vec2f) -> f32 { return p.y; }\n\
        fn density(p: vec3f) -> f32 { return p.z; }";
    let generators = noise_playground::compile(text).unwrap();
    let modes = |name: &str| {
        let mut all = generators.iter();
        let found = all.find(|generator| generator.address().function == name);
        let generator = found.unwrap();
        (generator.default_mode(), generator.supports(ViewMode::Slice))
    };
    assert_eq!(modes("height"), (ViewMode::Relief, false));
    assert_eq!(modes("other"), (ViewMode::Relief, false));
    // The view of the map does not fit a volume beside it.
    assert_eq!(modes("density"), (ViewMode::Slice, true));

    // A three-dimensional view is for the generators that it fits.
    let text = text.replace("relief", "solid");
    let generators = noise_playground::compile(text.as_str()).unwrap();
    let modes: Vec<_> = generators.iter().map(|generator| generator.default_mode()).collect();
    assert_eq!(modes, [ViewMode::Relief, ViewMode::Relief, ViewMode::Solid]);

    let grid = "//! @mode(slice)\n/// @grid(64)\n\
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;\n\
        /// @pass\n@compute @workgroup_size(8, 8)\n\
        fn fill(@builtin(global_invocation_id) id: vec3u) { heights[id.x] = 1.0; }";
    let grid = &noise_playground::compile(grid).unwrap()[0];
    assert!(!grid.supports(ViewMode::Slice));
    assert_eq!(grid.default_mode(), ViewMode::Relief);
}

#[test]
fn tags_set_the_camera_of_their_view() {
    let generator = |tags: &str| {
        support::main_generator(&format!(
            "//! {tags}\nfn density(p: vec3f) -> f32 {{ return p.z; }}"
        ))
    };
    let camera: CameraSetting = "200,-12,3,30".parse().unwrap();
    let solid = generator("@mode(solid) @camera(200, -12, 3, 30) @sea(-0.25)");
    assert_eq!((solid.camera(Scene::Solid), solid.hint().sea), (Some(camera), Some(-0.25)));
    assert_eq!(solid.camera(Scene::Planet), None, "the tags are about the solid");
    let fits = generator("@mode(solid) @camera(200, -12, fit)").camera(Scene::Solid);
    assert_eq!(fits, Some("200,-12,fit,40".parse().unwrap()));
    let settings = RenderSettings::new(&solid, 8);
    assert_eq!((settings.shading.mode, settings.scene.camera), (ViewMode::Solid, Some(camera)));
    // Without a view, every three-dimensional one whose limits it keeps.
    let any = generator("@camera(200, -12, 3, 30)");
    assert_eq!(any.camera(Scene::Planet), Some(camera));
    assert_eq!(any.camera(Scene::Terrain), None, "below the horizon");
    assert_eq!(RenderSettings::new(&any, 8).scene.camera, None, "a slice has none");
}

#[test]
fn shipped_planet_opens_as_a_planet_and_its_map_is_next() {
    let tree = support::shipped();
    let planet = support::generator(&tree, "generators/planet.wgsl", None);
    assert_eq!(planet.address().function, "elevation");
    let settings = RenderSettings::new(&planet, 8);
    assert_eq!(settings.shading.mode, ViewMode::Planet);
    assert_eq!(settings.scene.sea, Some(0.0));
    assert!(settings.scene.camera.is_some());
    let map = support::generator(&tree, "generators/planet.wgsl", Some("map"));
    assert_eq!(map.default_mode(), ViewMode::Relief);
    assert_eq!(map.domain(), Domain::Plane);
}

#[test]
fn volumes_receive_slice_and_time() {
    let generator = &support::main_generator("fn f(p: vec4f) -> vec4f { return p; }");
    let grid = SampleGrid { size: [1, 1], ..GRID };
    let host = HostInputs { time: 2.5, ..HostInputs::default() };
    let inputs = EvaluateInputs::new(generator, &Values::default(), grid, -4.0, &host).unwrap();
    assert_eq!(support::evaluate_inputs(generator, &inputs).samples, [10.0, -3.0, -4.0, 2.5]);
}

#[test]
fn shipped_shaders_compile_and_build_without_diagnostics() {
    let tree = support::shipped();
    let files: Vec<_> = tree.iter().map(|source| compile(&tree, source)).collect();
    let mut wrong: Vec<String> =
        merge_diagnostics(&files).iter().map(ToString::to_string).collect();
    for file in &files {
        for generator in &file.generators {
            if let Err(error) = EvaluatePipeline::new(support::gpu(), generator) {
                wrong.push(format!("{}: {error}", generator.address()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files.iter().map(|file| file.generators.len()).sum::<usize>() > 20);
}

#[test]
fn file_depends_on_its_direct_and_indirect_imports() {
    let tree = SourceTree::from_iter([
        ("a.wgsl", "import package::b::g; fn f(p: vec2f) -> f32 { return g(p.x); }"),
        ("b.wgsl", "import package::c::h; fn g(x: f32) -> f32 { return h(x); }"),
        ("c.wgsl", "fn h(x: f32) -> f32 { return x; }"),
        ("d.wgsl", "fn f(p: vec2f) -> f32 { return p.x; }"),
    ]);
    let depends: Vec<Vec<String>> = tree
        .iter()
        .map(|source| {
            compile(&tree, source)
                .depends_on
                .iter()
                .filter(|path| tree.get(path).is_some())
                .map(ToString::to_string)
                .collect()
        })
        .collect();
    assert_eq!(
        depends,
        [
            vec!["a.wgsl", "b.wgsl", "c.wgsl"],
            vec!["b.wgsl", "c.wgsl"],
            vec!["c.wgsl"],
            vec!["d.wgsl"]
        ]
    );
}

#[test]
fn evaluation_is_reproducible() {
    let tree = support::shipped();
    let grid = SampleGrid { size: [97, 61], ..GRID };
    let evaluate =
        || support::evaluate(&tree, "generators/swiss.wgsl", "height", &[], grid).samples;
    assert_eq!(evaluate(), evaluate());
}

#[test]
fn linking_is_reproducible() {
    let tree = support::shipped();
    let file = tree.get(&ModulePath::new("generators/swiss.wgsl")).unwrap();
    let linked = || {
        let linked = noise_playground::source::link::link(&tree, file).result.unwrap();
        let paths = linked.sources.iter().map(|source| source.path.clone());
        (paths.collect::<Vec<_>>(), linked.wgsl)
    };
    let first = linked();
    assert!(first.0.len() > 3);
    for _ in 0..16 {
        assert_eq!(linked(), first);
    }
}
