//! Groups of customers: their rules, who is in one by hand, and what a rule asks of a customer.

use super::connection::{Connection, affected, fetch, statements};
use super::customer_file;
use crate::error::ApiError;
use loggia_commerce::{Cents, CustomerFacts, GroupRule, ShippingLocation};
use serde::Serialize;
use sqlx_macros::FromRow;
use std::collections::BTreeSet;

/// The addresses of a customer who is known under `$1`. With `lower` on each SQLite looks them up by the index of orders; without it reads
/// all of it.
macro_rules! addresses {
    () => {
        "(SELECT lower($1) UNION SELECT lower(email) FROM customer_email WHERE main = lower($1))"
    };
}

statements! {
    LIST = "SELECT g.group_key, g.name, g.rule, (SELECT COUNT(*) FROM customer_group_member AS m WHERE m.group_key = g.group_key) AS members \
        FROM customer_group AS g ORDER BY g.group_key LIMIT 200";
    BY_KEY = "SELECT group_key, name, rule, CAST(0 AS BIGINT) AS members FROM customer_group WHERE group_key = $1";
    PUT = "INSERT INTO customer_group (group_key, name, rule, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (group_key) DO UPDATE SET name = excluded.name, rule = excluded.rule";
    REMOVE = "DELETE FROM customer_group WHERE group_key = $1";
    ADD = "INSERT INTO customer_group_member (group_key, email, added_at) VALUES ($1, $2, $3) ON CONFLICT (group_key, email) DO NOTHING";
    TAKE_OUT = "DELETE FROM customer_group_member WHERE group_key = $1 AND email = $2";
    HAS = "SELECT EXISTS (SELECT 1 FROM customer_group_member WHERE group_key = $1 AND email = $2)";
    MEMBERS = "SELECT email FROM customer_group_member WHERE group_key = $1 AND email > $2 ORDER BY email LIMIT $3";
    OF_PERSON = "SELECT g.group_key, g.name, m.added_at FROM customer_group_member AS m JOIN customer_group AS g ON g.group_key = m.group_key \
        WHERE m.email = $1 ORDER BY g.group_key";
    FORGET = "DELETE FROM customer_group_member WHERE email = $1";
    // What went back to gift cards stands with their changes, what went back as money with the order.
    FACTS = concat!("SELECT COUNT(*) AS orders, MIN(o.created_at) AS first_at, CAST(COALESCE(SUM(CASE WHEN o.currency = $3 THEN o.grand_total_cents + o.gift_card_cents - o.refunded_cents \
        - COALESCE((SELECT SUM(c.change_cents) FROM gift_card_change AS c WHERE c.order_id = o.id AND c.reason = 'returned'), 0) ELSE 0 END), 0) AS BIGINT) AS spent \
        FROM shop_order AS o WHERE o.status = 'paid' AND lower(o.email) IN ", addresses!(), " AND o.test_mode = $2 AND o.cancelled_at IS NULL");
    BOUGHT = concat!("SELECT EXISTS (SELECT 1 FROM shop_order AS o JOIN order_line AS l ON l.order_id = o.id WHERE o.status = 'paid' AND lower(o.email) IN ", addresses!(),
        " AND o.test_mode = $2 AND o.cancelled_at IS NULL AND l.item_id = $3)");
    PLACE = concat!("SELECT shipping_location FROM shop_order WHERE status = 'paid' AND lower(email) IN ", addresses!(), " AND test_mode = $2 AND cancelled_at IS NULL \
        ORDER BY created_at DESC, id DESC LIMIT 1");
    ACCEPTS = concat!("SELECT EXISTS (SELECT 1 FROM mailing_list_member WHERE lower(email) IN ", addresses!(), " AND left_at IS NULL)");
    EMAIL_OF = "SELECT email FROM site_user WHERE id = $1";
}

/// A group.
#[derive(Clone, Debug)]
pub struct CustomerGroup {
    /// Names it in discounts.
    pub key: String,
    /// What the staff call it.
    pub name: String,
    /// Who belongs to it; none where that is done by hand.
    pub rule: Option<GroupRule>,
    /// How many are in it by hand.
    pub members: i64,
}

#[derive(FromRow)]
struct Row {
    group_key: String,
    name: String,
    rule: String,
    members: i64,
}

impl Row {
    fn read(self) -> Result<CustomerGroup, ApiError> {
        let has_rule = !self.rule.is_empty();
        let rule = has_rule.then(|| serde_json::from_str(&self.rule)).transpose()?;
        Ok(CustomerGroup { key: self.group_key, name: self.name, rule, members: self.members })
    }
}

/// A group that somebody was put into.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnGroup {
    /// Names it.
    #[serde(skip)]
    pub group_key: String,
    /// What the staff call it.
    pub name: String,
    /// Epoch milliseconds.
    pub added_at: i64,
}

#[derive(FromRow)]
struct Facts {
    orders: i64,
    first_at: Option<i64>,
    spent: i64,
}

