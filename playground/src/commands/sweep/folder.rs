//! Writes a sweep to a folder: a file for each variant, and their list.
//!
//! The calling thread renders on the GPU; encoder threads, one per processor, write the files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};
use std::{fs, iter, thread};

use anyhow::{Context as _, anyhow};
use noise_playground::capture::{CaptureFile, Manifest, remove_abandoned_files};
use noise_playground::field::Field;
use noise_playground::field::files::Format;
use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::EvaluateInputs;
use noise_playground::{RenderSettings, Subject};

use super::SweepRun;
use super::list::VariantList;
use super::measures::VariantMeasures;
use super::plan::FolderOutput;
use crate::commands::seeds::{evaluate, with_seeds};
use crate::process::error::CommandError;
use crate::process::progress::Progress;
use noise_playground::render::{
    BatchRenderer, RenderedPicture, RequestedOutputs, header_of_data, uses_range,
};

/// Pictures that wait for one encoder thread; rendering pauses while the queue is full.
const QUEUE_LENGTH: usize = 2;

/// For the log.
struct SweepSummary {
    /// Rendered, and passed to an encoder thread.
    written: usize,
    /// Files that already existed with the same manifest.
    up_to_date: usize,
    /// Time that the rendering thread waited for the GPU.
    waited: Duration,
}

struct Variant {
    index: usize,
    path: PathBuf,
    format: Format,
    manifest: Manifest,
    subject: Subject,
    grid: SampleGrid,
    /// The file exists with the same manifest: the variant is only measured, not written.
    is_up_to_date: bool,
    /// Of the seeds of `--seeds`; empty without.
    seed_fields: Vec<Field>,
}

impl Variant {
    /// Returns the subject on the grid of the samples.
    fn measured(&self) -> Subject {
        let mut subject = self.subject.clone();
        subject.settings.grid = self.grid;
        subject
    }
}

/// Renders variants that are not up to date, and writes the list of all.
pub(super) fn write(
    run: &SweepRun<'_>,
    folder: &FolderOutput,
    progress: &mut Progress,
) -> Result<(), CommandError> {
    create_folder(&folder.dir)?;
    remove_abandoned_files(&folder.dir);
    let start = Instant::now();
    let list = VariantList::new(run, folder);
    let summary = write_files(run, folder, &list, progress);
    if summary.is_ok() || !list.is_empty() {
        list.write()?;
    }
    let summary = summary?;
    let constant = list.constant_count();
    if constant > 0 {
        tracing::warn!("{constant} fields are constant; their lines say why in \"notes\"");
    }
    let time = start.elapsed();
    tracing::info!(
        "{} variants written, {} up to date, in {time:.2?}; {:.0} % of it waiting for {}",
        summary.written,
        summary.up_to_date,
        100.0 * summary.waited.as_secs_f64() / time.as_secs_f64(),
        run.gpu.name()
    );
    Ok(())
}

pub(super) fn create_folder(dir: &Path) -> anyhow::Result<()> {
    match fs::create_dir(dir) {
        Err(_) if dir.is_dir() => Ok(()),
        created => created.with_context(|| format!("-o: cannot create the folder {dir:?}")),
    }
}

/// Distributes variants to the encoder threads.
fn write_files(
    run: &SweepRun<'_>,
    folder: &FolderOutput,
    list: &VariantList<'_>,
    progress: &mut Progress,
) -> Result<SweepSummary, CommandError> {
    let count = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let writer = |_| {
            let (sender, pictures) = sync_channel(QUEUE_LENGTH);
            (sender, scope.spawn(move || write_pictures(run, folder, pictures, list)))
        };
        let (senders, writers): (Vec<_>, Vec<_>) = (0..count).map(writer).unzip();
        let mut sent = 0;
        let mut send = |variant, picture| {
            sent += 1;
            senders[sent % count].send((variant, picture)).is_ok()
        };
        let rendered = render(run, folder, progress, list, &mut send);
        drop(senders);
        for writer in writers {
            let written = writer.join();
            written.map_err(|_| anyhow!("an encoder thread panicked"))??;
        }
        rendered
    })
}

