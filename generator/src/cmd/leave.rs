//! `loggia leave`: a public site elsewhere into a site folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use serde_json::json;

use super::leave_bar::Bar;
use super::reporter::Reporter;
use super::{leave_check, leave_report, setup};
use crate::cli::{Exit, LeaveArgs};
use crate::diagnostic::Diagnostic;
use crate::import::{self, Draft, pictures};
use crate::leave::report::Told;
use crate::leave::{self, Archive, Brought, Crawl, Handed, Left, Manner, Moved, Origin};
use crate::pipeline;
use crate::{clock, report};

/// So many addresses of one kind are named; the rest is counted, and all of them stand in the JSON.
const NAMED: usize = 20;

/// Goes through the site, keeps it, and makes of it what the import and its owner's changes leave. What did not come, or
/// could not be taken over, is said.
pub fn run(args: &LeaveArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let origin = match Origin::parse(&args.address) {
        Ok(origin) => origin,
        Err(why) => {
            eprintln!("error: {why}");
            return Ok(Exit::Usage);
        }
    };
    let site = args.into.clone().unwrap_or_else(|| PathBuf::from(crate::plan::slug(&origin.name())));
    if args.report {
        return leave_report::run(args, &origin, &site);
    }
    if let Some(staged) = &args.check {
        return leave_check::run(args, &origin, &site, staged);
    }
    std::fs::create_dir_all(&site).with_context(|| format!("{} cannot be made", site.display()))?;
    if let Some(fault) = crate::site::links::within_own(&site).first() {
        anyhow::bail!("{}", fault.message);
    }
    let archive =
        Arc::new(Archive::open(&site, &origin.name(), clock::now()).context("nothing can be kept")?);
    let mut faults = Vec::new();
    for path in &args.saved {
        let (taken, found) = leave::take_saved(path, &origin, &archive)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        reporter.say(&format!("{}: {} taken", path.display(), report::count(taken, "answer")));
        faults.extend(found);
    }
    if faults.iter().any(Diagnostic::is_error) {
        say(&reporter, &faults, &serde_json::Value::Null);
        return Ok(Exit::Content);
    }
    let manner = Manner {
        rate: args.rate,
        mine: args.mine,
        limit: args.limit,
        offline: args.offline || !args.saved.is_empty(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut crawl = Crawl::new(&origin, &archive, manner)?;
    let bar = Bar::new(&args.reporter);
    runtime.block_on(crawl.site(&bar)).context("the site was not gone through")?;
    let handed = leave::hand_over(&archive, &origin).context("what was fetched cannot be handed over")?;
    let sources: Vec<PathBuf> = std::iter::once(handed.folder.clone()).chain(args.from.clone()).collect();
    let mut draft = import::read(&sources).context("an export cannot be read")?;
    if draft.faults.iter().any(Diagnostic::is_error) {
        faults.extend(draft.faults);
        say(&reporter, &faults, &serde_json::Value::Null);
        return Ok(Exit::Content);
    }
    if let Some(html) = leave::front(&archive, &origin) {
        import::frame(&mut draft, origin.front().as_str(), &html);
    }
    let named = shown(&draft);
    runtime.block_on(crawl.files(&named, &bar)).context("pictures cannot be fetched")?;
    bar.end();
    let brought = leave::bring(&mut draft, &origin, &archive, &site).context("pictures cannot be written")?;
    let wanted = leave::look::Wanted {
        template: args.template.as_deref(),
        unread: args.no_look,
        offline: crawl.is_offline(),
    };
    let looked = leave::look::take(&mut draft, &origin, &archive, &site, wanted);
    faults.extend(runtime.block_on(looked).context("the template cannot be written")?);
    let written = import::write(&mut draft, &site).context("the site cannot be written")?;
    let (moved, mut building) = addresses(&site, &archive, &origin, &brought)?;
    if !crawl.is_offline() {
        archive.end(clock::now()).context("nothing can be kept")?;
    }
    faults.append(&mut draft.faults);
    let all = told(crawl.left(), &handed, &brought, &moved, usize::MAX);
    let said: Vec<Told> = faults.iter().chain(&all).map(Told::from).collect();
    let made = match args.no_report {
        true => None,
        false => Some(leave_report::after(args, &origin, &site, &archive, &said)?),
    };
    faults.extend(told(crawl.left(), &handed, &brought, &moved, NAMED));
    building.retain(|fault| fault.is_error() || fault.code == "redirects");
    faults.extend(building.into_iter().map(Diagnostic::into_warning));
    let (asked, not_changed, bytes) = crawl.counts();
    let done = json!({
        "site": site,
        "requests": asked, "notChanged": not_changed, "bytes": bytes, "addresses": crawl.known(),
        "pages": handed.pages, "pictures": brought.files,
        "failed": crawl.left().failed, "forbidden": crawl.left().forbidden, "missing": brought.missing,
        "old": moved.old, "same": moved.same, "redirects": moved.rows.len(), "lost": moved.lost,
        "files": written, "report": made.as_ref().map(|(page, made)| json!({"page": page, "report": made})),
    });
    say(&reporter, &faults, &done);
    reporter.say(&format!(
        "left: {} asked ({not_changed} not changed), {}, {}, {} of {} answered, {} of yours kept",
        report::count(asked, "address"),
        report::count(handed.pages, "page"),
        report::count(brought.files, "picture"),
        moved.same + moved.rows.len(),
        report::count(moved.old, "old address"),
        written.kept.len(),
    ));
    if let Some((page, made)) = &made {
        leave_report::say(&reporter, page, made);
    }
    Ok(Exit::Ok)
}

/// The addresses of pictures that the content shows.
fn shown(draft: &Draft) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    draft.files.values().for_each(|value| pictures::addresses(value, &mut found));
    found
}

/// Compares old addresses with those of the new site and writes the redirects. The list of an earlier run is not asked.
fn addresses(
    site: &std::path::Path,
    archive: &Archive,
    origin: &Origin,
    brought: &Brought,
) -> anyhow::Result<(Moved, Vec<Diagnostic>)> {
    leave::write_redirects(site, &Moved::default()).context("the redirects cannot be written")?;
    let (new, faults) = pipeline::addresses_of(&setup::of_a_move(site));
    let moved =
        leave::compare(archive, origin, &new, &brought.moved).context("what was kept cannot be read")?;
    leave::write_redirects(site, &moved).context("the redirects cannot be written")?;
    Ok((moved, faults))
}

/// What was left out, and what to do about it; so many of a kind are named.
fn told(left: &Left, handed: &Handed, brought: &Brought, moved: &Moved, most: usize) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut tell = |code: &'static str, what: &str, all: Vec<String>, help: &str| {
        for one in all.iter().take(most) {
            faults.push(Diagnostic::warning(code, "", format!("{what}{one}.")).help(help));
        }
        if all.len() > most {
            let message = format!("{} more of the same.", all.len() - most);
            faults.push(Diagnostic::warning(code, "", message).help("--json names all of them"));
        }
    };
    let because = |all: &std::collections::BTreeMap<String, String>| -> Vec<String> {
        all.iter().map(|(address, why)| format!("{address}: {why}")).collect()
    };
    tell("left-failed", "This did not come: ", because(&left.failed), "run the same command again later");
    tell(
        "left-picture",
        "A picture or file is missing: ",
        because(&brought.missing),
        "put it into files/ yourself and name it in the content, or run the same command again later",
    );
    let unread: Vec<String> =
        handed.unread.iter().map(|(address, why)| format!("{address}: {why}")).collect();
    tell("left-unread", "This page could not be read: ", unread, "look at it at its address");
    tell(
        "left-address",
        "Nothing answers an old address: ",
        moved.lost.clone(),
        "write where it leads into a list in redirects/, such as /old -> /new 301",
    );
    if left.without_json {
        let message =
            "robots.txt keeps the JSON of the pages; they were read from their HTML, with less in them.";
        let help = "say --mine when the site is yours, and everything is taken over";
        faults.push(Diagnostic::warning("left-robots", "", message).help(help));
    } else if !left.forbidden.is_empty() {
        let message = format!("robots.txt keeps {}.", report::count(left.forbidden.len(), "address"));
        faults
            .push(Diagnostic::warning("left-robots", "", message).help("say --mine when the site is yours"));
    }
    for (bound, (count, first)) in &left.beyond {
        let message = format!("There are too many {bound}: {count} were left out, {first} first.");
        faults.push(Diagnostic::warning("left-bound", "", message).help("raise --limit if they are pages"));
    }
    faults
}

fn say(reporter: &Reporter, faults: &[Diagnostic], done: &serde_json::Value) {
    reporter.json(&json!({"ok": !done.is_null(), "left": done, "diagnostics": faults}));
    if !reporter.is_json() && !faults.is_empty() {
        eprintln!("{}", report::text(faults));
    }
}
