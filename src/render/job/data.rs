//! Settings of data files, which hold numbers rather than a picture.

use crate::capture::Manifest;
use crate::field::files::Format;
use crate::generator::Generator;
use crate::subject::derived::Derived;
use crate::view::shading::ValueRange;

/// The numbers of data files, and the value range of formats that are scaled to integers.
#[derive(Clone, Debug)]
pub struct DataSettings {
    /// For formats scaled to integers; pictures use the range of their shading instead.
    pub value_range: ValueRange,
    /// `None` for the field itself.
    pub derived: Option<Derived>,
    /// True even if no file needs the range.
    pub is_measured: bool,
}

impl Default for DataSettings {
    fn default() -> Self {
        Self::new(None, ValueRange::Full)
    }
}

impl DataSettings {
    /// A quantity or mask has its own range; the field is scaled over `of_field`.
    pub fn new(derived: Option<Derived>, of_field: ValueRange) -> Self {
        let range = |derived: &Derived| match derived.scaled_range() {
            Some([min, max]) => ValueRange::Fixed(min, max),
            None => ValueRange::Full,
        };
        Self { value_range: derived.as_ref().map_or(of_field, range), derived, is_measured: false }
    }

    /// Instead of PNG, returns one of 8 bits for masks, or one with all channels for vectors unless a channel is
    /// selected.
    pub fn format(&self, format: Format, generator: &Generator, has_channel: bool) -> Format {
        match (&self.derived, format) {
            (Some(Derived::Mask(_)), Format::Png) => Format::PngMask,
            (Some(derived), Format::Png16) if derived.channels() > 1 => Format::PngVector,
            (None, Format::Png16) if generator.channels() > 1 && !has_channel => Format::PngVector,
            _ => format,
        }
    }

    /// Adds the quantity or mask if the format holds data.
    pub fn manifest(&self, manifest: &Manifest, format: Format) -> Manifest {
        let mut manifest = manifest.clone();
        match self.derived.as_ref().filter(|_| !format.holds_picture()) {
            Some(Derived::Quantity(quantity)) => manifest.quantity = Some(*quantity),
            Some(Derived::Mask(mask)) => manifest.mask = Some(mask.to_string()),
            None => {}
        }
        manifest
    }
}
