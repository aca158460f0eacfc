//! Tags of a GeoTIFF that state coordinates, missing samples and unit, for files of the same samples or the same place.

use serde::{Deserialize, Serialize};
use tiff::tags::Tag;

use super::length::{Length, METER};
use crate::field::grid::Raster;

/// `GDAL_METADATA`, in XML.
pub(crate) const METADATA: Tag = Tag::Unknown(42112);

const DOUBLE_PARAMS: u16 = 34736;

/// Key `GTRasterTypeGeoKey`: 2 if the tie point is the center of a pixel, rather than its corner.
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;

/// Key `GTModelTypeGeoKey`: 1 for projected coordinates, 2 for degrees, 3 for geocentric ones.
pub(super) const MODEL_TYPE: u16 = 1024;
pub(super) const GEOGRAPHIC: u16 = 2;

/// Keys of geographic, projected and vertical systems: codes of the EPSG registry, or [`OWN`].
const GEOGRAPHIC_SYSTEM: u16 = 2048;
const PROJECTED_SYSTEM: u16 = 3072;
const VERTICAL_SYSTEM: u16 = 4096;
const VERTICAL_KEYS: std::ops::RangeInclusive<u16> = VERTICAL_SYSTEM..=VERTICAL_UNITS;
const OWN: u16 = 32767;

/// Keys of the system of coordinates: its kind, and the codes of geographic and projected systems.
const SYSTEM_KEYS: [u16; 3] = [MODEL_TYPE, GEOGRAPHIC_SYSTEM, PROJECTED_SYSTEM];

/// Keys `VerticalUnitsGeoKey`, `ProjLinearUnitsGeoKey`, `ProjLinearUnitSizeGeoKey`: unit codes, or length in meters.
const VERTICAL_UNITS: u16 = 4099;
const LINEAR_UNITS: u16 = 3076;
const LINEAR_UNIT_SIZE: u16 = 3077;

/// Vertical systems whose heights are in feet: NGVD29 and NAVD88 in survey feet, NAVD88 and mean sea level in feet.
const IN_FEET: [(u16, u16); 6] =
    [(5702, 9003), (6360, 9003), (8228, 9002), (8050, 9002), (8052, 9003), (6358, 9003)];

/// Attribute of the item of GDAL's metadata that names the unit of the samples.
const UNIT_ROLE: &str = "role=\"unittype\"";

/// Tags that place a GeoTIFF's samples. World coordinates of other samples there are converted to those of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct GeoTags {
    /// Number that stands for missing samples, as the file spells it; `None` if the file states none.
    pub no_data: Option<String>,
    pub(crate) own: Tags,
    /// World placement of the samples of the file.
    pub(crate) raster: Raster,
    /// Coordinates of the file at the world position (0, 0).
    pub origin: [f64; 2],
    /// Units of the file in a world unit, along x and y.
    pub scale: [f64; 2],
}

/// Tags as they are in the file. Missing tags are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tags {
    /// As the file places its own samples.
    pub(crate) place: PlaceTags,
    /// `GeoKeyDirectoryTag`: keys and values.
    pub(crate) keys: Vec<u16>,
    pub(crate) key_numbers: Vec<f64>,
    pub(crate) key_text: String,
    /// In XML.
    pub(crate) metadata: String,
}

/// Tags that place samples. Missing tags are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlaceTags {
    /// `ModelPixelScaleTag`: width, height and depth of a pixel.
    pub(crate) scale: Vec<f64>,
    /// `ModelTiepointTag`: column, row and layer of a pixel, then its coordinates x, y and z.
    pub(crate) tie: Vec<f64>,
    /// `ModelTransformationTag`: a matrix of 4 × 4 numbers, row by row, in place of scale and tie point.
    pub(crate) transformation: Vec<f64>,
}

impl PlaceTags {
    /// By the size of a pixel, and the coordinates of the first one's corner, or of its center if it is a point.
    pub(super) fn new([width, height]: [f64; 2], [x, y]: [f64; 2]) -> Self {
        Self {
            scale: vec![width, height, 0.0],
            tie: vec![0.0, 0.0, 0.0, x, y, 0.0],
            transformation: Vec::new(),
        }
    }
}

