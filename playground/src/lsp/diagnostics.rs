//! Diagnostics in the editor: at once for a right text, later for a wrong one, so that half-typed words do not flash.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use lsp_server::Notification;
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams, Url,
};
use noise_playground::source::{LineColumn, ModulePath};
use noise_playground::wgsl::diagnostic::{Diagnostic, Severity};

use super::checker::CheckedFolder;
use super::initialize::Client;
use super::position::Lines;
use super::transport::Outgoing;

/// Name of this server in diagnostics.
pub(super) const SOURCE: &str = "playground";

/// Published diagnostics, and delayed ones.
#[derive(Debug, Default)]
pub(super) struct ShownDiagnostics {
    files: BTreeMap<Url, File>,
}

#[derive(Debug, Default)]
struct File {
    shown: Vec<lsp_types::Diagnostic>,
    /// Shown at this time if the text is still wrong.
    held: Option<(Instant, PublishDiagnosticsParams)>,
}

impl ShownDiagnostics {
    /// Shows the diagnostics of files, and none for all others of which some are shown.
    pub(super) fn update(
        &mut self,
        found: BTreeMap<Url, PublishDiagnosticsParams>,
        delay: Duration,
        output: &Outgoing,
    ) {
        let known: BTreeSet<Url> = self.files.keys().chain(found.keys()).cloned().collect();
        let mut found = found;
        for uri in known {
            let params = found.remove(&uri);
            let params =
                params.unwrap_or_else(|| PublishDiagnosticsParams::new(uri, Vec::new(), None));
            self.update_file(params, delay, output);
        }
    }

    fn update_file(
        &mut self,
        params: PublishDiagnosticsParams,
        delay: Duration,
        output: &Outgoing,
    ) {
        let file = self.files.entry(params.uri.clone()).or_default();
        if has_error(&params.diagnostics) && !has_error(&file.shown) {
            let due = file.held.as_ref().map_or_else(|| Instant::now() + delay, |(due, _)| *due);
            file.held = Some((due, params));
        } else {
            file.held = None;
            file.show(params, output);
        }
    }

    pub(super) fn show_due(&mut self, now: Instant, output: &Outgoing) {
        for file in self.files.values_mut() {
            if let Some((_, params)) = file.held.take_if(|(due, _)| *due <= now) {
                file.show(params, output);
            }
        }
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        self.files.values().filter_map(|file| file.held.as_ref()).map(|(due, _)| *due).min()
    }
}

impl File {
    fn show(&mut self, params: PublishDiagnosticsParams, output: &Outgoing) {
        if self.shown != params.diagnostics {
            self.shown.clone_from(&params.diagnostics);
            output.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params));
        }
    }
}

fn has_error(diagnostics: &[lsp_types::Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.severity == Some(DiagnosticSeverity::ERROR))
}

/// Returns the diagnostics of a folder by file. `uri` is the address of a file in the folder.
pub(super) fn of_folder(
    folder: &CheckedFolder,
    client: &Client,
    uri: impl Fn(&ModulePath) -> Option<Url>,
) -> BTreeMap<Url, PublishDiagnosticsParams> {
    let mut files: BTreeMap<&ModulePath, Vec<&Diagnostic>> = BTreeMap::new();
    for file in folder.versions.keys() {
        files.entry(file).or_default();
    }
    for diagnostic in &folder.diagnostics {
        if let Some(location) = &diagnostic.location {
            files.entry(&location.file).or_default().push(diagnostic);
        }
    }
    let files = files.into_iter().filter_map(|(file, found)| {
        let uri_of = uri(file)?;
        let convert = Converter { folder, client, uri: &uri };
        let converted = found.iter().filter_map(|found| convert.diagnostic(file, found)).collect();
        let version = folder.versions.get(file).copied();
        let version = version.filter(|_| client.takes_diagnostic_versions());
        Some((uri_of.clone(), PublishDiagnosticsParams::new(uri_of, converted, version)))
    });
    files.collect()
}

struct Converter<'f, U> {
    folder: &'f CheckedFolder,
    client: &'f Client,
    uri: &'f U,
}

impl<U: Fn(&ModulePath) -> Option<Url>> Converter<'_, U> {
    fn diagnostic(&self, file: &ModulePath, found: &Diagnostic) -> Option<lsp_types::Diagnostic> {
        let location = found.location.as_ref()?;
        let range = match self.folder.tree.get(file) {
            Some(source) => {
                Lines::new(&source.text, self.client.encoding).location(source, location)
            }
            None => lsp_types::Range::default(),
        };
        let takes_places = self.client.takes_related_places();
        let place = |note| if takes_places { self.related(file, note) } else { None };
        let related = found.notes.iter().map(|note| (note, place(note)));
        let (places, words): (Vec<_>, Vec<_>) = related.partition(|(_, place)| place.is_some());
        let places: Vec<_> = places.into_iter().filter_map(|(_, place)| place).collect();
        let notes = words.into_iter().map(|(note, _)| format!("\n{note}"));
        Some(lsp_types::Diagnostic {
            range,
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(found.code().to_owned())),
            source: Some(SOURCE.to_owned()),
            message: found.message.clone() + &notes.collect::<String>(),
            related_information: (!places.is_empty()).then_some(places),
            ..lsp_types::Diagnostic::default()
        })
    }

    /// Returns the place in a note: the import in `imported by a.wgsl`, `a.wgsl:3:7: …`, or `first at 3:7` here.
    fn related(&self, file: &ModulePath, note: &str) -> Option<DiagnosticRelatedInformation> {
        if let Some(importer) = note.strip_prefix("imported by ") {
            let importer = ModulePath::new(importer);
            let source = self.folder.tree.get(&importer)?;
            let stem = file.stem();
            let mut lines = source.text.lines();
            let is_import = |line: &str| line.contains("import") || line.contains("#include");
            let line = lines.position(|line| is_import(line) && line.contains(stem));
            return self.place(&importer, line.unwrap_or_default() + 1, 1, note);
        }
        if let Some(place) = note.strip_prefix("first at ") {
            let (line, column) = place.split_once(':')?;
            return self.place(
                file,
                line.parse().ok()?,
                column.parse().ok()?,
                "first declared here",
            );
        }
        let mut parts = note.splitn(3, ':');
        let other = ModulePath::new(parts.next()?);
        self.folder.tree.get(&other)?;
        let line = parts.next()?.trim().parse().ok()?;
        let rest = parts.next().unwrap_or_default();
        let (column, rest) = rest.split_once(':').unwrap_or((rest, ""));
        let text = if rest.trim().is_empty() { note } else { rest.trim() };
        self.place(&other, line, column.trim().parse().unwrap_or(1), text)
    }

    fn place(
        &self,
        file: &ModulePath,
        line: usize,
        column: usize,
        message: &str,
    ) -> Option<DiagnosticRelatedInformation> {
        let source = self.folder.tree.get(file)?;
        let at = source.offset(LineColumn { line, column });
        let range = Lines::new(&source.text, self.client.encoding).range(&(at..at));
        let uri = (self.uri)(file)?;
        let location = Location { uri, range };
        Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
    }
}
