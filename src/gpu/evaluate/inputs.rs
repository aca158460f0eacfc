//! The inputs of an evaluation: positions, and the bytes of all uniforms.

use std::borrow::Cow;

use super::super::FieldTexture;
use super::super::program::ProgramInputs;
use super::Run;
use crate::capture::RenderSettings;
use crate::control::{AutoInput, HostInputs, SlotSource, UniformLayout, Values};
use crate::generator::{Domain, FieldInput, Generator, InputSource, Schedule, ScheduleError};
use crate::grid::SampleGrid;
use crate::planet::PlanetLayout;
use crate::scene::{Projection, volume_grid};

/// All inputs of an evaluation. Equal inputs of one pipeline yield equal samples.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateInputs {
    /// The positions at which the generator is evaluated.
    pub grid: SampleGrid,
    pub(in crate::gpu) uniform: Vec<u8>,
    /// Byte offsets of the members of `uniform` that hold the distance between samples.
    pub(super) pixel_sizes: Vec<usize>,
    pub(in crate::gpu) arguments: Vec<u8>,
    /// Bytes of the uniform that selects an intermediate value (tap); empty if none is selected.
    pub(in crate::gpu) tap: Vec<u8>,
    pub(super) z: f32,
    pub(super) time: f32,
    /// Samples on each side of a volume whose slices are side by side in the grid; `None` for a plane.
    pub(super) volume: Option<u32>,
    /// True if the errors of single precision are evaluated in place of the results.
    pub(in crate::gpu) are_errors: bool,
    /// Arrangement of the samples on the faces of a planet; `None` for a plane and a volume.
    pub(super) planet: Option<PlanetLayout>,
    /// Map projection of a planet, and the layer of a cube map; `None` for samples that are not a map of a planet.
    pub(super) projection: Option<(Projection, u32)>,
    /// Inputs of the grid run; `None` for a function of a position.
    pub(in crate::gpu) program: Option<ProgramInputs>,
    /// Inputs of the generators that fill the field inputs, one for each input; `None` for an input that no generator
    /// fills.
    pub(super) sources: Vec<Option<Box<Self>>>,
    /// Textures of field inputs that a [`Run`](super::Run) has filled.
    pub(in crate::gpu) fields: InputFields,
}

/// Textures of field inputs that other generators have filled. They follow from the other inputs of an evaluation, so
/// that all of them compare as equal.
#[derive(Clone, Debug, Default)]
pub(in crate::gpu) struct InputFields {
    /// Texture of each field input; `None` for an input that a file fills, and for one that is not filled yet.
    pub(super) textures: Vec<Option<FieldTexture>>,
    /// The guard reports of the sources.
    pub(in crate::gpu) reports: Vec<wgpu::Buffer>,
}

impl PartialEq for InputFields {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl EvaluateInputs {
    /// Encodes the inputs of a generator with these values. `z` is the third world coordinate; only volumes use it.
    ///
    /// # Errors
    /// The passes of a grid program cannot be scheduled with these values, or the file of a field input cannot be read.
    pub fn new(
        generator: &Generator,
        values: &Values,
        grid: SampleGrid,
        z: f64,
        host: &HostInputs,
    ) -> Result<Self, ScheduleError> {
        let own = generator.input_grid(values, generator.initial_grid(1))?;
        let places = generator.input_places(values, own)?;
        let program = Schedule::new(generator, values)?
            .map(|schedule| ProgramInputs::new(generator, values, (schedule, &places), host));
        let inputs = generator.inputs.iter();
        let sources = inputs.map(|input| Self::of_source(input, values, own, (z, host)));
        let sources = sources.collect::<Result<_, _>>()?;
        let host = HostInputs {
            resolution: grid.size,
            pixel_size: grid.spacing(),
            ..*host
        };
        let encode =
            |layout: &UniformLayout| layout.encode(&generator.controls, values, &host, &places);
        let (has_z, has_time) = match generator.domain {
            Domain::Plane | Domain::Grid => (false, false),
            Domain::Volume => (true, false),
            Domain::VolumeTime => (true, true),
        };
        Ok(Self {
            grid,
            pixel_sizes: pixel_sizes(&generator.uniform),
            // The uniform of a grid program depends on its own grid instead.
            uniform: if program.is_none() {
                encode(&generator.uniform)
            } else {
                Vec::new()
            },
            arguments: encode(&generator.arguments),
            tap: generator.tap_uniform(),
            z: if has_z { z as f32 } else { 0.0 },
            time: if has_time { host.time as f32 } else { 0.0 },
            volume: None,
            are_errors: false,
            program,
            planet: None,
            projection: None,
            sources,
            fields: InputFields::default(),
        })
    }

    /// Returns the inputs of the generator that fills a field input; `None` if no generator fills it. `values` and the
    /// grid `own` are those of the generator that reads the input.
    fn of_source(
        input: &FieldInput,
        values: &Values,
        own: SampleGrid,
        (z, host): (f64, &HostInputs),
    ) -> Result<Option<Box<Self>>, ScheduleError> {
        let InputSource::Generator(source) = &input.source else {
            return Ok(None);
        };
        let values = values.of_input(&input.name);
        let grid = source.input_grid(&values, own)?;
        Self::new(source, &values, grid, z, host).map(|inputs| Some(Box::new(inputs)))
    }

