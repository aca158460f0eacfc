//! Settings of files that hold data rather than a picture.

use noise_playground::capture::{Format, Manifest};
use noise_playground::derived::Derived;
use noise_playground::generator::Generator;
use noise_playground::shading::ValueRange;

/// Settings of files that hold data rather than a picture.
#[derive(Clone, Debug)]
pub(crate) struct DataSettings {
    /// Value range of formats that are scaled by it. Pictures have that of their shading.
    pub(crate) value_range: ValueRange,
    /// Numbers that are written in place of the field; `None` for the field.
    pub(crate) derived: Option<Derived>,
    /// True if the value range of the data is measured even if no file is scaled by it.
    pub(crate) is_measured: bool,
}

impl Default for DataSettings {
    fn default() -> Self {
        Self::new(None, ValueRange::Full)
    }
}

impl DataSettings {
    /// Returns the settings of these numbers, scaled over their own range, or of the field, scaled over `of_field`.
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

    /// Returns the format of a PNG of these data: masks have 8 bits, vectors all channels unless one is chosen.
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

    /// Returns the manifest of a file of a format with these data.
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
