//! The payment provider: what a page needs of it, and what it tells by itself.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::outbound::payment::{EventFault, News, Outcome, RefundOutcome};
use crate::published::Publications;
use crate::repository::refund;
use crate::repository::{Connection, order, payment};
use crate::settlement::{self, refund_elsewhere};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The header of a signed message of Stripe's.
const STRIPE_SIGNATURE: &str = "stripe-signature";

/// What the payment step of a page opens.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSettings {
    /// `test` or `stripe`.
    pub provider: String,
    /// What the provider's script in the page is opened with; only a provider that has such a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publishable_key: Option<String>,
    /// No money moves.
    pub test_mode: bool,
}

/// Who takes the money. A page loads a provider's script only when this names it.
#[utoipa::path(tag = "checkout", responses((status = 200, body = PaymentSettings)))]
#[get("/commerce/payment-settings")]
pub async fn get_payment_settings(context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(PaymentSettings {
        provider: context.payments.name().to_owned(),
        publishable_key: context.payments.publishable_key(),
        test_mode: context.payments.is_test(),
    }))
}

/// Whether a message was acted on.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct EventAnswer {
    /// Always true: the message need not be sent again.
    pub received: bool,
}

/// Takes a signed message of Stripe's. Each is acted on once; they may come in any order.
#[utoipa::path(tag = "checkout", request_body = serde_json::Value,
    params(("Stripe-Signature" = Option<String>, Header, description = "`t=<seconds>,v1=<signature>`")),
    responses((status = 200, body = EventAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/webhooks/stripe")]
pub async fn stripe_event(
    request: HttpRequest,
    context: web::Data<Context>,
    body: Bytes,
) -> Result<HttpResponse, ApiError> {
    let signature =
        request.headers().get(STRIPE_SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let now = context.clock.now_ms();
    let event = context.payments.read_event(signature, &body, now).map_err(|fault| match fault {
        EventFault::None => ApiError::not_found("Not found"),
        EventFault::Signature(_) => {
            ApiError::bad_request("bad-signature", "The message is not signed as it must be.")
        }
        EventFault::Unreadable(_) => ApiError::bad_request("malformed-event", "The message cannot be read."),
    })?;
    let (publications, provider) = (context.publications.clone(), context.payments.name());
    context
        .db
        .write(async move |connection| {
            let name = (event.id.as_str(), event.kind.as_str());
            if payment::add_event(connection, provider, name, now).await?
                && let Some(news) = &event.news
            {
                act(connection, &publications, provider, news, now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(HttpResponse::Ok().json(EventAnswer { received: true }))
}

async fn act(
    connection: &mut Connection<'_>,
    publications: &Publications,
    provider: &str,
    news: &News,
    now: i64,
) -> Result<(), ApiError> {
    match news {
        News::Payment { order_id, reference, amount_cents, currency, outcome } => {
            let Some(order) = order::read(connection, order_id).await? else { return Ok(()) };
            let asked = crate::outbound::payment::charged(order.grand_total_cents, &order.currency);
            let is_whole = *currency == order.currency && *amount_cents == asked;
            if matches!(outcome, Outcome::Paid { .. }) && !is_whole {
                tracing::error!(
                    order = order_id,
                    reference,
                    amount_cents,
                    currency,
                    "a payment is not what was asked for"
                );
                return Ok(());
            }
            settlement::settle_in(connection, publications, order_id, outcome, now).await
        }
        News::Dispute { reference, dispute } => match ordered(connection, provider, reference).await? {
            Some(order) => settlement::dispute::follow(connection, &order, dispute, now).await,
            None => Ok(()),
        },
        News::Refunded { reference, total_cents } => match ordered(connection, provider, reference).await? {
            Some(order) => refund_elsewhere::all(connection, publications, &order, (*total_cents, now)).await,
            None => Ok(()),
        },
        News::Refund { id, refund_reference, reference, amount_cents, failed } => {
            let known = match id {
                Some(id) => refund::read(connection, id).await?,
                None => refund::by_reference(connection, refund_reference).await?,
            };
            let published = publications.current();
            let outcome = if *failed {
                RefundOutcome::Failed("the provider could not give it back".into())
            } else {
                RefundOutcome::Done(refund_reference.clone())
            };
            if let Some(known) = known {
                return settlement::refund::end(connection, &published, &known, &outcome, now).await;
            }
            if *failed || id.is_some() {
                return Ok(());
            }
            let Some(order) = ordered(connection, provider, reference).await? else { return Ok(()) };
            let made = (refund_reference.as_str(), *amount_cents);
            refund_elsewhere::one(connection, publications, &order, (made, now)).await
        }
    }
}

/// The order that a payment of the provider's was for.
async fn ordered(
    connection: &mut Connection<'_>,
    provider: &str,
    reference: &str,
) -> Result<Option<order::StoredOrder>, ApiError> {
    match payment::order_of(connection, provider, reference).await? {
        Some(id) => order::read(connection, &id).await,
        None => Ok(None),
    }
}
