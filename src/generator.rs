//! Generators: functions of a position and grid programs, with their controls.
//!
//! A file is compiled to its generators: naga parses the linked text once, `reflect` finds the functions and
//! their controls, and [`Modules`] adds the host's entry points to naga's module. No GPU is used here.

mod address;
mod bisection;
mod blocks;
mod compile;
mod definition;
mod expression;
mod grid_program;
mod guard;
mod interface;
mod merge;
mod modules;
mod naga_errors;
mod parse;
mod reflect;
mod schedule;
mod surface;
mod wrap;

pub use address::{Address, AddressError};
pub use compile::{CompiledFile, compile, merge_diagnostics};
pub use definition::{Domain, GRID, Generator, Returns, ViewHint};
pub use expression::{Expression, ExpressionError, Operator};
pub use grid_program::{GridBuffer, GridPass, GridProgram};
pub(crate) use guard::RUNAWAY_BINDING;
pub use guard::{LoopBudget, LoopGuard};
pub(crate) use interface::texture_format;
pub use interface::{ENTRY_POINT, HOST_GROUP, WORKGROUP};
pub use modules::Modules;
pub use schedule::{MAX_BUFFER_BYTES, MAX_SIDE, MAX_STEPS, Schedule, ScheduleError, ScheduledPass};
pub(crate) use surface::SURFACE_ENTRY_POINT;
