//! Templates for what every site has, used where a site brings none of its own.

/// A built-in template: its name, as faults show it, and its text.
pub type Builtin = (&'static str, &'static str);

macro_rules! builtin {
    ($path:literal) => {
        (concat!("(built in) ", $path), include_str!(concat!("../../builtin/", $path)))
    };
}

pub(super) use builtin;

/// The whole document around the content.
pub const LAYOUT: Builtin = builtin!("layout/site.region");

/// What stands in the head of every page.
pub const HEADERS: Builtin = builtin!("layout/headers.html");

/// What stands at the end of the body of a page with widgets.
pub const FOOTERS: Builtin = builtin!("layout/footers.html");
/// The banner that asks before others learn of a visit, the link to it and its script.
pub const CONSENT: Builtin = builtin!("layout/consent.html");
/// What stands in a frame until its visitor allows it.
pub const CONSENT_FRAME: Builtin = builtin!("layout/consent-frame.html");
/// The link to the withdrawal from a contract.
pub const WITHDRAWAL: Builtin = builtin!("layout/withdrawal.html");
/// The bar over every page.
pub const ANNOUNCEMENT: Builtin = builtin!("layout/announcement.html");
/// The window that opens by itself.
pub const POPUP: Builtin = builtin!("layout/popup.html");
/// Who made a product and who answers for it.
pub const SAFETY: Builtin = builtin!("layout/safety.html");

/// The feed of a collection.
pub const RSS: Builtin = builtin!("feeds/rss.xml");

/// Events, for calendar programs.
pub const CALENDAR: Builtin = builtin!("feeds/calendar.ics");

/// An open field with its blocks.
pub const FIELD: Builtin = builtin!("blocks/field.html");

/// Every page, for search engines.
pub const SITEMAP: Builtin = builtin!("feeds/sitemap.xml");

/// What search engines may read.
pub const ROBOTS: Builtin = builtin!("feeds/robots.txt");

/// Addresses that lead elsewhere, as static hosts read them.
pub const REDIRECTS: Builtin = builtin!("feeds/redirects.txt");
/// The page at another address of a page.
pub const MOVED: Builtin = builtin!("feeds/moved.html");
/// The icons of services.
pub const SOCIAL_ICONS: Builtin = builtin!("feeds/social-accounts.svg");
/// Other addresses, for Caddy.
pub const CADDY: Builtin = builtin!("feeds/caddy.conf");
/// Other addresses, for nginx.
pub const NGINX: Builtin = builtin!("feeds/nginx.conf");

/// A form.
pub const FORM: Builtin = builtin!("forms/form.html");

/// What stands in place of a form whose template has an error.
pub const FORM_FAULT: Builtin = builtin!("forms/fault.html");

/// The place of a product's reviews.
pub const REVIEWS: Builtin = builtin!("blocks/reviews.html");

/// What buys a product without a script.
pub const BUY: Builtin = builtin!("forms/buy.html");

/// The content of a page that every site has, by name.
#[must_use]
pub fn page(name: &str) -> Builtin {
    match name {
        "cart" => builtin!("pages/cart.page"),
        "checkout" => builtin!("pages/checkout.page"),
        "checkout-confirmed" => builtin!("pages/checkout-confirmed.page"),
        "subscription" => builtin!("pages/subscription.page"),
        "gift-card" => builtin!("pages/gift-card.page"),
        "account" => builtin!("pages/account.page"),
        "search" => builtin!("pages/search.page"),
        "accessibility" => builtin!("pages/accessibility.page"),
        "lock-screen" => builtin!("pages/lock-screen.page"),
        "member-area-denied" => builtin!("pages/member-area-denied.page"),
        "redirect" => builtin!("pages/redirect.page"),
        _ => builtin!("pages/404.page"),
    }
}

/// What a collection holds, as far as the built-in templates tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Products.
    Products,
    /// Events.
    Events,
    /// Tracks.
    Album,
    /// Pictures and films.
    Gallery,
    /// Anything else that has items.
    List,
    /// A page of its own.
    Page,
}

/// The list of a collection. A view, where its owner chose one, comes before the kind (G-061).
#[must_use]
pub fn list(kind: Kind, view: Option<&str>) -> Builtin {
    match (kind, view) {
        (Kind::Page, _) => builtin!("collections/page.list"),
        (_, Some("grid")) => builtin!("collections/grid.list"),
        (_, Some("product")) | (Kind::Products, None) => builtin!("collections/products.list"),
        (Kind::Events, None) => builtin!("collections/events.list"),
        (Kind::Album, None) => builtin!("collections/album.list"),
        (Kind::Gallery, None) => builtin!("collections/gallery.list"),
        _ => builtin!("collections/list.list"),
    }
}

/// An item.
#[must_use]
pub fn item(kind: Kind) -> Builtin {
    match kind {
        Kind::Products => builtin!("collections/products.item"),
        Kind::Events => builtin!("collections/events.item"),
        _ => builtin!("collections/list.item"),
    }
}

/// Every built-in template but those of blocks and slices ([`super::block`]).
pub const ALL: [Builtin; 45] = [
    FIELD,
    REVIEWS,
    FORM_FAULT,
    LAYOUT,
    HEADERS,
    FOOTERS,
    CONSENT,
    CONSENT_FRAME,
    WITHDRAWAL,
    ANNOUNCEMENT,
    POPUP,
    SAFETY,
    FORM,
    BUY,
    RSS,
    CALENDAR,
    SITEMAP,
    ROBOTS,
    REDIRECTS,
    MOVED,
    CADDY,
    NGINX,
    SOCIAL_ICONS,
    builtin!("pages/cart.page"),
    builtin!("pages/checkout.page"),
    builtin!("pages/checkout-confirmed.page"),
    builtin!("pages/subscription.page"),
    builtin!("pages/gift-card.page"),
    builtin!("pages/account.page"),
    builtin!("pages/search.page"),
    builtin!("pages/accessibility.page"),
    builtin!("pages/lock-screen.page"),
    builtin!("pages/member-area-denied.page"),
    builtin!("pages/redirect.page"),
    builtin!("pages/404.page"),
    builtin!("collections/products.list"),
    builtin!("collections/list.list"),
    builtin!("collections/page.list"),
    builtin!("collections/products.item"),
    builtin!("collections/list.item"),
    builtin!("collections/grid.list"),
    builtin!("collections/events.list"),
    builtin!("collections/events.item"),
    builtin!("collections/album.list"),
    builtin!("collections/gallery.list"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_template::Engine;

    #[test]
    fn every_built_in_template_compiles() {
        let engine = Engine::new(crate::theme::vocabulary());
        for (name, text) in ALL {
            let errors = engine.compile(name, text).errors;
            assert!(errors.is_empty(), "{name}: {errors:?}");
        }
    }
}
