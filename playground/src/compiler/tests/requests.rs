//! Tests of requests that later ones replace.

use super::*;

#[test]
fn only_the_newest_of_several_requests_is_built() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..5 {
        let file = folder.path().join(format!("{number}.wgsl"));
        fs::write(file, shader(number)).unwrap();
    }
    let (sender, events) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    // The compile thread waits after each pipeline that it builds.
    let on_event = move |event| {
        let is_built = matches!(event, CompilerEvent::Built(..));
        let _ = sender.send(event);
        if is_built {
            let _ = released.recv();
        }
    };
    let root = folder.path().canonicalize().unwrap();
    let first = Some(ModulePath::new("0.wgsl"));
    let compiler =
        CompilerHandle::start(Some(root), first, UnsavedTexts::default(), on_event).unwrap();
    use_gpu(&compiler);
    let next_built = || loop {
        let event = events.recv_timeout(PATIENCE).unwrap();
        if let CompilerEvent::Built(target, ..) = event {
            return target.address().file.to_string();
        }
    };
    let show = |files: &[u32]| {
        let targets = files.iter().map(|file| live(&format!("{file}.wgsl::height")));
        compiler.show(targets.collect());
    };
    let settle = || {
        let (answer, answered) = mpsc::channel();
        compiler.send(CompilerRequest::Marker(answer));
        answered.recv_timeout(PATIENCE).unwrap();
    };
    assert_eq!(next_built(), "0.wgsl");
    for file in 1..5 {
        show(&[file]);
    }
    release.send(()).unwrap();
    assert_eq!(next_built(), "4.wgsl");
    release.send(()).unwrap();
    settle();
    // Of several generators in one request, those after the present one are not built either.
    show(&[1, 2, 3]);
    assert_eq!(next_built(), "1.wgsl");
    show(&[0]);
    release.send(()).unwrap();
    assert_eq!(next_built(), "0.wgsl");
    release.send(()).unwrap();
    settle();
    let is_built = |event| matches!(event, CompilerEvent::Built(..));
    assert!(!events.try_iter().any(is_built));
}
