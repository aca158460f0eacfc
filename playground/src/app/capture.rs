//! Saving the picture as it is shown.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use noise_playground::capture::{CaptureError, Format, Head, Manifest, Output, Scene, Strip};
use noise_playground::gpu::{Gpu, read_picture};
use winit::event_loop::EventLoopProxy;

use super::Event;
use super::pictures::Pictures;
use crate::workbench::{PaneKey, Workbench};

/// Writes the selected cell's picture into the working folder; [`Event::Captured`] says where it went.
pub(super) fn start(
    gpu: &Gpu,
    pictures: &Pictures,
    workbench: &Workbench,
    proxy: &EventLoopProxy<Event>,
) -> Result<(), String> {
    let key = PaneKey::Cell(workbench.document.selected);
    let found = pictures.get(workbench, key).zip(workbench.setup(key));
    let Some(((pipeline, picture), setup)) = found else {
        return Err("there is no picture to save".to_owned());
    };
    let Some(tile) = &picture.tile else {
        return Err("there is no picture to save".to_owned());
    };
    if workbench.measured(key).runaway.is_some() {
        return Err("a loop ran away: the picture is an older one".to_owned());
    }
    let generator = &pipeline.generator;
    let size = tile.field.size();
    let view = setup.look.view_of(generator);
    let scene = Scene {
        grid: setup.look.grid(size),
        z: setup.look.z,
        time: workbench.clock.seconds,
        threshold: 0.0,
        view,
    };
    let manifest = Manifest::new(
        &gpu.name(),
        generator,
        &pipeline.linked,
        &setup.values,
        &scene,
    );
    let head = Head {
        grid: scene.grid,
        channels: generator.channels,
        returns: generator.returns,
        channel: view.channel,
        value_range: [0.0, 1.0],
        manifest: manifest.to_json(),
    };
    let strip = Strip {
        rows: size[1],
        samples: Vec::new(),
        pixels: read_picture(gpu, &tile.picture).map_err(|error| error.to_string())?,
    };
    let path = reserve(Path::new(""), generator.address.file.stem())?;
    let proxy = proxy.clone();
    thread::spawn(move || {
        let written = write(&path, &head, strip).map_err(|error| {
            let _ = fs::remove_file(&path);
            error.to_string()
        });
        let _ = proxy.send_event(Event::Captured(written.map(|()| path)));
    });
    Ok(())
}

fn write(path: &Path, head: &Head, strip: Strip) -> Result<(), CaptureError> {
    let mut output = Output::create(path, Format::Png)?;
    output.write(head, std::iter::once(Arc::new(strip)))?;
    output.publish()
}

/// `swiss-001.png`, or the next number that is free in a folder. The file is made at once, empty, so that a
/// capture under way keeps its name.
fn reserve(folder: &Path, stem: &str) -> Result<PathBuf, String> {
    let mut number = 1;
    loop {
        let path = folder.join(format!("{stem}-{number:03}.png"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(format!("cannot write {}: {error}", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_under_way_have_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<PathBuf> = (0..3)
            .map(|_| reserve(folder.path(), "swiss").unwrap())
            .collect();
        let expected = ["swiss-001.png", "swiss-002.png", "swiss-003.png"];
        assert_eq!(names, expected.map(|name| folder.path().join(name)));
        assert!(reserve(&folder.path().join("none"), "swiss").is_err());
    }
}