/// Every group, by key.
///
/// # Errors
/// Faults of the store.
pub async fn list(connection: &mut Connection<'_>) -> Result<Vec<CustomerGroup>, ApiError> {
    let rows: Vec<Row> = fetch!(connection, |c| sqlx::query_as(LIST).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

/// The group with a key; how many are in it by hand is not counted.
///
/// # Errors
/// Faults of the store.
pub async fn by_key(connection: &mut Connection<'_>, key: &str) -> Result<Option<CustomerGroup>, ApiError> {
    let row: Option<Row> = fetch!(connection, |c| sqlx::query_as(BY_KEY).bind(key).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

/// Keeps a group, in place of one with the same key.
///
/// # Errors
/// Faults of the store.
pub async fn put(
    connection: &mut Connection<'_>,
    (key, name): (&str, &str),
    rule: Option<&GroupRule>,
    now: i64,
) -> Result<(), ApiError> {
    let rule = rule.map(serde_json::to_string).transpose()?.unwrap_or_default();
    affected!(connection, PUT, key, name, &rule, now)?;
    Ok(())
}

/// Removes a group, with who was in it by hand.
///
/// # Errors
/// Faults of the store.
pub async fn remove(connection: &mut Connection<'_>, key: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE, key)?;
    Ok(())
}

/// Puts an address in lower case into a group; `false` when it is in it already.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    key: &str,
    email: &str,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, ADD, key, email, now)? == 1)
}

/// Takes an address out of a group; `false` when it is not in it.
///
/// # Errors
/// Faults of the store.
pub async fn take_out(connection: &mut Connection<'_>, key: &str, email: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, TAKE_OUT, key, email)? == 1)
}

/// Addresses that are in a group by hand, behind one.
///
/// # Errors
/// Faults of the store.
pub async fn members(
    connection: &mut Connection<'_>,
    key: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(MEMBERS)
        .bind(key)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// The groups that an address in lower case was put into.
///
/// # Errors
/// Faults of the store.
pub async fn of_person(connection: &mut Connection<'_>, email: &str) -> Result<Vec<OwnGroup>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_PERSON).bind(email).fetch_all(c).await)?)
}

/// Takes an address out of every group.
///
/// # Errors
/// Faults of the store.
pub async fn forget(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET, email)?;
    Ok(())
}

/// Whether a customer, by the address under which they are known, belongs to a group. Orders in the mode for tests count in a shop that is in it, and others elsewhere.
///
/// # Errors
/// Faults of the store.
pub async fn belongs(
    connection: &mut Connection<'_>,
    group: &CustomerGroup,
    email: &str,
    test_mode: bool,
) -> Result<bool, ApiError> {
    match &group.rule {
        Some(rule) => Ok(rule.holds(&facts(connection, rule, email, test_mode).await?)),
        None => Ok(fetch!(connection, |c| sqlx::query_scalar(HAS)
            .bind(&group.key)
            .bind(email)
            .fetch_one(c)
            .await)?),
    }
}

/// What a rule asks of a customer; what it does not ask is not looked up.
async fn facts(
    connection: &mut Connection<'_>,
    rule: &GroupRule,
    email: &str,
    test_mode: bool,
) -> Result<CustomerFacts, ApiError> {
    let currency = rule.spent.as_ref().map(|spent| spent.currency.to_string()).unwrap_or_default();
    let found: Facts = fetch!(connection, |c| sqlx::query_as(FACTS)
        .bind(email)
        .bind(test_mode)
        .bind(&currency)
        .fetch_one(c)
        .await)?;
    let mut facts = CustomerFacts {
        orders: u64::try_from(found.orders).unwrap_or(0),
        spent: Cents::new(found.spent).unwrap_or_default(),
        first_on: found.first_at.unwrap_or_default(),
        ..CustomerFacts::default()
    };
    if facts.orders == 0 {
        return Ok(facts);
    }
    for id in &rule.bought {
        let is_bought: bool = fetch!(connection, |c| sqlx::query_scalar(BOUGHT)
            .bind(email)
            .bind(test_mode)
            .bind(id.as_str())
            .fetch_one(c)
            .await)?;
        if is_bought {
            facts.bought.push(id.clone());
            break;
        }
    }
    if !rule.countries.is_empty() {
        let place: Option<Option<String>> = fetch!(connection, |c| sqlx::query_scalar(PLACE)
            .bind(email)
            .bind(test_mode)
            .fetch_optional(c)
            .await)?;
        let place: Option<ShippingLocation> =
            place.flatten().and_then(|json| serde_json::from_str(&json).ok());
        facts.country = place.map(|place| place.country).unwrap_or_default();
    }
    if rule.accepts_letters {
        facts.accepts_letters =
            fetch!(connection, |c| sqlx::query_scalar(ACCEPTS).bind(email).fetch_one(c).await)?;
    }
    Ok(facts)
}

/// Of the named groups those that an account is in: by the address that the account has proved to be its own, not by one that
/// is typed at the checkout.
///
/// # Errors
/// Faults of the store.
pub async fn of_account(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    named: &BTreeSet<&str>,
    test_mode: bool,
) -> Result<Vec<String>, ApiError> {
    let email: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(EMAIL_OF).bind(site_user_id).fetch_optional(c).await)?;
    let Some(email) = email else { return Ok(Vec::new()) };
    let email = customer_file::main_of(connection, &email).await?;
    let mut keys = Vec::new();
    for key in named {
        if let Some(group) = by_key(connection, key).await?
            && belongs(connection, &group, &email, test_mode).await?
        {
            keys.push(group.key);
        }
    }
    Ok(keys)
}
