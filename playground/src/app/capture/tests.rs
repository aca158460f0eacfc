//! Captures without a window.

use std::fs::File;
use std::sync::Mutex;
use std::sync::mpsc;

use noise_playground::capture::Manifest;
use noise_playground::comparison::FieldComparison;
use noise_playground::compile;
use noise_playground::control::{HostInputs, Values};
use noise_playground::gpu::EvaluatePipeline;
use noise_playground::shading::{Channel, Palette, ValueRange, ViewMode};

use super::comparison::{CaptionedCell, ComparisonCapture};
use super::source::CaptureSource;
use super::*;
use crate::sheets::SheetArrangement;
use crate::workbench::View;
use crate::workbench::document::Arrangement;

const RAMP: &str = "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x + p.y; }";

const LOOP: &str = "
fn height(p: vec2f, turns: i32) -> f32 {
    var sum = p.x;
    for (var i = 0; i < turns; i++) { sum += 1.0; }
    return sum;
}";

const GRID: &str = "
/// @grid(64)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[id.y * 64u + id.x] = f32(id.x);
}";

/// The worker without its thread, and the folder that it writes to.
struct Bench {
    gpu: Gpu,
    worker: CaptureWorker,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let worker = CaptureWorker {
            folder: folder.path().join("captures"),
            is_canceled: Canceled::default(),
            report: Box::new(|_| {}),
            clipboard: None,
        };
        Self {
            gpu: Gpu::headless(None).unwrap(),
            worker,
            folder,
        }
    }

    fn source(&self, text: &str, size: [u32; 2]) -> CaptureSource {
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let pipeline = EvaluatePipeline::new(&self.gpu, generator);
        let mut view = View::default();
        view.shading.mode = ViewMode::Texture;
        CaptureSource {
            name: String::new(),
            pipeline: Arc::new(pipeline.unwrap()),
            values: Values::default(),
            view,
            host: HostInputs::default(),
            size,
        }
    }

    fn capture(&mut self, request: CaptureRequest) -> Result<String, String> {
        let captured = self.worker.capture(&self.gpu, request);
        captured.map_err(|failure| failure.one_line())
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
        own_view: source.view,
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
    let mut bench = Bench::new();
    let mut source = bench.source(RAMP, [70, 50]);
    for format in [Format::Png, Format::Png16, Format::Exr, Format::Tiff] {
        let said = bench
            .capture(CaptureRequest::Cell(source.clone(), format))
            .unwrap();
        assert!(said.starts_with("saved captures/a-"), "{said}");
    }
    let gain = source.generator().controls[0].clone();
    source.values.set(&gain, 0.25.into());
    let said = bench.capture(CaptureRequest::Cell(source, Format::Npy));
    assert_eq!(said.unwrap(), "saved captures/a-0005-gain=0.25.npy");
    let expected = [
        "a-0001.png",
        "a-0002.png",
        "a-0003.exr",
        "a-0004.tif",
        "a-0005-gain=0.25.npy",
        "a-0005-gain=0.25.npy.json",
    ];
    assert_eq!(bench.files(), expected);
    for file in &expected[..5] {
        assert_eq!(
            bench.manifest(file).settings().grid.size,
            [70, 50],
            "{file}"
        );
    }
    let picture = bench.worker.folder.join("a-0001.png");
    assert_eq!(png_size(&picture), (70, 50));
}

#[test]
fn data_of_grid_program_has_its_own_grid() {
    let mut bench = Bench::new();
    let source = bench.source(GRID, [30, 20]);
    bench
        .capture(CaptureRequest::Cell(source, Format::Npy))
        .unwrap();
    let bytes = fs::read(bench.worker.folder.join("a-0001.npy")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]);
    assert!(header.contains("(64, 64"), "{header}");
}

#[test]
fn comparison_is_one_sheet_with_the_manifests_of_all_cells() {
    let mut bench = Bench::new();
    let cells = ["one", "two", "three"]
        .map(|name| captioned(bench.source(RAMP, [120, 90]), name))
        .into();
    let said = bench
        .capture(CaptureRequest::Comparison(ComparisonCapture {
            cells,
            sheet_arrangement: SheetArrangement::Columns(2),
            arrangement: Arrangement::Grid,
        }))
        .unwrap();
    assert_eq!(said, "saved captures/a-0001-comparison.png");
    let manifest = bench.manifest("a-0001-comparison.png");
    assert_eq!(manifest.cells.len(), 2);
    let sheet = bench.worker.folder.join("a-0001-comparison.png");
    let line = 16;
    let expected = (2 * (120 + line) + line, 2 * (90 + 3 * line) + line);
    assert_eq!(png_size(&sheet), expected);
}

