//! The atmosphere of a planet: its tables (Hillaire 2020), computed once for each kind of air.
//!
//! A stage that imports `air.wgsl` binds [`PlanetAir::group`] at the index [`AIR_GROUP`].

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};

use super::binding::{Binding, layout, storage_texture, texture, uniform};
use super::compute::{compute_pipeline, pipeline_layout, workgroups};
use super::texture::field_format;
use super::{FieldTexture, Gpu, GpuError};
use crate::stages;

/// Bind group of the atmosphere in the stages that use `air.wgsl`.
const AIR_GROUP: u32 = 3;
/// Width and height in texels of the table of transmittances.
const TRANSMITTANCE_SIZE: [u32; 2] = [256, 64];
/// Width and height in texels of the table of light that was scattered more than once. Below it is a table of the same
/// size for the light of the whole sky on level ground.
const SCATTERING_SIZE: [u32; 2] = [32, 32];

/// Radius of the Earth in meters: coefficients per meter become coefficients per radius.
const RADIUS_M: f64 = 6.36e6;
/// Height of the top of the Earth's atmosphere in meters.
const TOP_M: f64 = 1e5;
/// Scattering of molecules per meter at the ground, for red, green and blue (Hillaire 2020, table 1).
const RAYLEIGH: [f64; 3] = [5.802e-6, 13.558e-6, 33.1e-6];
/// Absorption of ozone per meter where it is densest, for red, green and blue.
const OZONE: [f64; 3] = [0.650e-6, 1.881e-6, 0.085e-6];
/// Scattering and absorption of dust per meter at the ground, for all colors.
const MIE: [f64; 2] = [3.996e-6, 4.40e-6];
/// Heights in meters: those over which the densities of molecules and of dust fall to 1/e, that of the center of the
/// ozone layer, and half the thickness of that layer.
const HEIGHTS_M: [f64; 4] = [8e3, 1.2e3, 25e3, 15e3];
/// Fraction of the light that the ground reflects on average.
const ALBEDO: f64 = 0.3;

/// The air of a planet, relative to that of the Earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AirInputs {
    /// Amount of air above the ground relative to that of the Earth, a factor of scattering and absorption: 0 is a
    /// planet without air.
    pub(super) density: f64,
    /// Factor of all heights in the air relative to those of the Earth. Exaggerated relief needs exaggerated air.
    pub(super) stretch: f64,
}

/// Uniform struct `Air` of `stages/air.wgsl`: coefficients and heights for a planet of radius 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct AirUniform {
    rayleigh: [f32; 3],
    top: f32,
    ozone: [f32; 3],
    rayleigh_height: f32,
    mie_height: f32,
    mie_scattering: f32,
    mie_absorption: f32,
    ozone_height: f32,
    ozone_width: f32,
    albedo: f32,
    padding: [f32; 2],
}

impl AirInputs {
    fn uniform(&self) -> AirUniform {
        // The same column in a higher atmosphere.
        let per_radius =
            |per_meter: f64| (per_meter * RADIUS_M * self.density / self.stretch) as f32;
        let height = |meters: f64| (meters / RADIUS_M * self.stretch) as f32;
        let [rayleigh_height, mie_height, ozone_height, ozone_width] = HEIGHTS_M.map(height);
        let [mie_scattering, mie_absorption] = MIE.map(per_radius);
        AirUniform {
            rayleigh: RAYLEIGH.map(per_radius),
            top: height(TOP_M),
            ozone: OZONE.map(per_radius),
            rayleigh_height,
            mie_height,
            mie_scattering,
            mie_absorption,
            ozone_height,
            ozone_width,
            albedo: ALBEDO as f32,
            padding: [0.0; 2],
        }
    }
}

/// The tables of the atmosphere that was used last, and the pipelines that fill them.
#[derive(Debug)]
pub(super) struct PlanetAir {
    pipelines: AirPipelines,
    tables: AirTables,
}

impl PlanetAir {
    /// Builds the pipelines that fill the tables of an atmosphere, and creates empty tables.
    ///
    /// # Errors
    /// The tables exceed the adapter's memory.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            pipelines: AirPipelines::new(gpu),
            tables: AirTables::new(gpu)?,
        })
    }

    /// Returns the layout of the bind group that [`Self::group`] returns.
    pub(super) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.pipelines.layout
    }

    /// Returns the bind group of the tables for [`AIR_GROUP`]. Records commands that fill the tables, unless they were
    /// filled for the same inputs. Without inputs, the tables are left as they are.
    pub(super) fn group(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: Option<AirInputs>,
    ) -> wgpu::BindGroup {
        if let Some(inputs) = inputs {
            self.tables.fill(gpu, encoder, &self.pipelines, inputs);
        }
        self.tables.group(gpu, &self.pipelines)
    }
}

