//! Values by chance, without a clock: the same throws come in the same order each time the program runs.

use std::collections::BTreeSet;
use std::fmt;

use noise_playground::control::{Control, Value, Values, Widget};

/// How far values are thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Randomization {
    /// Anywhere on their sliders.
    Randomise,
    /// At most this part of their sliders to either side; a name or a toggle changes with this probability.
    Mutate(f64),
}

/// Which controls are thrown. Those that are kept, or hidden, never are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All but seeds.
    All,
    /// A group, or what stands in none, but seeds.
    Group(Option<String>),
    /// One by its name, a seed too.
    One(String),
}

/// Numbers that look thrown.
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    /// The throws of a number.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits. This is SplitMix64 (Steele, Lea and Flood 2014): a counter, and a finalizer of
    /// MurmurHash3's kind behind it.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut hash = self.0;
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ (hash >> 31)
    }

    /// The next number, 0 up to 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of so many, counted from 0.
    fn index(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// A seed, 0 to 65535.
    pub(crate) fn seed(&mut self) -> f64 {
        f64::from((self.bits() >> 48) as u16)
    }
}

/// Throws the controls of a scope that are not kept. Returns nothing if there are none. `count` makes each throw from
/// the same values another one.
pub(super) fn thrown(
    controls: &[Control],
    before: &Values,
    scope: &Scope,
    kept: &BTreeSet<String>,
    throw: Randomization,
    count: u64,
) -> Option<Values> {
    let is_thrown = |control: &&Control| scope.has(control) && !kept.contains(&control.name);
    let mut thrown = controls.iter().filter(is_thrown).peekable();
    thrown.peek()?;
    let mut now = before.clone();
    let mut dice = SplitMix64::new(hash(before, controls) ^ count);
    for control in thrown {
        let value = randomized_value(control, before.get(control), throw, &mut dice);
        now.set(control, value);
    }
    Some(now)
}

impl Scope {
    fn has(&self, control: &Control) -> bool {
        let is_seed = control.widget == Widget::Seed;
        let has = match self {
            Self::All => !is_seed,
            Self::Group(group) => control.group == *group && !is_seed,
            Self::One(name) => control.name == *name,
        };
        has && !control.hidden
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Group(group) => group.as_deref().unwrap_or("what has no group"),
            Self::One(name) => name,
        })
    }
}

/// A number from all values in force.
fn hash(values: &Values, controls: &[Control]) -> u64 {
    let numbers = controls.iter().flat_map(|control| &values.get(control).0);
    numbers.fold(0, |hash, number| {
        SplitMix64::new(hash ^ number.to_bits()).bits()
    })
}

/// What a throw makes of a value. A curve keeps the places of its knots and its slopes, a gradient the places of
/// its stops, a colour its alpha.
fn randomized_value(
    control: &Control,
    value: &Value,
    throw: Randomization,
    dice: &mut SplitMix64,
) -> Value {
    let mut numbers = value.0.clone();
    let unit = |number: f64, dice: &mut SplitMix64| thrown_part(number, throw, dice);
    match &control.widget {
        Widget::Toggle => pick(&mut numbers, 2, throw, dice),
        Widget::Enum(names) => pick(&mut numbers, names.len(), throw, dice),
        Widget::Seed => numbers.fill_with(|| dice.seed()),
        Widget::Color | Widget::Gradient => {
            let stops = numbers
                .chunks_mut(4)
                .flat_map(|stop| stop.iter_mut().take(3));
            stops.for_each(|number| *number = short(unit(*number, dice)));
        }
        Widget::Curve => {
            let heights = numbers.chunks_mut(4).filter_map(|knot| knot.get_mut(1));
            heights.for_each(|number| *number = short(unit(*number, dice)));
        }
        Widget::Slider | Widget::Number | Widget::Angle | Widget::Xy | Widget::Octaves => {
            let range = &control.range;
            for number in &mut numbers {
                let thrown = range.at(unit(range.fraction(*number), dice));
                *number = match range.step {
                    Some(_) => range.snapped(thrown),
                    None => short(thrown),
                }
                .clamp(range.min, range.max);
            }
        }
    }
    Value(numbers)
}

/// Where on its slider a number at `part` is thrown.
fn thrown_part(part: f64, throw: Randomization, dice: &mut SplitMix64) -> f64 {
    match throw {
        Randomization::Randomise => dice.unit(),
        Randomization::Mutate(share) => (part + share * (2.0 * dice.unit() - 1.0)).clamp(0.0, 1.0),
    }
}

/// One of so many; a mutation seldom picks, and then another.
fn pick(numbers: &mut [f64], count: usize, throw: Randomization, dice: &mut SplitMix64) {
    let [number] = numbers else { return };
    match throw {
        Randomization::Randomise => *number = dice.index(count) as f64,
        Randomization::Mutate(share) if count > 1 && dice.unit() < share => {
            *number = (*number + 1.0 + dice.index(count - 1) as f64) % count as f64;
        }
        Randomization::Mutate(_) => {}
    }
}

/// Four significant digits: what a person would type.
fn short(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
