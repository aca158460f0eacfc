//! Actions that the window requests and the application carries out, since they need files, threads or the GPU.

use std::path::PathBuf;
use std::sync::Arc;

use noise_playground::generator::{Address, Generator};
use noise_playground::source::{ModulePath, SourceLocation};
use noise_playground::subject::preset::PresetEdit;

use super::dialogs::NewFile;
use super::source_edit::SourceEdit;

/// Carried out after the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Opens a location in the user's editor.
    Open(SourceLocation),
    /// Opens the generator's file in the user's editor, at its function.
    OpenGenerator(Address),
    /// Shows the file in the system's file manager.
    Reveal(ModulePath),
    CopyPath(ModulePath),
    /// `None` for the built-in shaders.
    OpenFolder(Option<PathBuf>),
    /// Lists the folders whose paths start with the typed one.
    ListFolders(String),
    /// Creates a file and shows its generator.
    NewFile(NewFile),
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    EditSource(SourceEdit),
    /// Saves a capture with the settings of the capture dialog.
    Capture,
    /// Saves the analysis of the selected cell as a page.
    SaveAnalysis,
    CancelCapture,
    CopyPicture,
    /// Shows the folder of captures in the system's file manager.
    OpenCaptures,
    /// Saves captures into this folder from now on.
    CaptureTo(String),
    /// Shows a capture in the system's file manager.
    ShowCaptured(PathBuf),
    /// Closes the window, and cancels running captures.
    Close,
    /// Reads captures, so that the user can restore their cells.
    Restore(Vec<PathBuf>),
    /// Runs a quarantined file.
    RunAnyway(ModulePath),
}
