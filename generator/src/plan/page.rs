//! A page: its address, its file, and what it shows.

use loggia_commerce::Access;

use super::term::Term;
use crate::asset::percent_encoded;
use crate::calendar::Month;
use crate::site::accessibility;

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
    /// `/accessibility`, where the site makes a statement on it.
    Accessibility,
    /// `/404.html`
    NotFound,
}

impl System {
    /// All of them.
    pub const ALL: [System; 9] = [
        System::Cart,
        System::Checkout,
        System::Confirmed,
        System::Subscription,
        System::GiftCard,
        System::Account,
        System::Search,
        System::Accessibility,
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
            System::Accessibility => "accessibility",
            System::NotFound => "404",
        }
    }

    /// Whether searchers may find it. An empty cart does nobody harm in a list of results, and a shop's cart is asked for by
    /// name; what belongs to one order or one person is nobody else's.
    #[must_use]
    pub fn may_be_found(self) -> bool {
        matches!(self, System::Cart | System::Accessibility)
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
            System::Accessibility => accessibility::ADDRESS,
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
            System::Accessibility => "Accessibility statement",
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
    pub(super) fn new(url: String, subject: Subject) -> Page {
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
