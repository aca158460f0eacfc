//! Field inputs of a generator: the placement of their samples in the world, their bindings and their sources.

use crate::field::Returns;
use std::sync::Arc;

use naga::{Module, ResourceBinding, TypeInner};

use super::{
    Domain, FieldInput, Generator, GridProgram, GridRows, InputSource, Schedule, ScheduleError,
};
use crate::field::files::{FieldFile, GeoTags, WorldUnit};
use crate::field::grid::SampleGrid;
use crate::generator::control::{Control, SlotSource, UniformLayout, Values};
use crate::source::{FieldSource, FileSource, InputField, ModulePath, SourceTree};

/// Bind group of the textures. The author's uniform is at binding 0.
const INPUT_GROUP: u32 = 0;

/// Binding of the first texture; the others have the next numbers.
pub(crate) const FIRST_INPUT_BINDING: u32 = 1;

/// World units: west edge, north edge, and distances between samples along x and y.
pub(crate) type InputPlacement = [f64; 4];

impl Generator {
    /// Returns the world position that shaders receive as (0, 0): the middle of the first data file with coordinates,
    /// since single precision keeps no centimeters of millions of meters; (0, 0) without one and for volumes.
    pub(crate) fn origin(&self) -> [f64; 2] {
        match self.domain {
            Domain::Plane | Domain::Grid => {
                self.placed_file().map_or([0.0; 2], |read| read.file.center)
            }
            Domain::Volume | Domain::VolumeTime => [0.0; 2],
        }
    }

    /// `parent`, the grid of this program or of the requested view, places data files without coordinates. Placements
    /// are relative to the given [origin](Self::origin). Fails for an unreadable file or a program without a schedule.
    pub(crate) fn input_placements(
        &self,
        values: &Values,
        parent: SampleGrid,
        [x, y]: [f64; 2],
    ) -> Result<Vec<InputPlacement>, ScheduleError> {
        let placement = |input: &FieldInput| match &input.source {
            InputSource::Generator(source) => {
                let grid = source.input_grid(&values.of_input(&input.name), parent)?;
                let [west, north] = grid.world_from_sample([-0.5, -0.5]);
                Ok([west, north, grid.spacing(), grid.spacing()])
            }
            InputSource::File(..) => {
                let read = input.read_file();
                let read = read.map_err(|error| ScheduleError::of_input(self, error.message))?;
                Ok(read.map_or([0.0; 4], |read| file_placement(&read.file, parent)))
            }
            InputSource::Missing => Ok([0.0, 0.0, 1.0, 1.0]),
        };
        let relative =
            |[west, north, width, height]: InputPlacement| [west - x, north - y, width, height];
        self.inputs.iter().map(|input| placement(input).map(relative)).collect()
    }

    /// The grid on which this generator fills a texture: its program's, else `parent`. Fails without a schedule.
    pub(crate) fn input_grid(
        &self,
        values: &Values,
        parent: SampleGrid,
    ) -> Result<SampleGrid, ScheduleError> {
        let schedule = Schedule::new(self, values)?;
        Ok(schedule.map_or(parent, |schedule| schedule.grid(self)))
    }

    /// Returns true if equal controls yield the same samples: equal text, selected tap, and sources of field inputs.
    pub(crate) fn is_same_stage(&self, other: &Self) -> bool {
        let is_same_source =
            |(one, other): (&FieldInput, &FieldInput)| match (&one.source, &other.source) {
                (InputSource::Generator(one), InputSource::Generator(other)) => {
                    one.is_same_stage(other)
                }
                (InputSource::File(one, reading), InputSource::File(other, other_reading)) => {
                    Arc::ptr_eq(one, other) && reading == other_reading
                }
                (one, other) => one == other,
            };
        let is_same_text =
            || Arc::ptr_eq(&self.linked, &other.linked) || self.linked == other.linked;
        self.address == other.address
            && self.tap == other.tap
            && self.precision == other.precision
            && is_same_text()
            && self.inputs.len() == other.inputs.len()
            && self.inputs.iter().zip(&other.inputs).all(is_same_source)
    }

    /// Returns the files for compiling with another feature or source; `None` for a generator that has neither.
    pub fn folder(&self) -> Option<&SourceTree> {
        self.linked.tree.as_deref()
    }

    /// Returns the generators that fill field inputs, directly or through others, those of two inputs twice.
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

