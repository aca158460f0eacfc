//! `playground render`: a generator's picture, written to files.

mod plan;

use std::process::ExitCode;
use std::sync::Arc;

use noise_playground::capture::{Manifest, write_png};
use noise_playground::control::HostInputs;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, read_picture};

use crate::args::{Global, Render};
use crate::failure::Failure;
use crate::folder::find_generator;
use crate::tile::{Stages, Tile};
use plan::RenderPlan;

/// Evaluates, shades and writes. Everything that can be wrong with the call is found before the GPU is opened.
pub(crate) fn render(arguments: &Render, global: &Global) -> Result<ExitCode, Failure> {
    let found = find_generator(&arguments.generator, arguments.folder.as_deref())?;
    let plan = RenderPlan::new(arguments, &found.generator)?;
    let linked = found
        .compiled
        .linked
        .ok_or_else(|| anyhow::anyhow!("nothing was linked"))?;
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let pipeline = Arc::new(EvaluatePipeline::new(&gpu, &linked, &found.generator)?);
    let host = HostInputs {
        time: plan.time,
        ..HostInputs::default()
    };
    let inputs = EvaluateInputs::new(&found.generator, &plan.values, plan.grid, plan.z, &host);
    let mut tile = Tile::new(&gpu, plan.grid.size, found.generator.channels)?;
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("render"),
        });
    tile.update(
        &gpu,
        &mut Stages::new(&gpu),
        &mut encoder,
        &pipeline,
        inputs,
        &plan.view,
    );
    gpu.queue.submit([encoder.finish()]);
    let pixels = read_picture(&gpu, &tile.picture)?;
    let manifest = Manifest::new(
        &gpu.name(),
        &found.generator,
        &linked,
        &plan.values,
        &plan.scene(),
    );
    for file in &plan.outputs {
        write_png(file, plan.grid.size, &pixels, &manifest).map_err(anyhow::Error::from)?;
    }
    Ok(ExitCode::SUCCESS)
}
