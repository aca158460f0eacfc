//! Reads fields from TIFF, with the coordinates of GeoTIFF and the missing data of GDAL.

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use super::{Bytes, FieldFile, REPROJECTION, RawField, WorldUnit};
use crate::field::Field;

/// Number of the GeoTIFF key `GTModelTypeGeoKey`, whose value is 1 for projected coordinates, 2 for degrees, 3 for
/// geocentric ones.
const MODEL_TYPE: u16 = 1024;
const GEOGRAPHIC: u16 = 2;
const GEOCENTRIC: u16 = 3;

/// Number of the GeoTIFF key `GTRasterTypeGeoKey`, whose value is 2 if the tie point is the center of a pixel, rather
/// than its corner.
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;

type TiffReader<'a> = Decoder<Bytes<'a>>;

pub(super) fn read(file: Bytes<'_>) -> Result<FieldFile, String> {
    read_tiff(file).map_err(|error| match error {
        Error::Tiff(error @ tiff::TiffError::UnsupportedError(_)) => {
            format!("{error}; `{CONVERSION}` makes a file that can be read")
        }
        Error::Tiff(error) => error.to_string(),
        Error::Field(reason) => reason,
    })
}

/// Command for the user that converts a GeoTIFF to a supported compression and sample type.
const CONVERSION: &str = "gdal_translate -co COMPRESS=DEFLATE -ot Float32 in.tif out.tif";

enum Error {
    Tiff(tiff::TiffError),
    Field(String),
}

impl From<tiff::TiffError> for Error {
    fn from(error: tiff::TiffError) -> Self {
        Self::Tiff(error)
    }
}

fn read_tiff(file: Bytes<'_>) -> Result<FieldFile, Error> {
    let file_bytes = super::length(&file);
    let mut tiff = Decoder::new(file)?;
    let (width, height) = tiff.dimensions()?;
    let size = [width as usize, height as usize];
    let color = tiff.colortype()?;
    let bits = u64::from(color.bit_depth()) * u64::from(color.num_samples());
    super::check_size(size, bits.div_ceil(8), file_bytes).map_err(Error::Field)?;
    let mut tiff = tiff.with_limits(limits(size, bits));
    let placement = Placement::read(&mut tiff, size)?;
    let placement = placement.map_err(Error::Field)?;
    let no_data = no_data(&mut tiff)?;
    let samples = samples(tiff.read_image()?, no_data);
    let channels = samples.len() / (size[0] * size[1]);
    let raw = RawField {
        size,
        channels,
        samples,
    };
    let field = raw.checked().map_err(Error::Field)?;
    Ok(placement.with_field(field))
}

/// Returns the memory limits of the TIFF decoder for an image of this width and height with `bits` per sample. Tiles at
/// the edges of an image may be larger than the image.
fn limits([width, height]: [usize; 2], bits: u64) -> Limits {
    let mut limits = Limits::default();
    let bytes = (width * height).saturating_mul(bits.div_ceil(8) as usize);
    limits.decoding_buffer_size = limits.decoding_buffer_size.max(bytes);
    limits.intermediate_buffer_size = limits.intermediate_buffer_size.max(bytes);
    limits
}

/// Returns the value that stands for missing samples in a TIFF, by the tag of GDAL; `None` without the tag.
fn no_data(tiff: &mut TiffReader<'_>) -> Result<Option<f64>, tiff::TiffError> {
    let value = tiff.find_tag(Tag::GdalNodata)?;
    let text = value
        .map(tiff::decoder::ifd::Value::into_string)
        .transpose()?;
    Ok(text.and_then(|text| text.trim_matches(['\0', ' ']).parse().ok()))
}

