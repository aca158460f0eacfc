//! Plain data by which the compile thread and the window refer to generators and shader files.

use std::sync::Arc;

use noise_playground::field::{Channel, Returns};
use noise_playground::generator::{Address, Domain, Generator};
use noise_playground::source::{Features, FieldSource, FieldSources, ModulePath, SourceTree};
use serde::{Deserialize, Serialize};

/// Shown at the first start, if the folder contains it. Built in, fast on every graphics adapter, and with presets.
pub(crate) const STARTER_GENERATOR: &str = "generators/swiss.wgsl";

/// Represents the main generator of a file before it compiles.
pub(crate) fn default_address(file: &ModulePath) -> Address {
    Address { file: file.clone(), function: file.stem().to_owned() }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) address: Address,
    /// The file's title for a main generator, otherwise the name of the function.
    pub(crate) title: String,
    pub(crate) main: bool,
    pub(crate) kind: EntryKind,
    /// True if the file, or one that it imports, does not compile.
    pub(crate) error: bool,
}

impl Entry {
    /// Returns false for a file that has never compiled.
    pub(crate) fn is_drawable(&self) -> bool {
        self.kind != EntryKind::Unknown
    }
}

/// Selects the icon in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// A function of a position in the plane.
    Plane,
    /// A function of a position in a volume.
    Volume,
    Color,
    Grid,
    /// The file has never compiled.
    Unknown,
}

impl EntryKind {
    pub(crate) fn of(generator: &Generator) -> Self {
        match (generator.returns(), generator.domain()) {
            (Returns::Color, _) => Self::Color,
            (_, Domain::Plane) => Self::Plane,
            (_, Domain::Volume | Domain::VolumeTime) => Self::Volume,
            (_, Domain::Grid) => Self::Grid,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportEntry {
    /// First component of the path: `package` for the user's folder, `playground` for the built-in library.
    pub(crate) package: &'static str,
    pub(crate) file: ModulePath,
    pub(crate) function: String,
}

impl ImportEntry {
    /// `import package::noise::value;`.
    pub(crate) fn statement(&self) -> String {
        let module = self.file.components().join("::");
        format!("import {}::{module}::{};", self.package, self.function)
    }
}

/// The generators do not run, because one of them was running at a crash or device loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quarantined {
    pub(crate) file: ModulePath,
    /// A clause: `was running when …`.
    pub(crate) why: String,
}

/// Start of the names of derivatives by a control, as
/// [`Derivative::name`](noise_playground::generator::Derivative::name) has them.
const SENSITIVITY: &str = "sensitivity ";

/// A generator, and what it is compiled from and to. Key of pipelines and pictures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredRef", into = "StoredRef")]
pub(crate) struct GeneratorRef {
    text: GeneratorText,
    /// Selected by values for field inputs.
    sources: FieldSources,
    /// Selected by values.
    features: Features,
    output: Output,
    /// Channel whose gradient is stored for exact normals, as the view requests; `None` for other normals.
    normals: Option<Channel>,
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
    /// A tap, in the notation of `--stage`.
    Stage(String),
    /// A derivative of the result, as [`Derivative::name`](noise_playground::generator::Derivative::name) has it.
    Derivative(String),
    /// Any tap of the group with this index; its pipeline also renders references to one of these taps.
    Group(u32),
}

/// A [`GeneratorRef`] in a session file, without what follows from values.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredRef {
    Live(Address),
    Pinned(Arc<GeneratorSnapshot>),
    Staged(Box<Self>, String),
    Derived(Box<Self>, String),
}

impl From<StoredRef> for GeneratorRef {
    fn from(stored: StoredRef) -> Self {
        match stored {
            StoredRef::Live(address) => Self::live(address),
            StoredRef::Pinned(snapshot) => Self::pinned(snapshot),
            StoredRef::Staged(inner, stage) => Self::from(*inner).with_stage(Some(stage)),
            StoredRef::Derived(inner, name) => Self::from(*inner).with_derivative(Some(name)),
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
            Output::Derivative(name) => Self::Derived(Box::new(text), name),
            Output::Result | Output::Group(_) => text,
        }
    }
}

impl GeneratorRef {
    pub(crate) fn live(address: Address) -> Self {
        Self::new(GeneratorText::Live(address))
    }

