//! What the owner's own systems are told: which they are, every message, and another press for one of them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::deliveries::{Message, RedeliveryAnswer, send_again};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::outbound::hook::{AGENT, CONTENT_TYPE, DELIVERY_HEADER, SIGNATURE_HEADER};
use crate::repository::outbox::{self, Told};
use crate::roles::Right;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use utoipa::{IntoParams, ToSchema};

/// Which messages.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct WebhooksQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// How a message stands.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WebhookState {
    /// It waits for its first try or another one.
    Waiting,
    /// The system took it.
    Delivered,
    /// It was refused for good, or too often.
    GivenUp,
}

/// A message to one of the systems. Moments are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    /// Its id.
    pub id: String,
    /// The system's address, without what in it is secret; "" once the message is not kept any more.
    pub url: String,
    /// What it is about, such as `order.paid`; "" once it is not kept any more.
    pub event: String,
    /// How it stands.
    pub state: WebhookState,
    /// How often it was tried, since it was sent again last.
    pub attempts: i64,
    /// What the system answered last (200, 404, …); none when nothing came back.
    pub status: Option<i64>,
    /// The fault of the last try that failed.
    pub fault: String,
    /// When it was tried last.
    pub tried_on: Option<i64>,
    /// When it was caused.
    pub created_on: i64,
    /// When it arrived or was given up.
    pub ended_on: Option<i64>,
    /// It can be sent again: it has ended, and is kept still.
    pub may_go_again: bool,
}

impl WebhookDelivery {
    fn from_row(row: Told) -> Self {
        let body: Value = serde_json::from_str(&row.body).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let state = match (row.done_at, row.failed_at) {
            (_, Some(_)) => WebhookState::GivenUp,
            (Some(_), None) => WebhookState::Delivered,
            (None, None) => WebhookState::Waiting,
        };
        let ended_on = row.failed_at.or(row.done_at);
        let url = text(&body["url"]);
        let shown = without_secrets(&url);
        WebhookDelivery {
            fault: if url.is_empty() { row.fault } else { row.fault.replace(&url, &shown) },
            url: shown,
            event: text(&body["event"]["type"]),
            state,
            attempts: row.attempts,
            status: row.answer_status,
            tried_on: row.tried_at,
            created_on: row.created_at,
            ended_on,
            may_go_again: ended_on.is_some() && !row.body.is_empty(),
            id: row.id,
        }
    }
}

/// An address without what in it opens something: a password, and the values behind the question mark.
fn without_secrets(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    if url.password().is_none() && url.query().is_none() {
        return address.to_owned();
    }
    if url.password().is_some() && url.set_password(Some(HIDDEN)).is_err() {
        return String::new();
    }
    if url.query().is_some() {
        let names: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
        url.query_pairs_mut().clear().extend_pairs(names.iter().map(|name| (name, HIDDEN)));
    }
    url.to_string()
}

/// What stands in place of a secret.
const HIDDEN: &str = "***";
/// Messages with what a form was answered: for those who may read answers.
const ANSWERS: &str = "form.submitted";

/// A header that is sent with a message.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct WebhookHeader {
    /// Its name.
    pub name: String,
    /// Its value; of the signature only the time of the last try.
    pub value: String,
}

/// A message as it is sent.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookMessage {
    /// How it stands.
    #[serde(flatten)]
    pub delivery: WebhookDelivery,
    /// Its headers.
    pub headers: Vec<WebhookHeader>,
    /// Its body, to the letter; none once it is not kept any more, and of answers to forms for who may not read those.
    pub body: Option<String>,
    /// It is kept and not shown to who asks.
    pub is_hidden: bool,
}

/// The systems, and a page of what they were told.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhooks {
    /// The addresses that are told of everything in the shop; of forms there may be others.
    pub systems: Vec<String>,
    /// The newest first.
    pub deliveries: Vec<WebhookDelivery>,
    /// Where the next page begins; none on the last.
    pub next_page_cursor: Option<String>,
}

/// Lists what the owner's systems were told, by every way; for ADMIN and STORE_MANAGER. What they say stands in each by itself.
#[utoipa::path(tag = "owner", params(WebhooksQuery), responses((status = 200, body = Webhooks), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/webhooks/deliveries")]
pub async fn list_webhooks(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<WebhooksQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| outbox::webhooks(connection, after.part(0), ONE_MORE).await,
        |row| vec![&row.id],
    )
    .await?;
    Ok(HttpResponse::Ok().json(Webhooks {
        systems: context.settings.commerce.webhook_urls.iter().map(|url| without_secrets(url)).collect(),
        deliveries: page.rows.into_iter().map(WebhookDelivery::from_row).collect(),
        next_page_cursor: page.next,
    }))
}

/// Shows one message as it is sent, its signature hidden; for ADMIN and STORE_MANAGER, answers to forms for those alone who may read
/// them.
#[utoipa::path(tag = "owner", params(("deliveryId" = String, Path)), responses((status = 200, body = WebhookMessage), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/webhooks/deliveries/{deliveryId}")]
pub async fn get_webhook(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let found = context.db.read(async |connection| outbox::webhook(connection, &id).await).await?;
    let row = found.ok_or_else(|| ApiError::not_found("Not found"))?;
    let header = |name: &str, value: &str| WebhookHeader { name: name.to_owned(), value: value.to_owned() };
    let signed_at = row.tried_at.map_or_else(|| HIDDEN.to_owned(), |at| at.div_euclid(1000).to_string());
    let headers = vec![
        header("Content-Type", CONTENT_TYPE),
        header("User-Agent", AGENT),
        header(DELIVERY_HEADER, &row.dedupe_key),
        header(SIGNATURE_HEADER, &format!("t={signed_at},v1={HIDDEN}")),
    ];
    let event = serde_json::from_str::<Value>(&row.body).ok().map(|mut body| body["event"].take());
    let is_hidden =
        event.as_ref().is_some_and(|event| event["type"] == ANSWERS) && !who.may(Right::EditContent);
    Ok(HttpResponse::Ok().json(WebhookMessage {
        headers,
        body: event.filter(|_| !is_hidden).map(|event| event.to_string()),
        is_hidden,
        delivery: WebhookDelivery::from_row(row),
    }))
}

/// Tells a system again what it was told, or what it did not take; for ADMIN and STORE_MANAGER. It goes under the name that it had
/// (`Loggia-Delivery`) with a new signature: a receiver that has it knows it again.
#[utoipa::path(tag = "owner", params(("deliveryId" = String, Path)), responses((status = 200, body = RedeliveryAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/webhooks/deliveries/{deliveryId}/redelivery")]
pub async fn tell_again(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    send_again(who, &context, id.into_inner(), Message::Webhook).await
}
