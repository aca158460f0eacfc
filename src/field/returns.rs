//! The type [`Returns`].

/// Meaning of the numbers of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// One value.
    Value,
    /// A value, followed by the components of its gradient.
    Gradient,
    /// Two to four independent values.
    Channels,
    /// A color: linear red, green, blue, and alpha if there are four channels.
    Color,
}

impl Returns {
    /// Returns the name in JSON: `value`, `gradient`, `channels` or `color`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Gradient => "gradient",
            Self::Channels => "channels",
            Self::Color => "color",
        }
    }
}
