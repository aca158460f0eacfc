//! Tests of reading data files: GeoTIFFs that GDAL writes, and malicious files.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use std::path::Path;
use std::process::Command;

use noise_playground::field::files::{FieldFile, WorldUnit};

/// Columns and rows of the samples whose values `write_rasters.py` lists.
const PROBES: [[u32; 2]; 3] = [[0, 0], [5, 4], [36, 28]];

#[test]
fn rasters_of_gdal_have_its_values_and_places() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(support::python())
        .arg(root.join("tests/application/write_rasters.py"))
        .arg(folder.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&written.stderr);
    assert!(written.status.success(), "{stderr}");
    let expected = std::fs::read(folder.path().join("expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_slice(&expected).unwrap();
    let expected = expected.as_object().unwrap();
    assert!(expected.len() > 25);
    for (name, expected) in expected {
        let read = FieldFile::read(&folder.path().join(name)).unwrap();
        let number = |key: &str| expected[key].as_f64().unwrap();
        for (probe, value) in PROBES.iter().zip(expected["values"].as_array().unwrap()) {
            let sample = read.field.sample(probe[0], probe[1])[0];
            match value.as_f64() {
                Some(value) => assert_eq!(f64::from(sample), value, "{name} {probe:?}"),
                None => assert!(sample.is_nan(), "{name} {probe:?}"),
            }
        }
        if name == "base.tif" || name == "nowhere.tif" {
            assert_eq!((read.unit, read.spacing), (WorldUnit::Sample, [1.0; 2]));
            continue;
        }
        if name == "degrees.tif" {
            // At 46.99° north a thousandth of a degree is 76.1 m by 111.2 m.
            assert_eq!((read.unit, read.center), (WorldUnit::LocalMeters, [0.0; 2]));
            let [x, y] = read.spacing;
            assert!((x - 76.1).abs() < 0.1 && (y - 111.2).abs() < 0.1, "{x} {y}");
            continue;
        }
        // GDAL converts points to areas, so that the edges are those of pixels either way.
        assert_eq!(read.unit, WorldUnit::Projected, "{name}");
        assert_eq!(read.raster().corner(), [number("west"), number("north")], "{name}");
        assert_eq!(read.spacing, [number("width"), number("height")], "{name}");
    }
    let center = |name: &str| FieldFile::read(&folder.path().join(name)).unwrap().center;
    assert_eq!(center("point.tif"), center("type_Int16.tif"));
}

/// Writes `bytes` to a file and reads it as a data file. Returns the error message.
fn refused(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    FieldFile::read(&path).unwrap_err().to_string()
}

/// Returns a little-endian TIFF file with these tags, each of one 32-bit value, followed by `data`.
fn tiff(tags: &[(u16, u32)], data: &[u8]) -> Vec<u8> {
    let tags: Vec<_> = tags.iter().map(|(tag, value)| (*tag, 4, 1, *value)).collect();
    tiff_of_entries(&tags, data)
}

/// Returns a little-endian TIFF file with these tags, followed by `data`. A tag has a number, the number of its type (3
/// for 16 and 4 for 32 bits), the count of its values, and up to 32 bits of values.
fn tiff_of_entries(tags: &[(u16, u16, u32, u32)], data: &[u8]) -> Vec<u8> {
    let mut bytes = b"II*\0\x08\0\0\0".to_vec();
    bytes.extend((tags.len() as u16).to_le_bytes());
    for (tag, kind, count, value) in tags {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(0u32.to_le_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn absurd_sizes_are_refused_before_memory_is_allocated() {
    let sized = |width, height| {
        let tags = [
            (256, width),
            (257, height),
            (258, 32),
            (259, 8),
            (262, 1),
            (273, 200),
            (277, 1),
            (278, height),
            (279, 100),
            (339, 3),
        ];
        refused("a.tif", &tiff(&tags, &[0; 300]))
    };
    assert!(sized(u32::MAX, u32::MAX).contains("samples, not 1 to"));
    assert!(sized(16_000, 16_000).contains("cannot be in a file of"), "{}", sized(16_000, 16_000));
    assert!(sized(0, 5).contains("cannot read"));
    let npy = |shape: &str| {
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
        let mut bytes = b"\x93NUMPY\x01\0".to_vec();
        bytes.extend((header.len() as u16 + 1).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.push(b'\n');
        refused("a.npy", &bytes)
    };
    assert!(npy("(16000, 16000)").contains("the file is truncated"));
    assert!(npy("(18446744073709551615, 2)").contains("an array of shape"));
    assert!(npy("(2, 2)").contains("cannot read"));
    let mut exr = Vec::new();
    exr.extend(b"\x76\x2f\x31\x01\x02\0\0\0");
    assert!(refused("a.exr", &exr).contains("cannot read"));
    assert!(refused("a.png", b"\x89PNG\r\n\x1a\n").contains("cannot read"));
}

/// Returns a TIFF of 3 × 2 samples of 8 bits, whose two bands are in planes of their own.
fn planar_tiff() -> Vec<u8> {
    let pair = |first: u32, second: u32| first | second << 16;
    let data = 8 + 2 + 10 * 12 + 4;
    let tags = [
        (256, 4, 1, 3),
        (257, 4, 1, 2),
        (258, 3, 2, pair(8, 8)),
        (259, 4, 1, 1),
        (262, 4, 1, 1),
        (273, 3, 2, pair(data, data + 6)),
        (277, 4, 1, 2),
        (278, 4, 1, 2),
        (279, 3, 2, pair(6, 6)),
        (284, 4, 1, 2),
    ];
    tiff_of_entries(&tags, &[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15])
}

#[test]
fn bands_in_planes_of_their_own_are_all_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planar.tif");
    std::fs::write(&path, planar_tiff()).unwrap();
    let field = FieldFile::read(&path).unwrap().field;
    assert_eq!((field.size, field.channels), ([3, 2], 2));
    let expected = [0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15].map(|number| number as f32);
    assert_eq!(field.samples, expected);
}

#[test]
fn bands_in_tiles_of_their_own_are_refused_with_the_command_that_interleaves_them() {
    let pair = |first: u32, second: u32| first | second << 16;
    let data = 8 + 2 + 11 * 12 + 4;
    let tags = [
        (256, 4, 1, 3),
        (257, 4, 1, 2),
        (258, 3, 2, pair(8, 8)),
        (259, 4, 1, 1),
        (262, 4, 1, 1),
        (277, 4, 1, 2),
        (284, 4, 1, 2),
        (322, 4, 1, 16),
        (323, 4, 1, 16),
        (324, 3, 2, pair(data, data + 256)),
        (325, 3, 2, pair(256, 256)),
    ];
    let message = refused("tiles.tif", &tiff_of_entries(&tags, &[0; 512]));
    assert!(message.contains("tiles.tif") && message.contains("-co INTERLEAVE=PIXEL"), "{message}");
}

#[test]
fn unsupported_samples_of_a_tiff_are_named_with_the_command_that_converts_them() {
    let tags = |depth, bands| {
        [
            (256, 8),
            (257, 4),
            (258, depth),
            (259, 1),
            (262, 1),
            (273, 122),
            (277, bands),
            (278, 4),
            (279, 300),
        ]
    };
    let message = refused("bands.tif", &tiff(&tags(8, 5), &[0; 300]));
    assert!(
        message.contains("bands.tif") && message.contains("`gdal_translate -b 1 in.tif out.tif`"),
        "{message}"
    );
    let message = refused("bits.tif", &tiff(&tags(12, 1), &[0; 300]));
    assert!(message.contains("Gray(12)") && message.contains("-ot Float32"), "{message}");
}

#[test]
fn bombs_of_deflate_are_refused() {
    // A stream of zeros that expands a thousandfold beyond the size that the tags state, and one that ends too early.
    let zeros = [0_u8; 64];
    let tags = |height: u32, bytes: u32| {
        [
            (256, 8_000),
            (257, height),
            (258, 8),
            (259, 8),
            (262, 1),
            (273, 122),
            (277, 1),
            (278, height),
            (279, bytes),
        ]
    };
    let message = refused("bomb.tif", &tiff(&tags(30_000, 64), &zeros));
    assert!(message.contains("cannot be in a file of"), "{message}");
    let message = refused("short.tif", &tiff(&tags(10, 64), &zeros));
    assert!(message.contains("cannot read"), "{message}");
}

#[test]
fn unsupported_compression_is_named_with_the_command_that_converts_it() {
    let lerc = 34_887;
    let tags = [
        (256, 8),
        (257, 4),
        (258, 8),
        (259, lerc),
        (262, 1),
        (273, 122),
        (277, 1),
        (278, 4),
        (279, 64),
    ];
    let message = refused("lerc.tif", &tiff(&tags, &[0; 64]));
    assert!(
        message.contains("34887") && message.contains("gdal_translate -co COMPRESS=DEFLATE"),
        "{message}"
    );
}

#[test]
fn hostile_tags_of_a_tiff_are_refused() {
    let good = [
        (256, 8),
        (257, 4),
        (258, 8),
        (259, 1),
        (262, 1),
        (273, 122),
        (277, 1),
        (278, 4),
        (279, 32),
    ];
    let changed = |tag: u16, value: u32| {
        let tags = good.map(|(number, old)| (number, if number == tag { value } else { old }));
        refused("a.tif", &tiff(&tags, &[0; 64]))
    };
    for (tag, value) in [
        (256, 0),
        (257, 0),
        (257, 5),
        (258, 0),
        (258, 65_535),
        (273, u32::MAX),
        (277, 0),
        (277, 65_535),
        (278, 0),
        (279, u32::MAX),
    ] {
        let message = changed(tag, value);
        assert!(message.starts_with("cannot read"), "{tag} {value}: {message}");
    }
}

#[test]
fn file_beyond_the_limit_is_refused_without_reading_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse.npy");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    let message = FieldFile::read(&path).unwrap_err().to_string();
    assert!(message.contains("sparse.npy") && message.contains("larger than"), "{message}");
}

#[test]
fn files_of_other_kinds_are_named() {
    assert!(refused("a.r16", &[0; 8]).contains("does not state its width and height"));
    assert!(refused("a.txt", b"1 2 3").contains("the extension is none of .tif"));
    let folder = tempfile::tempdir().unwrap();
    let message = FieldFile::read(folder.path()).unwrap_err().to_string();
    assert!(message.contains("not a regular file"), "{message}");
}
