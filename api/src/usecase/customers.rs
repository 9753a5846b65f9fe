//! Who bought: listed, found by words of their orders, and one of them with everything that was bought.

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::customer::{self, LastOrder};
use crate::usecase::desk::list::{self, Wanted};
use loggia_commerce::{Buyer, ShippingLocation, address_lines};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// How many customers a page has.
const PAGE: usize = 50;
/// How many orders, notes and addresses of one customer are shown.
const MOST: i64 = 100;
const MOST_PLACES: usize = 10;
/// How many pages of orders one search goes through for customers.
const PAGES_OF_ORDERS: usize = 4;

/// A page of customers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Customers {
    /// Who ordered last stands first.
    pub customers: Vec<CustomerRow>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
}

/// A customer in a list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRow {
    /// The address in lower case, by which a customer is known.
    pub email: String,
    /// The name of the last order; "" when none was said.
    pub name: String,
    /// How many orders were paid.
    pub orders: i64,
    /// When the last was placed; epoch milliseconds.
    pub last_on: i64,
}

/// One customer. Amounts are minor units, moments epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// The address in lower case.
    pub email: String,
    /// The name of the last order.
    pub name: String,
    /// The phone number of the last order.
    pub phone: String,
    /// The address has an account.
    pub has_account: bool,
    /// How many orders were paid.
    pub count: i64,
    /// The newest 100.
    pub orders: Vec<CustomerOrderRow>,
    /// What was bought for, by currency, without orders in the mode for tests.
    pub sums: Vec<CustomerTotal>,
    /// Where orders went, each once, the newest first, line by line.
    pub addresses: Vec<Vec<String>>,
    /// On the mailing list, now or before.
    pub consent: Vec<CustomerConsent>,
    /// What the staff noted about the orders, newest first.
    pub notes: Vec<CustomerRemark>,
}

/// An order of a customer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerOrderRow {
    /// Its id.
    pub id: String,
    /// The number that people say.
    pub number: Option<i64>,
    /// When it was placed.
    pub created_on: i64,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code.
    pub currency: String,
    /// What it came to, with what gift cards paid.
    pub amount_cents: i64,
    /// What of it went back as money.
    pub refunded_cents: i64,
}

/// What was bought for in one currency.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerTotal {
    /// ISO 4217 code.
    pub currency: String,
    /// How many orders.
    pub orders: i64,
    /// What they came to, with what gift cards paid.
    pub amount_cents: i64,
    /// What of it went back as money.
    pub refunded_cents: i64,
}

/// That somebody joined the mailing list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerConsent {
    /// Where they joined.
    pub source: String,
    /// When.
    pub joined_on: i64,
    /// When they left; none while they are on it.
    pub left_on: Option<i64>,
}

/// A note of the staff about an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRemark {
    /// The order.
    pub order_id: String,
    /// Who wrote it: an e-mail address.
    pub author: String,
    /// What.
    pub text: String,
    /// When.
    pub created_on: i64,
}

/// The one spelling of an address.
fn spelling(email: &str) -> String {
    email.trim().to_ascii_lowercase()
}

fn buyer(json: &str) -> Buyer {
    serde_json::from_str(json).unwrap_or_default()
}

/// A page of customers: all of them, or those whose orders have these words.
///
/// # Errors
/// A cursor of another list; faults of the store.
pub async fn customers(context: &Context, text: &str, cursor: &str) -> Result<Customers, ApiError> {
    if !text.trim().is_empty() {
        return found(context, text, cursor).await;
    }
    let before = place(cursor)?;
    context
        .db
        .read(async |connection| {
            let limit = i64::try_from(PAGE).unwrap_or(i64::MAX) + 1;
            let mut last = customer::newest(connection, &before, limit).await?;
            let has_next = last.len() > PAGE;
            last.truncate(PAGE);
            let next_cursor =
                last.last().filter(|_| has_next).map(|last| format!("{}.{}", last.created_at, last.id));
            let mut customers = Vec::with_capacity(last.len());
            for one in &last {
                customers.push(row(connection, one).await?);
            }
            Ok(Customers { customers, next_cursor })
        })
        .await
}