impl GeoTags {
    /// Returns the code in the EPSG registry of the system of coordinates; `None` for one without.
    pub fn epsg(&self) -> Option<u16> {
        let [kind, geographic, projected] = SYSTEM_KEYS.map(|of| key(&self.own.keys, of));
        let code = if kind == Some(GEOGRAPHIC) { geographic } else { projected };
        code.filter(|code| *code != OWN)
    }

    /// Returns the name of the unit of the samples; `None` if the file states none.
    pub fn value_unit(&self) -> Option<&str> {
        if let Some(name) = unit_in_metadata(&self.own.metadata) {
            return Some(Length::named(name).map_or(name, |unit| unit.name));
        }
        self.vertical_unit().map(|unit| unit.name)
    }

    /// Returns the name of the unit of world coordinates; `None` if the file states none.
    pub fn world_unit(&self) -> Option<&str> {
        self.horizontal_unit().map(|unit| unit.name).filter(|name| !name.is_empty())
    }

    /// Returns the world units in a unit of the samples, by which heights become slopes; 1 for other samples, and
    /// without a unit of coordinates. Heights without a stated unit are in meters, or in feet if the coordinates are.
    pub fn z_factor(&self) -> f64 {
        let Some(world) = self.horizontal_unit() else {
            return 1.0;
        };
        let value = match unit_in_metadata(&self.own.metadata) {
            Some(name) => Length::named(name),
            None => {
                self.vertical_unit().or(Some(if world.is_of_heights() { world } else { METER }))
            }
        };
        value.map_or(1.0, |value| value.meters / world.meters)
    }

    /// A unit without a code has no name.
    fn horizontal_unit(&self) -> Option<Length<'_>> {
        if self.scale != [1.0; 2] {
            return Some(METER);
        }
        let keys = &self.own.keys;
        match key(keys, LINEAR_UNITS) {
            Some(OWN) => {
                let meters = number(&self.own, LINEAR_UNIT_SIZE).filter(|size| *size > 0.0)?;
                Some(Length { name: "", meters })
            }
            Some(code) => Length::of_code(code),
            // Names of systems in feet say so; the others are in meters.
            None => {
                key(keys, PROJECTED_SYSTEM).filter(|code| *code != OWN)?;
                let (name, _) = split(&self.own.key_text);
                Some(Length::of_system(name).unwrap_or(METER))
            }
        }
    }

    fn vertical_unit(&self) -> Option<Length<'static>> {
        if let Some(code) = key(&self.own.keys, VERTICAL_UNITS) {
            return Length::of_code(code);
        }
        let system = key(&self.own.keys, VERTICAL_SYSTEM)?;
        let in_feet = IN_FEET.iter().find(|(code, _)| *code == system);
        let (_, name) = split(&self.own.key_text);
        let by_code = in_feet.and_then(|(_, unit)| Length::of_code(*unit));
        by_code.or(Length::of_system(name)).or(Some(METER))
    }

    /// Returns the tags of heights that were converted to the unit of the coordinates.
    #[must_use]
    pub(crate) fn in_world_units(self) -> Self {
        let metadata = self.world_unit().map_or_else(String::new, unit_metadata);
        let is_vertical = |entry: &&[u16]| VERTICAL_KEYS.contains(&entry[0]);
        let (start, entries) = self.own.keys.split_at(self.own.keys.len().min(4));
        let kept: Vec<u16> =
            entries.chunks(4).filter(|entry| !is_vertical(entry)).flatten().copied().collect();
        let mut keys = start.to_vec();
        if let Some(count) = keys.get_mut(3) {
            *count = (kept.len() / 4) as u16;
        }
        keys.extend(kept);
        Self { own: Tags { metadata, keys, ..self.own }, ..self }
    }

    /// Returns the tags of a quantity such as the slope in place of the samples: with the same coordinates.
    #[must_use]
    pub fn of_quantity(self) -> Self {
        let own = Tags { metadata: String::new(), ..self.own };
        Self { no_data: Some("nan".to_owned()), own, ..self }
    }

    /// Places samples: as the file does if they are its own.
    pub(crate) fn place(&self, raster: &Raster) -> PlaceTags {
        if *raster == self.raster {
            return self.own.place.clone();
        }
        let first = if is_point(&self.own.keys) { 0.0 } else { -0.5 };
        let world = raster.world_from_sample([first; 2]);
        let [x, y] = [0, 1].map(|axis| self.origin[axis] + world[axis] * self.scale[axis]);
        let [width, height] = [0, 1].map(|axis| raster.spacing[axis] * self.scale[axis]);
        PlaceTags::new([width, height], [x, y])
    }

    /// Returns the metadata for samples: all of them for those of the file, else the unit.
    pub(crate) fn metadata(&self, raster: &Raster) -> String {
        if *raster == self.raster {
            return self.own.metadata.clone();
        }
        unit_in_metadata(&self.own.metadata).map_or_else(String::new, unit_metadata)
    }
}

