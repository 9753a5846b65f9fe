//! Figures as tables for other programs (CSV, RFC 4180). Amounts are written in the main unit of the currency beside them.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::routes::admin::csv::{Cell, line, line_of};
use crate::usecase::figures::{self, FigureSums, FiguresQuery};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};

const HEAD: [&str; 15] = [
    "from",
    "to",
    "timeZone",
    "currency",
    "orders",
    "gross",
    "average",
    "discounts",
    "delivery",
    "refunded",
    "tax",
    "net",
    "money",
    "byGiftCards",
    "giftCardsSold",
];
const TAX_HEAD: [&str; 13] = [
    "from",
    "to",
    "timeZone",
    "currency",
    "country",
    "region",
    "tax",
    "rate",
    "net",
    "taxOfOrders",
    "netRefunded",
    "taxRefunded",
    "taxDue",
];

/// Figures by day, week or month as CSV; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures.csv")]
pub async fn export_figures(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    let found = figures::figures(&context, &span).await?;
    let mut text = line(HEAD);
    for one in &found.currencies {
        for period in &one.periods {
            let place = [&period.from, &period.to, &found.span.time_zone, &one.currency];
            let place = place.into_iter().map(|text| Cell::Text(text.clone()));
            text.push_str(&line_of(place.chain(cells(&period.sums))));
        }
    }
    Ok(file("figures.csv", text))
}

fn cells(sums: &FigureSums) -> [Cell; 11] {
    [
        Cell::Count(sums.orders),
        Cell::Amount(sums.gross_cents),
        sums.average_cents.map_or_else(|| Cell::Text(String::new()), Cell::Amount),
        Cell::Amount(sums.discount_cents),
        Cell::Amount(sums.delivery_cents),
        Cell::Amount(sums.refunded_cents),
        Cell::Amount(sums.tax_cents),
        Cell::Amount(sums.net_cents),
        Cell::Amount(sums.money_cents),
        Cell::Amount(sums.by_gift_cards_cents),
        Cell::Amount(sums.gift_cards_sold_cents),
    ]
}

/// Taxes of all the days as CSV; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "owner", params(FiguresQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/figures/taxes.csv")]
pub async fn export_figures_of_taxes(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<FiguresQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ReadFigures)?;
    let span = figures::span(&context, &query).await?;
    let found = figures::taxes(&context, &span).await?;
    let mut text = line(TAX_HEAD);
    for one in &found.currencies {
        for row in &one.rows {
            let said = &found.span;
            let place = [
                &said.from,
                &said.to,
                &said.time_zone,
                &one.currency,
                &row.country,
                &row.region,
                &row.name,
                &row.rate,
            ];
            let amounts =
                [row.net_cents, row.tax_cents, row.net_refunded_cents, row.tax_refunded_cents, row.due_cents];
            let place = place.into_iter().map(|text| Cell::Text(text.clone()));
            text.push_str(&line_of(place.chain(amounts.into_iter().map(Cell::Amount))));
        }
    }
    Ok(file("taxes.csv", text))
}

fn file(name: &str, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(text)
}
