//! A site in several languages: which page says the same in another, and links that stay in the language of their page.

use std::collections::{BTreeMap, HashSet};

use loggia_template::{Arena, Node};

use super::website::Members;
use crate::asset::percent_decoded;
use crate::plan::{Page, Subject};
use crate::site::{Site, Website};

/// One language of a site.
pub struct Version<'b> {
    website: &'b Website<'b>,
    /// What a page shows → its address.
    pages: BTreeMap<String, &'b str>,
    addresses: HashSet<&'b str>,
}

/// A page in one language.
pub(super) struct Alternative<'b> {
    /// The tag of the language.
    pub tag: &'b str,
    /// The address from the root.
    pub url: String,
    website: &'b Website<'b>,
}

impl Alternative<'_> {
    /// With the site's host, when that is known.
    pub fn absolute(&self) -> String {
        self.website.absolute_file(&self.url)
    }
}

impl<'b> Version<'b> {
    /// The pages of a site in its language.
    #[must_use]
    pub fn new(site: &'b Site<'b>, pages: &'b [Page]) -> Version<'b> {
        Version {
            website: &site.website,
            pages: pages.iter().filter_map(|page| Some((shown(site, page)?, page.url.as_str()))).collect(),
            addresses: pages.iter().map(|page| page.url.as_str()).collect(),
        }
    }

    /// Every address it answers at, as its own pages link to them.
    pub(super) fn addresses(&self) -> Vec<&'b str> {
        let mut addresses: Vec<&str> = self.addresses.iter().copied().collect();
        addresses.sort_unstable();
        addresses
    }

    /// Whether an address of the site is one of its pages, feeds or calendars.
    fn has(&self, address: &str) -> bool {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        self.addresses.contains(path)
            || [".ics", "/feed.xml", "/feed.json"].iter().any(|end| path.ends_with(end))
            || percent_decoded(path)
                .is_some_and(|plain| self.addresses.contains(crate::asset::percent_encoded(&plain).as_str()))
    }
}

/// What a page shows, however its address is spelt; nothing for a page that has no counterpart.
fn shown(site: &Site, page: &Page) -> Option<String> {
    match &page.subject {
        Subject::Item { collection, item, .. } => {
            let collection = &site.collections[*collection];
            Some(format!("item {} {}", collection.id, collection.items[*item].id))
        }
        Subject::List { collection, page, term: None, month: None, .. } => {
            Some(format!("list {} {page}", site.collections[*collection].id))
        }
        Subject::Page { collection } => Some(format!("page {}", site.collections[*collection].id)),
        Subject::Lock { collection, item, .. } => {
            let collection = &site.collections[*collection];
            let item = item.map(|item| collection.items[item].id).unwrap_or_default();
            Some(format!("lock {} {item}", collection.id))
        }
        Subject::System(system) => Some(format!("system {}", system.name())),
        Subject::List { .. } | Subject::Redirect { .. } => None,
    }
}

/// The same page in every language that has it, its own among them; none where the site has one language.
pub(super) fn alternatives<'b>(
    versions: &'b [Version<'b>],
    site: &Site,
    page: &Page,
) -> Vec<Alternative<'b>> {
    let Some(key) = shown(site, page).filter(|_| versions.len() > 1) else { return Vec::new() };
    let of = |version: &'b Version<'b>| {
        let url = version.website.localized(version.pages.get(&key)?);
        Some(Alternative { tag: version.website.locale, url, website: version.website })
    };
    versions.iter().filter_map(of).collect()
}

/// What templates see as `loggia.languages`: the page, or else the front page, in every language.
pub(super) fn members<'p>(
    versions: &'p [Version<'p>],
    site: &Site,
    page: &Page,
    arena: &'p Arena,
) -> Node<'p> {
    if versions.len() < 2 {
        return Node::Missing;
    }
    let own = alternatives(versions, site, page);
    let languages = versions.iter().map(|version| {
        let tag = version.website.locale;
        let url =
            own.iter().find(|alternative| alternative.tag == tag).map(|alternative| alternative.url.clone());
        let url = url.unwrap_or_else(|| version.website.localized("/"));
        let title = version.website.node("website").get("languageTitle").as_str().unwrap_or(tag);
        arena.object([
            ("locale", Node::Text(tag)),
            ("title", Node::Text(title)),
            ("url", arena.text_node(&url)),
            ("active", Node::Boolean(tag == site.website.locale)),
        ])
    });
    arena.list(&languages.collect::<Vec<_>>())
}

/// Adds them to what a page sees.
pub(super) fn add<'p>(
    versions: &'p [Version<'p>],
    site: &Site,
    page: &Page,
    arena: &'p Arena,
    to: &mut Members<'p>,
) {
    let languages = members(versions, site, page, arena);
    if let Some((_, neutral)) =
        to.iter_mut().find(|(key, _)| *key == "loggia").filter(|_| !languages.is_missing())
    {
        let own = neutral.as_object().into_iter().flat_map(|object| object.members());
        *neutral = arena.object(own.chain([("languages", languages)]).collect::<Vec<_>>());
    }
}

/// Attributes that lead to a page.
const LINKS: [&str; 2] = [" href=", " action="];

/// A page whose links lead to pages of its own language. A link that says its language (`hreflang`) stays as it is.
pub(super) fn rewrite_links(versions: &[Version<'_>], website: &Website, page: String) -> String {
    let Some(version) = versions.iter().find(|version| version.website.locale == website.locale) else {
        return page;
    };
    if website.prefix.is_empty() {
        return page;
    }
    let mut out = String::with_capacity(page.len() + page.len() / 16);
    let mut copied = 0;
    let mut from = 0;
    while let Some((at, name)) = next(&page, from) {
        let value = at + name.len();
        let quote = page[value..].chars().next().filter(|first| matches!(first, '"' | '\''));
        let start = value + quote.map_or(0, char::len_utf8);
        let end = match quote {
            Some(quote) => page[start..].find(quote),
            None => page[start..].find([' ', '>', '\n', '\t']),
        };
        let Some(end) = end.map(|end| start + end) else { break };
        let address = &page[start..end];
        let host = website.base_url.len();
        let path =
            match address.starts_with(&website.base_url) && host > 0 && address[host..].starts_with('/') {
                true => start + host,
                false => start,
            };
        let is_own = |rest: &str| {
            rest.strip_prefix(website.prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_page = page[path..end].starts_with('/')
            && !page[path..end].starts_with("//")
            && !is_own(&page[path..end]);
        if is_page && version.has(&page[path..end]) && !says_language(&page, at) {
            out.push_str(&page[copied..path]);
            out.push_str(website.prefix);
            // The front page is at the prefix itself.
            let rest = &page[path..end];
            copied =
                if rest == "/" || rest.starts_with("/?") || rest.starts_with("/#") { path + 1 } else { path };
        }
        from = end;
    }
    out.push_str(&page[copied..]);
    out
}

/// The next attribute that leads to a page.
fn next(page: &str, from: usize) -> Option<(usize, &'static str)> {
    let found = LINKS.iter().filter_map(|name| Some((from + page[from..].find(name)?, *name)));
    found.min_by_key(|(at, _)| *at)
}

/// Whether the tag around a place says the language of what it leads to.
fn says_language(page: &str, at: usize) -> bool {
    let start = page[..at].rfind('<').unwrap_or(0);
    let end = page[at..].find('>').map_or(page.len(), |end| at + end);
    page[start..end].contains(" hreflang")
}