    /// Returns files that fill field inputs, directly or through others: shaders with imports, and data files.
    pub fn input_paths(&self) -> Vec<ModulePath> {
        let sources = self.sources().into_iter();
        let sources = sources.flat_map(|source| &source.linked.sources);
        let sources = sources.map(|source| source.path.clone());
        let files = self.input_files().into_iter();
        sources.chain(files.map(|(_, file, _)| ModulePath::new(file.path))).collect()
    }

    /// Returns the data files of field inputs, directly or through others: name such as `INPUT.INNER`, file and input.
    pub fn input_files(&self) -> Vec<(String, FileSource, &FieldInput)> {
        let mut files = Vec::new();
        for input in &self.inputs {
            match &input.source {
                InputSource::File(file, (size, fill)) => {
                    let (path, size, fill) = (file.name.clone(), *size, *fill);
                    let source = FileSource { path, size, fill, digest: None };
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

    /// Returns the coordinates of the first data file that states any, which are world coordinates of this generator, and
    /// the unit in which a shader receives its heights; `None` without such a file.
    pub fn geo_tags(&self) -> Option<GeoTags> {
        let read = self.placed_file()?;
        let tags = read.file.tags.as_deref().cloned();
        let is_converted = self.file_scale(&read.file) != 1.0;
        if is_converted { tags.map(GeoTags::in_world_units) } else { tags }
    }

    fn placed_file(&self) -> Option<Arc<InputField>> {
        let read =
            self.input_files().into_iter().filter_map(|(_, _, input)| input.read_file().ok()?);
        let mut placed = read.filter(|read| read.file.unit != WorldUnit::Sample);
        placed.next()
    }

    /// Returns the grid as shaders receive it: of a plane, relative to the middle of its first placed data file.
    pub fn local_grid(&self, grid: SampleGrid) -> SampleGrid {
        let origin = self.origin();
        let center = [0, 1].map(|axis| grid.center[axis] - origin[axis]);
        SampleGrid { center, ..grid }
    }

    /// Returns the unit of world coordinates: of the data file that states them, or of `@unit` if no data file is read.
    pub fn world_unit(&self) -> Option<String> {
        match self.geo_tags() {
            Some(tags) => tags.world_unit().map(str::to_owned),
            None if self.input_files().is_empty() => self.unit.clone(),
            None => None,
        }
    }

    /// Returns the factor by which a shader receives the samples of a data file: heights in units of their own become
    /// world units, or those of `@z_factor` if the values of this generator are in such units.
    pub(crate) fn file_scale(&self, file: &FieldFile) -> f64 {
        file.z_factor() / self.hint.z_factor.unwrap_or(1.0)
    }

    /// Returns the name of the unit of the values: that of the tag `@unit`, else, for a grid program whose grid covers a
    /// data file, that of the heights that it receives. `None` if none is stated, or for colors.
    pub fn value_unit(&self) -> Option<String> {
        if self.returns == Returns::Color {
            return None;
        }
        let covers = |program: &GridProgram| matches!(program.rows, GridRows::OfField(_));
        let is_ground = self.program.as_ref().is_some_and(covers);
        let of_file = || self.geo_tags()?.value_unit().map(str::to_owned);
        self.unit.clone().or_else(|| is_ground.then(of_file).flatten())
    }

    /// Returns `values` with length and hash of each data file outside of the shader folder, as presets require.
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
                file.digest = Some(read.key.digest.clone());
                stated.set(control, FieldSource::File(file).into());
            }
        }
        stated
    }
}

fn file_placement(file: &FieldFile, parent: SampleGrid) -> InputPlacement {
    if file.unit != WorldUnit::Sample {
        let ([west, north], [x, y]) = (file.raster().corner(), file.spacing);
        return [west, north, x, y];
    }
    let grid = SampleGrid { size: file.field.size, ..parent };
    let [west, north] = grid.world_from_sample([-0.5, -0.5]);
    [west, north, grid.spacing(), grid.spacing()]
}

/// Their controls come before all others.
pub(super) fn declare(generator: &mut Generator, inputs: &[(FieldInput, Control)]) {
    generator.inputs = inputs.iter().map(|(input, _)| input.clone()).collect();
    let controls = inputs.iter().map(|(_, control)| control.clone());
    generator.controls.splice(0..0, controls);
    shift_controls(generator, inputs.len());
}

/// Adjusts uniform layouts after `count` controls were inserted before all others.
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

pub(super) fn outside_message(path: &str) -> String {
    format!(
        "{path:?} is outside of the folder: only a user can name such a file, by `--set` or by dropping it"
    )
}

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
