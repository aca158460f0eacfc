//! Finds the generators and data files that fill the field inputs of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::fields::{outside_message, shift_controls};
use super::super::{Domain, FieldInput, Generator, InputSource};
use super::{CompiledFile, compile_in};
use crate::generator::control::{Control, Widget};
use crate::source::{
    Features, FieldSource, FieldSources, FileSource, ModulePath, Source, SourceTree,
};
use crate::wgsl::diagnostic::Diagnostic;

const MAX_DEPTH: usize = 16;

/// Field inputs of a file and of its sources. A generator that fills several counts for each: each has own controls.
const MAX_INPUTS: usize = 1000;

/// In the order of the field inputs, with the controls of the source; none for a data file.
pub(super) struct Sources(Vec<(InputSource, Vec<Control>)>);

impl Sources {
    pub(super) fn fill(&self, generator: &mut Generator) {
        let others = generator.controls.split_off(self.0.len());
        let own = std::mem::take(&mut generator.controls);
        for (control, (_, inner)) in own.into_iter().zip(&self.0) {
            generator.controls.push(control);
            generator.controls.extend(inner.iter().cloned());
        }
        let inserted = generator.controls.len() - self.0.len();
        generator.controls.extend(others);
        shift_controls(generator, inserted);
        for (input, (source, _)) in generator.inputs.iter_mut().zip(&self.0) {
            input.source = source.clone();
        }
    }
}

#[derive(Default)]
pub(super) struct SourceCache(BTreeMap<SourceKey, CompiledSource>);

/// All that the result of compiling a file depends on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SourceKey {
    file: ModulePath,
    features: Features,
    field_sources: FieldSources,
}

#[derive(Clone)]
struct CompiledSource {
    file: Arc<CompiledFile>,
    /// Number of files in the longest chain of sources from this file on.
    length: usize,
}

pub(super) struct SourceFinder<'a> {
    pub(super) tree: &'a SourceTree,
    /// Files that are being compiled, each to fill a field input of the previous one; the last needs sources.
    pub(super) chain: &'a [ModulePath],
    pub(super) cache: &'a mut SourceCache,
    /// Files in the longest chain found so far; [`Self::find`] raises it.
    pub(super) length: usize,
    pub(super) depends_on: &'a mut BTreeSet<ModulePath>,
}

impl SourceFinder<'_> {
    /// All generators of the file share its inputs. A source that the user has selected replaces the declared one.
    /// Fails if there is no such source, if it cannot fill a texture, or if it needs the file itself.
    pub(super) fn find(&mut self, generators: &[Generator]) -> Result<Sources, Vec<Diagnostic>> {
        let mut sources = Vec::new();
        let Some(generator) = generators.first() else {
            return Ok(Sources(sources));
        };
        let is_program = |generator: &Generator| generator.program.is_some();
        let takes_function = generators.iter().any(is_program);
        let mut count = 0;
        for (input, control) in generator.inputs.iter().zip(&generator.controls) {
            let selected = self.tree.field_sources.get(&input.name);
            let found = match selected.or(control.default.source()) {
                Some(FieldSource::File(file)) => self.file(file, selected.is_some()),
                Some(FieldSource::Generator { file, function }) => {
                    let inner = self.tree.of_input(&input.name);
                    self.generator(&inner, file, function.as_deref(), takes_function)
                }
                None => Ok(InputSource::Missing),
            };
            let found = found.map_err(|error| error.at(input))?;
            let controls = match &found {
                InputSource::Generator(source) => source.controls.as_slice(),
                InputSource::File(..) | InputSource::Missing => &[],
            };
            let inner = controls.iter();
            count += 1 + inner.filter(|control| control.widget == Widget::Field).count();
            if count > MAX_INPUTS {
                let message =
                    format!("more than {MAX_INPUTS} field inputs in the chains of sources");
                return Err(SourceError::Message(message).at(input));
            }
            let controls = controls.iter().map(|control| control.of_source(&input.name));
            let controls = controls.collect();
            sources.push((found, controls));
        }
        Ok(Sources(sources))
    }

    /// `is_selected` is true for a file that the user named: it may be outside of the folder, unlike those of shaders.
    fn file(&mut self, file: &FileSource, is_selected: bool) -> Result<InputSource, SourceError> {
        let is_outside = FieldSource::File(file.clone()).is_outside();
        if is_outside && !is_selected {
            return Err(SourceError::Message(outside_message(&file.path)));
        }
        self.depends_on.insert(ModulePath::new(&file.path));
        let found = self.tree.input_file(file);
        let found = found.ok_or_else(|| SourceError::missing(&file.path, is_outside))?;
        if let Some(expected) = &file.digest {
            let read = found.read(file.reading());
            let read = read.map_err(|error| SourceError::Message(error.to_string()))?;
            if let Some(difference) = expected.difference(&file.path, &read.key.digest) {
                return Err(SourceError::Message(difference));
            }
        }
        Ok(InputSource::File(found, file.reading()))
    }

    fn generator(
        &mut self,
        tree: &SourceTree,
        file: &ModulePath,
        function: Option<&str>,
        takes_function: bool,
    ) -> Result<InputSource, SourceError> {
        self.depends_on.insert(file.clone());
        if self.chain.contains(file) {
            return Err(SourceError::circle(self.chain, file));
        }
        let too_long = || {
            let message = format!("more than {MAX_DEPTH} stages feed each other");
            SourceError::Message(message)
        };
        if self.chain.len() == MAX_DEPTH {
            return Err(too_long());
        }
        let Some(text) = tree.get(file) else {
            return Err(SourceError::missing(file.as_str(), false));
        };
        let compiled = self.compiled(tree, text);
        if self.chain.len() + compiled.length > MAX_DEPTH {
            return Err(too_long());
        }
        self.length = self.length.max(compiled.length);
        let CompiledSource { file, .. } = compiled;
        self.depends_on.extend(file.depends_on.iter().cloned());
        let found = find(&file, function)?;
        check(found, takes_function)?;
        Ok(InputSource::Generator(Arc::clone(found)))
    }

    /// Only valid files are cached: whether a file is in a circle depends on the chain.
    fn compiled(&mut self, tree: &SourceTree, text: &Arc<Source>) -> CompiledSource {
        let key = SourceKey {
            file: text.path.clone(),
            features: tree.features.clone(),
            field_sources: tree.field_sources.clone(),
        };
        if let Some(known) = self.cache.0.get(&key) {
            return known.clone();
        }
        let (file, length) = compile_in(tree, text, self.chain, &mut *self.cache);
        let compiled = CompiledSource { file: Arc::new(file), length };
        if !compiled.file.has_error() {
            self.cache.0.insert(key, compiled.clone());
        }
        compiled
    }
}

