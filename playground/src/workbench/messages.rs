//! The message log, and the text of a bug report that contains it.

use std::collections::VecDeque;

use super::Workbench;

#[derive(Debug, Default)]
pub(crate) struct MessageLog {
    /// The oldest first.
    pub(crate) lines: VecDeque<String>,
}

/// Older lines are removed.
const MAX_LINES: usize = 500;

impl MessageLog {
    /// Ignores a line that repeats the last one.
    pub(crate) fn add(&mut self, line: String) {
        if self.lines.back() == Some(&line) {
            return;
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

impl Workbench {
    /// Returns versions, adapter, counts, and the log. Names of the user's folders and files are replaced by `…`.
    pub(crate) fn report(&self) -> String {
        let software = if self.chrome.adapter.software { ", in software" } else { "" };
        let mut report = format!(
            "noise playground {}\n{} {}\nadapter: {}{software}\ngenerators: {}, cells: {}, errors and warnings: {}\n",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH,
            self.chrome.adapter.name,
            self.folder.entries.len(),
            self.document.cells.len(),
            self.diagnostics().len(),
        );
        let names = self.private_names();
        for line in &self.chrome.messages.lines {
            report.push_str(&redacted(line, &names));
            report.push('\n');
        }
        report
    }

    /// Returns the longest first. They are searched for as a whole, since a path without quotes may contain spaces.
    fn private_names(&self) -> Vec<String> {
        let files = self.folder.entries.iter().map(|entry| entry.address.to_string());
        let modules = self.folder.entries.iter().map(|entry| entry.address.file.to_string());
        let folders = [self.folder.name.clone(), self.capture_settings.folder.clone()];
        let mut names: Vec<String> = files.chain(modules).chain(folders).collect();
        names.retain(|name| !name.is_empty());
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        names
    }
}

/// Replaces `names`, and everything that looks like a path, a quoted name or source text, by [`HIDDEN`].
fn redacted(line: &str, names: &[String]) -> String {
    let mut line = line.to_owned();
    for name in names {
        line = without_name(&line, name);
    }
    let mut quoted = false;
    let mut in_path = false;
    let mut words: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let quotes = word.matches(['"', '`']).count();
        let is_hidden = quoted || quotes > 0 || in_path || is_path(word) || word.contains(HIDDEN);
        in_path = (in_path || is_path_start(word)) && !word.ends_with([':', ';', ')']);
        quoted ^= quotes % 2 == 1;
        if !is_hidden {
            words.push(word);
        } else if words.last() != Some(&HIDDEN) {
            words.push(HIDDEN);
        }
    }
    words.join(" ")
}

const HIDDEN: &str = "\u{2026}";

/// Replaces `name`, unless it is part of a longer word.
fn without_name(line: &str, name: &str) -> String {
    let mut parts = line.split(name);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let touches =
            result.ends_with(char::is_alphanumeric) || part.starts_with(char::is_alphanumeric);
        result += if touches { name } else { HIDDEN };
        result += part;
    }
    result
}

fn is_path(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let has_extension = word.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && extension.starts_with(|letter: char| letter.is_alphabetic())
    });
    word.contains(['/', '\\']) || word.contains("::") || has_extension
}

/// Returns true if a word starts a path that may go on after a space: an absolute one, or one in a folder whose name was
/// replaced.
fn is_path_start(word: &str) -> bool {
    let word = word.trim_start_matches('(');
    let is_relative = word.starts_with(HIDDEN) && word.contains('/');
    is_relative || word.starts_with(['/', '~', '\\']) || word.get(1..3) == Some(":\\")
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::Address;
    use noise_playground::source::ModulePath;

    use super::*;
    use crate::workbench::{Entry, EntryKind};

    #[test]
    fn report_names_no_folder_or_file() {
        let mut workbench = Workbench::new("secret".to_owned());
        workbench.chrome.adapter.name = "Some GPU".to_owned();
        for notice in [
            "saved /home/me/captures/swiss-0001.png",
            "cannot read \"my own folder/a.wgsl\": it is gone",
            "generators/swiss.wgsl::height no longer exists",
            "graphics device lost; a new one was opened",
            "undone: gain 0.5 \u{2192} 0.7",
        ] {
            workbench.notify(notice.to_owned());
        }
        let report = workbench.report();
        let end = "saved \u{2026}\ncannot read \u{2026} it is gone\n\u{2026} no longer exists\n\
                   graphics device lost; a new one was opened\nundone: gain 0.5 \u{2192} 0.7\n";
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
        workbench.folder.entries.push(Entry {
            address: address.clone(),
            title: String::new(),
            main: true,
            kind: EntryKind::Plane,
            error: false,
        });
        workbench.capture_settings.folder = "My Captures".to_owned();
        for notice in [
            "saved /home/me/My Files/swiss 1.png".to_owned(),
            "cannot open C:\\Users\\Jane Doe\\notes: access denied".to_owned(),
            format!("{address} no longer exists"),
            "watching my shaders: no change".to_owned(),
            "saved My Captures/a b-0001.png".to_owned(),
        ] {
            workbench.notify(notice);
        }
        let report = workbench.report();
        let end = "saved \u{2026}\ncannot open \u{2026} access denied\n\u{2026} no longer exists\n\
                   watching \u{2026} no change\nsaved \u{2026}\n";
        assert!(report.ends_with(end), "{report}");
    }

    #[test]
    fn log_drops_the_oldest_messages() {
        let mut messages = MessageLog::default();
        (0..2 * MAX_LINES).for_each(|number| messages.add(number.to_string()));
        messages.add((2 * MAX_LINES - 1).to_string());
        assert_eq!(messages.lines.len(), MAX_LINES);
        assert_eq!(messages.lines.front().map(String::as_str), Some("500"));
    }
}
