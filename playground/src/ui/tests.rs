//! The panels, used as a person would use them.
