//! Coherence of two fields: how much of them agrees at each frequency.
//!
//! With F and G the transforms of the windowed fields, the cross-spectrum of a ring is the sum of F·G* over the
//! frequencies of a half-plane, over all window functions and all pairs of fields. The coherence is its squared size over
//! the product of both powers, γ² = |Σ F G*|² / (Σ|F|² Σ|G|²), as in Forsyth, "Subsurface loading and estimates of the
//! flexural rigidity of continental lithosphere", Journal of Geophysical Research 90(B14), 1985.

use rustfft::num_complex::Complex;
use serde::Serialize;

use super::heights::HeightGrid;
use super::spectrum::{PowerSpectrum, Transform};
use super::trend::Trend;
use super::window::SpectrumWindow;

/// Agreement of two fields in one ring of frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CoherenceRing {
    /// Frequency in the middle of the ring, in cycles per unit.
    pub frequency: f64,
    /// γ², from 0 to 1.
    pub coherence: f64,
    /// Phase of the cross-spectrum of the half-plane x > 0, in degrees from −180 to 180: 0 for equal fields, 180 for
    /// opposite ones, positive if the second is shifted to the east.
    pub phase_deg: f64,
    /// Number of pairs of opposite frequencies.
    pub bins: f64,
    /// Mean coherence of independent fields, 1 / n for n independent pairs of frequencies.
    pub bias: f64,
    /// Coherence that 95 % of independent fields are below, 1 − 0.05^(1/(n − 1)).
    pub threshold: f64,
}

/// Sums over a ring: cross-spectrum, both powers, number of frequencies.
#[derive(Clone, Copy, Default)]
struct Sums {
    cross: Complex<f64>,
    powers: [f64; 2],
    count: f64,
}

/// Returns the coherence by ring of pairs of fields; `None` without pairs of one size and spacing and finite values.
pub fn coherence(
    ones: &[HeightGrid],
    others: &[HeightGrid],
    window: SpectrumWindow,
    trend: Trend,
) -> Option<Vec<CoherenceRing>> {
    let first = ones.first()?;
    let is_equal = |grid: &HeightGrid| grid.size == first.size && grid.spacing == first.spacing;
    if ones.len() != others.len() || !ones.iter().chain(others).all(is_equal) {
        return None;
    }
    let spectrum = PowerSpectrum::new(ones, window, trend)?;
    let transform = Transform::new(first.size, window);
    let mut rings = vec![Sums::default(); spectrum.ring_count() + 1];
    for (one, other) in ones.iter().zip(others) {
        let fields = [one, other].map(|grid| trend.subtracted_from(grid));
        let [Some(one), Some(other)] = &fields else {
            return None;
        };
        let mut is_counted = true;
        transform.for_each_taper([one, other], |[one, other]| {
            add(&mut rings, &spectrum, [&one, &other], is_counted);
            is_counted = false;
        });
    }
    let pairs = ones.len() as f64;
    let rings = rings.iter().enumerate().skip(1).filter(|(_, ring)| ring.count > 0.0);
    Some(rings.map(|(index, ring)| ring.coherence(&spectrum, index, pairs)).collect())
}

/// Of two opposite frequencies, the half-plane of a real transform has both only where x is 0 or the Nyquist frequency.
fn add(
    rings: &mut [Sums],
    spectrum: &PowerSpectrum,
    values: [&[Complex<f64>]; 2],
    is_counted: bool,
) {
    for ((bin, one), other) in spectrum.bins().zip(values[0]).zip(values[1]) {
        let is_second = bin.weight == 1.0 && bin.frequency[1] > 0.0;
        let ring = rings.get_mut(spectrum.ring_of(bin.frequency)).filter(|_| !is_second);
        let Some(ring) = ring else { continue };
        ring.cross += one * other.conj();
        ring.powers[0] += one.norm_sqr();
        ring.powers[1] += other.norm_sqr();
        ring.count += f64::from(u8::from(is_counted));
    }
}

/// Correlated frequencies along a ring as a fraction of [`SpectrumWindow::correlation`], by simulation with white noise.
fn along_ring(window: SpectrumWindow) -> f64 {
    match window {
        SpectrumWindow::None => 1.0,
        SpectrumWindow::Hann => 0.79,
        SpectrumWindow::Sine(_) => 0.92,
    }
}

impl Sums {
    fn coherence(&self, spectrum: &PowerSpectrum, index: usize, pairs: f64) -> CoherenceRing {
        let bins = self.count / pairs;
        let along_ring = along_ring(spectrum.window);
        let independent = (spectrum.degrees_of_freedom(2.0 * bins) / along_ring / 2.0).max(1.0);
        let exponent = 1.0 / (independent - 1.0).max(f64::MIN_POSITIVE);
        CoherenceRing {
            frequency: index as f64 * spectrum.ring_width(),
            coherence: self.cross.norm_sqr() / (self.powers[0] * self.powers[1]),
            phase_deg: self.cross.arg().to_degrees(),
            bins,
            bias: 1.0 / independent,
            threshold: 1.0 - 0.05f64.powf(exponent),
        }
    }
}
