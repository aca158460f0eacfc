//! `playground mesh`: writes a terrain, a solid or a planet as a triangle mesh.

mod data;
mod plan;

use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use noise_playground::capture::AtomicFile;
use noise_playground::gpu::Gpu;
use noise_playground::mesh::{Mesh, MeshFormat};

use super::build_pipeline;
use super::options::NamedGenerator;
use crate::args::{Global, MeshArgs};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use data::MeshSource;
use plan::{MeshPlan, Surface};

/// All options are checked before the GPU is opened.
pub(crate) fn mesh(arguments: &MeshArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let named = NamedGenerator::open(&arguments.generator, &arguments.values.set)?;
    let named = named.filled(&arguments.values)?;
    let plan = MeshPlan::new(arguments, &named)?;
    let mut file = AtomicFile::create(&arguments.output).map_err(anyhow::Error::from)?;
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let pipeline = build_pipeline(&gpu, &named.generator)?;
    let source = MeshSource {
        gpu: &gpu,
        pipeline: &pipeline,
        plan: &plan,
    };
    let mut progress = Progress::new("sampling", global.quiet);
    let mesh = match &plan.surface {
        Surface::Terrain(terrain) => source.terrain(terrain, plan.format, &mut progress)?,
        Surface::Solid(solid) => source.solid(solid, &mut progress)?,
        Surface::Planet(planet) => source.planet(planet)?,
    };
    write(&mesh, plan.format, &mut file)
        .with_context(|| format!("cannot write {:?}", arguments.output))?;
    file.commit().map_err(anyhow::Error::from)?;
    tracing::info!(
        "wrote {}: {} vertices, {} triangles",
        arguments.output.display(),
        mesh.positions.len(),
        mesh.triangles.len()
    );
    Ok(ExitCode::SUCCESS)
}

fn write(mesh: &Mesh, format: MeshFormat, file: &mut AtomicFile) -> anyhow::Result<()> {
    let mut buffer = BufWriter::with_capacity(1 << 20, file.file());
    format.write(mesh, &mut buffer)?;
    Ok(buffer.flush()?)
}
