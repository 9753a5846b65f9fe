//! Pages that look alike: their templates, compiled once, a style sheet whose address changes with it, and the headers of an
//! answer.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::crumb;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use loggia_template::{Arena, Engine, Node, RenderOptions, Template, Vocabulary};
use serde_json::{Map, Value};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Nothing but our own style sheet is loaded, and forms go nowhere but here.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same, and the one script of these pages: nothing but a script can ask a passkey.
const WITH_SCRIPT: &str = "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Pages that look alike: their templates, by the kind of page, and where they and their style sheet are.
pub struct Family<View> {
    base: &'static str,
    /// Another whenever the sheet is.
    style: String,
    engine: Engine,
    pages: Vec<(View, Template)>,
    /// What the next page hears of the address of one of these.
    referrer: &'static str,
}

impl<View: Copy + Debug + PartialEq> Family<View> {
    /// Compiles the templates; the sheet is found at `<base>/style.css`.
    pub fn new(
        base: &'static str,
        sheet: &str,
        partials: &[(&str, &str)],
        pages: &[(View, &'static str)],
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        sheet.hash(&mut hasher);
        let engine = Engine::builder(Vocabulary::core()).partials(partials.iter().copied()).build();
        let pages = pages.iter().map(|(view, text)| (*view, engine.compile("page", text).template)).collect();
        let style = format!("{base}/style.css?{:x}", hasher.finish());
        // With `no-referrer` a browser would call the origin of our own forms `null`.
        Family { base, style, engine, pages, referrer: "same-origin" }
    }

    /// Of addresses that open something: no page hears more of them than the host, also none of the site's with scripts of others.
    pub fn opened_by_keys(self) -> Self {
        Family { referrer: "strict-origin", ..self }
    }

    /// The text of a page.
    pub fn html(&self, view: View, content: &Value) -> String {
        let Some((_, template)) = self.pages.iter().find(|(known, _)| *known == view) else {
            return String::new();
        };
        let arena = Arena::new();
        let text = content.to_string();
        let data = arena.parse(&text).unwrap_or(Node::Missing);
        let output = self.engine.render(template, data, &RenderOptions::default());
        for error in &output.errors {
            tracing::error!(?error, ?view, "a template of ours failed");
        }
        output.text
    }

    /// An answer with a page, which needs the script or not; what every page says is added: `base`, `style` and `crumb`, whose cookie comes with it.
    pub fn answer(
        &self,
        (request, context): (&HttpRequest, &Context),
        mut answer: HttpResponseBuilder,
        (view, has_script): (View, bool),
        mut content: Map<String, Value>,
    ) -> HttpResponse {
        let (crumb, cookie) = crumb::current(request, context);
        if let Some(cookie) = cookie {
            answer.cookie(cookie);
        }
        content.insert("base".to_owned(), self.base.into());
        content.insert("style".to_owned(), self.style.as_str().into());
        content.insert("crumb".to_owned(), crumb.into());
        answer
            .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
            .insert_header((CONTENT_SECURITY_POLICY, if has_script { WITH_SCRIPT } else { POLICY }))
            .insert_header((REFERRER_POLICY, self.referrer))
            .body(self.html(view, &Value::Object(content)))
    }
}

/// The beginning of the answer to a refusal: its status, and when to come again.
pub fn refused(why: &ApiError) -> HttpResponseBuilder {
    note(why);
    let mut answer = HttpResponse::build(why.status_code());
    if let ApiError::TooManyRequests { retry_after, .. } = why {
        answer.insert_header((RETRY_AFTER, retry_after.to_string()));
    }
    answer
}

/// A fault of ours is logged whole, and answered without detail.
pub fn note(why: &ApiError) {
    if let ApiError::Internal(cause) = why {
        tracing::error!(cause = ?cause, "a page failed");
    }
}

/// The members of an object that [`serde_json::json!`] made.
pub fn members(content: Value) -> Map<String, Value> {
    match content {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Every fault of the templates of a family, for its test.
#[cfg(test)]
pub fn faults<View: Debug>(partials: &[(&str, &str)], pages: &[(View, &str)]) -> Vec<String> {
    let engine = Engine::builder(Vocabulary::core()).partials(partials.iter().copied()).build();
    let of_partials = engine
        .partials()
        .flat_map(|(name, partial)| partial.errors.iter().map(move |error| format!("{name}: {error:?}")));
    let of_pages = pages.iter().flat_map(|(view, text)| {
        engine.compile("page", text).errors.into_iter().map(move |error| format!("{view:?}: {error:?}"))
    });
    of_partials.chain(of_pages).collect()
}
