//! Arrays of NumPy, `.npy`: reads arrays of numbers, and writes the header of an array of `f32`.
//!
//! Files need not be trusted: a header has a limit, is read in linear time, and must agree with the number of bytes.

use std::io::{self, Write};

/// In bytes.
const MAX_HEADER: usize = 1 << 16;

/// As in NumPy.
const MAX_AXES: usize = 64;

/// Bytes. The offset of the numbers is padded to a multiple.
const ALIGNMENT: usize = 64;

/// Array in the bytes of a file.
#[derive(Clone, Debug)]
pub struct NpyArray<'a> {
    /// Elements along each axis.
    pub shape: Vec<u64>,
    /// True if the index of the first axis changes fastest, false for that of the last.
    pub is_fortran_order: bool,
    /// Type in NumPy's notation: byte order, kind and number of bytes, for example `<f4`.
    pub descr: &'a str,
    number: NumberType,
    data: &'a [u8],
}

/// Reason why an array cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NpyError(String);

#[derive(Clone, Copy, Debug)]
struct NumberType {
    kind: NumberKind,
    bytes: usize,
    is_big_endian: bool,
}

#[derive(Clone, Copy, Debug)]
enum NumberKind {
    Signed,
    Unsigned,
    Float,
}

/// Missing members are `None`.
#[derive(Default)]
struct Header<'a> {
    descr: Option<&'a str>,
    is_fortran_order: Option<bool>,
    shape: Option<&'a str>,
}

impl<'a> NpyArray<'a> {
    /// Reads integers of 8 to 64 bits, or floats of 32 or 64 bits.
    ///
    /// # Errors
    /// Fails if the header is invalid, the elements are of another type, or bytes are missing.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, NpyError> {
        Self::of_bytes(bytes).map_err(NpyError)
    }

    fn of_bytes(bytes: &'a [u8]) -> Result<Self, String> {
        let (start, length) = match bytes {
            [0x93, b'N', b'U', b'M', b'P', b'Y', 1, 0, a, b, ..] => (10, [*a, *b, 0, 0]),
            [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, 0, a, b, c, d, ..] => {
                (12, [*a, *b, *c, *d])
            }
            _ => return Err("not an array of NumPy".to_owned()),
        };
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_HEADER {
            return Err(format!("a header of {length} bytes, more than {MAX_HEADER}"));
        }
        let header = bytes.get(start..start + length);
        let header = header.ok_or("the header is truncated")?;
        let header = str::from_utf8(header).map_err(|_| "the header is not text")?;
        let Header {
            descr: Some(descr),
            is_fortran_order: Some(is_fortran_order),
            shape: Some(shape),
        } = Header::parse(header)?
        else {
            return Err("the header lacks descr, fortran_order or shape".to_owned());
        };
        let number = NumberType::parse(descr).ok_or_else(|| {
            let descr = excerpt(descr).escape_debug();
            format!("numbers of type {descr}; convert them with .astype(\"f4\")")
        })?;
        let shape = sides(shape)?;
        let count = shape.iter().try_fold(1_u64, |count, side| count.checked_mul(*side));
        let size = count.and_then(|count| count.checked_mul(number.bytes as u64));
        let size = size.ok_or_else(|| format!("an array of shape {shape:?}"))?;
        let data = &bytes[start + length..];
        let data = usize::try_from(size).ok().and_then(|size| data.get(..size));
        Ok(Self {
            data: data.ok_or_else(|| {
                format!("the file is truncated: it lacks numbers of its shape {shape:?}")
            })?,
            shape,
            is_fortran_order,
            descr,
            number,
        })
    }

    /// Returns all numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        let numbers = self.data.chunks_exact(self.number.bytes);
        numbers.map(|bytes| self.number.of_bytes(bytes))
    }

    /// Returns true if the numbers are floats.
    pub fn has_floats(&self) -> bool {
        matches!(self.number.kind, NumberKind::Float)
    }
}

