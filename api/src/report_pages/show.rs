//! What each page says.

use super::page::{Page, View, members, open};
use super::plot::{self, Place};
use super::text;
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::menu::REPORTS as BASE;
use crate::pages::menu::go;
use crate::reports::{self, Ranked, Sales};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::{Cents, CurrencyCode, Money};
use serde_json::{Map, Value, json};

/// Opens a page, asks for what it says, shows it.
async fn page(
    request: &HttpRequest,
    context: &Context,
    name: &'static str,
    view: View,
    say: impl AsyncFnOnce(&Page<'_>) -> Result<Map<String, Value>, ApiError>,
) -> HttpResponse {
    let page = match open(context, request, name).await {
        Ok(page) => page,
        Err(answer) => return answer,
    };
    match say(&page).await {
        Ok(content) => page.report(view, content),
        Err(why) => page.fault(&why),
    }
}

/// The address without a page.
pub(super) async fn start() -> HttpResponse {
    go(&format!("{BASE}/overview"))
}

/// Visitors, visits and views.
pub(super) async fn overview(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    page(&request, &context, "overview", View::Overview, async |page| {
        let report = reports::overview(page.context, page.state.range).await?;
        let places: Vec<Place> = report
            .periods
            .iter()
            .map(|period| Place {
                label: text::period(period.starts_at, report.step),
                values: vec![period.views, period.visits, period.visitors],
            })
            .collect();
        let sales: Vec<Value> = report.sales.iter().map(sold).collect();
        let fact = |name: &str, value: i64| json!({"name": name, "value": text::number(value)});
        Ok(members(json!({
            "title": "Overview",
            "facts": [fact("Visitors", report.visitors), fact("Visits", report.visits), fact("Page views", report.views),
                fact("Orders", report.orders), fact("Searches", report.searches), fact("Errors", report.errors)],
            "plot": plot::bars("Page views, visits and visitors", &["Page views", "Visits", "Visitors"], &places),
            "isEmpty": report.views == 0, "sales": sales,
        })))
    })
    .await
}

/// What was sold in one currency.
fn sold(sales: &Sales) -> Value {
    let currency = CurrencyCode::parse(&sales.currency).unwrap_or_default();
    let money = |cents: i64| Money::new(Cents::new(cents).unwrap_or_default(), currency).format();
    let imported = (sales.imported_orders > 0).then(|| {
        format!("{} imported: {}", text::number(sales.imported_orders), money(sales.imported_revenue_cents))
    });
    let tests = (sales.test_orders > 0)
        .then(|| format!("{} in test mode, not counted", text::number(sales.test_orders)));
    let about: Vec<String> = imported.into_iter().chain(tests).collect();
    json!({"currency": sales.currency, "orders": text::number(sales.orders), "revenue": money(sales.revenue_cents),
        "refunded": money(sales.refunded_cents), "about": about.join("; ")})
}

async fn ranking(
    request: HttpRequest,
    context: Data<Context>,
    (name, of): (&'static str, Ranked),
    (title, what, times, empty): (&str, &str, &str, &str),
) -> HttpResponse {
    page(&request, &context, name, View::Ranking, async |page| {
        let report = reports::ranking(page.context, of, page.state.range).await?;
        let direct = report.direct.filter(|visits| *visits > 0).map(|visits| ("No other site".to_owned(), visits));
        let total = report.total + report.direct.unwrap_or(0);
        let mut rows: Vec<(String, i64)> =
            report.rows.into_iter().map(|row| (row.name, row.times)).chain(direct).collect();
        rows.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let most = rows.iter().map(|(_, times)| *times).max().unwrap_or(0);
        let row = |(name, times): &(String, i64)| {
            json!({"name": name, "times": text::number(*times), "share": text::share(*times, total), "bar": plot::line(*times, most)})
        };
        Ok(members(json!({
            "title": title, "what": what, "timesName": times, "empty": empty,
            "total": text::number(total), "rows": rows.iter().map(row).collect::<Value>(),
            "more": (of == Ranked::Pages).then_some("The hundred pages that were viewed most; what visitors made up beyond a thousand a day is one line."),
        })))
    })
    .await
}

/// Which sites lead here.
pub(super) async fn sources(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let words = ("Sources", "Site", "Arrivals", "Nobody arrived in this time.");
    ranking(request, context, ("sources", Ranked::Sources), words).await
}

/// What is read.
pub(super) async fn pages(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let words = ("Pages", "Page", "Views", "No page was viewed in this time.");
    ranking(request, context, ("pages", Ranked::Pages), words).await
}

/// What is looked for.
pub(super) async fn searches(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let words = ("Searches", "Looked for", "Times", "Nobody searched in this time.");
    ranking(request, context, ("searches", Ranked::Searches), words).await
}

/// From a visit to an order.
pub(super) async fn funnel(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    page(&request, &context, "funnel", View::Funnel, async |page| {
        let report = reports::funnel(page.context, page.state.range).await?;
        let label = |step: &str| match step {
            "visit" => "Visited the site",
            "product" => "Saw a product",
            "cart" => "Saw or filled the cart",
            "checkout" => "Came to the checkout",
            _ => "Ordered",
        };
        let first = report.steps.first().map_or(0, |step| step.visitors);
        let mut before = first;
        let mut rows = Vec::new();
        for step in &report.steps {
            rows.push(json!({
                "step": label(&step.step), "visitors": text::number(step.visitors), "times": text::number(step.times),
                "share": text::share(step.visitors, first), "kept": text::share(step.visitors, before),
                "bar": plot::line(step.visitors, first),
            }));
            before = step.visitors;
        }
        Ok(members(json!({"title": "Funnel", "rows": rows, "isEmpty": first == 0})))
    })
    .await
}

/// What broke.
pub(super) async fn errors(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    page(&request, &context, "errors", View::Errors, async |page| {
        let report = reports::errors(page.context, page.state.range).await?;
        let range = page.range_query();
        let row = |error: &reports::ListedError| {
            json!({"message": error.message, "href": format!("{BASE}/errors/{}{range}", error.fingerprint),
                "times": text::number(error.times), "firstSeen": text::moment(error.first_seen), "lastSeen": text::moment(error.last_seen)})
        };
        let rows: Value = report.errors.iter().map(row).collect();
        Ok(members(json!({"title": "Errors", "rows": rows, "total": text::number(report.total)})))
    })
    .await
}

/// One error with its stack.
pub(super) async fn error(
    request: HttpRequest,
    context: Data<Context>,
    fingerprint: Path<String>,
) -> HttpResponse {
    page(&request, &context, "errors", View::Error, async |page| {
        let report = reports::error(page.context, &fingerprint, page.state.range).await?;
        let found = |at: i64| {
            report.periods.iter().find(|(starts_at, _)| *starts_at == at).map_or(0, |(_, times)| *times)
        };
        let places: Vec<Place> = page
            .state
            .range
            .starts()
            .map(|at| Place { label: text::period(at, page.state.range.step), values: vec![found(at)] })
            .collect();
        let fact = |name: &str, value: String| json!({"name": name, "value": value});
        let when = |name: &str, at: i64| json!({"name": name, "value": text::moment(at), "isText": true});
        let error = &report.error;
        let is_mapped = report.frames.iter().any(|frame| frame.is_original);
        Ok(members(json!({
            "title": error.message,
            "back": format!("{BASE}/errors{}", page.range_query()),
            "facts": [fact("In this time", text::number(error.times)), fact("Ever", text::number(error.times_ever)),
                when("First seen", error.first_seen), when("Last seen", error.last_seen)],
            "plot": plot::bars("Errors", &["Errors"], &places),
            "frames": report.frames, "url": report.url, "userAgent": report.user_agent, "isMapped": is_mapped,
        })))
    })
    .await
}

/// How fast pages were.
pub(super) async fn vitals(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    page(&request, &context, "vitals", View::Vitals, async |page| {
        let report = reports::vitals(page.context, page.state.range).await?;
        let about = |metric: &str| match metric {
            "LCP" => "Largest picture or text is there",
            "INP" => "Answer to a touch",
            "CLS" => "How much the page jumps",
            "FCP" => "First thing is there",
            "TTFB" => "First byte is there",
            _ => "Answer to the first touch",
        };
        let metric = |vital: &reports::Vital| {
            json!({"metric": vital.metric, "about": about(&vital.metric), "p75": text::measured(&vital.metric, vital.p75),
                "rating": vital.rating, "times": text::number(vital.times)})
        };
        let cell = |page: &reports::VitalsOfPage, metric: &str| match page.p75.get(metric) {
            Some(value) => json!({"value": text::measured(metric, *value), "rating": reports::rating(metric, *value)}),
            None => json!({"value": "–", "rating": "none"}),
        };
        let row = |of: &reports::VitalsOfPage| {
            let cells: Value = ["LCP", "INP", "CLS"].iter().map(|metric| cell(of, metric)).collect();
            json!({"path": of.path, "times": text::number(of.times), "cells": cells})
        };
        Ok(members(json!({
            "title": "Speed",
            "metrics": report.metrics.iter().map(metric).collect::<Value>(),
            "rows": report.pages.iter().map(row).collect::<Value>(),
        })))
    })
    .await
}
