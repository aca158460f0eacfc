//! The atmosphere of a planet: its scattering tables (Hillaire 2020), which are computed again only if the air changes.
//!
//! A shader that imports `air.wgsl` binds [`PlanetAir::group`] at the index [`AIR_GROUP`].

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};

use crate::generator::host_shaders;
use crate::gpu::device::binding::{Binding, layout, storage_texture, texture, uniform};
use crate::gpu::device::compute::{compute_pipeline, pipeline_layout, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::device::trusted_shader::host_shader;
use crate::gpu::{FieldTexture, Gpu, GpuError};

const AIR_GROUP: u32 = 3;
/// In texels.
const TRANSMITTANCE_SIZE: [u32; 2] = [256, 64];
/// In texels. Below it, in the same texture, is a table of equal size for the light of the whole sky on level ground.
const SCATTERING_SIZE: [u32; 2] = [32, 32];

/// Of the Earth. Coefficients per meter are multiplied by it to get coefficients per planet radius.
const RADIUS_M: f64 = 6.36e6;
const TOP_M: f64 = 1e5;
/// Rayleigh scattering per meter at sea level, for red, green and blue (Hillaire 2020, table 1).
const RAYLEIGH: [f64; 3] = [5.802e-6, 13.558e-6, 33.1e-6];
/// Absorption per meter at the densest height of the ozone layer, for red, green and blue.
const OZONE: [f64; 3] = [0.650e-6, 1.881e-6, 0.085e-6];
/// Mie scattering and absorption of dust per meter at sea level, equal for all colors.
const MIE: [f64; 2] = [3.996e-6, 4.40e-6];
/// Scale heights of molecules and of dust (density falls to 1/e), center of the ozone layer, and half its thickness.
const HEIGHTS_M: [f64; 4] = [8e3, 1.2e3, 25e3, 15e3];
/// Fraction of light that ground reflects, for the light that the atmosphere scatters more than once.
const ALBEDO: f64 = 0.3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AirInputs {
    /// Amount of air above a unit of ground, a factor of all scattering and absorption; 0 is a planet without air.
    pub(crate) density: f64,
    /// Factor of all heights. Planets with exaggerated relief have exaggerated air.
    pub(crate) stretch: f64,
}

/// `Air` of `host/air.wgsl`: coefficients and heights for a planet of radius 1.
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
        // The amount of air is unchanged in a higher atmosphere, so its density is lower.
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

#[derive(Debug)]
pub(crate) struct PlanetAir {
    pipelines: AirPipelines,
    tables: AirTables,
}

impl PlanetAir {
    /// The tables are empty. Fails if they exceed the adapter's memory.
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self { pipelines: AirPipelines::new(gpu), tables: AirTables::new(gpu)? })
    }

    pub(crate) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.pipelines.layout
    }

    /// Records commands that fill the tables if `inputs` changed; without inputs, they stay as they are.
    pub(crate) fn group(
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

#[derive(Debug)]
struct AirPipelines {
    transmittance: TablePipeline,
    scattering: TablePipeline,
    layout: wgpu::BindGroupLayout,
}

#[derive(Debug)]
struct TablePipeline {
    pipeline: wgpu::ComputePipeline,
    output: wgpu::BindGroupLayout,
    air: wgpu::BindGroupLayout,
}

impl AirPipelines {
    fn new(gpu: &Gpu) -> Self {
        let shader = host_shader(gpu, "air_tables", &host_shaders::linked("air_tables.wgsl"));
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

#[derive(Debug)]
struct AirTables {
    transmittance: FieldTexture,
    scattering: FieldTexture,
    inputs: Option<AirInputs>,
}

impl AirTables {
    fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let [width, height] = SCATTERING_SIZE;
        Ok(Self {
            transmittance: FieldTexture::new(gpu, TRANSMITTANCE_SIZE, 4)?,
            scattering: FieldTexture::new(gpu, [width, 2 * height], 4)?,
            inputs: None,
        })
    }

    /// Returns true if commands were recorded, since the inputs changed.
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
            pipeline.fill(gpu, encoder, table, size, read);
        }
        true
    }

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
    /// Fills the upper left `size` texels. `air` holds the uniform and the tables that the shader reads.
    fn fill(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        table: &FieldTexture,
        size: [u32; 2],
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
