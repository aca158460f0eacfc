//! Field inputs of a generator (textures with `@field`): the placement of their samples in the world, their bindings
//! and their sources.

use std::sync::Arc;

use naga::{Module, ResourceBinding, TypeInner};

use super::{FieldInput, Generator, InputSource, Schedule, ScheduleError};
use crate::control::{Control, SlotSource, UniformLayout, Values};
use crate::field_file::{FieldFile, WorldUnit};
use crate::grid::SampleGrid;
use crate::source::{FieldSource, FileSource, ModulePath, SourceTree};

/// Index of the bind group in which the host binds the textures of field inputs (`@field`). The author's uniform is at
/// binding 0 of this group.
const INPUT_GROUP: u32 = 0;

/// Binding of the texture of a generator's first field input (`@field`); the textures of the other inputs have the next
/// numbers.
pub(crate) const FIRST_INPUT_BINDING: u32 = 1;

/// Placement of the samples of a field input (texture with `@field`) in world units: west edge, north edge, and
/// distances between samples along x and y.
pub(crate) type InputPlace = [f64; 4];

impl Generator {
    /// Returns the placement of the samples of each field input (texture with `@field`) in the world. `parent` is the
    /// grid of this grid program, else of the view that the file requests: a data file without coordinates gets the
    /// center and width of `parent`.
    ///
    /// # Errors
    /// A file cannot be read, or a grid program has no schedule with these values.
    pub(crate) fn input_places(
        &self,
        values: &Values,
        parent: SampleGrid,
    ) -> Result<Vec<InputPlace>, ScheduleError> {
        let place = |input: &FieldInput| match &input.source {
            InputSource::Generator(source) => {
                let grid = source.input_grid(&values.of_input(&input.name), parent)?;
                let [west, north] = grid.world_from_sample([-0.5, -0.5]);
                Ok([west, north, grid.spacing(), grid.spacing()])
            }
            InputSource::File(..) => {
                let read = input.read_file();
                let read = read.map_err(|error| ScheduleError::of_input(self, error.message))?;
                Ok(read.map_or([0.0; 4], |read| file_place(&read.file, parent)))
            }
            InputSource::Missing => Ok([0.0, 0.0, 1.0, 1.0]),
        };
        self.inputs.iter().map(place).collect()
    }

    /// Returns the grid on which this generator is evaluated when it fills a texture of another generator: its own grid
    /// if it is a grid program, else `parent`, the grid of the other generator.
    ///
    /// # Errors
    /// The grid program has no schedule with these values.
    pub(crate) fn input_grid(
        &self,
        values: &Values,
        parent: SampleGrid,
    ) -> Result<SampleGrid, ScheduleError> {
        let schedule = Schedule::new(self, values)?;
        Ok(schedule.map_or(parent, |schedule| schedule.grid(self)))
    }

    /// Returns true if two generators yield the same samples for equal values of controls: they have the same text, the
    /// same selected tap (intermediate value), and the same sources of their textures with `@field`.
    pub(crate) fn is_same_stage(&self, other: &Self) -> bool {
        let is_same_source =
            |(one, other): (&FieldInput, &FieldInput)| match (&one.source, &other.source) {
                (InputSource::Generator(one), InputSource::Generator(other)) => {
                    one.is_same_stage(other)
                }
                (InputSource::File(one, size), InputSource::File(other, other_size)) => {
                    Arc::ptr_eq(one, other) && size == other_size
                }
                (one, other) => one == other,
            };
        let is_same_text =
            || Arc::ptr_eq(&self.linked, &other.linked) || self.linked == other.linked;
        self.address == other.address
            && self.tap == other.tap
            && is_same_text()
            && self.inputs.len() == other.inputs.len()
            && self.inputs.iter().zip(&other.inputs).all(is_same_source)
    }

    /// Returns the files of the generator's folder, from which the generator is compiled again for another feature or
    /// another source of a texture with `@field`; `None` for a generator that has neither.
    pub fn folder(&self) -> Option<&SourceTree> {
        self.linked.tree.as_deref()
    }

    /// Returns the generators that fill the field inputs (textures with `@field`) of this one, directly or through
    /// other generators. A generator that fills two inputs is listed twice.
    pub fn sources(&self) -> Vec<&Arc<Self>> {
        let mut sources = Vec::new();
        for input in &self.inputs {
            if let InputSource::Generator(source) = &input.source {
                sources.push(source);
                sources.extend(source.sources());
            }
        }
        sources
    }

