//! What the program has said: notices, and what goes to the log.

use std::collections::VecDeque;

use super::Workbench;

/// Messages, and whether they are seen.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub(crate) open: bool,
    /// The oldest first.
    pub(crate) lines: VecDeque<String>,
}

/// Messages that are kept.
const MOST: usize = 500;

impl Messages {
    /// Keeps a message. What is said again at every frame is kept once.
    pub(crate) fn add(&mut self, line: String) {
        if self.lines.back() == Some(&line) {
            return;
        }
        if self.lines.len() == MOST {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

impl Workbench {
    /// What somebody who helps has to know: versions, the adapter, what is shown in numbers, and the messages. What
    /// names folders or files of the person's stands in it as `…`.
    pub(crate) fn report(&self) -> String {
        let software = if self.adapter.software {
            ", in software"
        } else {
            ""
        };
        let mut report = format!(
            "noise playground {}\n{} {}\nadapter: {}{software}\ngenerators: {}, cells: {}, errors and warnings: {}\n",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH,
            self.adapter.name,
            self.entries.len(),
            self.document.cells.len(),
            self.diagnostics.len(),
        );
        for line in &self.messages.lines {
            report.push_str(&without_names(line));
            report.push('\n');
        }
        report
    }
}

/// A message without the words that look like paths, quoted names or parts of a shader.
fn without_names(line: &str) -> String {
    let is_path = |word: &str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '/');
        let has_ending = word.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty() && ending.starts_with(|letter: char| letter.is_alphabetic())
        });
        word.contains(['/', '\\']) || word.contains("::") || has_ending
    };
    let mut quoted = false;
    let words = line.split(' ').map(|word| {
        let quotes = word.matches(['"', '`']).count();
        let hides = quoted || quotes > 0 || is_path(word);
        quoted ^= quotes % 2 == 1;
        if hides { "\u{2026}" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::Address;
    use noise_playground::source::ModulePath;

    use super::*;
    use crate::workbench::Entry;

    #[test]
    fn a_report_names_no_folder_and_no_file() {
        let mut workbench = Workbench::new("secret".to_owned());
        workbench.adapter.name = "Some GPU".to_owned();
        for said in [
            "saved /home/me/captures/swiss-0001.png",
            "cannot read \"my own folder/a.wgsl\": it is gone",
            "generators/swiss.wgsl::height is not there any more",
            "the graphics device was lost; this is another one",
            "undone: gain 0.5 \u{2192} 0.7",
        ] {
            workbench.say(said.to_owned());
        }
        let report = workbench.report();
        let end = "saved \u{2026}\ncannot read \u{2026} it is gone\n\u{2026} is not there any more\n\
                   the graphics device was lost; this is another one\nundone: gain 0.5 \u{2192} 0.7\n";
        assert!(report.ends_with(end), "{report}");
        assert!(report.contains("adapter: Some GPU\n"), "{report}");
    }

    #[test]
    fn paths_with_spaces_are_redacted_without_quotes() {
        let mut workbench = Workbench::new("my shaders".to_owned());
        let address = Address {
            file: ModulePath::new("my noise/soft hills.wgsl"),
            function: "height".to_owned(),
        };
        workbench.entries.push(Entry {
            address: address.clone(),
            title: String::new(),
            main: true,
            error: false,
        });
        workbench.capturing.folder = "My Captures".to_owned();
        for said in [
            "saved /home/me/My Files/swiss 1.png".to_owned(),
            "cannot open C:\\Users\\Jane Doe\\notes: access denied".to_owned(),
            format!("{address} is not there any more"),
            "watching my shaders: no change".to_owned(),
            "saved My Captures/a b-0001.png".to_owned(),
        ] {
            workbench.say(said);
        }
        let report = workbench.report();
        let end = "saved \u{2026}\ncannot open \u{2026} access denied\n\u{2026} is not there any more\n\
                   watching \u{2026} no change\nsaved \u{2026}\n";
        assert!(report.ends_with(end), "{report}");
    }

    #[test]
    fn only_the_newest_messages_are_kept() {
        let mut messages = Messages::default();
        (0..2 * MOST).for_each(|number| messages.add(number.to_string()));
        messages.add((2 * MOST - 1).to_string());
        assert_eq!(messages.lines.len(), MOST);
        assert_eq!(messages.lines.front().map(String::as_str), Some("500"));
    }
}
