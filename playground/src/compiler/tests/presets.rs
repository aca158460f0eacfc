//! Tests of watching and editing the presets of shown generators.

use super::*;

const TUNED: &str = "fn height(p: vec2f, warp: f32) -> f32 { return warp * p.x; }\n";

/// Returns the names of the presets sent last, `None` if none were sent, and the folder's diagnostics.
fn presets(running: &TestCompiler) -> (Option<String>, Vec<String>) {
    let (mut names, mut diagnostics) = (None, Vec::new());
    for event in running.settle() {
        match event {
            CompilerEvent::Presets(lists) => {
                let lists = lists.values().flatten();
                let all: Vec<&str> = lists.map(|preset| preset.name.as_str()).collect();
                names = Some(all.join(", "));
            }
            CompilerEvent::Status(status) => {
                let found = status.diagnostics.iter();
                diagnostics = found.map(Diagnostic::short).collect();
            }
            _ => {}
        }
    }
    (names, diagnostics)
}

#[test]
fn presets_follow_their_file_and_the_last_valid_ones_stay() {
    let running = TestCompiler::with_gpu(&[("a.wgsl", TUNED), ("b.wgsl", GOOD)], Some("a.wgsl"));
    assert_eq!(presets(&running), (Some(String::new()), Vec::new()));
    let file = "a.presets.toml";
    let valid = "version = 1\n[[preset]]\nname = \"A\"\nvalues = { warp = 1 }\n";
    running.write(file, valid);
    assert_eq!(presets(&running), (Some("A".to_owned()), Vec::new()));
    running.write("b.presets.toml", "not read: b.wgsl is not shown");
    running.write(file, &valid.replace("[[preset]]", "[[preset]"));
    let (names, diagnostics) = presets(&running);
    assert_eq!(names.as_deref(), Some("A"));
    assert!(diagnostics[0].starts_with("a.presets.toml:2:"), "{diagnostics:?}");
    running.write(file, "");
    assert_eq!(presets(&running), (Some("A".to_owned()), Vec::new()));
    running.write(file, &valid.replace("warp", "wrap").replace('A', "B"));
    let wrap = "a.presets.toml:4:12: warning: a.wgsl::height has no control \"wrap\"";
    assert_eq!(presets(&running), (Some("B".to_owned()), vec![wrap.to_owned()]));
    running.write("a.wgsl", &TUNED.replace("warp", "wrap"));
    assert_eq!(presets(&running).1, [""; 0], "the shader has the name now");
    fs::remove_file(running.folder.path().join(file)).unwrap();
    assert_eq!(presets(&running), (Some(String::new()), Vec::new()));
}

#[test]
fn preset_edit_is_written_to_the_file() {
    let running = TestCompiler::with_gpu(&[("a.wgsl", TUNED)], None);
    let generator = running.built();
    presets(&running);
    let mut values = noise_playground::generator::control::Values::default();
    values.set(&generator.controls()[0], 0.25.into());
    let add = Box::new(PresetEdit::Add("Soft".to_owned(), values));
    let add = || CompilerRequest::EditPresets(Arc::clone(&generator), add.clone());
    running.compiler.send(add());
    assert_eq!(presets(&running), (Some("Soft".to_owned()), Vec::new()));
    let file = running.folder.path().join("a.presets.toml");
    let text = "version = 1\n\n[[preset]]\nname = \"Soft\"\nvalues = { warp = 0.25 }\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    running.compiler.send(add());
    let notice = running.events.iter().find_map(|event| match event {
        CompilerEvent::Notice(notice) => Some(notice),
        _ => None,
    });
    let expected = "not saved: a.presets.toml: a preset \"Soft\" already exists";
    assert_eq!(notice.as_deref(), Some(expected));
}

#[test]
fn undo_of_a_deletion_restores_comments_and_position() {
    let text = "version = 1\n# Low.\n[[preset]]\nname = \"A\" # first\nvalues = { warp = 0.1 }\n\n\
                [[preset]]\nname = \"B\"\nvalues = { warp = 0.2, gone = 3 }\n";
    let files = [("a.wgsl", TUNED), ("a.presets.toml", text)];
    let running = TestCompiler::with_gpu(&files, None);
    let generator = running.built();
    let edited = |edit: PresetEdit| {
        let edit = CompilerRequest::EditPresets(Arc::clone(&generator), Box::new(edit));
        running.compiler.send(edit);
        let mut events = running.events.iter();
        let edited = events.find_map(|event| match event {
            CompilerEvent::PresetsEdited(notice, _, undo) => Some((notice, undo)),
            _ => None,
        });
        let path = running.folder.path().join("a.presets.toml");
        (edited.unwrap(), fs::read_to_string(path).unwrap())
    };
    let listed = noise_playground::subject::preset::PresetEntry { index: 0, name: "A".to_owned() };
    let ((notice, undo), now) = edited(PresetEdit::Delete(listed));
    assert_eq!(notice, "deleted \"A\" in a.presets.toml");
    assert!(!now.contains("Low") && now.contains("gone = 3"), "{now}");
    let ((notice, again), now) = edited(undo);
    assert_eq!(notice, "restored \"A\" in a.presets.toml");
    assert_eq!(now, text);
    let ((notice, _), _) = edited(again);
    assert_eq!(notice, "deleted \"A\" in a.presets.toml");
}

#[test]
fn presets_of_builtin_shaders_are_read_only() {
    let (sender, events) = mpsc::channel();
    let first = Some(ModulePath::new("generators/swiss.wgsl"));
    let compiler = CompilerHandle::start(None, first, UnsavedTexts::default(), move |event| {
        _ = sender.send(event);
    })
    .unwrap();
    use_gpu(&compiler);
    let (mut has_presets, mut generator) = (false, None);
    while !has_presets || generator.is_none() {
        match events.recv().unwrap() {
            CompilerEvent::Presets(lists) => has_presets = lists.values().flatten().count() > 2,
            CompilerEvent::Built(_, pipeline, _) => {
                generator = Some(Arc::clone(&pipeline.generator));
            }
            _ => {}
        }
    }
    let add =
        PresetEdit::Add("A".to_owned(), noise_playground::generator::control::Values::default());
    compiler.send(CompilerRequest::EditPresets(generator.unwrap(), Box::new(add)));
    let is_rejected =
        |event| matches!(event, CompilerEvent::Notice(notice) if notice.starts_with("not saved: "));
    assert!(events.iter().any(is_rejected));
}
