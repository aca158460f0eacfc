//! Writes captures as NRRD, 32-bit floats with sizes and positions in a text header, and reads their manifests.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use super::info::{Content, FormatInfo, MAX_BYTES, Output, ReadError, Strips};
use super::stored_samples::StoredSamples;
use super::{PNG_KEYWORD, PictureHeader, raw};

pub(crate) static FORMAT: FormatInfo = FormatInfo {
    name: "NRRD",
    extensions: &["nrrd"],
    help: "the field or a volume with positions in a text header: channels (if\n        several), x, y to the south, z",
    content: Content::Samples,
    holds_volumes: true,
    is_whole,
    manifest: Some(|file| manifest(file).map_err(ReadError::file)),
    write,
    stored: Some(raw::floats),
    read: |bytes, _| read(bytes),
};

/// Axes are channels if there are several, x, y to the south, and z.
fn write(header: &PictureHeader, strips: &mut Strips<'_>, file: &mut Output<'_>) -> io::Result<()> {
    file.write_all(text(header).as_bytes())?;
    raw::write_r32(header, strips, file)
}

fn text(header: &PictureHeader) -> String {
    let grid = &header.raster;
    let [spacing, spacing_y] = grid.spacing;
    let [west, north] = grid.world_from_sample([0.0, 0.0]);
    let mut sizes = grid.size.to_vec();
    let (mut directions, mut origin) =
        (vec![format!("({spacing},0)"), format!("(0,-{spacing_y})")], format!("({west},{north})"));
    if let Some(slices) = header.slices {
        sizes.push(slices.count);
        directions = ["({s},0,0)", "(0,-{s},0)", "(0,0,{s})"]
            .map(|direction| direction.replace("{s}", &spacing.to_string()))
            .to_vec();
        origin = format!("({west},{north},{})", slices.lowest);
    }
    let dimensions = sizes.len();
    let mut kinds = vec!["domain"; dimensions];
    if header.channels > 1 {
        sizes.insert(0, header.channels);
        directions.insert(0, "none".to_owned());
        kinds.insert(0, "vector");
    }
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    let manifest = header.ascii_manifest();
    let manifest = manifest.replace('\\', "\\\\").replace('\n', "\\n");
    format!(
        "NRRD0005\ntype: float\ndimension: {}\nspace dimension: {dimensions}\nsizes: {}\n\
         space directions: {}\nkinds: {}\nendian: little\nencoding: raw\nspace origin: {origin}\n\
         {PNG_KEYWORD}:={manifest}\n\n",
        sizes.len(),
        sizes.join(" "),
        directions.join(" "),
        kinds.join(" "),
    )
}

fn is_whole(path: &Path, numbers: u64) -> bool {
    let Ok(bytes) = fs::read(path) else {
        return false;
    };
    let header = bytes.windows(2).position(|pair| pair == b"\n\n");
    header.is_some_and(|end| bytes.len() as u64 == end as u64 + 2 + 4 * numbers)
}

/// Reads numbers as they are written here, which other programs may store in other ways.
fn read(bytes: &[u8]) -> Result<StoredSamples, String> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or("no end of the header")?;
    let header = str::from_utf8(&bytes[..end]).map_err(|error| error.to_string())?;
    let field = |name: &str| {
        let mut lines = header.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        value.map(str::trim).unwrap_or_default()
    };
    if [field("type"), field("encoding"), field("endian")] != ["float", "raw", "little"] {
        return Err("not raw little-endian floats".to_owned());
    }
    let sizes: Vec<u64> = field("sizes").split(' ').filter_map(|size| size.parse().ok()).collect();
    // Channels, which change fastest, are the last axis of a shape.
    let channels = usize::from(field("kinds").starts_with("vector"));
    let (channels, axes) = sizes.split_at_checked(channels).ok_or("no sizes")?;
    let shape = axes.iter().rev().chain(channels).copied();
    Ok(StoredSamples {
        shape: Some(shape.collect()),
        place: None,
        numbers: raw::read_floats(&bytes[end + 2..]),
    })
}

fn manifest(file: File) -> io::Result<Option<String>> {
    let mut lines = BufReader::new(file.take(MAX_BYTES as u64)).lines();
    let magic = lines.next().transpose()?;
    if !magic.is_some_and(|magic| magic.starts_with("NRRD")) {
        return Err(io::Error::other("not an NRRD file"));
    }
    let key = format!("{PNG_KEYWORD}:=");
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix(&key) {
            return Ok(Some(unescaped(text)));
        }
    }
    Ok(None)
}

/// `\n` is a line break, and `\\` a backslash.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            (character, false) => plain.push(character),
        }
    }
    plain
}
