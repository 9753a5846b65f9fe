//! Events as they were sent, for other programs: JSON Lines, or a table (CSV, RFC 4180).

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::extract::report_reader::ReportReader;
use crate::repository::record::{self, Actor, Kind};
use crate::repository::visits::event::{self, Event, Place};
use crate::respond::table::in_pieces;
use crate::routes::admin::csv;
use crate::tracking;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Query};
use actix_web::{HttpRequest, HttpResponse, get, web};
use futures_util::stream;
use serde::Deserialize;
use utoipa::IntoParams;

/// How many events are read at a time.
const AT_ONCE: i64 = 1000;

const HEAD: [&str; 9] =
    ["id", "occurredOn", "kind", "name", "visitor", "visit", "analyticsId", "source", "data"];

/// Which events.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
    /// Only those of this kind, such as `hit`, `pipeline`, `javascript-error`, `performance`.
    pub kind: String,
}

/// Gives the events of a span as JSON Lines, in the order of time; for ADMIN and REPORTING.
#[utoipa::path(tag = "reports", params(EventsQuery), responses((status = 200, body = String, content_type = "application/jsonl"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/events.jsonl")]
pub async fn export_lines(
    request: HttpRequest,
    reader: ReportReader,
    context: web::Data<Context>,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, ApiError> {
    reader.recently(&context)?;
    note(&request, &reader, &context).await?;
    answer(context, &query, String::new(), line_of_json, ("application/jsonl", "events.jsonl")).await
}

/// Gives the events of a span as CSV, in the order of time; for ADMIN and REPORTING.
#[utoipa::path(tag = "reports", params(EventsQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/reports/events.csv")]
pub async fn export_table(
    request: HttpRequest,
    reader: ReportReader,
    context: web::Data<Context>,
    query: Query<EventsQuery>,
) -> Result<HttpResponse, ApiError> {
    reader.recently(&context)?;
    note(&request, &reader, &context).await?;
    answer(context, &query, csv::line(HEAD), line_of_table, ("text/csv; charset=utf-8", "events.csv")).await
}

/// Writes down that what visitors did leaves the shop.
async fn note(request: &HttpRequest, reader: &ReportReader, context: &Context) -> Result<(), ApiError> {
    let actor = reader.actor().unwrap_or_else(|| Actor::program(client::client(request, context)));
    let (event, now) = (record::Event::new(Kind::Export, "visit-events"), context.clock.now_ms());
    context
        .db
        .write(async move |connection| record::write(connection, &actor, event.clone(), now).await)
        .await
}

/// An export that is on its way.
struct State {
    context: web::Data<Context>,
    place: Place,
    head: Option<String>,
    line: fn(&Event) -> String,
}

/// Read and sent in pieces: an export of ten million events needs no more memory than one of a thousand.
async fn answer(
    context: web::Data<Context>,
    query: &EventsQuery,
    head: String,
    line: fn(&Event) -> String,
    (kind, name): (&str, &str),
) -> Result<HttpResponse, ApiError> {
    let place = Place {
        after: query.from.unwrap_or(0),
        after_id: String::new(),
        before: query.to.unwrap_or(i64::MAX),
        kind: query.kind.clone(),
    };
    let rows = stream::try_unfold(State { context, place, head: Some(head), line }, next);
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    in_pieces(answer, rows).await
}

async fn next(mut state: State) -> Result<Option<(Bytes, State)>, ApiError> {
    if let Some(head) = state.head.take() {
        return Ok(Some((Bytes::from(head), state)));
    }
    let place = &state.place;
    let db = state.context.tracking.db();
    let events = db.read(async |connection| event::page(connection, place, AT_ONCE).await).await?;
    let Some(last) = events.last() else { return Ok(None) };
    (state.place.after, state.place.after_id) = (last.occurred_at, last.id.clone());
    let text: String = events.iter().map(state.line).collect();
    Ok(Some((Bytes::from(text), state)))
}

fn line_of_json(event: &Event) -> String {
    format!("{}\n", tracking::as_json(event))
}

fn line_of_table(event: &Event) -> String {
    let visit = event.visit.map(|visit| visit.to_string()).unwrap_or_default();
    let occurred_on = tracking::moment(event.occurred_at);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (visitor, analytics_id, source) =
        (text(&event.visitor), text(&event.analytics_id), text(&event.source));
    csv::line([
        event.id.as_str(),
        &occurred_on,
        &event.kind,
        &event.name,
        &visitor,
        &visit,
        &analytics_id,
        &source,
        &event.data,
    ])
}
