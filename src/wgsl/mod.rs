//! The language: words, declarations and tags of a text, and what is said about them.
//!
//! Everything here works on the text alone, also on one with errors; naga is not needed. A [`Diagnostic`] is a message
//! with its location in the author's file and, where one is known, a fix. [`syntax`] and [`suggest`] serve text editors
//! and error messages. Nothing here knows files, generators or the device.
//!
//! [`Diagnostic`]: diagnostic::Diagnostic

pub(crate) mod annotation;
pub(crate) mod builtins;
pub mod diagnostic;
pub(crate) mod directive;
pub(crate) mod features;
pub(crate) mod lexer;
pub(crate) mod location;
pub(crate) mod naga_blocks;
pub(crate) mod outline;
pub(crate) mod printable;
pub(crate) mod remainder;
pub mod suggest;
pub mod syntax;
