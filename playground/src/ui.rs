//! The window's panels.