/// `unit` is escaped as in XML.
fn unit_metadata(unit: &str) -> String {
    format!(
        "<GDALMetadata>\n  <Item name=\"UNITTYPE\" sample=\"0\" {UNIT_ROLE}>{unit}</Item>\n</GDALMetadata>\n"
    )
}

/// Placement of samples in the coordinates of their file, whichever tags state it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Footprint {
    pixel: [f64; 2],
    /// The northwestern one.
    corner: [f64; 2],
    /// Values of [`SYSTEM_KEYS`].
    system: [Option<u16>; 3],
}

/// Largest difference of footprints at one place, relative to pixels: their numbers are computed in several ways.
const TOLERANCE: f64 = 1e-6;

impl Footprint {
    /// Without tags, coordinates are world coordinates.
    pub(crate) fn of(tags: Option<&GeoTags>, raster: &Raster) -> Self {
        let (origin, scale) = tags.map_or(([0.0; 2], [1.0; 2]), |tags| (tags.origin, tags.scale));
        let corner = raster.corner();
        Self {
            pixel: [0, 1].map(|axis| raster.spacing[axis] * scale[axis]),
            corner: [0, 1].map(|axis| origin[axis] + corner[axis] * scale[axis]),
            system: SYSTEM_KEYS.map(|of| tags.and_then(|tags| key(&tags.own.keys, of))),
        }
    }

    pub(crate) fn is_in_degrees(&self) -> bool {
        self.system[0] == Some(GEOGRAPHIC)
    }

    /// Returns true for equal numbers, in whatever system of coordinates.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        (0..2).all(|axis| {
            let [pixel, other_pixel] = [self, other].map(|place| place.pixel[axis]);
            let [corner, other_corner] = [self, other].map(|place| place.corner[axis]);
            let rounding = 8.0 * f64::EPSILON * corner.abs();
            (pixel - other_pixel).abs() <= TOLERANCE * pixel
                && (corner - other_corner).abs() <= TOLERANCE * pixel + rounding
        })
    }

    pub(crate) fn is_near(&self, other: &Self) -> bool {
        self.is_at(other) && self.system == other.system
    }
}

pub(super) fn is_point(keys: &[u16]) -> bool {
    key(keys, RASTER_TYPE) == Some(PIXEL_IS_POINT)
}

/// `None` unless the value is a single 16-bit number.
pub(super) fn key(directory: &[u16], key: u16) -> Option<u16> {
    let entries = directory.get(4..)?.chunks_exact(4);
    let mut found = entries.filter(|entry| entry[0] == key && entry[1] == 0);
    found.next().map(|entry| entry[3])
}

/// The number of a key whose value is in `GeoDoubleParamsTag`.
fn number(tags: &Tags, key: u16) -> Option<f64> {
    let entries = tags.keys.get(4..)?.chunks_exact(4);
    let mut found = entries.filter(|entry| entry[0] == key && entry[1] == DOUBLE_PARAMS);
    tags.key_numbers.get(usize::from(found.next()?[3])).copied().filter(|size| size.is_finite())
}

/// Names of the horizontal and of the vertical system: they are joined by a plus sign.
fn split(name: &str) -> (&str, &str) {
    name.split_once(" + ").unwrap_or((name, ""))
}

