//! A look inside of generators: values at single points, taps with their counts and traces, and the cost of an edit.

mod double_precision;
pub(super) mod edit_cost;
pub(super) mod instrumented_program;
pub(super) mod points;
pub(super) mod program_counter;
pub(super) mod program_tracer;
pub(super) mod quartiles;
pub(super) mod taps;
