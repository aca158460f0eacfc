//! Capture of an animation: a folder of numbered frames of one control over a range.

use std::path::Path;

use noise_playground::capture::CaptureFile;
use noise_playground::field::files::Format;
use noise_playground::gpu::Gpu;
use noise_playground::subject::sweep::{Axis, AxisRange, Sweep};

use super::name::CaptureName;
use super::source::CaptureSource;
use super::{CaptureNotice, short_path};
use crate::process::error::CommandError;
use noise_playground::render::RenderError;

/// Renders into a new folder inside `folder`; finished frames stay after cancellation. Returns the notice.
pub(super) fn render<T: FnMut(f64) -> Result<(), RenderError>>(
    gpu: &Gpu,
    source: CaptureSource,
    format: Format,
    range: &AxisRange,
    folder: &Path,
    progress: impl FnOnce(&CaptureName) -> T,
) -> Result<CaptureNotice, CommandError> {
    let axis = Axis::new(range, source.generator())?;
    let AxisRange { name, count, .. } = range;
    let ends = [0, count - 1].map(|index| axis.file_text(index));
    let suffix = format!("{name}={}", ends.join(".."));
    let sweep = Sweep::new(vec![axis])?;
    let name = CaptureName::of(&source).with_suffix(&suffix);
    let mut progress = progress(&name);
    let frames = name.create_folder(folder)?;
    for index in 0..*count {
        let subject = sweep.subject(index, &source.subject);
        let frame = CaptureSource { subject, ..source.clone() };
        let path = frames.join(format!("{index:04}.{}", format.extension()));
        let mut file = CaptureFile::create(&path, format)?;
        let mut frame_progress =
            |fraction: f64| progress((index as f64 + fraction) / *count as f64);
        let written = frame.write(gpu, &mut file, &mut frame_progress);
        let written = written.and_then(|()| Ok(file.commit()?)).map_err(CommandError::from);
        written.map_err(|error| {
            let context = format!("{index} of {count} frames saved in {}", short_path(&frames));
            CommandError::Usage(anyhow::Error::msg(error.one_line()).context(context))
        })?;
    }
    Ok(CaptureNotice {
        text: format!("saved {count} frames in {}", short_path(&frames)),
        path: Some(frames),
    })
}
