//! Selects a tap of a generator as its result.

use std::sync::Arc;

use super::address::{TapAddress, TapAddressError, TapName};
use super::named::function_on;
use super::{RETURN, Tap, omission_note, omitted_values, taps};
use crate::field::Returns;
use crate::generator::Generator;
use crate::generator::tap::GroupSite;
use crate::generator::tap_selection::{ResultKind, TakenSites, TapGroup, TapOutput, TapSelection};
use crate::wgsl::diagnostic::Diagnostic;

/// Why a tap cannot be selected.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TapError {
    /// The generator has no such tap.
    #[error("{generator} has no value {address}; it has {names}")]
    Unknown {
        /// Address of the generator.
        generator: String,
        /// Address of the tap.
        address: String,
        /// Names of the taps in the requested function or, if it has none, of all functions with taps; separated by
        /// commas. A note about values that are left out may follow.
        names: String,
    },
    /// The generator does not compile.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
}

impl Generator {
    /// Returns the generator with the tap of an address as the result.
    ///
    /// # Errors
    /// There is no such tap, or the generator does not compile.
    pub fn at_tap(&self, address: &TapAddress) -> Result<Self, TapError> {
        let all = self.tap.as_ref().and_then(|tap| tap.all.clone());
        let found;
        let taps: &[Tap] = match &all {
            Some(all) => all,
            None => {
                found = taps(self).map_err(TapError::Shader)?;
                &found
            }
        };
        let tap = match &address.value {
            TapName::Name(name) => named(self, taps, address, name),
            TapName::Line(line) => on_line(self, taps, address, *line),
        };
        let tap = tap.ok_or_else(|| unknown(self, taps, address))?;
        let is_selected = |other: &&Tap| match address.value {
            TapName::Name(_) => (&other.function, &other.name) == (&tap.function, &tap.name),
            TapName::Line(_) => std::ptr::eq(*other, tap),
        };
        let selected = taps.iter().filter(is_selected);
        // Variables of one name may differ in their type.
        let shape = |tap: &Tap| (tap.channels, tap.site.numbers);
        let selected = selected.filter(|other| shape(other) == shape(tap));
        let selected: Vec<&Tap> = selected.collect();
        let sites: Vec<GroupSite> = selected.iter().map(|tap| tap.site).collect();
        let taken = TakenSites::new(&sites, address.run);
        let is_taken = |tap: &&&Tap| taken.contains(tap.site);
        let tap = selected.iter().rfind(is_taken).map_or(tap, |tap| tap);
        let pipeline = match &all {
            Some(all) => group_of(all, tap),
            None => alone(tap, &sites, &taken),
        };
        Ok(self.with_tap(tap, taken, pipeline, all.clone(), address))
    }

    /// Returns the generator with all taps and one selected: the returned value, or the first of a grid program.
    /// [`Self::at_tap`] then selects others without a search; the pipeline shows all of a [group](Tap::group).
    ///
    /// # Errors
    /// The generator does not compile, or has no values.
    pub fn with_all_taps(&self) -> Result<Self, TapError> {
        let all: Arc<[Tap]> = taps(self).map_err(TapError::Shader)?.into();
        let first = all.first().filter(|_| self.program.is_some());
        let address = first.map_or_else(TapAddress::result, address_of);
        let mut tapped = self.at_tap(&address)?;
        if let Some(tap) = &mut tapped.tap {
            tap.all = Some(all);
        }
        tapped.at_tap(&address)
    }

    /// Selects a tap of a group in a generator [with all taps](Self::with_all_taps); `None` for an unknown group.
    pub fn with_tap_group(&self, group: u32) -> Option<Self> {
        let all = self.tap.as_ref()?.all.clone()?;
        let tap = all.iter().find(|tap| tap.group == group)?;
        let address = address_of(tap);
        let taken = TakenSites::new(&[tap.site], None);
        let pipeline = group_of(&all, tap);
        Some(self.with_tap(tap, taken, pipeline, Some(Arc::clone(&all)), &address))
    }

    /// Returns the generator without a selected tap.
    #[must_use]
    pub fn without_tap(&self) -> Self {
        let Some(tap) = &self.tap else {
            return self.clone();
        };
        let ResultKind { channels, returns, has_surface } = tap.result;
        Self { tap: None, channels, returns, has_surface, ..self.clone() }
    }

    /// Returns the generator with the number of runs of its tap, the computations in a sample, as the result.
    #[must_use]
    pub fn with_tap_runs(&self) -> Self {
        let mut counted = self.clone();
        if let Some(tap) = &mut counted.tap {
            tap.output = TapOutput::Runs;
            (counted.channels, counted.returns) = (1, Returns::Value);
            counted.has_surface = false;
        }
        counted
    }

