//! Subscriptions: begun by a paid order, renewed by orders of their own, claimed by one worker at a time.

use super::connection::{Connection, affected, change, fetch, statements};
use super::order::{StoredLine, StoredOrder};
use crate::error::ApiError;
use crate::token;
use loggia_commerce::{BillingPeriod, BillingUnit, SubscriptionPlan};
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO subscription (id, order_id, item_id, sku, quantity, price_cents, currency, email, period_value, period_unit, \
        billing_cycles, cycles_billed, next_billing_at, created_at, status, due_at, provider, customer, method) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $13, $14, $12, $15, $16, $17)";
    READ = "SELECT id, order_id, item_id, sku, quantity, price_cents, currency, email, period_value, period_unit, billing_cycles, cycles_billed, \
        next_billing_at, created_at, status, attempts, due_at, provider, customer, method, paused_at, skipped, shipping_location, link_version FROM subscription WHERE id = $1";
    NEXT_BILLING = "SELECT MIN(next_billing_at) FROM subscription WHERE order_id = $1";
    IDS_OF_ORDER = "SELECT id FROM subscription WHERE order_id = $1 ORDER BY id";
    DUE = "SELECT id FROM subscription WHERE status = 'active' AND due_at <= $1 ORDER BY due_at LIMIT 50";
    // The condition is looked at again when the row is free: of two workers one gets it.
    CLAIM = "UPDATE subscription SET due_at = $3 WHERE id = $1 AND status = 'active' AND due_at <= $2 RETURNING id";
    // Only the cycle that was paid moves on: a late answer about an older one finds nothing to move.
    RENEWED = "UPDATE subscription SET cycles_billed = cycles_billed + 1, attempts = 0, next_billing_at = $3, due_at = CASE WHEN paused_at IS NULL THEN CAST($3 AS BIGINT) ELSE NULL END, \
        status = CASE WHEN status = 'cancelled' THEN status ELSE $4 END, ended_at = $5 \
        WHERE id = $1 AND cycles_billed = $2";
    FAILED = "UPDATE subscription SET attempts = attempts + 1, due_at = CASE WHEN paused_at IS NULL THEN CAST($3 AS BIGINT) ELSE NULL END, status = $4 WHERE id = $1 AND status = 'active' AND cycles_billed = $2";
    POSTPONE = "UPDATE subscription SET due_at = $2 WHERE id = $1 AND status = 'active' AND paused_at IS NULL";
    PAUSE = "UPDATE subscription SET paused_at = $2, due_at = NULL WHERE id = $1 AND status = 'active' AND paused_at IS NULL";
    // Only as it was read: what was paid or left out meanwhile is looked at anew.
    GO_ON = "UPDATE subscription SET paused_at = NULL, attempts = 0, skipped = $4, next_billing_at = $5, due_at = $5 \
        WHERE id = $1 AND cycles_billed = $2 AND skipped = $3 AND status = 'active'";
    SET_QUANTITY = "UPDATE subscription SET quantity = $2 WHERE id = $1 AND status IN ('active', 'past_due')";
    SET_LOCATION = "UPDATE subscription SET shipping_location = $2 WHERE id = $1 AND status IN ('active', 'past_due')";
    OF_PERSON = "SELECT s.id FROM subscription s JOIN shop_order o ON o.id = s.order_id WHERE o.site_user_id = $1 OR ($2 <> '' AND lower(s.email) = $2) ORDER BY s.id DESC LIMIT 200";
    END = "UPDATE subscription SET status = 'cancelled', next_billing_at = NULL, due_at = NULL, ended_at = $2 WHERE id = $1 AND status IN ('active', 'past_due')";
    // A payment that was refused is tried again at once with it, unless the subscription is paused.
    SET_CARD = "UPDATE subscription SET provider = $2, customer = $3, method = $4, attempts = 0, status = 'active', \
        due_at = CASE WHEN paused_at IS NULL AND (status = 'past_due' OR attempts > 0) THEN CAST($5 AS BIGINT) ELSE due_at END \
        WHERE id = $1 AND status IN ('active', 'past_due')";
    RESUME = "UPDATE subscription SET status = 'active', attempts = 0, due_at = $2 WHERE id = $1 AND status = 'past_due'";
}

/// A subscription.
#[derive(Clone, Debug, FromRow)]
pub struct StoredSubscription {
    /// Its id.
    pub id: String,
    /// The order that began it.
    pub order_id: String,
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
    /// Whose it is.
    pub email: String,
    period_value: i64,
    period_unit: String,
    /// How many payments in all; 0 until it is cancelled.
    pub billing_cycles: i64,
    /// How many are made.
    pub cycles_billed: i64,
    /// When the next is due; epoch milliseconds.
    pub next_billing_at: Option<i64>,
    /// When it began; epoch milliseconds.
    pub created_at: i64,
    /// `active`, `past_due`, `cancelled` or `ended`.
    pub status: String,
    /// How often the next payment was tried.
    pub attempts: i64,
    /// When it is tried (again); epoch milliseconds.
    pub due_at: Option<i64>,
    /// Who takes the money.
    pub provider: String,
    /// The provider's name of the person.
    pub customer: Option<String>,
    /// The provider's name of the card.
    pub method: Option<String>,
    /// Since when it is paused; epoch milliseconds.
    pub paused_at: Option<i64>,
    /// How many periods were left out.
    pub skipped: i64,
    /// Where it goes, as JSON, when not where its first order went.
    pub shipping_location: Option<String>,
    /// Links to its page of another version hold no more.
    pub link_version: i64,
}

