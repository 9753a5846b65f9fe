//! What the shop sees of subscriptions, and does with one for whoever has it.

use super::subscription::{Change, apply, location_of, own, told, whole};
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::ordered::OrderWords;
use crate::published::Published;
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{Event, Kind};
use crate::repository::subscription::{self, StoredSubscription};
use crate::repository::{Connection, outbox};
use crate::roles::Right;
use crate::token;
use crate::usecase::owner::note::note;
use loggia_commerce::ShippingLocation;
use serde_json::{Value, json};

/// A subscription with what the shop knows beside it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// As it is kept.
    pub stored: StoredSubscription,
    /// The number of the order that began it.
    pub order_number: Option<i64>,
    /// What it is to, by the catalogue; its SKU where that is gone.
    pub title: String,
    /// Where it goes.
    pub location: Option<ShippingLocation>,
}

/// The subscription `id` for the shop.
///
/// # Errors
/// 404 without it; faults of the store.
pub async fn one(connection: &mut Connection<'_>, published: &Published, id: &str) -> Result<Seen, ApiError> {
    let missing = || ApiError::not_found("Not found");
    let stored = subscription::read(connection, id).await?.ok_or_else(missing)?;
    let first = order::read(connection, &stored.order_id).await?;
    Ok(Seen {
        location: match &first {
            Some(first) => location_of(&stored, first)?,
            None => None,
        },
        order_number: first.and_then(|first| first.number),
        title: published.title_of(&stored.item_id, &stored.sku).to_owned(),
        stored,
    })
}

/// Changes a subscription for whoever has it, and writes to them how it stands then, where that is wanted; that it has ended they are
/// told in any case.
///
/// # Errors
/// 403; 404; `subscription-ended`; `subscription-unchanged`; what the change cannot be.
pub async fn change(
    context: &Context,
    who: &SignedIn,
    id: &str,
    (wanted, notify): (Change, bool),
) -> Result<Seen, ApiError> {
    who.must(Right::ManageStore)?;
    let published = context.publications.newest(&context.db).await?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let (stored, first) = whole(connection, &id).await?;
            apply(connection, &published, (&stored, &first), &wanted, now).await?;
            let seen = one(connection, &published, &id).await?;
            let is_stop = matches!(wanted, Change::Stop);
            if notify && !is_stop {
                tell(connection, &published, (&seen, &first), now).await?;
            }
            let kind = if is_stop { Kind::CancelSubscription } else { Kind::ChangeSubscription };
            let event = Event::new(kind, &id)
                .change(stands(&stored), stands(&seen.stored))
                .with("action", json!(wanted)["action"].clone())
                .with("notify", notify);
            note(connection, &who, event.about(&stored.email), now).await?;
            Ok(seen)
        })
        .await
}

/// What the record says of a subscription: no address, which stands with the subscription.
fn stands(stored: &StoredSubscription) -> Value {
    json!({
        "status": stored.status,
        "paused": stored.paused_at.is_some(),
        "quantity": stored.quantity,
        "nextBillingDate": stored.next_billing_at,
    })
}

async fn tell(
    connection: &mut Connection<'_>,
    published: &Published,
    (seen, first): (&Seen, &StoredOrder),
    now: i64,
) -> Result<(), ApiError> {
    let stored = &seen.stored;
    let words = OrderWords::of(published, &first.language);
    let as_own = own((published, false), stored, first, now)?;
    let mut said = vec![
        told(published, &words, &as_own),
        words.with("planEachTime", &[("n", &stored.quantity.to_string())]),
    ];
    if let Some(place) = &seen.location {
        let parts = [&place.line1, &place.line2, &place.postal_code, &place.city, &place.region];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        said.push(parts.join(", "));
    }
    let letter = emails::order::subscription_changed(published, (stored, &first.language), &said, now);
    // Each change is a letter of its own.
    let cause = format!("plan-changed-{}", token::new_id());
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}
