//! The inputs of a generator's evaluation: positions of the samples, and the bytes of all uniforms.

use std::borrow::Cow;

use crate::RenderSettings;
use crate::field::Channel;
use crate::field::grid::SampleGrid;
use crate::generator::control::{AutoInput, HostInputs, SlotSource, UniformLayout, Values};
use crate::generator::{Domain, FieldInput, Generator, InputSource, Schedule, ScheduleError};
use crate::gpu::FieldTexture;
use crate::gpu::pipelines::program::ProgramInputs;
use crate::subject::Subject;
use crate::view::space::planet::PlanetLayout;
use crate::view::space::settings::{Projection, volume_grid};

/// All inputs of an evaluation. Equal inputs of one pipeline yield equal samples.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateInputs {
    /// World positions of the samples.
    pub grid: SampleGrid,
    /// World position that the shader receives as (0, 0).
    pub(crate) origin: [f64; 2],
    pub(crate) uniform: Vec<u8>,
    /// Byte offsets of the members of `uniform` that hold the distance between samples.
    pub(super) pixel_sizes: Vec<usize>,
    pub(crate) arguments: Vec<u8>,
    /// Uniform that selects a tap; empty if none is selected.
    pub(crate) tap: Vec<u8>,
    pub(super) z: f64,
    pub(super) time: f32,
    /// Samples on each side of a volume, whose slices are side by side in the grid; `None` for a plane.
    pub(super) volume: Option<u32>,
    pub(crate) are_errors: bool,
    /// `None` for a plane or a volume.
    pub(super) planet: Option<PlanetLayout>,
    /// With the layer of a cube map; `None` if the samples are not a map of a planet.
    pub(super) projection: Option<(Projection, u32)>,
    /// Height of the ground for the function `surface`, and number of channels; `None` if there is no choice.
    pub(super) ground: Option<(Channel, u32)>,
    /// World units in a unit of the values, for the slopes that the function `surface` receives; `None` without it.
    pub(super) z_factor: Option<f64>,
    /// `None` for a function of a position.
    pub(crate) program: Option<ProgramInputs>,
    /// `None` for a field input that no generator fills.
    pub(super) sources: Vec<Option<Box<Self>>>,
    pub(crate) fields: InputFields,
}

/// Filled field inputs. Any two compare as equal, because they follow from the other inputs of an evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputFields {
    /// `None` if a file fills the input, or if it is not filled yet.
    pub(super) textures: Vec<Option<FieldTexture>>,
    pub(crate) reports: Vec<wgpu::Buffer>,
}

impl PartialEq for InputFields {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Subject {
    /// Returns the inputs at a grid's positions, such as [`Subject::data_grid`], at time and slice of the settings.
    ///
    /// # Errors
    /// As for [`EvaluateInputs::new`].
    pub fn inputs(&self, grid: SampleGrid) -> Result<EvaluateInputs, ScheduleError> {
        self.inputs_with(grid, &HostInputs { time: self.settings.time, ..HostInputs::default() })
    }

