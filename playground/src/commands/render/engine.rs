//! Height maps for game engines, the option `render --for`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use noise_playground::capture::NOTES_LINE;
use noise_playground::field::files::Format;
use noise_playground::field::grid::Raster;
use noise_playground::subject::view_setting::SettingError;

/// Formats and sizes that an engine imports.
#[derive(Debug)]
pub(crate) struct Engine {
    name: &'static str,
    title: &'static str,
    pub(super) formats: &'static [Format],
    /// Samples on a side; empty if the engine imports any.
    sides: &'static [u32],
    /// Default samples on a side.
    pub(super) side: u32,
    /// Returns instructions for the user.
    import: fn(&HeightMap<'_>) -> Vec<String>,
    /// Returns a suffix of the file name with size and range of the heights, which the engine reads from the name.
    suffix: Option<fn(&HeightMap<'_>) -> String>,
}

static ENGINES: [Engine; 4] = [
    Engine {
        name: "unreal",
        title: "Unreal Engine",
        formats: &[Format::Png16, Format::R16],
        sides: &[127, 253, 505, 1009, 2017, 4033, 8129],
        side: 1009,
        import: unreal,
        suffix: None,
    },
    Engine {
        name: "unity",
        title: "Unity",
        formats: &[Format::Raw],
        sides: &[33, 65, 129, 257, 513, 1025, 2049, 4097],
        side: 1025,
        import: unity,
        suffix: None,
    },
    Engine {
        name: "godot",
        title: "Godot (Terrain3D)",
        formats: &[Format::Exr, Format::R16],
        sides: &[],
        side: 1025,
        import: godot,
        suffix: Some(godot_suffix),
    },
    Engine {
        name: "blender",
        title: "Blender",
        formats: &[Format::Exr, Format::Png16],
        sides: &[],
        side: 1024,
        import: blender,
        suffix: None,
    },
];

/// As the text file beside it describes the map.
pub(super) struct HeightMap<'a> {
    pub(super) path: &'a Path,
    pub(super) format: Format,
    /// All tiles together.
    pub(super) raster: Raster,
    /// Columns and rows; `[1, 1]` for one file.
    pub(super) tiles: [u32; 2],
    /// World units, without the exaggeration.
    pub(super) range: [f64; 2],
    /// Names of the masks of missing samples; empty if there are none.
    pub(super) masks: Vec<String>,
}

impl Engine {
    /// The error lists all names.
    pub(super) fn named(name: &str) -> Result<&'static Self, SettingError> {
        let found = ENGINES.iter().find(|engine| engine.name == name);
        let names = ENGINES.each_ref().map(|engine| engine.name);
        found.ok_or_else(|| SettingError::unknown_name(name, &names))
    }

    /// `size` is in samples.
    pub(super) fn check(&self, path: &Path, format: Format, size: [u32; 2]) -> anyhow::Result<()> {
        let Self { name, sides, .. } = self;
        if !self.formats.contains(&format) {
            let formats = self.formats.iter().map(|format| match format {
                Format::Png16 => "16-bit .png".to_owned(),
                format => format!(".{}", format.extension()),
            });
            let formats = formats.collect::<Vec<_>>().join(" or ");
            bail!("-o {path:?}: --for {name} writes {formats}");
        }
        let [width, height] = size;
        if !sides.is_empty() && (width != height || !sides.contains(&width)) {
            let sides = sides.iter().map(u32::to_string).collect::<Vec<_>>();
            bail!(
                "--size: {name} imports squares of {} samples, not {width}x{height}",
                sides.join(", ")
            );
        }
        Ok(())
    }

