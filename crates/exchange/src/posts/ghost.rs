//! The export of Ghost, from its first versions on: posts, pages, tags, authors, settings, menus.
//!
//! Members, newsletters and offers are no posts: they are read elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::editor::{References, prepare};
use super::record::{Entry, Export, Kind, Link, Menu, Picture, State};
use super::text::{path, time};
use super::{layout, lexical, mobiledoc};
use crate::Fault;

/// What stands in place of the site's own address.
const OWN_ADDRESS: &str = "__GHOST_URL__";

/// Whether a document is an export of Ghost.
#[must_use]
pub fn is_ghost(document: &Value) -> bool {
    data(document).is_some_and(|data| data.get("posts").is_some_and(Value::is_array))
}

/// The tables of an export: some versions put them into a list, others do not. An answer of Ghost's API has the posts alone,
/// with tags and authors inside them.
pub(crate) fn data(document: &Value) -> Option<&Map<String, Value>> {
    let places = ["/db/0/data", "/data"];
    let tables = places.iter().find_map(|place| document.pointer(place)?.as_object());
    tables.or_else(|| document.as_object().filter(|answer| is_answer(answer)))
}

fn is_answer(answer: &Map<String, Value>) -> bool {
    let is_post = |post: &Value| {
        let texts = ["html", "lexical", "mobiledoc", "plaintext"];
        post["slug"].is_string()
            && post["title"].is_string()
            && texts.iter().any(|key| post[*key].is_string())
    };
    answer
        .get("posts")
        .and_then(Value::as_array)
        .is_some_and(|posts| !posts.is_empty() && posts.iter().all(is_post))
}

/// Reads an export.
#[must_use]
pub fn read(document: &Value) -> Export {
    let mut export = Export { source: "ghost", ..Export::default() };
    let empty = Map::new();
    let tables = Tables { data: data(document).unwrap_or(&empty) };
    settings(&tables, &mut export);
    let (tags, users) = (tables.by_id("tags"), tables.by_id("users"));
    let (tags_of, authors_of) =
        (tables.related("posts_tags", "tag_id"), tables.related("posts_authors", "author_id"));
    let metas: BTreeMap<String, &Value> =
        tables.rows("posts_meta").map(|row| (id(row, "post_id"), row)).collect();
    let mut unknown: BTreeSet<String> = BTreeSet::new();
    let mut emails = 0;
    for post in tables.rows("posts") {
        let own = id(post, "id");
        let is_page =
            post["type"] == "page" || matches!(&post["page"], Value::Bool(true)) || post["page"] == 1;
        if post["status"] == "sent" {
            emails += 1;
        }
        let mut entry = Entry::new(if is_page { Kind::Page } else { Kind::Post }, own.clone());
        head(&mut entry, post, metas.get(&own).copied().unwrap_or(&Value::Null));
        let related = tags_of.get(&own).into_iter().flatten().filter_map(|id| tags.get(id).copied());
        for tag in related.chain(inside(post, "tags")) {
            let name = string(tag, "name");
            // Those that begin so are for templates of the old site, and no visitor saw them.
            if !name.is_empty() && !name.starts_with('#') && !entry.tags.contains(&name) {
                entry.tags.push(name);
            }
        }
        let author = vec![id(post, "author_id")];
        let authors = authors_of.get(&own).unwrap_or(&author).iter().filter_map(|id| users.get(id).copied());
        let authors = authors.chain(inside(post, "authors"));
        entry.authors =
            authors.map(|author| string(author, "name")).filter(|name| !name.is_empty()).collect();
        let html = html(post, &mut unknown, &entry.title, &mut export.faults);
        let prepared = prepare(&html, &entry.id, &References::default());
        entry.body = layout::body(&prepared.html, &prepared.blocks, &References::default());
        let injected = ["codeinjection_head", "codeinjection_foot"]
            .iter()
            .any(|key| !string(post, key).trim().is_empty());
        if injected {
            let message =
                format!("'{}' has code of its own for its head or foot, which was left out.", entry.title);
            export.faults.push(Fault::new(0, message, "put it into a code block if it is still wanted"));
        }
        export.entries.push(entry);
    }
    for kind in unknown {
        let message = format!("The card '{kind}' is not known; of it only the words were taken over.");
        export.faults.push(Fault::new(0, message, "look at the pages that had it"));
    }
    if emails > 0 {
        let message = format!("{emails} posts went out by email alone and became drafts.");
        export.faults.push(Fault::new(0, message, "publish those that everybody may read"));
    }
    with_own_address(&mut export);
    export
}

