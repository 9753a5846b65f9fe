//! Which pages exist: address, output path, kind, subject. No template is looked at here.

mod list;
mod term;

use jiff::tz::TimeZone;
use loggia_commerce::Access;

use crate::asset::percent_encoded;
use crate::calendar::Month;
use crate::manifest::PROTECTED;
use crate::site::access::of_page;
use crate::site::code::folder;
use crate::site::{Collection, Item, Site};
pub use list::list_url;
use list::{Lists, ordered};
pub use term::{Term, slug};

/// A page of a kind that every site has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// `/cart`
    Cart,
    /// `/checkout`
    Checkout,
    /// `/checkout/confirmed`
    Confirmed,
    /// `/checkout/subscription`
    Subscription,
    /// `/gift-card`
    GiftCard,
    /// `/account`
    Account,
    /// `/search`
    Search,
    /// `/404.html`
    NotFound,
}

impl System {
    /// All of them.
    pub const ALL: [System; 8] = [
        System::Cart,
        System::Checkout,
        System::Confirmed,
        System::Subscription,
        System::GiftCard,
        System::Account,
        System::Search,
        System::NotFound,
    ];

    /// The name of its template: `pages/<name>.page`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            System::Cart => "cart",
            System::Checkout => "checkout",
            System::Confirmed => "checkout-confirmed",
            System::Subscription => "subscription",
            System::GiftCard => "gift-card",
            System::Account => "account",
            System::Search => "search",
            System::NotFound => "404",
        }
    }

    /// Whether searchers may find it. An empty cart does nobody harm in a list of results, and a shop's cart is asked for by
    /// name; what belongs to one order or one person is nobody else's.
    #[must_use]
    pub fn may_be_found(self) -> bool {
        self == System::Cart
    }

    /// Its address.
    #[must_use]
    pub fn url(self) -> &'static str {
        match self {
            System::Cart => "/cart",
            System::Checkout => "/checkout",
            System::Confirmed => "/checkout/confirmed",
            System::Subscription => "/checkout/subscription",
            System::GiftCard => "/gift-card",
            System::Account => "/account",
            System::Search => "/search",
            System::NotFound => "/404.html",
        }
    }

    /// Its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            System::Cart => "Shopping Cart",
            System::Checkout => "Checkout",
            System::Confirmed => "Order confirmed",
            System::Subscription => "Subscription",
            System::GiftCard => "Gift card",
            System::Account => "Your account",
            System::Search => "Search",
            System::NotFound => "Page not found",
        }
    }
}

/// What a page shows. Numbers are places in `Site::collections` and in the collection's items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A page of a collection's list.
    List {
        /// The collection.
        collection: usize,
        /// From 1.
        page: usize,
        /// Only items with this.
        term: Option<Term>,
        /// The items of this page, in order.
        items: Vec<usize>,
        /// How many pages the list has.
        pages: usize,
        /// Of a list of events: how many of the first items are not over yet.
        upcoming: usize,
        /// Of a list of events that is a calendar: the month whose grid it shows.
        month: Option<Month>,
    },
    /// An item.
    Item {
        /// The collection.
        collection: usize,
        /// The item.
        item: usize,
        /// The public item before it in the list.
        previous: Option<usize>,
        /// The public item after it in the list.
        next: Option<usize>,
    },
    /// A collection that is one page.
    Page {
        /// The collection.
        collection: usize,
    },
    /// A folder that leads to another address.
    Redirect {
        /// The collection.
        collection: usize,
        /// Where it leads.
        to: String,
    },
    /// What stands in place of a page that not everybody may see; the page itself is kept for the api.
    Lock {
        /// The collection.
        collection: usize,
        /// The item, when it is one's page.
        item: Option<usize>,
        /// Who may see it.
        access: Access,
        /// The page itself.
        locked: Box<Page>,
    },
    /// A page that every site has.
    System(System),
}

/// A page to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its address from the root, without a slash at the end.
    pub url: String,
    /// Its file below the output folder.
    pub path: String,
    /// What it shows.
    pub subject: Subject,
}

impl Page {
    fn new(url: String, subject: Subject) -> Page {
        let path = if url == "/" {
            "index.html".to_owned()
        } else if url.ends_with(".html") {
            url[1..].to_owned()
        } else {
            format!("{}/index.html", &url[1..])
        };
        Page { url: percent_encoded(&url), path, subject }
    }
}

/// Every page of a site, in an order that depends on the site and the clock only. `drafts` shows what is not public as
/// well; `now` is milliseconds since 1970 (UTC).
#[must_use]
pub fn plan(site: &Site, drafts: bool, now: i64) -> Vec<Page> {
    // A zone that is not known has been said at loading.
    let zone = TimeZone::get(site.website.time_zone).unwrap_or(TimeZone::UTC);
    let lists = Lists { now, zone };
    let mut pages = Vec::new();
    for (index, collection) in site.collections.iter().enumerate() {
        if collection.is_public {
            let first = pages.len();
            plan_collection(site, &lists, index, drafts, &mut pages);
            if !drafts {
                lock(collection, index, first, &mut pages);
            }
        }
    }
    for system in System::ALL {
        if !pages.iter().any(|page| page.url == system.url()) {
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
