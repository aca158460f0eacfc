//! Tests of which pipelines are built after edits, requests and losses of the device.

use super::*;

#[test]
fn error_keeps_the_pipeline_and_its_repair_builds_another() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    running.write("a.wgsl", BAD);
    assert_eq!(running.outcome(), Outcome { built: 0, errors: 1, stale: true });
    running.write("a.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn loop_budget_above_the_drivers_limit_is_a_warning() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    running.write("a.wgsl", &format!("//! A @loop_budget(100000)\n{GOOD}"));
    let warned = Outcome {
        built: 1,
        // Mesa's software driver ends loops after fewer iterations than a GPU.
        errors: Gpu::headless(None).unwrap().is_software().into(),
        stale: false,
    };
    assert_eq!(running.outcome(), warned);
    running.write("a.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn saving_the_same_text_builds_nothing() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    running.write("a.wgsl", GOOD);
    assert_eq!(running.outcome(), NOTHING_BUILT);
}

#[test]
fn only_dependents_of_a_file_are_built_again() {
    let import = "import package::b::g;\nfn height(p: vec2f) -> f32 { return g(p.x); }\n";
    let g = "fn g(x: f32) -> f32 { return x; }\n";
    let running = TestCompiler::start(&[("a.wgsl", import), ("b.wgsl", g), ("c.wgsl", GOOD)]);
    running.write("b.wgsl", "fn g(x: f32) -> f32 { return 2.0 * x; }\n");
    assert_eq!(running.outcome(), ONE_BUILT);
    running.write("c.wgsl", OTHER);
    assert_eq!(running.outcome().built, 0);
}

#[test]
fn deleted_file_is_stale_until_it_returns() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    fs::remove_file(running.folder.path().join("a.wgsl")).unwrap();
    assert_eq!(running.outcome(), Outcome { built: 0, errors: 0, stale: true });
    running.write("a.wgsl", GOOD);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn folder_with_a_dot_in_its_name_is_added_and_removed() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    let errors = |errors| Outcome { errors, ..NOTHING_BUILT };
    let (elsewhere, inside) =
        (tempfile::tempdir().unwrap(), running.folder.path().join("my.shaders"));
    let copied = elsewhere.path().join("copied");
    fs::create_dir(&copied).unwrap();
    fs::write(copied.join("b.wgsl"), BAD).unwrap();
    fs::rename(&copied, &inside).unwrap();
    assert_eq!(running.outcome(), errors(1));
    fs::rename(&inside, &copied).unwrap();
    assert_eq!(running.outcome(), errors(0));
}

#[test]
fn last_of_many_saves_is_built() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    for number in 0..200 {
        running.write("a.wgsl", &format!("fn height(p: vec2f) -> f32 {{ return {number}.0; }}\n"));
    }
    let built = running.settle().into_iter().filter_map(|event| match event {
        CompilerEvent::Built(_, pipeline, _) => Some(pipeline.generator.linked().wgsl.clone()),
        _ => None,
    });
    assert!(built.last().unwrap().contains("return 199.0"));
}

#[test]
fn file_is_shown_once_it_first_compiles() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD), ("b.wgsl", BAD)]);
    running.compiler.show(vec![live("b.wgsl::b")]);
    assert!(running.outcome().stale);
    running.write("b.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn initial_file_is_waited_for_until_it_compiles() {
    let running = TestCompiler::with_gpu(&[("a.wgsl", GOOD), ("b.wgsl", BAD)], Some("b.wgsl"));
    assert_eq!(running.outcome(), Outcome { built: 0, errors: 1, stale: true });
    running.write("b.wgsl", OTHER);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn device_error_is_listed_while_the_generator_is_shown() {
    let running =
        TestCompiler::without_gpu(&[("a.wgsl", TOO_LARGE), ("b.wgsl", BAD)], Some("a.wgsl"));
    let outcome = |errors| Outcome { built: 0, errors, stale: true };
    let _ = running.outcome();
    use_gpu(&running.compiler);
    assert_eq!(running.outcome(), outcome(2));
    fs::remove_file(running.folder.path().join("a.wgsl")).unwrap();
    assert_eq!(running.outcome(), outcome(1));
    running.write("a.wgsl", TOO_LARGE);
    assert_eq!(running.outcome(), outcome(2));
    running.compiler.show(vec![live("b.wgsl::b")]);
    assert_eq!(running.outcome(), outcome(1));
}

#[test]
fn main_generator_replaces_a_renamed_one() {
    let two = format!("{GOOD}fn other(p: vec2f) -> f32 {{ return p.y; }}\n");
    let running = TestCompiler::start(&[("a.wgsl", &two)]);
    running.compiler.show(vec![live("a.wgsl::other")]);
    assert_eq!(running.outcome(), ONE_BUILT);
    running.write("a.wgsl", &two.replace("other", "another"));
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn thread_finishes_when_its_handle_is_dropped() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD)]);
    let TestCompiler { compiler, events, .. } = running;
    drop(compiler);
    let error = events.recv_timeout(PATIENCE).unwrap_err();
    assert_eq!(error, mpsc::RecvTimeoutError::Disconnected);
}

