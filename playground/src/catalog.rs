//! Types by which the compile thread and the window refer to generators and shader files. Plain data, used by both.

use std::sync::Arc;

use noise_playground::generator::{Address, Domain, Generator, Returns};
use noise_playground::source::{Features, FieldSource, FieldSources, ModulePath, SourceTree};
use serde::{Deserialize, Serialize};

/// Path of the generator that is shown at the first start, when there is no session, if the folder contains it. It is
/// built in, fast on every graphics adapter, and has presets.
pub(crate) const STARTER_GENERATOR: &str = "generators/swiss.wgsl";

/// One generator in the list of generators that the window shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// Title of the generator in the list: the file's title for a main generator, otherwise the name of the function.
    pub(crate) title: String,
    /// True if this is the main generator of its file.
    pub(crate) main: bool,
    pub(crate) kind: EntryKind,
    /// True if the generator's file, or a file that it imports, does not compile.
    pub(crate) error: bool,
}

/// Kind of a generator, which selects its icon in the list of generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// Kind of generator: a function of a position in the plane that returns values.
    Plane,
    /// Kind of generator: a function of a position in a volume that returns values.
    Volume,
    /// Kind of generator: a function that returns colors.
    Color,
    /// Kind of generator: a grid program, made of compute passes.
    Grid,
    /// Unknown kind of generator, since its file has never compiled.
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

/// A function that other shader files can import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportEntry {
    /// First component of the function's import path: `package` for the user's folder, `playground` for the built-in
    /// library.
    pub(crate) package: &'static str,
    pub(crate) file: ModulePath,
    pub(crate) function: String,
}

impl ImportEntry {
    /// Returns the import statement for the function, such as `import package::noise::value;`.
    pub(crate) fn statement(&self) -> String {
        let module = self.file.components().join("::");
        format!("import {}::{module}::{};", self.package, self.function)
    }
}

/// A quarantined shader file: its generators do not run, because one of them was running at a crash or device loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quarantined {
    pub(crate) file: ModulePath,
    /// Reason for the quarantine of the file, as a clause: `was running when …`.
    pub(crate) why: String,
}

/// Identifies a generator and the source text that it is compiled from. It is the key by which pipelines and pictures
/// are stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GeneratorRef {
    /// Refers to the generator at an address, compiled from the present text of its file.
    Live(Address),
    /// Refers to a generator compiled from the source text in a snapshot, even if its file has changed since.
    Pinned(Arc<GeneratorSnapshot>),
    /// Refers to the same generator as another reference, compiled with the features that the control values of a
    /// compared cell select.
    Featured(Box<Self>, Features),
    /// Refers to the same generator as another reference, compiled with the sources that the control values of a
    /// compared cell select for its field inputs.
    Filled(Box<Self>, FieldSources),
    /// Refers to the same generator as another reference, compiled to return a value computed inside it in place of its
    /// result. The text identifies the value in the notation of `--stage`.
    Staged(Box<Self>, String),
    /// Refers to the same generator as another reference, compiled so that one pipeline can return any of the inner
    /// values in one group, given by its index. The pipeline also renders each [`Self::Staged`] whose value is in the
    /// group.
    Tapped(Box<Self>, u32),
}

impl GeneratorRef {
    /// Returns the address of the generator in its folder.
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

    /// Returns the file whose present text the generator is compiled from; `None` for a pinned generator.
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

    /// Returns the snapshot of source text that the generator is pinned to; `None` if it is compiled from its file.
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

    /// Returns the inner value, in the notation of `--stage`, that the generator is compiled to return; `None` if it
    /// returns its result.
    pub(crate) fn stage(&self) -> Option<&str> {
        match self {
            Self::Live(_) | Self::Pinned(_) => None,
            Self::Filled(inner, _) | Self::Featured(inner, _) | Self::Tapped(inner, _) => {
                inner.stage()
            }
            Self::Staged(_, stage) => Some(stage),
        }
    }

    /// Returns a reference to the same generator, compiled to return an inner value in place of its result. `stage` is
    /// the value in the notation of `--stage`; `None` for the result.
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

    /// Returns a reference to the same generator, compiled to return its result instead of an inner value or one of a
    /// group.
    pub(crate) fn result(&self) -> Self {
        match self {
            Self::Tapped(inner, _) => inner.result(),
            _ => self.clone().with_stage(None),
        }
    }

    /// Returns a reference to the same generator, compiled so that one pipeline can return any inner value of a group.
    pub(crate) fn tapped(&self, group: u32) -> Self {
        Self::Tapped(Box::new(self.result()), group)
    }

    /// Returns true if the generator is compiled so that one pipeline can return any inner value of a group.
    pub(crate) fn is_tapped(&self) -> bool {
        matches!(self, Self::Tapped(..))
    }

    /// Returns a reference to the same generator, compiled with these sources of its field inputs.
    pub(crate) fn with_sources(self, sources: FieldSources) -> Self {
        match sources.is_empty() {
            true => self,
            false => Self::Filled(Box::new(self), sources),
        }
    }

    /// Returns a reference to the same generator, compiled without the features and the sources of field inputs that
    /// control values select.
    pub(crate) fn without_values(&self) -> Self {
        match self {
            Self::Filled(inner, _) | Self::Featured(inner, _) => inner.without_values(),
            Self::Live(_) | Self::Pinned(_) | Self::Staged(..) | Self::Tapped(..) => self.clone(),
        }
    }

    /// Returns the paths of the files, shaders or data files, that the control values of a compared cell select as
    /// sources of the generator's field inputs.
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

    /// Returns a reference to the same generator, compiled with these features.
    pub(crate) fn with_features(self, features: Features) -> Self {
        match features.is_empty() {
            true => self,
            false => Self::Featured(Box::new(self), features),
        }
    }
}

/// A snapshot of a generator: its address, with the source text of all files that it is linked from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GeneratorSnapshot {
    pub(crate) address: Address,
    /// Paths and source texts of all files that the generator is linked from; its own file is first.
    pub(crate) texts: Vec<(ModulePath, String)>,
}

impl GeneratorSnapshot {
    /// Returns a snapshot of the source texts that a generator, and the generators that fill its field inputs, were
    /// linked from.
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

    /// Returns a copy of a folder's files, in which the texts of the snapshot replace those at the same paths.
    pub(crate) fn tree(&self, folder: &SourceTree) -> SourceTree {
        folder.with_texts(&self.texts)
    }
}
