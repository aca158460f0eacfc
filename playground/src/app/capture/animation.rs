//! A turntable: numbered frames of one control that goes over a range, for videos.

use std::path::Path;

use noise_playground::capture::{CaptureFile, Format};
use noise_playground::gpu::Gpu;
use noise_playground::sweep::{AxisRange, Sweep};

use super::{CaptureName, CaptureSource, short};
use crate::process::error::CommandError;

/// Makes a folder of frames in `folder`, and gives what to say of it. If it is given up, the frames so far stay.
pub(super) fn make<T: FnMut(f64) -> Result<(), CommandError>>(
    gpu: &Gpu,
    subject: CaptureSource,
    format: Format,
    range: &AxisRange,
    folder: &Path,
    teller: impl FnOnce(&CaptureName) -> T,
) -> Result<String, CommandError> {
    let sweep = Sweep::new([range], subject.generator()).map_err(anyhow::Error::from)?;
    let AxisRange { name, count, .. } = range;
    let values = sweep.axes()[0].values();
    let rest = format!("{name}={}..{}", values[0], values[count - 1]);
    let name = CaptureName::of(&subject).with_suffix(&rest);
    let mut tell = teller(&name);
    let frames = name.make_folder(folder)?;
    for index in 0..*count {
        let values = sweep.values(index, subject.generator(), &subject.values);
        let frame = CaptureSource {
            values,
            ..subject.clone()
        };
        let path = frames.join(format!("{index:04}.{}", format.extension()));
        let mut output = CaptureFile::create(&path, format).map_err(anyhow::Error::from)?;
        let mut tell_all = |share: f64| tell((index as f64 + share) / *count as f64);
        let made = frame.write(gpu, &mut output, &mut tell_all);
        let made = made.and_then(|()| Ok(output.commit().map_err(anyhow::Error::from)?));
        made.map_err(|failure| {
            let place = format!("{index} of {count} frames are in {}", short(&frames));
            CommandError::Usage(anyhow::Error::msg(failure.one_line()).context(place))
        })?;
    }
    Ok(format!("saved {count} frames in {}", short(&frames)))
}
