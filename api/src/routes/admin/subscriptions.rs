//! Subscriptions, as the owner sees them: which are paid, which are due, which have ended.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::notices;
use crate::repository::record::{Event, Kind};
use crate::repository::subscription::{self, StoredSubscription};
use crate::repository::{order, owner};
use crate::roles::Right;
use crate::settlement::renewal;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{ONE_MORE, page};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_commerce::SubscriptionPlan;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which subscriptions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionsQuery {
    /// Only those that are `active`, `past_due`, `cancelled` or `ended`.
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
    /// Whose it is.
    pub email: String,
    /// The product.
    pub item_id: String,
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
    /// `active`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// How many payments were made.
    pub cycles_billed: i64,
    /// How often the next payment was refused.
    pub attempts: i64,
    /// When the next payment is due.
    pub next_billing_date: Option<i64>,
}

impl From<StoredSubscription> for Subscription {
    fn from(stored: StoredSubscription) -> Self {
        Subscription {
            plan: stored.plan(),
            id: stored.id,
            order_id: stored.order_id,
            email: stored.email,
            item_id: stored.item_id,
            sku: stored.sku,
            quantity: stored.quantity,
            price_cents: stored.price_cents,
            currency: stored.currency,
            status: stored.status,
            cycles_billed: stored.cycles_billed,
            attempts: stored.attempts,
            next_billing_date: stored.next_billing_at,
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
    let page = page(
        &context,
        (&who, Right::ManageStore),
        &query.cursor,
        async |connection, after| {
            owner::subscriptions(connection, &query.status, after.part(0), ONE_MORE).await
        },
        |id| vec![id],
    )
    .await?;
    let found = context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            for id in &page.rows {
                found.extend(subscription::read(connection, id).await?);
            }
            Ok(found)
        })
        .await?;
    Ok(HttpResponse::Ok().json(SubscriptionsPage {
        subscriptions: found.into_iter().map(Subscription::from).collect(),
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
    }))
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
            subscription::read(connection, &id).await?.ok_or_else(missing)
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
            subscription::read(connection, &id).await?.ok_or_else(missing)
        })
        .await?;
    Ok(HttpResponse::Ok().json(Subscription::from(resumed)))
}
