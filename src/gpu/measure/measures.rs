//! What is measured of a generator itself, before it is part of an analysis.

use std::collections::BTreeMap;

use crate::analysis::{Analysis, GradientCheck, Jumps, Kinks, MEASURED, PrecisionPoint};

/// Results of a [`GeneratorMeter`](super::GeneratorMeter): members of an [`Analysis`], and the reasons for missing ones.
#[derive(Debug, Default)]
pub struct GeneratorMeasures {
    pub(super) gradient: Option<GradientCheck>,
    pub(super) precision: Option<Vec<PrecisionPoint>>,
    pub(super) digits_left: Option<f64>,
    pub(super) gradient_precision: Option<Vec<PrecisionPoint>>,
    pub(super) gradient_digits_left: Option<f64>,
    pub(super) kinks: Option<Kinks>,
    pub(super) jumps: Option<Jumps>,
    pub(super) period: Option<f64>,
    pub(super) notes: BTreeMap<String, String>,
}

impl GeneratorMeasures {
    pub(super) fn note(&mut self, member: &str, reason: impl Into<String>) {
        self.notes.insert(member.to_owned(), reason.into());
    }

    /// Stores the results, and their notes in place of those of an analysis of samples alone.
    pub fn add_to(self, analysis: &mut Analysis) {
        for member in MEASURED {
            analysis.notes.remove(member);
        }
        analysis.notes.extend(self.notes);
        analysis.gradient = self.gradient;
        analysis.precision = self.precision;
        analysis.digits_left = self.digits_left;
        analysis.gradient_precision = self.gradient_precision;
        analysis.gradient_digits_left = self.gradient_digits_left;
        analysis.kinks = self.kinks;
        analysis.jumps = self.jumps;
        analysis.period = self.period;
    }
}
