//! The day of the switch: the old site as it answers now, against the new one where it is staged.
//!
//! `asker` asks both, as politely as the walk does → `pages` compares where each old address leads and what its page says
//! to machines (`structured`) → `lists` compares feeds, the sitemap and `robots.txt` → `shop` compares prices and stock →
//! `model` sorts what differs → `steps` says what to do, in order, and how to go back.

mod asker;
mod lists;
mod model;
mod pages;
mod shop;
mod steps;
mod structured;

use std::collections::BTreeSet;
use std::io;

use reqwest::Url;

pub use model::{Checked, Difference, Kind};
pub use steps::{Records, records, steps};

use super::address::Origin;
use super::archive::Archive;
use super::crawl::Progress;
use asker::Asker;
use model::Differences;
use pages::{Both, Wanted};

/// What is compared.
#[derive(Clone, Copy)]
pub struct Check<'c> {
    /// The old site.
    pub old: &'c Origin,
    /// The new one, where it is staged.
    pub staged: &'c Origin,
    /// What was fetched of the old site: which addresses it has.
    pub kept: &'c Archive,
    /// Where answers of this minute are kept: of the old site, and of the new one.
    pub now: (&'c Archive, &'c Archive),
    /// Calls in a second to each of them.
    pub rate: f64,
}

/// Compares the two.
///
/// # Errors
/// When the machine refuses to call anybody or to keep the answers, or one of the two cannot be reached at all.
pub async fn check(check: &Check<'_>, progress: &dyn Progress) -> io::Result<Checked> {
    let both = Both {
        old: Asker::new(check.old, check.now.0, check.rate)?,
        new: Asker::new(check.staged, check.now.1, check.rate)?,
    };
    reachable(&both).await?;
    let (wanted, feeds) = wanted(check);
    let mut checked = Checked::default();
    let mut found = Differences::default();
    let all = wanted.len() + feeds.len();
    for (done, one) in wanted.iter().enumerate() {
        progress.walked(done, all, one.url.path());
        pages::address(&both, one, &mut checked, &mut found).await?;
    }
    for (done, feed) in feeds.iter().enumerate() {
        progress.walked(wanted.len() + done, all, feed.path());
        lists::feed(&both, feed, &mut checked, &mut found).await?;
    }
    let pages: Vec<Url> = wanted
        .into_iter()
        .filter(|one| one.is_page && one.url.query().is_none())
        .map(|one| one.url)
        .collect();
    lists::maps(&both, &pages, &mut found).await?;
    shop::products(&both, check.kept, &mut checked, &mut found).await?;
    checked.differences = found.sorted();
    Ok(checked)
}

/// Nothing is said of a site whose front page does not answer: every address would be missing.
async fn reachable(both: &Both<'_>) -> io::Result<()> {
    for asker in [&both.old, &both.new] {
        let front = asker.origin.front();
        let answer = asker.ask(front, super::crawl::LARGEST_TEXT).await?;
        if answer.status == 0 {
            let why = answer.error.unwrap_or_default();
            return Err(io::Error::other(format!("{front} cannot be reached: {why}")));
        }
        let to =
            answer.location.as_deref().and_then(|to| front.join(to).ok()).filter(|_| answer.is_redirect());
        if let Some(to) = to.filter(|to| matches!(to.scheme(), "http" | "https")) {
            asker.origin.adopt(&to);
        }
    }
    Ok(())
}

/// The old addresses to be compared, and the feeds among them.
fn wanted(check: &Check<'_>) -> (Vec<Wanted>, Vec<Url>) {
    let (mut wanted, mut feeds) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for answer in check.kept.answers() {
        let is_twin = super::compare::is_twin(check.kept, &answer);
        if is_twin || super::compare::visited(check.old, &answer).is_none() {
            continue;
        }
        let Ok(url) = Url::parse(&answer.url) else { continue };
        // The archive may know the old site by another of its hosts.
        let mut own = check.old.front().clone();
        own.set_path(url.path());
        own.set_query(url.query());
        if !seen.insert(own.to_string()) {
            continue;
        }
        let is_feed =
            answer.kind.contains("rss") || answer.kind.contains("atom") || url.query() == Some("format=rss");
        if is_feed {
            feeds.push(own);
            continue;
        }
        let is_list = url.query().is_some() || super::hand_over::is_archive(url.path());
        let is_page = answer.is_html() || (answer.is_redirect() && !url.path().starts_with("/s/"));
        wanted.push(Wanted { url: own, is_page, is_list });
    }
    (wanted, feeds)
}
