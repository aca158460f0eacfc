//! Tests of the texts of editors, which stand in for files on disk.

use super::*;
use crate::process::window_socket::EditorId;
use crate::workbench::FolderStatus;

const EDITOR: EditorId = EditorId(1);

impl TestCompiler {
    fn types(&self, name: &str, text: &str) {
        let file = self.root.as_ref().unwrap().join(name);
        self.texts.change(EDITOR, &"Ed".into(), file, text);
    }

    /// Returns the text of the next pipeline, and whether the texts that it is made of are not saved.
    fn next_built(&self) -> (String, bool) {
        let generator = self.built();
        (generator.linked().wgsl.clone(), generator.is_unsaved())
    }

    fn next_status(&self) -> FolderStatus {
        loop {
            if let CompilerEvent::Status(status) = self.next() {
                return status;
            }
        }
    }

    fn next_unsaved(&self) -> Vec<String> {
        loop {
            if let CompilerEvent::Unsaved(files) = self.next() {
                return files.iter().map(ToString::to_string).collect();
            }
        }
    }
}

#[test]
fn unsaved_text_is_built_until_it_is_closed_or_saved() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    running.types("a.wgsl", OTHER);
    assert_eq!(running.next_built(), (OTHER.to_owned(), true));
    assert_eq!(running.next_unsaved(), ["a.wgsl"]);
    running.texts.close(EDITOR, &running.root.as_ref().unwrap().join("a.wgsl"));
    assert_eq!(running.next_built(), (GOOD.to_owned(), false));
    assert_eq!(running.next_unsaved(), [""; 0]);
    running.types("a.wgsl", OTHER);
    assert_eq!(running.next_built(), (OTHER.to_owned(), true));
    // Another program changes the file: the text of the editor stays.
    fs::write(running.path("a.wgsl"), shader(7)).unwrap();
    running.settle();
    fs::write(running.path("a.wgsl"), OTHER).unwrap();
    assert_eq!(running.next_built(), (OTHER.to_owned(), false));
    // The editor has saved it: from now on, the file counts.
    fs::write(running.path("a.wgsl"), shader(8)).unwrap();
    assert_eq!(running.next_built(), (shader(8), false));
    running.types("a.wgsl", OTHER);
    assert_eq!(running.next_built(), (OTHER.to_owned(), true));
    running.texts.disconnect(EDITOR);
    assert_eq!(running.next_built(), (shader(8), false));
}

#[test]
fn unsaved_import_and_unsaved_new_file_count() {
    let root = "import package::b::k;\nfn height(p: vec2f) -> f32 { return p.x * k(); }\n";
    let running =
        TestCompiler::start(&[("a.wgsl", root), ("b.wgsl", "fn k() -> f32 { return 1.0; }")]);
    running.types("b.wgsl", "fn k() -> f32 { return 2.5; }");
    let (text, is_unsaved) = running.next_built();
    assert!(text.contains("2.5") && is_unsaved, "{text}");
    running.types("new.wgsl", GOOD);
    let is_listed = |status: &FolderStatus| {
        status.entries.iter().any(|entry| entry.address.file.as_str() == "new.wgsl")
    };
    while !is_listed(&running.next_status()) {}
}

#[test]
fn errors_of_unsaved_text_are_reported_late_and_gone_at_once() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    let started = std::time::Instant::now();
    running.types("a.wgsl", BAD);
    let wrong = running.next_status();
    assert_eq!((wrong.diagnostics.len(), wrong.stale.len()), (1, 1));
    assert!(started.elapsed() >= Duration::from_millis(300), "{:?}", started.elapsed());
    running.types("a.wgsl", OTHER);
    while !running.next_status().diagnostics.is_empty() {}
    // A saved error is reported at once, as without an editor.
    fs::write(running.path("a.wgsl"), BAD).unwrap();
    running.texts.disconnect(EDITOR);
    while running.next_status().diagnostics.is_empty() {}
}

#[test]
fn newest_text_is_built_of_many() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    for number in 0..200 {
        running.types("a.wgsl", &shader(number));
    }
    while running.next_built().0 != shader(199) {}
    assert_eq!(running.outcome().errors, 0);
}

#[test]
fn second_editor_of_a_file_is_named() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    running.types("a.wgsl", OTHER);
    running.settle();
    let file = running.root.as_ref().unwrap().join("a.wgsl");
    running.texts.change(EditorId(2), &"Vi".into(), file, &shader(3));
    assert_eq!(running.next_built().0, shader(3));
    assert_eq!(running.notice(), "a.wgsl: text of Vi, also open in Ed");
}

#[cfg(unix)]
#[test]
fn unsaved_text_of_a_file_is_that_of_the_links_to_it() {
    let running = TestCompiler::without_gpu(&[("z.wgsl", GOOD), ("noise/y.wgsl", GOOD)], None);
    running.shell("ln -s z.wgsl a.wgsl; ln -s noise lib");
    running.settle();
    use_gpu(&running.compiler);
    for (target, link) in [("z.wgsl", "a.wgsl"), ("noise/y.wgsl", "lib/y.wgsl")] {
        running.show(link);
        running.expect_last_built(GOOD);
        // The paths of editors have no links.
        running.types(target, OTHER);
        running.expect_last_built(OTHER);
        running.texts.disconnect(EDITOR);
        running.expect_last_built(GOOD);
    }
}