impl NumberType {
    fn parse(descr: &str) -> Option<Self> {
        let mut letters = descr.chars();
        let order = letters.next()?;
        let kind = match letters.next()? {
            'i' => NumberKind::Signed,
            'u' => NumberKind::Unsigned,
            'f' => NumberKind::Float,
            _ => return None,
        };
        let bytes = match (kind, letters.as_str()) {
            (NumberKind::Signed | NumberKind::Unsigned, "1") => 1,
            (NumberKind::Signed | NumberKind::Unsigned, "2") => 2,
            (_, "4") => 4,
            (_, "8") => 8,
            _ => return None,
        };
        let is_big_endian = match order {
            '<' | '=' => false,
            '|' if bytes == 1 => false,
            '>' => true,
            _ => return None,
        };
        Some(Self { kind, bytes, is_big_endian })
    }

    fn of_bytes(self, stored: &[u8]) -> f64 {
        let mut bytes = [0; 8];
        let used = &mut bytes[..self.bytes];
        used.copy_from_slice(stored);
        if self.is_big_endian {
            used.reverse();
        }
        let bits = u64::from_le_bytes(bytes);
        match (self.kind, self.bytes) {
            (NumberKind::Float, 4) => f32::from_bits(bits as u32).into(),
            (NumberKind::Float, _) => f64::from_bits(bits),
            (NumberKind::Unsigned, _) => bits as f64,
            (NumberKind::Signed, count) => {
                let unused = 64 - 8 * count;
                ((bits << unused) as i64 >> unused) as f64
            }
        }
    }
}

impl<'a> Header<'a> {
    fn parse(text: &'a str) -> Result<Self, String> {
        let mut header = Self::default();
        let invalid = || format!("an invalid header: {:?}", excerpt(text));
        let mut rest = text.trim().strip_prefix('{').ok_or_else(invalid)?;
        loop {
            rest = rest.trim_start();
            if rest == "}" {
                return Ok(header);
            }
            let (key, value) = quoted(rest).ok_or_else(invalid)?;
            let value = value.trim_start().strip_prefix(':').ok_or_else(invalid)?;
            let value = value.trim_start();
            let after = match key {
                "descr" if value.starts_with('[') => return Err("an array of records".to_owned()),
                "descr" => quoted(value).map(|(descr, after)| {
                    header.descr = Some(descr);
                    after
                }),
                "fortran_order" => flag(value).map(|(flag, after)| {
                    header.is_fortran_order = Some(flag);
                    after
                }),
                "shape" => parenthesized(value).map(|(shape, after)| {
                    header.shape = Some(shape);
                    after
                }),
                _ => return Err(format!("a header with the unknown key {:?}", excerpt(key))),
            };
            let after = after.ok_or_else(invalid)?.trim_start();
            rest = match after.strip_prefix(',') {
                Some(next) => next,
                None if after == "}" => after,
                None => return Err(invalid()),
            };
        }
    }
}

/// The quoted word, and the text after its quotes.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '\'' | '"'))?;
    text[1..].split_once(quote)
}

fn flag(text: &str) -> Option<(bool, &str)> {
    let is_true = text.strip_prefix("True").map(|after| (true, after));
    is_true.or_else(|| text.strip_prefix("False").map(|after| (false, after)))
}

/// The text inside, and the text after the parentheses.
fn parenthesized(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('(')?.split_once(')')
}

fn sides(shape: &str) -> Result<Vec<u64>, String> {
    let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
    // Python 2 writes long integers as 3L.
    let sides = sides.map(|side| side.trim_end_matches('L').parse());
    let sides: Result<Vec<u64>, _> = sides.take(MAX_AXES + 1).collect();
    let sides = sides.ok().filter(|sides| sides.len() <= MAX_AXES);
    sides.ok_or_else(|| format!("an array of shape ({})", excerpt(shape)))
}

