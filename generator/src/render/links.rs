//! Links as templates of hosted builders write them: `?tag=…`, `?category=…`, `?author=…`, `?month=…`, `?format=rss` and
//! `?format=ical` are answered by a server there; here they lead to the page or file that says the same.

use crate::asset::{percent_decoded, percent_encoded};
use crate::plan::{Term, list_url};
use crate::render::feed_address::{feed_url, has_feed};
use crate::site::{Collection, Item, Site};
use crate::theme::Theme;

/// The questions, as they stand in an address.
const QUESTIONS: [&str; 5] = ["?category=", "?tag=", "?author=", "?month=", "?format="];

/// Whether any template writes such links.
pub(super) fn are_written(theme: &Theme) -> bool {
    QUESTIONS.iter().any(|question| theme.mentions(question))
}

/// A page with every such link led to what it means. What nothing answers stays as it is.
pub(super) fn rewrite_questions(site: &Site, page: String) -> String {
    let mut out = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(at) = page[from..].find('?').map(|at| from + at) {
        from = at + 1;
        let Some(question) = QUESTIONS.iter().find(|question| page[at..].starts_with(**question)) else {
            continue;
        };
        let quotes = ['"', '\'', '=', ' ', '>'];
        let start = page[copied..at].rfind(quotes).map_or(copied, |quote| copied + quote + 1);
        let rest = &page[at + question.len()..];
        let end = at + question.len() + rest.find(['"', '\'', '&', '#', ' ', '>']).unwrap_or(rest.len());
        let answer = page[at + question.len()..end].replace('+', " ");
        let Some(value) = percent_decoded(&answer) else { continue };
        if let Some(address) = address(site, &page[start..at], question, &value) {
            out.push_str(&page[copied..start]);
            out.push_str(&address);
            copied = end;
            from = end;
        }
    }
    if copied == 0 {
        return page;
    }
    out.push_str(&page[copied..]);
    out
}

fn address(site: &Site, path: &str, question: &str, value: &str) -> Option<String> {
    let base = site.website.base_url.as_str();
    let path = path.strip_prefix(base).filter(|_| !base.is_empty()).unwrap_or(path);
    let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    if (question, value) == ("?format=", "ical") {
        let event = site.collections.iter().flat_map(|collection| &collection.items);
        let mut event = event.filter(|item| percent_encoded(item.full_url) == path && item.lasts.is_some());
        return event.next().map(|item| format!("{}.ics", percent_encoded(item.full_url)));
    }
    let collection =
        site.collections.iter().find(|collection| percent_encoded(collection.full_url) == path)?;
    let term = match question {
        "?format=" => {
            return (value == "rss" && has_feed(collection)).then(|| percent_encoded(&feed_url(collection)));
        }
        "?category=" => {
            found(collection, value, |item| &item.categories).map(|name| Term::Category(name.into()))
        }
        "?tag=" => found(collection, value, |item| &item.tags).map(|name| Term::Tag(name.into())),
        "?author=" => author(collection, value).map(|name| Term::Author(name.into())),
        _ => return month(collection, value),
    };
    Some(percent_encoded(&list_url(collection, Some(&term?), 1)))
}

/// A tag or category of a public item of the collection, whatever its letters' case.
fn found<'s>(
    collection: &Collection<'s>,
    wanted: &str,
    of: impl for<'i> Fn(&'i Item<'s>) -> &'i Vec<&'s str>,
) -> Option<&'s str> {
    let public = collection.items.iter().filter(|item| item.is_public);
    public.flat_map(|item| of(item).iter().copied()).find(|text| text.eq_ignore_ascii_case(wanted))
}

/// An author by id or by the name shown, where the collection has archives by author.
fn author<'s>(collection: &Collection<'s>, wanted: &str) -> Option<&'s str> {
    if !collection.archives.contains(&crate::site::collection::Archive::Author) {
        return None;
    }
    let authors = collection.items.iter().filter(|item| item.is_public).map(|item| item.node.get("author"));
    let mut authors = authors
        .filter(|author| ["id", "displayName"].iter().any(|key| author.get(*key).as_str() == Some(wanted)));
    authors.find_map(|author| author.get("displayName").as_str())
}

/// The page of a month, written `05-2026` or `2026-05`, where the collection has archives by month.
fn month(collection: &Collection, wanted: &str) -> Option<String> {
    let (one, two) = wanted.split_once('-')?;
    let (year, month) = if one.len() == 4 { (one, two) } else { (two, one) };
    let digits =
        |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_months = collection.archives.contains(&crate::site::collection::Archive::Month);
    let base = collection.full_url.trim_end_matches('/');
    (has_months && digits(year, 4) && digits(month, 2))
        .then(|| format!("{}/month/{year}-{month}", percent_encoded(base)))
}
