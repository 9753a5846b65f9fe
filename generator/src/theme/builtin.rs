//! Templates for what every site has, used where a site brings none of its own.

/// A built-in template: its name, as faults show it, and its text.
pub type Builtin = (&'static str, &'static str);

macro_rules! builtin {
    ($path:literal) => {
        (concat!("(built in) ", $path), include_str!(concat!("../../builtin/", $path)))
    };
}

/// The whole document around the content.
pub const LAYOUT: Builtin = builtin!("layout/site.region");

/// What stands in the head of every page.
pub const HEADERS: Builtin = builtin!("layout/headers.html");

/// What stands at the end of the body of a page with widgets.
pub const FOOTERS: Builtin = builtin!("layout/footers.html");

/// The feed of a collection.
pub const RSS: Builtin = builtin!("feeds/rss.xml");

/// Every page, for search engines.
pub const SITEMAP: Builtin = builtin!("feeds/sitemap.xml");

/// What search engines may read.
pub const ROBOTS: Builtin = builtin!("feeds/robots.txt");

/// A form.
pub const FORM: Builtin = builtin!("forms/form.html");

/// The content of a page that every site has, by name.
#[must_use]
pub fn page(name: &str) -> Builtin {
    match name {
        "cart" => builtin!("pages/cart.page"),
        "checkout" => builtin!("pages/checkout.page"),
        "checkout-confirmed" => builtin!("pages/checkout-confirmed.page"),
        "subscription" => builtin!("pages/subscription.page"),
        "gift-card" => builtin!("pages/gift-card.page"),
        "search" => builtin!("pages/search.page"),
        "redirect" => builtin!("pages/redirect.page"),
        _ => builtin!("pages/404.page"),
    }
}

/// The list of a collection: of products, of anything, or a single page.
#[must_use]
pub fn list(products: bool, is_list: bool) -> Builtin {
    match (products, is_list) {
        (true, _) => builtin!("collections/products.list"),
        (false, true) => builtin!("collections/list.list"),
        (false, false) => builtin!("collections/page.list"),
    }
}

/// An item: a product, or anything.
#[must_use]
pub fn item(products: bool) -> Builtin {
    if products { builtin!("collections/products.item") } else { builtin!("collections/list.item") }
}

/// Every built-in template.
pub const ALL: [Builtin; 20] = [
    LAYOUT,
    HEADERS,
    FOOTERS,
    FORM,
    RSS,
    SITEMAP,
    ROBOTS,
    builtin!("pages/cart.page"),
    builtin!("pages/checkout.page"),
    builtin!("pages/checkout-confirmed.page"),
    builtin!("pages/subscription.page"),
    builtin!("pages/gift-card.page"),
    builtin!("pages/search.page"),
    builtin!("pages/redirect.page"),
    builtin!("pages/404.page"),
    builtin!("collections/products.list"),
    builtin!("collections/list.list"),
    builtin!("collections/page.list"),
    builtin!("collections/products.item"),
    builtin!("collections/list.item"),
];
