//! Fuzzing of untrusted documents other than shaders: presets, and captures with their manifests.

use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use noise_playground::capture::Manifest;
use noise_playground::generator::control::{HostInputs, Settings, Values};
use noise_playground::generator::{CompiledFile, Generator, compile};
use noise_playground::source::ModulePath;
use noise_playground::subject::preset::PresetFile;
use noise_playground::view::shading::Shading;
use noise_playground::view::space::settings::SceneSettings;
use noise_playground::{RenderSettings, Subject};
use serde_json::{Value, json};

use crate::mutate::mutate;
use crate::random::Random;
use crate::run::run;
use crate::support::shipped;

/// Fragments of TOML and JSON that are inserted into documents.
const EXTRAS: [&str; 14] = [
    "[[preset]]\n", "[preset]\n", "a.a.a.a.a = 1\n", "name = \"\"\n", "values = { a = [[[1]]] }\n",
    "version = 1e999\n", "generator = \"height\"\n", "nan,", "{\"a\":", "\"\\ud800\"", "'''",
    "1979-05-27T07:32:00Z", "null,", "\"view\":{},",
];

#[test]
fn mutated_presets_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/generators");
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let files: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();
    let extras = EXTRAS.map(str::to_owned);
    let make = |random: &mut Random| {
        let text = *random.one_of(&texts);
        mutate(random, text, &texts, &extras)
    };
    run("presets", 1000, make, |input| {
        let Ok(file) = PresetFile::parse(&String::from_utf8_lossy(input)) else {
            return;
        };
        let generator = swiss().main().unwrap();
        for name in [None, Some("Alps")] {
            match file.find(name, generator) {
                Ok(preset) => apply(generator, &preset.values),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

#[test]
fn mutated_manifests_do_not_panic() {
    let good = manifest();
    let text = good.to_string();
    let extras = EXTRAS.map(str::to_owned);
    let make = |random: &mut Random| {
        let changed = if random.below(2) == 0 {
            mutate(random, &text, &[&text], &extras)
        } else {
            let mut value = good.clone();
            for _ in 0..1 + random.below(3) {
                replace_somewhere(random, &mut value);
            }
            value.to_string().into_bytes()
        };
        capture(&String::from_utf8_lossy(&changed))
    };
    run("manifests", 200, make, read_capture);
}

#[test]
fn mutated_pictures_do_not_panic() {
    let good = capture(&manifest().to_string());
    run("pictures", 200, |random| change_chunks(random, &good), read_capture);
}

/// Returns a compiled built-in file whose generator has many controls.
fn swiss() -> &'static CompiledFile {
    static SWISS: OnceLock<CompiledFile> = OnceLock::new();
    SWISS.get_or_init(|| {
        let tree = shipped();
        let path = ModulePath::new("generators/swiss.wgsl");
        compile(&tree, tree.get(&path).unwrap())
    })
}

fn apply(generator: &Arc<Generator>, settings: &Settings) {
    let mut values = Values::default();
    let _ = values.apply(generator.controls(), settings);
    let host = HostInputs::default();
    for layout in [generator.uniform(), generator.arguments()] {
        layout.encode(generator.controls(), &values, &host, &[]);
    }
}

/// Reads the bytes of a capture as `render --from` does, without the GPU, and checks that errors have a message.
fn read_capture(bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let manifest = match Manifest::read_png(file.path()) {
        Ok(manifest) => manifest,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let (address, tree, settings) =
        (manifest.address.clone(), manifest.tree(), manifest.settings());
    assert!(settings.grid.span > 0.0);
    let compiled = compile(&tree, tree.get(&address.file).unwrap());
    for generator in &compiled.generators {
        apply(generator, &manifest.values);
    }
}

/// Returns the manifest of a valid capture of the built-in generator, as JSON.
fn manifest() -> Value {
    let generator = swiss().main().unwrap();
    let settings = RenderSettings {
        grid: generator.initial_grid(64),
        z: 0.0,
        time: 0.0,
        threshold: 0.0,
        shading: Shading::default(),
        scene: SceneSettings::default(),
    };
    let manifest = Subject::new(generator, settings).manifest("an adapter");
    serde_json::from_str(&manifest.to_json()).unwrap()
}

/// Replaces a JSON value, or a value nested in it, at random.
fn replace_somewhere(random: &mut Random, value: &mut Value) {
    if random.below(4) > 0 {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let at = random.below(items.len());
                return replace_somewhere(random, &mut items[at]);
            }
            Value::Object(members) if !members.is_empty() => {
                let at = random.below(members.len());
                return replace_somewhere(random, members.values_mut().nth(at).unwrap());
            }
            _ => {}
        }
    }
    let copy = value.clone();
    let choices = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!(""),
        json!("../../etc/passwd.wgsl"),
        json!("noise/hash.wgsl::pcg3d"),
        json!("x".repeat(100_000)),
        json!([]),
        json!({}),
        json!([copy, copy]),
        json!({ "a": copy }),
        json!(vec![0; 5000]),
    ];
    *value = random.one_of(&choices).clone();
}

/// Returns a PNG of one pixel with `text` embedded as its manifest.
fn capture(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    let text = text.to_owned();
    encoder.add_itxt_chunk("playground".to_owned(), text).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0]).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Changes the chunks of a PNG at random, their contents, order and number. Most checksums are corrected afterwards.
fn change_chunks(random: &mut Random, good: &[u8]) -> Vec<u8> {
    let mut chunks: Vec<Vec<u8>> =
        chunks(good).into_iter().map(|range| good[range].to_vec()).collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(chunks.len());
        match random.below(5) {
            0 => drop(chunks.remove(at)),
            1 => chunks.insert(at, chunks[at].clone()),
            2 => chunks.swap(0, at),
            3 => {
                let length = random.below(chunks[at].len());
                chunks[at].truncate(length);
            }
            _ => {
                // The type and the first bytes of a chunk matter most.
                let end = if random.below(3) == 0 { usize::MAX } else { 40 };
                let byte = random.below(chunks[at].len().min(end));
                if let Some(byte) = chunks[at].get_mut(byte) {
                    *byte = *random.one_of(&[0, 1, 0x7f, 0xff, *byte ^ 0x20]);
                }
            }
        }
        if chunks.is_empty() {
            break;
        }
    }
    let mut bytes = good[..8].to_vec();
    for chunk in chunks {
        let lies = random.below(12) == 0;
        let body = chunk.len().saturating_sub(4) as u32;
        let length = if lies { random.next() as u32 } else { body };
        bytes.extend(length.to_be_bytes());
        bytes.extend(&chunk);
        let sum = checksum(&chunk) ^ u32::from(random.below(12) == 0);
        bytes.extend(sum.to_be_bytes());
    }
    bytes
}

/// Returns the byte range of the type and content of each chunk of a PNG.
fn chunks(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        chunks.push(at + 4..at + 8 + length);
        at += 12 + length;
    }
    chunks
}

/// Returns the CRC-32 of a PNG chunk.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    })
}
