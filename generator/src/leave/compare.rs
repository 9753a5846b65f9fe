//! Every address of the old site beside the new one: what is not there under its old address gets a redirect.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use reqwest::Url;

use super::address::{self, Origin};
use super::archive::{Answer, Archive};
use super::crawl::LARGEST_TEXT;
use crate::asset::{percent_decoded, percent_encoded};
use crate::pipeline::Addresses;

/// So many steps of the old site's redirects are followed.
const STEPS: usize = 10;

/// What became of the old addresses.
#[derive(Debug, Default)]
pub struct Moved {
    /// How many the old site answered.
    pub old: usize,
    /// How many the new site answers as they are.
    pub same: usize,
    /// Old address and the new one, for those that need a redirect.
    pub rows: BTreeMap<String, String>,
    /// What nothing in the new site answers.
    pub lost: Vec<String>,
}

/// Compares the addresses of the archive with those of the new site. `files` are old paths of files and where they lie.
///
/// # Errors
/// When the machine refuses to read the archive.
pub fn compare(
    archive: &Archive,
    origin: &Origin,
    new: &Addresses,
    files: &BTreeMap<String, String>,
) -> io::Result<Moved> {
    let finder = Finder { archive, origin, new, files };
    let mut moved = Moved::default();
    let mut seen = BTreeSet::new();
    for answer in archive.answers() {
        let Some((path, query)) = visited(origin, &answer).filter(|_| !is_twin(archive, &answer)) else {
            continue;
        };
        let asked = query.as_ref().map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
        if !seen.insert(asked.clone()) {
            continue;
        }
        moved.old += 1;
        let there = finder.there(&path);
        let wanted = finder.wanted(&answer, &path, query.as_deref());
        match (there, wanted) {
            (_, Some(to)) if to != path && (query.is_some() || there.is_none()) => {
                moved.rows.insert(asked, to);
            }
            (Some(()), _) => moved.same += 1,
            (None, _) => moved.lost.push(asked),
        }
    }
    Ok(moved)
}

/// Writes the redirects as the list that stands behind the owner's own; nothing when there are none.
///
/// # Errors
/// When the machine refuses.
pub fn write(site: &Path, moved: &Moved) -> io::Result<()> {
    let file = site.join("redirects").join("moved.csv");
    if moved.rows.is_empty() {
        return if file.exists() { std::fs::remove_file(file) } else { Ok(()) };
    }
    let mut list = csv::Writer::from_writer(Vec::new());
    for (from, to) in &moved.rows {
        list.write_record([from.as_str(), to.as_str(), "301"]).map_err(io::Error::other)?;
    }
    let rows = list.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    let mut text =
        b"# Written by `loggia leave`, anew each time. Your own redirects go into another list beside it.\n"
            .to_vec();
    text.extend(rows);
    std::fs::create_dir_all(site.join("redirects"))?;
    crate::import::place(site, &file, &text)
}

/// The path of an address that the old site answered, not escaped, and what was asked behind it; `None` for what is no
/// address of visitors.
pub(super) fn visited(origin: &Origin, answer: &Answer) -> Option<(String, Option<String>)> {
    let url = Url::parse(&answer.url).ok().filter(|url| origin.is_own(url))?;
    if !(answer.status == 200 || answer.is_redirect()) {
        return None;
    }
    let is_of_programs = ["/robots.txt", "/sitemap.xml"].contains(&url.path());
    let is_json = url.query_pairs().any(|(name, value)| name == "format" && value.starts_with("json"));
    if is_of_programs || is_json {
        return None;
    }
    let query = url.query().map(str::to_owned);
    Some((percent_decoded(url.path()).unwrap_or_else(|| url.path().to_owned()), query))
}

/// Whether an answer is a page that a mirror has twice: it gave the file an ending that the address does not have.
pub(super) fn is_twin(archive: &Archive, answer: &Answer) -> bool {
    let bare = answer.url.strip_suffix(".html").map(|bare| bare.strip_suffix("/index").unwrap_or(bare));
    let bare = bare.and_then(|bare| archive.get(bare).or_else(|| archive.get(&format!("{bare}/"))));
    answer.status == 200 && bare.is_some_and(|bare| bare.body.is_some() && bare.body == answer.body)
}

