//! Derivatives as limits of central differences, extrapolated by Romberg's method.

/// Levels of the extrapolation. The step of each is half that of the one before.
pub(crate) const LEVELS: usize = 5;

/// Limit of differences, with an estimate of its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Limit {
    pub(crate) const UNKNOWN: Self = Self { value: f64::NAN, error: f64::INFINITY };
}

/// `differences` are central differences of halved steps.
pub(crate) fn limit(differences: [f64; LEVELS]) -> Limit {
    let mut column = differences.to_vec();
    let mut best = Limit::UNKNOWN;
    let mut factor = 1.0;
    while column.len() > 1 {
        factor *= 4.0;
        let next: Vec<f64> =
            column.windows(2).map(|pair| (factor * pair[1] - pair[0]) / (factor - 1.0)).collect();
        for (index, value) in next.iter().enumerate() {
            // Of an estimate, all that it is made of agree with it.
            let error = column[index..=index + 1].iter().map(|part| (part - value).abs());
            let error = error.fold(0.0, f64::max);
            if error < best.error {
                best = Limit { value: *value, error };
            }
        }
        column = next;
    }
    best
}
