//! A turntable: numbered frames of one control that goes over a range, for videos.

use std::path::Path;

use noise_playground::capture::{Format, Output};
use noise_playground::gpu::Gpu;
use noise_playground::sweep::{AxisRange, Sweep};

use super::{Name, Subject, short};
use crate::process::error::Failure;

/// Makes a folder of frames in `folder`, and gives what to say of it. If it is given up, the frames so far stay.
pub(super) fn make<T: FnMut(f64) -> Result<(), Failure>>(
    gpu: &Gpu,
    subject: Subject,
    format: Format,
    range: &AxisRange,
    folder: &Path,
    teller: impl FnOnce(&Name) -> T,
) -> Result<String, Failure> {
    let subject = subject.apart(gpu)?;
    let sweep = Sweep::new([range], subject.generator()).map_err(anyhow::Error::from)?;
    let AxisRange { name, count, .. } = range;
    let values = sweep.axes()[0].values();
    let rest = format!("{name}={}..{}", values[0], values[count - 1]);
    let name = Name::of(&subject).but(&rest);
    let mut tell = teller(&name);
    let frames = name.make_folder(folder)?;
    for index in 0..*count {
        let values = sweep.values(index, subject.generator(), &subject.values);
        let frame = Subject {
            values,
            ..subject.clone()
        };
        let path = frames.join(format!("{index:04}.{}", format.ending()));
        let mut output = Output::create(&path, format).map_err(anyhow::Error::from)?;
        let mut tell_all = |share: f64| tell((index as f64 + share) / *count as f64);
        let made = frame.write(gpu, &mut output, &mut tell_all);
        let made = made.and_then(|()| Ok(output.publish().map_err(anyhow::Error::from)?));
        made.map_err(|failure| {
            let place = format!("{index} of {count} frames are in {}", short(&frames));
            Failure::Call(anyhow::Error::msg(failure.words()).context(place))
        })?;
    }
    Ok(format!("saved {count} frames in {}", short(&frames)))
}
