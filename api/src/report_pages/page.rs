//! The pages of this family: their templates, who may see them, and the menus of reports and ranges.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
pub(super) use crate::pages::family::members;
use crate::pages::family::{Family, refused};
use crate::pages::menu::{self, HOME, REPORTS as BASE};
use crate::pages::page as pages;
use crate::reports::{Range, RangeQuery};
use crate::roles::Right;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The one style sheet of the pages.
pub(super) const STYLE: &str = include_str!("style.css");

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

/// Who reads which report of what time.
pub(super) struct Report {
    who: Option<SignedIn>,
    /// The report of the menu.
    name: &'static str,
    query: RangeQuery,
    /// The time the report is of.
    pub range: Range,
}

impl pages::View for View {
    type State = Report;

    fn family() -> &'static Family<Self> {
        &FAMILY
    }

    fn frame(page: &Page<'_>) -> Value {
        let who = page.state.who.as_ref();
        json!({
            "siteTitle": page.published.catalog.website.title, "home": HOME,
            "places": menu::menu(who, page.request.path()), "who": who.map(|who| &who.email),
        })
    }
}

/// A page of this family.
pub(super) type Page<'a> = pages::Page<'a, View>;

/// A page for somebody who may read reports; everybody else is shown the way.
pub(super) async fn open<'a>(
    context: &'a Context,
    request: &'a HttpRequest,
    name: &'static str,
) -> Result<Page<'a>, HttpResponse> {
    let now = context.clock.now_ms();
    let query = actix_web::web::Query::<RangeQuery>::from_query(request.query_string());
    let query = query.map(actix_web::web::Query::into_inner).unwrap_or_default();
    // A range that cannot be read is the usual one: the page shows which.
    let (query, range) = match Range::read(&query, now) {
        Ok(range) => (query, range),
        Err(_) => (RangeQuery::default(), Range::last_days(now, 28)),
    };
    let (who, refusal) = match SignedIn::of_page(request, context).await {
        Ok(who) => {
            let refusal = who.must(Right::ReadAnalytics).err();
            (Some(who), refusal)
        }
        Err(why) if why.status_code() == StatusCode::UNAUTHORIZED => return Err(menu::log_in_first(request)),
        Err(why) => (None, Some(why)),
    };
    let published = context.publications.current();
    let page = Page { context, request, published, state: Report { who, name, query, range } };
    match refusal {
        Some(why) => Err(page.fault(&why)),
        None => Ok(page),
    }
}

impl Page<'_> {
    /// The range as the end of an address: `?range=7d`, or two moments.
    pub fn range_query(&self) -> String {
        match (&self.state.query.range, self.state.query.from, self.state.query.to) {
            (_, None, None) => {
                let word = self.state.query.range.as_deref().filter(|word| !word.is_empty()).unwrap_or("28d");
                format!("?range={word}")
            }
            _ => format!("?from={}&to={}", self.state.range.from, self.state.range.to),
        }
    }

    /// A report with what it says, in the menu of reports and ranges.
    pub fn report(&self, view: View, mut content: Map<String, Value>) -> HttpResponse {
        let range = self.range_query();
        let menu = MENU.map(|(name, label)| {
            json!({"name": label, "href": format!("{BASE}/{name}{range}"), "isCurrent": name == self.state.name})
        });
        let is_word = self.state.query.from.is_none() && self.state.query.to.is_none();
        let ranges = Range::WORDS.map(|(word, label)| {
            let href = format!("{}?range={word}", self.request.path());
            json!({"name": label, "href": href, "isCurrent": is_word && range == format!("?range={word}")})
        });
        let until = super::text::day(self.state.range.to - 1);
        let from = super::text::day(self.state.range.from);
        content.extend([
            ("menu".to_owned(), menu.into_iter().collect()),
            ("ranges".to_owned(), ranges.into_iter().collect()),
            ("span".to_owned(), if from == until { until } else { format!("{from} – {until}") }.into()),
        ]);
        self.show(view, content)
    }

    /// What went wrong, as a page.
    pub fn fault(&self, why: &ApiError) -> HttpResponse {
        let content = json!({"title": "Reports", "message": why.to_string()});
        self.show_with(refused(why), View::Message, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::family::faults;

    #[test]
    fn every_template_compiles() {
        assert_eq!(faults(&PARTIALS, &PAGES), Vec::<String>::new());
    }

    /// A visitor writes paths, searches, hosts and errors: none of them is markup.
    #[test]
    fn what_visitors_write_is_escaped() {
        let evil = "<script>alert(1)</script>\"' onfocus=x";
        let content = json!({"title": evil, "siteTitle": evil, "message": evil, "span": evil, "who": evil, "places": [{"url": evil, "label": evil}],
            "rows": [{"name": evil, "href": evil, "times": evil, "share": evil, "bar": evil, "message": evil, "step": evil, "visitors": evil}],
            "frames": [{"function": evil, "file": evil, "line": evil, "column": evil, "told": evil, "isOriginal": true}],
            "facts": [{"name": evil, "value": evil}], "url": evil, "userAgent": evil,
            "plot": super::super::plot::bars(evil, &[evil], &[super::super::plot::Place { label: evil.into(), values: vec![1] }])});
        for (view, _) in PAGES {
            let page = FAMILY.html(view, &content);
            assert!(!page.contains("<script") && !page.contains("\"' onfocus"), "{view:?}: {page}");
        }
    }
}
