//! Other addresses of the same pages and files: those that hosted builders have for them, which others have linked to.
//!
//! Each is a row of `_redirects` for hosts that read it and a line of `_nginx.conf` and `_caddy.conf`. For hosts that read none
//! of them `publish` puts a file there, which the build leaves beside the output: a small page that leads on, or the file itself.

use std::collections::{BTreeMap, BTreeSet};

use loggia_exchange::addresses::{Part, Pattern, Rule, Table};
use loggia_template::{Arena, Node};

use super::context::{RenderContext, Translated, text};
use crate::asset::{Asset, Assets, percent_decoded, percent_encoded, short_path};
use crate::manifest::MOVED;
use crate::plan::{Page, Subject, Term};
use crate::theme::builtin;

/// The longest name of a folder that every file system takes, in bytes.
const LONGEST_NAME: usize = 240;
/// Endings of files that pages show; they are asked for by their own addresses, in every size there is.
const SHOWN: [&str; 16] = [
    "avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "webp", "aac", "m4a", "mov", "mp3",
    "mp4", "webm",
];

/// Another address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The path, not escaped.
    pub from: String,
    /// What is asked behind it: a name and its value, not escaped.
    pub query: Option<(String, String)>,
    /// The address it leads to, escaped.
    pub to: String,
    /// Its title.
    pub title: String,
    /// 301, or 302 when its owner says that it is for now.
    pub status: u16,
}

/// What has other addresses, in every language of a site.
#[must_use]
pub fn pages(versions: &[Translated<'_>]) -> Vec<Moved> {
    let mut moved = versions.first().map(own).unwrap_or_default();
    for (context, pages) in versions {
        let website = &context.site.website;
        let there: BTreeSet<&str> = pages.iter().map(|page| page.url.as_str()).collect();
        let mut add = |from: String, query: Option<(String, String)>, page: &Page, title: &str| {
            if query.is_some() || !there.contains(&*percent_encoded(&from)) {
                moved.push(Moved {
                    from: website.localized(&from),
                    query,
                    to: website.localized(&page.url),
                    title: title.to_owned(),
                    status: 301,
                });
            }
        };
        for page in *pages {
            let collection = match &page.subject {
                Subject::List { collection, .. } | Subject::Page { collection } => collection,
                _ => continue,
            };
            let collection = &context.site.collections[*collection];
            match &page.subject {
                Subject::List { term: Some(term), page: 1, .. } => {
                    let title = term.text();
                    for from in other_paths(collection.full_url, term) {
                        add(from, None, page, &title);
                    }
                    for value in asked(term) {
                        let asked = Some((term.folder().to_owned(), value));
                        add(collection.full_url.to_owned(), asked, page, &title);
                    }
                }
                _ if page.url == "/" => {
                    add(format!("/{}", collection.url_id), None, page, collection.title);
                }
                _ => {}
            }
        }
    }
    // Of two for one address the first counts: the owner's go before what follows from the site.
    let mut known = BTreeSet::new();
    moved.retain(|one| known.insert((one.from.clone(), one.query.clone())));
    moved
}

/// The redirects of the site's own lists, each for one address. A page that is there goes before them.
fn own((context, pages): &Translated<'_>) -> Vec<Moved> {
    let there: BTreeSet<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    let moved = one_step(context).into_iter().map(|rule| {
        let to = rule.target(percent_encoded, |_| String::new());
        Moved {
            from: rule.from.text(),
            query: rule.query.clone(),
            to: link(&to),
            title: to,
            status: rule.status,
        }
    });
    moved.filter(|one| one.query.is_some() || !there.contains(&*percent_encoded(&one.from))).collect()
}

/// The rules for one address each. What leads to a file of the owner's leads to where its bytes lie: its plain address would
/// be a second step.
pub(super) fn one_step(context: &RenderContext<'_>) -> Vec<Rule> {
    let straight = |rule: &Rule| {
        let is_plain = rule.origin.is_empty() && !rule.tail.starts_with('?');
        let Some(address) = context.assets.resolve(&rule.to.text()).filter(|_| is_plain) else {
            return rule.clone();
        };
        let path = address
            .find("://")
            .map_or(0, |scheme| address[scheme + 3..].find('/').map_or(address.len(), |at| scheme + 3 + at));
        let (origin, path) = address.split_at(path);
        let path = percent_decoded(path).unwrap_or_default();
        let parts = path.split('/').filter(|part| !part.is_empty());
        let parts = parts.map(|part| Part::Text(part.to_owned())).collect();
        Rule { origin: origin.to_owned(), to: Pattern { parts }, ..rule.clone() }
    };
    context.site.redirects.exact.iter().map(straight).collect()
}

/// An address as it may stand in a header and in an attribute: what ends neither.
#[must_use]
pub fn link(address: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\'' | '<' | '>' | '\\' | '`' | '{' | '}' | '|' | '^' | '$' | ';' => true,
        c => c.is_whitespace() || c.is_control() || !c.is_ascii(),
    };
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        if escaped(c) {
            let mut bytes = [0; 4];
            out.extend(c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// A term as hosted builders write it in a path: the text itself, with its blanks or with `+` for each.
fn other_paths(list: &str, term: &Term) -> Vec<String> {
    let text = term.text();
    let mut names = vec![text.to_string(), text.replace(' ', "+")];
    names.dedup();
    let base = list.trim_end_matches('/');
    names.retain(|name| is_name(name));
    names.into_iter().map(|name| format!("{base}/{}/{name}", term.folder())).collect()
}

/// Whether every file system and every store takes a name for a file.
fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || " -_.+,!'()&@=".contains(letter);
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with('.')
        && name.trim() == name
        && name.chars().all(is_plain)
}

/// A term as it is asked for: a month is written in both orders.
fn asked(term: &Term) -> Vec<String> {
    let text = term.text().into_owned();
    match term {
        Term::Month(_) => {
            let other = text.split_once('-').map(|(year, month)| format!("{month}-{year}"));
            std::iter::once(text).chain(other).collect()
        }
        _ => vec![text],
    }
}

/// The other addresses of files, by path below the output folder, with what lies there: the plain ones of everything of the
/// template, and of the owner's files what somebody may have been sent an address of; the old ones, by the owner's lists.
#[must_use]
pub fn files<'a>(assets: &'a Assets, redirects: &Table) -> BTreeMap<String, &'a Asset> {
    let mut files = BTreeMap::new();
    for (address, asset) in assets.iter().filter(|(address, _)| address.split('/').skip(1).all(is_name)) {
        let Some(own) = address.strip_prefix("/files/") else {
            files.insert(address[1..].to_owned(), asset);
            continue;
        };
        if !SHOWN.contains(&ending(own).as_str()) {
            files.insert(address[1..].to_owned(), asset);
            files.extend(
                short_path(address).filter(|short| !files.contains_key(short)).map(|short| (short, asset)),
            );
        }
    }
    let old: BTreeMap<String, &Asset> =
        redirects.exact.iter().filter_map(|rule| old_file(rule, assets)).collect();
    for (path, asset) in &old {
        // A folder cannot be where a file is.
        let below = format!("{path}/");
        if old.range(below.clone()..).next().is_none_or(|(next, _)| !next.starts_with(&below)) {
            files.entry(path.clone()).or_insert(asset);
        }
    }
    files
}