    /// Like [`Self::inputs`], with what a window provides, such as the mouse position, and with its time.
    ///
    /// # Errors
    /// As for [`EvaluateInputs::new`].
    pub fn inputs_with(
        &self,
        grid: SampleGrid,
        host: &HostInputs,
    ) -> Result<EvaluateInputs, ScheduleError> {
        let Self { generator, values, settings } = self;
        let inputs = EvaluateInputs::new(generator, values, grid, settings.z, host)?;
        Ok(inputs.of_view(settings))
    }
}

impl EvaluateInputs {
    /// Encodes control values, sample positions and host inputs. `z` is the third world coordinate, for volumes only.
    ///
    /// # Errors
    /// Fails if the passes of a grid program cannot be scheduled, or if the file of a field input cannot be read.
    pub fn new(
        generator: &Generator,
        values: &Values,
        grid: SampleGrid,
        z: f64,
        host: &HostInputs,
    ) -> Result<Self, ScheduleError> {
        let own = generator.input_grid(values, generator.initial_grid(1))?;
        let origin = generator.origin();
        let placements = generator.input_placements(values, own, origin)?;
        let program = Schedule::new(generator, values)?
            .map(|schedule| ProgramInputs::new(generator, values, schedule, &placements, host));
        let inputs = generator.inputs.iter();
        let sources = inputs.map(|input| Self::of_source(input, values, own, z, host));
        let sources = sources.collect::<Result<_, _>>()?;
        let host = HostInputs {
            resolution: grid.size,
            pixel_size: grid.spacing(),
            mouse: generator.mouse_position(host.mouse, grid.size, origin),
            ..*host
        };
        let encode =
            |layout: &UniformLayout| layout.encode(&generator.controls, values, &host, &placements);
        let (has_z, has_time) = match generator.domain {
            Domain::Plane | Domain::Grid => (false, false),
            Domain::Volume => (true, false),
            Domain::VolumeTime => (true, true),
        };
        Ok(Self {
            grid,
            origin,
            pixel_sizes: pixel_sizes(&generator.uniform),
            // The uniform of a grid program depends on its own grid instead.
            uniform: if program.is_none() { encode(&generator.uniform) } else { Vec::new() },
            arguments: encode(&generator.arguments),
            tap: generator.tap_uniform(),
            z: if has_z { z } else { 0.0 },
            time: if has_time { host.time as f32 } else { 0.0 },
            volume: None,
            are_errors: false,
            ground: (generator.has_surface && generator.channels > 1)
                .then_some((Channel::X, generator.channels)),
            z_factor: generator.has_surface.then_some(generator.hint.z_factor.unwrap_or(1.0)),
            program,
            planet: None,
            projection: None,
            sources,
            fields: InputFields::default(),
        })
    }

    /// Returns `None` if no generator fills the input. `values` and `own` are of the generator that reads it.
    fn of_source(
        input: &FieldInput,
        values: &Values,
        own: SampleGrid,
        z: f64,
        host: &HostInputs,
    ) -> Result<Option<Box<Self>>, ScheduleError> {
        let InputSource::Generator(source) = &input.source else {
            return Ok(None);
        };
        let values = values.of_input(&input.name);
        let grid = source.input_grid(&values, own)?;
        Self::new(source, &values, grid, z, host).map(|inputs| Some(Box::new(inputs)))
    }

    /// Returns the positions that a view needs: on a planet's faces and near tiles, in a volume, or on the grid, which
    /// must be [`RenderSettings::data_grid`]. Views of errors get rounding errors, and `surface` the shown channel.
    #[must_use]
    pub fn of_view(self, settings: &RenderSettings) -> Self {
        let planet = settings.planet(self.grid);
        let volume = settings.volume(self.grid);
        Self {
            grid: planet.as_ref().map_or(self.grid, PlanetLayout::grid),
            planet,
            projection: settings.scene.projection.map(|projection| (projection, 0)),
            are_errors: settings.shading.mode.info().shows_errors,
            ground: self.ground.map(|(_, channels)| (settings.shading.channel, channels)),
            z_factor: self.z_factor.map(|_| settings.shading.z_factor.unwrap_or(1.0)),
            volume,
            ..self
        }
    }

    /// Sets the layer of a cube map, which is 0 if all layers are below each other in the grid.
    #[must_use]
    pub fn with_cube_layer(self, layer: u32) -> Self {
        let projection = self.projection.map(|(projection, _)| (projection, layer));
        Self { projection, ..self }
    }

    /// Selects rounding errors, which the pipeline must be [prepared](super::EvaluatePipeline::prepare) for.
    #[must_use]
    pub fn of_errors(self, are_errors: bool) -> Self {
        Self { are_errors, ..self }
    }

    /// Returns true for rounding errors in place of the results.
    pub fn are_errors(&self) -> bool {
        self.are_errors
    }

