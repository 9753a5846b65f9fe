//! Feeds, the sitemap, and what search engines read.

use std::collections::BTreeSet;

use loggia_commerce::Access;
use loggia_template::{Arena, Node};
use serde_json::{Value, json};

use super::caddy;
pub use super::context::Translated;
use super::context::{RenderContext, text};
use super::feed_address::{feed_url, has_feed, json_feed_url};
use super::meta::{is_hidden, rfc3339, summary};
use super::moved::{self, Moved};
use super::rules;
use super::social_icons;
use crate::asset::percent_encoded;
use crate::manifest::REDIRECTS;
use crate::plan::{Page, Subject, System};
use crate::site::page_access::of_page;
use crate::site::{Collection, Item};
use crate::theme::builtin;

/// Items of a feed.
const FEED_ITEMS: usize = 20;

/// Files for programs that read the site: path below the output folder, and text. `versions` are the site in other
/// languages.
#[must_use]
pub fn files(
    context: &RenderContext<'_>,
    pages: &[Page],
    versions: &[Translated<'_>],
) -> Vec<(String, String)> {
    let mut files = of_language(context, pages);
    for (context, pages) in versions {
        files.extend(of_language(context, pages));
    }
    let all: Vec<Translated<'_>> =
        std::iter::once((context, pages)).chain(versions.iter().copied()).collect();
    if !context.site.website.base_url.is_empty() {
        files.push(("sitemap.xml".to_owned(), sitemap(&all)));
    }
    files.push(("robots.txt".to_owned(), robots(&all)));
    let moved = moved::pages(&all);
    let plain = moved::files(context.assets, &context.site.redirects);
    let is_page = |one: &&Moved| one.query.is_some() || !plain.contains_key(&one.from[1..]);
    files.extend(moved.iter().filter(is_page).filter_map(|one| moved::page(&all, one)));
    files.push(("_redirects".to_owned(), redirects(&all, &moved)));
    files.push(("_nginx.conf".to_owned(), rules::nginx(&all, &moved)));
    files.push(("_caddy.conf".to_owned(), caddy::lines(&all, &moved)));
    files.extend(rules::bucket(context));
    if !context.site.redirects.is_empty() {
        files.push((REDIRECTS.to_owned(), rules::table(context)));
    }
    files.extend(social_icons::file(context));
    files.push(("_headers".to_owned(), context.headers.host_lines()));
    if !context.headers.security_txt.is_empty() {
        files.push((".well-known/security.txt".to_owned(), context.headers.security_txt.clone()));
    }
    files
}

/// The feeds and calendars of a site in one language.
fn of_language(context: &RenderContext<'_>, pages: &[Page]) -> Vec<(String, String)> {
    let collections = context.site.collections.iter();
    let mut files: Vec<(String, String)> =
        collections.flat_map(|collection| of_collection(context, collection)).collect();
    let prefix = context.site.website.prefix;
    files.extend(
        super::ics::files(context, pages).into_iter().map(|(path, text)| (below(prefix, &path), text)),
    );
    files
}

/// A path of the output in a language whose pages begin with a prefix.
fn below(prefix: &str, path: &str) -> String {
    match prefix.strip_prefix('/') {
        Some(folder) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

/// The files that say what the items of one collection say: those that change with the words of an item that is no event.
#[must_use]
pub fn of_collection(context: &RenderContext<'_>, collection: &Collection) -> Vec<(String, String)> {
    let has_feed =
        collection.is_public && has_feed(collection) && of_page(collection, None) == Access::Public;
    if !has_feed {
        return Vec::new();
    }
    let prefix = context.site.website.prefix;
    let file = |url: String, text: String| (below(prefix, &url[1..]), text);
    vec![
        file(feed_url(collection), rss(context, collection)),
        file(json_feed_url(collection), json_feed(context, collection)),
    ]
}

fn rss(context: &RenderContext<'_>, collection: &Collection) -> String {
    let arena = Arena::new();
    let website = &context.site.website;
    let absolute = |url: &str| arena.text_node(&website.absolute(url));
    let items: Vec<Node<'_>> = shown(context, collection).map(|item| entry(context, item, &arena)).collect();
    let description = collection.node.get("description").as_str().unwrap_or(website.description);
    let feed = arena.object([
        ("title", arena.text_node(&format!("{} — {}", collection.title, website.title))),
        ("link", absolute(collection.full_url)),
        ("self", absolute(&feed_url(collection))),
        ("description", Node::Text(description)),
        ("language", Node::Text(website.locale)),
        ("items", arena.list(&items)),
    ]);
    text(context, builtin::RSS, feed)
}

/// The same as a JSON feed (version 1.1).
fn json_feed(context: &RenderContext<'_>, collection: &Collection) -> String {
    let website = &context.site.website;
    let description = collection.node.get("description").as_str().unwrap_or(website.description);
    let items: Vec<Value> = shown(context, collection).map(|item| json_entry(context, item)).collect();
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": format!("{} — {}", collection.title, website.title),
        "home_page_url": website.absolute(collection.full_url),
        "feed_url": website.absolute(&json_feed_url(collection)),
        "description": description,
        "language": website.locale,
        "items": items,
    });
    feed.to_string()
}

fn json_entry(context: &RenderContext<'_>, item: &Item) -> Value {
    let website = &context.site.website;
    let own = item.node.get("externalLink").as_str().filter(|link| !link.is_empty());
    let picture =
        item.document.root.get("assetUrl").as_str().and_then(|address| context.assets.resolve(address));
    let author = item.node.get("author").get("displayName").as_str().filter(|name| !name.is_empty());
    let labels: Vec<&str> = item.categories.iter().chain(&item.tags).copied().collect();
    let mut entry = json!({
        "id": item.id,
        "url": website.absolute(item.full_url),
        "title": item.title,
        "content_html": body(context, item),
        "summary": summary(context, item),
        "date_published": rfc3339(item.publish_on),
    });
    if let Some(entry) = entry.as_object_mut() {
        entry.extend(own.map(|link| ("external_url".to_owned(), link.into())));
        entry.extend(picture.map(|path| ("image".to_owned(), website.absolute_file(&path).into())));
        entry.extend(author.map(|name| ("authors".to_owned(), json!([{"name": name}]))));
        entry.extend((!labels.is_empty()).then(|| ("tags".to_owned(), labels.into())));
    }
    entry
}

/// The newest items of a collection that everybody may see.
fn shown<'s>(
    context: &'s RenderContext<'_>,
    collection: &'s Collection<'s>,
) -> impl Iterator<Item = &'s Item<'s>> {
    let public = collection.items.iter().filter(|item| {
        (item.is_public || context.drafts) && of_page(collection, Some(item)) == Access::Public
    });
    public.take(FEED_ITEMS)
}