struct Finder<'a> {
    archive: &'a Archive,
    origin: &'a Origin,
    new: &'a Addresses,
    files: &'a BTreeMap<String, String>,
}

impl Finder<'_> {
    /// Whether the new site answers a path: a page or a file, or a redirect of its owner.
    fn there(&self, path: &str) -> Option<()> {
        let known = self.new.paths.contains(&percent_encoded(path));
        (known || self.new.redirects.lead(path, &[]).is_some()).then_some(())
    }

    /// Where an old address should lead in the new site.
    fn wanted(&self, answer: &Answer, path: &str, query: Option<&str>) -> Option<String> {
        if let Some(query) = query {
            return self.asked(path, query);
        }
        if let Some(file) = self.files.get(path) {
            return Some(file.clone()).filter(|_| self.there(path).is_none());
        }
        let last = self.last(answer)?;
        let url = Url::parse(&last.url).ok()?;
        if !self.origin.is_own(&url) {
            // It led to another site, and goes on to do so.
            return Some(last.url.clone());
        }
        let end = percent_decoded(url.path())?;
        if end != path && self.there(&end).is_some() {
            return Some(end);
        }
        if let Some(file) = self.files.get(&end) {
            return Some(file.clone());
        }
        self.by_identity(&url).or_else(|| self.canonical(&last, &url)).or_else(|| self.list_of(&end))
    }

    /// What was asked behind an address: a feed has an address of its own, a list stays where it is.
    fn asked(&self, path: &str, query: &str) -> Option<String> {
        let feed = format!("{}/feed.xml", path.trim_end_matches('/'));
        (query == "format=rss" && self.new.paths.contains(&percent_encoded(&feed))).then_some(feed)
    }

    /// Where the old site's own redirects end.
    fn last(&self, answer: &Answer) -> Option<Answer> {
        let mut answer = answer.clone();
        for _ in 0..STEPS {
            if !answer.is_redirect() {
                return Some(answer);
            }
            let to = Url::parse(&answer.url).ok()?.join(answer.location.as_deref()?).ok()?;
            let page = self.origin.page(&to, to.as_str());
            let next = page.as_ref().and_then(|page| self.archive.get(page.as_str()));
            answer = match (next, page) {
                (Some(next), _) => next,
                // Nobody followed it to another site.
                (None, None) => {
                    return Some(Answer { status: 200, url: to.to_string(), ..Answer::default() });
                }
                (None, Some(page)) => {
                    return Some(Answer { status: 200, url: page.to_string(), ..Answer::default() });
                }
            };
        }
        None
    }

    /// The page that shows the same item or collection, by its id.
    fn by_identity(&self, page: &Url) -> Option<String> {
        let json = self.archive.get(address::format(page, "json").as_str())?;
        let text = self.archive.text(&json, LARGEST_TEXT).ok()?;
        let document: serde_json::Value = serde_json::from_str(&text).ok()?;
        let id = |pointer: &str| document.pointer(pointer).and_then(serde_json::Value::as_str);
        let id = id("/item/id").or_else(|| id("/collection/id"))?;
        self.new.by_id.get(id).cloned()
    }

    /// The page that an old one says it is (`canonical`): it was one page with two addresses.
    fn canonical(&self, last: &Answer, url: &Url) -> Option<String> {
        if self.there(&percent_decoded(url.path())?).is_some() || !last.is_html() {
            return None;
        }
        // A redirect may lead to what was not asked for itself.
        let html = self.archive.text(last, LARGEST_TEXT).ok()?;
        let canonical = super::discover::html(&html).canonical?;
        let page = self.origin.page(url, &canonical)?;
        let path = percent_decoded(page.path())?;
        self.there(&path).map(|()| path)
    }

    /// The list that an archive of tags or categories belonged to, where the new site has no such archive.
    fn list_of(&self, path: &str) -> Option<String> {
        let at =
            ["/tag/", "/category/", "/author/", "/month/"].iter().find_map(|folder| path.find(folder))?;
        let list = if at == 0 { "/" } else { &path[..at] };
        self.there(list).map(|()| list.to_owned())
    }
}
