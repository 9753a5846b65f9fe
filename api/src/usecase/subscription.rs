//! What a shopper does with a subscription: by the link of a letter, or with the account it was bought with or whose address it has.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::links::Opens;
use crate::notices;
use crate::ordered::OrderWords;
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::order::{self, StoredOrder};
use crate::repository::subscription::{self, StoredSubscription};
use crate::settlement::renewal::{next_after, tell_of_end};
use crate::usecase::order::page::{is_id, refused};
use loggia_commerce::{Details, ShippingLocation, check_address, check_quantity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far ahead deliveries may be left out, in milliseconds.
const FURTHEST: i64 = 2 * 366 * crate::clock::DAY;
/// The most periods that are left out at once when it goes on after a pause.
const MOST_SKIPPED: i64 = 100_000;

/// Who wants to see or change a subscription.
#[derive(Clone, Debug)]
pub enum Holder {
    /// Whoever has its link.
    Key(String),
    /// Somebody signed in.
    Person(SignedIn),
}

/// What is done with a subscription.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase", tag = "action")]
pub enum Change {
    /// Nothing is charged or sent until it goes on.
    Pause,
    /// It goes on with the next day of its schedule.
    Resume,
    /// The next delivery is left out, and not charged.
    Skip,
    /// It ends.
    Stop,
    /// So many each time.
    Quantity {
        /// From 1 on.
        quantity: u32,
    },
    /// It goes elsewhere, in the same country.
    Address {
        /// Where.
        location: ShippingLocation,
    },
}

/// A subscription as its holder sees it. Amounts are minor units, times epoch milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSubscription {
    /// Its id.
    pub id: String,
    /// The order that began it.
    pub order_id: String,
    /// What is sent.
    pub product_name: String,
    /// How many each time.
    pub quantity: i64,
    /// The price of one that was agreed.
    pub price_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// `active`, `paused`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// When the next payment is due, unless it is paused or over.
    pub next_billing_date: Option<i64>,
    /// Where it goes.
    pub shipping_location: Option<ShippingLocation>,
    /// Its holder may enter another card, on a page of the payment provider's.
    #[serde(default)]
    pub may_change_card: bool,
    /// Its page, from the root of the API's address.
    pub page: String,
    /// The language it was bought in.
    pub language: String,
}

/// The subscription `id`, for who may see it.
///
/// # Errors
/// `link-refused`.
pub async fn open(context: &Context, id: &str, holder: &Holder) -> Result<OwnSubscription, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (now, cards) = (context.clock.now_ms(), keeps_cards(context, &published));
    context
        .db
        .read(async |connection| {
            let (stored, first) = held(connection, context, id, holder).await?;
            own((&published, cards), &stored, &first, now)
        })
        .await
}

/// The subscriptions of somebody signed in, newest first.
///
/// # Errors
/// Faults of the store.
pub async fn list(context: &Context, who: &SignedIn) -> Result<Vec<OwnSubscription>, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (now, cards) = (context.clock.now_ms(), keeps_cards(context, &published));
    context
        .db
        .read(async |connection| {
            let mut found = Vec::new();
            for id in subscription::of_person(connection, (&who.id, &who.email)).await? {
                let Some(stored) = subscription::read(connection, &id).await? else { continue };
                if let Some(first) = order::read(connection, &stored.order_id).await? {
                    found.push(own((&published, cards), &stored, &first, now)?);
                }
            }
            Ok(found)
        })
        .await
}

/// Changes a subscription; how it stands then.
///
/// # Errors
/// `link-refused`; `subscription-ended`; what the change cannot be.
pub async fn change(
    context: &Context,
    id: &str,
    holder: &Holder,
    change: Change,
) -> Result<OwnSubscription, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (now, cards) = (context.clock.now_ms(), keeps_cards(context, &published));
    // Who may is decided before anything is held.
    let (stored, _) = context.db.read(async |connection| held(connection, context, id, holder).await).await?;
    let id = stored.id;
    context
        .db
        .write(async move |connection| {
            let (stored, first) = whole(connection, &id).await?;
            apply(connection, &published, (&stored, &first), &change, now).await?;
            let (stored, _) = whole(connection, &id).await?;
            own((&published, cards), &stored, &first, now)
        })
        .await
}

