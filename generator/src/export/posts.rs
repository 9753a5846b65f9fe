//! Pages, posts, pictures, events and comments of a site, as WordPress has them.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_exchange::posts::{Comment, Entry, Export, Kind, Link, Menu, Picture, State};
use loggia_template::Node;

use super::site::{Source, lost};
use super::words::{Shown, Words};
use crate::diagnostic::Diagnostic;
use crate::site::code::record;
use crate::site::item::State as Stands;
use crate::site::{Collection, Item};

/// The members that name a place, in the order in which they are read.
const PLACE: [&str; 4] = ["addressTitle", "addressLine1", "addressLine2", "addressCountry"];
/// The code of a picture.
const IMAGE: i64 = 2;
/// Codes of what is played, or leads elsewhere: links, tracks, films and files.
const PLAYED: [i64; 5] = [5, record::AUDIO, record::VIDEO, 15, 19];

/// Everything of a site that is words and pictures. Products are not among it.
pub(super) fn export(
    source: &Source<'_>,
    comments: Vec<Comment>,
    now: i64,
    faults: &mut Vec<Diagnostic>,
) -> Export {
    let site = source.loaded.site.get();
    let mut posts =
        Posts { source, words: Words::default(), now, entries: Vec::new(), lists: Vec::new(), faults };
    for collection in &site.collections {
        posts.collection(collection);
    }
    let (entries, lists) = (posts.entries, posts.lists);
    if lists.len() > 1 {
        let message = format!(
            "WordPress has one list of posts: those of '{}' stand in it together.",
            lists.join("', '")
        );
        faults.push(lost(
            "wordpress.xml".as_ref(),
            message,
            "their old addresses begin with that of their list",
        ));
    }
    let by_path: BTreeMap<String, String> =
        entries.iter().map(|entry| (entry.path.clone(), entry.id.clone())).collect();
    let paths: BTreeMap<&str, &str> = site.collections.iter().flat_map(paths).collect();
    let comments = comments.into_iter().map(|comment| homed(comment, &paths, &by_path)).collect();
    let website = &site.website;
    Export {
        source: "loggia",
        title: website.title.to_owned(),
        description: website.description.to_owned(),
        language: website.locale.to_owned(),
        address: source.address.clone(),
        menus: menus(website.node("navigation"), &by_path),
        entries,
        comments,
        ..Export::default()
    }
}

struct Posts<'p, 'l> {
    source: &'p Source<'l>,
    words: Words,
    now: i64,
    entries: Vec<Entry>,
    /// The titles of the lists that posts come from.
    lists: Vec<String>,
    faults: &'p mut Vec<Diagnostic>,
}

impl Posts<'_, '_> {
    fn collection(&mut self, collection: &Collection<'_>) {
        let is_event = |item: &Item<'_>| item.record_type == record::EVENT;
        let items: Vec<&Item<'_>> =
            collection.items.iter().filter(|item| item.record_type != record::STORE_ITEM).collect();
        let is_gallery = collection.is_gallery()
            || !items.is_empty() && items.iter().all(|item| item.record_type == IMAGE);
        if !collection.is_list() || is_gallery {
            return self.page(collection, &items);
        }
        if !self.content(collection).is_empty() {
            self.page(collection, &[]);
        }
        let file = collection.document.file;
        let title = collection.title;
        if items.iter().any(|item| is_event(item)) {
            let message = format!(
                "WordPress has no events: those of '{title}' are posts of this category, which begin with their time and place."
            );
            self.faults.push(lost(file, message, "a calendar of its own needs an addition there"));
        }
        let played = items.iter().filter(|item| PLAYED.contains(&item.record_type)).count();
        if played > 0 {
            let message = format!(
                "{played} of '{title}' are played or lead elsewhere; in WordPress each is a post that begins with that address."
            );
            self.faults.push(lost(file, message, "put blocks of that kind in their place"));
        }
        if !items.is_empty() {
            self.lists.push(title.to_owned());
        }
        for item in items {
            self.post(collection, item);
        }
    }

    /// What stands on the page of a collection itself.
    fn content(&self, collection: &Collection<'_>) -> String {
        let made = self.source.loaded.blocks.member(collection.document.file, "mainContent");
        made.unwrap_or_else(|| Source::html(collection.node.get("mainContent"))).to_owned()
    }

