//! Generators: shader functions of a position and grid programs (compute passes that fill a grid), with their controls.
//!
//! A file is compiled to its generators: naga parses the linked text once, `reflect` finds the functions and
//! their controls, and [`Modules`] adds the host's entry points to naga's module. No GPU is used here.

mod address;
mod albedo;
mod bisection;
mod block_builder;
mod compile;
mod control_type;
mod definition;
mod derivative;
mod derive;
mod derived_functions;
mod derived_result;
mod endless_loops;
mod expression;
mod featured;
mod fields;
mod find;
mod flipped_sign;
mod fragment;
mod functions;
mod grid_program;
mod guard;
mod host_text;
mod interface;
mod merge;
mod missing_imports;
mod modules;
mod naga_errors;
mod parse;
mod part_pointers;
mod pass_selection;
mod precision;
mod recovery;
mod reflect;
mod returns;
mod schedule;
mod self_test;
mod spirv;
mod tap;
mod tap_selection;
mod taps;
mod twin;
mod uniforms;
mod validate;
mod with_precision;
mod wrap;

pub use address::{Address, AddressError};
pub(crate) use albedo::{HIT_SURFACE_ENTRY_POINT, SURFACE_ENTRY_POINT};
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
pub(crate) use guard::RUNAWAY_BINDING;
pub use guard::{LoopBudget, LoopGuard};
pub(crate) use interface::{
    ENTRY_POINT, HOST_GROUP, POINTS_WORKGROUP, POSITIONS_BINDING, RESULTS_BINDING, TAP_BINDING,
    TAP_COUNTS_BINDING, TAP_GRID_BINDING, TAP_ROWS_BINDING, texture_format,
};
pub use modules::Modules;
pub use pass_selection::{PassSelection, PassSelectionError, UnknownPass};
pub use precision::Precision;
pub use returns::Returns;
pub(crate) use schedule::ScheduledPass;
pub use schedule::{Schedule, ScheduleError};
pub(crate) use self_test::{self_test, self_test_positions, wrong_operation};
pub use tap::Tap;
pub use tap_selection::{TapOutput, TapSelection};
pub(crate) use taps::{MAX_COUNTED, MAX_ROWS, called_names};
pub use taps::{
    OmittedValue, RETURN, TapAddress, TapAddressError, TapError, TapName, TapWord, omission_note,
    omitted_values, taps,
};
pub(crate) use validate::missing_capability;
