//! The names that other generators use, as the members of an item; what imports make of the same things is
//! `import/entries`.

use super::tree::{Member, Said, Tree, What};
use crate::site::time::parse_time;

/// A member of an item that a front matter says.
#[derive(Debug, Clone)]
pub(super) struct Meant<'t> {
    /// Its name in an item.
    pub key: &'t str,
    pub value: Tree,
    /// Which member of the front matter says it.
    pub source: usize,
}

/// A member of an item, the names by which others call it, the better known one first, and what becomes of the value.
struct Rule {
    key: &'static str,
    names: &'static [&'static str],
    read: fn(&Tree) -> Option<What>,
}

const RULES: [Rule; 9] = [
    Rule { key: "title", names: &["title"], read: text },
    Rule { key: "urlId", names: &["slug", "permalink", "url"], read: last_of_address },
    Rule { key: "publishOn", names: &["date", "pubDate", "publishDate", "publishdate"], read: time },
    Rule {
        key: "updatedOn",
        names: &["lastmod", "updated", "updatedDate", "last_modified_at", "modified"],
        read: time,
    },
    Rule { key: "status", names: &["draft", "published"], read: |_| None },
    Rule { key: "excerpt", names: &["excerpt", "summary", "description"], read: prose },
    Rule { key: "tags", names: &["tags"], read: many },
    Rule { key: "categories", names: &["categories", "category"], read: many },
    Rule { key: "author", names: &["author", "authors"], read: author },
];
const PICTURES: [&str; 9] = [
    "image",
    "cover",
    "featured_image",
    "featuredImage",
    "feature_image",
    "heroImage",
    "hero",
    "thumbnail",
    "images",
];
/// What only this program says: a file in Markdown has its text below.
const BELOW: [&str; 2] = ["body", "bodyFormat"];

/// The members of an item in a front matter, in the order in which they are written.
pub(super) fn members(root: &Tree) -> Vec<Meant<'_>> {
    let there = root.members();
    let mut taken = vec![false; there.len()];
    let mut found: Vec<Meant<'_>> = Vec::new();
    let find = |name: &str| there.iter().position(|member| member.key == name);
    for rule in &RULES {
        let is_own = !rule.names.contains(&rule.key) && find(rule.key).is_some();
        let named = rule.names.iter().filter_map(|name| find(name)).filter(|_| !is_own);
        let meant = named.filter_map(|source| {
            let value = &there[source].value;
            let what = if rule.key == "status" { state(&there[source]) } else { (rule.read)(value) };
            Some((source, value.instead(what?)))
        });
        if let Some((source, value)) = meant.into_iter().next() {
            taken[source] = true;
            found.push(Meant { key: rule.key, value, source });
        }
    }
    let pictures = PICTURES.iter().filter_map(|name| find(name)).filter(|_| find("mainImage").is_none());
    if let Some((source, what)) = pictures.filter_map(|at| Some((at, picture(&there[at].value)?))).next() {
        taken[source] = true;
        found.push(Meant { key: "mainImage", value: there[source].value.instead(what), source });
    }
    for (source, Member { key, value, .. }) in there.iter().enumerate() {
        if !taken[source] && !BELOW.contains(&key.as_str()) && !found.iter().any(|meant| meant.key == key) {
            found.push(Meant { key, value: value.clone(), source });
        }
    }
    found.sort_by_key(|meant| there[meant.source].start);
    found
}

fn text(value: &Tree) -> Option<What> {
    value.words().map(What::Text)
}

/// The last part of an address that is written out; one with fields to fill in says nothing of its own.
fn last_of_address(value: &Tree) -> Option<What> {
    let address = value.words()?;
    let path = address.split(['?', '#']).next()?.trim_end_matches("index.html").trim_matches('/');
    let last = path.rsplit('/').next()?.trim_end_matches(".html");
    (!last.is_empty() && !address.contains([':', '{'])).then(|| What::Text(last.to_owned()))
}

/// A time as items have it: an instant with its zone, or a day. One without a zone is taken as UTC.
fn time(value: &Tree) -> Option<What> {
    let written = value.words()?;
    let text = written.trim();
    if parse_time(text).is_some() && (text.len() == 10 || text.contains('T')) {
        return Some(What::Text(text.to_owned()));
    }
    // `2024-01-05 10:00:00 -0500`, as Jekyll writes it.
    let mut parts = text.split_whitespace();
    let (day, hour, zone) = (parts.next()?, parts.next(), parts.next());
    let (day, hour) =
        hour.map_or_else(|| day.split_once(['T', 't']), |hour| Some((day, hour))).unwrap_or((day, ""));
    let is_zone = |zone: &str| zone == "Z" || zone == "UTC" || zone.starts_with(['+', '-']);
    let zone = zone.filter(|zone| is_zone(zone)).map_or("Z", |zone| if zone == "UTC" { "Z" } else { zone });
    let zone = match zone.len() {
        5 => format!("{}:{}", &zone[..3], &zone[3..]),
        _ => zone.to_owned(),
    };
    let hour = if hour.matches(':').count() == 1 { format!("{hour}:00") } else { hour.to_owned() };
    let ends_itself = hour.ends_with('Z') || hour.get(8..).is_some_and(|rest| rest.contains(['+', '-']));
    let full = if ends_itself { format!("{day}T{hour}") } else { format!("{day}T{hour}{zone}") };
    let is_time = parse_time(&full).is_some();
    Some(What::Text(if is_time { full } else { written }))
}