/// Pipelines that fill the tables of an atmosphere.
#[derive(Debug)]
struct AirPipelines {
    transmittance: TablePipeline,
    scattering: TablePipeline,
    /// Layout of the bind group that [`AirTables::group`] returns.
    layout: wgpu::BindGroupLayout,
}

/// The pipeline that fills one table of the atmosphere, and the layouts of its bind groups.
#[derive(Debug)]
struct TablePipeline {
    pipeline: wgpu::ComputePipeline,
    output: wgpu::BindGroupLayout,
    air: wgpu::BindGroupLayout,
}

impl AirPipelines {
    /// Builds the pipelines that fill the tables of an atmosphere.
    fn new(gpu: &Gpu) -> Self {
        let shader = gpu
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("air_tables"),
                source: wgpu::ShaderSource::Wgsl(stages::linked("air_tables.wgsl").into()),
            });
        let air = [(0, uniform()), (1, texture(false)), (2, texture(false))];
        let table = |entry_point, bindings| {
            let output = [(0, storage_texture(field_format(4)))];
            let output = layout(gpu, "AirPipelines::output", &output);
            let air = layout(gpu, "AirPipelines::air", bindings);
            let groups = [Some(&output), None, None, Some(&air)];
            let pipeline = pipeline_layout(gpu, entry_point, &groups);
            TablePipeline {
                pipeline: compute_pipeline(gpu, &pipeline, &shader, entry_point, &[]),
                output,
                air,
            }
        };
        Self {
            transmittance: table("fill_transmittances", &air[..1]),
            scattering: table("fill_scatterings", &air[..2]),
            layout: layout(gpu, "AirPipelines::layout", &air),
        }
    }
}

/// Textures that hold the tables of an atmosphere.
#[derive(Debug)]
struct AirTables {
    transmittance: FieldTexture,
    scattering: FieldTexture,
    /// Inputs that the tables were filled for; `None` before they are filled.
    inputs: Option<AirInputs>,
}

impl AirTables {
    /// Creates empty tables of an atmosphere.
    ///
    /// # Errors
    /// The tables exceed the adapter's memory.
    fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let [width, height] = SCATTERING_SIZE;
        Ok(Self {
            transmittance: FieldTexture::new(gpu, TRANSMITTANCE_SIZE, 4)?,
            scattering: FieldTexture::new(gpu, [width, 2 * height], 4)?,
            inputs: None,
        })
    }

    /// Records commands that fill the tables, unless they were filled for these inputs. Returns true if something was
    /// recorded.
    fn fill(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &AirPipelines,
        inputs: AirInputs,
    ) -> bool {
        if self.inputs.replace(inputs) == Some(inputs) {
            return false;
        }
        let uniform = inputs.uniform();
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&uniform)),
            Binding::Texture(&self.transmittance.view),
        ];
        let (pipelines, tables) = (
            [&pipelines.transmittance, &pipelines.scattering],
            [&self.transmittance, &self.scattering],
        );
        for (index, (pipeline, table)) in pipelines.into_iter().zip(tables).enumerate() {
            let size = [TRANSMITTANCE_SIZE, SCATTERING_SIZE][index];
            let read = &bindings[..=index];
            pipeline.fill(gpu, encoder, (table, size), read);
        }
        true
    }

    /// Returns the bind group of the tables, for [`AIR_GROUP`].
    fn group(&self, gpu: &Gpu, pipelines: &AirPipelines) -> wgpu::BindGroup {
        let uniform = self.inputs.map(|inputs| inputs.uniform());
        let uniform = uniform.unwrap_or(AirUniform::zeroed());
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&uniform)),
            Binding::Texture(&self.transmittance.view),
            Binding::Texture(&self.scattering.view),
        ];
        let cache = &self.scattering.bindings;
        cache.bind(gpu, "AirTables::group", &pipelines.layout, &bindings)
    }
}

impl TablePipeline {
    /// Records commands that fill the upper rows of a table, `size` texels. The shader reads the bindings `air`.
    fn fill(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (table, size): (&FieldTexture, [u32; 2]),
        air: &[Binding<'_>],
    ) {
        let cache = &table.bindings;
        let output = [Binding::Texture(&table.view)];
        let output = cache.bind(gpu, "TablePipeline::output", &self.output, &output);
        let air = cache.bind(gpu, "TablePipeline::air", &self.air, air);
        let [columns, rows] = workgroups(size);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("air"),
            timestamp_writes: None,
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &output, &[]);
        pass.set_bind_group(AIR_GROUP, &air, &[]);
        pass.dispatch_workgroups(columns, rows, 1);
    }
}
