//! The second of two fields less the first, as a picture whose middle is 0.

use noise_playground::palette;
use noise_playground::view::Palette;

/// What is no number stands out, as it does in every picture.
const STRANGE: [u8; 4] = [255, 0, 255, 255];

/// Colours of differences, red, green, blue and alpha bytes each: the palette vik, from `-reach` to `reach`.
pub(crate) fn colors(differences: &[f32], reach: f32) -> Vec<u8> {
    let colors = palette::colors(Palette::Vik);
    let color = |number: &f32| {
        if !number.is_finite() {
            return STRANGE;
        }
        let share = if reach > 0.0 {
            (number / reach).clamp(-1.0, 1.0)
        } else {
            0.0
        };
        let [red, green, blue] = colors[(127.5 + 127.5 * share).round() as usize];
        [red, green, blue, 255]
    };
    differences.iter().flat_map(color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_the_palettes_colours_about_0() {
        let palette = palette::colors(Palette::Vik);
        let of = |index: usize| [palette[index][0], palette[index][1], palette[index][2], 255];
        let found = colors(&[-0.5, 0.0, 0.25, 0.5, 9.0, f32::NAN], 0.5);
        let expected = [of(0), of(128), of(191), of(255), of(255), STRANGE];
        assert_eq!(found, expected.concat());
        assert_eq!(colors(&[0.0], 0.0), of(128), "equal fields");
    }
}