fn state(member: &Member) -> Option<What> {
    let is_yes = match member.value.words()?.as_str() {
        "true" | "True" | "TRUE" | "yes" | "on" => true,
        "false" | "False" | "FALSE" | "no" | "off" => false,
        _ => return None,
    };
    let is_draft = if member.key == "draft" { is_yes } else { !is_yes };
    Some(What::Text(if is_draft { "Draft" } else { "Published" }.to_owned()))
}

/// A short text as HTML, which excerpts are.
fn prose(value: &Tree) -> Option<What> {
    let text = value.words()?;
    let is_html = text.trim_start().starts_with('<');
    Some(What::Text(if is_html { text } else { escaped(&text) }))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A list, or words with commas or, as Jekyll has it, spaces between them.
fn many(value: &Tree) -> Option<What> {
    if let What::List(list) = &value.what {
        let texts = list
            .iter()
            .map(|one| one.words().map_or_else(|| one.clone(), |text| one.instead(What::Text(text))));
        return Some(What::List(texts.collect()));
    }
    if matches!(value.what, What::Word(Said::Nothing, _)) {
        return Some(What::List(Vec::new()));
    }
    let text = value.words()?;
    let parts: Vec<&str> = match text.contains(',') {
        true => text.split(',').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    };
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    Some(What::List(parts.map(|part| value.instead(What::Text(part.to_owned()))).collect()))
}

fn author(value: &Tree) -> Option<What> {
    let one = value.elements().first().unwrap_or(value);
    if one.get("displayName").is_some() {
        return None;
    }
    let name = one.get("name").unwrap_or(one);
    let name = name.instead(What::Text(name.words()?));
    Some(What::Object(vec![Member { key: "displayName".to_owned(), start: name.span.start, value: name }]))
}

/// A picture: its address, or an object with it and with what it shows.
fn picture(value: &Tree) -> Option<What> {
    let one = value.elements().first().unwrap_or(value);
    let address = ["url", "src", "path", "image", "feature"].iter().filter_map(|name| one.get(name));
    let address = address.chain([one]).find(|address| matches!(address.what, What::Text(_)))?;
    let mut members =
        vec![Member { key: "assetUrl".to_owned(), start: address.span.start, value: address.clone() }];
    if let Some(alt) = one.get("alt").filter(|alt| matches!(alt.what, What::Text(_))) {
        members.push(Member { key: "altText".to_owned(), start: alt.span.start, value: alt.clone() });
    }
    Some(What::Object(members))
}

/// What a member of the front matter says, when an item's member that comes of it gets another value; nothing when it
/// cannot say that.
pub(super) fn back(key: &str, source: &Member, wanted: &Said) -> Option<Said> {
    match (key, wanted) {
        ("status", Said::Text(state)) if source.key != "status" => {
            let is_draft = match state.as_str() {
                "Draft" => true,
                "Published" => false,
                _ => return None,
            };
            Some(Said::Flag(is_draft == (source.key == "draft")))
        }
        ("urlId", Said::Text(slug)) if source.key != "urlId" => {
            let (old, whole) = (last_of_address(&source.value)?, source.value.words()?);
            let What::Text(old) = old else { return None };
            let at = whole.rfind(&old)?;
            Some(Said::Text(format!("{}{slug}{}", &whole[..at], &whole[at + old.len()..])))
        }
        ("publishOn" | "updatedOn", Said::Number(number)) if source.key != key => {
            let time = jiff::Timestamp::from_millisecond(number.as_i64()?).ok()?;
            Some(Said::Text(time.to_string()))
        }
        ("excerpt", Said::Text(html)) => {
            let was_html = source.value.words().is_some_and(|text| text.trim_start().starts_with('<'));
            Some(Said::Text(if was_html {
                html.clone()
            } else {
                plain(html).unwrap_or_else(|| html.clone())
            }))
        }
        _ => Some(wanted.clone()),
    }
}

/// HTML of one paragraph without formatting, as a text.
fn plain(html: &str) -> Option<String> {
    let inner = html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>")).unwrap_or(html);
    let text =
        inner.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&nbsp;", "\u{a0}");
    let text = text.replace("&amp;", "&");
    (!inner.contains('<') && !text.trim_start().starts_with('<')).then_some(text)
}

/// The name and the value with which a member of an item is first written to a front matter.
pub(super) fn first(key: &str, value: &Said) -> (String, Said) {
    let named = |name: &str, value: Said| (name.to_owned(), value);
    let only = |name: &str| match value {
        Said::Object(members) if members.len() == 1 => members.iter().find(|(key, _)| key == name),
        _ => None,
    };
    match (key, value) {
        ("urlId", Said::Text(_)) => named("slug", value.clone()),
        ("publishOn", _) => {
            let time = match value {
                Said::Number(number) => {
                    number.as_i64().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
                }
                _ => None,
            };
            named("date", time.map_or_else(|| value.clone(), |time| Said::Text(time.to_string())))
        }
        ("status", Said::Text(state)) if state == "Draft" => named("draft", Said::Flag(true)),
        ("excerpt", Said::Text(html)) => {
            named("excerpt", Said::Text(plain(html).unwrap_or_else(|| html.clone())))
        }
        ("author", _) if only("displayName").is_some() => {
            named("author", only("displayName").map_or(Said::Nothing, |(_, name)| name.clone()))
        }
        ("mainImage", _) if only("assetUrl").is_some() => {
            named("image", only("assetUrl").map_or(Said::Nothing, |(_, address)| address.clone()))
        }
        _ => named(key, value.clone()),
    }
}
