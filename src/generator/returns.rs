//! Meaning of the numbers that a generator returns.

/// Meaning of the numbers that a generator returns for a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Result of a generator that is one value for each sample.
    Value,
    /// Result of a generator that is a value, followed by the components of its gradient.
    Gradient,
    /// Result of a generator that is two to four independent values.
    Channels,
    /// Result of a generator that is a color: linear red, green, blue, and alpha if there are four channels.
    Color,
}

impl Returns {
    /// Returns the name in JSON of what a generator returns: `value`, `gradient`, `channels` or `color`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Gradient => "gradient",
            Self::Channels => "channels",
            Self::Color => "color",
        }
    }
}
