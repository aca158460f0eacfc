//! Captures made without a window.

use std::fs::File;
use std::sync::Mutex;
use std::sync::mpsc;

use noise_playground::capture::Manifest;
use noise_playground::comparison::FieldComparison;
use noise_playground::compile;
use noise_playground::control::{HostInputs, Values};
use noise_playground::gpu::EvaluatePipeline;
use noise_playground::shading::{Channel, Palette, ValueRange, ViewMode};

use super::sheet::{CaptionedCell, SheetArrangement};
use super::*;
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

/// The thread's work without the thread, and the folder that it fills.
struct Bench {
    gpu: Gpu,
    maker: CaptureWorker,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let maker = CaptureWorker {
            folder: folder.path().join("captures"),
            is_canceled: Canceled::default(),
            report: Box::new(|_| {}),
            clipboard: None,
        };
        Self {
            gpu: Gpu::headless(None).unwrap(),
            maker,
            folder,
        }
    }

    fn subject(&self, text: &str, size: [u32; 2]) -> CaptureSource {
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

    fn make(&mut self, order: CaptureRequest) -> Result<String, String> {
        let made = self.maker.make(&self.gpu, order);
        made.map_err(|failure| failure.one_line())
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.maker.folder).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn manifest(&self, file: &str) -> Manifest {
        let path = self.maker.folder.join(file);
        Manifest::read(&path, Format::of(&path, false).unwrap()).unwrap()
    }
}

fn captioned(subject: CaptureSource, name: &str) -> CaptionedCell {
    CaptionedCell {
        own_view: subject.view,
        subject,
        name: name.to_owned(),
        words: "gain 0.5 to 0.25".to_owned(),
    }
}

fn png_size(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(File::open(path).unwrap());
    let header = png::Decoder::new(file).read_info().unwrap();
    (header.info().width, header.info().height)
}

#[test]
fn a_cell_is_written_in_every_format_and_says_what_it_is() {
    let mut bench = Bench::new();
    let mut subject = bench.subject(RAMP, [70, 50]);
    for format in [Format::Png, Format::Png16, Format::Exr, Format::Tiff] {
        let said = bench
            .make(CaptureRequest::Cell(subject.clone(), format))
            .unwrap();
        assert!(said.starts_with("saved captures/a-"), "{said}");
    }
    let gain = subject.generator().controls[0].clone();
    subject.values.set(&gain, 0.25.into());
    let said = bench.make(CaptureRequest::Cell(subject, Format::Npy));
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
        assert_eq!(bench.manifest(file).scene().grid.size, [70, 50], "{file}");
    }
    let picture = bench.maker.folder.join("a-0001.png");
    assert_eq!(png_size(&picture), (70, 50));
}

#[test]
fn data_of_a_grid_program_is_its_own_grid() {
    let mut bench = Bench::new();
    let subject = bench.subject(GRID, [30, 20]);
    bench
        .make(CaptureRequest::Cell(subject, Format::Npy))
        .unwrap();
    let bytes = fs::read(bench.maker.folder.join("a-0001.npy")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]);
    assert!(header.contains("(64, 64"), "{header}");
}

#[test]
fn a_comparison_is_one_sheet_that_carries_all_cells() {
    let mut bench = Bench::new();
    let cells = ["one", "two", "three"]
        .map(|name| captioned(bench.subject(RAMP, [120, 90]), name))
        .into();
    let said = bench
        .make(CaptureRequest::Comparison(ComparisonSheet {
            cells,
            placing: SheetArrangement::Columns(2),
            arrangement: Arrangement::Grid,
        }))
        .unwrap();
    assert_eq!(said, "saved captures/a-0001-comparison.png");
    let manifest = bench.manifest("a-0001-comparison.png");
    assert_eq!(manifest.cells.len(), 2);
    let sheet = bench.maker.folder.join("a-0001-comparison.png");
    let line = 16;
    let expected = (2 * (120 + line) + line, 2 * (90 + 3 * line) + line);
    assert_eq!(png_size(&sheet), expected);
}

