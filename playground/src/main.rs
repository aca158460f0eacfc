//! The live-reloading shader playground for noise research: parses the arguments and runs one command, or the window.

mod app;
mod args;
mod catalog;
mod commands;
mod compiler;
mod documents;
mod lsp;
mod process;
mod sheets;
mod ui;
mod window;
mod workbench;

use std::env;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};
use noise_playground::subject::view_setting::SettingError;
use noise_playground::wgsl::suggest::did_you_mean;

use commands::Arguments;
use documents::captures;
use documents::folder::{self, ShaderFolder};
use process::error::CommandError;
use process::{environment, log, memory};

/// Stack size in bytes of threads that compile: naga and the linker recurse over nested source text.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    environment::set_missing_runtime_dir();
    if env::args_os().skip(1).eq(["help", "manual"]) {
        return commands::manual::manual().unwrap_or_else(|error| error.print());
    }
    match Arguments::try_parse() {
        Ok(arguments) => run(arguments).unwrap_or_else(|error| error.print()),
        Err(error) => {
            usage_error(&error).map_or_else(|| print_usage(&error), |usage| usage.print())
        }
    }
}

/// Returns this program's own message in place of that of `clap`; `None` if there is none.
fn usage_error(error: &clap::Error) -> Option<CommandError> {
    let mistyped = || Some(unknown_argument(&mistyped_command(error)?));
    mistyped().or_else(|| missing_command(error)).or_else(|| invalid_value(error))
}

/// Prints help on the standard output, and other errors like this program's own.
fn print_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    log::print_stderr(error.render().to_string().trim_end());
    ExitCode::from(2)
}

/// Returns the message about a command's option after a file, as in `playground a.wgsl --size 12`; `None` for others.
fn missing_command(error: &clap::Error) -> Option<CommandError> {
    let named = env::args_os().nth(1).filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let long = option.strip_prefix("--")?;
    let commands = Arguments::command();
    let has_option = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(long))
    };
    let is_command = commands.get_subcommands().any(|command| command.get_name() == named);
    let mut with_option: Vec<&str> =
        commands.get_subcommands().filter(has_option).map(clap::Command::get_name).collect();
    with_option.sort_by_key(|name| *name != "render");
    let command = with_option.first().filter(|_| !is_command)?;
    let named = named.to_string_lossy();
    let named = if named.contains(' ') { format!("{named:?}") } else { named.into_owned() };
    Some(
        anyhow!("{option} is not an option of the window; did you mean `playground {command} {named} {option} …`?")
            .into(),
    )
}

/// Returns the message of a value parser about its option; `None` for other errors.
fn invalid_value(error: &clap::Error) -> Option<CommandError> {
    let source = error.source().filter(|_| error.kind() == ErrorKind::ValueValidation)?;
    let Some(ContextValue::String(usage)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let option = usage.split(' ').next().unwrap_or_default();
    Some(match source.downcast_ref::<SettingError>() {
        Some(error) => anyhow!(error.about(option)).into(),
        None => anyhow!("{option}: {source}").into(),
    })
}

/// Returns the first argument if it is probably a mistyped command, which `clap` takes for the folder.
fn mistyped_command(error: &clap::Error) -> Option<OsString> {
    let is_command = |name: &OsStr| {
        let commands = Arguments::command();
        commands.get_subcommands().any(|command| command.get_name() == name)
    };
    let is_option = |name: &OsStr| name.as_encoded_bytes().starts_with(b"-");
    let typed = env::args_os().nth(1).filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let is_known = is_command(&typed) || is_option(&typed) || Path::new(&typed).exists();
    (!is_known).then_some(typed)
}

fn unknown_argument(typed: &OsStr) -> CommandError {
    let commands = Arguments::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let hint = did_you_mean(&typed.to_string_lossy(), names);
    anyhow!("{typed:?} is neither a command nor a folder{hint}; see `playground --help`").into()
}

fn run(arguments: Arguments) -> Result<ExitCode, CommandError> {
    let server = arguments.command.as_ref().and_then(commands::Command::language_server);
    let log = match server {
        Some(server) => log::install_for_server(&arguments.global, server.log_file()?),
        None => log::install(&arguments.global, arguments.command.is_none()),
    };
    if arguments.command.is_some() && server.is_none() {
        memory::keep_freed_arrays();
    }
    if arguments.global.list_adapters {
        for name in noise_playground::gpu::adapter_names() {
            commands::print(&name)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Arguments { command, folder, editor, fresh, global } = arguments;
    match command {
        Some(_) if folder.is_some() || editor.is_some() || fresh => Err(anyhow!(
            "a folder, --editor and --fresh apply to the window: they cannot precede a command"
        )
        .into()),
        Some(command) => on_large_stack(move || command.run(&global)),
        None => open_window(folder.as_deref(), editor, fresh, global.adapter, log),
    }
}

/// Calls `work` on a thread with a stack for deeply nested shaders.
fn on_large_stack(
    work: impl FnOnce() -> Result<ExitCode, CommandError> + Send + 'static,
) -> Result<ExitCode, CommandError> {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
    thread.join().unwrap_or_else(|_| Err(CommandError::Usage(anyhow::anyhow!("internal error"))))
}

/// `path` is a folder, a file in its folder, or a capture. Returns when the window is closed.
fn open_window(
    path: Option<&Path>,
    editor: Option<String>,
    fresh: bool,
    adapter: Option<String>,
    log: log::LogBuffer,
) -> Result<ExitCode, CommandError> {
    let is_capture = |path: &&Path| path.is_file() && documents::captured::has_extension(path);
    let capture = path.filter(is_capture);
    let (shaders, initial) = match path.filter(|_| capture.is_none()) {
        Some(path) if path.is_file() => {
            let (shaders, initial) = folder::locate(path, None)?;
            shaders.log_if_above(initial.as_str());
            (shaders, Some(initial))
        }
        path => (ShaderFolder::named(path), None),
    };
    let opened = match &shaders {
        ShaderFolder::Builtin => None,
        ShaderFolder::Folder(folder) => Some(std::path::absolute(folder)?),
    };
    let (folder, folder_name) = match &shaders {
        ShaderFolder::Builtin => (None, shaders.name()),
        ShaderFolder::Folder(folder) if folder.is_dir() => {
            let absolute = dunce::canonicalize(folder)
                .with_context(|| format!("cannot read the folder {folder:?}"))?;
            let name = absolute.file_name().unwrap_or(absolute.as_os_str());
            let name = name.to_string_lossy().into_owned();
            (Some(absolute), name)
        }
        ShaderFolder::Folder(path) => {
            return Err(unknown_argument(path.as_os_str()));
        }
    };
    memory::set_mmap_threshold();
    app::run(app::Options {
        folder,
        opened,
        folder_name,
        initial,
        capture: capture.map(Path::to_owned),
        captures: captures::default_folder(),
        adapter,
        log,
        editor,
        fresh,
    })?;
    Ok(ExitCode::SUCCESS)
}