    pub(crate) fn pinned(snapshot: impl Into<Arc<GeneratorSnapshot>>) -> Self {
        Self::new(GeneratorText::Pinned(snapshot.into()))
    }

    fn new(text: GeneratorText) -> Self {
        Self {
            text,
            sources: FieldSources::new(),
            features: Features::new(),
            output: Output::Result,
            normals: None,
        }
    }

    pub(crate) fn address(&self) -> &Address {
        match &self.text {
            GeneratorText::Live(address) => address,
            GeneratorText::Pinned(snapshot) => &snapshot.address,
        }
    }

    /// `None` if the generator is pinned.
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

    /// `None` for the result, a derivative, and a group.
    pub(crate) fn stage(&self) -> Option<&str> {
        match &self.output {
            Output::Stage(stage) => Some(stage),
            Output::Result | Output::Derivative(_) | Output::Group(_) => None,
        }
    }

    /// Returns the name of the derivative that is shown in place of the result; `None` if none is.
    pub(crate) fn derivative(&self) -> Option<&str> {
        match &self.output {
            Output::Derivative(name) => Some(name),
            Output::Result | Output::Stage(_) | Output::Group(_) => None,
        }
    }

    /// `None` for the result.
    pub(crate) fn with_stage(self, stage: Option<String>) -> Self {
        let output = stage.map_or(Output::Result, Output::Stage);
        Self { output, ..self }
    }

    /// Returns the control, or the component of one, that the shown derivative is by; `None` for other results.
    pub(crate) fn sensitivity(&self) -> Option<&str> {
        self.derivative()?.strip_prefix(SENSITIVITY)
    }

    /// Returns a reference to the derivative by a control, or by a component of one, such as `shift.y`.
    pub(crate) fn with_sensitivity(self, control: &str) -> Self {
        self.with_derivative(Some(format!("{SENSITIVITY}{control}")))
    }

    /// `None` for the result.
    pub(crate) fn with_derivative(self, name: Option<String>) -> Self {
        let output = name.map_or(Output::Result, Output::Derivative);
        Self { output, ..self }
    }

    /// Returns a reference to the same output of another text.
    pub(crate) fn with_output_of(self, other: &Self) -> Self {
        Self { output: other.output.clone(), ..self }
    }

    pub(crate) fn normals(&self) -> Option<Channel> {
        self.normals
    }

    pub(crate) fn with_normals(self, normals: Option<Channel>) -> Self {
        Self { normals, ..self }
    }

    pub(crate) fn with_sources(self, sources: FieldSources) -> Self {
        Self { sources, ..self }
    }

    pub(crate) fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    pub(crate) fn result(&self) -> Self {
        self.clone().with_stage(None)
    }

    /// Returns a reference that can return any tap of a group.
    pub(crate) fn tapped(&self, group: u32) -> Self {
        let output = Output::Group(group);
        Self { output, ..self.clone() }
    }

    pub(crate) fn group(&self) -> Option<u32> {
        match self.output {
            Output::Group(group) => Some(group),
            Output::Result | Output::Stage(_) | Output::Derivative(_) => None,
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

    pub(crate) fn source_paths(&self) -> Vec<ModulePath> {
        self.sources.values().map(FieldSource::path).collect()
    }
}

/// Source text of all files that a generator is linked from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GeneratorSnapshot {
    pub(crate) address: Address,
    /// The generator's own file is first.
    pub(crate) texts: Vec<(ModulePath, String)>,
    /// True if a text was not saved.
    #[serde(default, rename = "unsaved", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_unsaved: bool,
}

impl GeneratorSnapshot {
    /// Includes generators that fill its field inputs.
    pub(crate) fn new(address: &Address, generator: &Generator) -> Self {
        let fed = generator.sources();
        let fed = fed.iter().flat_map(|source| &source.linked().sources);
        let mut texts: Vec<(ModulePath, String)> = Vec::new();
        for source in generator.linked().sources.iter().chain(fed) {
            if texts.iter().all(|(path, _)| *path != source.path) {
                texts.push((source.path.clone(), source.text.clone()));
            }
        }
        Self { address: address.clone(), texts, is_unsaved: generator.is_unsaved() }
    }

    /// Replaces the texts in a copy of the folder.
    pub(crate) fn tree(&self, folder: &SourceTree) -> SourceTree {
        folder.with_texts(&self.texts, self.is_unsaved)
    }
}
