//! A sweep as a folder: a file a variant, and a list of them.

use std::fs;
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{
    CaptureError, CaptureFile, Format, Manifest, PictureHeader, write_text,
};
use noise_playground::control::Settings;
use noise_playground::generator::Generator;
use noise_playground::gpu::EvaluateInputs;
use noise_playground::grid::SampleGrid;
use serde::Serialize;

use super::SweepRun;
use super::plan::FolderOutput;
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use crate::render::batch::{BatchRenderer, RenderedPicture, RequestedOutputs};
use crate::render::samples_of;

/// Pictures that wait for a writer before the GPU does.
const WAITING: usize = 2;

/// What came of a sweep.
struct SweepSummary {
    made: usize,
    /// Those whose files were there already.
    kept: usize,
    /// How long nothing was done but wait for the GPU.
    waited: Duration,
}

/// A file to write.
struct Variant {
    path: PathBuf,
    format: Format,
    manifest: Manifest,
    grid: SampleGrid,
}

/// Makes the variants whose files are not there yet, then writes the list.
pub(super) fn write(
    sweeping: &SweepRun<'_>,
    folder: &FolderOutput,
    progress: &mut Progress,
) -> Result<(), CommandError> {
    make_folder(&folder.dir)?;
    let begun = Instant::now();
    let tally = write_files(sweeping, folder, progress)?;
    let list = list(sweeping, folder)?;
    write_text(&folder.list(), &list).map_err(anyhow::Error::from)?;
    let took = begun.elapsed();
    let share = 100.0 * tally.waited.as_secs_f64() / took.as_secs_f64();
    tracing::info!(
        "{} variants made, {} were there; in {took:.2?}, {share:.0} % of it waiting for {}",
        tally.made,
        tally.kept,
        sweeping.gpu.name()
    );
    Ok(())
}

fn make_folder(dir: &Path) -> anyhow::Result<()> {
    match fs::create_dir(dir) {
        Err(_) if dir.is_dir() => Ok(()),
        made => made.with_context(|| format!("-o: cannot make the folder {dir:?}")),
    }
}

/// Lets writers encode what the GPU has made while it makes more.
fn write_files(
    sweeping: &SweepRun<'_>,
    folder: &FolderOutput,
    progress: &mut Progress,
) -> Result<SweepSummary, CommandError> {
    let generator = &sweeping.pipeline.generator;
    let count = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let (senders, writers): (Vec<_>, Vec<_>) = (0..count)
            .map(|_| {
                let (sender, cells) = sync_channel(WAITING);
                (
                    sender,
                    scope.spawn(move || write_cells(generator, sweeping, cells)),
                )
            })
            .unzip();
        let mut sent = 0;
        let made = make(sweeping, folder, progress, &mut |variant, cell| {
            sent += 1;
            senders[sent % count].send((variant, cell)).is_ok()
        });
        drop(senders);
        for writer in writers {
            let written = writer.join();
            written
                .map_err(|_| anyhow!("an encoder ran into a fault of its own"))?
                .map_err(anyhow::Error::from)?;
        }
        made
    })
}

/// Makes what is not there yet, and gives each to `send`, until that takes no more.
fn make(
    sweeping: &SweepRun<'_>,
    folder: &FolderOutput,
    progress: &mut Progress,
    send: &mut dyn FnMut(Variant, RenderedPicture) -> bool,
) -> Result<SweepSummary, CommandError> {
    let view = sweeping.plan.scene.view;
    let wants = RequestedOutputs::of(folder.format);
    let mut cells = BatchRenderer::new(sweeping.gpu, sweeping.pipeline, view, wants);
    let part = folder.part(sweeping.plan.sweep.count());
    let total = part.len();
    let mut made = 0;
    let mut kept = 0;
    let wanted = part.enumerate().filter_map(|(done, index)| {
        progress.show(done as f64 / total as f64);
        let wanted = wanted(sweeping, folder, index);
        kept += usize::from(matches!(wanted, Ok(None)));
        wanted.transpose()
    });
    cells.render(wanted, |variant, cell| {
        let cell = cell.inspect_err(|_| tracing::error!("{:?} was not made", variant.path))?;
        if cell.non_finite_count > 0 {
            let strange = cell.non_finite_count;
            tracing::warn!("{strange} values of {:?} are NaN or infinite", variant.path);
        }
        if !send(variant, cell) {
            return Ok(ControlFlow::Break(()));
        }
        made += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(SweepSummary {
        made,
        kept,
        waited: cells.waited,
    })
}

/// A variant and what it is evaluated with, unless its file is there.
fn wanted(
    sweeping: &SweepRun<'_>,
    folder: &FolderOutput,
    index: usize,
) -> Result<Option<(Variant, EvaluateInputs)>, CommandError> {
    let plan = sweeping.plan;
    let generator = &sweeping.pipeline.generator;
    let values = plan.variant(index, generator);
    let mut manifest = sweeping.manifest.clone();
    manifest.values = values.settings(&generator.controls);
    let path = folder.dir.join(plan.file_name(index, &folder.ending));
    if manifest.matches_file(&path, folder.format) {
        return Ok(None);
    }
    let grid = samples_of(generator, &values, folder.format, plan.scene.grid)?;
    let variant = Variant {
        path,
        format: folder.format,
        manifest,
        grid,
    };
    Ok(Some((variant, sweeping.inputs(&values, grid)?)))
}

fn write_cells(
    generator: &Generator,
    sweeping: &SweepRun<'_>,
    cells: Receiver<(Variant, RenderedPicture)>,
) -> Result<(), CaptureError> {
    for (variant, cell) in cells {
        let head = PictureHeader {
            grid: variant.grid,
            channels: generator.channels,
            returns: generator.returns,
            channel: sweeping.plan.scene.view.channel,
            value_range: cell.value_range,
            manifest: variant.manifest.to_json(),
        };
        let mut output = CaptureFile::create(&variant.path, variant.format)?;
        output.write(&head, iter::once(Arc::new(cell.rows)))?;
        output.commit()?;
    }
    Ok(())
}

/// A line of `sweep.jsonl`.
#[derive(Serialize)]
struct ListLine {
    index: usize,
    file: String,
    address: String,
    values: Settings,
}

fn list(sweeping: &SweepRun<'_>, folder: &FolderOutput) -> anyhow::Result<String> {
    let plan = sweeping.plan;
    let generator = &sweeping.pipeline.generator;
    let mut list = String::new();
    for index in folder.part(plan.sweep.count()) {
        let line = ListLine {
            index,
            file: plan.file_name(index, &folder.ending),
            address: generator.address.to_string(),
            values: plan.variant(index, generator).settings(&generator.controls),
        };
        list += &serde_json::to_string(&line)?;
        list.push('\n');
    }
    Ok(list)
}
