//! Actions that the user requests in the window and the application carries out, since they need files, threads or the
//! GPU.

use std::path::PathBuf;
use std::sync::Arc;

use noise_playground::generator::{Address, Generator};
use noise_playground::preset::PresetEdit;
use noise_playground::source::{ModulePath, SourceLocation};

use super::dialogs::NewFile;
use super::source_edit::SourceEdit;

/// An action that the user requested in the window and the application carries out after the frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// User request: open a source location in the user's text editor.
    Open(SourceLocation),
    /// User request: open a generator's file in the user's text editor, at the generator's function.
    OpenGenerator(Address),
    /// User request: show a shader file in the system's file manager.
    Reveal(ModulePath),
    /// User request: copy the path of a shader file to the clipboard.
    CopyPath(ModulePath),
    /// User request: open another folder of shaders in this window; `None` for the built-in shaders.
    OpenFolder(Option<PathBuf>),
    /// User request: list the folders whose paths start with a typed path, for the dialog that opens a folder.
    ListFolders(String),
    /// User request: create a shader file from a template, and show its generator.
    NewFile(NewFile),
    /// User request: edit the presets in the preset file of a generator.
    EditPresets(Arc<Generator>, Box<PresetEdit>),
    /// User request: edit the text of a shader file, for example to change a default.
    EditSource(SourceEdit),
    /// User request: save a picture or data file (a capture) with the settings of the capture dialog.
    Capture,
    /// User request: save the analysis of the selected cell as a page in the folder of captures.
    SaveAnalysis,
    /// User request: cancel the running capture.
    CancelCapture,
    /// User request: copy the selected cell's picture to the clipboard.
    CopyPicture,
    /// User request: show the folder of captures in the system's file manager.
    OpenCaptures,
    /// User request: save captures into the folder with this path from now on.
    CaptureTo(String),
    /// User request: show a saved capture in the system's file manager.
    ShowCaptured(PathBuf),
    /// User request: close the window, and cancel the captures that are being saved.
    Close,
    /// User request: read these capture files, so that the user can restore the cells that they describe.
    Restore(Vec<PathBuf>),
    /// User request: run the generators of a quarantined file in spite of the previous crash or device loss.
    RunAnyway(ModulePath),
}