#[test]
fn all_shown_generators_are_built_and_a_pinned_one_is_never_rebuilt() {
    let running = TestCompiler::start(&[("a.wgsl", GOOD), ("b.wgsl", OTHER)]);
    let [a, b] = ["a.wgsl::height", "b.wgsl::height"].map(live);
    let snapshot = GeneratorSnapshot {
        address: a.address().clone(),
        texts: vec![(ModulePath::new("a.wgsl"), GOOD.to_owned())],
        is_unsaved: false,
    };
    let pinned = GeneratorRef::pinned(snapshot);
    running.compiler.show(vec![b, a.clone(), pinned]);
    assert_eq!(running.outcome().built, 2, "a is built already");
    running.write("a.wgsl", OTHER);
    let built = running.settle().into_iter().filter_map(|event| match event {
        CompilerEvent::Built(target, ..) => Some(target),
        _ => None,
    });
    assert_eq!(built.collect::<Vec<_>>(), [a]);
}

#[test]
fn starter_generator_is_chosen_first_then_the_generators_folder() {
    const PLAIN: &str = "fn height(p: vec2f) -> f32 { return p.x; }";
    let chosen = |paths: &[&str], wrong: &[&str]| {
        let text = |path: &&str| if wrong.contains(path) { "fn" } else { PLAIN };
        let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, text(path))).collect();
        let running = TestCompiler::without_gpu(&files, None);
        let mut events = running.events.iter();
        let chosen = events.find_map(|event| match event {
            CompilerEvent::Chosen(address) => Some(address.file.to_string()),
            _ => None,
        });
        chosen.unwrap()
    };
    let shipped = ["generators/base.wgsl", "generators/swiss.wgsl", "a.wgsl"];
    assert_eq!(chosen(&shipped, &[]), "generators/swiss.wgsl");
    assert_eq!(chosen(&shipped, &["generators/swiss.wgsl"]), "generators/base.wgsl");
    assert_eq!(chosen(&["a.wgsl", "generators/b.wgsl"], &[]), "generators/b.wgsl");
    assert_eq!(chosen(&["c.wgsl", "a.wgsl"], &[]), "a.wgsl");
}

/// Returns the number of pipelines built until all changes are handled, and the files quarantined then.
fn built_and_quarantined(running: &TestCompiler) -> (usize, Vec<String>) {
    let (mut built, mut quarantined) = (0, Vec::new());
    for event in running.settle() {
        match event {
            CompilerEvent::Built(..) => built += 1,
            CompilerEvent::Status(status) => {
                let files =
                    status.quarantined.iter().map(|quarantined| quarantined.file.to_string());
                quarantined = files.collect();
            }
            _ => {}
        }
    }
    (built, quarantined)
}

#[test]
fn quarantined_file_runs_after_an_edit_or_a_request() {
    let running = TestCompiler::without_gpu(&[("a.wgsl", GOOD)], None);
    let quarantine = || {
        let (file, why) = (ModulePath::new("a.wgsl"), "was tested".to_owned());
        let files = vec![Quarantined { file, why }];
        running.compiler.send(CompilerRequest::Quarantine(files));
        use_gpu(&running.compiler);
    };
    let nothing: Vec<String> = Vec::new();
    quarantine();
    assert_eq!(built_and_quarantined(&running), (0, vec!["a.wgsl".to_owned()]));
    running.show("a.wgsl");
    assert_eq!(built_and_quarantined(&running).0, 0);
    running.compiler.send(CompilerRequest::RunAnyway(ModulePath::new("a.wgsl")));
    assert_eq!(built_and_quarantined(&running), (1, nothing.clone()));
    quarantine();
    assert_eq!(built_and_quarantined(&running), (0, vec!["a.wgsl".to_owned()]));
    running.write("a.wgsl", OTHER);
    assert_eq!(built_and_quarantined(&running), (1, nothing));
}

#[test]
fn pipeline_carries_the_generation_of_its_device() {
    let running = TestCompiler::without_gpu(&[("a.wgsl", GOOD)], None);
    for generation in [0, 1] {
        let device = DeviceGeneration(generation);
        let gpu = Gpu::headless(None).unwrap();
        running.compiler.use_gpu(gpu, device);
        let mut events = running.events.iter();
        let built = events.find_map(|event| match event {
            CompilerEvent::Built(_, _, device) => Some(device),
            _ => None,
        });
        assert_eq!(built, Some(device));
    }
}

