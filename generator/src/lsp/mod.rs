//! A language server for templates: the messages of the Language Server Protocol over standard input and output.
//!
//! `transport` reads messages → `server` keeps the open files and answers → `root` copies a folder's texts, the open ones as
//! they are being written → `analysis` compiles the copy as a build does → `complete`, `hover`, `navigate`, `symbols` and
//! `format` answer from it. A thread beside it checks the whole site and takes samples of its data (`whole`).

mod address;
mod analysis;
mod complete;
mod cursor;
mod diagnostics;
mod docs;
mod event;
mod fields;
mod folders;
mod format;
mod hover;
mod navigate;
mod root;
mod server;
mod site_tag;
mod symbols;
mod text;
mod transport;
mod view;
mod whole;

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::time::Instant;

use event::Event;
use server::Server;
use transport::Incoming;

/// Serves one editor until it says `exit` or goes away. Whether it ended as the protocol says: after a `shutdown`.
///
/// # Errors
/// When the editor does not read any more.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<bool> {
    let (events, incoming) = mpsc::channel();
    let messages = events.clone();
    std::thread::spawn(move || read(input, &messages));
    let mut server = Server::new(output, whole::Worker::start(events));
    loop {
        let event = match server.due() {
            None => incoming.recv().ok(),
            Some(due) => match incoming.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(event) => Some(event),
                Err(mpsc::RecvTimeoutError::Timeout) => Some(Event::Due),
                Err(mpsc::RecvTimeoutError::Disconnected) => None,
            },
        };
        let Some(event) = event else { return Ok(false) };
        if let Some(in_order) = server.take(event)? {
            return Ok(in_order);
        }
    }
}

fn read(mut input: impl BufRead, events: &mpsc::Sender<Event>) {
    loop {
        let event = match transport::read(&mut input) {
            Ok(Some(Incoming::Message(message))) => Event::Message(message),
            Ok(Some(Incoming::Malformed(why))) => Event::Malformed(why),
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error.to_string())),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}
