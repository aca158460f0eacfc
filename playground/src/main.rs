//! The live-reloading shader playground for noise research: arguments → one command; exit codes.

mod app;
mod args;
mod commands;
mod compiler;
mod editor;
mod failure;
mod folder;
mod tile;
mod ui;
mod watch;
mod window;
mod workbench;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Parser as _;

use args::{Arguments, Command};
use failure::Failure;

/// Stack for work that parses: naga and the linker recurse over what they read.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run(arguments).unwrap_or_else(|failure| failure.report())
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    if arguments.global.list_adapters {
        for name in noise_playground::gpu::adapter_names() {
            println!("{name}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Arguments {
        command,
        folder,
        editor,
        global,
    } = arguments;
    match command {
        Some(command) => on_large_stack(move || headless(command, &global)),
        None => open_window(&folder, editor, global.adapter),
    }
}

fn headless(command: Command, global: &args::Global) -> Result<ExitCode, Failure> {
    match command {
        Command::Check(check) => commands::check(&check),
        Command::List(list) => commands::list(&list),
        Command::Params(params) => commands::params(&params),
        Command::Render(render) => commands::render(&render, global),
        Command::Sweep(_) => not_yet("sweep"),
        Command::Compare(_) => not_yet("compare"),
        Command::Analyze(_) => not_yet("analyze"),
    }
}

fn not_yet(command: &str) -> Result<ExitCode, Failure> {
    Err(Failure::Call(anyhow::anyhow!(
        "`{command}` is not in this version"
    )))
}

/// Runs on a thread whose stack is large enough for deep shaders.
fn on_large_stack(
    work: impl FnOnce() -> Result<ExitCode, Failure> + Send + 'static,
) -> Result<ExitCode, Failure> {
    let thread = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(anyhow::Error::from)?;
    thread.join().unwrap_or_else(|_| {
        Err(Failure::Call(anyhow::anyhow!(
            "the program ran into a fault of its own"
        )))
    })
}

/// Opens the window on a folder, or on a file in its folder.
fn open_window(
    path: &Path,
    editor: Option<String>,
    adapter: Option<String>,
) -> Result<ExitCode, Failure> {
    let (folder, first) = if path.is_dir() {
        let folder = path
            .canonicalize()
            .with_context(|| format!("cannot read the folder {path:?}"))?;
        (folder, None)
    } else if path.is_file() {
        let (folder, first) = folder::locate(path, None)?;
        (folder, Some(first))
    } else {
        return Err(
            anyhow!("{path:?} is neither a command nor a folder; see `playground --help`").into(),
        );
    };
    let folder_name = folder
        .file_name()
        .map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    let folder_name = folder_name.into_owned();
    app::run(app::Options {
        folder,
        folder_name,
        first,
        adapter,
        editor,
    })?;
    Ok(ExitCode::SUCCESS)
}
