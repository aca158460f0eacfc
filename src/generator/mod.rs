//! Generators: shader functions of a position and grid programs (compute passes that fill a grid), with their controls.
//!
//! A file is compiled to its generators: naga parses the linked text once, `reflect` finds the functions and
//! their controls, and [`Modules`] adds the host's entry points to naga's module. All changes of naga's modules are in
//! `rewrite`: entry points, exact derivatives, values inside of a generator, double precision, and the limits of loops. The
//! controls, with their tags, values and texts, are in [`control`]. No GPU is used here.

mod address;
mod bisection;
mod block_builder;
mod compile;
pub(crate) mod compile_files;
pub mod control;
mod control_type;
mod definition;
mod derive;
mod derived_functions;
mod derived_result;
mod endless_loops;
mod expression;
mod featured;
mod fields;
mod find;
mod fragment;
mod functions;
mod grid_program;
pub(crate) mod host_shaders;
mod interface;
mod loop_budget;
mod missing_imports;
mod modules;
mod naga_errors;
mod parse;
mod part_pointers;
mod pass_selection;
mod precision;
mod recovery;
mod reflect;
mod rewrite;
mod schedule;
mod self_test;
mod spirv;
mod tap;
mod tap_selection;
mod validate;
mod with_precision;

pub use address::{Address, AddressError};
pub use compile::{CompiledFile, compile, merge_diagnostics};
pub use definition::{Domain, FieldInput, GRID, Generator, InputSource, ViewHint};
pub use derive::{DeriveError, derive};
pub use derived_functions::DerivedFunction;
pub use derived_result::Derivative;
pub(crate) use expression::{Expression, ExpressionError};
pub(crate) use fields::{FIRST_INPUT_BINDING, InputPlacement};
pub use find::{FindError, find_generator};
pub use functions::FunctionInfo;
pub(crate) use functions::signature;
pub use grid_program::GridProgram;
pub(crate) use grid_program::{GridBuffer, GridPass, GridRows};
pub(crate) use interface::{
    ENTRY_POINT, HOST_GROUP, POINTS_WORKGROUP, POSITIONS_BINDING, RESULTS_BINDING, TAP_BINDING,
    TAP_COUNTS_BINDING, TAP_GRID_BINDING, TAP_ROWS_BINDING, texture_format,
};
pub use loop_budget::LoopBudget;
pub use modules::Modules;
pub use pass_selection::{PassSelection, PassSelectionError, UnknownPass};
pub use precision::Precision;
pub(crate) use rewrite::albedo::{HIT_SURFACE_ENTRY_POINT, SURFACE_ENTRY_POINT};
pub use rewrite::guard::LoopGuard;
pub(crate) use rewrite::guard::RUNAWAY_BINDING;
pub(crate) use rewrite::taps::{MAX_COUNTED, MAX_ROWS, called_names};
pub use rewrite::taps::{
    OmittedValue, RETURN, TapAddress, TapAddressError, TapError, TapName, TapWord, omission_note,
    omitted_values, taps,
};
pub(crate) use schedule::ScheduledPass;
pub use schedule::{Schedule, ScheduleError};
pub(crate) use self_test::{self_test, self_test_positions, wrong_operation};
pub use tap::Tap;
pub use tap_selection::{TapOutput, TapSelection};
pub(crate) use validate::missing_capability;