/// The body of an item with the addresses of files as they are in the output.
fn body(context: &RenderContext<'_>, item: &Item) -> String {
    let body = context.shared.blocks().body(item).unwrap_or_default();
    String::from_utf8(context.assets.rewrite(body.as_bytes().to_vec())).unwrap_or_default()
}

fn entry<'a>(context: &RenderContext<'_>, item: &Item<'a>, arena: &'a Arena) -> Node<'a> {
    let website = &context.site.website;
    let categories: Vec<Node<'_>> = item.categories.iter().map(|category| Node::Text(category)).collect();
    let own = item.node.get("externalLink").as_str().filter(|link| !link.is_empty());
    let body = body(context, item);
    arena.object([
        ("id", Node::Text(item.id)),
        ("title", Node::Text(item.title)),
        ("link", arena.text_node(&website.absolute(own.unwrap_or(item.full_url)))),
        ("date", arena.text_node(&rfc2822(item.publish_on))),
        ("summary", arena.text_node(&summary(context, item))),
        ("body", arena.text_node(&body)),
        ("categories", arena.list(&categories)),
    ])
}

fn rfc2822(time: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(time).unwrap_or_default();
    time.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

fn sitemap(versions: &[Translated<'_>]) -> String {
    let arena = Arena::new();
    let all = versions.iter().flat_map(|(context, pages)| pages.iter().map(|page| (*context, page)));
    let listed = all.filter(|(context, page)| is_listed(context, page)).map(|(context, page)| {
        let modified = match &page.subject {
            Subject::Item { collection, item, .. } => {
                let item = &context.site.collections[*collection].items[*item];
                item.node.get("updatedOn").as_f64().map_or(item.publish_on, |time| time as i64)
            }
            _ => 0,
        };
        let modified = if modified == 0 { String::new() } else { rfc3339(modified) };
        let url = arena.text_node(&context.site.website.absolute(&page.url));
        let alternates = super::language::alternatives(context.versions, context.site, page);
        let alternates = alternates.iter().map(|one| {
            arena.object([("locale", arena.text_node(one.tag)), ("url", arena.text_node(&one.absolute()))])
        });
        let alternates = arena.list(&alternates.collect::<Vec<_>>());
        arena.object([("url", url), ("modified", arena.text_node(&modified)), ("alternates", alternates)])
    });
    let list = arena.list(&listed.collect::<Vec<_>>());
    let Some((context, _)) = versions.first() else { return String::new() };
    let multilingual = Node::Boolean(versions.len() > 1);
    text(context, builtin::SITEMAP, arena.object([("multilingual", multilingual), ("pages", list)]))
}

/// Whether a page is for everybody to find.
fn is_listed(context: &RenderContext<'_>, page: &Page) -> bool {
    let collections = &context.site.collections;
    match &page.subject {
        // An empty cart is no content.
        Subject::System(system) => *system == System::Accessibility,
        Subject::Redirect { .. } | Subject::Lock { .. } => false,
        Subject::Item { collection, item, .. } => {
            let collection = &collections[*collection];
            let item = &collection.items[*item];
            of_page(collection, Some(item)) == Access::Public && !is_hidden(item.node)
        }
        Subject::List { collection, .. } | Subject::Page { collection } => {
            let collection = &collections[*collection];
            of_page(collection, None) == Access::Public && !is_hidden(collection.node)
        }
    }
}

fn robots(versions: &[Translated<'_>]) -> String {
    let Some((context, _)) = versions.first() else { return String::new() };
    let arena = Arena::new();
    let hides = |page: &&Page| matches!(page.subject, Subject::System(system) if !system.may_be_found());
    let hidden: Vec<Node<'_>> = versions
        .iter()
        .flat_map(|(context, pages)| {
            let website = &context.site.website;
            pages.iter().filter(hides).map(|page| arena.text_node(&website.localized(&page.url)))
        })
        .collect();
    let website = &context.site.website;
    let sitemap = if website.base_url.is_empty() { String::new() } else { website.absolute("/sitemap.xml") };
    text(
        context,
        builtin::ROBOTS,
        arena.object([("hidden", arena.list(&hidden)), ("sitemap", arena.text_node(&sitemap))]),
    )
}

/// Other addresses, folders that lead to their first page, and the plain addresses of files, which others may have linked
/// to.
fn redirects(versions: &[Translated<'_>], moved: &[Moved]) -> String {
    let Some((context, _)) = versions.first() else { return String::new() };
    let arena = Arena::new();
    let row = |from: &str, to: &str| {
        arena.object([
            ("from", arena.text_node(&percent_encoded(from))),
            ("to", arena.text_node(to)),
            ("status", Node::Text("302")),
        ])
    };
    let folders = versions.iter().flat_map(|(context, pages)| {
        let website = &context.site.website;
        pages.iter().filter_map(move |page| match &page.subject {
            Subject::Redirect { to, .. } => Some(row(&website.localized(&page.url), &website.localized(to))),
            _ => None,
        })
    });
    let downloads = context.assets.iter().filter(|(address, _)| address.starts_with("/files/"));
    let downloads =
        downloads.map(|(address, asset)| row(address, &format!("/{}", percent_encoded(&asset.path))));
    // Templates of hosted builders ask for an event's calendar file in this way.
    let events = versions.iter().flat_map(|(context, _)| {
        let site = context.site;
        let lists =
            site.collections.iter().filter(|collection| collection.is_public && collection.is_events());
        lists.map(|collection| {
            let base = site.website.localized(collection.full_url.trim_end_matches('/'));
            arena.object([
                ("from", arena.text_node(&format!("{}/:event format=ical", percent_encoded(&base)))),
                ("to", arena.text_node(&format!("{}/:event.ics", percent_encoded(&base)))),
                ("status", Node::Text("302")),
            ])
        })
    });
    // What a plain name leads to changes with the file: nobody is told to remember it.
    let plain = moved::files(context.assets, &context.site.redirects).into_iter();
    let led: BTreeSet<&str> = moved.iter().map(|one| &one.from[1..]).collect();
    let plain = plain.filter(|(path, _)| !path.starts_with("files/") && !led.contains(path.as_str()));
    let plain =
        plain.map(|(path, asset)| row(&format!("/{path}"), &format!("/{}", percent_encoded(&asset.path))));
    let moved = moved::rows(moved, &arena).into_iter();
    let open = rules::rows(context, &arena).into_iter();
    let rows = moved.chain(folders).chain(downloads).chain(plain).chain(events).chain(open);
    let rows = arena.list(&rows.collect::<Vec<_>>());
    text(context, builtin::REDIRECTS, arena.object([("redirects", rows)]))
}
