//! Tests of the capture thread, which need no window.

mod handle;

use std::fs::File;

use noise_playground::capture::Manifest;
use noise_playground::field::Channel;
use noise_playground::generator::control::HostInputs;
use noise_playground::gpu::EvaluatePipeline;
use noise_playground::subject::comparison::FieldComparison;
use noise_playground::subject::derived::{Derived, Quantity};
use noise_playground::view::shading::{Palette, ValueRange, ViewMode};
use noise_playground::{Subject, compile};

use super::comparison::{CaptionedCell, ComparisonCapture};
use super::source::CaptureSource;
use super::*;
use crate::sheets::SheetArrangement;
use crate::workbench::View;
use crate::workbench::document::Arrangement;

const RAMP: &str = "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x + p.y; }";

const LOOP: &str = "
fn height(p: vec2f, count: i32) -> f32 {
    var sum = p.x;
    for (var i = 0; i < count; i++) { sum += 1.0; }
    return sum;
}";

const GRID: &str = "
/// @grid(64)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 64u + id.x] = f32(id.x);
}";

/// Capture worker that tests call directly, without the capture thread.
struct Fixture {
    gpu: Gpu,
    worker: CaptureWorker,
    /// Temporary folder that contains the folder of captures.
    folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let worker = CaptureWorker {
            folder: folder.path().join("captures"),
            generation: 0,
            is_canceled: Canceled::default(),
            report: Box::new(|_| {}),
            clipboard: None,
        };
        Self { gpu: Gpu::headless(None).unwrap(), worker, folder }
    }

    fn source(&self, text: &str, size: [u32; 2]) -> CaptureSource {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = EvaluatePipeline::new(&self.gpu, generator);
        let mut view = View::default();
        view.shading.mode = ViewMode::Texture;
        CaptureSource {
            name: String::new(),
            pipeline: Arc::new(pipeline.unwrap()),
            subject: Subject::new(generator, view.settings(generator, size, 0.0)),
            host: HostInputs::default(),
            derived: None,
        }
    }

    fn capture(&mut self, request: CaptureRequest) -> Result<String, String> {
        let captured = self.worker.capture(&self.gpu, request);
        let text = |notice: CaptureNotice| {
            assert!(notice.path.is_none_or(|path| path.exists()));
            notice.text
        };
        captured.map(text).map_err(|error| error.one_line())
    }

    fn context(&self) -> CaptureContext {
        CaptureContext {
            gpu: self.gpu.clone(),
            generation: 3,
            folder: self.worker.folder.clone(),
            sentinel: Arc::default(),
        }
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.worker.folder).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn manifest(&self, file: &str) -> Manifest {
        let path = self.worker.folder.join(file);
        Manifest::read(&path, Format::of(&path, false).unwrap()).unwrap()
    }
}

fn captioned(source: CaptureSource, name: &str) -> CaptionedCell {
    CaptionedCell {
        own_settings: source.subject.settings,
        source,
        name: name.to_owned(),
        details: "gain 0.5 to 0.25".to_owned(),
    }
}

fn png_size(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(File::open(path).unwrap());
    let header = png::Decoder::new(file).read_info().unwrap();
    (header.info().width, header.info().height)
}

#[test]
fn cell_is_written_in_every_format_with_its_manifest() {
    let mut fixture = Fixture::new();
    let mut source = fixture.source(RAMP, [70, 50]);
    for format in [Format::Png, Format::Png16, Format::Exr, Format::Tiff] {
        let notice = fixture.capture(CaptureRequest::Cell(source.clone(), format)).unwrap();
        assert!(notice.starts_with("saved captures/a-"), "{notice}");
    }
    let gain = source.generator().controls()[0].clone();
    source.subject.values.set(&gain, 0.25.into());
    let notice = fixture.capture(CaptureRequest::Cell(source, Format::Npy));
    assert_eq!(notice.unwrap(), "saved captures/a-0005-gain=0.25.npy");
    let expected = [
        "a-0001.png", "a-0002.png", "a-0003.exr", "a-0004.tif", "a-0005-gain=0.25.npy",
        "a-0005-gain=0.25.npy.json",
    ];
    assert_eq!(fixture.files(), expected);
    for file in &expected[..5] {
        assert_eq!(fixture.manifest(file).settings().grid.size, [70, 50], "{file}");
    }
    let picture = fixture.worker.folder.join("a-0001.png");
    assert_eq!(png_size(&picture), (70, 50));
}

