//! A turntable: numbered frames of one control that goes over a range, for videos.

use std::path::Path;

use noise_playground::capture::{Format, Output};
use noise_playground::gpu::Gpu;

use super::{Name, Subject, short};
use crate::commands::sweep::axis::Axis;
use crate::process::error::Failure;

/// Makes a folder of frames in `folder`, and gives what to say of it. If it is given up, the frames so far stay.
pub(super) fn make<T: FnMut(f64) -> Result<(), Failure>>(
    gpu: &Gpu,
    subject: Subject,
    format: Format,
    vary: &str,
    folder: &Path,
    teller: impl FnOnce(&Name) -> T,
) -> Result<String, Failure> {
    let subject = subject.apart(gpu)?;
    let axis = Axis::read(vary, subject.generator())?;
    let count = axis.stops.len();
    let range = format!("{}={}..{}", axis.name, axis.stops[0], axis.stops[count - 1]);
    let name = Name::of(&subject).but(&range);
    let mut tell = teller(&name);
    let frames = name.make_folder(folder)?;
    for index in 0..count {
        let mut frame = subject.clone();
        axis.set(index, &mut frame.values, subject.generator())?;
        let path = frames.join(format!("{index:04}.{}", format.ending()));
        let mut output = Output::create(&path, format).map_err(anyhow::Error::from)?;
        let mut tell_all = |share: f64| tell((index as f64 + share) / count as f64);
        let made = frame.write(gpu, &mut output, &mut tell_all);
        let made = made.and_then(|()| Ok(output.publish().map_err(anyhow::Error::from)?));
        made.map_err(|failure| {
            let place = format!("{index} of {count} frames are in {}", short(&frames));
            Failure::Call(anyhow::Error::msg(failure.words()).context(place))
        })?;
    }
    Ok(format!("saved {count} frames in {}", short(&frames)))
}
