//! Tests of the capture thread that use its handle, as the window does.

use std::sync::{Mutex, mpsc};

use super::*;

#[test]
fn thread_finishes_captures_in_the_order_of_requests() {
    let fixture = Fixture::new();
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let report = move |event| sender.lock().unwrap().send(event).unwrap();
    let mut captures = CaptureHandle::start(report).unwrap();
    let source = fixture.source(RAMP, [16, 16]);
    captures.cancel();
    for _ in 0..2 {
        captures.request(fixture.context(), CaptureRequest::Cell(source.clone(), Format::Png));
    }
    let notice: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Captured(3, notice) => Some(notice.unwrap().text),
            _ => None,
        })
        .take(2)
        .collect();
    assert_eq!(notice, ["saved captures/a-0001.png", "saved captures/a-0002.png"]);
}

#[test]
fn cancel_applies_to_the_oldest_pending_capture_only() {
    let fixture = Fixture::new();
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let report = move |event| sender.lock().unwrap().send(event).unwrap();
    let mut captures = CaptureHandle::start(report).unwrap();
    // This picture is so large that it is still being rendered when it is canceled.
    let large = fixture.source(RAMP, [4096, 4096]);
    let small = fixture.source(RAMP, [16, 16]);
    captures.request(fixture.context(), CaptureRequest::Cell(large, Format::Png));
    captures.cancel();
    captures.request(fixture.context(), CaptureRequest::Cell(small, Format::Png));
    let succeeded = events.iter().filter_map(|event| match event {
        Event::Captured(_, notice) => Some(notice.is_ok()),
        _ => None,
    });
    assert_eq!(succeeded.take(2).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn all_captures_are_canceled_together_and_list_their_shaders() {
    let fixture = Fixture::new();
    let (sender, events) = mpsc::channel();
    // The thread waits until all captures are requested and canceled.
    let (start, started) = mpsc::channel::<()>();
    let report = move |event| {
        let _ = started.recv();
        sender.send(event).unwrap();
    };
    let mut captures = CaptureHandle::start(report).unwrap();
    let source = fixture.source(RAMP, [16, 16]);
    let context = fixture.context();
    for _ in 0..3 {
        let request = CaptureRequest::Cell(source.clone(), Format::Png);
        captures.request(context.clone(), request);
        assert!(captures.is_busy());
    }
    assert_eq!(captures.cancel_all(), 3);
    assert_eq!(captures.cancel_all(), 0);
    drop(start);
    let ended = events.iter().filter(|event| matches!(event, Event::Captured(..))).take(3);
    let canceled = ended.filter(|event| match event {
        Event::Captured(3, Err(why)) => why == "capture failed: canceled",
        _ => false,
    });
    // The thread may have finished the first capture before it was canceled.
    assert!(canceled.count() >= 2);
    let listed = context.sentinel.ever_listed();
    assert_eq!(listed, [ModulePath::new("a.wgsl")].into());
    assert!(context.sentinel.take_lost().is_empty());
    (0..3).for_each(|_| captures.forget_reported());
    assert!(!captures.is_busy());
}

#[test]
fn closing_waits_for_the_last_capture() {
    let fixture = Fixture::new();
    let mut captures = CaptureHandle::start(|_| {}).unwrap();
    let source = fixture.source(RAMP, [300, 200]);
    captures.request(fixture.context(), CaptureRequest::Cell(source, Format::Png));
    drop(captures);
    assert_eq!(fixture.files(), ["a-0001.png"]);
}