/// A subscription and the order that began it.
///
/// # Errors
/// 404 without either.
pub(super) async fn whole(
    connection: &mut Connection<'_>,
    id: &str,
) -> Result<(StoredSubscription, StoredOrder), ApiError> {
    let missing = || ApiError::not_found("Not found");
    let stored = subscription::read(connection, id).await?.ok_or_else(missing)?;
    let first = order::read(connection, &stored.order_id).await?.ok_or_else(missing)?;
    Ok((stored, first))
}

/// Does what is wanted with a subscription as it was read.
///
/// # Errors
/// `subscription-ended`; `subscription-unchanged`; what the change cannot be.
pub(super) async fn apply(
    connection: &mut Connection<'_>,
    published: &Published,
    (stored, first): (&StoredSubscription, &StoredOrder),
    change: &Change,
    now: i64,
) -> Result<(), ApiError> {
    let done = match change {
        Change::Pause => subscription::pause(connection, &stored.id, now).await?,
        Change::Resume => {
            if stored.paused_at.is_none() || stored.status != "active" {
                return Err(not_now("This subscription is not paused."));
            }
            let next = from_now(published, stored, now).ok_or_else(ended)?;
            subscription::go_on(connection, stored, next).await?
        }
        Change::Skip => {
            check_unpaid(connection, stored).await?;
            if stored.paused_at.is_some() {
                return Err(not_now("This subscription is paused: there is no delivery to leave out."));
            }
            if stored.status != "active" {
                return Err(ended());
            }
            let next = after(published, stored, stored.skipped + 1).ok_or_else(ended)?;
            if next > now + FURTHEST {
                return Err(not_now("So many deliveries cannot be left out. Please pause the subscription."));
            }
            subscription::go_on(connection, stored, (stored.skipped + 1, next)).await?
        }
        Change::Stop => {
            let done = subscription::end(connection, &stored.id, now).await?;
            if done {
                tell_of_end(connection, published, (stored, &first.language), now).await?;
                notices::subscription(connection, "subscription.cancelled", stored, (&stored.order_id, now))
                    .await?;
            }
            done
        }
        Change::Quantity { quantity } => {
            let quantity = check_quantity(*quantity)?;
            check_unpaid(connection, stored).await?;
            subscription::set_quantity(connection, &stored.id, i64::from(quantity)).await?
        }
        Change::Address { location } => {
            let location = location.tidied();
            check_unpaid(connection, stored).await?;
            let before = location_of(stored, first)?;
            // How it goes and what that costs was agreed for a country.
            if before.is_none_or(|before| before.country != location.country) {
                return Err(not_now(
                    "It can go to another address of the same country. For another country please begin a new subscription.",
                ));
            }
            let mut found = Details::default();
            check_address(&location, "", &mut found);
            if !found.is_empty() {
                return Err(found.into());
            }
            subscription::set_location(connection, &stored.id, &serde_json::to_string(&location)?).await?
        }
    };
    if done { Ok(()) } else { Err(ended()) }
}

/// A payment that is being made is for what was agreed before.
async fn check_unpaid(connection: &mut Connection<'_>, stored: &StoredSubscription) -> Result<(), ApiError> {
    let living = order::living_of_cart(connection, &stored.cycle_key()).await?;
    match living {
        Some(_) => Err(not_now("A payment is being made at this moment. Please try again in an hour.")),
        None => Ok(()),
    }
}

/// When the next payment is due with so many periods left out.
fn after(published: &Published, stored: &StoredSubscription, skipped: i64) -> Option<i64> {
    let paid = u32::try_from(stored.cycles_billed).ok()?;
    next_after(published, stored, paid, skipped)
}

