//! The report of a move: after a run, and alone (`loggia leave ADDRESS --report`).

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;

use super::leave_bar::Bar;
use super::reporter::Reporter;
use super::setup;
use crate::cli::{Exit, LeaveArgs};
use crate::clock;
use crate::leave::report::{self as leave_report, Made, Photographs, Report, Told};
use crate::leave::{Archive, Origin, Progress};
use crate::pipeline::{self, Silent};
use crate::report;

/// Makes the report anew of what was fetched before and of the site as it is.
pub fn run(args: &LeaveArgs, origin: &Origin, site: &Path) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    if !Archive::is_there(site, &origin.name()) {
        eprintln!(
            "error: nothing of {} was fetched into {}; run `loggia leave {}` first",
            origin.front(),
            site.display(),
            args.address
        );
        return Ok(Exit::Usage);
    }
    let archive = Archive::look_into(site, &origin.name()).context("what was kept cannot be read")?;
    let (page, made) = make(args, origin, site, &archive)?;
    reporter.json(&json!({"ok": true, "page": page, "report": made}));
    say(&reporter, &page, &made);
    Ok(Exit::Ok)
}

/// Keeps what a run said, and makes its report; where its page lies, and what it says.
pub fn after(
    args: &LeaveArgs,
    origin: &Origin,
    site: &Path,
    archive: &Archive,
    told: &[Told],
) -> anyhow::Result<(PathBuf, Report)> {
    leave_report::keep(archive, told).context("what the run said cannot be kept")?;
    make(args, origin, site, archive)
}

/// The line for a person.
pub fn say(reporter: &Reporter, page: &Path, made: &Report) {
    let answered = made.addresses.same + made.addresses.led;
    reporter.say(&format!(
        "report: {} of words found on {}, {answered} of {} answered: {}",
        made.figures.words.percent(),
        report::count(made.pages.len(), "page"),
        report::count(usize::try_from(made.addresses.old).unwrap_or(usize::MAX), "old address"),
        page.display(),
    ));
}

fn make(
    args: &LeaveArgs,
    origin: &Origin,
    site: &Path,
    archive: &Archive,
) -> anyhow::Result<(PathBuf, Report)> {
    let folder = leave_report::build_folder(archive);
    let built = pipeline::build(&setup::of_a_move(site), &folder, &Silent)
        .context("the new site cannot be built for the report")?;
    let errors = built.diagnostics.iter().filter(|fault| fault.is_error());
    let building: Vec<Told> = errors.map(Told::from).collect();
    let made = Made { origin, archive, building: &building, now: clock::now() };
    let mut report = leave_report::make(&made).context("the report cannot be made")?;
    let bar = Bar::new(&args.reporter);
    let tell = |done: usize, all: usize, page: &str| bar.walked(done, all, page);
    let network = !args.offline && args.saved.is_empty();
    let how = Photographs { most: args.pages, network, tell: &tell };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let taken = runtime.block_on(leave_report::photograph(&made, &mut report, &how));
    taken.context("pictures of pages cannot be written")?;
    bar.end();
    let page = leave_report::write(archive, &report).context("the report cannot be written")?;
    Ok((page, report))
}
