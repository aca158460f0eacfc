//! Arguments of tags that the author wrote without parentheses: `@mode relief`.

const NUMBERS: [&str; 14] = [
    "range", "default", "step", "color", "view", "camera", "sea", "loop_budget", "dispatch",
    "grid", "pass", "seed", "toggle", "z_factor",
];

const NAMES: [&str; 6] = ["mode", "returns", "define", "feature", "unit", "field"];

const TEXTS: [&str; 4] = ["group", "section", "label", "enum"];

/// Returns the arguments that follow a tag's name on the line, as written in parentheses, and the bytes that they take.
pub(super) fn arguments(name: &str, line: &str) -> Option<(String, usize)> {
    let rest = line.trim_start_matches([' ', '\t', ':', '=']);
    if rest.len() == line.len() {
        return None;
    }
    let skipped = line.len() - rest.len();
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(['-', '+', '.']);
        digits.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '"');
    let (found, length) = if NUMBERS.contains(&name) {
        list(rest, is_number)
    } else if NAMES.contains(&name) {
        list(rest, is_name)
    } else if TEXTS.contains(&name) {
        texts(rest, name == "enum")
    } else {
        return None;
    };
    (!found.is_empty()).then(|| (found.join(", "), skipped + length))
}

/// Words up to the first that no comma precedes, except for numbers, which may stand side by side.
fn list(text: &str, fits: impl Fn(&str) -> bool) -> (Vec<String>, usize) {
    let (mut found, mut end, mut at) = (Vec::new(), 0, 0);
    let mut is_due = true;
    while let Some(word) = text[at..].split([' ', '\t', ',']).next() {
        let is_digit = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if word.is_empty() || !fits(word) || !(is_due || is_digit) {
            break;
        }
        end = at + word.trim_end_matches(['.', ';', ')']).len();
        found.push(text[at..end].to_owned());
        let rest = text[at + word.len()..].trim_start_matches([' ', '\t']);
        is_due = rest.starts_with(',');
        let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start_matches([' ', '\t']);
        at = text.len() - rest.len();
    }
    (found, end)
}

/// The rest of the line up to the next tag, as one text or as several with commas between.
fn texts(text: &str, are_several: bool) -> (Vec<String>, usize) {
    let text = text.split('@').next().unwrap_or_default().trim_end();
    let parts = if are_several { text.split(',').collect() } else { vec![text] };
    let parts = parts.into_iter().map(|part| part.trim().trim_matches('"'));
    let parts = parts.filter(|part| !part.is_empty()).map(|part| format!("\"{part}\""));
    (parts.collect(), text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_where_prose_begins() {
        let check = |name: &str, line: &str, expect: Option<(&str, &str)>| {
            let found = arguments(name, line);
            let found = found.as_ref().map(|(text, end)| (text.as_str(), &line[*end..]));
            assert_eq!(found, expect, "@{name}{line}");
        };
        check("mode", " texture", Some(("texture", "")));
        check("mode", ": relief of hills.", Some(("relief", " of hills.")));
        check("view", " 0,0,8", Some(("0, 0, 8", "")));
        check("view", " 0, -0.5 8. Hills", Some(("0, -0.5, 8", ". Hills")));
        check("range", " 0 1 0.1 is wide", Some(("0, 1, 0.1", " is wide")));
        check("range", " of the values", None);
        check("feature", " erosion, on", Some(("erosion, on", "")));
        check("group", " Fractal sum @log", Some(("\"Fractal sum\"", " @log")));
        check("enum", " \"a\", b", Some(("\"a\", \"b\"", "")));
        check("label", "", None);
        check("log", " 2", None);
        check("pass", " 3", Some(("3", "")));
        check("param", " gain 3", None);
    }
}
