//! Palettes: color maps as tables of 256 sRGB colors, from low to high.
//!
//! Viridis, magma, inferno, plasma (matplotlib, CC0), cividis (Nuñez, Anderton, Renslow 2018) and
//! turbo (Mikhailov 2019) come from the crate `colorous`. Batlow, oleron and vik are Fabio Crameri's
//! scientific color maps (<https://doi.org/10.5281/zenodo.8035877>, MIT).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::field::named::named_enum;

named_enum! {
    /// A color map from low to high.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Palette {
        /// Sequential, black to white.
        Grey = "grey",
        /// The default of Matplotlib: sequential, purple to yellow.
        Viridis = "viridis",
        /// Matplotlib's: sequential, black over purple to light yellow.
        Magma = "magma",
        /// Matplotlib's: sequential, black over red to light yellow.
        Inferno = "inferno",
        /// Matplotlib's: sequential, blue to yellow.
        Plasma = "plasma",
        /// Sequential, blue to yellow, safe for color-blind readers.
        Cividis = "cividis",
        /// A rainbow, bright, not perceptually uniform.
        Turbo = "turbo",
        /// Fabio Crameri's: sequential, dark blue to pink.
        Batlow = "batlow",
        /// Fabio Crameri's, for topography, with a break at the center for the coast.
        Oleron = "oleron",
        /// Lowland green over brown to snow.
        Terrain = "terrain",
        /// Fabio Crameri's: diverging, blue over white to red.
        Vik = "vik",
    }
}

/// Red, green and blue bytes, sRGB-encoded.
pub type Colors = [[u8; 3]; 256];

/// Returns the table of a palette.
pub fn colors(palette: Palette) -> &'static Colors {
    static TABLES: LazyLock<[Colors; Palette::ALL.len()]> =
        LazyLock::new(|| Palette::ALL.map(table));
    &TABLES[palette as usize]
}

fn table(palette: Palette) -> Colors {
    match palette {
        Palette::Grey => std::array::from_fn(|index| [index as u8; 3]),
        Palette::Viridis => sampled(colorous::VIRIDIS),
        Palette::Magma => sampled(colorous::MAGMA),
        Palette::Inferno => sampled(colorous::INFERNO),
        Palette::Plasma => sampled(colorous::PLASMA),
        Palette::Cividis => sampled(colorous::CIVIDIS),
        Palette::Turbo => sampled(colorous::TURBO),
        Palette::Batlow => vendored(include_bytes!("palette/batlow.rgb")),
        Palette::Oleron => vendored(include_bytes!("palette/oleron.rgb")),
        Palette::Vik => vendored(include_bytes!("palette/vik.rgb")),
        Palette::Terrain => ramp(&TERRAIN),
    }
}

/// Hypsometric tints, from valley green over dry grass and rock to snow, light enough to be shaded.
const TERRAIN: [(f64, [u8; 3]); 8] = [
    (0.00, [88, 140, 106]),
    (0.16, [138, 178, 116]),
    (0.34, [204, 210, 144]),
    (0.50, [236, 220, 168]),
    (0.64, [220, 188, 142]),
    (0.78, [188, 160, 138]),
    (0.90, [220, 214, 208]),
    (1.00, [255, 255, 255]),
];

fn sampled(gradient: colorous::Gradient) -> Colors {
    std::array::from_fn(|index| gradient.eval_continuous(index as f64 / 255.0).as_array())
}

fn vendored(bytes: &[u8; 768]) -> Colors {
    std::array::from_fn(|index| [bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2]])
}

fn ramp(stops: &[(f64, [u8; 3])]) -> Colors {
    std::array::from_fn(|index| {
        let at = index as f64 / 255.0;
        let above = stops.partition_point(|(position, _)| *position < at).clamp(1, stops.len() - 1);
        let ((low, from), (high, to)) = (stops[above - 1], stops[above]);
        let fraction = (at - low) / (high - low);
        std::array::from_fn(|c| {
            (f64::from(from[c]) + fraction * (f64::from(to[c]) - f64::from(from[c]))).round() as u8
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(color: [u8; 3]) -> f64 {
        let linear = color.map(|byte| {
            let encoded = f64::from(byte) / 255.0;
            if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
        });
        let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        if y > 0.008856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
    }

    #[test]
    fn sequential_palettes_increase_in_lightness() {
        for palette in [
            Palette::Grey,
            Palette::Viridis,
            Palette::Magma,
            Palette::Inferno,
            Palette::Plasma,
            Palette::Cividis,
            Palette::Batlow,
        ] {
            let steps =
                colors(palette).windows(2).map(|pair| lightness(pair[1]) - lightness(pair[0]));
            let worst = steps.fold(f64::INFINITY, f64::min);
            assert!(worst > -0.6, "{} darkens by {worst}", palette.name());
        }
    }

    #[test]
    fn first_and_last_colors_are_those_of_the_publications() {
        let ends = |palette| (colors(palette)[0], colors(palette)[255]);
        assert_eq!(ends(Palette::Grey), ([0; 3], [255; 3]));
        assert_eq!(ends(Palette::Viridis), ([68, 1, 84], [253, 231, 37]));
        assert_eq!(ends(Palette::Terrain), (TERRAIN[0].1, TERRAIN[7].1));
        assert_eq!(ends(Palette::Batlow), ([1, 25, 89], [250, 204, 250]));
    }
}
