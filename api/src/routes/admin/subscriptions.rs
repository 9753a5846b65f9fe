//! Subscriptions, as the owner sees them: which are paid, which are due, which have ended.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::repository::order;
use crate::repository::owner::{self, SubscriptionFilter};
use crate::repository::record::{Event, Kind};
use crate::repository::subscription::{self, StoredSubscription};
use crate::roles::Right;
use crate::settlement::renewal;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, page};
use crate::usecase::subscription::Change;
use crate::usecase::subscription_desk::{self, Seen};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_commerce::{ShippingLocation, SubscriptionPlan};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The longest search, in characters.
const LONGEST: usize = 320;

/// Which subscriptions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionsQuery {
    /// Only those that are `active`, `paused`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// Which subscriptions, and from where on. A search names people, so it stands in the body: no log has it.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SubscriptionsWanted {
    /// How the subscriber's address begins, or the number or id of the order that began it; "" for all of `status`.
    pub text: String,
    /// Only those that are `active`, `paused`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of subscriptions.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionsPage {
    /// Newest first.
    pub subscriptions: Vec<Subscription>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// A subscription. Amounts are minor units, times epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    /// Its id.
    pub id: String,
    /// The order that began it.
    pub order_id: String,
    /// The number of that order.
    pub order_number: Option<i64>,
    /// Whose it is.
    pub email: String,
    /// The product.
    pub item_id: String,
    /// What the product is called; its SKU where it is gone.
    pub product_name: String,
    /// The variant.
    pub sku: String,
    /// How many each time.
    pub quantity: i64,
    /// The price of one that was agreed.
    pub price_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// How often it is paid, and how many times in all.
    pub plan: SubscriptionPlan,
    /// `active`, `paused`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// How many payments were made.
    pub cycles_billed: i64,
    /// How often the next payment was refused.
    pub attempts: i64,
    /// When the next payment is due, unless it is paused or over.
    pub next_billing_date: Option<i64>,
    /// Since when it is paused.
    pub paused_on: Option<i64>,
    /// Where it goes.
    pub shipping_location: Option<ShippingLocation>,
}

impl From<Seen> for Subscription {
    fn from(seen: Seen) -> Self {
        let Seen { stored, order_number, title, location } = seen;
        let paused_on = stored.paused_at.filter(|_| stored.status == "active");
        Subscription {
            plan: stored.plan(),
            id: stored.id,
            order_id: stored.order_id,
            order_number,
            email: stored.email,
            item_id: stored.item_id,
            product_name: title,
            sku: stored.sku,
            quantity: stored.quantity,
            price_cents: stored.price_cents,
            currency: stored.currency,
            status: if paused_on.is_some() { "paused".to_owned() } else { stored.status },
            cycles_billed: stored.cycles_billed,
            attempts: stored.attempts,
            next_billing_date: stored.next_billing_at.filter(|_| paused_on.is_none()),
            paused_on,
            shipping_location: location,
        }
    }
}

/// Lists subscriptions; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(SubscriptionsQuery), responses((status = 200, body = SubscriptionsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/subscriptions")]
pub async fn list_subscriptions(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<SubscriptionsQuery>,
) -> Result<HttpResponse, ApiError> {
    let SubscriptionsQuery { status, cursor } = query.into_inner();
    found(&context, &who, SubscriptionsWanted { text: String::new(), status, cursor }).await
}

/// Lists subscriptions, or finds them by the subscriber's address or the order that began them; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = SubscriptionsWanted, responses((status = 200, body = SubscriptionsPage),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/subscriptions/search")]
pub async fn search_subscriptions(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<SubscriptionsWanted>,
) -> Result<HttpResponse, ApiError> {
    found(&context, &who, body.into_inner()).await
}

async fn found(
    context: &Context,
    who: &SignedIn,
    wanted: SubscriptionsWanted,
) -> Result<HttpResponse, ApiError> {
    let SubscriptionsWanted { text, status, cursor } = wanted;
    let text = text.trim().to_lowercase();
    if text.chars().count() > LONGEST || status.chars().count() > LONGEST {
        return Err(ApiError::bad_request("search-too-long", "Please search for at most 320 characters."));
    }
    // PostgreSQL takes it in no text, so no row has it.
    let is_nothing = text.contains('\0') || status.contains('\0');
    let number = text.strip_prefix('#').unwrap_or(&text).parse().ok();
    let filter = SubscriptionFilter { status: &status, text: &text, number };
    let published = context.publications.newest(&context.db).await?;
    let page = page(
        context,
        (who, Right::ManageStore),
        &cursor,
        async |connection, after| {
            if is_nothing {
                return Ok(Vec::new());
            }
            owner::subscriptions(connection, filter, after.part(0), ONE_MORE).await
        },
        |id| vec![id],
    )
    .await?;
    let seen = context
        .db
        .read(async |connection| {
            let mut seen = Vec::new();
            for id in &page.rows {
                seen.push(subscription_desk::one(connection, &published, id).await?);
            }
            Ok(seen)
        })
        .await?;
    Ok(HttpResponse::Ok().json(SubscriptionsPage {
        subscriptions: seen.into_iter().map(Subscription::from).collect(),
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
    }))
}