/// Converts the samples of a TIFF to `f32`; those equal to `no_data` become NaN.
fn samples(image: DecodingResult, no_data: Option<f64>) -> Vec<f32> {
    fn all<T: Copy>(numbers: &[T], no_data: Option<f64>, wide: impl Fn(T) -> f64) -> Vec<f32> {
        let narrow = |number: &T| {
            let number = wide(*number);
            // The text of the value may have the digits of a double for a sample in single precision.
            let is_missing = no_data.is_some_and(|missing| number as f32 == missing as f32);
            if is_missing { f32::NAN } else { number as f32 }
        };
        numbers.iter().map(narrow).collect()
    }
    match image {
        DecodingResult::U8(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::U16(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::U32(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::U64(numbers) => all(&numbers, no_data, |number| number as f64),
        DecodingResult::I8(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::I16(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::I32(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::I64(numbers) => all(&numbers, no_data, |number| number as f64),
        DecodingResult::F16(numbers) => all(&numbers, no_data, |number| number.to_f64()),
        DecodingResult::F32(numbers) => all(&numbers, no_data, f64::from),
        DecodingResult::F64(numbers) => all(&numbers, no_data, |number| number),
    }
}

/// Placement of a GeoTIFF's image in the world.
struct Placement {
    spacing: [f64; 2],
    center: [f64; 2],
    unit: WorldUnit,
}

/// Width and height of a GeoTIFF's pixel, and the coordinates of pixel (0, 0): of its corner, or of its center if the
/// raster type is [`PIXEL_IS_POINT`].
type Corner = ([f64; 2], [f64; 2]);

/// Tags of a GeoTIFF that define the coordinates of its samples. Missing tags are empty.
#[derive(Default)]
struct Tags {
    /// Tag `ModelPixelScaleTag` of a GeoTIFF: width, height and depth of a pixel.
    scale: Vec<f64>,
    /// Tag `ModelTiepointTag` of a GeoTIFF: column, row and layer of a pixel, then its coordinates x, y and z.
    tie: Vec<f64>,
    /// Tag `ModelTransformationTag` of a GeoTIFF: a matrix of 4 × 4 numbers, row by row, in place of scale and tie
    /// point.
    transformation: Vec<f64>,
    /// Tag `GeoKeyDirectoryTag` of a GeoTIFF: keys and values as 16-bit integers.
    keys: Vec<u16>,
}

impl Tags {
    fn read(tiff: &mut TiffReader<'_>) -> Result<Self, tiff::TiffError> {
        let mut numbers = |tag| -> Result<Vec<f64>, tiff::TiffError> {
            let value = tiff.find_tag(tag)?;
            value.map_or(Ok(Vec::new()), tiff::decoder::ifd::Value::into_f64_vec)
        };
        Ok(Self {
            scale: numbers(Tag::ModelPixelScaleTag)?,
            tie: numbers(Tag::ModelTiepointTag)?,
            transformation: numbers(Tag::ModelTransformationTag)?,
            keys: tiff
                .find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?
                .unwrap_or_default(),
        })
    }

    /// Returns the size of a GeoTIFF's pixel and the coordinates of pixel (0, 0); `None` without coordinates. The error
    /// is a message, for example that rows do not run from west to east.
    fn north_up(&self) -> Result<Option<Corner>, String> {
        let is_positive = |size: [f64; 2]| size.iter().all(|side| *side > 0.0 && side.is_finite());
        if let &[a, b, _, x, d, e, _, y, ..] = self.transformation.as_slice() {
            let (size, corner) = ([a, -e], [x, y]);
            return match b == 0.0 && d == 0.0 && is_positive(size) {
                true => Ok(Some((size, corner))),
                false => Err(reprojection("its rows do not run from west to east")),
            };
        }
        match (self.scale.as_slice(), self.tie.as_slice()) {
            (&[width, height, ..], &[column, row, _, x, y, ..]) if is_positive([width, height]) => {
                let corner = [x - column * width, y + row * height];
                let is_place = corner.iter().all(|number| number.is_finite());
                Ok(is_place.then_some(([width, height], corner)))
            }
            ([], [_, _, _, _, _, _, _, ..]) => {
                Err(reprojection("only some of its samples have coordinates"))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the message about a GeoTIFF with unsupported coordinates, with the command that converts it.
fn reprojection(reason: &str) -> String {
    format!(
        "{reason}, and nothing is reprojected here; `{REPROJECTION}`, with the code of a projected coordinate system, makes a file with north up"
    )
}

impl Placement {
    fn read(
        tiff: &mut TiffReader<'_>,
        size: [usize; 2],
    ) -> Result<Result<Self, String>, tiff::TiffError> {
        Ok(Self::of_tags(&Tags::read(tiff)?, size))
    }

    fn of_tags(tags: &Tags, size: [usize; 2]) -> Result<Self, String> {
        if key(&tags.keys, MODEL_TYPE) == Some(GEOCENTRIC) {
            return Err(reprojection("its coordinates are geocentric"));
        }
        let Some(([width, height], [x, y])) = tags.north_up()? else {
            return Ok(Self {
                spacing: [1.0; 2],
                center: [0.0; 2],
                unit: WorldUnit::Sample,
            });
        };
        let is_point = key(&tags.keys, RASTER_TYPE) == Some(PIXEL_IS_POINT);
        let half = if is_point { 0.5 } else { 0.0 };
        let [column, row] = size.map(|count| count as f64 / 2.0 - half);
        let center = [x + column * width, y - row * height];
        if key(&tags.keys, MODEL_TYPE) != Some(GEOGRAPHIC) {
            return Ok(Self {
                spacing: [width, height],
                center,
                unit: WorldUnit::Projected,
            });
        }
        let [east, north] = meters_per_degree(center[1]);
        Ok(Self {
            spacing: [width * east, height * north],
            center: [0.0; 2],
            unit: WorldUnit::LocalMeters,
        })
    }

    fn with_field(self, field: Field) -> FieldFile {
        let Self {
            spacing,
            center,
            unit,
        } = self;
        FieldFile {
            field,
            spacing,
            center,
            unit,
        }
    }
}

/// Returns the value of a key in the directory of a GeoTIFF, if it is a single 16-bit value; `None` if the directory
/// does not have it.
fn key(directory: &[u16], key: u16) -> Option<u16> {
    let entries = directory.get(4..)?.chunks_exact(4);
    let mut found = entries.filter(|entry| entry[0] == key && entry[1] == 0);
    found.next().map(|entry| entry[3])
}

/// Returns the lengths of a degree of longitude and of latitude at a latitude on the WGS 84 ellipsoid, in meters. The
/// series is that of the American Practical Navigator; its error is below a centimeter.
fn meters_per_degree(latitude: f64) -> [f64; 2] {
    let cosine = |factor: f64| (factor * latitude.to_radians()).cos();
    [
        111_412.84 * cosine(1.0) - 93.5 * cosine(3.0) + 0.118 * cosine(5.0),
        111_132.92 - 559.82 * cosine(2.0) + 1.175 * cosine(4.0) - 0.0023 * cosine(6.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_become_meters_about_the_center() {
        let tags = Tags {
            scale: vec![0.5, 0.25, 0.0],
            tie: vec![0.0, 0.0, 0.0, -1.0, 1.0, 0.0],
            keys: vec![1, 1, 0, 1, MODEL_TYPE, 0, 1, GEOGRAPHIC],
            ..Tags::default()
        };
        let placement = Placement::of_tags(&tags, [4, 8]).unwrap();
        assert_eq!(placement.unit, WorldUnit::LocalMeters);
        // At the equator, a degree has 111,320 m of longitude and 110,574 m of latitude.
        assert!(
            (placement.spacing[0] - 0.5 * 111_319.5).abs() < 1.0,
            "{:?}",
            placement.spacing
        );
        assert!(
            (placement.spacing[1] - 0.25 * 110_574.3).abs() < 1.0,
            "{:?}",
            placement.spacing
        );
    }

    #[test]
    fn center_of_a_pixel_that_is_a_point_is_at_its_tie_point() {
        let tags = |keys: &[u16]| Tags {
            scale: vec![10.0, 10.0, 0.0],
            tie: vec![0.0, 0.0, 0.0, 100.0, 50.0, 0.0],
            keys: keys.to_vec(),
            ..Tags::default()
        };
        let area = Placement::of_tags(&tags(&[1, 1, 0, 0]), [4, 2]).unwrap();
        assert_eq!(
            (area.center, area.unit),
            ([120.0, 40.0], WorldUnit::Projected)
        );
        let keys = [1, 1, 0, 1, RASTER_TYPE, 0, 1, PIXEL_IS_POINT];
        let point = Placement::of_tags(&tags(&keys), [4, 2]).unwrap();
        assert_eq!(point.center, [115.0, 45.0]);
    }

    #[test]
    fn rotated_rows_are_refused_with_the_command_that_turns_them() {
        let placed = |[a, b, d, e]: [f64; 4]| {
            let transformation = vec![a, b, 0.0, 100.0, d, e, 0.0, 50.0];
            let tags = Tags {
                transformation,
                ..Tags::default()
            };
            Placement::of_tags(&tags, [4, 2])
        };
        assert_eq!(
            placed([10.0, 0.0, 0.0, -10.0]).unwrap().center,
            [120.0, 40.0]
        );
        let error = placed([10.0, 1.0, 1.0, -10.0]).err().unwrap();
        assert!(error.contains("gdalwarp"), "{error}");
    }
}
