//! State of the modal dialogs that open a folder of shaders, create a shader file, or close the window.

use std::path::PathBuf;

/// The modal dialog that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    OpenFolder(FolderDialog),
    NewFile(NewFile),
    /// Dialog that asks whether to close the window while captures are being saved.
    Close,
}

/// State of the dialog in which the user types the path of a folder of shaders to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderDialog {
    /// Path that the user has typed in the dialog that opens a folder.
    pub(crate) path: String,
    /// Typed path for which the dialog last requested a listing of folders from the application; `None` before the
    /// first request.
    pub(crate) requested: Option<String>,
    /// Folders whose paths start with the typed path. The application lists them in the background.
    pub(crate) listing: FolderListing,
}

/// Result of listing folders for a path that the user is typing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FolderListing {
    /// Folders whose paths start with the path that the user is typing.
    pub(crate) folders: Vec<PathBuf>,
    /// The folder at exactly the typed path, which is the working directory for an empty path; `None` if it does not
    /// exist.
    pub(crate) typed: Option<TypedFolder>,
}

/// The existing folder whose path the user has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedFolder {
    /// Absolute path of the typed folder.
    pub(crate) path: PathBuf,
    /// Number of shader files directly in the typed folder.
    pub(crate) shaders: usize,
}

/// A shader file that the user wants to create: the contents of the dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NewFile {
    /// Path of the new file, relative to the folder; the extension may be left out.
    pub(crate) path: String,
    /// Index of the template whose text the new file gets.
    pub(crate) template: usize,
    /// Reason why the last attempt to create the file failed, as text; `None` before the first attempt.
    pub(crate) error: Option<String>,
}