    /// Selects the tap of `other`, a different version of the generator; unchanged if none is selected.
    pub(crate) fn with_tap_of(self: Arc<Self>, other: &Self) -> Result<Arc<Self>, Box<Diagnostic>> {
        let Some(tap) = &other.tap else {
            return Ok(self);
        };
        let error = |message: String| Box::new(Diagnostic::error(None, message));
        let address: TapAddress =
            tap.stage.parse().map_err(|unknown: TapAddressError| error(unknown.to_string()))?;
        let tapped = self.at_tap(&address);
        Ok(Arc::new(tapped.map_err(|unknown| error(unknown.to_string()))?))
    }

    fn with_tap(
        &self,
        tap: &Tap,
        taken: TakenSites,
        pipeline: TapGroup,
        all: Option<Arc<[Tap]>>,
        address: &TapAddress,
    ) -> Self {
        let result = match &self.tap {
            Some(tap) => tap.result,
            None => ResultKind {
                channels: self.channels,
                returns: self.returns,
                has_surface: self.has_surface,
            },
        };
        let is_result = tap.name == RETURN && tap.function == self.address;
        Self {
            tap: Some(TapSelection {
                stage: address.to_string(),
                all,
                tap: tap.clone(),
                run: address.run,
                output: TapOutput::Value,
                group: tap.group,
                result,
                channels: tap.channels,
                taken,
                pipeline,
            }),
            channels: tap.channels,
            returns: match tap.channels {
                _ if is_result => result.returns,
                1 => Returns::Value,
                _ => Returns::Channels,
            },
            has_surface: result.has_surface && is_result,
            ..self.clone()
        }
    }
}

fn address_of(tap: &Tap) -> TapAddress {
    TapAddress {
        file: Some(tap.function.file.clone()),
        function: Some(tap.function.function.clone()),
        value: TapName::Name(tap.name.clone()),
        run: None,
    }
}

fn group_of(taps: &[Tap], tap: &Tap) -> TapGroup {
    let group = taps.iter().filter(|other| other.group == tap.group);
    TapGroup { function: tap.linked_function.clone(), sites: group.map(|tap| tap.site).collect() }
}

fn alone(tap: &Tap, sites: &[GroupSite], taken: &TakenSites) -> TapGroup {
    let sites = sites.iter().copied();
    TapGroup {
        function: tap.linked_function.clone(),
        sites: sites.filter(|site| taken.contains(*site)).collect(),
    }
}

/// If the address names no function, it is the generator's own, or any pass or function of a grid program.
fn is_in(generator: &Generator, tap: &Tap, address: &TapAddress) -> bool {
    let file = address.file.as_ref().unwrap_or(&generator.address.file);
    let own = generator.program.is_none().then_some(&generator.address.function);
    let function = address.function.as_ref().or(own);
    tap.function.file == *file && function.is_none_or(|function| tap.function.function == *function)
}

fn named<'a>(
    generator: &Generator,
    taps: &'a [Tap],
    address: &TapAddress,
    name: &str,
) -> Option<&'a Tap> {
    let mut taps = taps.iter();
    taps.find(|tap| tap.name == name && is_in(generator, tap, address))
}

/// Last tap on a line or, if it has none, on the nearest line above in the same function.
fn on_line<'a>(
    generator: &Generator,
    taps: &'a [Tap],
    address: &TapAddress,
    line: usize,
) -> Option<&'a Tap> {
    let file = address.file.as_ref().unwrap_or(&generator.address.file);
    let mut sources = generator.linked.sources.iter();
    let source = sources.find(|source| source.path == *file)?;
    let function = function_on(source, line)?;
    let in_function = taps.iter().filter(|tap| {
        tap.function.file == *file && tap.function.function == function.name && tap.line() <= line
    });
    in_function.max_by_key(|tap| tap.line())
}

fn unknown(generator: &Generator, taps: &[Tap], address: &TapAddress) -> TapError {
    let in_function = taps.iter().filter(|tap| is_in(generator, tap, address));
    let mut names: Vec<String> = in_function.map(|tap| tap.name.clone()).collect();
    if names.is_empty() {
        names = taps.iter().map(|tap| tap.function.to_string()).collect();
    }
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let names = if distinct.is_empty() { "none".to_owned() } else { distinct.join(", ") };
    let omitted = omission_note(&omitted_values(generator).unwrap_or_default());
    TapError::Unknown {
        generator: generator.address.to_string(),
        address: address.to_string(),
        names: names + &omitted.map(|note| format!("; {note}")).unwrap_or_default(),
    }
}
