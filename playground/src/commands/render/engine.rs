//! Height maps for game engines, the option `render --for`: a table describes what each engine imports.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use noise_playground::capture::Format;
use noise_playground::grid::SampleGrid;
use noise_playground::suggest::closest;

/// A game engine that imports height maps, with the formats and sizes that it accepts.
pub(super) struct Engine {
    /// Name of the game engine on the command line.
    name: &'static str,
    title: &'static str,
    /// File formats in which this game engine can import height maps.
    formats: &'static [Format],
    /// Numbers of samples on a side of a height map that the game engine imports; empty if it imports any.
    sides: &'static [u32],
    /// Default number of samples on a side of a height map for the game engine.
    pub(super) side: u32,
    /// Function that returns the lines of text that tell the user how to import a height map into the engine.
    import: fn(&HeightMap<'_>) -> Vec<String>,
    /// Function that returns a suffix for the stem of the file name, which states size and range of the heights; `None`
    /// for an engine that does not read them from the name.
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

/// A written height map, as the text file beside it describes it.
pub(super) struct HeightMap<'a> {
    pub(super) path: &'a Path,
    pub(super) format: Format,
    /// Sample grid of the whole height map, all tiles together.
    pub(super) grid: SampleGrid,
    /// Number of columns and rows of tiles that the height map is divided into; `[1, 1]` for one file.
    pub(super) tiles: [u32; 2],
    /// Lowest and highest height of the height map in world units, without the exaggeration.
    pub(super) range: [f64; 2],
}

impl Engine {
    /// Returns the game engine with a given name on the command line, or an error that lists the names.
    pub(super) fn named(name: &str) -> anyhow::Result<&'static Self> {
        let names = ENGINES.iter().map(|engine| engine.name);
        let found = ENGINES.iter().find(|engine| engine.name == name);
        found.with_context(|| {
            let similar = closest(name, names.clone());
            let hint = similar.map_or_else(String::new, |name| format!("; did you mean {name}?"));
            let names: Vec<_> = names.collect();
            format!("--for {name:?} is none of {}{hint}", names.join(", "))
        })
    }

    /// Checks that the game engine imports height maps of this format, with this width and height in samples.
    pub(super) fn check(
        &self,
        (path, format): (&Path, Format),
        size: [u32; 2],
    ) -> anyhow::Result<()> {
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

    /// Returns true if the game engine imports PNGs with 16 bits.
    pub(super) fn has_sixteen_bits(&self) -> bool {
        self.formats.contains(&Format::Png16)
    }

    /// Returns the final path of a height map. For an engine that reads size and range of the heights from the file
    /// name, they are inserted before the extension.
    pub(super) fn path(&self, path: &Path, map: &HeightMap<'_>) -> PathBuf {
        let suffix = self.suffix.filter(|_| map.format.is_scaled());
        let Some(suffix) = suffix.map(|suffix| suffix(map)) else {
            return path.to_owned();
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{stem}.{suffix}.{}", map.format.extension()))
    }

    /// Returns the contents of the text file beside a height map, which states its scale and how to import it into the
    /// engine.
    pub(super) fn text(&self, map: &HeightMap<'_>) -> String {
        let [width, height] = map.grid.size;
        let [low, high] = map.range.map(plain);
        let spacing = plain(map.grid.spacing());
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
        lines.push(match map.format.is_scaled() {
            true => format!("Heights in world units: {low} is 0, {high} is 65535"),
            false => format!("Heights in world units: {low} to {high}"),
        });
        lines.push(format!(
            "Distance of samples: {spacing} world units; first to last: {across} x {along}"
        ));
        let [columns, rows] = map.tiles;
        if map.tiles != [1, 1] {
            let [side, rows_of_tile] = tile_size(map);
            lines.push(format!(
                "Tiles: {columns} x {rows} of {side} x {rows_of_tile} samples, _x0_y0 in the northwest; neighbors share the \
                 samples at their edges"
            ));
        }
        lines.push("With one world unit as one meter:".to_owned());
        lines.extend(
            (self.import)(map)
                .into_iter()
                .map(|line| format!("  {line}")),
        );
        lines.push(String::new());
        lines.join("\n")
    }
}

/// Returns the distance between the first and the last sample of a height map along x and y, in world units.
fn extent(map: &HeightMap<'_>) -> [f64; 2] {
    map.grid
        .size
        .map(|count| f64::from(count - 1) * map.grid.spacing())
}

fn tile_size(map: &HeightMap<'_>) -> [u32; 2] {
    [0, 1].map(|axis| (map.grid.size[axis] - 1) / map.tiles[axis] + 1)
}

/// Returns the import settings of a height map for Unreal Engine. There, a landscape of scale 100 % has 1 m between
/// samples and 512 m between the values 0 and 65535; the value 32768 is at the height of the landscape's location.
fn unreal(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range;
    let scale = plain(100.0 * map.grid.spacing());
    let middle = low + (high - low) * 32768.0 / 65535.0;
    vec![
        format!(
            "Landscape scale X {scale}, Y {scale}, Z {}",
            plain((high - low) * 100.0 / 512.0)
        ),
        format!(
            "Location Z {} cm (height of the mid-gray 32768)",
            plain(100.0 * middle)
        ),
    ]
}

fn unity(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range;
    let [side, _] = tile_size(map);
    let length = plain(f64::from(side - 1) * map.grid.spacing());
    vec![
        format!(
            "Import Raw: depth 16 bit, resolution {side}, byte order Windows, flip vertically off"
        ),
        format!(
            "Terrain width {length}, length {length}, height {}",
            plain(high - low)
        ),
        format!("Position Y {}", plain(low)),
    ]
}

fn godot(map: &HeightMap<'_>) -> Vec<String> {
    let [low, high] = map.range.map(plain);
    let [width, height] = tile_size(map);
    let vertex = format!("Vertex spacing {}", plain(map.grid.spacing()));
    match map.format {
        Format::Exr => vec![vertex, "Import scale 1, offset 0".to_owned()],
        _ => vec![
            vertex,
            format!("R16 range {low}, {high}; R16 size {width}, {height}"),
        ],
    }
}

/// Returns the file name suffix for Godot's Terrain3D: the size of a tile and the range of the heights, which it cannot
/// read from the file itself.
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

/// Returns a number as decimal text, with as many digits as single precision has.
fn plain(number: f64) -> String {
    (number as f32).to_string()
}
