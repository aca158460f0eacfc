//! Generators and files as the compile thread and the window name them. Plain data, used by both.

use std::sync::Arc;

use noise_playground::generator::{Address, Domain, Generator, Returns};
use noise_playground::source::{Features, FieldSource, FieldSources, ModulePath, SourceTree};
use serde::{Deserialize, Serialize};

/// Path of the generator that is shown first without a session, if the folder has it: a built-in one that is fast on
/// every adapter and has presets.
pub(crate) const STARTER_GENERATOR: &str = "generators/swiss.wgsl";

/// A line in the list of generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// The file's title for a main generator, otherwise the name of the function.
    pub(crate) title: String,
    /// True if this is the main generator of its file.
    pub(crate) main: bool,
    pub(crate) kind: EntryKind,
    /// True if the file, or a file that it imports, does not compile.
    pub(crate) error: bool,
}

/// The kind of a generator, which selects its icon in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// Function of a position in the plane that returns values.
    Plane,
    /// Function of a position in a volume that returns values.
    Volume,
    /// Function that returns colors.
    Color,
    /// A grid program.
    Grid,
    /// Not known, since the file has never compiled.
    Unknown,
}

impl EntryKind {
    pub(crate) fn of(generator: &Generator) -> Self {
        match (generator.returns, generator.domain) {
            (Returns::Color, _) => Self::Color,
            (_, Domain::Plane) => Self::Plane,
            (_, Domain::Volume | Domain::VolumeTime) => Self::Volume,
            (_, Domain::Grid) => Self::Grid,
        }
    }
}

/// A function that other files can import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportEntry {
    /// First component of the function's import path: `package` for the folder, `playground` for the built-in library.
    pub(crate) package: &'static str,
    pub(crate) file: ModulePath,
    pub(crate) function: String,
}

impl ImportEntry {
    /// Returns the import statement of the function, as in `import package::noise::value;`.
    pub(crate) fn statement(&self) -> String {
        let module = self.file.components().join("::");
        format!("import {}::{module}::{};", self.package, self.function)
    }
}

/// A quarantined file: its generators do not run because one of them was running at a crash or device loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quarantined {
    pub(crate) file: ModulePath,
    /// The reason, as a clause: `was running when …`.
    pub(crate) why: String,
}

/// Identifies a generator and the source text that it is compiled from: the key of pipelines and pictures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GeneratorRef {
    /// The generator at an address, compiled from the present text of its file.
    Live(Address),
    /// A generator compiled from the text in a snapshot, whatever its file has become.
    Pinned(Arc<GeneratorSnapshot>),
    /// Another reference, compiled with the features that the values of a cell set.
    Featured(Box<Self>, Features),
    /// Another reference, with the sources of its field inputs that the values of a cell set.
    Filled(Box<Self>, FieldSources),
    /// Another reference, which returns a value inside of the generator in place of its result. The value is in the
    /// notation of `--stage`.
    Staged(Box<Self>, String),
    /// Another reference, compiled so that a pipeline can return any value of one group of the values inside of the
    /// generator. A [`Self::Staged`] is drawn by the pipeline of the group that has its value.
    Tapped(Box<Self>, u32),
}

impl GeneratorRef {
    /// Returns the generator's address in its folder.
    pub(crate) fn address(&self) -> &Address {
        match self {
            Self::Live(address) => address,
            Self::Pinned(snapshot) => &snapshot.address,
            Self::Filled(inner, _)
            | Self::Featured(inner, _)
            | Self::Staged(inner, _)
            | Self::Tapped(inner, _) => inner.address(),
        }
    }

    /// Returns the file whose present text is compiled; `None` for a pinned generator.
    pub(crate) fn live_file(&self) -> Option<&ModulePath> {
        match self {
            Self::Live(address) => Some(&address.file),
            Self::Pinned(_) => None,
            Self::Filled(inner, _)
            | Self::Featured(inner, _)
            | Self::Staged(inner, _)
            | Self::Tapped(inner, _) => inner.live_file(),
        }
    }

    /// Returns the snapshot that the generator is pinned to; `None` if it is compiled from its file.
    pub(crate) fn snapshot(&self) -> Option<&Arc<GeneratorSnapshot>> {
        match self {
            Self::Live(_) => None,
            Self::Pinned(snapshot) => Some(snapshot),
            Self::Filled(inner, _)
            | Self::Featured(inner, _)
            | Self::Staged(inner, _)
            | Self::Tapped(inner, _) => inner.snapshot(),
        }
    }