/// The first day of its schedule that is still to come, and how many periods are left out by then.
fn from_now(published: &Published, stored: &StoredSubscription, now: i64) -> Option<(i64, i64)> {
    let mut skipped = stored.skipped;
    loop {
        let next = after(published, stored, skipped)?;
        if next > now || skipped > MOST_SKIPPED {
            return Some((skipped, next));
        }
        skipped += 1;
    }
}

/// A subscription and the order that began it, for who may see them.
///
/// # Errors
/// `link-refused`.
pub(super) async fn held(
    connection: &mut Connection<'_>,
    context: &Context,
    id: &str,
    holder: &Holder,
) -> Result<(StoredSubscription, StoredOrder), ApiError> {
    let stored = if is_id(id) { subscription::read(connection, id).await? } else { None };
    let stored = stored.ok_or_else(refused)?;
    let first = order::read(connection, &stored.order_id).await?.ok_or_else(refused)?;
    let may = match holder {
        Holder::Key(key) => {
            let subject = (stored.id.as_str(), stored.link_version);
            context.publications.links().opens(Opens::Subscription, subject, key, context.clock.now_ms())
        }
        Holder::Person(who) => {
            let by_address = !who.email.is_empty() && stored.email.to_lowercase() == who.email;
            by_address || first.site_user_id.as_deref() == Some(who.id.as_str())
        }
    };
    if may { Ok((stored, first)) } else { Err(refused()) }
}

/// Whether another card can be entered: the provider keeps cards, and the shop can be come back to.
fn keeps_cards(context: &Context, published: &Published) -> bool {
    published.has_address() && context.payments.main().wallet().is_some()
}

/// Whether payments of it are still to come.
pub(super) fn is_open(status: &str) -> bool {
    matches!(status, "active" | "past_due")
}

/// Where it goes.
///
/// # Errors
/// What is kept is no address.
pub(super) fn location_of(
    stored: &StoredSubscription,
    first: &StoredOrder,
) -> Result<Option<ShippingLocation>, ApiError> {
    let text = stored.shipping_location.as_deref().or(first.shipping_location.as_deref());
    Ok(text.map(serde_json::from_str).transpose()?)
}

/// A subscription as its holder sees it.
///
/// # Errors
/// What is kept of its address is none.
pub(super) fn own(
    (published, keeps_cards): (&Published, bool),
    stored: &StoredSubscription,
    first: &StoredOrder,
    now: i64,
) -> Result<OwnSubscription, ApiError> {
    let is_paused = stored.status == "active" && stored.paused_at.is_some();
    let subject = (stored.id.as_str(), stored.link_version);
    Ok(OwnSubscription {
        page: published.links.page(Opens::Subscription, subject, now),
        shipping_location: location_of(stored, first)?,
        id: stored.id.clone(),
        order_id: stored.order_id.clone(),
        may_change_card: keeps_cards && is_open(&stored.status),
        product_name: published.title_of(&stored.item_id, &stored.sku).to_owned(),
        quantity: stored.quantity,
        price_cents: stored.price_cents,
        currency: stored.currency.clone(),
        status: if is_paused { "paused".to_owned() } else { stored.status.clone() },
        next_billing_date: stored.next_billing_at.filter(|_| !is_paused),
        language: first.language.clone(),
    })
}

/// How it stands, in words.
pub fn told(published: &Published, words: &OrderWords<'_>, own: &OwnSubscription) -> String {
    match (own.status.as_str(), own.next_billing_date) {
        ("paused", _) => words.get("planPaused").to_owned(),
        ("past_due", _) => words.get("planPastDue").to_owned(),
        ("active", Some(next)) => {
            let amount = words.money(&own.currency, own.price_cents.saturating_mul(own.quantity));
            words.with("planActive", &[("amount", &amount), ("date", &published.moment(next))])
        }
        _ => words.get("planEnded").to_owned(),
    }
}

fn ended() -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, "subscription-ended", "This subscription has ended already.")
}

fn not_now(why: &'static str) -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, "subscription-unchanged", why)
}
