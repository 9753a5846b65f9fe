//! From what a page says to an answer: the templates, compiled once, and the headers.

use super::words::Words;
use super::{BASE, STYLE};
use crate::context::Context;
use crate::error::{ApiError, FieldErrors};
use crate::extract::crumb;
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::catalog;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, LOCATION, REFERRER_POLICY, RETRY_AFTER,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use loggia_commerce::{Cents, PageCurrency, Trim, format_cents};
use loggia_template::{Arena, Engine, Node, Template, Vocabulary};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// Nothing but our own style sheet is loaded, and forms go nowhere but here.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Product,
    Cart,
    Checkout,
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

const PAGES: [(View, &str); 6] = [
    (View::Product, include_str!("pages/product.html")),
    (View::Cart, include_str!("pages/cart.html")),
    (View::Checkout, include_str!("pages/checkout.html")),
    (View::Confirmed, include_str!("pages/confirmed.html")),
    (View::Message, include_str!("pages/message.html")),
    (View::Unsubscribe, include_str!("pages/unsubscribe.html")),
];

struct Templates {
    engine: Engine,
    pages: Vec<(View, Template)>,
}

static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| {
    let engine = Engine::builder(Vocabulary::core()).partials(PARTIALS).build();
    let pages = PAGES.map(|(view, text)| (view, engine.compile("page", text).template)).into();
    Templates { engine, pages }
});

/// The address of the style sheet, another whenever the sheet is.
static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    STYLE.hash(&mut hasher);
    format!("{BASE}/style.css?{:x}", hasher.finish())
});

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
        let catalog = &self.published.catalog;
        let currency = PageCurrency::new(catalog.store_settings.currency, &catalog.website.locale);
        format_cents(cents, &currency, Trim::Never)
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
        mut answer: HttpResponseBuilder,
        mut said: Map<String, Value>,
    ) -> HttpResponse {
        let (crumb, cookie) = crumb::current(self.request, self.context);
        if let Some(cookie) = cookie {
            answer.cookie(cookie);
        }
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
            ("base".to_owned(), BASE.into()),
            ("style".to_owned(), STYLE_ADDRESS.as_str().into()),
            ("crumb".to_owned(), crumb.into()),
        ]);
        answer
            .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
            .insert_header((CONTENT_SECURITY_POLICY, POLICY))
            // With none at all a browser would call the origin of our own forms `null`.
            .insert_header((REFERRER_POLICY, "same-origin"))
            .body(html(view, &Value::Object(said)))
    }

    /// The page again with what was wrong: the words of the refusal, and its status.
    pub fn refuse(&self, view: View, why: &ApiError, mut said: Map<String, Value>) -> HttpResponse {
        said.insert("alert".to_owned(), why.to_string().into());
        let mut answer = HttpResponse::build(why.status_code());
        note(why);
        if let ApiError::TooManyRequests { retry_after, .. } = why {
            answer.insert_header((RETRY_AFTER, retry_after.to_string()));
        }
        self.build(view, answer, said)
    }
}

/// A fault of ours is logged whole, and told without detail.
fn note(why: &ApiError) {
    if let ApiError::Internal(cause) = why {
        tracing::error!(cause = ?cause, "a page failed");
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

/// The members of an object that [`serde_json::json!`] made.
pub(super) fn members(said: Value) -> Map<String, Value> {
    match said {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// What an answer says when not even its page could be made.
pub(super) fn without_page(why: &ApiError) -> HttpResponse {
    note(why);
    HttpResponse::build(why.status_code()).content_type("text/plain; charset=utf-8").body(why.to_string())
}

fn html(view: View, said: &Value) -> String {
    let Some((_, template)) = TEMPLATES.pages.iter().find(|(known, _)| *known == view) else {
        return String::new();
    };
    let arena = Arena::new();
    let text = said.to_string();
    let data = arena.parse(&text).unwrap_or(Node::Missing);
    let output = TEMPLATES.engine.render(template, data, &loggia_template::RenderOptions::default());
    for error in &output.errors {
        tracing::error!(?error, ?view, "a template of ours failed");
    }
    output.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_compiles() {
        let engine = Engine::builder(Vocabulary::core()).partials(PARTIALS).build();
        for (name, partial) in engine.partials() {
            assert!(partial.errors.is_empty(), "{name}: {:?}", partial.errors);
        }
        for (view, text) in PAGES {
            let errors = engine.compile("page", text).errors;
            assert!(errors.is_empty(), "{view:?}: {errors:?}");
        }
    }

    /// No text of a shop or a shopper is markup, wherever it stands.
    #[test]
    fn texts_are_escaped() {
        let evil = "<script>alert(1)</script>\"' onfocus=x";
        let page = html(
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
