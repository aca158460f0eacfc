//! Generators whose result is a tap.

use std::sync::Arc;

use super::address::{TapAddress, TapAddressError, TapName};
use super::{RETURN, Tap, taps};
use crate::diagnostic::Diagnostic;
use crate::generator::tap_selection::{ResultKind, TapSelection};
use crate::generator::{Generator, Returns};

/// Error of selecting a tap.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TapError {
    /// The generator has no such tap.
    #[error("{generator} has no value {address}; it has {names}")]
    Unknown {
        /// Address of the generator.
        generator: String,
        /// The requested tap.
        address: String,
        /// Names of the function's values, or of the functions.
        names: String,
    },
    /// A grid program has no result that depends on a position alone.
    #[error("{0} is a grid program; the values inside its passes cannot be shown yet")]
    GridProgram(String),
    /// The generator does not compile.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
}

impl Generator {
    /// Returns this generator with the value of a tap as its result, at the place or name that an address names.
    ///
    /// # Errors
    /// There is no such tap, or the generator is a grid program.
    pub fn at_tap(&self, address: &TapAddress) -> Result<Self, TapError> {
        if self.program.is_some() {
            return Err(TapError::GridProgram(self.address.to_string()));
        }
        let taps = taps(self).map_err(TapError::Shader)?;
        let found = match &address.value {
            TapName::Name(name) => named(self, &taps, address, name),
            TapName::Line(line) => on_line(self, &taps, address, *line),
        };
        let tap = found.ok_or_else(|| unknown(self, &taps, address))?;
        let is_selected = |other: &&Tap| match address.value {
            TapName::Name(_) => (&other.function, &other.name) == (&tap.function, &tap.name),
            TapName::Line(_) => std::ptr::eq(*other, tap),
        };
        let places = taps.iter().filter(is_selected);
        // Variables of one name may differ in their type.
        let places = places.filter(|other| other.channels == tap.channels);
        Ok(self.with_tap(tap, places.map(|tap| tap.place).collect(), address))
    }

    /// Returns this generator with the tap of another version of it, if that has one.
    pub(in super::super) fn with_tap_of(
        self: Arc<Self>,
        other: &Self,
    ) -> Result<Arc<Self>, Box<Diagnostic>> {
        let Some(tap) = &other.tap else {
            return Ok(self);
        };
        let error = |message: String| Box::new(Diagnostic::error(None, message));
        let address: TapAddress = tap
            .stage
            .parse()
            .map_err(|unknown: TapAddressError| error(unknown.to_string()))?;
        let tapped = self.at_tap(&address);
        Ok(Arc::new(
            tapped.map_err(|unknown| error(unknown.to_string()))?,
        ))
    }

    fn with_tap(&self, tap: &Tap, places: Vec<u32>, address: &TapAddress) -> Self {
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
                function: tap.linked_function.clone(),
                result,
                places,
                run: address.run,
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

/// Returns true if a tap is in the function of an address: that of the generator if none is given.
fn is_in(generator: &Generator, tap: &Tap, address: &TapAddress) -> bool {
    let file = address.file.as_ref().unwrap_or(&generator.address.file);
    let function = address
        .function
        .as_ref()
        .unwrap_or(&generator.address.function);
    tap.function.file == *file && tap.function.function == *function
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

/// Returns the last tap on a line; without one, that of the nearest line above in the same function.
fn on_line<'a>(
    generator: &Generator,
    taps: &'a [Tap],
    address: &TapAddress,
    line: usize,
) -> Option<&'a Tap> {
    let file = address.file.as_ref().unwrap_or(&generator.address.file);
    let mut sources = generator.linked.sources.iter();
    let source = sources.find(|source| source.path == *file)?;
    let mut functions = source.outline().declarations.iter();
    let function = functions.find(|declaration| {
        let location = source.location(declaration.range.clone());
        (location.start.line..=location.end.line).contains(&line)
    })?;
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
    TapError::Unknown {
        generator: generator.address.to_string(),
        address: address.to_string(),
        names: match distinct.is_empty() {
            true => "none".to_owned(),
            false => distinct.join(", "),
        },
    }
}
