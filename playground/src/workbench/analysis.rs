//! State of the analysis panel: the open plots, and the statistics of each cell.

mod checks;
mod missing;
pub(crate) mod plots;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use noise_playground::analysis::{Analysis, AnalysisSettings, Rose, analyze_seeds};
use noise_playground::field::{Channel, Field, Returns};
use noise_playground::generator::Generator;
use noise_playground::view::palette::{Palette, colors};
use noise_playground::view::shading::{ValueRange, ViewMode};

use super::placed_field::PlacedField;
use super::profile::unique_name;
use super::trace::TracedSample;
use super::{Cell, CellId, PaneContent, PaneId, Panel, ResultOf, Workbench};
use checks::Checks;
pub(crate) use checks::{CheckedGradient, OctaveCosts, octave_control, percent_text};
use plots::{Curves, Plot};

/// Width and height of the grid that is evaluated for statistics, in samples.
pub(crate) const SIDE: u32 = 512;

/// Powers of ten below the highest power that the colors of a spectrum cover.
const DECADES: f64 = 8.0;

type Describe = fn(&Curves<'_>) -> Plot;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlotKind {
    Gradient,
    Spectrum,
    RadialPower,
    Variogram,
    Anisotropy,
    Angular,
    Rose,
    Histogram,
    Slopes,
    Hypsometry,
    Landforms,
    Cost,
}

impl PlotKind {
    pub(crate) const ALL: [Self; 12] = [
        Self::Gradient,
        Self::Spectrum,
        Self::RadialPower,
        Self::Variogram,
        Self::Anisotropy,
        Self::Angular,
        Self::Rose,
        Self::Histogram,
        Self::Slopes,
        Self::Hypsometry,
        Self::Landforms,
        Self::Cost,
    ];

    /// Name, and the description of a plot that is a set of curves.
    fn row(self) -> (&'static str, Option<Describe>) {
        match self {
            Self::Spectrum => ("Spectrum", None),
            Self::RadialPower => ("Radial power", Some(plots::radial_power)),
            Self::Variogram => ("Variogram", Some(plots::variogram)),
            Self::Anisotropy => ("Anisotropy", Some(plots::anisotropy)),
            Self::Angular => ("Angular power", Some(plots::angular_power)),
            Self::Rose => ("Rose", None),
            Self::Histogram => ("Histogram", Some(plots::histogram)),
            Self::Slopes => ("Slopes", Some(plots::slopes)),
            Self::Hypsometry => ("Hypsometry", Some(plots::hypsometry)),
            Self::Landforms => ("Landforms", None),
            Self::Gradient => ("Gradient", None),
            Self::Cost => ("Cost", None),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.row().0
    }

    pub(crate) fn describe(self, curves: &Curves<'_>) -> Option<Plot> {
        self.row().1.map(|describe| describe(curves))
    }

    /// Returns true if the panel offers the plot: some need a height, a gradient or octaves.
    pub(crate) fn exists(self, generator: &Generator, analysis: &Analysis) -> bool {
        match self {
            Self::Gradient => generator.returns() == Returns::Gradient,
            Self::Cost => octave_control(generator).is_some(),
            _ => self.is_measured(analysis),
        }
    }

    /// Returns false for the plots of heights, if there are none.
    fn is_measured(self, analysis: &Analysis) -> bool {
        let is_terrain = matches!(self, Self::Slopes | Self::Hypsometry | Self::Landforms);
        !is_terrain || analysis.slopes.is_some()
    }
}

/// The panel writes `plots`; the application writes the measurements when samples are read back.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisState {
    /// Open plots; others have only a button.
    pub(crate) plots: BTreeSet<PlotKind>,
    pub(crate) results: BTreeMap<CellId, ResultOf<Arc<CellAnalysis>>>,
    checks: Checks,
}

impl Default for AnalysisState {
    fn default() -> Self {
        let plots = [PlotKind::Gradient, PlotKind::RadialPower, PlotKind::Histogram];
        Self { plots: plots.into(), results: BTreeMap::new(), checks: Checks::default() }
    }
}

