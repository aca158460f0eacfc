//! `playground lsp`: the arguments of the language server.

use std::fs::File;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// File for the log; without it, nothing is logged.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Use standard input and output, which is always the case; several editors pass this option.
    #[arg(long, hide = true)]
    stdio: bool,
}

impl LspArgs {
    /// Creates the log file. Fails if it cannot be written.
    pub(crate) fn log_file(&self) -> anyhow::Result<Option<File>> {
        let create = |path| File::create(path).with_context(|| format!("cannot write {path:?}"));
        self.log.as_ref().map(create).transpose()
    }
}
