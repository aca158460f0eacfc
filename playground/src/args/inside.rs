//! Command-line arguments of the subcommands that show values inside of generators: `stages`, `trace` and `at`.

use clap::Args;

use super::{FolderArg, GridSettings, OutputArgs, SettingArgs, ValueArgs};

#[derive(Debug, Args)]
#[command(after_help = STAGES_HELP)]
pub(crate) struct StagesArgs {
    /// FILE or FILE::FUNCTION; builtin:FILE for a built-in shader.
    pub(crate) generator: String,

    #[command(flatten)]
    pub(crate) root: FolderArg,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    #[command(flatten)]
    pub(crate) grid: SettingArgs<GridSettings>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `stages --help`.
const STAGES_HELP: &str = "\
A line for each place where a value gets a name: parameters, let, var after
each assignment, results of calls (name() if they have no name of their own) and
return. Matrices are listed by column, arrays by element, structs by member.
Runs is how often the place is computed at most in a sample, of 64 x 64 samples
of the view: N in --stage NAME@N is from 1 to that number.
In the passes of a grid program, a store to a buffer is a value by the name of
the buffer, the sample is the one that the pass writes, and runs are those of one
execution of a pass, counted in the first and the last one. The last execution
that writes a sample is shown.";

#[derive(Debug, Args)]
#[command(after_help = TRACE_HELP)]
pub(crate) struct TraceArgs {
    /// FILE or FILE::FUNCTION; builtin:FILE for a built-in shader.
    pub(crate) generator: String,

    #[command(flatten)]
    pub(crate) root: FolderArg,

    /// World position of the sample.
    #[arg(long, value_name = "X,Y", required = true, allow_hyphen_values = true)]
    pub(crate) at: String,

    /// Also print the values inside of the functions that the generator calls.
    #[arg(long)]
    pub(crate) calls: bool,

    /// Pass of a grid program and its N-th execution (default: the last that writes the sample).
    #[arg(long, value_name = "NAME[@N]")]
    pub(crate) pass: Option<String>,

    #[command(flatten)]
    pub(crate) results: OutputArgs,

    /// Third coordinate of a slice in world units (default: 0).
    #[arg(long, value_name = "Z", allow_hyphen_values = true)]
    pub(crate) z: Option<String>,

    /// Time in seconds (default: 0).
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) time: Option<String>,

    #[command(flatten)]
    pub(crate) values: ValueArgs,
}

/// End of `trace --help`.
const TRACE_HELP: &str = "\
A line for each value in the order of its computation: line, name, n (the n-th
time that this place runs), value, and the value in double precision if the
adapter supports it. An empty line separates iterations of a loop. In JSON,
`iteration` counts these groups from 1.
Of a grid program, the values are those of the invocation that writes the sample
nearest to X,Y in one execution of a pass. A heading names both; in JSON they are
`pass`, `execution`, `executions` and `sample` (column and row).";

#[derive(Debug, Args)]
pub(crate) struct AtArgs {
    /// Location of the cursor: FILE:LINE or FILE:LINE:COLUMN, from 1. On no value, the nearest above in the function is
    /// shown.
    pub(crate) location: String,
}