#[test]
fn data_of_grid_program_has_its_own_grid() {
    let mut fixture = Fixture::new();
    let source = fixture.source(GRID, [30, 20]);
    fixture.capture(CaptureRequest::Cell(source, Format::Npy)).unwrap();
    let bytes = fs::read(fixture.worker.folder.join("a-0001.npy")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]);
    assert!(header.contains("(64, 64"), "{header}");
}

#[test]
fn comparison_is_one_sheet_with_the_manifests_of_all_cells() {
    let mut fixture = Fixture::new();
    let cells =
        ["one", "two", "three"].map(|name| captioned(fixture.source(RAMP, [120, 90]), name)).into();
    let notice = fixture
        .capture(CaptureRequest::Comparison(ComparisonCapture {
            cells,
            sheet_arrangement: SheetArrangement::Columns(2),
            arrangement: Arrangement::Grid,
        }))
        .unwrap();
    assert_eq!(notice, "saved captures/a-0001-comparison.png");
    let manifest = fixture.manifest("a-0001-comparison.png");
    assert_eq!(manifest.cells.len(), 2);
    let sheet = fixture.worker.folder.join("a-0001-comparison.png");
    let line = 16;
    let expected = (2 * (120 + line) + line, 2 * (90 + 3 * line) + line);
    assert_eq!(png_size(&sheet), expected);
}

