//! `loggia import`: a site that lives elsewhere into a site folder.

use anyhow::Context;
use serde_json::json;

use super::reporter::Reporter;
use crate::cli::{Exit, ImportArgs};
use crate::diagnostic::Diagnostic;
use crate::import;
use crate::report;

/// Reads the sources and writes what is new. What could not be taken over is reported; nothing else is lost by it.
pub fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let mut draft =
        import::read_for(&args.from, import::For { site: Some(&args.site), currency: args.currency })
            .context("the export cannot be read")?;
    if draft.faults.iter().any(Diagnostic::is_error) {
        say(&reporter, &draft.faults, None);
        return Ok(Exit::Content);
    }
    #[cfg(feature = "remote")]
    if !args.no_fetch {
        import::fetch(&mut draft, &args.site).context("no picture can be fetched")?;
    }
    #[cfg(feature = "remote")]
    crate::leave::look::neutral(&mut draft, &args.site).context("the template cannot be made")?;
    let written = import::write(&mut draft, &args.site).context("the site cannot be written")?;
    say(&reporter, &draft.faults, Some(&written));
    Ok(Exit::Ok)
}

fn say(reporter: &Reporter, faults: &[Diagnostic], written: Option<&import::Written>) {
    reporter.json(&json!({"ok": written.is_some(), "files": written, "diagnostics": faults}));
    if reporter.is_json() {
        return;
    }
    let text = report::text(faults);
    if !text.is_empty() {
        eprintln!("{text}");
    }
    if let Some(written) = written {
        reporter.say(&format!(
            "imported: {} written, {} unchanged, {} of yours kept",
            report::count(written.written.len(), "file"),
            written.unchanged,
            written.kept.len()
        ));
    }
}