async fn found(context: &Context, text: &str, cursor: &str) -> Result<Customers, ApiError> {
    let mut wanted = Wanted {
        text: text.to_owned(),
        from: i64::MIN,
        to: i64::MAX,
        cursor: cursor.to_owned(),
        ..Wanted::default()
    };
    let (mut emails, mut known) = (Vec::new(), BTreeSet::new());
    let mut next_cursor = None;
    for _ in 0..PAGES_OF_ORDERS {
        let page = list::orders(context, &wanted).await?;
        for order in page.orders.iter().filter(|order| order.status == "paid" && order.email.contains('@')) {
            let email = spelling(&order.email);
            if known.insert(email.clone()) {
                emails.push(email);
            }
        }
        next_cursor.clone_from(&page.cursor);
        let Some(next) = page.cursor.filter(|_| emails.len() < PAGE) else { break };
        wanted.cursor = next;
    }
    let customers = context
        .db
        .read(async |connection| {
            let mut customers = Vec::with_capacity(emails.len());
            for email in &emails {
                if let Some(last) = customer::last(connection, email).await? {
                    customers.push(row(connection, &last).await?);
                }
            }
            Ok(customers)
        })
        .await?;
    Ok(Customers { customers, next_cursor })
}

async fn row(connection: &mut Connection<'_>, last: &LastOrder) -> Result<CustomerRow, ApiError> {
    let email = spelling(&last.email);
    let orders = customer::count(connection, &email).await?;
    Ok(CustomerRow { email, name: buyer(&last.buyer).name, orders, last_on: last.created_at })
}

fn place(cursor: &str) -> Result<(i64, String), ApiError> {
    let malformed = || ApiError::bad_request("malformed-cursor", "The cursor is not one of this list.");
    if cursor.is_empty() {
        return Ok((i64::MAX, String::new()));
    }
    let (at, id) = cursor.split_once('.').ok_or_else(malformed)?;
    let at = at.parse().map_err(|_| malformed())?;
    if id.is_empty() || id.len() > 64 || !id.chars().all(|one| one.is_ascii_alphanumeric()) {
        return Err(malformed());
    }
    Ok((at, id.to_owned()))
}

/// One customer, by their address in any spelling.
///
/// # Errors
/// 404 for who never paid an order; faults of the store.
pub async fn customer(context: &Context, email: &str) -> Result<Customer, ApiError> {
    let email = spelling(email);
    context
        .db
        .read(async |connection| {
            let last = customer::last(connection, &email).await?.filter(|last| last.email.contains('@'));
            let last = last.ok_or_else(|| ApiError::not_found("Not found"))?;
            let stored = customer::orders(connection, &email, MOST).await?;
            let mut addresses: Vec<Vec<String>> = Vec::new();
            for order in &stored {
                let location: Option<ShippingLocation> =
                    order.shipping_location.as_deref().and_then(|json| serde_json::from_str(json).ok());
                let Some(location) = location.filter(|location| !location.line1.is_empty()) else { continue };
                let buyer = buyer(&order.buyer);
                let lines = address_lines(&buyer.name, &buyer.company, &location);
                if addresses.len() < MOST_PLACES && !addresses.contains(&lines) {
                    addresses.push(lines);
                }
            }
            let buyer = buyer(&last.buyer);
            let sums = customer::sums(connection, &email).await?.into_iter().map(|sum| CustomerTotal {
                currency: sum.currency,
                orders: sum.orders,
                amount_cents: sum.cents,
                refunded_cents: sum.refunded_cents,
            });
            let consent = customer::consent(connection, &email).await?.into_iter().map(|one| {
                CustomerConsent { source: one.source, joined_on: one.created_at, left_on: one.left_at }
            });
            let notes =
                customer::notes(connection, &email, MOST).await?.into_iter().map(|note| CustomerRemark {
                    order_id: note.order_id,
                    author: note.author,
                    text: note.body,
                    created_on: note.created_at,
                });
            Ok(Customer {
                has_account: customer::has_account(connection, &email).await?,
                count: customer::count(connection, &email).await?,
                name: buyer.name,
                phone: buyer.phone,
                orders: stored
                    .into_iter()
                    .map(|order| CustomerOrderRow {
                        id: order.id,
                        number: order.number,
                        created_on: order.created_at,
                        test_mode: order.test_mode,
                        currency: order.currency,
                        amount_cents: order.grand_total_cents + order.gift_card_cents,
                        refunded_cents: order.refunded_cents,
                    })
                    .collect(),
                sums: sums.collect(),
                addresses,
                consent: consent.collect(),
                notes: notes.collect(),
                email: email.clone(),
            })
        })
        .await
}
