//! Randomizes and mutates values, reproducibly: the random numbers are seeded from the values and a counter.

use std::collections::BTreeSet;
use std::fmt;

use noise_playground::generator::control::{Control, SliderRange, Value, Values, Widget};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Randomizer {
    /// `Some(None)` for a control without a group, `None` before the first edit.
    pub(crate) last_edited_group: Option<Option<String>>,
    /// Size of mutations: the standard deviation of the logarithm of a value.
    pub(crate) mutation: f64,
    /// True if a sheet of variations changes seeds too.
    pub(crate) changes_seeds: bool,
    /// Part of the seed, so that each time gives other values.
    pub(super) randomize_count: u64,
}

impl Default for Randomizer {
    fn default() -> Self {
        Self { last_edited_group: None, mutation: 0.1, changes_seeds: false, randomize_count: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Randomization {
    /// As a mutation of 100 %, but each option has the same probability.
    Randomize,
    /// Multiplies by numbers whose logarithms are normally distributed around 0, with this standard deviation. In a
    /// range with negative numbers, adds this relative change. An option or a toggle changes with this probability.
    Mutate(f64),
}

/// Randomizing leaves out excluded and hidden controls, and features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All controls; randomizing leaves out seeds.
    All,
    /// All controls and seeds.
    AllWithSeeds,
    /// `None` stands for controls without a group. Randomizing leaves out seeds.
    Group(Option<String>),
    /// One control by its name. Randomizing includes it even if it is a seed.
    One(String),
}

/// SplitMix64 of Steele, Lea and Flood (2014): a counter, and a finalizer like MurmurHash3's.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut hash = self.0;
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ (hash >> 31)
    }

    /// From 0 (inclusive) to 1 (exclusive).
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From a normal distribution around 0 with standard deviation 1, by the method of Box and Muller (1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// From 0 (inclusive) to `count` (exclusive).
    fn index(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// For a `@seed` control, an integer from 0 to 65535.
    pub(crate) fn seed(&mut self) -> f64 {
        f64::from((self.bits() >> 48) as u16)
    }
}

/// Changes the controls in `scope` that are not excluded; `None` if there are none. `count` varies the results.
pub(super) fn randomized(
    controls: &[Control],
    before: &Values,
    scope: &Scope,
    excluded: &BTreeSet<String>,
    method: Randomization,
    count: u64,
) -> Option<Values> {
    let is_included = |control: &&Control| scope.has(control) && !excluded.contains(&control.name);
    let mut included = controls.iter().filter(is_included).peekable();
    included.peek()?;
    let mut now = before.clone();
    let mut random = SplitMix64::new(hash(before, controls) ^ count);
    for control in included {
        let value = randomized_value(control, before.get(control), method, &mut random);
        now.set(control, value);
    }
    Some(now)
}

impl Scope {
    /// Returns true even for a control that randomizing leaves out.
    pub(crate) fn contains(&self, control: &Control) -> bool {
        match self {
            Self::All | Self::AllWithSeeds => true,
            Self::Group(group) => control.group == *group,
            Self::One(name) => control.name == *name,
        }
    }

    /// Returns true if randomizing may change the control, unless the user has excluded it.
    fn has(&self, control: &Control) -> bool {
        let takes_seeds = matches!(self, Self::One(_) | Self::AllWithSeeds);
        let is_fixed_seed = control.widget == Widget::Seed && !takes_seeds;
        self.contains(control) && !is_fixed_seed && !control.hidden && !control.is_compiled()
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All | Self::AllWithSeeds => "all",
            Self::Group(group) => group.as_deref().unwrap_or("ungrouped controls"),
            Self::One(name) => name,
        })
    }
}

fn hash(values: &Values, controls: &[Control]) -> u64 {
    let numbers = controls.iter().flat_map(|control| &values.get(control).0);
    numbers.fold(0, |hash, number| SplitMix64::new(hash ^ number.to_bits()).bits())
}

/// A curve keeps the x positions and slopes of its knots, a gradient the positions of its stops, a color its alpha.
fn randomized_value(
    control: &Control,
    value: &Value,
    method: Randomization,
    random: &mut SplitMix64,
) -> Value {
    let mut numbers = value.0.clone();
    if control.widget == Widget::Field {
        return value.clone();
    }
    let unit = |number: f64, random: &mut SplitMix64| randomized_fraction(number, method, random);
    match &control.widget {
        Widget::Toggle => pick(&mut numbers, 2, method, random),
        Widget::Enum(names) => pick(&mut numbers, names.len(), method, random),
        Widget::Seed => numbers.fill_with(|| random.seed()),
        Widget::Color | Widget::Gradient => {
            let stops = numbers.chunks_mut(4).flat_map(|stop| stop.iter_mut().take(3));
            stops.for_each(|number| *number = rounded(unit(*number, random)));
        }
        Widget::Curve => {
            let heights = numbers.chunks_mut(4).filter_map(|knot| knot.get_mut(1));
            heights.for_each(|number| *number = rounded(unit(*number, random)));
        }
        _ => {
            for number in &mut numbers {
                *number = varied(*number, &control.range, method, random);
            }
        }
    }
    Value::from(numbers)
}

/// Draws again what is outside of the slider, so that values do not gather at its ends.
fn varied(number: f64, range: &SliderRange, method: Randomization, random: &mut SplitMix64) -> f64 {
    let deviation = match method {
        Randomization::Randomize => 1.0,
        Randomization::Mutate(deviation) => deviation,
    };
    let is_positive = range.min >= 0.0 && number > 0.0;
    let scale = number.abs().max(SCALE_OF_ZERO * (range.max - range.min));
    let mut draw = || {
        let change = deviation * random.normal();
        if is_positive { number * change.exp() } else { number + change * scale }
    };
    let mut drawn = draw();
    for _ in 0..DRAWS {
        if (range.min..=range.max).contains(&drawn) {
            break;
        }
        drawn = draw();
    }
    let drawn = match range.step {
        Some(_) => range.snapped(drawn),
        None => rounded(drawn),
    };
    drawn.clamp(range.min, range.max)
}

/// Of the range of a slider: the least size by which a number of either sign changes, since a factor would leave 0.
const SCALE_OF_ZERO: f64 = 0.25;

/// Attempts to draw a value within the slider.
const DRAWS: usize = 16;

/// Positions are along the slider, 0 to 1.
fn randomized_fraction(fraction: f64, method: Randomization, random: &mut SplitMix64) -> f64 {
    match method {
        Randomization::Randomize => random.unit(),
        Randomization::Mutate(amount) => {
            (fraction + amount * (2.0 * random.unit() - 1.0)).clamp(0.0, 1.0)
        }
    }
}

/// Sets the only number to an index below `count`. A mutation changes it with its probability, and to another.
fn pick(numbers: &mut [f64], count: usize, method: Randomization, random: &mut SplitMix64) {
    let [number] = numbers else { return };
    match method {
        Randomization::Randomize => *number = random.index(count) as f64,
        Randomization::Mutate(amount) if count > 1 && random.unit() < amount => {
            *number = (*number + 1.0 + random.index(count - 1) as f64) % count as f64;
        }
        Randomization::Mutate(_) => {}
    }
}

/// Rounds to four significant digits, as a user would type.
fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