/// Shows one subscription; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("subscriptionId" = String, Path)), responses((status = 200, body = Subscription),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/subscriptions/{subscriptionId}")]
pub async fn get_subscription(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let published = context.publications.newest(&context.db).await?;
    let seen =
        context.db.read(async |connection| subscription_desk::one(connection, &published, &id).await).await?;
    Ok(HttpResponse::Ok().json(Subscription::from(seen)))
}

/// What the shop does with a subscription.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct SubscriptionChange {
    /// What.
    pub change: Change,
    /// The subscriber gets a letter that says how it stands then; that it has ended they are told in any case.
    #[serde(default = "yes")]
    pub notify: bool,
}

fn yes() -> bool {
    true
}

/// Pauses a subscription, leaves its next delivery out, changes how many go where, lets it go on, or stops it, as its subscriber can, too;
/// for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("subscriptionId" = String, Path)), request_body = SubscriptionChange,
    responses((status = 200, body = Subscription), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
#[post("/commerce/subscriptions/{subscriptionId}/changes")]
pub async fn change_subscription(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<SubscriptionChange>,
) -> Result<HttpResponse, ApiError> {
    let SubscriptionChange { change, notify } = body.into_inner();
    let seen = subscription_desk::change(&context, &who, &id, (change, notify)).await?;
    Ok(HttpResponse::Ok().json(Subscription::from(seen)))
}

/// Ends a subscription: nothing is charged any more; for ADMIN and STORE_MANAGER, and for the member whose it is.
#[utoipa::path(tag = "owner", params(("subscriptionId" = String, Path)), responses((status = 200, body = Subscription), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/subscriptions/{subscriptionId}/cancellation")]
pub async fn cancel_subscription(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let (id, now) = (id.into_inner(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let ended = context
        .db
        .write(async move |connection| {
            let missing = || ApiError::not_found("Not found");
            let stored = subscription::read(connection, &id).await?;
            let first = match &stored {
                Some(stored) => order::read(connection, &stored.order_id).await?,
                None => None,
            };
            let of_account =
                |order: &order::StoredOrder| order.site_user_id.as_deref() == Some(who.id.as_str());
            let of_address = |stored: &StoredSubscription| {
                // Bought before there was an account: whoever has one reads the letters of its address.
                !who.email.is_empty() && stored.email.to_lowercase() == who.email
            };
            let is_own = first.as_ref().is_some_and(of_account) || stored.as_ref().is_some_and(of_address);
            if !is_own {
                // A caller who may not manage the store does not learn which ids there are.
                who.must(Right::ManageStore)?;
            }
            let stored = stored.ok_or_else(missing)?;
            if !subscription::end(connection, &id, now).await? {
                return Err(ApiError::bad_request(
                    "subscription-ended",
                    "This subscription has ended already.",
                ));
            }
            let language = first.map(|order| order.language).unwrap_or_default();
            renewal::tell_of_end(connection, &published, (&stored, &language), now).await?;
            notices::subscription(connection, "subscription.cancelled", &stored, (&stored.order_id, now))
                .await?;
            note(
                connection,
                &who,
                Event::new(Kind::CancelSubscription, &id).with("before", stored.status),
                now,
            )
            .await?;
            subscription_desk::one(connection, &published, &id).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(Subscription::from(ended)))
}

/// Tries a subscription again that was given up after refused payments; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("subscriptionId" = String, Path)), responses((status = 200, body = Subscription), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/subscriptions/{subscriptionId}/resumption")]
pub async fn resume_subscription(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (id, now) = (id.into_inner(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let resumed = context
        .db
        .write(async move |connection| {
            let missing = || ApiError::not_found("Not found");
            subscription::read(connection, &id).await?.ok_or_else(missing)?;
            if !subscription::resume(connection, &id, now).await? {
                return Err(ApiError::bad_request(
                    "subscription-not-past-due",
                    "This subscription is not past due.",
                ));
            }
            note(connection, &who, Event::new(Kind::ResumeSubscription, &id), now).await?;
            subscription_desk::one(connection, &published, &id).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(Subscription::from(resumed)))
}