    /// Returns inputs for the view of these settings: its samples are on the faces of a planet and on the ground near the
    /// camera, in a volume, or on the grid, which is that of [`RenderSettings::data_grid`]; they may be errors of single
    /// precision.
    #[must_use]
    pub fn of_view(self, settings: &RenderSettings) -> Self {
        let planet = settings.planet(self.grid);
        let volume = settings.volume(self.grid);
        Self {
            grid: planet.as_ref().map_or(self.grid, PlanetLayout::grid),
            planet,
            projection: settings.scene.projection.map(|projection| (projection, 0)),
            are_errors: settings.shading.mode.info().shows_errors,
            volume,
            ..self
        }
    }

    /// Returns the inputs with another layer of a cube map, or with the first one if layers are below each other in the
    /// grid.
    #[must_use]
    pub fn of_layer(self, layer: u32) -> Self {
        let projection = self.projection.map(|(projection, _)| (projection, layer));
        Self { projection, ..self }
    }

    /// Returns inputs by which the errors of single precision are evaluated in place of the results, if `are_errors` is
    /// set. The pipeline must be [prepared](super::EvaluatePipeline::prepare) for them.
    #[must_use]
    pub fn of_errors(self, are_errors: bool) -> Self {
        Self { are_errors, ..self }
    }

    /// Returns true if the errors of single precision are evaluated in place of the results.
    pub fn are_errors(&self) -> bool {
        self.are_errors
    }

    /// Returns the position that the generator gets at the world coordinates x and y: z and the time of these inputs
    /// are appended.
    pub fn position(&self, [x, y]: [f64; 2]) -> [f64; 4] {
        [x, y, self.z.into(), self.time.into()]
    }

    /// Returns inputs with the fields that a run has filled; the same inputs without one.
    #[must_use]
    pub fn with_fields(&self, run: Option<&Run>) -> Self {
        let mut inputs = self.clone();
        if let Some(run) = run {
            inputs.fields = run.fields();
        }
        inputs
    }

    /// Returns true if a run has filled the textures of field inputs.
    pub fn has_fields(&self) -> bool {
        self.fields.textures.iter().any(Option::is_some)
    }

    /// Returns inputs with one sample per `step` × `step` samples of the same view, or `step` samples in each direction
    /// of the same volume. The resolution that a shader reads stays that of the full picture.
    #[must_use]
    pub fn coarse(&self, step: u32) -> Self {
        if let Some(planet) = &self.planet {
            let planet = planet.coarse(step);
            return Self {
                grid: planet.grid(),
                planet: Some(planet),
                ..self.clone()
            };
        }
        let volume = self.volume.map(|side| side.div_ceil(step).max(2));
        let grid = match self.volume.zip(volume) {
            Some((side, coarse_side)) => {
                let columns = self.grid.size[0] / side;
                let slice = SampleGrid {
                    span: self.grid.span / f64::from(columns),
                    ..self.grid
                };
                volume_grid(slice, coarse_side)
            }
            None => self.grid.downsampled(step),
        };
        Self {
            grid,
            volume,
            ..self.clone()
        }
    }

    /// Returns the number of samples whose values are counted for value ranges and histograms. The slices of a volume
    /// may leave a part of the grid unused; of a planet only the samples of the six faces are counted.
    pub fn sample_count(&self) -> u64 {
        let counted = self.planet.as_ref().map(PlanetLayout::faces_size);
        match self.volume {
            Some(side) => u64::from(side).pow(3),
            None => counted
                .unwrap_or(self.grid.size)
                .map(u64::from)
                .iter()
                .product(),
        }
    }

    /// Returns the arrangement of the samples on a planet; `None` for a plane and a volume.
    pub fn planet(&self) -> Option<&PlanetLayout> {
        self.planet.as_ref()
    }

    /// Returns true if `other` has the same inputs for the faces of a planet; its tiles near the camera may differ.
    pub fn has_same_faces(&self, other: &Self) -> bool {
        let faces = |inputs: &Self| inputs.planet.as_ref().map(|planet| planet.cells);
        let is_planet = faces(self).is_some() && faces(self) == faces(other);
        is_planet
            && Self {
                grid: other.grid,
                planet: other.planet.clone(),
                ..self.clone()
            } == *other
    }

    /// Returns the author's uniform for samples that are `2^depth` times as close as those of the grid.
    pub(super) fn uniform_of(&self, depth: u32) -> Cow<'_, [u8]> {
        if depth == 0 || self.pixel_sizes.is_empty() {
            return Cow::Borrowed(&self.uniform);
        }
        let mut uniform = self.uniform.clone();
        for offset in &self.pixel_sizes {
            if let Some(bytes) = uniform.get_mut(*offset..*offset + 4) {
                let size = bytes
                    .first_chunk()
                    .map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
                bytes.copy_from_slice(&(size / (1_u32 << depth) as f32).to_le_bytes());
            }
        }
        Cow::Owned(uniform)
    }

    /// Returns the number of samples on each side of a volume, or of cells along the edge of a planet's face; `None`
    /// for a plane.
    pub fn data_samples(&self) -> Option<u32> {
        let cells = self.planet.as_ref().map(|planet| planet.cells);
        cells.or(self.volume)
    }

    /// Returns the samples on each side of a volume; `None` for a plane.
    pub fn volume(&self) -> Option<u32> {
        self.volume
    }

    /// Returns the width and height in samples of a plane, whichever is greater, or the side of a volume.
    pub(in crate::gpu) fn side(&self) -> u32 {
        self.volume
            .unwrap_or(self.grid.size[0].max(self.grid.size[1]))
    }
}

/// Returns the byte offsets of the members of a uniform struct that hold the distance between samples.
fn pixel_sizes(layout: &UniformLayout) -> Vec<usize> {
    let slots = layout.slots.iter();
    let of_size = slots.filter(|slot| slot.source == SlotSource::Auto(AutoInput::PixelSize));
    of_size.map(|slot| slot.offset as usize).collect()
}
