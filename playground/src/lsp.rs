//! Language server: text editors send each keystroke on standard input (Language Server Protocol 3.17).
//!
//! The main thread answers; other threads read, write and compile. Nothing needs a window or a GPU.

mod canceled;
mod capabilities;
mod checker;
mod command_names;
mod diagnostics;
mod documents;
mod editing;
mod edits;
mod file;
mod initialize;
mod library;
mod parent;
mod position;
mod requests;
mod server;
mod state;
mod transport;
mod view;
mod windows;

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::process::memory;
use crate::process::window_socket::WindowMessage;
use canceled::Canceled;
use checker::CheckEvent;
use server::Server;
use state::State;
use transport::Incoming;

enum Event {
    Received(Incoming),
    /// The client has closed the connection, or its process has ended.
    Closed,
    Check(CheckEvent),
    /// Message of the window with this socket; `None` if it has closed.
    Window(PathBuf, Option<WindowMessage>),
}

/// Serves until the client ends: exit code 0 after the request `shutdown`, otherwise 1.
pub(crate) fn run() -> ExitCode {
    memory::set_mmap_threshold();
    let (sender, events) = mpsc::channel();
    let (output, writer) = transport::write_on_thread(io::stdout());
    let for_checker = sender.clone();
    let checker = checker::start(move |event| _ = for_checker.send(Event::Check(event)));
    let Ok(checker) =
        checker.inspect_err(|error| tracing::error!("cannot start a thread: {error}"))
    else {
        return ExitCode::FAILURE;
    };
    let for_windows = sender.clone();
    let canceled = Canceled::default();
    let for_reader = canceled.clone();
    thread::spawn(move || read(&sender, &for_reader));
    let state = State::new(output, checker, for_windows);
    let was_shut_down = Server::new(state, canceled).run(&events);
    let _ = writer.join();
    if was_shut_down { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(events: &Sender<Event>, canceled: &Canceled) {
    let mut input = BufReader::new(io::stdin());
    loop {
        let received = transport::read(&mut input);
        if let Err(error) = &received {
            tracing::error!("cannot read the input: {error}");
        }
        let message = received.ok().flatten();
        let is_end = message.is_none();
        if let Some(Incoming::Message(message)) = &message {
            canceled.read(message);
        }
        if events.send(message.map_or(Event::Closed, Event::Received)).is_err() || is_end {
            return;
        }
    }
}
