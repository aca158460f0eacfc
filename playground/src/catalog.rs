//! Generators and files as the compile thread and the window name them. Plain data below both.

use std::sync::Arc;

use noise_playground::generator::{Address, Domain, Generator, Returns};
use noise_playground::source::{Features, FieldSource, FieldSources, ModulePath, SourceTree};
use serde::{Deserialize, Serialize};

/// The generator that a new session shows first, if the folder has it: a built-in one that is fast on every adapter
/// and has presets.
pub(crate) const STARTER_GENERATOR: &str = "generators/swiss.wgsl";

/// A line in the list of generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// The file's title for a main generator, otherwise the name of the function.
    pub(crate) title: String,
    /// True for the main generator of its file.
    pub(crate) main: bool,
    pub(crate) kind: EntryKind,
    /// True if the file, or a file that it imports, does not compile.
    pub(crate) error: bool,
}

/// The kind of a generator, which selects its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// Values on a plane.
    Plane,
    /// Values in a volume.
    Volume,
    Color,
    /// A grid program.
    Grid,
    /// The file has never compiled.
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
    /// First word of its path: `package` for the folder, `playground` for the built-in library.
    pub(crate) package: &'static str,
    pub(crate) file: ModulePath,
    pub(crate) function: String,
}

impl ImportEntry {
    /// Returns the line that imports the function.
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

/// Refers to a generator, with the source text to use.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GeneratorRef {
    /// Follows the file as it changes.
    Live(Address),
    /// Pinned to a source text.
    Pinned(Arc<GeneratorSnapshot>),
    /// One of the others, with features that the values of a cell set.
    Featured(Box<Self>, Features),
    /// One of the others, with sources of its field inputs that the values of a cell set.
    Filled(Box<Self>, FieldSources),
    /// One of the others, with a value inside of it in place of its result, in the notation of `--stage`.
    Staged(Box<Self>, String),
    /// One of the others, with the pipeline for one group of the values inside of it. A [`Self::Staged`] is drawn by the
    /// pipeline of the group that has its value.
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

    /// Returns the file that is followed; `None` if pinned.
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

    /// Returns the snapshot that the generator is pinned to; `None` if it follows its file.
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

    /// Returns the value that is shown in place of the result; `None` for the result.
    pub(crate) fn stage(&self) -> Option<&str> {
        match self {
            Self::Live(_) | Self::Pinned(_) => None,
            Self::Filled(inner, _) | Self::Featured(inner, _) | Self::Tapped(inner, _) => {
                inner.stage()
            }
            Self::Staged(_, stage) => Some(stage),
        }
    }

    /// Returns the reference with this value in place of the result, or with the result for `None`.
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

    /// Returns the generator itself, without a value inside of it.
    pub(crate) fn result(&self) -> Self {
        match self {
            Self::Tapped(inner, _) => inner.result(),
            _ => self.clone().with_stage(None),
        }
    }

    /// Returns the reference to a group of the values inside of this generator.
    pub(crate) fn tapped(&self, group: u32) -> Self {
        Self::Tapped(Box::new(self.result()), group)
    }

    /// Returns true for a group of the values inside of a generator.
    pub(crate) fn is_tapped(&self) -> bool {
        matches!(self, Self::Tapped(..))
    }

    /// Returns the reference with these sources of field inputs.
    pub(crate) fn with_sources(self, sources: FieldSources) -> Self {
        match sources.is_empty() {
            true => self,
            false => Self::Filled(Box::new(self), sources),
        }
    }

    /// Returns the paths of the sources that values of a cell set.
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
    /// Paths and texts of the files, the generator's own first.
    pub(crate) texts: Vec<(ModulePath, String)>,
}

impl GeneratorSnapshot {
    /// Returns the snapshot of a generator and of those that fill its field inputs, as they were linked.
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

    /// Returns the files of a folder with those of the snapshot in their place.
    pub(crate) fn tree(&self, folder: &SourceTree) -> SourceTree {
        folder.with_texts(&self.texts)
    }
}