    /// Returns the position with the z and the time of these inputs.
    pub fn position(&self, [x, y]: [f64; 2]) -> [f64; 4] {
        [x, y, self.z, self.time.into()]
    }

    /// Returns a position as single precision has it, relative to the origin.
    pub(crate) fn rounded(&self, [x, y, z, time]: [f64; 4]) -> [f64; 4] {
        let single = |number: f64| f64::from(number as f32);
        let from_origin = |number: f64, origin: f64| origin + single(number - origin);
        let [origin_x, origin_y] = self.origin;
        [from_origin(x, origin_x), from_origin(y, origin_y), single(z), single(time)]
    }

    /// Returns inputs with one sample per `step` in each direction. The shader still reads the full resolution.
    #[must_use]
    pub fn coarse(&self, step: u32) -> Self {
        if let Some(planet) = &self.planet {
            let planet = planet.coarse(step);
            return Self { grid: planet.grid(), planet: Some(planet), ..self.clone() };
        }
        let volume = self.volume.map(|side| side.div_ceil(step).max(2));
        let grid = match self.volume.zip(volume) {
            Some((side, coarse_side)) => {
                let columns = self.grid.size[0] / side;
                let slice = SampleGrid { span: self.grid.span / f64::from(columns), ..self.grid };
                volume_grid(slice, coarse_side)
            }
            None => self.grid.downsampled(step),
        };
        Self { grid, volume, ..self.clone() }
    }

    /// Returns the number of samples for value ranges and histograms: of a volume's slices, or a planet's six faces.
    pub fn sample_count(&self) -> u64 {
        let counted = self.planet.as_ref().map(PlanetLayout::faces_size);
        match self.volume {
            Some(side) => u64::from(side).pow(3),
            None => counted.unwrap_or(self.grid.size).map(u64::from).iter().product(),
        }
    }

    /// Returns the arrangement of a planet's samples; `None` for a plane or a volume.
    pub fn planet(&self) -> Option<&PlanetLayout> {
        self.planet.as_ref()
    }

    /// Returns true if samples on a planet's six faces are equal; the tiles near the camera may differ.
    pub fn has_same_faces(&self, other: &Self) -> bool {
        let faces = |inputs: &Self| inputs.planet.as_ref().map(|planet| planet.cells);
        let is_planet = faces(self).is_some() && faces(self) == faces(other);
        is_planet
            && Self { grid: other.grid, planet: other.planet.clone(), ..self.clone() } == *other
    }

    /// The samples of a tile of this depth are `2^depth` times as dense as those of the faces.
    pub(super) fn uniform_of(&self, depth: u32) -> Cow<'_, [u8]> {
        if depth == 0 || self.pixel_sizes.is_empty() {
            return Cow::Borrowed(&self.uniform);
        }
        let mut uniform = self.uniform.clone();
        for offset in &self.pixel_sizes {
            if let Some(bytes) = uniform.get_mut(*offset..*offset + 4) {
                let size = bytes.first_chunk().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
                bytes.copy_from_slice(&(size / (1_u32 << depth) as f32).to_le_bytes());
            }
        }
        Cow::Owned(uniform)
    }

    /// Returns the samples on each side of a volume, or the cells on an edge of a planet's face; `None` for a plane.
    pub fn data_samples(&self) -> Option<u32> {
        let cells = self.planet.as_ref().map(|planet| planet.cells);
        cells.or(self.volume)
    }

    /// Returns the samples on each side of a volume; `None` for a plane or a planet.
    pub fn volume(&self) -> Option<u32> {
        self.volume
    }

    pub(crate) fn side(&self) -> u32 {
        self.volume.unwrap_or(self.grid.size[0].max(self.grid.size[1]))
    }
}

fn pixel_sizes(layout: &UniformLayout) -> Vec<usize> {
    let slots = layout.slots.iter();
    let of_size = slots.filter(|slot| slot.source == SlotSource::Auto(AutoInput::PixelSize));
    of_size.map(|slot| slot.offset as usize).collect()
}
