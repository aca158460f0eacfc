//! Settings of data files, which hold numbers rather than a picture.

use noise_playground::capture::{Format, Manifest};
use noise_playground::derived::Derived;
use noise_playground::generator::Generator;
use noise_playground::shading::ValueRange;

/// Settings for writing data files: their numbers, which are the field or a derived quantity or mask in place of it,
/// and the value range of formats that are scaled to integers.
#[derive(Clone, Debug)]
pub(crate) struct DataSettings {
    /// Value range by which data are scaled to integers, in formats that need this. Pictures use the value range of
    /// their shading instead.
    pub(crate) value_range: ValueRange,
    /// Derived quantity (such as slope) or mask that is written in place of the field; `None` for the field itself.
    pub(crate) derived: Option<Derived>,
    /// True if the value range of the data is measured even if no file format needs it.
    pub(crate) is_measured: bool,
}

impl Default for DataSettings {
    fn default() -> Self {
        Self::new(None, ValueRange::Full)
    }
}

impl DataSettings {
    /// Creates the settings of data files. A derived quantity or mask is scaled to integers over its own value range;
    /// without one, the field is scaled over the value range `of_field`.
    pub(crate) fn new(derived: Option<Derived>, of_field: ValueRange) -> Self {
        let range = |derived: &Derived| match derived.scaled_range() {
            Some([min, max]) => ValueRange::Fixed(min, max),
            None => ValueRange::Full,
        };
        Self {
            value_range: derived.as_ref().map_or(of_field, range),
            derived,
            is_measured: false,
        }
    }

    /// Returns the format that can hold these data: instead of PNG, one of 8 bits for masks, or one with all channels
    /// for vectors unless a channel is selected. Other formats are unchanged.
    pub(crate) fn format(
        &self,
        format: Format,
        generator: &Generator,
        has_channel: bool,
    ) -> Format {
        match (&self.derived, format) {
            (Some(Derived::Mask(_)), Format::Png) => Format::PngMask,
            (Some(derived), Format::Png16) if derived.channels() > 1 => Format::PngVector,
            (None, Format::Png16) if generator.channels > 1 && !has_channel => Format::PngVector,
            _ => format,
        }
    }

    /// Returns the manifest of a file with these data: a copy of `manifest`, to which the derived quantity or mask is
    /// added if the format holds data.
    pub(crate) fn manifest(&self, manifest: &Manifest, format: Format) -> Manifest {
        let mut manifest = manifest.clone();
        match self.derived.as_ref().filter(|_| !format.holds_picture()) {
            Some(Derived::Quantity(quantity)) => manifest.quantity = Some(*quantity),
            Some(Derived::Mask(mask)) => manifest.mask = Some(mask.to_string()),
            None => {}
        }
        manifest
    }
}
