//! Every shipped shader compiles without a complaint, and says what it is.

use noise_playground::generator::merge_diagnostics;

use crate::probe::{report, shipped_files};
use crate::support;

#[test]
fn shipped_shaders_compile_without_warnings() {
    let complaints = merge_diagnostics(shipped_files());
    report(
        &complaints
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
    );
}

#[test]
fn shipped_generators_say_what_they_are_and_where_to_look() {
    let tree = support::shipped();
    let mut failures = Vec::new();
    for (source, compiled) in tree.iter().zip(shipped_files()) {
        for generator in &compiled.generators {
            let name = &generator.address;
            if generator.doc.is_empty() {
                failures.push(format!("{name} has no words"));
            }
            for control in generator
                .controls
                .iter()
                .filter(|control| control.doc.is_empty() && control.name != "seed")
            {
                failures.push(format!("{name}: {} has no words", control.name));
            }
        }
        if !source.path.as_str().starts_with("generators/") {
            continue;
        }
        match compiled.main() {
            Some(main)
                if main.hint.placement.is_some()
                    && main.hint.mode.is_some()
                    && main.title != main.address.function => {}
            Some(main) => failures.push(format!("{}: no title, view or mode", main.address)),
            None if source.text.contains("@grid(") => {}
            None => failures.push(format!("{} has no generator", source.path)),
        }
    }
    report(&failures);
}
