//! Reads the placement of an image in the world from the tags of GeoTIFF.

use tiff::tags::Tag;

use super::{Orientation, TiffReader};
use crate::field::Field;
use crate::field::files::geo_tags::{
    GEOGRAPHIC, GeoTags, METADATA, MODEL_TYPE, PlaceTags, Tags, is_point, key,
};
use crate::field::files::{FieldFile, REPROJECTION, WorldUnit};
use crate::field::grid::Raster;

const GEOCENTRIC: u16 = 3;

pub(super) struct Placement {
    spacing: [f64; 2],
    center: [f64; 2],
    unit: WorldUnit,
    /// Coordinates of the file at the world position (0, 0), and its units in a world unit.
    coordinates: [[f64; 2]; 2],
    pub(super) orientation: Orientation,
}

/// Place of an image that is north up once its samples are reordered.
struct NorthUp {
    size: [f64; 2],
    /// Coordinates of the northwestern corner, or of the center of the northwestern pixel if it is a point.
    corner: [f64; 2],
    orientation: Orientation,
}

pub(super) fn read_tags(tiff: &mut TiffReader<'_>) -> Result<Tags, tiff::TiffError> {
    let mut numbers = |tag| -> Result<Vec<f64>, tiff::TiffError> {
        let value = tiff.find_tag(tag)?;
        value.map_or(Ok(Vec::new()), tiff::decoder::ifd::Value::into_f64_vec)
    };
    let place = PlaceTags {
        scale: numbers(Tag::ModelPixelScaleTag)?,
        tie: numbers(Tag::ModelTiepointTag)?,
        transformation: numbers(Tag::ModelTransformationTag)?,
    };
    let key_numbers = numbers(Tag::GeoDoubleParamsTag)?;
    // A text that is not ASCII is left out: nothing else depends on it.
    let mut text = |tag| -> Result<String, tiff::TiffError> {
        let value = tiff.find_tag(tag)?;
        let text = value.and_then(|value| value.into_string().ok()).unwrap_or_default();
        Ok(if text.is_ascii() { text } else { String::new() })
    };
    Ok(Tags {
        place,
        key_numbers,
        key_text: text(Tag::GeoAsciiParamsTag)?,
        metadata: text(METADATA)?,
        keys: tiff.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?.unwrap_or_default(),
    })
}

/// `None` without coordinates. `size` is that of the image in samples.
fn north_up(tags: &Tags, size: [usize; 2]) -> Result<Option<NorthUp>, String> {
    let place = &tags.place;
    let placed = match (&place.transformation[..], &place.scale[..], &place.tie[..]) {
        // GDAL writes the identity where there are no coordinates.
        (&[1.0, 0.0, _, 0.0, 0.0, 1.0, _, 0.0, ..], _, _) => return Ok(None),
        (&[a, b, _, x, d, e, _, y, .., 0.0, 0.0, 0.0, 1.0], _, _)
            if place.transformation.len() == 16 =>
        {
            turned([[a, b], [d, e]], [x, y], size, is_point(&tags.keys))?
        }
        ([_, ..], _, _) => {
            return Err(reprojection("its matrix of coordinates is not an affine one of 4 × 4"));
        }
        ([], &[width, height, ..], &[column, row, _, x, y, ..]) => NorthUp {
            size: [width, height],
            corner: [x - column * width, y + row * height],
            orientation: Orientation::default(),
        },
        ([], [], [_, _, _, _, _, _, _, ..]) => {
            return Err(reprojection("only some of its samples have coordinates"));
        }
        _ => return Ok(None),
    };
    // Shaders receive coordinates as `f32`.
    let is_finite = |number: &f64| (*number as f32).is_finite();
    let is_positive = |side: &f64| *side as f32 > 0.0 && is_finite(side);
    if !placed.size.iter().all(is_positive) || !placed.corner.iter().all(is_finite) {
        let NorthUp { size, corner, .. } = placed;
        return Err(reprojection(&format!(
            "its pixels are {} by {} in size, from {}, {}",
            size[0], size[1], corner[0], corner[1]
        )));
    }
    Ok(Some(placed))
}