/// Of the first band. Still escaped as in XML.
fn unit_in_metadata(metadata: &str) -> Option<&str> {
    let (_, rest) = metadata.split_once(UNIT_ROLE)?;
    let (_, rest) = rest.split_once('>')?;
    let (unit, _) = rest.split_once('<')?;
    Some(unit.trim()).filter(|unit| !unit.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_is_that_of_the_metadata_or_of_the_vertical_coordinates() {
        let raster = Raster { center: [0.0; 2], spacing: [1.0; 2], size: [2, 2] };
        let mut tags = GeoTags {
            no_data: None,
            own: Tags { keys: vec![1, 1, 0, 1, VERTICAL_UNITS, 0, 1, 9002], ..Tags::default() },
            raster,
            origin: [0.0; 2],
            scale: [1.0; 2],
        };
        assert_eq!(tags.value_unit(), Some("ft"));
        tags.own.metadata = format!("<GDALMetadata><Item {UNIT_ROLE}>metre</Item><Item>a</Item>");
        assert_eq!(tags.value_unit(), Some("m"));
        assert_eq!(tags.metadata(&raster), tags.own.metadata);
        let other = tags.metadata(&Raster { size: [3, 3], ..raster });
        assert!(other.contains(">metre<") && !other.contains(">a<"), "{other}");
        assert_eq!((tags.world_unit(), tags.z_factor()), (None, 1.0));
        tags.own.keys.extend([LINEAR_UNITS, 0, 1, 9001]);
        assert_eq!((tags.world_unit(), tags.z_factor()), (Some("m"), 1.0));
        tags.own.metadata = format!("<Item {UNIT_ROLE}></Item>");
        assert_eq!((tags.value_unit(), tags.z_factor()), (Some("ft"), 0.3048));
        tags.own.metadata = format!("<Item {UNIT_ROLE}>hPa</Item>");
        assert_eq!((tags.value_unit(), tags.z_factor()), (Some("hPa"), 1.0));
    }

    #[test]
    fn heights_without_a_unit_are_in_feet_or_meters() {
        let raster = Raster { center: [0.0; 2], spacing: [1.0; 2], size: [2, 2] };
        let z_factor = |keys: &[u16], key_text: &str| {
            let keys = [&[1, 1, 0, 0][..], keys].concat();
            let own = Tags {
                keys,
                key_text: key_text.to_owned(),
                key_numbers: vec![0.0, 0.01],
                ..Tags::default()
            };
            GeoTags { no_data: None, own, raster, origin: [0.0; 2], scale: [1.0; 2] }.z_factor()
        };
        assert_eq!(z_factor(&[LINEAR_UNITS, 0, 1, 9003], ""), 1.0);
        assert_eq!(z_factor(&[LINEAR_UNITS, 0, 1, 9036], ""), 0.001);
        let own = [LINEAR_UNITS, 0, 1, OWN, LINEAR_UNIT_SIZE, DOUBLE_PARAMS, 1, 1];
        assert_eq!(z_factor(&own, ""), 100.0);
        let feet = 1200.0 / 3937.0;
        let compound = [PROJECTED_SYSTEM, 0, 1, 32632, VERTICAL_SYSTEM, 0, 1];
        assert_eq!(z_factor(&[&compound[..], &[6360]].concat(), ""), feet);
        let name = "WGS 84 / UTM zone 32N + Local height (ftUS)";
        assert_eq!(z_factor(&[&compound[..], &[1]].concat(), name), feet);
        assert_eq!(z_factor(&[&compound[..], &[5703]].concat(), ""), 1.0);
    }

    #[test]
    fn converted_heights_are_in_the_unit_of_the_coordinates() {
        let raster = Raster { center: [0.0; 2], spacing: [1.0; 2], size: [2, 2] };
        let keys = [&[1, 1, 0, 2][..], &[VERTICAL_UNITS, 0, 1, 9002, LINEAR_UNITS, 0, 1, 9036]];
        let own = Tags { keys: keys.concat(), ..Tags::default() };
        let tags = GeoTags { no_data: None, own, raster, origin: [0.0; 2], scale: [1.0; 2] };
        assert_eq!((tags.value_unit(), tags.z_factor()), (Some("ft"), 0.3048 / 1000.0));
        let converted = tags.in_world_units();
        assert_eq!((converted.value_unit(), converted.z_factor()), (Some("km"), 1.0));
        assert_eq!(converted.own.keys, [1, 1, 0, 1, LINEAR_UNITS, 0, 1, 9036]);
    }
}
