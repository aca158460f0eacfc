//! Requests of the user that the application carries out, since they need files, threads or the GPU.

use std::path::PathBuf;
use std::sync::Arc;

use noise_playground::generator::{Address, Generator};
use noise_playground::preset::PresetEdit;
use noise_playground::source::{ModulePath, SourceLocation};

use super::dialogs::NewFile;
use super::source_edit::SourceEdit;

/// A user request that the application carries out after the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Open a source location in the author's editor.
    Open(SourceLocation),
    /// Open a generator's file in the author's editor, at the generator's function.
    OpenGenerator(Address),
    /// Show a file in the system's file manager.
    Reveal(ModulePath),
    /// Copy the path of a file to the clipboard.
    CopyPath(ModulePath),
    /// Open another folder in this window; `None` for the built-in shaders.
    OpenFolder(Option<PathBuf>),
    /// List the folders that complete a typed path, for the dialog that opens a folder.
    ListFolders(String),
    /// Create a shader file from a template, and show it.
    NewFile(NewFile),
    /// Change the preset file of a generator.
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    /// Change the text of a shader file.
    EditSource(SourceEdit),
    /// Capture with the settings of the capture dialog.
    Capture,
    /// Write a page with the analysis of the selected cell into the folder of captures.
    SaveAnalysis,
    /// Cancel the running capture.
    CancelCapture,
    /// Copy the selected cell's picture to the clipboard.
    CopyPicture,
    /// Show the folder of captures in the system's file manager.
    OpenCaptures,
    /// Read these capture files, so that the user can restore their cells.
    Restore(Vec<PathBuf>),
    /// Run the generators of a quarantined file in spite of the crash or device loss.
    RunAnyway(ModulePath),
}
