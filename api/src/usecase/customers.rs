//! Who bought: listed, found by words of their orders, and one of them with everything that was bought.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::customer::{self, LastOrder};
use crate::repository::{Connection, customer_file, customer_group, mention};
use crate::usecase::brought::{self, BroughtCustomer};
use crate::usecase::desk::list::{self, Wanted};
use crate::usecase::mentions::{self, NotePart};
use loggia_commerce::{Buyer, ShippingLocation, address_lines};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// How many customers a page has.
pub(super) const PAGE: usize = 50;
/// How many orders, notes and addresses of one customer are shown.
pub(super) const MOST: i64 = 100;
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
    /// When the last was placed; epoch milliseconds. None for somebody of a group who never bought.
    pub last_on: Option<i64>,
}

/// One customer. Amounts are minor units, moments epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// The address in lower case, by which the customer is known.
    pub email: String,
    /// Other addresses of a customer who was made of two.
    pub other_emails: Vec<String>,
    /// The name of the last order.
    pub name: String,
    /// The phone number of the last order.
    pub phone: String,
    /// One of the addresses has an account.
    pub has_account: bool,
    /// How many orders were paid.
    pub count: i64,
    /// The newest 100.
    pub orders: Vec<CustomerOrderRow>,
    /// What was bought for, by currency, without orders in the mode for tests.
    pub sums: Vec<CustomerTotal>,
    /// Where orders went, each once, the newest first, line by line.
    pub addresses: Vec<Vec<String>>,
    /// Their subscriptions, the newest 100.
    pub subscriptions: Vec<CustomerSubscription>,
    /// Gift cards that they bought or were sent, by currency.
    pub gift_cards: Vec<CustomerGiftCards>,
    /// On the mailing list, now or before.
    pub consent: Vec<CustomerConsent>,
    /// The groups that they are in.
    pub groups: Vec<GroupOfCustomer>,
    /// What the staff noted about the customer, newest first.
    pub own_notes: Vec<CustomerNote>,
    /// What the staff noted about the orders, newest first.
    pub notes: Vec<CustomerRemark>,
    /// What another shop said of them; none for who did not come along from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought: Option<BroughtCustomer>,
}

/// A subscription of a customer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerSubscription {
    /// Its id.
    pub id: String,
    /// The product.
    pub item_id: String,
    /// `active`, `past_due`, `cancelled` or `ended`.
    pub status: String,
}

/// Gift cards of a customer in one currency.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerGiftCards {
    /// ISO 4217 code.
    pub currency: String,
    /// How many.
    pub cards: i64,
    /// What is left on them.
    pub balance_cents: i64,
}

/// A note of the staff about a customer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerNote {
    /// Its id.
    pub id: String,
    /// Who wrote it: an e-mail address, or the name of a key.
    pub author: String,
    /// What.
    pub text: String,
    /// The text in parts; none of a note that names nobody.
    #[serde(default)]
    pub parts: Vec<NotePart>,
    /// It names who asks, and they have not opened it.
    #[serde(default)]
    pub is_unread: bool,
    /// When.
    pub created_on: i64,
}

/// A group that a customer is in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupOfCustomer {
    /// Names it in discounts.
    pub key: String,
    /// What the staff call it.
    pub name: String,
    /// By its rule, and not by hand.
    pub by_rule: bool,
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
    /// Which of the addresses.
    pub email: String,
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

pub(super) fn buyer(json: &str) -> Buyer {
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
                // Of a customer with several addresses the newest order of all of them stands in the list.
                let email = customer_file::main_of(connection, &spelling(&one.email)).await?;
                let newest = customer::last(connection, &email).await?;
                if newest.is_none_or(|newest| newest.id == one.id) {
                    customers.push(row(connection, one).await?);
                }
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
            let (mut customers, mut found) = (Vec::with_capacity(emails.len()), BTreeSet::new());
            for email in &emails {
                let email = customer_file::main_of(connection, email).await?;
                if !found.insert(email.clone()) {
                    continue;
                }
                if let Some(last) = customer::last(connection, &email).await? {
                    customers.push(row(connection, &last).await?);
                }
            }
            Ok(customers)
        })
        .await?;
    Ok(Customers { customers, next_cursor })
}

