//! Fuzzing of data files: elevation models, arrays and pictures of other programs, and manifests in data files.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use noise_playground::capture::{CaptureFile, Manifest};
use noise_playground::field::files::{FieldFile, Format, PictureHeader, Strip};
use noise_playground::field::grid::SampleGrid;
use noise_playground::field::{Channel, Returns};
use noise_playground::{RenderSettings, Subject};

use crate::random::Random;
use crate::run::run;
use crate::support::main_generator;

/// Extensions of the fuzzed data files; the first byte of a fuzzing input is an index into this list.
const EXTENSIONS: [&str; 5] = ["npy", "exr", "tif", "png", "nrrd"];

#[test]
fn mutated_data_files_do_not_panic() {
    let files: Vec<Vec<u8>> = EXTENSIONS
        .iter()
        .zip(0..)
        .map(|(extension, index)| {
            let mut file = vec![index];
            file.extend(data_file(extension));
            file
        })
        .collect();
    let make = |random: &mut Random| {
        let file = random.one_of(&files);
        change_bytes(random, file)
    };
    run("fields", 1500, make, read_field);
}

/// Returns the bytes of a valid data file of 8 x 6 samples with two channels, in the format of an extension.
fn data_file(extension: &str) -> Vec<u8> {
    let generator = main_generator("fn pair(p: vec2f) -> vec2f { return p; }");
    let settings = RenderSettings::new(&generator, 8);
    let manifest = Subject::new(&generator, settings).manifest("any");
    let header = PictureHeader {
        raster: SampleGrid { center: [1.0, 2.0], span: 4.0, size: [8, 6] }.into(),
        slices: None,
        channels: 2,
        returns: Returns::Channels,
        channel: Channel::X,
        value_range: [0.0, 96.0],
        tags: None,
        dpi: None,
        manifest: manifest.to_json(),
    };
    let strip =
        Strip { rows: 6, samples: (0..96).map(|index| index as f32).collect(), pixels: Vec::new() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("good.{extension}"));
    let format = Format::of(&path, true).unwrap();
    let mut file = CaptureFile::create(&path, format).unwrap();
    file.write(&header, [Arc::new(strip)].into_iter()).unwrap();
    file.commit().unwrap();
    fs::read(path).unwrap()
}

/// Changes the bytes of a data file at random: changes numbers, truncates the file, or repeats a range. Mostly skips
/// the manifest, which is the largest part of a file.
fn change_bytes(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(4) {
        let end = if random.below(3) > 0 { bytes.len().min(400) } else { bytes.len() };
        let mut at = 1 + random.below(end.max(2) - 1);
        if random.below(4) == 0 {
            at = bytes.len() - 1 - random.below((bytes.len() - 1).min(600));
        }
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes.truncate(at.max(2)),
            2 => {
                let length = [1, 2, 4, 8][random.below(4)];
                let extreme = [0x00, 0xff, 0x7f, 0x80][random.below(4)];
                bytes.iter_mut().skip(at).take(length).for_each(|byte| *byte = extreme);
            }
            3 => {
                let digit = b'0' + random.below(10) as u8;
                let is_digit = |byte: &&mut u8| byte.is_ascii_digit();
                if let Some(byte) = bytes[at..].iter_mut().find(is_digit) {
                    *byte = digit;
                }
            }
            4 => {
                let part = bytes[at..].iter().take(16).copied().collect::<Vec<_>>();
                bytes.splice(at..at, part);
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.len() < 3 {
            break;
        }
    }
    bytes
}

fn read_field(input: &[u8]) {
    let Some((index, bytes)) = input.split_first() else {
        return;
    };
    let extension = EXTENSIONS[usize::from(*index) % EXTENSIONS.len()];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("input.{extension}"));
    fs::write(&path, bytes).unwrap();
    check(FieldFile::read(&path).map(|file| {
        let [width, height] = file.field.size.map(|side| side as usize);
        assert_eq!(file.field.samples.len(), width * height * file.field.channels as usize);
    }));
    let format = Format::of_capture(Path::new(&path)).unwrap();
    check(Manifest::read(&path, format).map(drop));
}

fn check<E: std::fmt::Display>(read: Result<(), E>) {
    if let Err(error) = read {
        assert!(!error.to_string().is_empty());
    }
}

/// Writes `bytes` to a file and reads it as a data file. Returns the error message.
fn message(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    FieldFile::read(&path).unwrap_err().to_string()
}