#[derive(Debug, PartialEq)]
pub(crate) struct CellAnalysis {
    pub(crate) analysis: Analysis,
    pub(crate) generator: Arc<Generator>,
    pub(crate) source: AnalysisSource,
    pub(crate) samples: Arc<PlacedField>,
    /// RGB bytes, row by row; a color stands for the logarithm of a power. Empty without a spectrum.
    pub(crate) spectrum: Vec<u8>,
    /// In the octave of frequencies that contains the mean, or in the lowest one above it; `None` without either.
    pub(crate) rose: Option<Rose>,
}

/// Detects that statistics are outdated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnalysisSource {
    pub(crate) evaluation: u64,
    pub(crate) channel: Channel,
}

impl CellAnalysis {
    /// Takes tens of milliseconds.
    pub(crate) fn new(content: &PaneContent, samples: Arc<PlacedField>) -> Self {
        let fields = [samples.field.clone()];
        Self::of_seeds(content, samples, &fields)
    }

    /// Measures over all `fields`, which differ only in the seed. `samples` is the field with the cell's own seed.
    pub(crate) fn of_seeds(
        content: &PaneContent,
        samples: Arc<PlacedField>,
        fields: &[Field],
    ) -> Self {
        let mut subject = content.subject(samples.grid.size, 0.0);
        subject.settings.grid = samples.grid;
        let mut analysis = analyze_seeds(fields, AnalysisSettings::of_subject(&subject));
        analysis.describe(&subject);
        Self {
            spectrum: spectrum_pixels(&analysis),
            rose: main_rose(&analysis),
            generator: subject.generator,
            analysis,
            source: AnalysisSource {
                evaluation: samples.evaluation,
                channel: subject.settings.shading.channel,
            },
            samples,
        }
    }
}

fn main_rose(analysis: &Analysis) -> Option<Rose> {
    let roses = analysis.power.as_ref()?.roses();
    let is_above = |rose: &Rose| 2.0 * rose.frequency > analysis.spectrum.centroid;
    roses.into_iter().find(is_above)
}

fn spectrum_pixels(analysis: &Analysis) -> Vec<u8> {
    let Some(power) = &analysis.power else {
        return Vec::new();
    };
    let decades: Vec<f64> = power.centered().into_iter().map(f64::log10).collect();
    let max = decades.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let palette = colors(Palette::Inferno);
    let color = |decade: &f64| {
        let fraction = ((decade - max) / DECADES + 1.0).clamp(0.0, 1.0);
        palette[(fraction * 255.0) as usize]
    };
    decades.iter().flat_map(color).collect()
}

pub(crate) struct AnalyzedCell<'a> {
    pub(crate) id: CellId,
    /// True if the source text has changed since.
    pub(crate) is_outdated: bool,
    /// Index in the document, from 0, which determines the color of the curves.
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) is_selected: bool,
    pub(crate) result: &'a CellAnalysis,
    /// `None` if the generator returns no gradient, or until it is measured.
    pub(crate) gradient: Option<&'a CheckedGradient>,
    /// `None` if the generator has no octaves, or until the cost is measured.
    pub(crate) octaves: Option<&'a OctaveCosts>,
}

impl AnalysisState {
    pub(crate) fn toggle_plot(&mut self, kind: PlotKind) {
        if !self.plots.remove(&kind) {
            self.plots.insert(kind);
        }
    }

    pub(crate) fn set_result(&mut self, cell: CellId, result: ResultOf<Arc<CellAnalysis>>) {
        self.results.insert(cell, result);
    }
}

impl Workbench {
    pub(crate) fn analysis_mut(&mut self) -> &mut AnalysisState {
        &mut self.0.analysis
    }

    /// Returns the selected cell first; none while the panel is closed or a sweep is shown.
    pub(crate) fn cells_to_analyze(&self) -> Vec<CellId> {
        if !self.chrome.is_open(Panel::ANALYSIS) || self.sweep.is_some() {
            return Vec::new();
        }
        let mut cells = self.document.visible_cells();
        cells.sort_by_key(|cell| *cell != self.document.selected);
        cells
    }

