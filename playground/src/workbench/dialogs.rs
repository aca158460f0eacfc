//! The dialogs for folders and new files.

use std::path::PathBuf;

/// The open dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    OpenFolder(FolderDialog),
    NewFile(NewFile),
}

/// State of the dialog that opens a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderDialog {
    /// The typed path.
    pub(crate) path: String,
    /// The path for which `folders` was requested last; `None` before the first request.
    pub(crate) requested: Option<String>,
    /// Folders that complete the path. Written by the application.
    pub(crate) folders: Vec<PathBuf>,
}

/// A shader file to create.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NewFile {
    /// Path relative to the folder; the extension may be left out.
    pub(crate) path: String,
    /// Index of the template.
    pub(crate) template: usize,
    /// The reason why the file could not be created; `None` before the first attempt.
    pub(crate) error: Option<String>,
}