    /// Returns true if the engine imports squares of certain sizes only.
    pub(super) fn has_sides(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Inserts size and range of the heights for an engine that reads them from the name.
    pub(super) fn path(&self, path: &Path, map: &HeightMap<'_>) -> PathBuf {
        let suffix = self.suffix.filter(|_| map.format.is_scaled());
        let Some(suffix) = suffix.map(|suffix| suffix(map)) else {
            return path.to_owned();
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{stem}.{suffix}.{}", map.format.extension()))
    }

    /// States scale and how to import the map.
    pub(super) fn import_notes(&self, map: &HeightMap<'_>) -> String {
        let [width, height] = map.raster.size;
        let [low, high] = map.range.map(plain);
        let spacing = match map.raster.spacing.map(plain) {
            [x, y] if x == y => format!("{x} world units"),
            [x, y] => format!("{x} world units along x, {y} along y"),
        };
        let [across, along] = extent(map).map(plain);
        let file = map.path.file_name().unwrap_or_default().to_string_lossy();
        let content = match map.format {
            Format::Exr => "32-bit floats, the heights themselves",
            Format::Raw => "16-bit little-endian integers, rows from the south",
            Format::R16 => "16-bit little-endian integers, rows from the north",
            _ => "16-bit gray, rows from the north",
        };
        let mut lines = vec![
            format!("{file}: heights for {}", self.title),
            format!("Samples: {width} x {height}, {content}"),
        ];
        lines.push(if map.format.is_scaled() {
            format!("Heights in world units: {low} is 0, {high} is 65535")
        } else {
            format!("Heights in world units: {low} to {high}")
        });
        lines.push(format!("Distance of samples: {spacing}; first to last: {across} x {along}"));
        let [columns, rows] = map.tiles;
        if map.tiles != [1, 1] {
            let [side, rows_of_tile] = tile_size(map);
            lines.push(format!(
                "Tiles: {columns} x {rows} of {side} x {rows_of_tile} samples, _x0_y0 in the northwest; neighbors share the \
                 samples at their edges"
            ));
        }
        if !map.masks.is_empty() {
            lines.push(format!(
                "Missing samples: black in {}, to be hidden or cut out; in the heights they are no ground",
                map.masks.join(", ")
            ));
        }
        lines.push(NOTES_LINE.to_owned());
        lines.extend((self.import)(map).into_iter().map(|line| format!("  {line}")));
        lines.push(String::new());
        lines.join("\n")
    }
}

/// Distance between first and last sample, in world units.
fn extent(map: &HeightMap<'_>) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(map.raster.size[axis] - 1) * map.raster.spacing[axis])
}

fn tile_size(map: &HeightMap<'_>) -> [u32; 2] {
    [0, 1].map(|axis| (map.raster.size[axis] - 1) / map.tiles[axis] + 1)
}

/// In Unreal Engine a landscape of scale 100 % has 1 m between samples and 1/128 m between neighboring values; 32768 is at
/// the height of the landscape's location.
fn unreal(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range;
    let [x, y] = map.raster.spacing.map(|spacing| plain(100.0 * spacing));
    let z = (high - low) * 100.0 * 128.0 / 65535.0;
    let middle = low + (high - low) * 32768.0 / 65535.0;
    vec![
        format!("Landscape scale X {x}, Y {y}, Z {z}"),
        format!("Location Z {} cm (height of the mid-gray 32768)", 100.0 * middle),
    ]
}

fn unity(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range;
    let [side, _] = tile_size(map);
    let [width, length] = map.raster.spacing.map(|spacing| plain(f64::from(side - 1) * spacing));
    vec![
        format!(
            "Import Raw: depth 16 bit, resolution {side}, byte order Windows, flip vertically off"
        ),
        format!("Terrain width {width}, length {length}, height {}", plain(high - low)),
        format!("Position Y {}", plain(low)),
    ]
}

fn godot(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range.map(plain);
    let [width, height] = tile_size(map);
    let vertex = format!("Vertex spacing {}", plain(map.raster.spacing[0]));
    match map.format {
        Format::Exr => vec![vertex, "Import scale 1, offset 0".to_owned()],
        _ => vec![vertex, format!("R16 range {low}, {high}; R16 size {width}, {height}")],
    }
}

/// Terrain3D cannot read the size of a tile and the range from the file itself.
fn godot_suffix(map: &HeightMap<'_>) -> String {
    let ([width, height], [low, high]) = (tile_size(map), map.range.map(plain));
    format!("{width}x{height}_{low}_{high}")
}

fn blender(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range;
    let [across, along] = extent(map).map(plain);
    let (strength, offset) = match map.format {
        Format::Exr => (1.0, 0.0),
        _ => (high - low, low),
    };
    vec![
        format!(
            "Plane of {across} x {along} m, subdivided; image texture with color space Non-Color"
        ),
        format!(
            "Displace modifier: direction Z, strength {}, midlevel 0; location Z {}",
            plain(strength),
            plain(offset)
        ),
    ]
}

/// As many digits as single precision has.
fn plain(number: f64) -> String {
    (number as f32).to_string()
}
