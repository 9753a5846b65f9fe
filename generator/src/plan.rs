//! Which pages exist: address, output path, kind, subject. No template is looked at here.

use std::collections::BTreeMap;

use crate::asset::percent_encoded;
use crate::site::code::folder;
use crate::site::{Collection, Item, Site};

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
    /// `/404.html`
    NotFound,
}

impl System {
    /// All of them.
    pub const ALL: [System; 6] = [
        System::Cart,
        System::Checkout,
        System::Confirmed,
        System::Subscription,
        System::GiftCard,
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
            System::NotFound => "404",
        }
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
            System::NotFound => "Page not found",
        }
    }
}

/// What an archive page has in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Items with a tag.
    Tag(&'static str),
    /// Items of a category.
    Category(&'static str),
}

impl Term {
    /// The text of the tag or category.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Term::Tag(text) | Term::Category(text) => text,
        }
    }

    /// The folder of its archive.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Term::Tag(_) => "tag",
            Term::Category(_) => "category",
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

/// Every page of a site, in an order that depends on the site only. `drafts` shows what is not public as well.
#[must_use]
pub fn plan(site: &Site, drafts: bool) -> Vec<Page> {
    let mut pages = Vec::new();
    for (index, collection) in site.collections.iter().enumerate() {
        if collection.is_public {
            plan_collection(site, index, collection, drafts, &mut pages);
        }
    }
    for system in System::ALL {
        if !pages.iter().any(|page| page.url == system.url()) {
            pages.push(Page::new(system.url().to_owned(), Subject::System(system)));
        }
    }
    pages
}

fn plan_collection(site: &Site, index: usize, collection: &Collection, drafts: bool, pages: &mut Vec<Page>) {
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
    plan_list(index, collection, &public, None, pages);
    for (term, items) in terms(collection, &public) {
        plan_list(index, collection, &items, Some(term), pages);
    }
    for (place, item) in public.iter().enumerate() {
        let subject = Subject::Item {
            collection: index,
            item: *item,
            previous: place.checked_sub(1).map(|before| public[before]),
            next: public.get(place + 1).copied(),
        };
        let item = &collection.items[*item];
        if !is_linked_elsewhere(item) {
            pages.push(Page::new(item.full_url.to_owned(), subject));
        }
    }
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

fn plan_list(
    index: usize,
    collection: &Collection,
    items: &[usize],
    term: Option<Term>,
    pages: &mut Vec<Page>,
) {
    let count = collection.page_count(items.len());
    for number in 1..=count {
        let start = (number - 1) * collection.page_size;
        let shown = items[start.min(items.len())..(start + collection.page_size).min(items.len())].to_vec();
        let subject = Subject::List { collection: index, page: number, term, items: shown, pages: count };
        pages.push(Page::new(list_url(collection, term, number), subject));
    }
}

/// The address of a page of a list: `/blog`, `/blog/page/2`, `/blog/tag/rye`, `/blog/tag/rye/page/2`.
#[must_use]
pub fn list_url(collection: &Collection, term: Option<Term>, page: usize) -> String {
    let base = if collection.full_url == "/" { "" } else { collection.full_url };
    let mut url = match term {
        None => base.to_owned(),
        Some(term) => format!("{base}/{}/{}", term.folder(), slug(term.text())),
    };
    if page > 1 {
        url.push_str(&format!("/page/{page}"));
    }
    if url.is_empty() { "/".to_owned() } else { url }
}

/// A text as part of an address: lower case, every run of other characters one dash.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-').to_owned();
    if slug.is_empty() { "-".to_owned() } else { slug }
}

/// Every tag and category of the items, with the items that have it, in order of address.
fn terms(collection: &Collection, items: &[usize]) -> Vec<(Term, Vec<usize>)> {
    let mut found: BTreeMap<(&str, String), (Term, Vec<usize>)> = BTreeMap::new();
    for index in items {
        let item = &collection.items[*index];
        let tags = item.tags.iter().map(|tag| Term::Tag(tag));
        let categories = item.categories.iter().map(|category| Term::Category(category));
        for term in tags.chain(categories) {
            let entry = found.entry((term.folder(), slug(term.text()))).or_insert_with(|| (term, Vec::new()));
            if entry.1.last() != Some(index) {
                entry.1.push(*index);
            }
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_parts_of_addresses() {
        assert_eq!(slug("Keeping bread!"), "keeping-bread");
        assert_eq!(slug("  À la carte "), "à-la-carte");
        assert_eq!(slug("???"), "-");
    }

    #[test]
    fn g_046_addresses_become_files() {
        let file = |url: &str| Page::new(url.to_owned(), Subject::System(System::Cart)).path;
        assert_eq!(file("/"), "index.html");
        assert_eq!(file("/blog/a"), "blog/a/index.html");
        assert_eq!(file("/404.html"), "404.html");
    }
}
