//! The live-reloading shader playground for noise research.

mod ui;
mod workbench;

fn main() {}
