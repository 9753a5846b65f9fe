//! Accounting as files for other programs: the double entry and a day as CSV (RFC 4180), and DATEV's booking batch. Each that leaves
//! is written down.

use super::day;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::routes::admin::csv::{Cell, line, line_of, moment};
use crate::usecase::accounting::{self, AccountingQuery, ClosingKind, ClosingQuery, HEAD, JournalRow, Rows};
use crate::usecase::figures::{self, FiguresQuery, Span, Step};
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpResponse, get, web};
use futures_util::stream;

const CLOSING_HEAD: [&str; 9] =
    ["time", "day", "timeZone", "currency", "provider", "what", "document", "amount", "reference"];

async fn span(context: &Context, query: &AccountingQuery) -> Result<(Span, String), ApiError> {
    // A step that lets a span have as many days as it may.
    let wanted = FiguresQuery { from: query.from.clone(), to: query.to.clone(), step: Step::Month };
    figures::span(context, &wanted).await
}

/// The double entry as CSV, a row of each posting in the order of time; for ADMIN, STORE_MANAGER and REPORTING. `account` is debited
/// and `counterAccount` credited with an amount above zero, so debit and credit are equal in each document.
#[utoipa::path(tag = "owner", params(AccountingQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/accounting/journal.csv")]
pub async fn export_journal(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<AccountingQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ReadFigures, &context)?;
    let (span, _) = span(&context, &query).await?;
    let rows = Rows::of(&context, &span).await?;
    note_export(&context, &who, "journal").await?;
    let state = (context, rows, Some(Bytes::from(line(HEAD))));
    let pieces = stream::try_unfold(state, next);
    Ok(file("text/csv; charset=utf-8", "journal.csv").streaming(pieces))
}

type State = (web::Data<Context>, Rows, Option<Bytes>);

async fn next((context, mut rows, head): State) -> Result<Option<(Bytes, State)>, ApiError> {
    if let Some(head) = head {
        return Ok(Some((head, (context, rows, None))));
    }
    let Some(found) = accounting::rows(&context, &mut rows).await? else { return Ok(None) };
    let text: String = found.into_iter().map(cells).collect();
    Ok(Some((Bytes::from(text), (context, rows, None))))
}

fn cells(row: JournalRow) -> String {
    let text = Cell::Text;
    line_of([
        text(moment(row.at)),
        text(row.day),
        text(row.time_zone),
        text(row.document),
        text(row.invoice),
        text(row.account),
        text(row.counter),
        Cell::Count(row.cents),
        Cell::Amount(row.cents),
        text(row.currency),
        text(row.about.to_owned()),
        text(row.country),
        text(row.tax),
        text(row.rate),
        text(row.key),
        text(row.text),
    ])
}

/// DATEV's booking batch (EXTF, format category 21) of one currency and days of one business year; for ADMIN, STORE_MANAGER and
/// REPORTING.
#[utoipa::path(tag = "owner", params(AccountingQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/accounting/datev.csv")]
pub async fn export_batch(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<AccountingQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ReadFigures, &context)?;
    let span = span(&context, &query).await?;
    let (name, bytes) = accounting::batch(&context, &span, query.currency.trim()).await?;
    note_export(&context, &who, "datev").await?;
    Ok(file("text/csv; charset=windows-1252", &name).body(bytes))
}

/// Every payment and refund of a day with the provider's references, as CSV; for ADMIN, STORE_MANAGER and REPORTING. What went back
/// has an amount below zero.
#[utoipa::path(tag = "owner", params(ClosingQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/accounting/closing.csv")]
pub async fn export_closing(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<ClosingQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ReadFigures, &context)?;
    let day = day(&context, &query).await?;
    let found = accounting::closing(&context, &day, usize::MAX).await?;
    note_export(&context, &who, "closing").await?;
    let mut text = line(CLOSING_HEAD);
    for one in found.currencies {
        for row in one.rows {
            let (what, cents) = match row.kind {
                ClosingKind::Taken => ("taken", row.amount_cents),
                ClosingKind::Back => ("back", -row.amount_cents),
                ClosingKind::BackFailed => ("back failed", row.amount_cents),
            };
            text.push_str(&line_of([
                Cell::Text(moment(row.at)),
                Cell::Text(found.span.from.clone()),
                Cell::Text(found.span.time_zone.clone()),
                Cell::Text(one.currency.clone()),
                Cell::Text(row.provider),
                Cell::Text(what.to_owned()),
                Cell::Text(row.document),
                Cell::Amount(cents),
                Cell::Text(row.reference),
            ]));
        }
    }
    Ok(file("text/csv; charset=utf-8", &format!("closing-{}.csv", found.span.from)).body(text))
}

fn file(kind: &'static str, name: &str) -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CONTENT_TYPE, kind));
    answer.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    answer
}
