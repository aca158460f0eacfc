//! Tests that files do not depend on the tiling of their picture.

use std::fs;
use std::path::Path;

use crate::field::Channel;
use crate::field::files::Format;
use crate::field::grid::SampleGrid;
use crate::source::{ModulePath, SourceTree};
use crate::subject::derived::Quantity;
use crate::view::shading::{Light, Shading, ValueRange, ViewMode};
use crate::{RenderSettings, Subject};

use super::*;
use crate::generator::find_generator;

const SHADER: &str = "
fn height(p: vec2f) -> vec3f {
    let wave = sin(p.x * 3.1) * cos(p.y * 1.7) + 0.3 * sin(dot(p, p));
    return vec3f(wave, p.x, p.y);
}";

/// Renders the test shader with a given tiling to five files: a PNG, a 16-bit PNG, an EXR, a TIFF and raw floats.
/// Returns the bytes of each file.
fn files(
    gpu: &Gpu,
    tiling: Tiling,
    shading: Shading,
    size: [u32; 2],
    folder: &Path,
) -> Vec<Vec<u8>> {
    let data = DataSettings::default();
    files_of(gpu, tiling, shading, &data, size, folder)
}

/// Renders the test shader to files as [`files`] does. `data` may select a derived quantity or mask in place of the
/// field.
fn files_of(
    gpu: &Gpu,
    tiling: Tiling,
    shading: Shading,
    data: &DataSettings,
    size: [u32; 2],
    folder: &Path,
) -> Vec<Vec<u8>> {
    let tree = SourceTree::from_iter([("a.wgsl", SHADER)]);
    let generator = find_generator(&tree, &ModulePath::new("a.wgsl"), None).unwrap();
    let pipeline = EvaluatePipeline::new(gpu, &generator).unwrap();
    let grid = SampleGrid { center: [0.3, -0.2], span: 8.0, size };
    let subject = Subject::new(&generator, RenderSettings { shading, ..grid.into() });
    let job = RenderJob {
        gpu,
        pipeline: &pipeline,
        inputs: &subject.inputs(grid).unwrap(),
        settings: &subject.settings,
        data,
        manifest: &subject.manifest(&gpu.name()),
        tile_samples: TILE_SAMPLES,
    };
    let formats = [Format::Png, Format::Png16, Format::Exr, Format::Tiff, Format::R32];
    let path = |index: usize| folder.join(format!("{index}"));
    let outputs = formats.iter().enumerate();
    let mut outputs: Vec<CaptureFile> = outputs
        .map(|(index, format)| CaptureFile::create(&path(index), *format).unwrap())
        .collect();
    job.render(
        tiling,
        outputs.iter_mut().map(|output| Sink::File((output, None))).collect(),
        &mut |_| Ok(()),
    )
    .unwrap();
    outputs.into_iter().for_each(|output| output.commit().unwrap());
    (0..formats.len()).map(|index| fs::read(path(index)).unwrap()).collect()
}

#[test]
fn tiled_files_equal_untiled_ones() {
    let gpu = Gpu::headless(None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let size = [150, 90];
    let whole = Tiling::new(size, 8192, u32::MAX);
    assert_eq!(whole.tiles().len(), 1);
    let relief = Shading::default();
    let contour = Shading { mode: ViewMode::Contour, channel: Channel::Length, ..relief };
    let hillshade = Shading {
        mode: ViewMode::Hillshade,
        value_range: ValueRange::Fixed(-1.0, 0.5),
        light: Light { azimuth: 30.0, altitude: 20.0 },
        ..relief
    };
    for shading in [relief, contour, hillshade] {
        let expected = files(&gpu, whole, shading, size, folder.path());
        // The tiles are limited by the texture size, by the number of samples (each row of tiles is one strip), and by
        // both.
        for (limit, samples) in [(50, u32::MAX), (8192, 1), (40, 1)] {
            let tiling = Tiling::new(size, limit, samples);
            assert!(tiling.tiles().len() > 3);
            let found = files(&gpu, tiling, shading, size, folder.path());
            assert!(found == expected, "{:?}, tiles within {limit}", shading.mode);
        }
    }
}

#[test]
fn tiled_quantities_and_masks_equal_untiled_ones() {
    let gpu = Gpu::headless(None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let size = [150, 90];
    let quantities = [Quantity::Normal, Quantity::Curvature].map(Derived::Quantity);
    let mask = "slope > 40 && x < 1.3 && y > 0.2".parse().unwrap();
    for derived in quantities.into_iter().chain([Derived::Mask(mask)]) {
        let data = DataSettings { derived: Some(derived), ..DataSettings::default() };
        let files = |tiling| files_of(&gpu, tiling, Shading::default(), &data, size, folder.path());
        let expected = files(Tiling::new(size, 8192, u32::MAX));
        assert!(files(Tiling::new(size, 40, 1)) == expected, "{data:?}");
    }
}

#[test]
fn tiled_terrain_equals_untiled_one() {
    check_tiles(SHADER, ViewMode::Terrain, Some(100), "20,60,0.7,50");
}

#[test]
fn tiled_planet_equals_untiled_one() {
    const PLANET: &str =
        "fn density(p: vec3f) -> f32 { return 0.1 * sin(5.0 * p.x) * cos(4.0 * p.y + p.z); }";
    check_tiles(PLANET, ViewMode::Planet, Some(96), "20,60,2.7,50");
    // Near the camera, the ground is evaluated again in finer samples.
    check_tiles(PLANET, ViewMode::Planet, None, "180,20,1.2,30");
}

/// Checks that pictures of a three-dimensional view are equal in tiles of different sizes, also after another camera
/// was used in between.
fn check_tiles(text: &str, mode: ViewMode, samples: Option<u32>, camera: &str) {
    let gpu = Gpu::headless(None).unwrap();
    let tree = SourceTree::from_iter([("a.wgsl", text)]);
    let generator = find_generator(&tree, &ModulePath::new("a.wgsl"), None).unwrap();
    let pipeline = EvaluatePipeline::new(&gpu, &generator).unwrap();
    let mut settings = RenderSettings::new(&generator, 1);
    settings.grid.size = [150, 90];
    settings.shading.set_mode(mode);
    settings.scene.samples = samples;
    if samples.is_none() {
        settings.scene.camera = Some("180,30,1.05,40".parse().unwrap());
    }
    let manifest = Subject::new(&generator, settings).manifest(&gpu.name());
    let pictures = |settings: &RenderSettings, tile_samples| {
        let subject = Subject::new(&generator, *settings);
        let job = RenderJob {
            gpu: &gpu,
            pipeline: &pipeline,
            inputs: &subject.inputs(settings.data_grid()).unwrap(),
            settings,
            data: &DataSettings::default(),
            manifest: &manifest,
            tile_samples,
        };
        job.pixels(&mut |_| Ok(())).unwrap()
    };
    let whole = pictures(&settings, TILE_SAMPLES);
    assert_eq!(whole.len(), 150 * 90 * 4);
    for tile_samples in [1, 4 * 64 * 40] {
        assert!(pictures(&settings, tile_samples) == whole, "{tile_samples}");
    }
    // Another camera in between does not change the picture.
    let mut elsewhere = settings;
    elsewhere.scene.camera = Some(camera.parse().unwrap());
    assert!(pictures(&elsewhere, TILE_SAMPLES) != whole);
    assert!(pictures(&settings, TILE_SAMPLES) == whole);
}
