//! Emails and messages that did not arrive, and another try for them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::outbox::{self, GivenUp};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which deliveries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of deliveries that were given up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveriesPage {
    /// Newest first.
    pub deliveries: Vec<Delivery>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// What a delivery is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeliveryKind {
    /// An email.
    Mail,
    /// A message for one of the owner's systems.
    Webhook,
    /// A submission for a service the owner has an account with.
    Handover,
}

/// An email or message that was given up: it was refused for good, or too often. What it says is not shown: a gift card's
/// code may stand in it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: DeliveryKind,
    /// The address it goes to.
    pub recipient: String,
    /// An email's subject, or a message's type.
    pub subject: String,
    /// How often it was tried.
    pub attempts: i64,
    /// The fault of the last try.
    pub fault: String,
    /// When it was caused; epoch milliseconds.
    pub created_on: i64,
    /// When it was given up; epoch milliseconds.
    pub given_up_on: i64,
}

impl Delivery {
    fn from_row(row: GivenUp) -> Result<Self, ApiError> {
        let body: Value = serde_json::from_str(&row.body)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (kind, recipient, subject) = match row.kind.as_str() {
            outbox::MAIL => (DeliveryKind::Mail, text(&body["to"]), text(&body["subject"])),
            outbox::HANDOVER => (DeliveryKind::Handover, text(&body["url"]), text(&body["formName"])),
            _ => (DeliveryKind::Webhook, text(&body["url"]), text(&body["event"]["type"])),
        };
        Ok(Delivery {
            id: row.id,
            kind,
            recipient,
            subject,
            attempts: row.attempts,
            fault: row.fault,
            created_on: row.created_at,
            given_up_on: row.failed_at,
        })
    }
}

/// Lists the emails and messages that were given up; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(DeliveriesQuery), responses((status = 200, body = DeliveriesPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/deliveries")]
pub async fn list_deliveries(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<DeliveriesQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| outbox::given_up(connection, after.part(0), ONE_MORE).await,
        |row| vec![&row.id],
    )
    .await?;
    Ok(HttpResponse::Ok().json(DeliveriesPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        deliveries: page.rows.into_iter().map(Delivery::from_row).collect::<Result<_, ApiError>>()?,
    }))
}

/// What becomes of a delivery that is tried again.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct RedeliveryAnswer {
    /// Always true: it is on its way, under the name it had, so that a receiver who has it knows it again.
    pub waiting: bool,
}

/// Tries an email or message again that was given up; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("deliveryId" = String, Path)), responses((status = 200, body = RedeliveryAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/deliveries/{deliveryId}/redelivery")]
pub async fn redeliver(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    send_again(who, &context, id.into_inner(), Message::GivenUp).await
}

/// Which messages may be sent once more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Message {
    /// One that was given up.
    GivenUp,
    /// One to the owner's systems, whatever became of it.
    Webhook,
}

/// Puts a message on its way once more, and notes who did.
pub(super) async fn send_again(
    who: SignedIn,
    context: &Context,
    id: String,
    message: Message,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            let is_sent = match message {
                Message::GivenUp => outbox::try_again(connection, &id, now).await?,
                Message::Webhook => outbox::tell_again(connection, &id, now).await?,
            };
            if !is_sent {
                return Err(ApiError::not_found("Not found"));
            }
            note(connection, &who, Event::new(Kind::Redeliver, &id), now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(RedeliveryAnswer { waiting: true }))
}
