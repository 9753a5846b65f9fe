//! `loggia leave ADDRESS --check STAGED`: the old site as it answers now against the new one, and the steps of the switch.

use std::path::Path;

use anyhow::Context;
use serde_json::json;

use super::leave_bar::Bar;
use super::reporter::Reporter;
use crate::cli::{Exit, LeaveArgs};
use crate::clock;
use crate::leave::check::{self, Check, Checked, Difference};
use crate::leave::{Archive, Origin};
use crate::report;

/// So many differences of a kind are printed, and so many places of each; the JSON has all of them.
const NAMED: usize = 20;
const PLACES: usize = 4;

/// Compares, and says what differs. Nothing is changed, and nothing is kept.
pub fn run(args: &LeaveArgs, origin: &Origin, site: &Path, staged: &str) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let staged = match Origin::parse(staged) {
        Ok(staged) if staged.name() != origin.name() => staged,
        Ok(_) => {
            eprintln!("error: --check names the old site itself; name where the new one is staged");
            return Ok(Exit::Usage);
        }
        Err(why) => {
            eprintln!("error: {why}");
            return Ok(Exit::Usage);
        }
    };
    if !Archive::is_there(site, &origin.name()) {
        eprintln!(
            "error: nothing of {} was fetched into {}, so its addresses are not known; run `loggia leave {}` first",
            origin.front(),
            site.display(),
            args.address
        );
        return Ok(Exit::Usage);
    }
    let kept = Archive::look_into(site, &origin.name()).context("what was kept cannot be read")?;
    let scratch = tempfile::tempdir().context("no folder for what comes can be made")?;
    let open = |name: &str| Archive::open(&scratch.path().join(name), name, clock::now());
    let now = (open("old").context("nothing can be kept")?, open("new").context("nothing can be kept")?);
    let asked = Check { old: origin, staged: &staged, kept: &kept, now: (&now.0, &now.1), rate: args.rate };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bar = Bar::new(&args.reporter);
    let checked = runtime.block_on(check::check(&asked, &bar)).context("the two sites were not compared")?;
    bar.end();
    let are_equal = checked.differences.is_empty();
    let steps = check::steps(&check::records(origin), &staged, are_equal);
    reporter.json(&json!({"ok": are_equal, "check": checked, "steps": steps}));
    say(&reporter, &checked);
    let numbered = steps.iter().enumerate().map(|(at, step)| format!("{}. {step}", at + 1));
    reporter.say(&format!("\nThe day of the switch\n\n{}", numbered.collect::<Vec<_>>().join("\n\n")));
    Ok(if are_equal { Exit::Ok } else { Exit::Content })
}

fn say(reporter: &Reporter, checked: &Checked) {
    let mut last = None;
    let mut named = 0;
    for one in &checked.differences {
        if last != Some(one.kind) {
            let of_kind = checked.differences.iter().filter(|other| other.kind == one.kind);
            reporter.say(&format!("\n{} ({})", one.kind.title(), of_kind.count()));
            (last, named) = (Some(one.kind), 0);
        }
        named += 1;
        match named.cmp(&(NAMED + 1)) {
            std::cmp::Ordering::Less => reporter.say(&format!("  {}", line(one))),
            std::cmp::Ordering::Equal => reporter.say("  … --json names all of them"),
            std::cmp::Ordering::Greater => {}
        }
    }
    let places: usize = checked.differences.iter().map(|one| one.at.len()).sum();
    reporter.say(&format!(
        "\ncompared: {} ({} gone from the old site), {}, {}, {} with {}; {} at {}",
        report::count(checked.addresses, "address"),
        checked.gone,
        report::count(checked.pages, "page"),
        report::count(checked.feeds, "feed"),
        report::count(checked.products, "product"),
        report::count(checked.variants, "variant"),
        report::count(checked.differences.len(), "difference"),
        report::count(places, "place"),
    ));
}

fn line(one: &Difference) -> String {
    let first = one.at.iter().take(PLACES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = one.at.len().saturating_sub(PLACES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{first}{more}: {}", one.what)
}
