//! `playground at`: sends the cursor of a text editor to the open windows, which show the value there.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Args;
use noise_playground::subject::view_setting::SettingError;

use crate::process::error::CommandError;
use crate::process::window_socket::{CursorMessage, CursorReply};

#[derive(Debug, Args)]
pub(crate) struct AtArgs {
    /// Location of the cursor: FILE:LINE or FILE:LINE:COLUMN, from 1. On no value, the nearest above in the function is
    /// shown.
    #[arg(value_parser = location)]
    pub(crate) location: Location,
}

/// Fails unless at least one window of the same user shows the value.
pub(crate) fn at(arguments: &AtArgs) -> Result<ExitCode, CommandError> {
    let Location { path, line, column } = &arguments.location;
    let file = dunce::canonicalize(path).with_context(|| format!("cannot read {path:?}"))?;
    let message = CursorMessage { file, line: *line, column: *column };
    let replies = send_to_windows(&message)?;
    if replies.iter().any(Result::is_ok) {
        return Ok(ExitCode::SUCCESS);
    }
    let mut reasons: Vec<String> = replies.into_iter().filter_map(Result::err).collect();
    reasons.sort();
    reasons.dedup();
    Err(if reasons.is_empty() {
        anyhow!("no window is open; start one with `playground FOLDER`")
    } else {
        anyhow!("{}", reasons.join("; "))
    }
    .into())
}

/// Place of a cursor, with line and column from 1.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    path: PathBuf,
    line: usize,
    column: Option<usize>,
}

/// Parses `FILE:LINE[:COLUMN]`.
fn location(text: &str) -> Result<Location, SettingError> {
    let wrong = || SettingError::of_text(text, "is not FILE:LINE[:COLUMN], with numbers from 1");
    let number = |text: &str| text.parse().ok().filter(|number: &usize| *number > 0);
    let (rest, last) = text.rsplit_once(':').ok_or_else(wrong)?;
    let last = number(last).ok_or_else(wrong)?;
    let (file, line, column) = match rest.rsplit_once(':') {
        Some((file, line)) if number(line).is_some() => (file, number(line), Some(last)),
        _ => (rest, Some(last), None),
    };
    Ok(Location { path: file.into(), line: line.ok_or_else(wrong)?, column })
}

#[cfg(unix)]
fn send_to_windows(message: &CursorMessage) -> Result<Vec<CursorReply>, CommandError> {
    let replies = crate::process::window_socket::send_to_windows(message);
    Ok(replies.context("cannot find the windows")?)
}

#[cfg(not(unix))]
fn send_to_windows(_message: &CursorMessage) -> Result<Vec<CursorReply>, CommandError> {
    Err(anyhow!("`playground at` needs Unix sockets, which this system does not have").into())
}
