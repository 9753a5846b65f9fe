//! The payment provider: what a page needs of it, and what it tells by itself.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody, StatusCode};
use crate::outbound::payment::{
    EventFault, Message, News, NoAnswer, Outcome, PAYPAL, PaymentProvider, RefundOutcome, STRIPE, STRIPE_PAGE,
};
use crate::published::{Publications, Published};
use crate::rates::Class;
use crate::repository::refund;
use crate::repository::{Connection, order, payment};
use crate::settlement::{self, refund_elsewhere};
use crate::usecase::checkout::purchase::PROVIDER_PREFIX;
use crate::usecase::subscription_card;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::{ManualKind, ManualPayment};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// How long a payment may take that a message asks for; its sender waits.
const CONCLUDE: Duration = Duration::from_secs(20);

/// What the payment step of a page opens.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSettings {
    /// `test`, `stripe`, or `manual` where there are only the ways of `manual`.
    pub provider: String,
    /// What the provider's script in the page is opened with; only a provider that has such a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publishable_key: Option<String>,
    /// No money moves.
    pub test_mode: bool,
    /// The shop's ways of paying by hand, in the order in which they are offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub manual: Vec<ManualChoice>,
    /// Ways of paying that lead to a page of somebody else's, in the order in which they are offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<PageChoice>,
}

/// A way of paying on a page of somebody else's.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct PageChoice {
    /// What a purchase names it by (`paymentMethod`).
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// A way of paying that no provider carries out.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct ManualChoice {
    /// What a purchase names it by (`paymentMethod`).
    pub id: String,
    /// For which orders it is offered.
    pub kind: ManualKind,
    /// What it is called.
    pub name: String,
}

/// Who takes the money. A page loads a provider's script only when this names it.
#[utoipa::path(tag = "checkout", responses((status = 200, body = PaymentSettings)))]
#[get("/commerce/payment-settings")]
pub async fn get_payment_settings(context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let ways = &published.catalog.order_settings.manual_payments;
    let choice =
        |way: &ManualPayment| ManualChoice { id: way.id.clone(), kind: way.kind, name: way.name.clone() };
    let provider = context.payments.main();
    Ok(HttpResponse::Ok().json(PaymentSettings {
        provider: provider.name().to_owned(),
        publishable_key: provider.publishable_key(),
        test_mode: provider.is_test(),
        manual: ways.iter().map(choice).collect(),
        pages: pages(&context, &published),
    }))
}

/// The pages that are offered beside the provider's own fields: those of others.
fn pages(context: &Context, published: &Published) -> Vec<PageChoice> {
    let currency = published.catalog.store_settings.currency.to_string();
    let is_offered = |page: &&dyn PaymentProvider| {
        published.has_address() && page.name() != STRIPE_PAGE && page.takes(0, &currency)
    };
    let choice = |page: &dyn PaymentProvider| PageChoice {
        id: format!("{PROVIDER_PREFIX}{}", page.name()),
        name: page.title().to_owned(),
    };
    context.payments.pages().filter(is_offered).map(choice).collect()
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
    // What was paid on Stripe's own page is told by the same messages.
    take(&context, &request, &body, &[STRIPE, STRIPE_PAGE]).await
}

/// Takes a message of PayPal's, once PayPal has said that it is its own. Each is acted on once; they may come in any order.
#[utoipa::path(tag = "checkout", request_body = serde_json::Value,
    params(("PayPal-Transmission-Sig" = Option<String>, Header, description = "With the other headers that PayPal signs by")),
    responses((status = 200, body = EventAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "It cannot be judged now, and may be sent again")))]
#[post("/commerce/webhooks/paypal")]
pub async fn paypal_event(
    request: HttpRequest,
    context: web::Data<Context>,
    body: Bytes,
) -> Result<HttpResponse, ApiError> {
    if context.payments.by_name(PAYPAL).is_some() {
        // PayPal is asked about each: nobody else has it asked as often as they like.
        context.count(Class::Webhook, &request, "").await?;
    }
    take(&context, &request, &body, &[PAYPAL]).await
}

