//! What another shop said of a customer who came along.

use crate::error::ApiError;
use crate::repository::{Connection, brought, customer_file, imported};
use loggia_exchange::people::Person;
use loggia_exchange::sales::Order as ImportedOrder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What another shop said of somebody who came along.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroughtCustomer {
    /// Their name there.
    pub name: String,
    /// Their telephone number there.
    pub phone: String,
    /// Labels, groups, plans.
    pub labels: Vec<String>,
    /// Where they live, line by line; empty when it is not said.
    pub address: Vec<String>,
    /// What was noted there.
    pub note: String,
    /// Since when they are known, in epoch milliseconds; none when it is not said.
    pub since: Option<i64>,
    /// How many orders came along.
    pub count: i64,
    /// The newest 100 of them.
    pub orders: Vec<BroughtOrder>,
}

/// An order that was placed in another shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroughtOrder {
    /// The program it was placed with.
    pub source: String,
    /// Its number there.
    pub number: String,
    /// When it was placed, in epoch milliseconds; 0 when it is not said.
    pub created_on: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// What it came to, in minor units.
    pub total_cents: i64,
    /// What of it went back, in minor units.
    pub refunded_cents: i64,
    /// How it stood, in the words of that shop.
    pub state: String,
}

/// What other shops said of an address and of all others of the same customer.
pub(super) async fn of(
    connection: &mut Connection<'_>,
    email: &str,
    most: i64,
) -> Result<Option<BroughtCustomer>, ApiError> {
    let mut person: Option<Person> = None;
    let (mut orders, mut count) = (Vec::new(), 0);
    let mut emails = customer_file::others(connection, email).await?;
    emails.push(email.to_owned());
    for one in &emails {
        if let Some(body) = imported::person(connection, one).await? {
            let said: Person = serde_json::from_str(&body)?;
            person = Some(person.map_or_else(|| said.clone(), |known| known.merged(&said)));
        }
        count += brought::count_of(connection, one).await?;
        for stored in brought::orders_of(connection, one, most).await? {
            orders.push(serde_json::from_str::<ImportedOrder>(&stored.body)?);
        }
    }
    if person.is_none() && orders.is_empty() {
        return Ok(None);
    }
    orders.sort_by_key(|order| std::cmp::Reverse(order.created_on));
    let mut person = person.unwrap_or_default();
    if person.name.is_empty() {
        let named = orders.iter().flat_map(|order| [&order.billing, &order.shipping]);
        person.name = named.filter_map(|place| place.get("name")).next().cloned().unwrap_or_default();
    }
    orders.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let orders = orders.into_iter().map(|order| BroughtOrder {
        state: order.payment_state,
        source: order.source,
        number: order.number,
        created_on: order.created_on,
        currency: order.currency,
        total_cents: order.total_cents,
        refunded_cents: order.refunded_cents,
    });
    Ok(Some(BroughtCustomer {
        name: person.name,
        phone: person.phone,
        labels: person.labels,
        address: lines(&person.address),
        note: person.note,
        since: (person.created_on > 0).then_some(person.created_on),
        count,
        orders: orders.collect(),
    }))
}

/// An address as it stands on a parcel.
fn lines(place: &BTreeMap<String, String>) -> Vec<String> {
    let part = |names: &[&str]| {
        let said = names.iter().filter_map(|name| place.get(*name)).map(String::as_str);
        said.collect::<Vec<_>>().join(" ")
    };
    let all = [
        part(&["company"]),
        part(&["address1"]),
        part(&["address2"]),
        part(&["zip", "city", "province"]),
        part(&["country"]),
    ];
    all.into_iter().filter(|line| !line.is_empty()).collect()
}
