//! What a call of `sweep` means: every option read and checked.

use std::ops::Range;
use std::path::{Path, PathBuf, is_separator};

use anyhow::{Context as _, anyhow, bail};
use noise_playground::capture::{EXTENSIONS, Format, RenderSettings};
use noise_playground::control::Values;
use noise_playground::generator::Generator;
use noise_playground::sweep::{AxisRange, Sweep};

use crate::args;
use crate::commands::options::{hinted_scene, is_sixteen_bits, require_control, scene, values};

/// A call of `sweep` as meant.
pub(super) struct SweepPlan {
    /// What all variants share.
    pub(super) values: Values,
    pub(super) scene: RenderSettings,
    /// The axes as typed.
    pub(super) vary: Vec<String>,
    pub(super) sweep: Sweep,
    pub(super) target: SweepOutput,
}

/// Where variants go.
pub(super) enum SweepOutput {
    Sheet(PathBuf),
    Folder(FolderOutput),
}

/// A file a variant.
pub(super) struct FolderOutput {
    pub(super) dir: PathBuf,
    pub(super) format: Format,
    /// Of the files' names.
    pub(super) ending: String,
    /// The part that is to be made, I of N, and I counted from 1.
    pub(super) shard: Option<[usize; 2]>,
}

impl SweepPlan {
    pub(super) fn new(arguments: &args::SweepArgs, generator: &Generator) -> anyhow::Result<Self> {
        let sweep = sweep(&arguments.vary, generator).context("--vary")?;
        Ok(Self {
            target: target(arguments, sweep.axes().len())?,
            vary: arguments.vary.clone(),
            sweep,
            values: values(&arguments.picture.setting, generator, Values::default())?,
            scene: scene(
                &arguments.picture.placement,
                &arguments.picture.look,
                generator,
                hinted_scene(generator),
            )?,
        })
    }

    /// Returns all values of a variant.
    pub(super) fn variant(&self, index: usize, generator: &Generator) -> Values {
        self.sweep.values(index, generator, &self.values)
    }

    /// The name of a variant's file: `0007_warp=0.2_gain=0.5.png`.
    pub(super) fn file_name(&self, index: usize, ending: &str) -> String {
        let digits = (self.sweep.count() - 1).to_string().len().max(4);
        format!("{index:0digits$}_{}.{ending}", self.sweep.file_stem(index))
    }
}

impl FolderOutput {
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

fn sweep(vary: &[String], generator: &Generator) -> anyhow::Result<Sweep> {
    let ranges = vary.iter().map(|text| {
        let range: AxisRange = text.parse()?;
        require_control(&range.name, generator)?;
        Ok(range)
    });
    let ranges: Vec<AxisRange> = ranges.collect::<anyhow::Result<_>>()?;
    Ok(Sweep::new(&ranges, generator)?)
}

fn target(arguments: &args::SweepArgs, axes: usize) -> anyhow::Result<SweepOutput> {
    let path = &arguments.output;
    if is_folder(path) {
        let ending = arguments.format.as_deref().unwrap_or("png");
        let ending = ending.trim_start_matches('.').to_ascii_lowercase();
        return Ok(SweepOutput::Folder(FolderOutput {
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
    Ok(SweepOutput::Sheet(path.clone()))
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(is_separator)
}

fn format(ending: &str, depth: Option<&str>) -> anyhow::Result<Format> {
    let sixteen_bits = is_sixteen_bits(depth)?;
    let is_plain = ending.chars().all(char::is_alphanumeric);
    let format = Format::of(Path::new(&format!("file.{ending}")), sixteen_bits);
    let format = format.filter(|_| is_plain);
    let format = format.ok_or_else(|| anyhow!("--format {ending:?} is none of {EXTENSIONS}"))?;
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