    /// Returns the paths of all files that fill the generator's field inputs (textures with `@field`), directly or
    /// through other generators: shaders with their imports, and data files.
    pub fn input_paths(&self) -> Vec<ModulePath> {
        let sources = self.sources().into_iter();
        let sources = sources.flat_map(|source| &source.linked.sources);
        let sources = sources.map(|source| source.path.clone());
        let files = self.input_files().into_iter();
        sources
            .chain(files.map(|(_, file, _)| ModulePath::new(file.path)))
            .collect()
    }

    /// Returns the data files that fill textures with `@field` of this generator, or of the generators that fill its
    /// inputs: the name of each field input, such as `INPUT.INNER`, its file, and the input.
    pub fn input_files(&self) -> Vec<(String, FileSource, &FieldInput)> {
        let mut files = Vec::new();
        for input in &self.inputs {
            match &input.source {
                InputSource::File(file, size) => {
                    let source = FileSource {
                        path: file.name.clone(),
                        size: *size,
                        digest: None,
                    };
                    files.push((input.name.clone(), source, input));
                }
                InputSource::Generator(source) => {
                    let inner = source.input_files().into_iter();
                    files.extend(inner.map(|(name, source, inner)| {
                        (format!("{}.{name}", input.name), source, inner)
                    }));
                }
                InputSource::Missing => {}
            }
        }
        files
    }

    /// Returns a copy of `values` in which each data file outside of the shader folder is stated with its length and
    /// hash, as presets require.
    pub fn with_file_digests(&self, values: &Values) -> Values {
        let mut stated = values.clone();
        for (name, _, input) in self.input_files() {
            let control = self.controls.iter().find(|control| control.name == name);
            let source =
                control.and_then(|control| Some((control, values.get(control).source()?.clone())));
            let Some((control, FieldSource::File(mut file))) = source else {
                continue;
            };
            if FieldSource::File(file.clone()).is_outside()
                && let Ok(Some(read)) = input.read_file()
            {
                file.digest = Some(read.digest.clone());
                stated.set(control, FieldSource::File(file).into());
            }
        }
        stated
    }
}

fn file_place(file: &FieldFile, parent: SampleGrid) -> InputPlace {
    if file.unit != WorldUnit::Sample {
        let ([west, north], [x, y]) = (file.corner(), file.spacing);
        return [west, north, x, y];
    }
    let grid = SampleGrid {
        size: file.field.size,
        ..parent
    };
    let [west, north] = grid.world_from_sample([-0.5, -0.5]);
    [west, north, grid.spacing(), grid.spacing()]
}

/// Sets the field inputs (textures with `@field`) of a generator, still without sources, and inserts their controls
/// before all others.
pub(super) fn declare(generator: &mut Generator, inputs: &[(FieldInput, Control)]) {
    generator.inputs = inputs.iter().map(|(input, _)| input.clone()).collect();
    let controls = inputs.iter().map(|(_, control)| control.clone());
    generator.controls.splice(0..0, controls);
    shift_controls(generator, inputs.len());
}

/// Adds `count` to the indices of controls in a generator's uniform layouts, after that many controls were inserted
/// before all others.
pub(super) fn shift_controls(generator: &mut Generator, count: usize) {
    let shift = |layout: &mut UniformLayout| {
        for slot in &mut layout.slots {
            if let SlotSource::Control(index) = &mut slot.source {
                *index += count;
            }
        }
    };
    shift(&mut generator.uniform);
    shift(&mut generator.arguments);
}

/// Returns the error message for a shader whose `@field` names a data file outside of the shader folder.
pub(super) fn outside_message(path: &str) -> String {
    format!(
        "{path:?} is outside of the folder: only a user can name such a file, by `--set` or by dropping it"
    )
}

/// Replaces the bindings of the textures of field inputs (`@field`) in a module: those in the author's text become
/// those that the host uses.
pub(super) fn bind(module: &mut Module, inputs: &[FieldInput]) {
    let is_image = |ty| matches!(module.types[ty].inner, TypeInner::Image { .. });
    for (_, variable) in module.global_variables.iter_mut() {
        let Some(ResourceBinding { group, binding }) =
            variable.binding.filter(|_| is_image(variable.ty))
        else {
            continue;
        };
        let mut declared = inputs.iter().map(|input| input.author_binding);
        if let Some(index) = declared.position(|declared| declared == (group, binding)) {
            variable.binding = Some(ResourceBinding {
                group: INPUT_GROUP,
                binding: FIRST_INPUT_BINDING + index as u32,
            });
        }
    }
}