    /// Returns `None` until the generator is measured.
    pub(crate) fn cell_analysis(&self, cell: CellId) -> Option<&Arc<CellAnalysis>> {
        self.result_for(cell, self.analysis.results.get(&cell))
    }

    /// Returns visible cells that have statistics, in the order of the document.
    pub(crate) fn analyzed_cells(&self) -> Vec<AnalyzedCell<'_>> {
        let visible = self.document.visible_cells();
        let mut used = BTreeMap::new();
        let cells = self.document.cells.iter().enumerate();
        cells
            .map(|(index, cell)| (index, cell, unique_name(&mut used, self.name(cell.id))))
            .filter(|(_, cell, _)| visible.contains(&cell.id))
            .filter_map(|(index, cell, name)| {
                let result = self.cell_analysis(cell.id)?;
                Some(AnalyzedCell {
                    id: cell.id,
                    is_outdated: self.is_outdated(cell, result),
                    index,
                    name,
                    is_selected: cell.id == self.document.selected,
                    result,
                    gradient: self.checked_gradient(cell.id),
                    octaves: self.octave_costs(cell.id),
                })
            })
            .collect()
    }

    fn is_outdated(&self, cell: &Cell, result: &CellAnalysis) -> bool {
        let target = cell.build_target();
        let compiled = target.as_ref().and_then(|target| self.compiled.get(target));
        let is_other =
            compiled.is_some_and(|now| now.generator.linked() != result.generator.linked());
        is_other || target.is_some_and(|target| self.folder.is_stale(&target))
    }

    /// Traces the first sample of an analyzed field that is not finite.
    pub(crate) fn trace_non_finite(&mut self, cell: CellId) {
        let at = self.cell_analysis(cell).and_then(|result| result.samples.first_non_finite());
        if let Some(world) = at {
            self.hold_trace_at(TracedSample { cell, world, height: None });
        }
    }

    /// Returns the inputs of the cell's picture, but with a shading that needs no measured value range.
    pub(super) fn analysis_content(&self, cell: CellId) -> Option<PaneContent> {
        let mut content = self.pane_content(PaneId::Cell(cell))?;
        let shading = &mut content.view.shading;
        shading.mode = ViewMode::Texture;
        shading.value_range = ValueRange::Fixed(0.0, 1.0);
        Some(content)
    }
}

/// Returns all curves in CSV format, with one point per line: `plot,cell,x,y`.
pub(crate) fn csv(cells: &[AnalyzedCell<'_>]) -> String {
    let mut table = "plot,cell,x,y\n".to_owned();
    for cell in cells {
        table += &analysis_table(&cell.name, &cell.result.analysis);
        if let Some(costs) = cell.octaves {
            add_lines(&mut table, "cost", &cell.name, &costs.0);
        }
    }
    table
}

/// Returns the curves of one analysis as lines `plot,name,x,y`.
pub(crate) fn analysis_table(name: &str, analysis: &Analysis) -> String {
    let mut table = String::new();
    let curves = Curves::new([(analysis, false)].into_iter());
    for kind in PlotKind::ALL.into_iter().filter(|kind| kind.is_measured(analysis)) {
        for line in kind.describe(&curves).into_iter().flat_map(Plot::lines) {
            add_lines(&mut table, &kind.name().to_lowercase(), name, &line);
        }
    }
    let shares = analysis.geomorphons.iter().flatten().enumerate();
    let shares = shares.map(|(form, share)| [form as f64, *share]);
    add_lines(&mut table, "landforms", name, &shares.collect::<Vec<_>>());
    table
}

pub(crate) fn add_lines(table: &mut String, plot: &str, name: &str, points: &[[f64; 2]]) {
    let name = name.replace('"', "\"\"");
    for [x, y] in points {
        let _ = writeln!(table, "{plot},\"{name}\",{x},{y}");
    }
}
