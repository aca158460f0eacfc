//! Reads the cells in captures and data files, so that the window can restore them.
//!
//! Captures are untrusted: a separate thread reads them and catches panics.

mod data_file;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context as _, bail};
use noise_playground::Subject;
use noise_playground::capture::Manifest;

use noise_playground::generator::Generator;
use noise_playground::source::SourceTree;
use noise_playground::source::link::library_module;

use crate::STACK_BYTES;
use crate::catalog::GeneratorSnapshot;
use crate::documents::captured::{self, FileContent};
use crate::documents::folder::ShaderFolder;
use crate::workbench::GeneratorRef;
use crate::workbench::document::{Arrangement, MAX_NAME_CHARS};
use crate::workbench::restore::{PendingRestore, RestoredCell};

/// Reads on a new thread. `report` gets cells or an error, even after a panic. Fails if the thread does not start.
pub(super) fn start(
    paths: Vec<PathBuf>,
    folder: Option<PathBuf>,
    report: impl FnOnce(Result<PendingRestore, String>) + Send + 'static,
) -> std::io::Result<()> {
    let folder = folder.map_or(ShaderFolder::Builtin, ShaderFolder::Folder);
    let read = move || {
        let read = catch_unwind(AssertUnwindSafe(|| read(&paths, &folder)));
        report(match read {
            Ok(read) => read.map_err(|error| format!("{error:#}")),
            Err(_) => Err("cannot read the capture: internal error".to_owned()),
        });
    };
    let thread = thread::Builder::new().name("restore".to_owned());
    thread.stack_size(STACK_BYTES).spawn(read).map(drop)
}