struct Tables<'d> {
    data: &'d Map<String, Value>,
}

impl<'d> Tables<'d> {
    fn rows(&self, table: &str) -> impl Iterator<Item = &'d Value> + use<'d> {
        self.data.get(table).and_then(Value::as_array).into_iter().flatten()
    }

    fn by_id(&self, table: &str) -> BTreeMap<String, &'d Value> {
        self.rows(table).map(|row| (id(row, "id"), row)).collect()
    }

    /// What belongs to each post, in its order.
    fn related(&self, table: &str, member: &str) -> BTreeMap<String, Vec<String>> {
        let mut rows: Vec<&Value> = self.rows(table).collect();
        rows.sort_by_key(|row| row["sort_order"].as_i64().unwrap_or(0));
        let mut related: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in rows {
            related.entry(id(row, "post_id")).or_default().push(id(row, member));
        }
        related
    }
}

/// What an answer of the API has inside a post.
fn inside<'p>(post: &'p Value, member: &str) -> impl Iterator<Item = &'p Value> {
    post[member].as_array().into_iter().flatten().filter(|one| one.is_object())
}

/// An id as text, whether it is a number or not.
fn id(row: &Value, member: &str) -> String {
    match &row[member] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn string(row: &Value, member: &str) -> String {
    row[member].as_str().unwrap_or_default().to_owned()
}

/// Milliseconds of a time, which may be a number of them.
fn moment(row: &Value, member: &str) -> Option<i64> {
    row[member].as_i64().or_else(|| time(row[member].as_str()?))
}

fn head(entry: &mut Entry, post: &Value, meta: &Value) {
    entry.title = string(post, "title");
    entry.slug = string(post, "slug");
    entry.path = if entry.slug.is_empty() { String::new() } else { format!("/{}/", entry.slug) };
    let canonical = string(post, "canonical_url");
    if canonical.starts_with(OWN_ADDRESS) || canonical.starts_with('/') {
        entry.path = path(canonical.trim_start_matches(OWN_ADDRESS));
    }
    entry.state = match post["status"].as_str() {
        Some("published") => State::Published,
        Some("scheduled") => State::Scheduled,
        _ => State::Draft,
    };
    entry.members_only = matches!(post["visibility"].as_str(), Some("members" | "paid" | "tiers" | "filter"));
    entry.featured = post["featured"] == true || post["featured"] == 1;
    entry.published = moment(post, "published_at").or_else(|| moment(post, "created_at")).unwrap_or(0);
    entry.updated = moment(post, "updated_at").unwrap_or(0);
    let excerpt = string(post, "custom_excerpt");
    if !excerpt.is_empty() {
        entry.excerpt = format!("<p>{}</p>", super::text::escaped(&excerpt));
    }
    let either = |key: &str| match (string(post, key), string(meta, key)) {
        (own, other) if own.is_empty() => other,
        (own, _) => own,
    };
    entry.seo = (either("meta_title"), either("meta_description"));
    let picture = match string(post, "feature_image") {
        none if none.is_empty() => string(post, "image"),
        picture => picture,
    };
    if !picture.is_empty() {
        let (alt, caption) = (either("feature_image_alt"), either("feature_image_caption"));
        entry.picture = Some(Picture { url: picture, alt, caption });
    }
}

/// The text of a post: as HTML where the export has it, else out of what its editor kept.
fn html(post: &Value, unknown: &mut BTreeSet<String>, title: &str, faults: &mut Vec<Fault>) -> String {
    let own = string(post, "html");
    if !own.trim().is_empty() {
        return own;
    }
    let mut kinds = Vec::new();
    let mut broken = |what: &str| {
        let message = format!("The {what} text of '{title}' is damaged; it was left out.");
        faults.push(Fault::new(0, message, "open the post at the source, save it, and export again"));
        String::new()
    };
    let parsed = |member: &str| match &post[member] {
        Value::String(text) if !text.is_empty() => Some(serde_json::from_str::<Value>(text)),
        Value::Object(document) => Some(Ok(Value::Object(document.clone()))),
        _ => None,
    };
    let html = match (parsed("lexical"), parsed("mobiledoc")) {
        (Some(Ok(document)), _) => lexical::html(&document, &mut kinds),
        (Some(Err(_)), None) => broken("lexical"),
        (_, Some(Ok(document))) => mobiledoc::html(&document, &mut kinds),
        (_, Some(Err(_))) => broken("mobiledoc"),
        (None, None) => match string(post, "markdown") {
            none if none.is_empty() => string(post, "plaintext"),
            markdown => {
                mobiledoc::card("markdown", &serde_json::json!({"markdown": markdown})).unwrap_or_default()
            }
        },
    };
    unknown.extend(kinds);
    html
}

fn settings(tables: &Tables<'_>, export: &mut Export) {
    let value = |key: &str| {
        let row = tables.rows("settings").find(|row| row["key"] == key);
        row.map(|row| string(row, "value")).unwrap_or_default()
    };
    export.title = value("title");
    export.description = value("description");
    export.language = match value("locale") {
        none if none.is_empty() => value("lang"),
        locale => locale,
    };
    for (key, name) in [("navigation", "main"), ("secondary_navigation", "secondary")] {
        let links: Vec<Value> = serde_json::from_str(&value(key)).unwrap_or_default();
        let links: Vec<Link> = links
            .iter()
            .map(|link| Link { title: string(link, "label"), url: string(link, "url"), ..Link::default() })
            .filter(|link| !link.title.is_empty())
            .collect();
        if !links.is_empty() {
            export.menus.push(Menu { name: name.to_owned(), links });
        }
    }
    let has_code = ["ghost_head", "ghost_foot", "codeinjection_head", "codeinjection_foot"]
        .iter()
        .any(|key| !value(key).trim().is_empty());
    if has_code {
        let message = "The site has code of its own for the head or foot of every page, which was left out.";
        export.faults.push(Fault::new(0, message, "put it into the template if it is still wanted"));
    }
}

/// Addresses of the site itself are written without its name from here on; pictures that lie on the old server need it.
fn with_own_address(export: &mut Export) {
    let mut faulty = false;
    let mut change = |text: &mut String| {
        if text.contains(OWN_ADDRESS) {
            faulty |= text.contains("__GHOST_URL__/content/");
            *text = text.replace(OWN_ADDRESS, "");
        }
    };
    for entry in &mut export.entries {
        change(&mut entry.body.html);
        change(&mut entry.excerpt);
        if let Some(picture) = &mut entry.picture {
            change(&mut picture.url);
            change(&mut picture.caption);
        }
        for row in &mut entry.body.rows {
            let mut text = row.to_string();
            change(&mut text);
            if let Ok(changed) = serde_json::from_str(&text) {
                *row = changed;
            }
        }
    }
    for menu in &mut export.menus {
        menu.links.iter_mut().for_each(|link| change(&mut link.url));
    }
    if faulty {
        let message =
            "Pictures and files lie on the old server and are named without its address (/content/…).";
        let help = "copy the folder 'content' of Ghost into the site's 'files' as 'files/content', or write the address of the old site before them";
        export.faults.push(Fault::new(0, message, help));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn export() -> Value {
        json!({"db": [{"meta": {"version": "5.1.0", "exported_on": 1}, "data": {
            "posts": [
                {"id": "a", "title": "One", "slug": "one", "status": "published", "type": "post", "visibility": "paid", "featured": 1,
                 "published_at": "2021-02-03T04:05:06.000Z", "feature_image": "__GHOST_URL__/content/images/o.jpg", "custom_excerpt": "Short & sweet",
                 "lexical": "{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"Hi\"}]},{\"type\":\"image\",\"src\":\"__GHOST_URL__/content/images/i.png\"}]}}"},
                {"id": "b", "title": "About", "slug": "about", "status": "draft", "page": 1, "html": "<p>Us</p>", "author_id": 2},
                {"id": "c", "title": "Old", "slug": "old", "status": "sent", "mobiledoc": "nonsense", "published_at": 1_600_000_000_000_i64},
            ],
            "posts_meta": [{"post_id": "a", "meta_title": "T", "feature_image_alt": "Alt"}],
            "tags": [{"id": 1, "name": "News"}, {"id": 2, "name": "#wide"}], "users": [{"id": 2, "name": "Bea"}, {"id": "u", "name": "Al"}],
            "posts_tags": [{"post_id": "a", "tag_id": 2, "sort_order": 1}, {"post_id": "a", "tag_id": 1, "sort_order": 0}],
            "posts_authors": [{"post_id": "a", "author_id": "u", "sort_order": 0}, {"post_id": "a", "author_id": 2, "sort_order": 1}],
            "settings": [{"key": "title", "value": "Ours"}, {"key": "navigation", "value": "[{\"label\":\"Home\",\"url\":\"/\"}]"}],
        }}]})
    }

    /// S-552: what the API answers has tags and authors inside each post.
    #[test]
    fn s_552_answers_of_the_api_are_read_as_well() {
        let document = json!({"posts": [{
            "id": "x", "slug": "x", "title": "X", "status": "published", "html": "<p>Words</p>",
            "tags": [{"name": "Walks", "slug": "walks"}, {"name": "#hidden"}], "authors": [{"name": "Ada"}],
        }], "meta": {}});
        assert!(is_ghost(&document) && !is_ghost(&json!({"posts": [{"url": "/x", "data": {}}]})));
        let export = read(&document);
        let [post] = export.entries.as_slice() else { panic!("{export:?}") };
        assert_eq!((post.tags.join(","), post.authors.join(",")), ("Walks".to_owned(), "Ada".to_owned()));
        assert_eq!(post.body.html, "<p>Words</p>");
    }

    /// S-552: whatever version wrote it.
    #[test]
    fn s_552_posts_pages_tags_authors_and_settings_are_read() {
        let document = export();
        assert!(is_ghost(&document) && !is_ghost(&json!({"website": {}})));
        let export = read(&document);
        assert_eq!((export.title.as_str(), export.menus[0].links[0].url.as_str()), ("Ours", "/"));
        let [one, about, old] = export.entries.as_slice() else { panic!("{export:?}") };
        assert_eq!(
            (one.authors.join(","), one.tags.join(","), one.members_only, one.featured),
            ("Al,Bea".into(), "News".into(), true, true)
        );
        assert_eq!((one.published, one.seo.0.as_str()), (1_612_325_106_000, "T"));
        let picture = one.picture.as_ref().unwrap();
        assert_eq!((picture.url.as_str(), picture.alt.as_str()), ("/content/images/o.jpg", "Alt"));
        assert_eq!(one.excerpt, "<p>Short &amp; sweet</p>");
        assert_eq!(
            one.body.rows[0]["columns"][0]["blocks"][1]["value"]["image"]["assetUrl"],
            "/content/images/i.png"
        );
        assert_eq!(
            (&about.kind, about.state, about.body.html.as_str()),
            (&Kind::Page, State::Draft, "<p>Us</p>")
        );
        assert_eq!(
            (old.state, old.published, about.authors.join(",")),
            (State::Draft, 1_600_000_000_000, "Bea".into())
        );
        assert_eq!(export.faults.len(), 3, "{:?}", export.faults);
    }
}
