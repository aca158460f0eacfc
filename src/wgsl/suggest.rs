//! Suggestions for misspelled names in error messages.

use std::cmp::Reverse;

/// In bytes. Comparing two names takes time proportional to the product of their lengths.
const MAX_BYTES: usize = 200;

/// Returns the candidate that is most likely meant; `None` if none is similar enough. Case and underscores do not
/// count, and one in three characters may differ.
pub fn closest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |text: &str| text.replace('_', "").to_lowercase();
    let misspelled = plain(name);
    let distance = |candidate: &str| {
        let candidate = plain(candidate);
        let length = misspelled.chars().count().max(candidate.chars().count());
        let distance = strsim::osa_distance(&misspelled, &candidate);
        let has_same_start = misspelled.chars().next() == candidate.chars().next();
        let is_other_letter = is_other_letter(&misspelled, &candidate);
        (distance <= length / 3).then_some((distance, Reverse(has_same_start), is_other_letter))
    };
    let is_short = |text: &str| text.len() <= MAX_BYTES;
    let close = candidates
        .into_iter()
        .filter(|candidate| *candidate != name && is_short(candidate) && is_short(name));
    let close = close.filter_map(|candidate| Some((distance(candidate)?, candidate)));
    close.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Returns true if letters are replaced by others, which is rarer than letters left out, typed twice or swapped.
fn is_other_letter(one: &str, other: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let [one, other] = [one, other].map(letters);
    one.len() == other.len() && one != other
}

/// Returns the end of a message, such as ``; did you mean `gain`?``; empty if no candidate is similar enough.
pub fn did_you_mean<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> String {
    let found = closest(name, candidates);
    found.map_or_else(String::new, |found| format!("; did you mean `{found}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_recognized_and_others_are_not() {
        let names = ["gain", "frequency", "octaves", "x", "valueNoise"];
        let check = |name: &str, expected: Option<&str>| {
            assert_eq!(closest(name, names), expected, "{name}");
        };
        check("gian", Some("gain"));
        check("Gain", Some("gain"));
        check("frequncy", Some("frequency"));
        check("value_noise", Some("valueNoise"));
        check("y", None);
        check("lacunarity", None);
        check("", None);
        check("gain", None);
        assert_eq!(closest("sinn", ["sign", "sin", "sinh"]), Some("sin"));
        assert_eq!(did_you_mean("octave", names), "; did you mean `octaves`?");
        assert_eq!(did_you_mean("warp", names), "");
        let long = "a".repeat(500_000);
        assert_eq!(closest(&long, [&*format!("{long}b")]), None);
    }
}
