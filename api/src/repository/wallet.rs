//! Whom payment providers keep cards of: members, and subscriptions that get another card. The cards are at the provider alone.

use super::connection::{Connection, affected, fetch, statements};
use super::outbox;
use crate::error::ApiError;
use serde::Serialize;
use sqlx_macros::FromRow;

statements! {
    CUSTOMER = "SELECT customer FROM member_wallet WHERE site_user_id = $1 AND provider = $2";
    // An account that went meanwhile gets none.
    KEEP = "INSERT INTO member_wallet (site_user_id, provider, customer, created_at) SELECT id, $2, $3, CAST($4 AS BIGINT) FROM site_user WHERE id = $1 \
        ON CONFLICT (site_user_id, provider) DO NOTHING";
    LOSE = "DELETE FROM member_wallet WHERE site_user_id = $1 AND provider = $2 AND customer = $3";
    OF_ACCOUNT = "SELECT w.provider, w.customer, w.created_at FROM member_wallet w JOIN site_user s ON s.id = w.site_user_id WHERE s.email = $1 ORDER BY w.provider";
    OF_SUBSCRIPTION = "SELECT provider, customer FROM subscription WHERE id = $1 AND customer IS NOT NULL \
        UNION SELECT provider, customer FROM subscription_card WHERE subscription_id = $1";
    FORGET_PAGES = "DELETE FROM subscription_card WHERE subscription_id = $1";
    BEGIN = "INSERT INTO subscription_card (session, subscription_id, provider, customer, begun_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (session) DO NOTHING";
    BEGUN = "SELECT session, subscription_id, provider, customer, begun_at, done_at FROM subscription_card WHERE session = $1";
    DONE = "UPDATE subscription_card SET done_at = $2 WHERE session = $1 AND done_at IS NULL";
    NEWER = "SELECT COUNT(*) FROM subscription_card WHERE subscription_id = $1 AND begun_at > $2 AND done_at IS NOT NULL";
    USED = "SELECT COUNT(*) FROM subscription WHERE provider = $1 AND method = $2";
}

/// What a payment provider calls the person whose cards it may keep.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnWallet {
    /// Who.
    pub provider: String,
    /// The provider's name of the person.
    pub customer: String,
    /// Since when; epoch milliseconds.
    pub created_at: i64,
}

/// A page on which a subscription was to get another card.
#[derive(Clone, Debug, FromRow)]
pub struct BegunCard {
    /// The provider's name of the page.
    pub session: String,
    /// The subscription.
    pub subscription_id: String,
    /// Whose page it is.
    pub provider: String,
    /// The provider's name of the person.
    pub customer: String,
    /// When it was asked for; epoch milliseconds.
    pub begun_at: i64,
    /// When the card was taken over; epoch milliseconds.
    pub done_at: Option<i64>,
}

/// What the provider calls a member.
pub async fn customer(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    provider: &str,
) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(CUSTOMER)
        .bind(site_user_id)
        .bind(provider)
        .fetch_optional(c)
        .await)?)
}

/// Notes what the provider calls a member; of two calls at once the first name stays. `None` when the account went meanwhile: then
/// the provider is told to forget the person.
pub async fn keep(
    connection: &mut Connection<'_>,
    (site_user_id, provider): (&str, &str),
    made: &str,
    now: i64,
) -> Result<Option<String>, ApiError> {
    affected!(connection, KEEP, site_user_id, provider, made, now)?;
    let stays = customer(connection, site_user_id, provider).await?;
    if stays.as_deref() != Some(made) {
        forget_customer(connection, (provider, made), now).await?;
    }
    Ok(stays)
}

/// The provider does not know this person any more.
pub async fn lose(
    connection: &mut Connection<'_>,
    (site_user_id, provider): (&str, &str),
    customer: &str,
) -> Result<(), ApiError> {
    affected!(connection, LOSE, site_user_id, provider, customer)?;
    Ok(())
}

/// What providers call the person whose account this address (in lower case) has.
pub(super) async fn of_account(
    connection: &mut Connection<'_>,
    email: &str,
) -> Result<Vec<OwnWallet>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ACCOUNT).bind(email).fetch_all(c).await)?)
}

/// Has every provider forget the person whose account this address (in lower case) has; the account is about to go.
pub(super) async fn forget_account(
    connection: &mut Connection<'_>,
    email: &str,
    now: i64,
) -> Result<(), ApiError> {
    for one in of_account(connection, email).await? {
        forget_customer(connection, (&one.provider, &one.customer), now).await?;
    }
    Ok(())
}

/// Has every provider forget whom a subscription was charged to.
pub(super) async fn forget_subscription(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let found: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(OF_SUBSCRIPTION).bind(id).fetch_all(c).await)?;
    for (provider, customer) in found {
        forget_customer(connection, (&provider, &customer), now).await?;
    }
    affected!(connection, FORGET_PAGES, id)?;
    Ok(())
}

async fn forget_customer(
    connection: &mut Connection<'_>,
    (provider, customer): (&str, &str),
    now: i64,
) -> Result<(), ApiError> {
    let body = serde_json::json!({"provider": provider, "name": customer}).to_string();
    let cause = format!("forget-{provider}-{customer}");
    outbox::add(connection, &cause, outbox::FORGET_CUSTOMER, &body, now).await
}

/// Has the provider keep a card no longer, unless a subscription is charged to it.
pub async fn forget_card(
    connection: &mut Connection<'_>,
    (provider, method): (&str, &str),
    now: i64,
) -> Result<(), ApiError> {
    let used: i64 =
        fetch!(connection, |c| sqlx::query_scalar(USED).bind(provider).bind(method).fetch_one(c).await)?;
    if used > 0 {
        return Ok(());
    }
    let body = serde_json::json!({"provider": provider, "name": method}).to_string();
    let cause = format!("forget-{provider}-{method}");
    outbox::add(connection, &cause, outbox::FORGET_CARD, &body, now).await
}

/// Notes a page on which a subscription is to get another card, before anybody is sent there.
pub async fn begin(connection: &mut Connection<'_>, begun: &BegunCard) -> Result<(), ApiError> {
    let BegunCard { session, subscription_id, provider, customer, begun_at, .. } = begun;
    affected!(connection, BEGIN, session, subscription_id, provider, customer, *begun_at)?;
    Ok(())
}

/// That page.
pub async fn begun(connection: &mut Connection<'_>, session: &str) -> Result<Option<BegunCard>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BEGUN).bind(session).fetch_optional(c).await)?)
}

/// Notes that its card is taken over; `false` when it was before.
pub async fn set_done(connection: &mut Connection<'_>, session: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, DONE, session, now)? == 1)
}

/// Whether a page that was begun later has brought a card already.
pub async fn is_overtaken(connection: &mut Connection<'_>, begun: &BegunCard) -> Result<bool, ApiError> {
    let newer: i64 = fetch!(connection, |c| sqlx::query_scalar(NEWER)
        .bind(&begun.subscription_id)
        .bind(begun.begun_at)
        .fetch_one(c)
        .await)?;
    Ok(newer > 0)
}