    fn page(&mut self, collection: &Collection<'_>, pictures: &[&Item<'_>]) {
        let mut entry = Entry::new(Kind::Page, number(collection.id, "page-"));
        let node = collection.document.root;
        entry.title = collection.title.to_owned();
        entry.path = collection.full_url.to_owned();
        let mut parts: Vec<&str> = collection.url_id.split('/').collect();
        entry.slug = parts.pop().unwrap_or_default().to_owned();
        entry.parents = parts.into_iter().map(str::to_owned).collect();
        entry.state = if collection.is_public { State::Published } else { State::Draft };
        let mut body = self.content(collection);
        let shown: Vec<Shown> = pictures.iter().filter_map(|item| self.shown(item)).collect();
        if !shown.is_empty() {
            body.push_str(&self.words.pictures(&shown));
        }
        entry.body.html = body;
        entry.excerpt = Source::html(node.get("description")).to_owned();
        self.common(&mut entry, node);
        self.lock(&mut entry, collection, None);
        self.entries.push(entry);
    }

    fn shown(&self, item: &Item<'_>) -> Option<Shown> {
        let picture = picture(item.node)?;
        let text = self.source.loaded.blocks.body(item).unwrap_or_default().to_owned();
        Some(Shown { url: picture.url, alt: picture.alt, title: item.title.to_owned(), text })
    }

    fn post(&mut self, collection: &Collection<'_>, item: &Item<'_>) {
        let mut entry = Entry::new(Kind::Post, number(item.id, "post-"));
        let node = item.node;
        entry.title = item.title.to_owned();
        entry.path = item.full_url.to_owned();
        item.url_id.rsplit('/').next().unwrap_or_default().clone_into(&mut entry.slug);
        entry.state = self.state(item);
        entry.published = item.publish_on;
        entry.updated = time(node.get("updatedOn"));
        entry.featured = node.get("starred").is_true();
        entry.authors =
            node.get("author").get("displayName").as_str().map(str::to_owned).into_iter().collect();
        entry.authors.retain(|name| !name.is_empty());
        entry.categories = item.categories.iter().map(|name| (*name).to_owned()).collect();
        entry.tags = item.tags.iter().map(|name| (*name).to_owned()).collect();
        entry.excerpt = Source::html(node.get("excerpt")).to_owned();
        entry.comments_open = node.get("commentState").as_f64() == Some(1.0);
        let body = self.source.loaded.blocks.body(item).unwrap_or_default();
        entry.body.html = self.before(item) + body;
        if item.record_type == record::EVENT && !entry.categories.iter().any(|name| name == collection.title)
        {
            entry.categories.insert(0, collection.title.to_owned());
        }
        self.common(&mut entry, node);
        self.lock(&mut entry, collection, Some(item));
        self.entries.push(entry);
    }

    fn state(&self, item: &Item<'_>) -> State {
        match item.state {
            Stands::Draft => State::Draft,
            Stands::NeedsReview => State::NeedsReview,
            Stands::Private => State::Private,
            Stands::Scheduled | Stands::Published if item.publish_on > self.now => State::Scheduled,
            Stands::Scheduled | Stands::Published => State::Published,
        }
    }

    /// What an item says beside its text and has no place of its own elsewhere: time and place of an event, and what is
    /// played or led to.
    fn before(&self, item: &Item<'_>) -> String {
        let node = item.node;
        let when = item.lasts.filter(|_| item.record_type == record::EVENT);
        let zone = self.source.loaded.site.get().website.time_zone;
        let when = when.map(|(start, end)| span(start, end, zone)).unwrap_or_default();
        let lines = PLACE.iter().filter_map(|line| node.get("location").get(*line).as_str()).map(str::trim);
        let place = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ");
        let played = ["audioAssetUrl", "videoUrl", "sourceUrl", "assetUrl"];
        let source = played.iter().find_map(|key| node.get(*key).as_str().filter(|url| !url.is_empty()));
        let source = source.filter(|_| PLAYED.contains(&item.record_type));
        let source = source.map(|url| self.source.absolute(url)).unwrap_or_default();
        self.words.before(&when, &place, &source)
    }

    /// What pages and items have alike.
    fn common(&self, entry: &mut Entry, node: Node<'_>) {
        let seo = |key: &str| node.get("seoData").get(key).as_str().unwrap_or_default().to_owned();
        entry.seo = (seo("seoTitle"), seo("seoDescription"));
        entry.picture = picture(node);
    }

    fn lock(&self, entry: &mut Entry, collection: &Collection<'_>, item: Option<&Item<'_>>) {
        if Source::is_open(collection, item) {
            return;
        }
        let of = |node: Node<'_>| crate::site::access::password(node).map(str::to_owned);
        let own = item.and_then(|item| of(item.document.root));
        match own.or_else(|| of(collection.document.root)) {
            Some(password) => entry.password = password,
            None => entry.members_only = true,
        }
    }
}

