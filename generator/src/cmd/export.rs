//! `loggia export`: a site as it stands, and for other platforms.

use anyhow::Context;
use serde_json::json;

use super::reporter::Reporter;
use crate::cli::{Exit, ExportArgs, ListFormat};
use crate::diagnostic::Diagnostic;
use crate::export::{self, Format, Wanted};
use crate::pipeline::Options;
use crate::{clock, report};

/// Writes everything. What a format cannot hold is said; nothing of the site is lost by it, for the JSON has it all.
pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let options = Options {
        site: args.site.clone(),
        now: args.now.unwrap_or_else(clock::now),
        minify: false,
        minify_whole: false,
        lenient: false,
        widgets: None,
        environment: args.env.name(),
        layout: None,
        drafts: true,
        beyond_limits: true,
        cache_of: None,
    };
    let formats: Vec<Format> = args
        .format
        .iter()
        .map(|format| match format {
            ListFormat::Squarespace => Format::Squarespace,
            ListFormat::Shopify => Format::Shopify,
        })
        .collect();
    let both = [Format::Squarespace, Format::Shopify];
    let wanted = Wanted {
        options: &options,
        target: &args.to,
        formats: if formats.is_empty() { &both } else { &formats },
        address: args.address.as_deref(),
        comments: &args.comments,
    };
    let exported =
        export::export(&wanted).with_context(|| format!("{} cannot be exported", args.site.display()))?;
    let faults = &exported.faults;
    let files = exported.contents.as_ref().map(|contents| &contents.files);
    reporter.json(&json!({"ok": files.is_some(), "files": files, "diagnostics": faults}));
    if !reporter.is_json() {
        let text = report::text(faults);
        if !text.is_empty() {
            eprintln!("{text}");
        }
    }
    let Some(files) = files else {
        let refused = faults.iter().any(Diagnostic::is_error);
        return Ok(if refused { Exit::Content } else { Exit::Machine });
    };
    reporter.say(&format!("exported: {} in {}", report::count(files.len(), "file"), args.to.display()));
    Ok(Exit::Ok)
}
