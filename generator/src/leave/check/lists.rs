//! Feeds, the sitemap and `robots.txt` of both sites.

use std::collections::BTreeSet;
use std::io;

use reqwest::Url;

use super::asker::Asker;
use super::model::{Checked, Differences, Kind};
use super::pages::{Both, asked, named, path, staged};
use crate::leave::crawl::LARGEST_TEXT;
use crate::leave::discover;
use crate::leave::robots::{self, Robots};

/// So many parts of a sitemap are read.
const MOST_MAPS: usize = 100;
/// So many entries of a feed are named.
const NAMED: usize = 5;

/// Compares a feed: every entry of the old one stands in the new one.
///
/// # Errors
/// When the machine refuses to keep an answer.
pub(super) async fn feed(
    both: &Both<'_>,
    url: &Url,
    checked: &mut Checked,
    found: &mut Differences,
) -> io::Result<()> {
    let at = asked(url);
    let (old, new) =
        (both.old.reach(url, LARGEST_TEXT).await?, both.new.reach(&staged(both, url), LARGEST_TEXT).await?);
    if old.last.status != 200 {
        return Ok(());
    }
    let Some(was) = both.old.text(&old.last, LARGEST_TEXT).ok().and_then(|text| entries(&text)) else {
        return Ok(());
    };
    checked.feeds += 1;
    let text = both.new.text(&new.last, LARGEST_TEXT).ok().filter(|_| new.last.status == 200);
    let Some(is) = text.and_then(|text| entries(&text)) else {
        found.add(Kind::Feed, "The new site has no feed there", &at);
        return Ok(());
    };
    let gone: Vec<&String> = was.difference(&is).collect();
    if !gone.is_empty() {
        let first: Vec<String> = gone.iter().take(NAMED).map(|title| named(title)).collect();
        let what = format!("{} of {} entries are not there: {}", gone.len(), was.len(), first.join(", "));
        found.add(Kind::Feed, what, &at);
    }
    Ok(())
}

/// The titles of the entries of a feed; `None` for what is none.
fn entries(text: &str) -> Option<BTreeSet<String>> {
    let document = roxmltree::Document::parse(text.trim_start_matches('\u{feff}').trim_start()).ok()?;
    let root = document.root_element().tag_name().name();
    if !matches!(root, "rss" | "feed" | "RDF") {
        return None;
    }
    let entries = document.descendants().filter(|node| matches!(node.tag_name().name(), "item" | "entry"));
    let title = |node: roxmltree::Node<'_, '_>| {
        let title = node.children().find(|child| child.tag_name().name() == "title")?;
        let text: String =
            title.descendants().filter_map(|node| node.is_text().then(|| node.text()).flatten()).collect();
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    Some(entries.filter_map(title).filter(|title| !title.is_empty()).collect())
}

/// Compares the sitemap and `robots.txt`. `paths` are the old pages that are there.
///
/// # Errors
/// When the machine refuses to keep an answer.
pub(super) async fn maps(both: &Both<'_>, urls: &[Url], found: &mut Differences) -> io::Result<()> {
    let (was, is) = (robots_of(&both.old).await?, robots_of(&both.new).await?);
    for url in urls {
        let path = url.path();
        if was.allows(path) && !is.allows(path) {
            found.add(Kind::Hidden, "robots.txt of the new site keeps it from being found", &asked(url));
        }
    }
    let old = sitemap(&both.old).await?;
    let new = sitemap(&both.new).await?;
    if new.is_empty() {
        if !old.is_empty() {
            found.add(Kind::Sitemap, "The new site has no sitemap", "/sitemap.xml");
        }
        return Ok(());
    }
    let there: BTreeSet<String> = new.iter().map(path).collect();
    if let Some(other) = new.iter().find(|url| !both.old.origin.is_own(url)) {
        let host = other.host_str().unwrap_or_default();
        let what = format!("It names pages at {host}; after the switch that is another host");
        found.add(Kind::Sitemap, what, "/sitemap.xml");
    }
    for url in old.iter().filter(|url| both.old.origin.is_own(url)) {
        // What leads on has its end in the sitemap.
        let end = both.new.reach(&staged(both, url), LARGEST_TEXT).await?;
        if end.last.status == 200 && !there.contains(&path(&end.url)) && !there.contains(&path(url)) {
            found.add(Kind::Sitemap, "The new sitemap does not name it", &asked(url));
        }
    }
    Ok(())
}

async fn robots_of(asker: &Asker<'_>) -> io::Result<Robots> {
    let Ok(url) = asker.origin.front().join("/robots.txt") else { return Ok(Robots::default()) };
    let answer = asker.ask(&url, robots::LARGEST).await?;
    let text = if answer.status == 200 {
        asker.text(&answer, robots::LARGEST).unwrap_or_default()
    } else {
        String::new()
    };
    Ok(Robots::parse(&text))
}

/// Every page that a sitemap names, also through others.
async fn sitemap(asker: &Asker<'_>) -> io::Result<Vec<Url>> {
    let mut open: Vec<Url> = asker.origin.front().join("/sitemap.xml").into_iter().collect();
    let mut seen = BTreeSet::new();
    let mut pages = Vec::new();
    while let Some(map) = open.pop() {
        if !seen.insert(map.to_string()) || seen.len() > MOST_MAPS {
            continue;
        }
        let reached = asker.reach(&map, LARGEST_TEXT).await?;
        let Ok(text) = asker.text(&reached.last, LARGEST_TEXT) else { continue };
        for address in discover::sitemap(&text).pages {
            let Ok(url) = map.join(&address) else { continue };
            // A sitemap of another host is said, and not asked for.
            match url.path().ends_with(".xml") && asker.origin.is_own(&url) {
                true => open.push(url),
                false => pages.push(url),
            }
        }
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_588_entries_of_feeds_are_read() {
        let rss = "<?xml version='1.0'?><rss><channel><title>Log</title><item><title>One &amp; two</title></item><item><title><![CDATA[Three]]></title></item></channel></rss>";
        let all: Vec<String> = entries(rss).unwrap().into_iter().collect();
        assert_eq!(all, ["One & two", "Three"]);
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Log</title><entry><title type='html'>One</title></entry></feed>";
        assert_eq!(entries(atom).unwrap().len(), 1);
        assert!(entries("<html/>").is_none() && entries("no xml").is_none());
    }
}
