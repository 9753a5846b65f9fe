//! The page of an order for whoever has its link.

use super::files;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::links::Opens;
use crate::ordered::{OrderWords, Ordered, view};
use crate::published::Published;
use crate::repository::cart::{self, Key};
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::{Connection, download, payment, subscription};
use crate::settlement;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// How long somebody who looks at an order waits for the provider.
const LOOK: Duration = Duration::from_secs(4);
/// The longest id that is looked for.
const LONGEST_ID: usize = 64;

/// An order that a link opened.
pub struct Opened {
    /// The order.
    pub order: StoredOrder,
    /// Its lines.
    pub lines: Vec<StoredLine>,
    /// Everything its buyer may see.
    pub view: Map<String, Value>,
    /// It may be cancelled by its buyer.
    pub may_cancel: bool,
    /// The pages of its subscriptions, from the root.
    pub subscriptions: Vec<String>,
}

/// The order `id`, if `key` opens it.
///
/// # Errors
/// `link-refused` for every link that is none: unknown, changed, too old, replaced.
pub async fn open(context: &Context, id: &str, key: &str) -> Result<Opened, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (now, is_test) = (context.clock.now_ms(), context.payments.main().is_test());
    context
        .db
        .read(async |connection| {
            let order = opened(connection, context, (id, key)).await?;
            let lines = order::lines(connection, &order.id).await?;
            let given = files::given(connection, &order.id, is_test).await?;
            let files = given.map(|(_, files)| files).unwrap_or_default();
            let words = OrderWords::of(&published, &order.language);
            let ordered = Ordered { published: &published, order: &order, lines: &lines, files: &files, now };
            let view = view(&words, &ordered)?;
            let may_cancel = is_cancellable(connection, &published, &order).await?;
            let mut subscriptions = Vec::new();
            let mut ids = subscription::of_order(connection, &order.id).await?;
            ids.extend(order.subscription_id.clone());
            for id in ids {
                if let Some(one) = subscription::read(connection, &id).await? {
                    let subject = (one.id.as_str(), one.link_version);
                    subscriptions.push(context.publications.links().page(Opens::Subscription, subject, now));
                }
            }
            Ok(Opened { view, may_cancel, subscriptions, order, lines })
        })
        .await
}

/// Asks the provider how a payment stands that is not decided, for the shopper who comes back from there: what it knows settles the
/// order, whether its message came or not.
///
/// # Errors
/// As [`open`]. A provider that does not answer is none: the order goes on waiting.
pub async fn ask_provider(context: &Context, (id, key): (&str, &str)) -> Result<(), ApiError> {
    context.db.read(async |connection| opened(connection, context, (id, key)).await).await?;
    settlement::conclude(context, id, LOOK).await.map(drop)
}

/// The order that a key opens.
///
/// # Errors
/// As [`open`].
pub async fn opened(
    connection: &mut Connection<'_>,
    context: &Context,
    (id, key): (&str, &str),
) -> Result<StoredOrder, ApiError> {
    let found = if is_id(id) { order::read(connection, id).await? } else { None };
    let links = context.publications.links();
    let now = context.clock.now_ms();
    found
        .filter(|order| links.opens(Opens::Order, (&order.id, order.link_version), key, now))
        .ok_or_else(refused)
}

/// Whether a text can be an id of ours.
pub fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= LONGEST_ID
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The refusal of a link.
pub fn refused() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "link-refused",
        "This link is not valid any more. A new one can be sent to the email address the order was made with.",
    )
}

/// Whether the buyer may cancel an order: paid or waiting for money that comes by hand, nothing of it sent or fetched, and the shop lets its buyers.
///
/// # Errors
/// Faults of the store.
pub async fn is_cancellable(
    connection: &mut Connection<'_>,
    published: &Arc<Published>,
    order: &StoredOrder,
) -> Result<bool, ApiError> {
    let is_open =
        (order.is_paid() || order.is_waiting()) && order.cancelled_at.is_none() && order.shipped_at.is_none();
    if !is_open || !published.catalog.order_settings.shopper_may_cancel {
        return Ok(false);
    }
    Ok(!download::is_fetched(connection, &order.id).await?)
}

/// The order that a cart became, or is becoming by a payment that was begun: where a visitor belongs whose cart is gone.
///
/// # Errors
/// Faults of the store.
pub async fn of_cart(context: &Context, key: &Key) -> Result<Option<StoredOrder>, ApiError> {
    let now = context.clock.now_ms();
    context
        .db
        .read(async |connection| {
            let Some(found) = cart::read(connection, key, now).await? else { return Ok(None) };
            if let Some(id) = &found.order_id {
                return order::read(connection, id).await;
            }
            let Some(id) = order::living_of_cart(connection, &found.id).await? else { return Ok(None) };
            let begun = payment::of_order(connection, &id).await?.and_then(|payment| payment.reference);
            match begun {
                Some(_) => order::read(connection, &id).await,
                None => Ok(None),
            }
        })
        .await
}
