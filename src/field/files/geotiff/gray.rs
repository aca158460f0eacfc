//! Images of palette indices or a mask: the decoder refuses these interpretations, so they are read as brightness.

use std::borrow::Cow;

/// Tag `PhotometricInterpretation`, and its values.
const INTERPRETATION: u16 = 262;
const BRIGHTNESS: u16 = 1;
const PALETTE: u16 = 3;
const MASK: u16 = 4;

const MAX_IMAGES: usize = 1 << 10;

/// Returns the file with such images declared as brightness. What is damaged stays as it is.
pub(super) fn declared(file: &[u8]) -> Cow<'_, [u8]> {
    let mut declared = Cow::Borrowed(file);
    for at in interpretations(file) {
        let is_big_endian = file.starts_with(b"MM");
        let bytes = [file[at], file[at + 1]];
        let value =
            if is_big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
        if matches!(value, PALETTE | MASK) {
            let bytes =
                if is_big_endian { BRIGHTNESS.to_be_bytes() } else { BRIGHTNESS.to_le_bytes() };
            declared.to_mut()[at..at + 2].copy_from_slice(&bytes);
        }
    }
    declared
}

/// Offsets of the values of the tag, one for each image.
fn interpretations(file: &[u8]) -> Vec<usize> {
    let reader = Reader { file, is_big_endian: file.starts_with(b"MM") };
    let mut found = Vec::new();
    let Some(is_big) = reader.number(2, 2).map(|version| version == 43) else {
        return found;
    };
    // Sizes of an offset, of a count of entries, and of an entry with tag, type, count and value.
    let (offset, count, entry) = if is_big { (8, 8, 20) } else { (4, 2, 12) };
    let mut directory = reader.number(if is_big { 8 } else { 4 }, offset);
    for _ in 0..MAX_IMAGES {
        let Some(start) = directory.filter(|start| *start != 0) else {
            break;
        };
        let Some(entries) = reader.number(start, count).filter(|entries| *entries < 1 << 16) else {
            break;
        };
        let at = |index: usize| start + count + index * entry;
        let mut tags = (0..entries).map(at);
        let is_it = |at: &usize| reader.number(*at, 2) == Some(INTERPRETATION.into());
        let value = tags.find(is_it).map(|at| at + entry - offset);
        found.extend(value.filter(|value| value + 2 <= file.len()));
        directory = reader.number(at(entries), offset);
    }
    found
}

struct Reader<'a> {
    file: &'a [u8],
    is_big_endian: bool,
}

impl Reader<'_> {
    /// The number of `size` bytes at an offset; `None` beyond the end of the file.
    fn number(&self, at: usize, size: usize) -> Option<usize> {
        let bytes = self.file.get(at..at.checked_add(size)?)?;
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number = if self.is_big_endian {
            bytes.iter().fold(0, join)
        } else {
            bytes.iter().rev().fold(0, join)
        };
        usize::try_from(number).ok().filter(|number| *number <= isize::MAX as usize / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpretation_of_every_image_is_found() {
        // Two directories of one entry each: a mask, and brightness.
        let entry = |value: u8| [6, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0];
        let directory =
            |value: u8, next: u8| [&[1, 0][..], &entry(value), &[next, 0, 0, 0]].concat();
        let file = [&b"II*\0\x08\0\0\0"[..], &directory(4, 26), &directory(1, 8)].concat();
        assert_eq!(interpretations(&file)[..2], [18, 36]);
        let declared = declared(&file);
        assert_eq!((declared[18], declared[36]), (1, 1));
        for end in 0..file.len() {
            super::declared(&file[..end]);
        }
    }
}
