//! The live-reloading shader playground for noise research: arguments → one command; exit codes.

mod args;
mod commands;
mod failure;
mod folder;
mod tile;
mod ui;
mod workbench;

use std::process::ExitCode;

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
    let Arguments { command, folder, global } = arguments;
    match command {
        Some(command) => on_large_stack(move || headless(command, &global)),
        None => todo(folder),
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
    Err(Failure::Call(anyhow::anyhow!("`{command}` is not in this version")))
}

/// Runs on a thread whose stack is large enough for deep shaders.
fn on_large_stack(
    work: impl FnOnce() -> Result<ExitCode, Failure> + Send + 'static,
) -> Result<ExitCode, Failure> {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).map_err(anyhow::Error::from)?;
    thread.join().unwrap_or_else(|_| Err(Failure::Call(anyhow::anyhow!("the program ran into a fault of its own"))))
}

fn todo(_folder: std::path::PathBuf) -> Result<ExitCode, Failure> {
    Ok(ExitCode::SUCCESS)
}