/// The picture that stands for something.
fn picture(node: Node<'_>) -> Option<Picture> {
    let main = node.get("mainImage");
    let address =
        |node: Node<'_>| node.get("assetUrl").as_str().filter(|url| !url.is_empty()).map(str::to_owned);
    let alt = [main, node].into_iter().find_map(|node| node.get("altText").as_str()).unwrap_or_default();
    let url = address(main).or_else(|| address(node))?;
    Some(Picture { url, alt: alt.to_owned(), caption: String::new() })
}

/// The number that an id has after an import of WordPress; another id as it is.
fn number(id: &str, start: &str) -> String {
    let number = id.strip_prefix(start).filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    number.filter(|rest| !rest.is_empty()).unwrap_or(id).to_owned()
}

fn time(node: Node<'_>) -> i64 {
    node.as_f64().map_or(0, |time| time as i64)
}

/// When something happens, in the time of the site: `2026-05-09 11:00 – 17:00 (Europe/Lisbon)`.
fn span(start: i64, end: i64, zone: &str) -> String {
    let zone = jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let at = |time: i64| jiff::Timestamp::from_millisecond(time).unwrap_or_default().to_zoned(zone.clone());
    let (from, to) = (at(start), at(end));
    let stated = |at: &jiff::Zoned, pattern: &str| at.strftime(pattern).to_string();
    let day = "%Y-%m-%d %H:%M";
    let name = zone.iana_name().unwrap_or("UTC");
    match (start == end, from.date() == to.date()) {
        (true, _) => format!("{} ({name})", stated(&from, day)),
        (false, true) => format!("{} \u{2013} {} ({name})", stated(&from, day), stated(&to, "%H:%M")),
        (false, false) => format!("{} \u{2013} {} ({name})", stated(&from, day), stated(&to, day)),
    }
}

/// The addresses of a collection and its items, by their ids.
fn paths<'c>(collection: &'c Collection<'_>) -> impl Iterator<Item = (&'c str, &'c str)> {
    let own = (collection.id, collection.full_url);
    std::iter::once(own).chain(collection.items.iter().map(|item| (item.id, item.full_url)))
}

/// A comment with the entry that it belongs to: by the id of the item in the site, else by the path that it had.
fn homed(mut comment: Comment, paths: &BTreeMap<&str, &str>, by_path: &BTreeMap<String, String>) -> Comment {
    let own = paths.get(comment.item_id.as_str()).and_then(|url| by_path.get(*url));
    let path = Some(&comment.path).filter(|path| !path.is_empty());
    let entry = own.or_else(|| by_path.get(&format!("/{}", path?.trim_matches('/'))));
    comment.entry = entry.cloned().unwrap_or_default();
    comment
}

fn menus(navigation: Node<'_>, by_path: &BTreeMap<String, String>) -> Vec<Menu> {
    let members = navigation.as_object().into_iter().flat_map(|object| object.members());
    let mut menus: Vec<Menu> = members
        .map(|(name, links)| Menu { name: name.to_owned(), links: entries(links, by_path, 0) })
        .filter(|menu| !menu.links.is_empty())
        .collect();
    menus.sort_by(|one, two| one.name.cmp(&two.name));
    menus
}

fn entries(links: Node<'_>, by_path: &BTreeMap<String, String>, depth: usize) -> Vec<Link> {
    if depth == 5 {
        return Vec::new();
    }
    let one = |link: &Node<'_>| {
        let url = link.get("url").as_str().unwrap_or_default();
        Link {
            title: link.get("title").as_str().unwrap_or_default().to_owned(),
            entry: by_path.get(url).cloned().unwrap_or_default(),
            url: url.to_owned(),
            list: None,
            links: entries(link.get("items"), by_path, depth + 1),
        }
    };
    links.elements().iter().map(one).collect()
}

/// The comments of a site that wait for the shop's database, and those of other files of the same form.
pub(super) fn comments(
    texts: &[(std::path::PathBuf, Vec<u8>)],
    faults: &mut Vec<Diagnostic>,
) -> Vec<Comment> {
    let mut all: BTreeMap<String, Comment> = BTreeMap::new();
    for (file, bytes) in texts {
        let value: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
        let list = value["comments"].as_array().filter(|_| value["form"] == "loggia-comments-1");
        let Some(list) = list else {
            faults.push(not_comments(file));
            continue;
        };
        for comment in list {
            match serde_json::from_value::<Comment>(comment.clone()) {
                Ok(comment) => drop(all.insert(comment.key.clone(), comment)),
                Err(error) => {
                    let message = format!("A comment cannot be read: {error}; it was left out.");
                    faults.push(lost(file, message, "export the comments again"));
                }
            }
        }
    }
    all.into_values().collect()
}

fn not_comments(file: &Path) -> Diagnostic {
    lost(file, "This is no list of comments; it was left out.", "give comments.json of `loggia-api export`")
}