fn read(paths: &[PathBuf], folder: &ShaderFolder) -> anyhow::Result<PendingRestore> {
    // If the folder is unreadable, each cell is pinned to its own source text.
    let tree = folder.read().unwrap_or_default();
    let mut cells = Vec::new();
    let mut arrangement = None;
    let mut is_data = false;
    for path in paths {
        let manifest = match captured::content(path)? {
            FileContent::Capture(manifest) => *manifest,
            FileContent::Data(size) => {
                is_data = true;
                let cell = data_file::cell(path, size, &tree);
                cells.push(cell.with_context(|| format!("cannot open {path:?}"))?);
                continue;
            }
        };
        for manifest in captured::cells(path, manifest)? {
            arrangement = arrangement.or(manifest.arrangement.clone());
            let restored = restored(&manifest, &tree);
            cells.push(restored.with_context(|| format!("cannot restore {path:?}"))?);
        }
    }
    let name = match paths {
        [] => bail!("no file was dropped"),
        [path] => file_name(path),
        all if is_data => format!("{} files", all.len()),
        all => format!("{} captures", all.len()),
    };
    let is_data_file = is_data && paths.len() == 1;
    let arrangement = arrangement.as_deref().and_then(Arrangement::of_pair);
    Ok(PendingRestore {
        name,
        is_data_file,
        // A pair's arrangement does not apply to more than two cells.
        arrangement: arrangement.filter(|_| cells.len() == 2).unwrap_or_default(),
        cells,
    })
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The cell follows its shader file if the folder still has the captured source text; otherwise it is pinned.
fn restored(manifest: &Manifest, folder: &SourceTree) -> anyhow::Result<RestoredCell> {
    let mut subject = captured::subject(manifest)?;
    reset_unmodified(&mut subject);
    let captured = manifest.tree();
    let mut sources = captured.iter();
    let is_unchanged = sources.all(|source| {
        let now = folder.get(&source.path).cloned();
        let now = now.or_else(|| library_module(&source.path));
        now.is_some_and(|now| now.text == source.text)
    });
    let address = subject.generator.address().clone();
    let target = if is_unchanged {
        GeneratorRef::live(address)
    } else {
        let snapshot = GeneratorSnapshot::new(&address, &subject.generator);
        GeneratorRef::pinned(snapshot)
    };
    Ok(RestoredCell {
        name: manifest.name.chars().take(MAX_NAME_CHARS).collect(),
        target: with_output(target, manifest, &subject.generator),
        subject,
    })
}

/// Refers to the tap or the derivative in place of the result.
fn with_output(target: GeneratorRef, manifest: &Manifest, shown: &Generator) -> GeneratorRef {
    match (&manifest.stage, &manifest.derivative) {
        (None, Some(name)) => match shown.sensitivity() {
            Some(control) => target.with_sensitivity(&control),
            None => target.with_derivative(Some(name.clone())),
        },
        (stage, derivative) => {
            if let Some(derivative) = derivative {
                tracing::warn!(
                    "the capture shows a derivative, {derivative}; the window shows the value"
                );
            }
            target.with_stage(stage.clone())
        }
    }
}

/// Keeps all features and changed values; others follow the defaults, which may change with the file.
fn reset_unmodified(Subject { generator, values, .. }: &mut Subject) {
    for control in generator.controls() {
        if !values.is_modified(control) && !control.is_compiled() {
            values.reset(control);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use noise_playground::RenderSettings;
    use noise_playground::capture::CaptureFile;
    use noise_playground::field::files::Format;
    use noise_playground::field::grid::SampleGrid;
    use noise_playground::generator::control::Setting;
    use noise_playground::source::ModulePath;
    use noise_playground::view::shading::{Palette, Shading, ViewMode};

    use super::*;
    use crate::workbench::View;
    use noise_playground::generator::find_generator;

    const TEXT: &str =
        "fn height(p: vec2f, gain: f32, warp: f32) -> f32 { return gain * p.x + warp; }";

    /// Writes a capture of `TEXT` to a folder, as a PNG of one pixel; `change` edits its manifest first.
    fn capture(folder: &Path, change: impl FnOnce(&mut Manifest)) -> PathBuf {
        let tree = SourceTree::from_iter([("a.wgsl", TEXT)]);
        let generator = find_generator(&tree, &ModulePath::new("a.wgsl"), None).unwrap();
        let grid = SampleGrid { center: [1.5, -2.0], span: 3.0, size: [1, 1] };
        let settings = RenderSettings {
            z: 0.5,
            time: 7.0,
            shading: Shading {
                mode: ViewMode::Slope,
                palette: Some(Palette::Batlow),
                ..Shading::default()
            },
            ..grid.into()
        };
        let mut subject = Subject::new(&generator, settings);
        subject.values.set(&generator.controls()[0], 0.25.into());
        let mut manifest = subject.manifest("any");
        change(&mut manifest);
        let path = folder.join("shot.png");
        let mut output = CaptureFile::create(&path, Format::Png).unwrap();
        output.write_picture([1, 1], vec![0; 4], &manifest).unwrap();
        output.commit().unwrap();
        path
    }

    fn read_from(shaders: &Path, path: PathBuf) -> Result<PendingRestore, String> {
        let (sender, received) = std::sync::mpsc::channel();
        let report = move |read| sender.send(read).unwrap();
        start(vec![path], Some(shaders.to_owned()), report).unwrap();
        received.recv().unwrap()
    }

    #[test]
    fn restored_cell_equals_captured_one_and_is_pinned_if_the_file_changed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wgsl"), TEXT).unwrap();
        let path = capture(folder.path(), |_| {});
        let pending = read_from(folder.path(), path.clone()).unwrap();
        let [cell] = pending.cells.as_slice() else {
            panic!("one cell, not {}", pending.cells.len())
        };
        assert_eq!(pending.name, "shot.png");
        assert!(cell.target.live_address().is_some());
        let tree = SourceTree::from_iter([("a.wgsl", TEXT)]);
        let generator = find_generator(&tree, &ModulePath::new("a.wgsl"), None).unwrap();
        let [gain, warp] = generator.controls() else { panic!("two controls") };
        assert_eq!(cell.subject.values.get(gain).first(), 0.25);
        assert!(!cell.subject.values.is_modified(warp));
        let view = View::of(&cell.subject);
        assert_eq!((view.center, view.span, view.z), ([1.5, -2.0], 3.0, 0.5));
        assert_eq!(view.shading.palette, Some(Palette::Batlow));

        fs::write(folder.path().join("a.wgsl"), format!("{TEXT}// later")).unwrap();
        let later = read_from(folder.path(), path).unwrap();
        let snapshot = later.cells[0].target.snapshot().unwrap();
        assert_eq!(snapshot.texts[0].1, TEXT);
    }

    #[test]
    fn planet_without_the_sea_of_its_file_stays_without_it() {
        const PLANET: &str = "//! Ball\n//! @mode(planet)\n//! @sea(0.5)\n\
                              fn density(p: vec3f) -> f32 { return p.x; }";
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wgsl"), PLANET).unwrap();
        let tree = SourceTree::from_iter([("a.wgsl", PLANET)]);
        let generator = find_generator(&tree, &ModulePath::new("a.wgsl"), None).unwrap();
        let mut settings = RenderSettings::new(&generator, 1);
        for sea in [settings.scene.sea, None, Some(0.25)] {
            settings.scene.sea = sea;
            let manifest = Subject::new(&generator, settings).manifest("any");
            let path = folder.path().join("ball.png");
            let mut output = CaptureFile::create(&path, Format::Png).unwrap();
            output.write_picture([1, 1], vec![0; 4], &manifest).unwrap();
            output.commit().unwrap();
            let cells = read_from(folder.path(), path).unwrap().cells;
            let shown = View::of(&cells[0].subject).scene_for(&generator, ViewMode::Planet);
            assert_eq!(shown.sea, sea);
        }
    }

    #[test]
    fn all_cells_of_comparison_are_restored_with_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = capture(folder.path(), |manifest| {
            let names = ["soft".to_owned(), "long ".repeat(1000)];
            manifest.cells = names
                .map(|name| {
                    let mut cell = manifest.clone();
                    cell.name = name;
                    cell
                })
                .into();
        });
        let cells = read_from(folder.path(), path).unwrap().cells;
        let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names[..2], ["", "soft"]);
        assert_eq!(names[2].len(), MAX_NAME_CHARS);
    }

    #[test]
    fn data_file_becomes_a_cell_in_its_own_place() {
        let folder = tempfile::tempdir().unwrap();
        let dem = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders/dem/jacksboro_fault.tif");
        let pending = read_from(folder.path(), dem.clone()).unwrap();
        let [cell] = pending.cells.as_slice() else {
            panic!("one cell, not {}", pending.cells.len())
        };
        assert!(pending.is_data_file);
        let snapshot = cell.target.snapshot().unwrap();
        assert_eq!(snapshot.address.to_string(), "jacksboro_fault.tif.wgsl::height");
        let sources = cell.subject.values.field_sources();
        let absolute = dem.canonicalize().unwrap();
        assert_eq!(sources["samples"].to_string(), absolute.to_str().unwrap());
        // 403 samples of 3" along a parallel at 36.6 degrees north.
        let SampleGrid { center, span, .. } = cell.subject.settings.grid;
        assert!((span - 30_030.0).abs() < 50.0, "{span}");
        assert_eq!(center, [0.0, 0.0]);

        // The error about a data file in the folder names that file. A TIFF file without a manifest is a data file.
        let inside = folder.path().join("heights.npy");
        fs::write(&inside, fs::read(&dem).unwrap()).unwrap();
        let error = read_from(folder.path(), inside).unwrap_err();
        assert!(error.contains("heights.npy"), "{error}");
        let inside = folder.path().join("dem.tif");
        fs::copy(&dem, &inside).unwrap();
        let pending = read_from(folder.path(), inside).unwrap();
        let sources = pending.cells[0].subject.values.field_sources();
        assert_eq!(sources["samples"].to_string(), "dem.tif");
    }

    #[test]
    fn unknown_manifest_keys_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = capture(folder.path(), |_| {});
        let manifest = Manifest::read(&path, Format::Png).unwrap();
        let mut text: serde_json::Value = serde_json::from_str(&manifest.to_json()).unwrap();
        text["mood"] = "hazy".into();
        text["view"]["fog"] = 0.5.into();
        assert_eq!(serde_json::from_value::<Manifest>(text).unwrap(), manifest);
    }

    #[test]
    fn unsuitable_capture_is_rejected_with_reason() {
        let folder = tempfile::tempdir().unwrap();
        let rejected = |path: PathBuf, why: &str| {
            let error = read_from(folder.path(), path).unwrap_err();
            assert!(error.contains(why), "{error:?} does not say {why:?}");
        };
        let write = |name: &str, bytes: &[u8]| {
            fs::write(folder.path().join(name), bytes).unwrap();
            folder.path().join(name)
        };
        rejected(write("notes.txt", b"text"), "its extension is none of");
        rejected(write("half.png", b"\x89PNG"), "cannot read");
        rejected(folder.path().join("gone.png"), "cannot read");
        rejected(folder.path().to_owned(), "its extension is none of");
        let change = |change: fn(&mut Manifest)| capture(folder.path(), change);
        rejected(change(|manifest| manifest.vary = vec!["gain=0:1:3".to_owned()]), "sheet");
        rejected(
            change(|manifest| manifest.cells = vec![manifest.clone(); 16]),
            "more than 16 cells",
        );
        rejected(
            change(|manifest| {
                let mut inner = manifest.clone();
                inner.cells = vec![manifest.clone()];
                manifest.cells = vec![inner];
            }),
            "a cell contains cells",
        );
        rejected(
            change(|manifest| {
                let other = manifest.values["gain"].clone();
                manifest.values.insert("no_such".to_owned(), other);
            }),
            "no control \"no_such\"",
        );
        rejected(
            change(|manifest| {
                let outside = Setting::Text("/home/ada/x.tif".to_owned());
                manifest.values.insert("ground".to_owned(), outside);
            }),
            "outside of the folder",
        );
    }
}