#[test]
fn generator_is_compiled_with_the_features_that_are_set() {
    let text =
        "fn height(p: vec2f) -> f32 { @if(fast) return p.x; @elif(odd) return q; return p.y; }";
    let running = TestCompiler::start(&[("a.wgsl", text)]);
    let show = |name: &str| {
        let features = [(name.to_owned(), true)].into();
        running.compiler.show(vec![live("a.wgsl::height").with_features(features)]);
    };
    show("fast");
    assert_eq!(running.outcome(), ONE_BUILT);
    show("odd");
    let outcome = running.outcome();
    assert_eq!((outcome.built, outcome.errors, outcome.stale), (0, 1, true));
    let repaired = text.replace("return q", "return 2.0 * p.x");
    running.write("a.wgsl", &repaired);
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn edit_of_an_included_file_builds_the_files_that_include_it() {
    let root = "#include \"lib/b.wgsl\"\nfn height(p: vec2f) -> f32 { return g(p.x); }\n";
    let g = "fn g(x: f32) -> f32 { return x; }\n";
    let running = TestCompiler::start(&[("a.wgsl", root), ("lib/b.wgsl", g), ("c.wgsl", GOOD)]);
    running.write("lib/b.wgsl", "fn g(x: f32) -> f32 { return 2.0 * x; }\n");
    assert_eq!(running.outcome(), ONE_BUILT);
}

#[test]
fn values_inside_of_a_generator_are_built_once_for_each_text() {
    let text = "fn height(p: vec2f) -> f32 { let slope = 2.0 * p; return slope.x; }";
    let running = TestCompiler::start(&[("a.wgsl", text)]);
    let live = live("a.wgsl::height");
    running.compiler.show(vec![live.tapped(0)]);
    assert_eq!(running.outcome().built, 1);
    // The generator has only one group of intermediate values, so that nothing is built for a second one.
    running.compiler.show(vec![live.tapped(0), live.tapped(1)]);
    assert_eq!(running.outcome().built, 0);
    running.write("a.wgsl", &text.replace("2.0", "3.0"));
    assert_eq!(running.outcome().built, 1);
}

#[test]
fn values_inside_of_what_is_shown_come_before_files_that_nobody_has_opened() {
    let text = "fn height(p: vec2f) -> f32 { let slope = 2.0 * p; return slope.x; }";
    let others: Vec<String> = (0..1000).map(|number| format!("b{number:04}.wgsl")).collect();
    let mut files: Vec<(&str, &str)> = others.iter().map(|path| (path.as_str(), GOOD)).collect();
    files.push(("a.wgsl", text));
    let running = TestCompiler::with_gpu(&files, Some("a.wgsl"));
    let live = live("a.wgsl::height");
    running.compiler.show(vec![live.clone(), live.tapped(0)]);
    loop {
        match running.next() {
            CompilerEvent::Built(target, ..) if target.is_tapped() => return,
            CompilerEvent::Status(status) => assert!(status.pending_files > 0, "all are compiled"),
            _ => {}
        }
    }
}

#[test]
fn group_that_is_asked_for_is_built_first_and_the_others_also_while_pictures_are_evaluated() {
    let text = "fn height(p: vec2f) -> f32 {
    let a = vec4f(p, p); let b = 2.0 * a; let c = 3.0 * b; let d = 4.0 * c;
    let e = 5.0 * d; let f = 6.0 * e; let g = 7.0 * f; return g.x;
}";
    let running = TestCompiler::start(&[("a.wgsl", text)]);
    let live = live("a.wgsl::height");
    running.compiler.activity().set_refining(true);
    let groups = [2, 0, 1].map(|group| live.tapped(group));
    let [asked, rest @ ..] = &groups;
    let all = [asked.clone(), live, rest[0].clone(), rest[1].clone()];
    running.compiler.show(all.to_vec());
    let mut built = Vec::new();
    while built.len() < 3 {
        if let CompilerEvent::Built(target, ..) = running.next()
            && target.is_tapped()
        {
            built.push(target);
        }
    }
    assert_eq!(built, groups);
}

#[test]
fn derivative_by_a_control_is_built_again_after_an_edit_and_an_error_keeps_the_last() {
    let text = "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }\n";
    let running = TestCompiler::start(&[("a.wgsl", text)]);
    let target = live("a.wgsl::height").with_sensitivity("gain");
    running.compiler.show(vec![target.clone()]);
    let built = |events: Vec<CompilerEvent>| {
        let derived = events.into_iter().filter_map(|event| match event {
            CompilerEvent::Built(of, pipeline, _) if of == target => {
                pipeline.generator.sensitivity()
            }
            _ => None,
        });
        derived.collect::<Vec<_>>()
    };
    assert_eq!(built(running.settle()), ["gain"]);
    running.write("a.wgsl", &text.replace("gain *", "gian *"));
    assert!(running.outcome().stale);
    running.write("a.wgsl", &text.replace("p.x", "p.y"));
    assert_eq!(built(running.settle()), ["gain"]);
    running.write("a.wgsl", &text.replace("gain", "lift"));
    assert_eq!(running.outcome(), Outcome { built: 0, errors: 1, stale: true });
}
