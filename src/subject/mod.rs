//! What is shown of a generator: its values and the settings of its picture.
//!
//! A [`Subject`] is all that a field or a picture depends on, except the device. [`view_setting`] is the table of the
//! settings that the command line, tags, documents and the window share; [`sweep`] varies values, [`preset`] stores them,
//! [`derived`] replaces heights by a quantity or a mask, and [`comparison`] sets two fields beside each other. Nothing
//! here runs anything.

pub mod comparison;
mod definition;
pub mod derived;
pub mod preset;
pub(crate) mod render_settings;
pub mod sweep;
pub mod view_setting;

pub use definition::Subject;
