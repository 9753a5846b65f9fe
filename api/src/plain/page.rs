//! From what a page says to an answer: the templates, compiled once, and the headers.

use super::words::Words;
use super::{BASE, STYLE};
use crate::context::Context;
use crate::error::{ApiError, FieldErrors};
pub(super) use crate::pages::members;
use crate::pages::{Family, note, refused};
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::catalog;
use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, LOCATION};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use loggia_commerce::{Cents, PageCurrency, Trim, format_cents, format_or_free};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Product,
    Cart,
    Checkout,
    Confirm,
    Confirmed,
    Message,
    Unsubscribe,
}

const PARTIALS: [(&str, &str); 5] = [
    ("head", include_str!("pages/head.html")),
    ("foot", include_str!("pages/foot.html")),
    ("crumb", include_str!("pages/crumb.html")),
    ("field", include_str!("pages/field.html")),
    ("summary", include_str!("pages/summary.html")),
];

const PAGES: [(View, &str); 7] = [
    (View::Product, include_str!("pages/product.html")),
    (View::Cart, include_str!("pages/cart.html")),
    (View::Checkout, include_str!("pages/checkout.html")),
    (View::Confirm, include_str!("pages/confirm.html")),
    (View::Confirmed, include_str!("pages/confirmed.html")),
    (View::Message, include_str!("pages/message.html")),
    (View::Unsubscribe, include_str!("pages/unsubscribe.html")),
];

static FAMILY: LazyLock<Family<View>> = LazyLock::new(|| Family::new(BASE, STYLE, &PARTIALS, &PAGES));

/// What one request is answered with.
pub(super) struct Page<'a> {
    pub context: &'a Context,
    pub request: &'a HttpRequest,
    pub published: Arc<Published>,
}

impl<'a> Page<'a> {
    /// A page that speaks of the newest catalogue.
    pub async fn new(context: &'a Context, request: &'a HttpRequest) -> Result<Self, ApiError> {
        let published = context
            .db
            .read(async |connection: &mut Connection<'_>| {
                let version = catalog::version(connection).await?;
                context.publications.at_least(connection, version).await
            })
            .await?;
        Ok(Page { context, request, published })
    }

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
        PageCurrency::new(catalog.store_settings.currency, &catalog.website.locale)
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

    /// The page with what it says; what every page says is added.
    pub fn show(&self, view: View, status: StatusCode, said: Map<String, Value>) -> HttpResponse {
        self.build(view, HttpResponse::build(status), said)
    }

    /// The page of an answer that carries more than a page.
    pub fn build(
        &self,
        view: View,
        answer: HttpResponseBuilder,
        mut said: Map<String, Value>,
    ) -> HttpResponse {
        let words = self.words();
        let catalog = &self.published.catalog;
        let continue_url = match catalog.store_settings.continue_shopping_url.as_str() {
            "" => "/",
            url => url,
        };
        said.extend([
            ("t".to_owned(), words.all()),
            ("siteTitle".to_owned(), catalog.website.title.clone().into()),
            ("home".to_owned(), self.of_site("/").into()),
            ("shopping".to_owned(), self.of_site(continue_url).into()),
        ]);
        FAMILY.answer((self.request, self.context), answer, view, said)
    }

    /// The page again with what was wrong: the words of the refusal, and its status.
    pub fn refuse(&self, view: View, why: &ApiError, mut said: Map<String, Value>) -> HttpResponse {
        said.insert("alert".to_owned(), why.to_string().into());
        self.build(view, refused(why), said)
    }
}

/// What is wrong with the fields of a form.
pub(super) fn errors_of(why: &ApiError) -> Cow<'_, FieldErrors> {
    match why {
        ApiError::Fields { errors, .. } => Cow::Borrowed(errors),
        _ => Cow::Owned(FieldErrors::new()),
    }
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
    use crate::pages::faults;

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
