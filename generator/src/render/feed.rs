//! Feeds, the sitemap, and what search engines are told.

use loggia_commerce::Access;
use loggia_template::{Arena, Node};

use super::meta::{feed_url, has_feed, rfc3339, summary};
use super::page::{Material, run};
use crate::asset::percent_encoded;
use crate::plan::{Page, Subject};
use crate::site::access::of_page;
use crate::site::{Collection, Item};
use crate::theme::builtin;

/// Items of a feed.
const FEED_ITEMS: usize = 20;

/// Files for programs that read the site: path below the output folder, and text.
#[must_use]
pub fn files(material: &Material<'_>, pages: &[Page]) -> Vec<(String, String)> {
    let site = material.site;
    let mut files: Vec<(String, String)> =
        site.collections.iter().flat_map(|collection| of_collection(material, collection)).collect();
    files.extend(super::ics::files(material, pages));
    if !site.website.base_url.is_empty() {
        files.push(("sitemap.xml".to_owned(), sitemap(material, pages)));
    }
    files.push(("robots.txt".to_owned(), robots(material, pages)));
    files.push(("_redirects".to_owned(), redirects(material, pages)));
    files.push(("_headers".to_owned(), text(material, builtin::HOST_HEADERS, Node::Null)));
    files
}

/// The files that say what the items of one collection say: those that change with the words of an item that is no event.
#[must_use]
pub fn of_collection(material: &Material<'_>, collection: &Collection) -> Vec<(String, String)> {
    let has_feed =
        collection.is_public && has_feed(collection) && of_page(collection, None) == Access::Public;
    let feed = has_feed.then(|| (feed_url(collection)[1..].to_owned(), rss(material, collection)));
    feed.into_iter().collect()
}

fn text(material: &Material<'_>, template: builtin::Builtin, data: Node<'_>) -> String {
    run(material, material.theme.builtin(template), data, &mut Vec::new())
}

fn rss(material: &Material<'_>, collection: &Collection) -> String {
    let arena = Arena::new();
    let website = &material.site.website;
    let absolute = |url: &str| arena.text_node(&website.absolute(url));
    let public = collection.items.iter().filter(|item| {
        (item.is_public || material.drafts) && of_page(collection, Some(item)) == Access::Public
    });
    let items: Vec<Node<'_>> = public.take(FEED_ITEMS).map(|item| entry(material, item, &arena)).collect();
    let description = collection.node.get("description").as_str().unwrap_or(website.description);
    let feed = arena.object([
        ("title", arena.text_node(&format!("{} — {}", collection.title, website.title))),
        ("link", absolute(collection.full_url)),
        ("self", absolute(&feed_url(collection))),
        ("description", Node::Text(description)),
        ("language", Node::Text(website.locale)),
        ("items", arena.list(&items)),
    ]);
    text(material, builtin::RSS, feed)
}

fn entry<'a>(material: &Material<'_>, item: &Item, arena: &'a Arena) -> Node<'a> {
    let website = &material.site.website;
    let categories: Vec<Node<'_>> = item.categories.iter().map(|category| Node::Text(category)).collect();
    let own = item.node.get("externalLink").as_str().filter(|link| !link.is_empty());
    let body = item.node.get("body").as_str().unwrap_or_default();
    let body = String::from_utf8(material.assets.rewrite(body.as_bytes().to_vec())).unwrap_or_default();
    arena.object([
        ("id", Node::Text(item.id)),
        ("title", Node::Text(item.title)),
        ("link", arena.text_node(&website.absolute(own.unwrap_or(item.full_url)))),
        ("date", arena.text_node(&rfc2822(item.publish_on))),
        ("summary", arena.text_node(&summary(item))),
        ("body", arena.text_node(&body)),
        ("categories", arena.list(&categories)),
    ])
}

fn rfc2822(time: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(time).unwrap_or_default();
    time.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

fn sitemap(material: &Material<'_>, pages: &[Page]) -> String {
    let arena = Arena::new();
    let listed = pages.iter().filter(|page| is_listed(material, page)).map(|page| {
        let modified = match &page.subject {
            Subject::Item { collection, item, .. } => {
                let item = &material.site.collections[*collection].items[*item];
                item.node.get("updatedOn").as_f64().map_or(item.publish_on, |time| time as i64)
            }
            _ => 0,
        };
        let modified = if modified == 0 { String::new() } else { rfc3339(modified) };
        let url = arena.text_node(&material.site.website.absolute(&page.url));
        arena.object([("url", url), ("modified", arena.text_node(&modified))])
    });
    let list = arena.list(&listed.collect::<Vec<_>>());
    text(material, builtin::SITEMAP, arena.object([("pages", list)]))
}

/// Whether a page is for everybody to find.
fn is_listed(material: &Material<'_>, page: &Page) -> bool {
    let collections = &material.site.collections;
    match &page.subject {
        Subject::System(_) | Subject::Redirect { .. } | Subject::Lock { .. } => false,
        Subject::Item { collection, item, .. } => {
            let collection = &collections[*collection];
            of_page(collection, Some(&collection.items[*item])) == Access::Public
        }
        Subject::List { collection, .. } | Subject::Page { collection } => {
            of_page(&collections[*collection], None) == Access::Public
        }
    }
}

fn robots(material: &Material<'_>, pages: &[Page]) -> String {
    let arena = Arena::new();
    let hidden: Vec<Node<'_>> = pages
        .iter()
        .filter(|page| matches!(page.subject, Subject::System(_)))
        .map(|page| Node::Text(page.url.as_str()))
        .collect();
    let website = &material.site.website;
    let sitemap = if website.base_url.is_empty() { String::new() } else { website.absolute("/sitemap.xml") };
    text(
        material,
        builtin::ROBOTS,
        arena.object([("hidden", arena.list(&hidden)), ("sitemap", arena.text_node(&sitemap))]),
    )
}

/// Folders that lead to their first page, and the plain addresses of downloads, which others may have linked to.
fn redirects(material: &Material<'_>, pages: &[Page]) -> String {
    let arena = Arena::new();
    let row = |from: &str, to: &str| {
        arena.object([
            ("from", arena.text_node(&percent_encoded(from))),
            ("to", arena.text_node(to)),
            ("status", Node::Text("302")),
        ])
    };
    let folders = pages.iter().filter_map(|page| match &page.subject {
        Subject::Redirect { to, .. } => Some(row(&page.url, to)),
        _ => None,
    });
    let downloads = material.assets.iter().filter(|(address, _)| address.starts_with("/files/"));
    let downloads =
        downloads.map(|(address, asset)| row(address, &format!("/{}", percent_encoded(&asset.path))));
    // Templates of hosted builders ask for an event's calendar file in this way.
    let events =
        material.site.collections.iter().filter(|collection| collection.is_public && collection.is_events());
    let events = events.map(|collection| {
        let base = collection.full_url.trim_end_matches('/');
        arena.object([
            ("from", arena.text_node(&format!("{}/:event format=ical", percent_encoded(base)))),
            ("to", arena.text_node(&format!("{}/:event.ics", percent_encoded(base)))),
            ("status", Node::Text("302")),
        ])
    });
    let rows = arena.list(&folders.chain(downloads).chain(events).collect::<Vec<_>>());
    text(material, builtin::REDIRECTS, arena.object([("redirects", rows)]))
}
