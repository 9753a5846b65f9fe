//! An old address against the new one: where it leads, and what its page says to machines.

use std::io;

use loggia_exchange::page::{Head, LONGEST_TALLY, head};
use reqwest::Url;

use super::asker::{Asker, Reached};
use super::model::{Checked, Differences, Kind};
use super::structured::{self, Differs};
use crate::asset::percent_decoded;
use crate::picture::gate;

/// Longer texts are cut when they are named.
const LONGEST: usize = 160;

/// Both sites.
pub(super) struct Both<'a> {
    pub old: Asker<'a>,
    pub new: Asker<'a>,
}

/// An old address to be compared.
pub(super) struct Wanted {
    pub url: Url,
    /// Whether a page stood there; else a file did, which is looked for on the new site alone.
    pub is_page: bool,
    /// Whether it shows what other pages have: it is compared by its address alone.
    pub is_list: bool,
}

/// Compares one address.
///
/// # Errors
/// When the machine refuses to keep an answer.
pub(super) async fn address(
    both: &Both<'_>,
    wanted: &Wanted,
    checked: &mut Checked,
    found: &mut Differences,
) -> io::Result<()> {
    let at = asked(&wanted.url);
    let staged = staged(both, &wanted.url);
    let most = if wanted.is_page { LONGEST_TALLY as u64 } else { gate::LARGEST_FILE };
    if !wanted.is_page {
        checked.addresses += 1;
        let new = both.new.reach(&staged, most).await?;
        answers(&new, &at, found);
        return Ok(());
    }
    let (old, new) = tokio::join!(both.old.reach(&wanted.url, most), both.new.reach(&staged, most));
    let (old, new) = (old?, new?);
    checked.addresses += 1;
    if matches!(old.last.status, 404 | 410) {
        checked.gone += 1;
        return Ok(());
    }
    if !old.is_there() {
        found.add(Kind::NotCompared, format!("The old site did not give it: {}", old.why()), &at);
        return Ok(());
    }
    if !answers(&new, &at, found) {
        return Ok(());
    }
    if old.elsewhere.is_some() || new.elsewhere.is_some() {
        if old.elsewhere.as_ref().map(place) != new.elsewhere.as_ref().map(place) {
            let led = |side: &Reached| side.elsewhere.as_ref().unwrap_or(&side.url).to_string();
            let what = format!("It leads to {}, it led to {}", led(&new), led(&old));
            found.add(Kind::Redirect, what, &at);
        }
        return Ok(());
    }
    compare(both, wanted, (&old, &new), checked, found)
}

fn compare(
    both: &Both<'_>,
    wanted: &Wanted,
    (old, new): (&Reached, &Reached),
    checked: &mut Checked,
    found: &mut Differences,
) -> io::Result<()> {
    let at = asked(&wanted.url);
    if !old.last.is_html() || !new.last.is_html() {
        return Ok(());
    }
    let read = |asker: &Asker<'_>, side: &Reached| {
        asker.text(&side.last, LONGEST_TALLY as u64).and_then(|html| head(&html))
    };
    let (was, is) = match (read(&both.old, old), read(&both.new, new)) {
        (Ok(was), Ok(is)) => (was, is),
        (Err(why), _) => {
            found.add(Kind::NotCompared, format!("The old page could not be read: {why}"), &at);
            return Ok(());
        }
        (_, Err(why)) => {
            found.add(Kind::NotCompared, format!("The new page could not be read: {why}"), &at);
            return Ok(());
        }
    };
    let is_moved = path(&old.url) != path(&new.url);
    if is_moved && !is_same(&was, &is) {
        let what = format!("It leads to {}, which is another page: {}", asked(&new.url), named(&is.title));
        found.add(Kind::Redirect, what, &at);
        return Ok(());
    }
    if wanted.is_list {
        return Ok(());
    }
    checked.pages += 1;
    heads(both, (&was, &is), (old, new), &at, found);
    Ok(())
}

/// Whether two pages are one: by their titles, also where the name of the site stands behind or before them.
fn is_same(was: &Head, is: &Head) -> bool {
    let parts = |title: &str| -> Vec<String> {
        let one = [" – ", " | ", " - ", " · "]
            .iter()
            .fold(title.to_lowercase(), |title, gap| title.replace(gap, " — "));
        one.split(" — ").map(|part| part.trim().to_owned()).collect()
    };
    let (was, is) = (parts(&was.title), parts(&is.title));
    // The first part is that of the page, the last one that of the site in most titles; either may stand alone.
    was.first() == is.first() || (was.len() > 1 && is.len() > 1 && was.last() == is.first())
}

