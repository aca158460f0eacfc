//! The live-reloading shader playground for noise research: arguments → one command; exit codes.

mod app;
mod args;
mod batch;
mod canvas;
mod commands;
mod compiler;
mod documents;
mod process;
mod progressive;
mod rendering;
mod ui;
mod window;
mod workbench;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};
use noise_playground::capture::Format;

use args::{Arguments, Command};
use compiler::folder::{self, ShaderFolder};
use process::error::CommandError;
use process::{environment, log, memory};

/// Stack for work that parses: naga and the linker recurse over what they read.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    environment::set_missing_runtime_dir();
    match Arguments::try_parse() {
        Ok(arguments) => run(arguments).unwrap_or_else(|failure| failure.report()),
        Err(error) => match mistyped_command(&error) {
            Some(typed) => neither(&typed).report(),
            None => error.exit(),
        },
    }
}

/// The parser takes an unknown command for the folder, and complains of what stands behind it.
fn mistyped_command(error: &clap::Error) -> Option<OsString> {
    let is_command = |name: &OsStr| {
        let commands = Arguments::command();
        commands
            .get_subcommands()
            .any(|known| known.get_name() == name)
    };
    let is_option = |name: &OsStr| name.as_encoded_bytes().starts_with(b"-");
    let typed = env::args_os()
        .nth(1)
        .filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let is_known = is_command(&typed) || is_option(&typed) || Path::new(&typed).exists();
    (!is_known).then_some(typed)
}

fn neither(typed: &OsStr) -> CommandError {
    anyhow!("{typed:?} is neither a command nor a folder; see `playground --help`").into()
}

fn run(arguments: Arguments) -> Result<ExitCode, CommandError> {
    let recent = log::install(&arguments.global, arguments.command.is_none());
    if arguments.global.list_adapters {
        for name in noise_playground::gpu::adapter_names() {
            commands::print(&name)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Arguments {
        command,
        folder,
        editor,
        fresh,
        global,
    } = arguments;
    match command {
        Some(_) if folder.is_some() || editor.is_some() || fresh => Err(anyhow!(
            "a folder, --editor or --fresh before a command is for the window, which no command opens"
        )
        .into()),
        Some(command) => on_large_stack(move || headless(command, &global)),
        None => open_window(folder.as_deref(), editor, fresh, global.adapter, recent),
    }
}

fn headless(command: Command, global: &args::Global) -> Result<ExitCode, CommandError> {
    match command {
        Command::Check(check) => commands::check(&check),
        Command::List(list) => commands::list(&list),
        Command::Params(params) => commands::params(&params),
        Command::Render(render) => commands::render(&render, global),
        Command::Sweep(sweep) => commands::sweep(&sweep, global),
        Command::Compare(compare) => commands::compare(&compare, global),
        Command::Bench(bench) => commands::bench(&bench, global),
        Command::New(new) => commands::new(&new),
        Command::Completions(completions) => commands::completions(&completions),
        Command::Analyze(_) => not_yet("analyze"),
    }
}

fn not_yet(command: &str) -> Result<ExitCode, CommandError> {
    Err(CommandError::Usage(anyhow::anyhow!(
        "`{command}` is not in this version"
    )))
}

/// Runs on a thread whose stack is large enough for deep shaders.
fn on_large_stack(
    work: impl FnOnce() -> Result<ExitCode, CommandError> + Send + 'static,
) -> Result<ExitCode, CommandError> {
    let thread = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(anyhow::Error::from)?;
    thread.join().unwrap_or_else(|_| {
        Err(CommandError::Usage(anyhow::anyhow!(
            "the program ran into a fault of its own"
        )))
    })
}

/// Where the window's captures go, in the folder that it was started in.
const CAPTURES: &str = "captures";

/// Opens the window on a folder, on a file in its folder, or on a capture.
fn open_window(
    path: Option<&Path>,
    editor: Option<String>,
    fresh: bool,
    adapter: Option<String>,
    recent: log::LogBuffer,
) -> Result<ExitCode, CommandError> {
    let is_capture = |path: &&Path| path.is_file() && Format::of(path, false).is_some();
    let capture = path.filter(is_capture);
    let (origin, first) = match path.filter(|_| capture.is_none()) {
        Some(path) if path.is_file() => {
            let (origin, first) = folder::locate(path, None)?;
            (origin, Some(first))
        }
        path => (ShaderFolder::named(path), None),
    };
    let (folder, folder_name) = match &origin {
        ShaderFolder::Builtin => (None, origin.name()),
        ShaderFolder::Folder(folder) if folder.is_dir() => {
            let absolute = folder
                .canonicalize()
                .with_context(|| format!("cannot read the folder {folder:?}"))?;
            let name = absolute.file_name().unwrap_or(absolute.as_os_str());
            let name = name.to_string_lossy().into_owned();
            (Some(absolute), name)
        }
        ShaderFolder::Folder(path) => {
            return Err(neither(path.as_os_str()));
        }
    };
    memory::set_mmap_threshold();
    app::run(app::Options {
        folder,
        folder_name,
        first,
        capture: capture.map(Path::to_owned),
        captures: env::current_dir().unwrap_or_default().join(CAPTURES),
        adapter,
        recent,
        editor,
        fresh,
    })?;
    Ok(ExitCode::SUCCESS)
}
