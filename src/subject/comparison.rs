//! Comparison of two fields: the compared channels, the difference with its color scale, and metrics.
//!
//! The first of the fields is the *reference*. A difference is the second field minus the reference, so that it is
//! positive where the second one is higher.

use crate::field::metrics::{DifferenceMetrics, SizeMismatch};
use crate::field::{Channel, Field, Returns};
use crate::generator::{Address, Generator};
use crate::view::palette;
use crate::view::shading::{Palette, ValueRange};

const NON_FINITE_COLOR: [u8; 4] = [255, 0, 255, 255];

/// Reason why fields of two generators cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// One generator returns colors, the other values.
    #[error("{colors} returns colors, {values} returns values")]
    ColorsAndValues {
        /// Generator that returns colors.
        colors: Address,
        /// Generator that returns values.
        values: Address,
    },
    /// A generator does not return the channel to compare.
    #[error("{generator} has no channel {}; it returns {channels} number(s)", .channel.name())]
    MissingChannel {
        /// Channel to compare.
        channel: Channel,
        /// Generator without the channel.
        generator: Address,
        /// Number of channels that the generator returns.
        channels: u32,
    },
}

/// The compared channels of two generators, and the value range of the metrics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldComparison {
    /// Channel of the reference, and of the second field.
    pub channels: [Channel; 2],
    /// Number of channels of colors; `None` for values, of which one channel is compared.
    pub color_channels: Option<u32>,
    /// Value range of the reference, whose width is the peak in the metrics.
    pub value_range: ValueRange,
}

impl FieldComparison {
    /// Compares one channel of each generator, or all channels if both return colors.
    ///
    /// # Errors
    /// Only one of the generators returns colors, or one does not return its channel.
    pub fn new(
        generators: [&Generator; 2],
        channels: [Channel; 2],
        value_range: ValueRange,
    ) -> Result<Self, ComparisonError> {
        let [first, second] = generators;
        let color_channels = match [first.returns, second.returns] {
            [Returns::Color, Returns::Color] => Some(first.channels.min(second.channels)),
            [Returns::Color, _] => return Err(colors_and_values(first, second)),
            [_, Returns::Color] => return Err(colors_and_values(second, first)),
            _ => None,
        };
        for (generator, channel) in generators.into_iter().zip(channels) {
            if color_channels.is_none() && !channel.is_available(generator.channels) {
                return Err(ComparisonError::MissingChannel {
                    channel,
                    generator: generator.address.clone(),
                    channels: generator.channels,
                });
            }
        }
        Ok(Self { channels, color_channels, value_range })
    }

    /// Returns the value range of the metrics. If automatic, it is measured on the reference, or 0 to 1 for colors.
    pub fn value_range(&self, reference: &Field) -> [f64; 2] {
        match (self.value_range, self.value_range.rule()) {
            (ValueRange::Fixed(min, max), _) => [min, max],
            (_, Some(rule)) if self.color_channels.is_none() => {
                let measured = reference.measured_range(self.channels[0], rule);
                measured.map(f64::from)
            }
            _ => [0.0, 1.0],
        }
    }

    /// Computes the metrics of the second field against the reference.
    ///
    /// # Errors
    /// The fields differ in size.
    pub fn metrics(&self, fields: [&Field; 2]) -> Result<DifferenceMetrics, SizeMismatch> {
        let [min, max] = self.value_range(fields[0]);
        let peak = max - min;
        if let Some(count) = self.color_channels {
            let channels = &Channel::ALL[..count as usize];
            return DifferenceMetrics::new(fields[0], fields[1], channels, peak);
        }
        let plane = |index: usize| Field {
            size: fields[index].size,
            channels: 1,
            samples: fields[index].channel(self.channels[index]).collect(),
        };
        DifferenceMetrics::new(&plane(0), &plane(1), &[Channel::X], peak)
    }

    /// Returns the second field minus the reference, sample by sample in row order.
    ///
    /// # Errors
    /// The fields differ in size.
    pub fn difference(&self, [reference, second]: [&Field; 2]) -> Result<Difference, SizeMismatch> {
        if reference.size != second.size {
            return Err(SizeMismatch { first: reference.size, second: second.size });
        }
        let reference_values = reference.channel(self.channels[0]);
        let second_values = second.channel(self.channels[1]);
        let samples = second_values.zip(reference_values);
        Ok(Difference::new(Field {
            size: reference.size,
            channels: 1,
            samples: samples.map(|(second, reference)| second - reference).collect(),
        }))
    }
}

fn colors_and_values(colors: &Generator, values: &Generator) -> ComparisonError {
    ComparisonError::ColorsAndValues {
        colors: colors.address.clone(),
        values: values.address.clone(),
    }
}

/// Difference of two fields, with the scale of the colors in its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Differences of all samples, in one channel.
    pub field: Field,
    /// Difference at the upper end of the palette, its negative at the lower: the 0.1 or 99.9 percentile, whichever is
    /// farther from 0, and 1 if both are 0.
    pub limit: f32,
}