/// The path that a file had elsewhere, where a rule leads from it to the same kind of file here: a picture that another site
/// shows stays one on a host that knows no rules.
fn old_file<'a>(rule: &Rule, assets: &'a Assets) -> Option<(String, &'a Asset)> {
    let is_plain = rule.query.is_none() && rule.origin.is_empty() && !rule.tail.starts_with('?');
    let asset = assets.at(&rule.to.text()).filter(|_| is_plain)?;
    let from = rule.from.text();
    let is_same = !ending(&from).is_empty() && ending(&from) == ending(&asset.path);
    (is_same && from.split('/').skip(1).all(is_name)).then(|| (from[1..].to_owned(), asset))
}

/// How the name of a file ends, in small letters; nothing for a name without one.
fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase())
}

/// The small page that stands at another address of a page, and its path below [`MOVED`].
pub(super) fn page(versions: &[Translated<'_>], moved: &Moved) -> Option<(String, String)> {
    let is_file = |name: &str| name.split('/').all(is_name);
    let (context, _) = versions.first().filter(|_| moved.query.is_none() && is_file(&moved.from[1..]))?;
    let arena = Arena::new();
    let website = &context.site.website;
    let values = arena.object([
        ("locale", Node::Text(website.locale)),
        ("title", arena.text_node(&moved.title)),
        ("to", arena.text_node(&moved.to)),
        ("canonical", arena.text_node(&website.absolute_file(&moved.to))),
    ]);
    let file = if moved.from.ends_with(".html") { "" } else { "/index.html" };
    Some((format!("{MOVED}{}{file}", &moved.from[1..]), text(context, builtin::MOVED, values)))
}

/// The lines of `_redirects`: from, what is asked, to. Hosts that read it make no difference between `/News` and `/news`,
/// so a row from one to the other would lead in a circle.
pub(super) fn rows<'a>(moved: &[Moved], arena: &'a Arena) -> Vec<Node<'a>> {
    let row = |one: &Moved| {
        let mut from = percent_encoded(&one.from);
        if let Some((name, value)) = &one.query {
            from.push_str(&format!(" {name}={}", percent_encoded(value)));
        }
        arena.object([
            ("from", arena.text_node(&from)),
            ("to", arena.text_node(&one.to)),
            ("status", arena.text_node(&status(one))),
        ])
    };
    // What is asked for comes first, and wins over the list that stands there: a host takes the first row that fits.
    let (asked, exact): (Vec<&Moved>, Vec<&Moved>) = moved.iter().partition(|one| one.query.is_some());
    let differs = |one: &&Moved| percent_encoded(&one.from).to_lowercase() != one.to.to_lowercase();
    asked.into_iter().chain(exact.into_iter().filter(differs)).map(row).collect()
}

/// A row that looks at what is asked wins over the page that stands there.
fn status(one: &Moved) -> String {
    let force = if one.query.is_some() { "!" } else { "" };
    format!("{}{force}", one.status)
}