fn heads(
    both: &Both<'_>,
    (was, is): (&Head, &Head),
    (old, new): (&Reached, &Reached),
    at: &str,
    found: &mut Differences,
) {
    let hidden = |head: &Head, side: &Reached| {
        let header = side.last.robots.as_deref().unwrap_or_default();
        [head.robots.as_str(), header].iter().any(|said| said.to_ascii_lowercase().contains("noindex"))
    };
    match (hidden(was, old), hidden(is, new)) {
        (false, true) => found.add(Kind::Hidden, "The new page asks not to be found (noindex)", at),
        (true, false) => {
            found.add(Kind::Hidden, "The old page asks not to be found (noindex), the new one does not", at)
        }
        _ => {}
    }
    if was.title != is.title {
        found.add(Kind::Title, format!("{}, it was {}", named(&is.title), named(&was.title)), at);
    }
    if !was.description.is_empty() && was.description != is.description {
        let what = format!("{}, it was {}", named(&is.description), named(&was.description));
        found.add(Kind::Description, what, at);
    }
    canonical(both, (was, is), new, at, found);
    if is.broken > was.broken {
        found.add(Kind::StructuredData, "Structured data of the new page is no JSON", at);
    }
    for one in structured::compare(&was.structured, &is.structured) {
        match one {
            Differs::Gone(what) => found.add(Kind::StructuredData, what, at),
            Differs::Says(what) => found.add(Kind::StructuredValue, what, at),
        }
    }
}

/// The new page names itself by the address that it will have: that of the old host.
fn canonical(both: &Both<'_>, (was, is): (&Head, &Head), new: &Reached, at: &str, found: &mut Differences) {
    let Some(said) = &is.canonical else {
        if was.canonical.is_some() {
            found.add(Kind::Canonical, "The new page does not say its address (canonical)", at);
        }
        return;
    };
    let Ok(url) = new.url.join(said) else {
        found.add(
            Kind::Canonical,
            format!("The new page names an address that is none: {}", named(said)),
            at,
        );
        return;
    };
    if !both.old.origin.is_own(&url) {
        let host = url.host_str().unwrap_or_default();
        let what =
            format!("The new page says that it stands at {host}; after the switch that is another host");
        found.add(Kind::Canonical, what, at);
    } else if path(&url) != path(&new.url) {
        found.add(Kind::Canonical, format!("The new page says that it is {}", asked(&url)), at);
    }
}

/// Whether the staged site answers with a page or one lasting redirect to it; what it does otherwise is a difference.
fn answers(new: &Reached, at: &str, found: &mut Differences) -> bool {
    if !new.is_there() {
        let what = match new.steps.len() {
            0 => format!("The new site does not have it: {}", new.why()),
            _ => format!("It leads to {}, which is not there: {}", asked(&new.url), new.why()),
        };
        found.add(Kind::Missing, what, at);
        return false;
    }
    if new.steps.len() > 1 {
        found.add(Kind::Redirect, format!("It leads on in {} steps", new.steps.len()), at);
    } else if let Some(status) = new.steps.first().filter(|status| !matches!(status, 301 | 308)) {
        found.add(Kind::Redirect, format!("It leads on only for now ({status})"), at);
    }
    true
}

/// The address on the staged site.
pub(super) fn staged(both: &Both<'_>, old: &Url) -> Url {
    let mut url = both.new.origin.front().clone();
    url.set_path(old.path());
    url.set_query(old.query());
    url
}

/// An address without its host, for a person.
pub(super) fn asked(url: &Url) -> String {
    let path = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_owned());
    url.query().map_or_else(|| path.clone(), |query| format!("{path}?{query}"))
}

/// A path as it is compared: hosts write the stroke at its end or not.
pub(super) fn path(url: &Url) -> String {
    let path = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_owned());
    let path = path.trim_end_matches('/');
    if path.is_empty() { "/".to_owned() } else { path.to_owned() }
}

/// An address of another site as it is compared.
fn place(url: &Url) -> (String, String, String) {
    let host = url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    (host, path(url), url.query().unwrap_or_default().to_owned())
}

/// A text of a page, for a person.
pub(super) fn named(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("“{}…”", &text[..end]),
        None if text.is_empty() => "nothing".to_owned(),
        None => format!("“{text}”"),
    }
}