    /// Returns the inner value that is returned in place of the generator's result, in the notation of `--stage`;
    /// `None` for the result.
    pub(crate) fn stage(&self) -> Option<&str> {
        match self {
            Self::Live(_) | Self::Pinned(_) => None,
            Self::Filled(inner, _) | Self::Featured(inner, _) | Self::Tapped(inner, _) => {
                inner.stage()
            }
            Self::Staged(_, stage) => Some(stage),
        }
    }

    /// Returns the reference with this inner value in place of the generator's result; with the result for `None`.
    pub(crate) fn with_stage(self, stage: Option<String>) -> Self {
        match (self, stage) {
            (Self::Staged(inner, _), stage) => inner.with_stage(stage),
            (Self::Filled(inner, sources), stage) => {
                Self::Filled(Box::new(inner.with_stage(stage)), sources)
            }
            (Self::Featured(inner, features), stage) => {
                Self::Featured(Box::new(inner.with_stage(stage)), features)
            }
            (inner, Some(stage)) => Self::Staged(Box::new(inner), stage),
            (inner, None) => inner,
        }
    }

    /// Returns the reference to the generator's result, without an inner value or a group of them.
    pub(crate) fn result(&self) -> Self {
        match self {
            Self::Tapped(inner, _) => inner.result(),
            _ => self.clone().with_stage(None),
        }
    }

    /// Returns the reference to the pipeline for one group of the values inside of this generator.
    pub(crate) fn tapped(&self, group: u32) -> Self {
        Self::Tapped(Box::new(self.result()), group)
    }

    /// Returns true if this refers to the pipeline for a group of inner values.
    pub(crate) fn is_tapped(&self) -> bool {
        matches!(self, Self::Tapped(..))
    }

    /// Returns the reference with these sources of the generator's field inputs.
    pub(crate) fn with_sources(self, sources: FieldSources) -> Self {
        match sources.is_empty() {
            true => self,
            false => Self::Filled(Box::new(self), sources),
        }
    }

    /// Returns the reference without the sources of field inputs and the features that values set.
    pub(crate) fn without_values(&self) -> Self {
        match self {
            Self::Filled(inner, _) | Self::Featured(inner, _) => inner.without_values(),
            Self::Live(_) | Self::Pinned(_) | Self::Staged(..) | Self::Tapped(..) => self.clone(),
        }
    }

    /// Returns the paths of the files that fill field inputs, as the values of a cell set them.
    pub(crate) fn source_paths(&self) -> Vec<ModulePath> {
        match self {
            Self::Live(_) | Self::Pinned(_) => Vec::new(),
            Self::Featured(inner, _) | Self::Staged(inner, _) | Self::Tapped(inner, _) => {
                inner.source_paths()
            }
            Self::Filled(inner, sources) => {
                let paths = sources.values().map(FieldSource::path);
                paths.chain(inner.source_paths()).collect()
            }
        }
    }

    /// Returns the reference with these features set.
    pub(crate) fn with_features(self, features: Features) -> Self {
        match features.is_empty() {
            true => self,
            false => Self::Featured(Box::new(self), features),
        }
    }
}

/// A generator with the source text of all files that it needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GeneratorSnapshot {
    pub(crate) address: Address,
    /// Paths and texts of all files that the generator is linked from; its own file is first.
    pub(crate) texts: Vec<(ModulePath, String)>,
}

impl GeneratorSnapshot {
    /// Returns a snapshot of the texts that a generator, and the generators that fill its field inputs, were linked
    /// from.
    pub(crate) fn new(address: &Address, generator: &Generator) -> Self {
        let fed = generator.sources();
        let fed = fed.iter().flat_map(|source| &source.linked.sources);
        let mut texts: Vec<(ModulePath, String)> = Vec::new();
        for source in generator.linked.sources.iter().chain(fed) {
            if texts.iter().all(|(path, _)| *path != source.path) {
                texts.push((source.path.clone(), source.text.clone()));
            }
        }
        Self {
            address: address.clone(),
            texts,
        }
    }

    /// Returns a folder's files, with the snapshot's texts in place of those of the same paths.
    pub(crate) fn tree(&self, folder: &SourceTree) -> SourceTree {
        folder.with_texts(&self.texts)
    }
}