/// `matrix` takes column and row to coordinates; `first` has those of column 0 and row 0.
fn turned(
    matrix: [[f64; 2]; 2],
    first: [f64; 2],
    size: [usize; 2],
    is_point: bool,
) -> Result<NorthUp, String> {
    let (is_transposed, [x_step, y_step]) = match matrix {
        [[a, 0.0], [0.0, e]] => (false, [a, e]),
        [[0.0, b], [d, 0.0]] => (true, [b, d]),
        _ => return Err(reprojection("its rows are neither parallel to x nor to y")),
    };
    let orientation = Orientation { is_transposed, flips: [x_step < 0.0, y_step > 0.0] };
    let steps = orientation.size(size).map(|count| if is_point { count - 1 } else { count } as f64);
    let [west, north] = [0, 1].map(|axis| {
        let step = [x_step, y_step][axis];
        if orientation.flips[axis] { first[axis] + step * steps[axis] } else { first[axis] }
    });
    Ok(NorthUp { size: [x_step.abs(), y_step.abs()], corner: [west, north], orientation })
}

fn reprojection(reason: &str) -> String {
    format!(
        "{reason}, and nothing is reprojected here; `{REPROJECTION}`, with the code of a projected coordinate system, makes a file with north up"
    )
}

impl Placement {
    /// The tags become those of the reordered samples.
    pub(super) fn of_tags(tags: &mut Tags, size: [usize; 2]) -> Result<Self, String> {
        if key(&tags.keys, MODEL_TYPE) == Some(GEOCENTRIC) {
            return Err(reprojection("its coordinates are geocentric"));
        }
        let Some(NorthUp { size: [width, height], corner: [x, y], orientation }) =
            north_up(tags, size)?
        else {
            let (spacing, center, coordinates) = ([1.0; 2], [0.0; 2], WORLD);
            let orientation = Orientation::default();
            return Ok(Self { spacing, center, unit: WorldUnit::Sample, coordinates, orientation });
        };
        if orientation != Orientation::default() {
            tags.place = PlaceTags::new([width, height], [x, y]);
        }
        let size = orientation.size(size);
        let half = if is_point(&tags.keys) { 0.5 } else { 0.0 };
        let [column, row] = size.map(|count| count as f64 / 2.0 - half);
        let center = [x + column * width, y - row * height];
        if key(&tags.keys, MODEL_TYPE) != Some(GEOGRAPHIC) {
            let (spacing, unit) = ([width, height], WorldUnit::Projected);
            return Ok(Self { spacing, center, unit, coordinates: WORLD, orientation });
        }
        let extent = size[1] as f64 / 2.0 * height;
        // Maps whose first and last rows are centered at the poles reach half a pixel beyond them.
        if center[1].abs() >= 90.0 || center[1].abs() + extent > 90.0 + height {
            let (south, north) = (center[1] - extent, center[1] + extent);
            return Err(reprojection(&format!(
                "its latitudes are from {south} to {north} degrees, beyond 90"
            )));
        }
        let [east, north] = meters_per_degree(center[1]);
        Ok(Self {
            spacing: [width * east, height * north],
            center: [0.0; 2],
            unit: WorldUnit::LocalMeters,
            coordinates: [center, [1.0 / east, 1.0 / north]],
            orientation,
        })
    }

    pub(super) fn with_field(self, field: Field, tags: Tags, no_data: Option<String>) -> FieldFile {
        let Self { spacing, center, unit, coordinates: [origin, scale], orientation } = self;
        let raster = Raster { center, spacing, size: field.size };
        let tags = GeoTags { no_data, own: tags, raster, origin, scale };
        FieldFile { field, spacing, center, unit, tags: Some(Box::new(tags)), orientation }
    }
}

/// World coordinates are those of the file.
const WORLD: [[f64; 2]; 2] = [[0.0; 2], [1.0; 2]];