/// A customer by their last order.
pub(super) async fn row(connection: &mut Connection<'_>, last: &LastOrder) -> Result<CustomerRow, ApiError> {
    let email = customer_file::main_of(connection, &spelling(&last.email)).await?;
    let orders = customer::count(connection, &email).await?;
    Ok(CustomerRow { email, name: buyer(&last.buyer).name, orders, last_on: Some(last.created_at) })
}

/// Somebody of a group who never bought.
pub(super) fn without_order(email: &str) -> CustomerRow {
    CustomerRow { email: email.to_owned(), name: String::new(), orders: 0, last_on: None }
}

async fn groups_of(
    connection: &mut Connection<'_>,
    email: &str,
    test_mode: bool,
) -> Result<Vec<GroupOfCustomer>, ApiError> {
    let mut groups = Vec::new();
    for group in customer_group::list(connection).await? {
        if customer_group::belongs(connection, &group, email, test_mode).await? {
            groups.push(GroupOfCustomer { by_rule: group.rule.is_some(), key: group.key, name: group.name });
        }
    }
    Ok(groups)
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
/// 404 for who never paid an order, is in no group and came along from no other shop; faults of the store.
pub async fn customer(context: &Context, who: &SignedIn, email: &str) -> Result<Customer, ApiError> {
    let (email, test_mode) = (spelling(email), context.publications.is_test());
    context
        .db
        .read(async |connection| {
            let email = customer_file::main_of(connection, &email).await?;
            let last = customer::last(connection, &email).await?.filter(|last| last.email.contains('@'));
            let groups = groups_of(connection, &email, test_mode).await?;
            let brought = brought::of(connection, &email, MOST).await?;
            if last.is_none() && groups.is_empty() && brought.is_none() {
                return Err(ApiError::not_found("Not found"));
            }
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
            let mut buyer = last.map(|last| buyer(&last.buyer)).unwrap_or_default();
            // What somebody said here counts before what another shop says of them.
            if let Some(brought) = &brought {
                for (own, there) in [(&mut buyer.name, &brought.name), (&mut buyer.phone, &brought.phone)] {
                    if own.is_empty() {
                        own.clone_from(there);
                    }
                }
            }
            let sums = customer::sums(connection, &email).await?.into_iter().map(|sum| CustomerTotal {
                currency: sum.currency,
                orders: sum.orders,
                amount_cents: sum.cents,
                refunded_cents: sum.refunded_cents,
            });
            let consent =
                customer::consent(connection, &email).await?.into_iter().map(|one| CustomerConsent {
                    email: one.email,
                    source: one.source,
                    joined_on: one.created_at,
                    left_on: one.left_at,
                });
            let mentions = customer::mentions(connection, &email).await?;
            let notes =
                customer::notes(connection, &email, MOST).await?.into_iter().map(|note| CustomerRemark {
                    text: mention::readable(&note.body, &note.id, &mentions),
                    order_id: note.order_id,
                    author: note.author,
                    created_on: note.created_at,
                });
            let subscriptions = customer::subscriptions(connection, &email, MOST)
                .await?
                .into_iter()
                .map(|one| CustomerSubscription { id: one.id, item_id: one.item_id, status: one.status });
            let gift_cards = customer::gift_cards(connection, &email).await?.into_iter().map(|of| {
                CustomerGiftCards { currency: of.currency, cards: of.cards, balance_cents: of.balance_cents }
            });
            let named = mention::of_customer(connection, &email).await?;
            let own_notes = customer_file::notes(connection, &email).await?.into_iter().map(|note| {
                let shown = mentions::shown(who, (&note.id, &note.body), &named);
                CustomerNote {
                    id: note.id,
                    author: note.author,
                    text: shown.text,
                    parts: shown.parts,
                    is_unread: shown.is_unread,
                    created_on: note.created_at,
                }
            });
            Ok(Customer {
                other_emails: customer_file::others(connection, &email).await?,
                subscriptions: subscriptions.collect(),
                gift_cards: gift_cards.collect(),
                own_notes: own_notes.collect(),
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
                groups,
                consent: consent.collect(),
                notes: notes.collect(),
                brought,
                email: email.clone(),
            })
        })
        .await
}