fn find<'f>(
    compiled: &'f CompiledFile,
    function: Option<&str>,
) -> Result<&'f Arc<Generator>, SourceError> {
    let path = &compiled.path;
    if compiled.has_error() {
        let errors = compiled.diagnostics.iter().filter(|found| found.is_error());
        return Err(SourceError::Compile(errors.cloned().collect()));
    }
    compiled.generator(function).ok_or_else(|| {
        SourceError::Message(match function {
            Some(name) => format!("{path} has no generator `{name}`"),
            None => format!("{path} has no generator"),
        })
    })
}

/// A grid program fits, a function of a volume does not, and one of a plane does if `takes_function` is true.
fn check(source: &Generator, takes_function: bool) -> Result<(), SourceError> {
    let address = &source.address;
    match source.domain {
        Domain::Volume | Domain::VolumeTime => Err(SourceError::Message(format!(
            "{address} is a volume; a field is a plane: pass a slice of it on from a function of a vec2f"
        ))),
        Domain::Plane if !takes_function => {
            let module = address.file.components().join("::");
            Err(SourceError::Message(format!(
                "{address} is a function: import it, by `import package::{module}::{};`, instead of sampling it into a texture; only grid programs take functions as fields",
                address.function
            )))
        }
        Domain::Plane | Domain::Grid => Ok(()),
    }
}

enum SourceError {
    Message(String),
    Compile(Vec<Diagnostic>),
}

impl SourceError {
    fn missing(path: &str, outside: bool) -> Self {
        Self::Message(if outside {
            format!("there is no file {path:?}")
        } else {
            format!("no file {path:?} in the folder")
        })
    }

    fn circle(chain: &[ModulePath], file: &ModulePath) -> Self {
        let start = chain.iter().position(|other| other == file);
        let names = chain[start.unwrap_or_default()..].iter().chain([file]);
        let names: Vec<&str> = names.map(ModulePath::as_str).collect();
        Self::Message(format!("a circle of fields: {}", names.join(" takes ")))
    }

    fn at(self, input: &FieldInput) -> Vec<Diagnostic> {
        match self {
            Self::Message(message) => {
                let location = Some(input.location.clone());
                vec![Diagnostic::error(location, format!("`{}`: {message}", input.name))]
            }
            Self::Compile(errors) => errors,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::compile;

    /// Returns a folder of files `0.wgsl`, `1.wgsl` and so on, each with three inputs that the next file fills.
    fn chain(length: usize) -> SourceTree {
        let program = |index: usize, inputs: &str| {
            let text = format!(
                "{inputs}/// @grid(8)\n@group(1) @binding(0) var<storage, read_write> samples: array<f32>;\n/// @pass\n\
                 @compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) {{ samples[id.x] = 1.0; }}\n"
            );
            (format!("{index}.wgsl"), text)
        };
        let files = (0..length).map(|index| {
            let input = |number: usize| {
                format!(
                    "/// @field({}.wgsl)\n@group(0) @binding({number}) var in{number}: texture_2d<f32>;\n",
                    index + 1
                )
            };
            let inputs = if index + 1 < length { (1..=3).map(input).collect() } else { String::new() };
            program(index, &inputs)
        });
        files.collect()
    }

    fn compiled(tree: &SourceTree) -> CompiledFile {
        compile(tree, tree.get(&ModulePath::new("0.wgsl")).unwrap())
    }

    #[test]
    fn source_of_many_inputs_is_compiled_once() {
        let file = compiled(&chain(6));
        assert_eq!(file.diagnostics, []);
        let sources = file.main().unwrap().sources();
        assert_eq!(sources.len(), 3 + 9 + 27 + 81 + 243);
        let compiled: BTreeSet<_> = sources.iter().map(|source| Arc::as_ptr(source)).collect();
        assert_eq!(compiled.len(), 5, "one for each file");
    }

    #[test]
    fn too_many_inputs_and_too_long_chains_are_errors() {
        let error = |length| compiled(&chain(length)).diagnostics[0].message.clone();
        let expected = "`in3`: more than 1000 field inputs in the chains of sources";
        assert_eq!(error(16), expected);
        assert_eq!(error(17), "`in1`: more than 16 stages feed each other");
    }
}