impl StoredSubscription {
    /// How often it is paid.
    pub fn plan(&self) -> SubscriptionPlan {
        let unit = match self.period_unit.as_str() {
            "WEEK" => BillingUnit::Week,
            "YEAR" => BillingUnit::Year,
            _ => BillingUnit::Month,
        };
        SubscriptionPlan {
            billing_period: BillingPeriod { value: u32::try_from(self.period_value).unwrap_or(1), unit },
            num_billing_cycles: u32::try_from(self.billing_cycles).unwrap_or(0),
        }
    }

    /// What stands in place of a cart's id in the order of the next payment: one word a cycle.
    pub fn cycle_key(&self) -> String {
        format!("renewal-{}-{}", self.id, self.cycles_billed)
    }
}

/// Begins the subscription of a paid line: its first period is paid, the next is due at `next_billing_at`. Its id.
pub async fn add(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    line: &StoredLine,
    plan: SubscriptionPlan,
    (provider, customer, method): (&str, Option<&str>, Option<&str>),
    (next_billing_at, now): (Option<i64>, i64),
) -> Result<String, ApiError> {
    let id = token::new_id();
    let unit = serde_json::to_value(plan.billing_period.unit)?;
    let unit = unit.as_str().unwrap_or_default().to_owned();
    let status = if next_billing_at.is_some() { "active" } else { "ended" };
    affected!(
        connection,
        ADD,
        &id,
        &order.id,
        &line.item_id,
        &line.sku,
        line.quantity,
        line.unit_price_cents,
        &order.currency,
        &order.email,
        i64::from(plan.billing_period.value),
        &unit,
        i64::from(plan.num_billing_cycles),
        next_billing_at,
        now,
        status,
        provider,
        customer,
        method
    )?;
    Ok(id)
}

/// The subscription with this id.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredSubscription>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// When the next payment of the order's subscription is due.
pub async fn next_billing(connection: &mut Connection<'_>, order_id: &str) -> Result<Option<i64>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(NEXT_BILLING).bind(order_id).fetch_one(c).await)?)
}

/// The subscriptions an order began.
pub async fn of_order(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(IDS_OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// The subscriptions whose next payment is due.
pub async fn due(connection: &mut Connection<'_>, now: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(DUE).bind(now).fetch_all(c).await)?)
}

/// Takes a due subscription until `until`; `false` when another worker has it.
pub async fn claim(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
    until: i64,
) -> Result<bool, ApiError> {
    let claimed: Option<String> = change!(connection, |c| sqlx::query_scalar(CLAIM)
        .bind(id)
        .bind(now)
        .bind(until)
        .fetch_optional(c)
        .await)?;
    Ok(claimed.is_some())
}

/// Its next payment was made; without a `next` it was the last.
pub async fn set_renewed(
    connection: &mut Connection<'_>,
    subscription: &StoredSubscription,
    next: Option<i64>,
    now: i64,
) -> Result<bool, ApiError> {
    let (status, ended) = if next.is_some() { ("active", None) } else { ("ended", Some(now)) };
    Ok(affected!(connection, RENEWED, &subscription.id, subscription.cycles_billed, next, status, ended)?
        == 1)
}

/// Its next payment was refused; it is tried again at `again`, or never without one.
pub async fn set_failed(
    connection: &mut Connection<'_>,
    subscription: &StoredSubscription,
    again: Option<i64>,
) -> Result<bool, ApiError> {
    let status = if again.is_some() { "active" } else { "past_due" };
    Ok(affected!(connection, FAILED, &subscription.id, subscription.cycles_billed, again, status)? == 1)
}

/// Waits until `due_at`; this counts as no try.
pub async fn postpone(connection: &mut Connection<'_>, id: &str, due_at: i64) -> Result<(), ApiError> {
    affected!(connection, POSTPONE, id, due_at)?;
    Ok(())
}

/// Ends it; `false` when it had ended.
pub async fn end(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, now)? == 1)
}

/// Tries one that was given up again.
pub async fn resume(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, RESUME, id, now)? == 1)
}

/// Charges nothing and sends nothing until it goes on; `false` when it had ended or was paused.
pub async fn pause(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, PAUSE, id, now)? == 1)
}

/// Its next payment is due at `next`, with `skipped` periods left out; it is not paused any more. `false` when it is not as it was
/// read.
pub async fn go_on(
    connection: &mut Connection<'_>,
    read: &StoredSubscription,
    (skipped, next): (i64, i64),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, GO_ON, &read.id, read.cycles_billed, read.skipped, skipped, next)? == 1)
}

/// How many each time, from now on; `false` when it has ended.
pub async fn set_quantity(
    connection: &mut Connection<'_>,
    id: &str,
    quantity: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_QUANTITY, id, quantity)? == 1)
}

/// Where it goes from now on, as JSON; `false` when it has ended.
pub async fn set_location(
    connection: &mut Connection<'_>,
    id: &str,
    location: &str,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_LOCATION, id, location)? == 1)
}

/// The card that is charged from now on; `false` when it has ended.
pub async fn set_card(
    connection: &mut Connection<'_>,
    id: &str,
    (provider, customer, method): (&str, &str, &str),
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_CARD, id, provider, customer, method, now)? == 1)
}

/// The subscriptions of a site user with this address (in lower case), newest first.
pub async fn of_person(
    connection: &mut Connection<'_>,
    (site_user_id, email): (&str, &str),
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OF_PERSON)
        .bind(site_user_id)
        .bind(email)
        .fetch_all(c)
        .await)?)
}