/// Returns the color of a pixel of a PNG.
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
    let mut bench = Bench::new();
    let size = [300, 60];
    let mut cells = ["one", "two"].map(|name| captioned(bench.source(RAMP, size), name));
    for (cell, gain) in cells.iter_mut().zip([1.0, 3.0]) {
        let control = cell.source.generator().controls[0].clone();
        cell.source.values.set(&control, gain.into());
    }
    let comparison = FieldComparison {
        channels: [Channel::X; 2],
        color_channels: None,
        value_range: ValueRange::Auto,
    };
    let said = bench.capture(CaptureRequest::Comparison(ComparisonCapture {
        cells: cells.into(),
        sheet_arrangement: SheetArrangement::Subtracted(comparison),
        arrangement: Arrangement::Difference,
    }));
    assert_eq!(said.unwrap(), "saved captures/a-0001-difference.png");
    let path = bench.worker.folder.join("a-0001-difference.png");
    // The difference is twice x: from blue at the west edge over the palette's middle to red.
    let palette = noise_playground::palette::colors(Palette::Vik);
    let (line, middle) = (16, 16 + 30);
    assert_eq!(pixel(&path, [line, middle]), palette[0]);
    assert_eq!(pixel(&path, [line + 150, middle]), palette[128]);
    assert_eq!(pixel(&path, [line + 299, middle]), palette[255]);
    // Below the picture: the color scale, the four metrics, the two names.
    let (across, down) = png_size(&path);
    assert_eq!(across, 300 + 2 * line);
    let is_inked = |rows: std::ops::Range<u32>| {
        let mut places = rows.flat_map(|y| (line..across - line).map(move |x| [x, y]));
        places.any(|place| pixel(&path, place) != [255; 3])
    };
    let below = line + 60;
    assert_eq!(down, below + 3 * 24 + 2 * line + line);
    for row in 0..4 {
        assert!(
            is_inked(below + 8 + 24 * row..below + 24 * (row + 1)),
            "{row}"
        );
    }
    let manifest = bench.manifest("a-0001-difference.png");
    assert_eq!(manifest.arrangement.as_deref(), Some("difference"));
    assert_eq!(manifest.cells.len(), 1);
}

#[test]
fn animation_is_a_folder_of_frames_and_can_be_canceled() {
    let mut bench = Bench::new();
    let source = bench.source(RAMP, [16, 16]);
    let animation = |source: &CaptureSource| {
        let range = "gain=0:1:5".parse().unwrap();
        CaptureRequest::Animation(source.clone(), Format::Png, range)
    };
    let said = bench.capture(animation(&source)).unwrap();
    assert_eq!(said, "saved 5 frames in captures/a-0001-gain=0..1");
    let frames = bench.worker.folder.join("a-0001-gain=0..1");
    let gains = (0..5).map(|index| {
        let frame = Manifest::read_png(&frames.join(format!("{index:04}.png"))).unwrap();
        serde_json::to_string(&frame.values["gain"]).unwrap()
    });
    assert_eq!(gains.collect::<Vec<_>>(), ["0", "0.25", "0.5", "0.75", "1"]);

    bench.worker.is_canceled.store(true, Ordering::Relaxed);
    let said = bench.capture(animation(&source)).unwrap_err();
    assert_eq!(
        said,
        "0 of 5 frames saved in captures/a-0002-gain=0..1: canceled"
    );
    let said = bench
        .capture(CaptureRequest::Cell(source, Format::Png))
        .unwrap_err();
    assert_eq!(said, "canceled");
    assert_eq!(bench.files().len(), 2, "no half file is left");
}

#[test]
fn failed_capture_reports_why_and_leaves_no_file() {
    let mut bench = Bench::new();
    let mut endless = bench.source(LOOP, [16, 16]);
    let turns = endless.generator().controls[0].clone();
    endless.values.set(&turns, 1e9.into());
    let said = bench
        .capture(CaptureRequest::Cell(endless, Format::Png))
        .unwrap_err();
    assert!(said.contains("a.wgsl:4"), "{said}");
    assert_eq!(bench.files(), [""; 0]);

    bench.worker.folder = bench.folder.path().join("file/captures");
    fs::write(bench.folder.path().join("file"), "").unwrap();
    let source = bench.source(RAMP, [16, 16]);
    let said = bench
        .capture(CaptureRequest::Cell(source, Format::Png))
        .unwrap_err();
    assert!(said.starts_with("cannot create the folder"), "{said}");
}

#[test]
fn thread_finishes_captures_in_the_order_of_requests() {
    let bench = Bench::new();
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let report = move |event| sender.lock().unwrap().send(event).unwrap();
    let mut captures = CaptureHandle::start(bench.worker.folder.clone(), report).unwrap();
    let source = bench.source(RAMP, [16, 16]);
    captures.cancel();
    for _ in 0..2 {
        captures.request(
            &bench.gpu,
            CaptureRequest::Cell(source.clone(), Format::Png),
        );
    }
    let said: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Captured(said) => Some(said.unwrap()),
            _ => None,
        })
        .take(2)
        .collect();
    assert_eq!(
        said,
        ["saved captures/a-0001.png", "saved captures/a-0002.png"]
    );
}

#[test]
fn cancel_applies_to_the_oldest_pending_capture_only() {
    let bench = Bench::new();
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let report = move |event| sender.lock().unwrap().send(event).unwrap();
    let mut captures = CaptureHandle::start(bench.worker.folder.clone(), report).unwrap();
    // Large enough not to be done before it is canceled.
    let large = bench.source(RAMP, [4096, 4096]);
    let small = bench.source(RAMP, [16, 16]);
    captures.request(&bench.gpu, CaptureRequest::Cell(large, Format::Png));
    captures.cancel();
    captures.request(&bench.gpu, CaptureRequest::Cell(small, Format::Png));
    let ends = events.iter().filter_map(|event| match event {
        Event::Captured(said) => Some(said.is_ok()),
        _ => None,
    });
    assert_eq!(ends.take(2).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn closing_waits_for_the_last_capture() {
    let bench = Bench::new();
    let mut captures = CaptureHandle::start(bench.worker.folder.clone(), |_| {}).unwrap();
    let source = bench.source(RAMP, [300, 200]);
    captures.request(&bench.gpu, CaptureRequest::Cell(source, Format::Png));
    drop(captures);
    assert_eq!(bench.files(), ["a-0001.png"]);
}
