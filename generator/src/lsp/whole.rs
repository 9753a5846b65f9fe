//! The whole site, looked at beside the editor's work: would it build, and what are its templates shown with?

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

use super::event::{Checked, Event};
use crate::pipeline::trial::{Trial, whole};
use crate::pipeline::{Options, samples};

/// The thread that looks.
pub struct Worker(Sender<PathBuf>);

impl Worker {
    /// Starts it; it ends when nobody can ask it any more.
    #[must_use]
    pub fn start(events: Sender<Event>) -> Worker {
        let (asks, asked) = channel::<PathBuf>();
        std::thread::spawn(move || {
            for folder in asked {
                let looked = catch_unwind(AssertUnwindSafe(|| look(folder.clone())));
                let found = looked.unwrap_or_else(|_| Checked { folder, ..Checked::default() });
                if events.send(Event::Checked(Box::new(found))).is_err() {
                    return;
                }
            }
        });
        Worker(asks)
    }

    /// Asks it to look at a site.
    pub fn ask(&self, folder: PathBuf) {
        // It only goes away together with the server.
        let _ = self.0.send(folder);
    }
}

fn look(folder: PathBuf) -> Checked {
    let options = Options {
        site: folder.clone(),
        now: crate::clock::now(),
        minify: false,
        minify_whole: false,
        lenient: false,
        widgets: None,
        environment: "prod",
        layout: None,
        drafts: true,
        beyond_limits: true,
        cache_of: None,
    };
    let (trial, faults) = whole(&options);
    let samples = match &trial {
        Some(Trial::Whole(loaded)) => Some(samples(loaded, &options)),
        _ => None,
    };
    Checked { folder, faults, samples }
}