/// East and north, on the WGS 84 ellipsoid by the American Practical Navigator, with an error below a centimeter.
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

    /// Key `GTRasterTypeGeoKey`, with the value for a point.
    const POINT: [u16; 4] = [1025, 0, 1, 2];

    fn transformed(transformation: Vec<f64>) -> Tags {
        let place = PlaceTags { transformation, ..PlaceTags::default() };
        Tags { place, ..Tags::default() }
    }

    #[test]
    fn degrees_become_meters_about_the_center() {
        let mut tags = Tags {
            place: PlaceTags::new([0.5, 0.25], [-1.0, 1.0]),
            keys: vec![1, 1, 0, 1, MODEL_TYPE, 0, 1, GEOGRAPHIC],
            ..Tags::default()
        };
        let placement = Placement::of_tags(&mut tags, [4, 8]).unwrap();
        assert_eq!(placement.unit, WorldUnit::LocalMeters);
        // At the equator, a degree has 111,320 m of longitude and 110,574 m of latitude.
        assert!((placement.spacing[0] - 0.5 * 111_319.5).abs() < 1.0, "{:?}", placement.spacing);
        assert!((placement.spacing[1] - 0.25 * 110_574.3).abs() < 1.0, "{:?}", placement.spacing);
    }

    #[test]
    fn center_of_a_pixel_that_is_a_point_is_at_its_tie_point() {
        let tags = |keys: &[u16]| Tags {
            place: PlaceTags::new([10.0, 10.0], [100.0, 50.0]),
            keys: keys.to_vec(),
            ..Tags::default()
        };
        let area = Placement::of_tags(&mut tags(&[1, 1, 0, 0]), [4, 2]).unwrap();
        assert_eq!((area.center, area.unit), ([120.0, 40.0], WorldUnit::Projected));
        let point =
            Placement::of_tags(&mut tags(&[&[1, 1, 0, 1], &POINT[..]].concat()), [4, 2]).unwrap();
        assert_eq!(point.center, [115.0, 45.0]);
    }

    #[test]
    fn oblique_rows_are_refused_with_the_command_that_turns_them() {
        let placed = |[a, b, d, e]: [f64; 4], corner: [f64; 2], last: f64| {
            let [x, y] = corner;
            let rows = [[a, b, 0.0, x], [d, e, 0.0, y], [0.0; 4], [0.0, 0.0, 0.0, last]];
            let mut tags = transformed(rows.concat());
            Placement::of_tags(&mut tags, [4, 2])
        };
        let error = |matrix, corner, last| {
            let error = placed(matrix, corner, last).err().unwrap();
            assert!(error.contains("gdalwarp"), "{error}");
            error
        };
        let (upright, corner) = ([10.0, 0.0, 0.0, -10.0], [100.0, 50.0]);
        let center = placed(upright, corner, 1.0).unwrap().center;
        assert_eq!(center, [120.0, 40.0]);
        // 4 columns and 2 rows, from south to north and a quarter turn of them.
        let south = placed([10.0, 0.0, 0.0, 10.0], [100.0, 30.0], 1.0).unwrap();
        assert_eq!((south.center, south.orientation.flips), ([120.0, 40.0], [false, true]));
        let turned = placed([0.0, 10.0, -10.0, 0.0], [100.0, 50.0], 1.0).unwrap();
        assert_eq!((turned.center, turned.orientation.is_transposed), ([110.0, 30.0], true));
        assert!(error([10.0, 1.0, 1.0, -10.0], corner, 1.0).contains("neither parallel"));
        assert!(error(upright, corner, 2.0).contains("is not an affine one"));
        assert!(error(upright, [f64::NAN, 50.0], 1.0).contains("from NaN, 50"));
        assert!(error(upright, [100.0, 1e300], 1.0).contains("in size, from 100, 1"));
        assert!(error([f64::NAN, 0.0, 0.0, -10.0], corner, 1.0).contains("NaN by 10"));
        let mut short = transformed(vec![10.0, 0.0, 0.0, 100.0, 0.0, -10.0, 0.0, 50.0]);
        assert!(Placement::of_tags(&mut short, [4, 2]).is_err());
    }

    #[test]
    fn scale_of_pixels_must_be_positive_and_finite() {
        for (scale, x) in [(f64::NAN, 0.0), (-1.0, 0.0), (f64::INFINITY, 0.0), (1.0, f64::NAN)] {
            let mut tags =
                Tags { place: PlaceTags::new([scale, 1.0], [x, 0.0]), ..Tags::default() };
            let error = Placement::of_tags(&mut tags, [4, 2]).err().unwrap();
            assert!(error.starts_with("its pixels are"), "{scale} {x}: {error}");
        }
    }

    #[test]
    fn latitudes_beyond_a_pole_are_refused() {
        let placed = |north: f64, rows: usize| {
            let mut tags = Tags {
                place: PlaceTags::new([1.0; 2], [0.0, north]),
                keys: vec![1, 1, 0, 1, MODEL_TYPE, 0, 1, GEOGRAPHIC],
                ..Tags::default()
            };
            Placement::of_tags(&mut tags, [4, rows])
        };
        assert!(placed(90.0, 180).is_ok());
        assert!(placed(90.5, 181).is_ok());
        assert!(placed(90.0, 2).unwrap().spacing.iter().all(|side| *side > 0.0));
        let error = placed(120.0, 40).err().unwrap();
        assert!(error.contains("from 80 to 120 degrees"), "{error}");
        assert!(placed(-95.0, 10).is_err() && placed(90.9, 1).is_err());
    }
}