#[test]
fn files_that_claim_more_than_they_hold_are_refused_before_memory_is_allocated() {
    let npy = |shape: &str| {
        let mut header =
            format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
        while (header.len() + 11) % 64 != 0 {
            header.push(' ');
        }
        header.push('\n');
        let length = (header.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &[0; 64]].concat()
    };
    assert!(message("a.npy", &npy("16000, 16000")).contains("truncated"));
    assert!(message("a.npy", &npy("9223372036854775807, 9")).contains("shape"));
    assert!(message("a.npy", &npy("3, 99999999999999999999")).contains("shape"));
    let long = b"\x93NUMPY\x02\x00\xff\xff\xff\xff{";
    assert!(message("a.npy", long).contains("header of 4294967295 bytes"));
    // The width and height of a small PNG, TIFF and EXR, set to 16,000.
    let side = 16_000_u32;
    let mut png = data_file("png");
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    assert!(!message("a.png", &png).is_empty());
    let mut tiff = data_file("tif");
    for tag in [256_u16, 257] {
        let entry = tiff
            .windows(4)
            .rposition(|bytes| bytes[..2] == tag.to_le_bytes() && bytes[2] <= 4 && bytes[3] == 0);
        let at = entry.unwrap() + 8;
        tiff[at..at + 2].copy_from_slice(&(side as u16).to_le_bytes());
    }
    // The decoder counts the strips first.
    assert!(message("a.tif", &tiff).contains("inconsistent sizes"));
    let mut exr = data_file("exr");
    let window = b"dataWindow\0box2i\0";
    let at = exr.windows(window.len()).position(|bytes| bytes == window).unwrap();
    let at = at + window.len() + 4 + 8;
    exr[at..at + 4].copy_from_slice(&(side - 1).to_le_bytes());
    exr[at + 4..at + 8].copy_from_slice(&(side - 1).to_le_bytes());
    assert!(message("a.exr", &exr).contains("cannot be in a file"), "{}", message("a.exr", &exr));
}

/// Returns the position in a file after the only or first occurrence of `bytes`.
fn after(file: &[u8], bytes: &[u8]) -> usize {
    let mut windows = file.windows(bytes.len());
    windows.position(|window| window == bytes).unwrap() + bytes.len()
}

#[test]
fn hostile_headers_of_exr_are_refused() {
    let good = data_file("exr");
    let changed = |at: usize, numbers: &[i32]| {
        let mut file = good.clone();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        file[at..at + bytes.len()].copy_from_slice(&bytes);
        message("a.exr", &file)
    };
    let window = after(&good, b"dataWindow\0box2i\0") + 4;
    for ends in [
        [0, 0, i32::MAX, i32::MAX],
        [i32::MIN, i32::MIN, i32::MAX, i32::MAX],
        [i32::MIN, 0, i32::MIN + 7, 5],
        [i32::MAX - 7, 0, i32::MAX, 5],
        [8, 0, 7, 5],
        [8, 0, -8, -5],
    ] {
        let text = changed(window, &ends);
        assert!(text.starts_with("cannot read"), "{ends:?}: {text}");
    }
    // A channel is its name, the type of its numbers, 4 bytes, and the distances of its samples along x and y.
    let sampling = after(&good, b"channels\0chlist\0") + 4 + b"X\0".len() + 8;
    for distances in [[0, 0], [2, 2], [-1, 1], [i32::MAX, i32::MAX]] {
        let text = changed(sampling, &distances);
        assert!(text.starts_with("cannot read"), "{distances:?}: {text}");
    }
}

/// Returns a chunk of a PNG that states the length of its data as `length`.
fn png_chunk(length: u32, name: &[u8], data: &[u8]) -> Vec<u8> {
    [&length.to_be_bytes()[..], name, data, &[0; 4]].concat()
}

#[test]
fn hostile_chunks_of_png_are_refused() {
    let good = data_file("png");
    // Before the first chunk after the header.
    let (start, rest) = good.split_at(33);
    let header = |name: &[u8], length: u32| {
        let chunk = png_chunk(length, name, b"playground\0");
        let file = [start, &chunk, rest].concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        fs::write(&path, file).unwrap();
        let manifest = Manifest::read(&path, Format::Png).unwrap_err().to_string();
        assert!(manifest.contains("a.png"), "{manifest}");
        FieldFile::read(&path).unwrap_err().to_string()
    };
    for name in [b"iTXt", b"tEXt", b"zTXt", b"iCCP", b"IDAT"] {
        for length in [u32::MAX, i32::MAX as u32] {
            let text = header(name, length);
            assert!(text.starts_with("cannot read"), "{length}: {text}");
        }
    }
}

#[test]
fn truncated_files_have_a_message() {
    for extension in EXTENSIONS.iter().filter(|extension| **extension != "nrrd") {
        let good = data_file(extension);
        for length in [0, 1, 7, 20, good.len() / 2, good.len() - 40] {
            let text = message(&format!("a.{extension}"), &good[..length]);
            assert!(text.starts_with("cannot read"), "{extension} {length}: {text}");
        }
    }
}
