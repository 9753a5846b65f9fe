//! From what a page says to an answer: the templates, compiled once, and the headers.

use super::{BASE, STYLE};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::owner::places::{self, HOME};
pub(super) use crate::pages::members;
use crate::pages::{Family, refused};
use crate::reports::{Range, RangeQuery};
use crate::roles::Right;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Overview,
    Ranking,
    Funnel,
    Errors,
    Error,
    Vitals,
    Message,
}

const PARTIALS: [(&str, &str); 3] = [
    ("head", include_str!("pages/head.html")),
    ("foot", include_str!("pages/foot.html")),
    ("plot", include_str!("pages/plot.html")),
];

const PAGES: [(View, &str); 7] = [
    (View::Overview, include_str!("pages/overview.html")),
    (View::Ranking, include_str!("pages/ranking.html")),
    (View::Funnel, include_str!("pages/funnel.html")),
    (View::Errors, include_str!("pages/errors.html")),
    (View::Error, include_str!("pages/error.html")),
    (View::Vitals, include_str!("pages/vitals.html")),
    (View::Message, include_str!("pages/message.html")),
];

/// The reports in the order of the menu: the end of the address, and the name.
const MENU: [(&str, &str); 7] = [
    ("overview", "Overview"),
    ("sources", "Sources"),
    ("pages", "Pages"),
    ("searches", "Searches"),
    ("funnel", "Funnel"),
    ("errors", "Errors"),
    ("vitals", "Speed"),
];

static FAMILY: LazyLock<Family<View>> = LazyLock::new(|| Family::new(BASE, STYLE, &PARTIALS, &PAGES));

/// What one request of somebody who may read is answered with.
pub(super) struct Page<'a> {
    pub context: &'a Context,
    request: &'a HttpRequest,
    who: SignedIn,
    /// The report of the menu.
    name: &'static str,
    query: RangeQuery,
    /// The time the report is of.
    pub range: Range,
}

impl<'a> Page<'a> {
    /// Lets in whoever may read reports; everybody else is shown the way.
    pub async fn open(
        context: &'a Context,
        request: &'a HttpRequest,
        name: &'static str,
    ) -> Result<Page<'a>, HttpResponse> {
        let now = context.clock.now_ms();
        let who = match SignedIn::of_page(request, context).await {
            Ok(who) => who,
            Err(why) if why.status_code() == StatusCode::UNAUTHORIZED => {
                return Err(places::log_in_first(request));
            }
            Err(why) => return Err(refusal((context, request, None), &why)),
        };
        if let Err(why) = who.must(Right::ReadAnalytics) {
            return Err(refusal((context, request, Some(&who)), &why));
        }
        let query = actix_web::web::Query::<RangeQuery>::from_query(request.query_string());
        let query = query.map(actix_web::web::Query::into_inner).unwrap_or_default();
        // A range that is none is the usual one: the page shows which.
        let (query, range) = match Range::read(&query, now) {
            Ok(range) => (query, range),
            Err(_) => (RangeQuery::default(), Range::last_days(now, 28)),
        };
        Ok(Page { context, request, who, name, query, range })
    }

    /// The range as the end of an address: `?range=7d`, or two moments.
    pub fn range_query(&self) -> String {
        match (&self.query.range, self.query.from, self.query.to) {
            (_, None, None) => {
                let word = self.query.range.as_deref().filter(|word| !word.is_empty()).unwrap_or("28d");
                format!("?range={word}")
            }
            _ => format!("?from={}&to={}", self.range.from, self.range.to),
        }
    }

    /// The page with what it says; what every page says is added.
    pub fn show(&self, view: View, mut said: Map<String, Value>) -> HttpResponse {
        let range = self.range_query();
        let menu = MENU.map(|(name, label)| {
            json!({"name": label, "href": format!("{BASE}/{name}{range}"), "isCurrent": name == self.name})
        });
        let is_word = self.query.from.is_none() && self.query.to.is_none();
        let ranges = Range::WORDS.map(|(word, label)| {
            let href = format!("{}?range={word}", self.request.path());
            json!({"name": label, "href": href, "isCurrent": is_word && range == format!("?range={word}")})
        });
        let until = super::text::day(self.range.to - 1);
        let from = super::text::day(self.range.from);
        said.extend([
            ("menu".to_owned(), menu.into_iter().collect()),
            ("ranges".to_owned(), ranges.into_iter().collect()),
            ("span".to_owned(), if from == until { until } else { format!("{from} – {until}") }.into()),
        ]);
        build((self.context, self.request, Some(&self.who)), view, HttpResponse::Ok(), said)
    }

    /// What went wrong, as a page.
    pub fn refuse(&self, why: &ApiError) -> HttpResponse {
        refusal((self.context, self.request, Some(&self.who)), why)
    }
}

/// A page for whoever is there, with the menu of all they may open.
fn build(
    (context, request, who): (&Context, &HttpRequest, Option<&SignedIn>),
    view: View,
    answer: HttpResponseBuilder,
    mut said: Map<String, Value>,
) -> HttpResponse {
    let title = context.publications.current().catalog.website.title.clone();
    said.extend(members(json!({
        "siteTitle": title, "home": HOME, "places": places::menu(who, request.path()), "who": who.map(|who| &who.email),
    })));
    FAMILY.answer((request, context), answer, view, said)
}

/// What went wrong, as a page.
fn refusal(asked: (&Context, &HttpRequest, Option<&SignedIn>), why: &ApiError) -> HttpResponse {
    let said = members(json!({"title": "Reports", "message": why.to_string()}));
    build(asked, View::Message, refused(why), said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::faults;

    #[test]
    fn every_template_compiles() {
        assert_eq!(faults(&PARTIALS, &PAGES), Vec::<String>::new());
    }

    /// A visitor writes paths, searches, hosts and errors: none of them is markup.
    #[test]
    fn what_visitors_write_is_escaped() {
        let evil = "<script>alert(1)</script>\"' onfocus=x";
        let said = json!({"title": evil, "siteTitle": evil, "message": evil, "span": evil, "who": evil, "places": [{"url": evil, "label": evil}],
            "rows": [{"name": evil, "href": evil, "times": evil, "share": evil, "bar": evil, "message": evil, "step": evil, "visitors": evil}],
            "frames": [{"function": evil, "file": evil, "line": evil, "column": evil, "told": evil, "isOriginal": true}],
            "facts": [{"name": evil, "value": evil}], "url": evil, "userAgent": evil,
            "plot": super::super::plot::bars(evil, &[evil], &[super::super::plot::Place { label: evil.into(), values: vec![1] }])});
        for (view, _) in PAGES {
            let page = FAMILY.html(view, &said);
            assert!(!page.contains("<script") && !page.contains("\"' onfocus"), "{view:?}: {page}");
        }
    }
}
