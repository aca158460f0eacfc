//! State of the modal dialogs.

use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    OpenFolder(FolderDialog),
    NewFile(NewFile),
    /// Asks whether to close the window while captures are being saved.
    Close,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderDialog {
    pub(crate) path: String,
    /// Path for which the application last listed folders.
    pub(crate) requested: Option<String>,
    /// Folders that complete the path, listed in the background.
    pub(crate) listing: FolderListing,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderListing {
    pub(crate) folders: Vec<PathBuf>,
    /// Folder at exactly the typed path, which is the working directory for an empty path.
    pub(crate) typed: Option<TypedFolder>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedFolder {
    pub(crate) path: PathBuf,
    /// Number of shader files directly in the folder.
    pub(crate) shaders: usize,
}

/// Contents of the dialog that creates a shader file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NewFile {
    /// Relative to the folder; the extension may be left out.
    pub(crate) path: String,
    pub(crate) template: usize,
    /// Why the last attempt failed.
    pub(crate) error: Option<String>,
}
