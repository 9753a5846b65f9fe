//! `loggia check`: load, compile and render everything, write nothing.

use super::reporter::Reporter;
use super::setup::options;
use crate::cli::{CheckArgs, Exit, Format, ReporterArgs};
use crate::diagnostic::Diagnostic;
use crate::pipeline::check;
use crate::report;

/// Says every fault of a site.
pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let json = args.reporter.json || args.format == Format::Json;
    let github = args.format == Format::Github;
    let reporter = Reporter::new(&ReporterArgs { json, quiet: args.reporter.quiet || github });
    let checked = check(&options(&args.site), &reporter);
    if github {
        print!("{}", report::annotations(&checked.diagnostics));
    } else {
        reporter.built(&checked, "checked");
    }
    let fails = |fault: &Diagnostic| args.strict || fault.is_error();
    let failed = checked.diagnostics.iter().any(fails);
    Ok(if failed && !args.site.lenient { Exit::Content } else { Exit::Ok })
}
