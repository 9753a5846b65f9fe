//! How far a walk through a site is, on a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::ReporterArgs;
use crate::leave::Progress;

/// A bar that goes on with the walk.
pub struct Bar(ProgressBar);

impl Bar {
    /// As the command line asks.
    #[must_use]
    pub fn new(args: &ReporterArgs) -> Bar {
        if args.json || args.quiet || !std::io::stderr().is_terminal() {
            return Bar(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(1);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {wide_msg}") {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn walked(&self, done: usize, known: usize, address: &str) {
        self.0.set_length(known as u64);
        self.0.set_position(done as u64);
        self.0.set_message(address.to_owned());
    }
}
