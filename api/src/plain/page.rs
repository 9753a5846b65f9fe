//! The pages of this family: their templates, and what all of them say.

use super::withdraw_words;
use super::words::Words;
use crate::context::Context;
use crate::error::{ApiError, FieldErrors};
pub(super) use crate::pages::family::members;
use crate::pages::family::{Family, note};
use crate::pages::page as pages;
use actix_web::http::header::{HOST, LOCATION};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use loggia_commerce::{Cents, PageCurrency, Trim, format_cents, format_or_free, is_right_to_left};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Where the pages are, from the root.
pub(super) const BASE: &str = "/api/plain";
/// The one style sheet of the pages.
pub(super) const STYLE: &str = include_str!("../pages/style.css");

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Product,
    Cards,
    Cart,
    Checkout,
    Confirm,
    Confirmed,
    Message,
    Order,
    OrderLink,
    Pay,
    Subscription,
    Unsubscribe,
    Withdraw,
}

const PARTIALS: [(&str, &str); 5] = [
    ("head", include_str!("pages/head.html")),
    ("foot", include_str!("pages/foot.html")),
    ("crumb", include_str!("pages/crumb.html")),
    ("field", include_str!("pages/field.html")),
    ("summary", include_str!("pages/summary.html")),
];

const PAGES: [(View, &str); 13] = [
    (View::Product, include_str!("pages/product.html")),
    (View::Cards, include_str!("pages/cards.html")),
    (View::Cart, include_str!("pages/cart.html")),
    (View::Checkout, include_str!("pages/checkout.html")),
    (View::Confirm, include_str!("pages/confirm.html")),
    (View::Confirmed, include_str!("pages/confirmed.html")),
    (View::Message, include_str!("pages/message.html")),
    (View::Order, include_str!("pages/order.html")),
    (View::OrderLink, include_str!("pages/order-link.html")),
    (View::Pay, include_str!("pages/pay.html")),
    (View::Subscription, include_str!("pages/subscription.html")),
    (View::Unsubscribe, include_str!("pages/unsubscribe.html")),
    (View::Withdraw, include_str!("pages/withdraw.html")),
];

static FAMILY: LazyLock<Family<View>> =
    LazyLock::new(|| Family::new(BASE, STYLE, &PARTIALS, &PAGES).opened_by_keys());

impl pages::View for View {
    type State = ();

    fn family() -> &'static Family<Self> {
        &FAMILY
    }

    fn frame(page: &Page<'_>) -> Value {
        let store = &page.published.catalog.store_settings;
        let continue_url = match store.continue_shopping_url.as_str() {
            "" => "/",
            url => url,
        };
        json!({
            "t": page.words().all(),
            "lang": page.published.catalog.website.locale,
            "dir": is_right_to_left(&page.published.catalog.website.locale).then_some("rtl"),
            "siteTitle": page.published.catalog.website.title,
            "home": page.of_site("/"),
            "shopping": page.of_site(continue_url),
            "withdraw": withdraw_words::link(&page.published.catalog),
        })
    }
}

/// A page of this family.
pub(super) type Page<'a> = pages::Page<'a, View>;

/// A page that speaks of the newest catalogue.
///
/// # Errors
/// Faults of the store.
pub(super) async fn open<'a>(context: &'a Context, request: &'a HttpRequest) -> Result<Page<'a>, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    Ok(Page { context, request, published, state: () })
}

impl Page<'_> {
    /// The texts of the site.
    pub fn words(&self) -> Words<'_> {
        Words(&self.published.catalog.localized_strings)
    }

    /// An amount as it is read.
    pub fn money(&self, cents: Cents) -> String {
        format_cents(cents, &self.currency(), Trim::Never)
    }

    /// As [`Page::money`], but exactly nothing reads as the label, if there is one.
    pub fn money_or(&self, cents: Cents, label: &str) -> String {
        format_or_free(cents, &self.currency(), Trim::Never, Some(label))
            .unwrap_or_else(|_| self.money(cents))
    }

    fn currency(&self) -> PageCurrency {
        let catalog = &self.published.catalog;
        catalog.currency_in(&catalog.website.locale)
    }

    /// A page of the site: here, or on the origin the site is published at when the API has another.
    pub fn of_site(&self, path: &str) -> String {
        let origins = &self.context.settings.site_origins;
        let host = self.request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let here = |origin: &String| origin.split_once("://").map(|(_, authority)| authority) == host;
        match origins.first().filter(|_| path.starts_with('/') && !origins.iter().any(here)) {
            Some(origin) => format!("{origin}{path}"),
            None => path.to_owned(),
        }
    }
}

/// What is wrong with the fields of a form.
pub(super) fn errors_of(why: &ApiError) -> FieldErrors {
    why.fields().unwrap_or_default()
}

/// On to another page of ours, by GET.
pub(super) fn go(to: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::SeeOther();
    answer.insert_header((LOCATION, format!("{BASE}{to}")));
    answer
}

/// What an answer says when not even its page could be made.
pub(super) fn without_page(why: &ApiError) -> HttpResponse {
    note(why);
    HttpResponse::build(why.status_code()).content_type("text/plain; charset=utf-8").body(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::family::faults;

    #[test]
    fn every_template_compiles() {
        assert_eq!(faults(&PARTIALS, &PAGES), Vec::<String>::new());
    }

    /// No text of a shop or a shopper is markup, wherever it stands.
    #[test]
    fn texts_are_escaped() {
        let evil = "<script>alert(1)</script>\"' onfocus=x";
        let page = FAMILY.html(
            View::Cart,
            &serde_json::json!({"title": evil, "alert": evil, "siteTitle": evil,
            "rows": [{"title": evil, "options": evil, "id": evil, "quantity": evil, "quantityOf": evil,
                "answers": [{"label": evil, "value": evil}]}],
            "codes": [{"code": evil, "isRefused": true, "problem": evil}], "code": evil}),
        );
        assert!(!page.contains("<script") && !page.contains("\"' onfocus"), "{page}");
        assert!(page.contains("&lt;script&gt;"));
    }
}