/// Passes each rendered variant to `send`, until that returns false.
fn render(
    run: &SweepRun<'_>,
    folder: &FolderOutput,
    progress: &mut Progress,
    list: &VariantList<'_>,
    send: &mut dyn FnMut(Variant, RenderedPicture) -> bool,
) -> Result<SweepSummary, CommandError> {
    let mut outputs = RequestedOutputs::of(folder.format);
    outputs.samples |= folder.measures.is_some();
    let settings = run.plan.subject.settings;
    let batch = BatchRenderer::new(run.gpu, run.pipeline, settings, outputs);
    let mut batch = batch.of_data(&run.plan.data, folder.format);
    let indices = folder.variants(run.plan.sweep.count());
    let total = indices.len();
    let (mut written, mut up_to_date) = (0, 0);
    let variants = indices.enumerate().filter_map(|(position, index)| {
        progress.show(position as f64 / total as f64);
        let variant = variant(run, folder, index);
        match &variant {
            Ok(None) => {
                up_to_date += 1;
                list.add(index, None);
            }
            Ok(Some((variant, _, _))) => up_to_date += usize::from(variant.is_up_to_date),
            Err(_) => {}
        }
        variant.transpose()
    });
    batch.render_views(variants, |mut variant, picture| {
        let picture =
            picture.inspect_err(|_| tracing::error!("cannot render {:?}", variant.path))?;
        if picture.non_finite_count > 0 {
            let count = picture.non_finite_count;
            tracing::warn!("{count} non-finite values in {:?}", variant.path);
        }
        if picture.rays_at_limit > 0 {
            tracing::warn!("{} rays gave up in {:?}", picture.rays_at_limit, variant.path);
        }
        if let Some(count) = folder.seeds {
            variant.seed_fields = evaluate(
                run.gpu,
                run.pipeline,
                &with_seeds(&variant.measured(), count)?,
                |field| field,
            )?;
        }
        let is_new = !variant.is_up_to_date;
        if !send(variant, picture) {
            return Ok(ControlFlow::Break(()));
        }
        written += usize::from(is_new);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(SweepSummary { written, up_to_date, waited: batch.waited })
}

/// Returns `None` if the file is up to date and `--measure` is not given.
fn variant(
    run: &SweepRun<'_>,
    folder: &FolderOutput,
    index: usize,
) -> Result<Option<(Variant, EvaluateInputs, RenderSettings)>, CommandError> {
    let subject = run.plan.variant(index, run.gpu, run.pipeline)?;
    let manifest = run.manifest.of_variant(&subject);
    let path = folder.dir.join(run.plan.file_name(index, folder.extension));
    let grid = subject.data_grid(folder.format)?;
    let is_whole = || {
        let (generator, settings) = (&subject.generator, &subject.settings);
        let (data, format) = (&run.plan.data, folder.format);
        let header = header_of_data(generator, settings, data, format, grid, None, &manifest);
        format.is_whole(&path, &header)
    };
    let is_up_to_date = manifest.matches_file(&path, folder.format) && is_whole();
    if is_up_to_date && folder.measures.is_none() {
        return Ok(None);
    }
    let (inputs, settings) = (subject.inputs(grid)?, subject.settings);
    let format = folder.format;
    let seed_fields = Vec::new();
    let variant =
        Variant { index, path, format, manifest, subject, grid, is_up_to_date, seed_fields };
    Ok(Some((variant, inputs, settings)))
}

/// Encodes and lists the variants that arrive, until the channel is closed.
fn write_pictures(
    run: &SweepRun<'_>,
    folder: &FolderOutput,
    pictures: Receiver<(Variant, RenderedPicture)>,
    list: &VariantList<'_>,
) -> anyhow::Result<()> {
    let generator = &run.pipeline.generator;
    for (mut variant, mut picture) in pictures {
        let measures = measure(folder, &mut variant, &mut picture)?;
        if variant.is_up_to_date {
            list.add(variant.index, measures);
            continue;
        }
        let Variant { subject: Subject { settings, .. }, format, grid, manifest, .. } = &variant;
        let data = &run.plan.data;
        let uses_range = uses_range(generator, settings, data, *format);
        let range = uses_range.then_some(picture.value_range);
        let header = header_of_data(generator, settings, data, *format, *grid, range, manifest);
        let mut file = CaptureFile::create(&variant.path, variant.format)?;
        file.write(&header, iter::once(Arc::new(picture.rows)))?;
        file.commit()?;
        list.add(variant.index, measures);
        list.write_if_due()?;
    }
    Ok(())
}

/// Returns `None` without `--measure`. Moves the samples out of `picture` if its file does not contain them.
fn measure(
    folder: &FolderOutput,
    variant: &mut Variant,
    picture: &mut RenderedPicture,
) -> anyhow::Result<Option<VariantMeasures>> {
    let Some(list) = &folder.measures else {
        return Ok(None);
    };
    let subject = variant.measured();
    if folder.seeds.is_some() {
        let fields = std::mem::take(&mut variant.seed_fields);
        return VariantMeasures::new(&subject, &fields, list, true).map(Some);
    }
    let samples = if folder.format.holds_picture() {
        std::mem::take(&mut picture.rows.samples)
    } else {
        picture.rows.samples.clone()
    };
    let (size, channels) = (subject.settings.grid.size, subject.generator.channels());
    let field = Field { size, channels, samples };
    VariantMeasures::new(&subject, &[field], list, false).map(Some)
}
