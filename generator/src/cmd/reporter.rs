//! How a command speaks: a bar on a terminal, plain lines otherwise, JSON for programs.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::ReporterArgs;
use crate::pipeline::{Built, Progress};
use crate::report;

/// What the person at the terminal sees while pages are made.
pub struct Reporter {
    json: bool,
    quiet: bool,
    bar: Mutex<ProgressBar>,
}

impl Reporter {
    /// As the command line asks.
    #[must_use]
    pub fn new(args: &ReporterArgs) -> Reporter {
        Reporter { json: args.json, quiet: args.quiet, bar: Mutex::new(ProgressBar::hidden()) }
    }

    /// Whether a program listens.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// A line for people; nothing for programs.
    pub fn say(&self, line: &str) {
        if !self.json && !self.quiet {
            print(line);
        }
    }

    /// A value for programs; nothing for people.
    pub fn json(&self, value: &serde_json::Value) {
        if self.json {
            print(&value.to_string());
        }
    }

    /// The faults of a build, and what it did.
    pub fn built(&self, built: &Built, done: &str) {
        let written = built.written.as_ref().map(|(_, written)| written);
        self.json(&report::json(&built.diagnostics, built.pages, written, &built.timings));
        if self.json {
            return;
        }
        let faults = report::text(&built.diagnostics);
        if !faults.is_empty() {
            eprintln!("{faults}");
        }
        let time = built.timings.total();
        match written {
            Some(written) => self.say(&format!(
                "{done}: {}, {} written, {} removed, {} unchanged, in {time:.2?}",
                report::count(built.pages, "page"),
                report::count(written.written.len(), "file"),
                written.removed.len(),
                written.unchanged,
            )),
            None => self.say(&format!("{}, in {time:.2?}", report::count(built.pages, "page"))),
        }
    }

    fn bar(&self) -> ProgressBar {
        self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Shows a bar of so many steps, on a terminal.
    pub fn start(&self, count: usize, what: &'static str) {
        if self.json || self.quiet || !std::io::stderr().is_terminal() {
            return;
        }
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {eta}");
        let bar = ProgressBar::new(count as u64).with_prefix(what);
        if let Ok(style) = style {
            bar.set_style(style);
        }
        *self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = bar;
    }

    /// One step of the bar.
    pub fn tick(&self) {
        self.bar().inc(1);
    }

    /// Takes the bar away.
    pub fn stop(&self) {
        self.bar().finish_and_clear();
    }
}

/// A line on standard output. The reader may have gone: that is no reason to stop working.
fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

impl Progress for Reporter {
    fn pages(&self, count: usize) {
        self.start(count, "pages");
    }

    fn page(&self) {
        self.tick();
    }

    fn end(&self) {
        self.stop();
    }
}