fn pixel(path: &Path, [x, y]: [u32; 2]) -> [u8; 3] {
    let file = std::io::BufReader::new(File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let start = y as usize * info.line_size + x as usize * info.color_type.samples();
    bytes[start..start + 3].try_into().unwrap()
}

#[test]
fn difference_is_captured_with_legend_and_both_manifests() {
    let mut fixture = Fixture::new();
    let size = [300, 60];
    let mut cells = ["one", "two"].map(|name| captioned(fixture.source(RAMP, size), name));
    for (cell, gain) in cells.iter_mut().zip([1.0, 3.0]) {
        let control = cell.source.generator().controls()[0].clone();
        cell.source.subject.values.set(&control, gain.into());
    }
    let comparison = FieldComparison {
        channels: [Channel::X; 2],
        color_channels: None,
        value_range: ValueRange::Auto,
    };
    let notice = fixture.capture(CaptureRequest::Comparison(ComparisonCapture {
        cells: cells.into(),
        sheet_arrangement: SheetArrangement::Difference(comparison),
        arrangement: Arrangement::Difference,
    }));
    assert_eq!(notice.unwrap(), "saved captures/a-0001-difference.png");
    let path = fixture.worker.folder.join("a-0001-difference.png");
    // The difference is twice x: from blue at the west edge over the center of the palette to red.
    let palette = noise_playground::view::palette::colors(Palette::Vik);
    let (line, center) = (16, 16 + 30);
    assert_eq!(pixel(&path, [line, center]), palette[0]);
    assert_eq!(pixel(&path, [line + 150, center]), palette[128]);
    assert_eq!(pixel(&path, [line + 299, center]), palette[255]);
    // Below the picture: the color scale, the four metrics, the two names.
    let (width, height) = png_size(&path);
    assert_eq!(width, 300 + 2 * line);
    let has_text = |rows: std::ops::Range<u32>| {
        let mut positions = rows.flat_map(|y| (line..width - line).map(move |x| [x, y]));
        positions.any(|position| pixel(&path, position) != [255; 3])
    };
    let below = line + 60;
    assert_eq!(height, below + 3 * 24 + 2 * line + line);
    for row in 0..4 {
        assert!(has_text(below + 8 + 24 * row..below + 24 * (row + 1)), "{row}");
    }
    let manifest = fixture.manifest("a-0001-difference.png");
    assert_eq!(manifest.arrangement.as_deref(), Some("difference"));
    assert_eq!(manifest.cells.len(), 1);
}

#[test]
fn animation_is_a_folder_of_frames_and_can_be_canceled() {
    let mut fixture = Fixture::new();
    let source = fixture.source(RAMP, [16, 16]);
    let animation = |source: &CaptureSource| {
        let range =
            AxisRange { name: "gain".to_owned(), from: 0.0, to: 1.0, count: 5, spacing: None };
        CaptureRequest::Animation(source.clone(), Format::Png, range)
    };
    let notice = fixture.capture(animation(&source)).unwrap();
    assert_eq!(notice, "saved 5 frames in captures/a-0001-gain=0..1");
    let frames = fixture.worker.folder.join("a-0001-gain=0..1");
    let gains = (0..5).map(|index| {
        let frame = Manifest::read_png(&frames.join(format!("{index:04}.png"))).unwrap();
        serde_json::to_string(&frame.values["gain"]).unwrap()
    });
    assert_eq!(gains.collect::<Vec<_>>(), ["0", "0.25", "0.5", "0.75", "1"]);

    fixture.worker.is_canceled.store(true, Ordering::Relaxed);
    let notice = fixture.capture(animation(&source)).unwrap_err();
    assert_eq!(notice, "0 of 5 frames saved in captures/a-0002-gain=0..1: canceled");
    let notice = fixture.capture(CaptureRequest::Cell(source, Format::Png)).unwrap_err();
    assert_eq!(notice, "canceled");
    assert_eq!(fixture.files().len(), 2, "no incomplete file is left");
}

#[test]
fn failed_capture_reports_its_cause_and_leaves_no_file() {
    let mut fixture = Fixture::new();
    let mut runaway = fixture.source(LOOP, [16, 16]);
    let count = runaway.generator().controls()[0].clone();
    runaway.subject.values.set(&count, 1e9.into());
    let notice = fixture.capture(CaptureRequest::Cell(runaway, Format::Png)).unwrap_err();
    assert!(notice.contains("a.wgsl:4"), "{notice}");
    assert_eq!(fixture.files(), [""; 0]);

    fixture.worker.folder = fixture.folder.path().join("file/captures");
    fs::write(fixture.folder.path().join("file"), "").unwrap();
    let source = fixture.source(RAMP, [16, 16]);
    let notice = fixture.capture(CaptureRequest::Cell(source, Format::Png)).unwrap_err();
    assert!(notice.starts_with("cannot create the folder"), "{notice}");
}

#[test]
fn quantity_and_mask_of_a_cell_are_written_as_data() {
    let mut fixture = Fixture::new();
    let of = |fixture: &Fixture, derived| CaptureSource {
        derived: Some(derived),
        ..fixture.source(RAMP, [20, 10])
    };
    let source = of(&fixture, Derived::Quantity(Quantity::Slope));
    assert_eq!(source.format(Format::Png16), Format::Png16);
    let request = CaptureRequest::Cell(source, Format::R32);
    fixture.capture(request).unwrap();
    let bytes = fs::read(fixture.worker.folder.join("a-0001.r32")).unwrap();
    let floats = bytes.as_chunks::<4>().0.iter();
    let slopes: Vec<f32> = floats.map(|bytes| f32::from_le_bytes(*bytes)).collect();
    // The height is gain x + y, with a gain of 0.5.
    let expected = 1.25_f32.sqrt().atan().to_degrees();
    assert_eq!(slopes.len(), 200);
    // In the four corners, gdaldem extrapolates the ground by another method.
    let differs = |slope: &&f32| (**slope - expected).abs() > 1e-3;
    assert_eq!(slopes.iter().filter(differs).count(), 4, "{slopes:?}");
    let manifest = fixture.manifest("a-0001.r32");
    assert_eq!(manifest.quantity, Some(Quantity::Slope));

    let mask = of(&fixture, Derived::Mask("x > 0".parse().unwrap()));
    fixture.capture(CaptureRequest::Cell(mask, Format::Npy)).unwrap();
    assert_eq!(fixture.manifest("a-0002.npy").mask.as_deref(), Some("x > 0"));
    let normal = of(&fixture, Derived::Quantity(Quantity::Normal));
    assert_eq!(normal.format(Format::Png16), Format::PngVector);
}
