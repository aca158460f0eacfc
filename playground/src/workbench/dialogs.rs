//! State of the dialogs that open a folder or create a file.

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
    /// The path for which the application was last asked for a listing; `None` before the first request.
    pub(crate) requested: Option<String>,
    /// The folders whose paths start with the path that the user has typed. The application lists them in the
    /// background.
    pub(crate) listing: FolderListing,
}

/// Folders near a typed path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderListing {
    /// Folders that complete the path.
    pub(crate) folders: Vec<PathBuf>,
    /// The folder of this path, which is the working directory for an empty one; `None` if there is none.
    pub(crate) typed: Option<TypedFolder>,
}

/// The folder whose path is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedFolder {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// Number of shader files directly in it.
    pub(crate) shaders: usize,
}

/// A shader file to create.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NewFile {
    /// Path relative to the folder; the extension may be left out.
    pub(crate) path: String,
    /// Index of the template whose text the file gets.
    pub(crate) template: usize,
    /// The reason why the last attempt to create the file failed; `None` before the first attempt.
    pub(crate) error: Option<String>,
}