/// A pixel of a PNG.
fn pixel(path: &Path, [x, y]: [u32; 2]) -> [u8; 3] {
    let file = std::io::BufReader::new(File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let start = y as usize * info.line_size + x as usize * info.color_type.samples();
    bytes[start..start + 3].try_into().unwrap()
}

#[test]
fn a_difference_is_captured_with_what_it_means_and_both_cells() {
    let mut bench = Bench::new();
    let size = [300, 60];
    let mut cells = ["one", "two"].map(|name| captioned(bench.subject(RAMP, size), name));
    for (cell, gain) in cells.iter_mut().zip([1.0, 3.0]) {
        let control = cell.subject.generator().controls[0].clone();
        cell.subject.values.set(&control, gain.into());
    }
    let comparison = FieldComparison {
        channels: [Channel::X; 2],
        color_channels: None,
        value_range: ValueRange::Auto,
    };
    let said = bench.make(CaptureRequest::Comparison(ComparisonSheet {
        cells: cells.into(),
        placing: SheetArrangement::Subtracted(comparison),
        arrangement: Arrangement::Difference,
    }));
    assert_eq!(said.unwrap(), "saved captures/a-0001-difference.png");
    let path = bench.maker.folder.join("a-0001-difference.png");
    // The difference is twice x: from blue at the west edge over the palette's middle to red.
    let palette = noise_playground::palette::colors(Palette::Vik);
    let (line, middle) = (16, 16 + 30);
    assert_eq!(pixel(&path, [line, middle]), palette[0]);
    assert_eq!(pixel(&path, [line + 150, middle]), palette[128]);
    assert_eq!(pixel(&path, [line + 299, middle]), palette[255]);
    // Below it: its scale, the four numbers, the two names.
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
fn a_turntable_is_a_folder_of_frames_that_can_be_given_up() {
    let mut bench = Bench::new();
    let subject = bench.subject(RAMP, [16, 16]);
    let turn = |subject: &CaptureSource| {
        let range = "gain=0:1:5".parse().unwrap();
        CaptureRequest::Turntable(subject.clone(), Format::Png, range)
    };
    let said = bench.make(turn(&subject)).unwrap();
    assert_eq!(said, "saved 5 frames in captures/a-0001-gain=0..1");
    let frames = bench.maker.folder.join("a-0001-gain=0..1");
    let gains = (0..5).map(|index| {
        let frame = Manifest::read_png(&frames.join(format!("{index:04}.png"))).unwrap();
        serde_json::to_string(&frame.values["gain"]).unwrap()
    });
    assert_eq!(gains.collect::<Vec<_>>(), ["0", "0.25", "0.5", "0.75", "1"]);

    bench.maker.is_canceled.store(true, Ordering::Relaxed);
    let said = bench.make(turn(&subject)).unwrap_err();
    assert_eq!(
        said,
        "0 of 5 frames are in captures/a-0002-gain=0..1: it was given up"
    );
    let said = bench
        .make(CaptureRequest::Cell(subject, Format::Png))
        .unwrap_err();
    assert_eq!(said, "it was given up");
    assert_eq!(bench.files().len(), 2, "no half file is left");
}

#[test]
fn what_cannot_be_made_is_said_and_leaves_nothing() {
    let mut bench = Bench::new();
    let mut endless = bench.subject(LOOP, [16, 16]);
    let turns = endless.generator().controls[0].clone();
    endless.values.set(&turns, 1e9.into());
    let said = bench
        .make(CaptureRequest::Cell(endless, Format::Png))
        .unwrap_err();
    assert!(said.contains("a.wgsl:4"), "{said}");
    assert_eq!(bench.files(), [""; 0]);

    bench.maker.folder = bench.folder.path().join("file/captures");
    fs::write(bench.folder.path().join("file"), "").unwrap();
    let subject = bench.subject(RAMP, [16, 16]);
    let said = bench
        .make(CaptureRequest::Cell(subject, Format::Png))
        .unwrap_err();
    assert!(said.starts_with("cannot make the folder"), "{said}");
}

#[test]
fn the_thread_makes_what_was_ordered_in_turn() {
    let bench = Bench::new();
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let report = move |event| sender.lock().unwrap().send(event).unwrap();
    let mut captures = CaptureHandle::start(bench.maker.folder.clone(), report).unwrap();
    let subject = bench.subject(RAMP, [16, 16]);
    captures.end();
    for _ in 0..2 {
        captures.make(
            &bench.gpu,
            CaptureRequest::Cell(subject.clone(), Format::Png),
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
    let mut captures = CaptureHandle::start(bench.maker.folder.clone(), report).unwrap();
    // Large enough not to be done before it is canceled.
    let large = bench.subject(RAMP, [4096, 4096]);
    let small = bench.subject(RAMP, [16, 16]);
    captures.make(&bench.gpu, CaptureRequest::Cell(large, Format::Png));
    captures.end();
    captures.make(&bench.gpu, CaptureRequest::Cell(small, Format::Png));
    let ends = events.iter().filter_map(|event| match event {
        Event::Captured(said) => Some(said.is_ok()),
        _ => None,
    });
    assert_eq!(ends.take(2).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_window_that_is_closed_waits_for_the_last_capture() {
    let bench = Bench::new();
    let mut captures = CaptureHandle::start(bench.maker.folder.clone(), |_| {}).unwrap();
    let subject = bench.subject(RAMP, [300, 200]);
    captures.make(&bench.gpu, CaptureRequest::Cell(subject, Format::Png));
    drop(captures);
    assert_eq!(bench.files(), ["a-0001.png"]);
}
