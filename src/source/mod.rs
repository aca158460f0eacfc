//! Shader files: their texts, locations in them, and the folder that contains them.

pub mod builtin;
pub(crate) mod explain;
mod extension;
mod field_source;
mod file;
mod input_file;
pub mod link;
pub(crate) mod nesting;
mod root;
mod source_map;
mod stamp;
mod tree;

pub use crate::wgsl::features::Features;
pub use crate::wgsl::location::{LineColumn, ModulePath, SourceLocation};
pub use extension::{is_input_file, is_shader};
pub use field_source::{FieldSource, FieldSourceError, FileDigest, FileReading, FileSource};
pub(crate) use file::{Import, SyntaxError, Translation};
pub use file::{MAX_FILE_BYTES, Source};
pub use input_file::{InputField, InputFile, InputKey};
pub use root::{MAX_LEVELS, root_of_file, root_of_folder};
pub(crate) use source_map::SourceMap;
pub(crate) use tree::IMPORT_PATHS;
pub use tree::{FieldSources, MAX_FILES, SourceTree};