impl Difference {
    fn new(field: Field) -> Self {
        let percentiles = field.percentiles(Channel::X).unwrap_or_default();
        let limit = percentiles[0].abs().max(percentiles[1].abs());
        Self { field, limit: if limit > 0.0 { limit } else { 1.0 } }
    }

    /// Returns red, green, blue and alpha bytes for each sample.
    pub fn pixels(&self) -> Vec<u8> {
        difference_colors(&self.field.samples, self.limit)
    }
}

/// Red, green, blue and alpha bytes by the palette `vik` from `-limit` to `limit`, which is above 0.
pub fn difference_colors(differences: &[f32], limit: f32) -> Vec<u8> {
    let colors = palette::colors(Palette::Vik);
    let color = |difference: &f32| {
        if !difference.is_finite() {
            return NON_FINITE_COLOR;
        }
        let fraction = (difference / limit).clamp(-1.0, 1.0);
        let [red, green, blue] = colors[(127.5 + 127.5 * fraction).round() as usize];
        [red, green, blue, 255]
    };
    differences.iter().flat_map(color).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compile;

    fn generators() -> Vec<Arc<Generator>> {
        let text = "fn height(p: vec2f) -> f32 { return p.x; }
            fn pair(p: vec2f) -> vec2f { return p; }
            fn color(p: vec2f) -> vec4f { return vec4f(p, 0.0, 1.0); }";
        compile([("a.wgsl", text)]).unwrap()
    }

    fn field(channels: u32, samples: &[f32]) -> Field {
        Field { size: [samples.len() as u32 / channels, 1], channels, samples: samples.to_vec() }
    }

    fn values() -> FieldComparison {
        FieldComparison {
            channels: [Channel::X, Channel::Y],
            color_channels: None,
            value_range: ValueRange::Fixed(0.0, 4.0),
        }
    }

    #[test]
    fn only_generators_of_one_kind_with_the_channel_are_compared() {
        let all = generators();
        let of = |names: [&str; 2], channel: Channel| {
            let generators = names.map(|name| {
                all.iter().find(|generator| generator.address.function == name).unwrap().as_ref()
            });
            FieldComparison::new(generators, [channel; 2], ValueRange::Auto)
                .map(|comparison| comparison.color_channels)
                .map_err(|error| error.to_string())
        };
        assert_eq!(of(["height", "pair"], Channel::X), Ok(None));
        assert_eq!(of(["color", "color"], Channel::X), Ok(Some(4)));
        let mixed = "a.wgsl::color returns colors, a.wgsl::pair returns values";
        assert_eq!(of(["pair", "color"], Channel::X), Err(mixed.to_owned()));
        let missing = "a.wgsl::height has no channel y; it returns 1 number(s)";
        assert_eq!(of(["pair", "height"], Channel::Y), Err(missing.to_owned()));
    }

    #[test]
    fn difference_is_second_minus_reference_in_their_channels() {
        let (reference, second) = (field(1, &[1.0, 2.0]), field(2, &[9.0, 3.0, 9.0, 2.5]));
        let comparison = values();
        let difference = comparison.difference([&reference, &second]).unwrap();
        assert_eq!(difference.field.samples, [2.0, 0.5]);
        assert_eq!(difference.limit, 2.0);
        let metrics = comparison.metrics([&reference, &second]).unwrap();
        assert_eq!(metrics.max, 2.0);
        assert_eq!(metrics.psnr, 20.0 * (4.0 / metrics.rmse).log10());
        assert!(comparison.metrics([&field(1, &[0.0]), &second]).is_err());
        assert!(comparison.difference([&field(1, &[0.0]), &second]).is_err());
    }

    #[test]
    fn single_outlier_does_not_stretch_the_color_scale() {
        let mut samples = vec![0.5; 5000];
        samples[7] = -1000.0;
        let reference = field(1, &[0.0; 5000]);
        let comparison = FieldComparison { channels: [Channel::X; 2], ..values() };
        assert_eq!(comparison.difference([&reference, &field(1, &samples)]).unwrap().limit, 0.5);
        // Equal fields have the color of 0.
        let equal = comparison.difference([&reference, &reference]).unwrap();
        let [red, green, blue] = palette::colors(Palette::Vik)[128];
        assert_eq!(equal.pixels()[..4], [red, green, blue, 255]);
    }

    #[test]
    fn difference_colors_are_the_palette_around_0() {
        let palette = palette::colors(Palette::Vik);
        let of = |index: usize| [palette[index][0], palette[index][1], palette[index][2], 255];
        let found = difference_colors(&[-0.5, 0.0, 0.25, 0.5, 9.0, f32::NAN], 0.5);
        let expected = [of(0), of(128), of(191), of(255), of(255), NON_FINITE_COLOR];
        assert_eq!(found, expected.concat());
    }
}
