//! Goods go out.

use super::orders::{OrderDetail, detail};
use crate::context::Context;
use crate::emails::{self, Tracking};
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::repository::record::{Event, Kind};
use crate::repository::{catalog, order, outbox};
use crate::roles::Right;
use crate::settlement;
use crate::usecase::owner::note::note;
use actix_web::{HttpResponse, delete, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest part of a tracking, in characters.
const LONGEST: usize = 300;

/// How goods go out.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Fulfilment {
    /// How they can be followed.
    pub tracking: Option<Tracking>,
    /// The shopper gets an email.
    pub notify: bool,
}

/// Notes that the goods of a paid order went out; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = Fulfilment, responses((status = 200, body = OrderDetail),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/orders/{orderId}/fulfilment")]
pub async fn fulfil_order(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<Fulfilment>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (id, body) = (id.into_inner(), body.into_inner());
    check(body.tracking.as_ref())?;
    let (order_id, now, publications) = (id.clone(), context.clock.now_ms(), context.publications.clone());
    context
        .db
        .write(async move |connection| {
            let order = order::read(connection, &order_id).await?.filter(order::StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let tracking = body.tracking.as_ref().map(serde_json::to_string).transpose()?;
            if !order::fulfil(connection, &order_id, tracking.as_deref(), now).await? {
                return Err(ApiError::bad_request(
                    "not-fulfillable",
                    "This order is fulfilled or cancelled already.",
                ));
            }
            if body.notify {
                let version = catalog::version(connection).await?;
                let published = publications.at_least(connection, version).await?;
                let email_message = emails::fulfilled(&published, &order, body.tracking.as_ref());
                let cause = format!("fulfilled-{order_id}-{now}");
                outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now)
                    .await?;
            }
            notices::order(connection, "order.fulfilled", &order, now).await?;
            settlement::invoice_sent(connection, &publications, &order_id, now).await?;
            let words = body.tracking.as_ref().map(serde_json::to_string).transpose()?.unwrap_or_default();
            let event = Event::new(Kind::Fulfil, &order_id).with("notify", body.notify);
            note(connection, &who, event.about(&order.email).words(&words), now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}

fn check(tracking: Option<&Tracking>) -> Result<(), ApiError> {
    let Some(tracking) = tracking else { return Ok(()) };
    let parts = [&tracking.carrier, &tracking.tracking_number, &tracking.tracking_url];
    let url = tracking.tracking_url.as_str();
    let is_link = url.is_empty() || url.starts_with("https://") || url.starts_with("http://");
    if !is_link || parts.iter().any(|part| part.chars().count() > LONGEST || part.contains(char::is_control))
    {
        return Err(ApiError::bad_request("malformed-tracking", "The tracking cannot be used."));
    }
    Ok(())
}

/// Notes that the goods did not go out after all; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = OrderDetail), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/orders/{orderId}/fulfilment")]
pub async fn undo_fulfilment(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let id = id.into_inner();
    let (order_id, now) = (id.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let order = order::read(connection, &order_id).await?;
            order.ok_or_else(|| ApiError::not_found("Not found"))?;
            if !order::undo_fulfilment(connection, &order_id).await? {
                return Err(ApiError::bad_request("not-fulfilled", "This order is not fulfilled."));
            }
            note(connection, &who, Event::new(Kind::UndoFulfilment, &order_id), now).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}