/// Takes a message of the first of these providers, about payments of any of them.
async fn take(
    context: &Context,
    request: &HttpRequest,
    body: &Bytes,
    names: &'static [&'static str],
) -> Result<HttpResponse, ApiError> {
    let name = names.first().copied().unwrap_or_default();
    let provider = context.payments.by_name(name).ok_or_else(|| ApiError::not_found("Not found"))?;
    let now = context.clock.now_ms();
    let header = |name: &&str| {
        let value = request.headers().get(*name).and_then(|value| value.to_str().ok())?;
        Some(((*name).to_owned(), value.to_owned()))
    };
    let headers = provider.signing_headers().iter().filter_map(header).collect();
    let message = Message { headers, body: body.to_vec(), now_ms: now };
    let event = provider.read_event(message).await.map_err(|fault| match fault {
        EventFault::None => ApiError::not_found("Not found"),
        EventFault::Signature(_) | EventFault::NotOurs => {
            ApiError::bad_request("bad-signature", "The message is not signed as it must be.")
        }
        EventFault::Unreadable(_) => ApiError::bad_request("malformed-event", "The message cannot be read."),
        EventFault::NoAnswer(fault) => ask_again(&fault),
    })?;
    if let Some(News::Agreed { order_id }) = &event.news {
        // Before it is noted: what could not be done now is done when the message comes again.
        settlement::conclude(context, order_id, CONCLUDE).await?.map_err(|fault| ask_again(&fault))?;
    }
    if let Some(News::CardEntered { session }) = &event.news {
        // Likewise.
        subscription_card::finish(context, session, None).await?;
    }
    let publications = context.publications.clone();
    context
        .db
        .write(async move |connection| {
            let about = (event.id.as_str(), event.kind.as_str());
            if payment::add_event(connection, name, about, now).await?
                && let Some(news) = &event.news
            {
                act(connection, &publications, names, news, now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(HttpResponse::Ok().json(EventAnswer { received: true }))
}

/// The message cannot be judged or acted on now; its sender sends it again.
fn ask_again(fault: &NoAnswer) -> ApiError {
    tracing::warn!(%fault, "a message of a payment provider waits");
    let words = "The message cannot be taken now. Please send it again.";
    ApiError::refused(StatusCode::SERVICE_UNAVAILABLE, "payment-unanswered", words)
}

async fn act(
    connection: &mut Connection<'_>,
    publications: &Publications,
    providers: &[&str],
    news: &News,
    now: i64,
) -> Result<(), ApiError> {
    match news {
        // That was done before.
        News::Agreed { .. } | News::CardEntered { .. } => Ok(()),
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
        News::Dispute { reference, dispute } => match ordered(connection, providers, reference).await? {
            Some(order) => settlement::dispute::follow(connection, &order, dispute, now).await,
            None => Ok(()),
        },
        News::Refunded { reference, total_cents } => match ordered(connection, providers, reference).await? {
            Some(order) => refund_elsewhere::all(connection, publications, &order, (*total_cents, now)).await,
            None => Ok(()),
        },
        News::Refund { id, refund_reference, reference, amount_cents, failed } => {
            let published = publications.current();
            let outcome = if *failed {
                RefundOutcome::Failed("the provider could not give it back".into())
            } else {
                RefundOutcome::Done(refund_reference.clone())
            };
            let known = match id {
                Some(id) => refund::read(connection, id).await?,
                None => refund::by_reference(connection, refund_reference).await?,
            };
            let order = if id.is_some() { None } else { ordered(connection, providers, reference).await? };
            // Money of another order may have paid for the one that a refund is of: then its name says more.
            let order = order.filter(|order| known.as_ref().is_none_or(|known| known.order_id == order.id));
            match (order, known) {
                (Some(order), _) if *amount_cents > 0 => {
                    let told = ((refund_reference.as_str(), *amount_cents), now);
                    if *failed {
                        return refund_elsewhere::failed(connection, publications, &order, told).await;
                    }
                    refund_elsewhere::one(connection, publications, &order, told).await
                }
                (_, Some(known)) => {
                    settlement::refund::end(connection, &published, &known, &outcome, now).await
                }
                (_, None) => Ok(()),
            }
        }
    }
}

/// The order that a payment of one of these providers was for.
async fn ordered(
    connection: &mut Connection<'_>,
    providers: &[&str],
    reference: &str,
) -> Result<Option<order::StoredOrder>, ApiError> {
    for provider in providers {
        if let Some(id) = payment::order_of(connection, provider, reference).await? {
            return order::read(connection, &id).await;
        }
    }
    Ok(None)
}
