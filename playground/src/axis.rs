//! The values that a control goes through in a sweep.

use noise_playground::control::Control;

/// Digits of a value, counted from the first of the larger end: more than an `f32` holds, fewer than rounding
/// errors reach.
const DIGITS: i32 = 10;

/// Digits of a label, unless neighbours need more to differ.
const LABEL_DIGITS: i32 = 4;

/// So many values at equal distances, the ends among them, as `--set` takes them. On a logarithmic axis, whose ends
/// lie above 0, it is their logarithms that have equal distances.
pub(crate) fn stops(ends: [f64; 2], count: usize, is_integer: bool, is_log: bool) -> Vec<String> {
    let stop = |index| stop(ends, index, count, is_integer, is_log);
    (0..count).map(|index| stop(index).to_string()).collect()
}

fn stop([from, to]: [f64; 2], index: usize, count: usize, is_integer: bool, is_log: bool) -> f64 {
    let steps = count.saturating_sub(1).max(1) as f64;
    let share = index as f64 / steps;
    let exact = match is_log {
        true => from.powf(1.0 - share) * to.powf(share),
        false => from * (1.0 - share) + to * share,
    };
    if is_integer {
        return exact.round() + 0.0;
    }
    rounded(exact, [from, to], DIGITS)
}

/// A number with so many digits of what the larger end has.
fn rounded(number: f64, [from, to]: [f64; 2], digits: i32) -> f64 {
    // What is smaller is 0 as an `f32`.
    let magnitude = from.abs().max(to.abs()).log10().floor().max(-45.0);
    let decimals = (digits - 1 - magnitude as i32).max(0) as usize;
    let rounded = format!("{number:.decimals$}").parse().unwrap_or(number);
    // A negative zero becomes a plain one.
    rounded + 0.0
}

/// Values as people read them: an option's name for its index, else with few digits, but as many as it takes for
/// neighbours to differ.
pub(crate) fn labels(control: &Control, ends: [f64; 2], stops: &[String]) -> Vec<String> {
    if control.ty.is_integer() {
        let values = stops.iter().filter_map(|stop| control.parse(stop).ok());
        return values.map(|value| control.write(&value)).collect();
    }
    let numbers: Vec<f64> = stops.iter().filter_map(|stop| stop.parse().ok()).collect();
    let with = |digits: i32| -> Vec<f64> {
        let rounded = |number: &f64| rounded(*number, ends, digits);
        numbers.iter().map(rounded).collect()
    };
    let differ = |numbers: &[f64]| numbers.windows(2).all(|pair| pair[0] != pair[1]);
    let mut all = (LABEL_DIGITS..DIGITS).map(with);
    let fewest = all.find(|labels| differ(labels)).unwrap_or(numbers.clone());
    fewest.iter().map(f64::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_at_equal_distances_and_read_well() {
        let check = |ends: [f64; 2], count: usize, is_integer: bool, expected: &[&str]| {
            assert_eq!(stops(ends, count, is_integer, false), expected);
        };
        check([0.0, 1.0], 1, false, &["0"]);
        check([0.1, 0.5], 5, false, &["0.1", "0.2", "0.3", "0.4", "0.5"]);
        check(
            [1.0, 0.0],
            4,
            false,
            &["1", "0.666666667", "0.333333333", "0"],
        );
        check([-0.1, 0.3], 5, false, &["-0.1", "0", "0.1", "0.2", "0.3"]);
        check([-0.4, 0.4], 2, true, &["0", "0"]);
        check([1.0, 8.0], 4, true, &["1", "3", "6", "8"]);
        check([0.0, 4_294_967_295.0], 2, true, &["0", "4294967295"]);
        check(
            [3e30, 3e30],
            2,
            false,
            &["3000000000000000000000000000000"; 2],
        );
        check([0.0, 0.0], 2, false, &["0", "0"]);
        check([0.0, 1e-300], 2, false, &["0", "0"]);
        check([0.0, 3e-20], 2, false, &["0", "0.00000000000000000003"]);
    }

    #[test]
    fn a_logarithmic_axis_has_equal_ratios() {
        let octaves = stops([0.5, 8.0], 5, false, true);
        assert_eq!(octaves, ["0.5", "1", "2", "4", "8"]);
        assert_eq!(stops([8.0, 0.5], 2, false, true), ["8", "0.5"]);
    }
}
