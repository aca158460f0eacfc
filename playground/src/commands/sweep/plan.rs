//! What a call of `sweep` means: every option read and checked.

use std::ops::Range;
use std::path::{Path, PathBuf, is_separator};

use anyhow::{Context as _, anyhow, bail};
use noise_playground::capture::{ENDINGS, Format, Scene};
use noise_playground::control::Values;
use noise_playground::generator::Generator;

use super::axis::{Axis, MAX_VARIANTS};
use crate::args::Sweep;
use crate::commands::options::{hinted_scene, is_sixteen_bits, scene, values};

/// A call of `sweep` as meant.
pub(super) struct SweepPlan {
    /// What all variants share.
    pub(super) values: Values,
    pub(super) scene: Scene,
    /// What is varied; the first changes fastest.
    pub(super) axes: Vec<Axis>,
    pub(super) target: Target,
}

/// Where variants go.
pub(super) enum Target {
    Sheet(PathBuf),
    Folder(Folder),
}

/// A file a variant.
pub(super) struct Folder {
    pub(super) dir: PathBuf,
    pub(super) format: Format,
    /// Of the files' names.
    pub(super) ending: String,
    /// The part that is to be made, I of N, and I counted from 1.
    pub(super) shard: Option<[usize; 2]>,
}

impl SweepPlan {
    pub(super) fn new(arguments: &Sweep, generator: &Generator) -> anyhow::Result<Self> {
        let axes = axes(arguments, generator)?;
        Ok(Self {
            target: target(arguments, axes.len())?,
            axes,
            values: values(&arguments.picture.setting, generator, Values::default())?,
            scene: scene(
                &arguments.picture.placement,
                &arguments.picture.look,
                generator,
                hinted_scene(generator),
            )?,
        })
    }

    /// How many variants there are.
    pub(super) fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.stops.len()).product()
    }

    /// All values of a variant.
    pub(super) fn variant(&self, index: usize, generator: &Generator) -> anyhow::Result<Values> {
        let mut values = self.values.clone();
        for (axis, stop) in self.stops(index) {
            axis.set(stop, &mut values, generator)?;
        }
        Ok(values)
    }

    /// The name of a variant's file: `0007_warp=0.2_gain=0.5.png`.
    pub(super) fn file_name(&self, index: usize, ending: &str) -> String {
        let digits = (self.count() - 1).to_string().len().max(4);
        let mut name = format!("{index:0digits$}");
        for (axis, stop) in self.stops(index) {
            name += &format!("_{}={}", axis.name, axis.stops[stop]);
        }
        format!("{name}.{ending}")
    }

    /// Each axis with the place that a variant has on it.
    fn stops(&self, index: usize) -> impl Iterator<Item = (&Axis, usize)> {
        let mut rest = index;
        self.axes.iter().map(move |axis| {
            let stop = rest % axis.stops.len();
            rest /= axis.stops.len();
            (axis, stop)
        })
    }
}

impl Folder {
    /// The variants that are to be made.
    pub(super) fn part(&self, count: usize) -> Range<usize> {
        let [part, parts] = self.shard.unwrap_or([1, 1]);
        // In 128 bits no product is too large.
        let start = |part: usize| (count as u128 * part as u128 / parts as u128) as usize;
        start(part - 1)..start(part)
    }

    /// The list of what was made.
    pub(super) fn list(&self) -> PathBuf {
        self.dir.join(match self.shard {
            Some([part, parts]) => format!("sweep.{part}-of-{parts}.jsonl"),
            None => "sweep.jsonl".to_owned(),
        })
    }
}

fn axes(arguments: &Sweep, generator: &Generator) -> anyhow::Result<Vec<Axis>> {
    let mut axes: Vec<Axis> = Vec::new();
    let mut count = 1_usize;
    for text in &arguments.vary {
        let axis = Axis::parse(text, generator)?;
        if axes.iter().any(|other| other.name == axis.name) {
            bail!("--vary {text:?}: {} is varied twice", axis.name);
        }
        count = count.saturating_mul(axis.stops.len());
        if count > MAX_VARIANTS {
            bail!("--vary {text:?}: these are more than {MAX_VARIANTS} variants");
        }
        axes.push(axis);
    }
    Ok(axes)
}

fn target(arguments: &Sweep, axes: usize) -> anyhow::Result<Target> {
    let path = &arguments.output;
    if is_folder(path) {
        let ending = arguments.format.as_deref().unwrap_or("png");
        let ending = ending.trim_start_matches('.').to_ascii_lowercase();
        return Ok(Target::Folder(Folder {
            dir: path.clone(),
            format: format(&ending, arguments.depth.as_deref())?,
            ending,
            shard: arguments.shard.as_deref().map(shard).transpose()?,
        }));
    }
    if Format::of(path, false) != Some(Format::Png) {
        bail!("-o {path:?}: a sheet ends in .png, a folder in /");
    }
    let for_folders = [
        ("--format", arguments.format.is_some()),
        ("--depth", arguments.depth.is_some()),
        ("--shard", arguments.shard.is_some()),
    ];
    if let Some((option, _)) = for_folders.iter().find(|(_, is_given)| *is_given) {
        bail!("{option} is for a folder of files, -o DIR/, and {path:?} is a sheet");
    }
    if axes > 2 {
        bail!("{axes} times --vary need a folder, -o DIR/, and {path:?} is a sheet");
    }
    Ok(Target::Sheet(path.clone()))
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(is_separator)
}

fn format(ending: &str, depth: Option<&str>) -> anyhow::Result<Format> {
    let sixteen_bits = is_sixteen_bits(depth)?;
    let is_plain = ending.chars().all(char::is_alphanumeric);
    let format = Format::of(Path::new(&format!("file.{ending}")), sixteen_bits);
    let format = format.filter(|_| is_plain);
    let format = format.ok_or_else(|| anyhow!("--format {ending:?} is none of {ENDINGS}"))?;
    if depth.is_some() && !format.is_png() {
        bail!("--depth is for .png files, and --format is {ending}");
    }
    Ok(format)
}

fn shard(text: &str) -> anyhow::Result<[usize; 2]> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        let [part, parts] = [part.trim().parse().ok()?, parts.trim().parse().ok()?];
        (1..=parts).contains(&part).then_some([part, parts])
    };
    read().with_context(|| format!("--shard {text:?} is not I/N with I from 1 to N"))
}
