//! Which pages exist: address, output path, kind, subject. No template is looked at here.

mod list;
mod page;
mod term;

use jiff::tz::TimeZone;
use loggia_commerce::Access;

use crate::manifest::PROTECTED;
use crate::site::code::folder;
use crate::site::page_access::of_page;
use crate::site::{Collection, Item, Site};
pub use list::list_url;
use list::{Lists, ordered};
pub use page::{Page, Subject, System};
pub use term::{Term, slug};

/// Every page of a site, in an order that depends on the site and the clock only. `drafts` shows what is not public as
/// well; `now` is milliseconds since 1970 (UTC).
#[must_use]
pub fn plan(site: &Site, drafts: bool, now: i64) -> Vec<Page> {
    // A zone that is not known has been reported at loading.
    let zone = TimeZone::get(site.website.time_zone).unwrap_or(TimeZone::UTC);
    let lists = Lists { now, zone };
    let mut pages = Vec::new();
    for (index, collection) in site.collections.iter().enumerate() {
        if collection.is_public || (drafts && collection.is_draft) {
            let first = pages.len();
            plan_collection(site, &lists, index, drafts, &mut pages);
            if !drafts {
                lock(collection, index, first, &mut pages);
            }
        }
    }
    for system in System::ALL {
        let is_said = system != System::Accessibility || site.states_accessibility();
        if is_said && !pages.iter().any(|page| page.url == system.url()) {
            pages.push(Page::new(system.url().to_owned(), Subject::System(system)));
        }
    }
    pages
}

fn plan_collection(site: &Site, lists: &Lists, index: usize, drafts: bool, pages: &mut Vec<Page>) {
    let collection = &site.collections[index];
    let address = collection.full_url;
    if collection.folder_behavior == folder::REDIRECT {
        if let Some(to) = first_inside(site, collection) {
            pages.push(Page::new(address.to_owned(), Subject::Redirect { collection: index, to }));
        }
        return;
    }
    if !collection.is_list() && collection.items.is_empty() {
        pages.push(Page::new(address.to_owned(), Subject::Page { collection: index }));
        return;
    }
    let public: Vec<usize> =
        (0..collection.items.len()).filter(|item| drafts || collection.items[*item].is_public).collect();
    lists.plan(index, collection, &public, pages);
    let order = ordered(collection, public);
    for (place, item) in order.iter().enumerate() {
        let subject = Subject::Item {
            collection: index,
            item: *item,
            previous: place.checked_sub(1).map(|before| order[before]),
            next: order.get(place + 1).copied(),
        };
        let item = &collection.items[*item];
        if !is_linked_elsewhere(item) {
            pages.push(Page::new(item.full_url.to_owned(), subject));
        }
    }
}

/// Moves what not everybody may see to where the api finds it, and puts a lock in its place (G-055).
fn lock(collection: &Collection, index: usize, first: usize, pages: &mut Vec<Page>) {
    let mut locks = Vec::new();
    for page in &mut pages[first..] {
        let item = match &page.subject {
            Subject::Item { item, .. } => Some(*item),
            Subject::Redirect { .. } => continue,
            _ => None,
        };
        let access = of_page(collection, item.map(|item| &collection.items[item]));
        if access != Access::Public {
            let path = page.path.clone();
            page.path.insert_str(0, PROTECTED);
            let subject = Subject::Lock { collection: index, item, access, locked: Box::new(page.clone()) };
            locks.push(Page { url: page.url.clone(), path, subject });
        }
    }
    pages.extend(locks);
}

/// An item with an address elsewhere is linked there and has no page (G-064); with `passthrough` its title leads to
/// `sourceUrl`, and the page stays.
fn is_linked_elsewhere(item: &Item) -> bool {
    item.node.get("externalLink").as_str().is_some_and(|link| !link.is_empty())
}

/// The first collection or item that a redirecting folder names.
fn first_inside(site: &Site, collection: &Collection) -> Option<String> {
    let children = collection.node.get("collections").elements();
    let first = children.iter().find_map(|child| child.as_str());
    first.and_then(|id| {
        let found = site.collections.iter().find(|other| other.id == id || other.url_id == id)?;
        Some(found.full_url.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_046_addresses_become_files() {
        let file = |url: &str| Page::new(url.to_owned(), Subject::System(System::Cart)).path;
        assert_eq!(file("/"), "index.html");
        assert_eq!(file("/blog/a"), "blog/a/index.html");
        assert_eq!(file("/404.html"), "404.html");
    }
}
