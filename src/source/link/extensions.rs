//! Removal of WGSL extensions that naga implements, but whose `enable` directive it rejects.

use crate::wgsl::lexer::blank;
use crate::wgsl::outline::Outline;

const SUBGROUPS: &str = "subgroups";

pub(super) fn without_subgroups(mut wgsl: String) -> String {
    if !wgsl.contains(SUBGROUPS) {
        return wgsl;
    }
    for directive in Outline::parse(&wgsl).directives {
        if let Some(shorter) = shortened(&wgsl[directive.clone()]) {
            blank(&mut wgsl, directive.clone());
            wgsl.replace_range(directive.start..directive.start + shorter.len(), &shorter);
        }
    }
    wgsl
}

/// The list may be empty; `None` if the directive does not have the word.
fn shortened(directive: &str) -> Option<String> {
    let list = directive.strip_prefix("enable")?.strip_suffix(';')?;
    let names = list.split(',').map(str::trim);
    let (enabled, kept): (Vec<&str>, Vec<&str>) = names.partition(|name| *name == SUBGROUPS);
    match kept.as_slice() {
        _ if enabled.is_empty() => None,
        [] | [""] => Some(String::new()),
        kept => Some(format!("enable {};", kept.join(","))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_subgroups_are_blanked_and_bytes_keep_their_positions() {
        let check = |text: &str, expected: &str| {
            let found = without_subgroups(text.to_owned());
            assert_eq!(found.trim_end(), expected);
            assert_eq!(found.len(), text.len());
        };
        check("enable subgroups;", "");
        check("enable subgroups,;", "");
        check("enable f16, subgroups;", "enable f16;");
        check("enable subgroups , f16,;", "enable f16,;");
        check("enable f16;\nenable\nsubgroups;", "enable f16;");
        check("requires subgroups;", "requires subgroups;");
        check("const subgroups = 1;", "const subgroups = 1;");
    }
}
