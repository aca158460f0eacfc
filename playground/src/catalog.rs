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

/// Identifies a generator and what it is compiled from and to. It is the key by which pipelines and pictures are stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredRef", into = "StoredRef")]
pub(crate) struct GeneratorRef {
    text: GeneratorText,
    /// Sources that the control values of a compared cell select for the generator's field inputs.
    sources: FieldSources,
    /// Features that the control values of a compared cell select.
    features: Features,
    output: Output,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GeneratorText {
    /// Present text of the file at an address.
    Live(Address),
    /// Source text in a snapshot, even if its file has changed since.
    Pinned(Arc<GeneratorSnapshot>),
}

/// What a generator is compiled to return.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Output {
    Result,
    /// An inner value, in the notation of `--stage`.
    Stage(String),
    /// Any inner value of the group with this index. The pipeline renders the stages in the group too.
    Group(u32),
}

/// Reference to a generator in a session file, without what follows from control values.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredRef {
    Live(Address),
    Pinned(Arc<GeneratorSnapshot>),
    Staged(Box<Self>, String),
}

impl From<StoredRef> for GeneratorRef {
    fn from(stored: StoredRef) -> Self {
        match stored {
            StoredRef::Live(address) => Self::live(address),
            StoredRef::Pinned(snapshot) => Self::pinned(snapshot),
            StoredRef::Staged(inner, stage) => Self::from(*inner).with_stage(Some(stage)),
        }
    }
}

impl From<GeneratorRef> for StoredRef {
    fn from(target: GeneratorRef) -> Self {
        let text = match target.text {
            GeneratorText::Live(address) => Self::Live(address),
            GeneratorText::Pinned(snapshot) => Self::Pinned(snapshot),
        };
        match target.output {
            Output::Stage(stage) => Self::Staged(Box::new(text), stage),
            Output::Result | Output::Group(_) => text,
        }
    }
}

impl GeneratorRef {
    /// Creates a reference to the generator at an address, compiled from the present text of its file.
    pub(crate) fn live(address: Address) -> Self {
        Self::new(GeneratorText::Live(address))
    }

    /// Creates a reference to a generator compiled from the source text in a snapshot.
    pub(crate) fn pinned(snapshot: impl Into<Arc<GeneratorSnapshot>>) -> Self {
        Self::new(GeneratorText::Pinned(snapshot.into()))
    }

    fn new(text: GeneratorText) -> Self {
        Self {
            text,
            sources: FieldSources::new(),
            features: Features::new(),
            output: Output::Result,
        }
    }

    pub(crate) fn address(&self) -> &Address {
        match &self.text {
            GeneratorText::Live(address) => address,
            GeneratorText::Pinned(snapshot) => &snapshot.address,
        }
    }

    /// Returns the address of a generator that is compiled from the present text of its file; `None` if it is pinned.
    pub(crate) fn live_address(&self) -> Option<&Address> {
        match &self.text {
            GeneratorText::Live(address) => Some(address),
            GeneratorText::Pinned(_) => None,
        }
    }

    pub(crate) fn live_file(&self) -> Option<&ModulePath> {
        self.live_address().map(|address| &address.file)
    }

    pub(crate) fn snapshot(&self) -> Option<&Arc<GeneratorSnapshot>> {
        match &self.text {
            GeneratorText::Live(_) => None,
            GeneratorText::Pinned(snapshot) => Some(snapshot),
        }
    }

    /// Returns the inner value, in the notation of `--stage`, that the generator is compiled to return; `None` for its
    /// result and for a group.
    pub(crate) fn stage(&self) -> Option<&str> {
        match &self.output {
            Output::Stage(stage) => Some(stage),
            Output::Result | Output::Group(_) => None,
        }
    }

    /// Sets the inner value to return; `None` for the result.
    pub(crate) fn with_stage(self, stage: Option<String>) -> Self {
        let output = stage.map_or(Output::Result, Output::Stage);
        Self { output, ..self }
    }

    pub(crate) fn with_sources(self, sources: FieldSources) -> Self {
        Self { sources, ..self }
    }

    pub(crate) fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    /// Returns the reference to the same generator that is compiled to return its result.
    pub(crate) fn result(&self) -> Self {
        self.clone().with_stage(None)
    }

    /// Returns the reference to the same generator that is compiled to return any inner value of a group.
    pub(crate) fn tapped(&self, group: u32) -> Self {
        let output = Output::Group(group);
        Self {
            output,
            ..self.clone()
        }
    }

    /// Returns the group of inner values that the generator is compiled to return.
    pub(crate) fn group(&self) -> Option<u32> {
        match self.output {
            Output::Group(group) => Some(group),
            Output::Result | Output::Stage(_) => None,
        }
    }

    pub(crate) fn is_tapped(&self) -> bool {
        self.group().is_some()
    }

    pub(crate) fn sources(&self) -> &FieldSources {
        &self.sources
    }

    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the paths of the shaders and data files that control values select as sources of field inputs.
    pub(crate) fn source_paths(&self) -> Vec<ModulePath> {
        self.sources.values().map(FieldSource::path).collect()
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