fn excerpt(text: &str) -> &str {
    let end = text.char_indices().nth(80).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// For `f32` in C order, which follow as little-endian bytes.
pub fn write_header(file: &mut impl Write, shape: &[u64]) -> io::Result<()> {
    write_header_of("<f4", file, shape)
}

/// For `f64`, as [`write_header`].
pub fn write_header_f64(file: &mut impl Write, shape: &[u64]) -> io::Result<()> {
    write_header_of("<f8", file, shape)
}

fn write_header_of(numbers: &str, file: &mut impl Write, shape: &[u64]) -> io::Result<()> {
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let mut text =
        format!("{{'descr': '{numbers}', 'fortran_order': False, 'shape': ({sides}), }}");
    let start = b"\x93NUMPY\x01\0";
    let length = start.len() + 2 + text.len() + 1;
    let padding = length.next_multiple_of(ALIGNMENT) - length;
    text.extend(std::iter::repeat_n(' ', padding));
    text.push('\n');
    file.write_all(start)?;
    file.write_all(&(text.len() as u16).to_le_bytes())?;
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let length = (header.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\0", &length[..], header.as_bytes(), data].concat()
    }

    fn error(header: &str) -> String {
        NpyArray::parse(&file(header, &[0; 64])).unwrap_err().to_string()
    }

    #[test]
    fn numbers_of_all_types_are_read() {
        let check = |descr: &str, data: &[u8], expect: &[f64]| {
            let count = expect.len();
            let header =
                format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}\n");
            let file = file(&header, data);
            let array = NpyArray::parse(&file).unwrap();
            assert_eq!(array.numbers().collect::<Vec<_>>(), expect, "{descr}");
        };
        check("|i1", &[0x80, 1], &[-128.0, 1.0]);
        check("|u1", &[0x80], &[128.0]);
        check("<i2", &[0xfe, 0xff, 2, 1], &[-2.0, 258.0]);
        check(">i2", &[0xff, 0xfe, 1, 2], &[-2.0, 258.0]);
        check("<u4", &[0xff; 4], &[4_294_967_295.0]);
        check(">i8", &(-5_i64).to_be_bytes(), &[-5.0]);
        check("<u8", &(1_u64 << 63).to_le_bytes(), &[9_223_372_036_854_775_808.0]);
        check("<f4", &1.5_f32.to_le_bytes(), &[1.5]);
        check(">f8", &0.1_f64.to_be_bytes(), &[0.1]);
    }

    #[test]
    fn written_header_is_that_of_numpy_and_read_again() {
        let mut file = Vec::new();
        write_header(&mut file, &[2, 3]).unwrap();
        let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, ), }";
        assert_eq!(&file[..10], b"\x93NUMPY\x01\0\x76\0");
        assert_eq!(file.len(), 128);
        assert_eq!(String::from_utf8_lossy(&file[10..]).trim_end(), text);
        assert_eq!(file[127], b'\n');
        file.extend([0; 24]);
        let array = NpyArray::parse(&file).unwrap();
        assert_eq!((array.shape.as_slice(), array.is_fortran_order), (&[2, 3][..], false));
        assert_eq!(array.numbers().count(), 6);
    }

    #[test]
    fn nested_brackets_are_refused_at_once() {
        for count in [45, 60_000] {
            let header = format!(
                "{{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), 'x': {}{}}}",
                "[".repeat(count),
                "]".repeat(if count == 45 { count } else { 0 })
            );
            assert_eq!(error(&header), "a header with the unknown key \"x\"");
        }
        assert!(error(&"{".repeat(60_000)).starts_with("an invalid header: \"{{{"));
    }

    #[test]
    fn invalid_headers_are_refused_with_a_reason() {
        let header = |descr: &str, order: &str, shape: &str| {
            error(&format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}}}"))
        };
        assert_eq!(header("[('a', '<f4')]", "False", "(2,)"), "an array of records");
        assert!(header("'<c8'", "False", "(2,)").contains("type <c8; convert them"));
        assert!(header("'<f4'", "Maybe", "(2,)").starts_with("an invalid header"));
        assert!(header("'<f4'", "False", "(2").starts_with("an invalid header"));
        assert_eq!(header("'<f4'", "False", "(-2,)"), "an array of shape (-2,)");
        assert!(
            header("'<f4'", "False", "(4294967296, 4294967296)").starts_with("an array of shape")
        );
        assert!(
            header("'<f4'", "False", &format!("({})", "1,".repeat(65)))
                .starts_with("an array of shape")
        );
        assert!(
            header("'<f4'", "False", "(4611686018427387904,)").starts_with("an array of shape")
        );
        assert!(header("'<f4'", "False", "(17,)").starts_with("the file is truncated"));
        assert!(error("{'descr': '<f4'}").contains("lacks"));
        assert_eq!(
            NpyArray::parse(b"\x93NUMPY\x01\0\x50\0{").unwrap_err().to_string(),
            "the header is truncated"
        );
    }
}
