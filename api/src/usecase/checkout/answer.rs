//! An order as it is answered to the shopper.

use crate::context::Context;
use crate::error::ApiError;
use crate::links::Opens;
use crate::ordered::{OrderWords, to_pay};
use crate::repository::cart::{self, Kind};
use crate::repository::order::{self, StoredOrder};
use crate::repository::{Connection, subscription};
use loggia_commerce::{
    AppliedDiscount, Buyer, Cents, CurrencyCode, Money, OfferedShippingOption, Order, OrderItem, Problem,
    TaxLine,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The order, as it is tracked; of a subscription also when the next payment is due.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutAnswer {
    /// The order.
    #[serde(flatten)]
    pub order: Order,
    /// The number that people say (`#1042`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Where its page is, from the root of the API's address: signed, so whoever has it sees the order.
    #[serde(default)]
    pub order_page: String,
    /// Epoch milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_billing_date: Option<i64>,
    /// Each tax of the order when one of them has a name or was held by the prices (`included`); else `taxTotal` says all.
    /// Amounts in minor units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<TaxLine>,
    /// The buyer owes the tax, and none was charged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reverse_charge: bool,
    /// The tax that the prices hold and that was taken off for that; in minor units.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub relief_cents: i64,
    /// Who bought.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub buyer: Buyer,
    /// The address of the delivery as it stands on the parcel, line by line; none of what is not brought to one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delivery_lines: Vec<String>,
    /// The discounts without a code that it was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<AppliedDiscount>,
    /// How it goes, when that says more than its name and price: when it comes, or where it is collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<OfferedShippingOption>,
    /// It waits for money that comes past the provider: how it is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_pay: Option<ToPay>,
}

/// How an order is paid that waits for its money.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToPay {
    /// What the way of paying is called.
    pub name: String,
    /// How it is paid, in the shop's words.
    pub instructions: String,
    /// What the payment is to be named by: the order's number.
    pub reference: String,
    /// Until when the goods are kept; epoch milliseconds.
    pub until: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
const fn is_nothing(cents: &i64) -> bool {
    *cents == 0
}

fn is_nobody(buyer: &Buyer) -> bool {
    *buyer == Buyer::default()
}

/// An order as it stands; one that was declined is refused again.
pub async fn repeat(connection: &mut Connection<'_>, order_id: &str) -> Result<StoredOrder, ApiError> {
    let order = order::read(connection, order_id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
    if order.is_pending() || order.is_paid() { Ok(order) } else { Err(Problem::PaymentRefused.into()) }
}

/// What is answered for a paid order: the same to every repeat. `None` while its payment is not decided.
pub async fn answer(context: &Context, order_id: &str) -> Result<Option<(CheckoutAnswer, Kind)>, ApiError> {
    context
        .db
        .read(async |connection| {
            let order = repeat(connection, order_id).await?;
            if order.is_pending() && !order.is_waiting() {
                return Ok(None);
            }
            let lines = order::lines(connection, order_id).await?;
            let kind = cart::by_id(connection, &order.cart_id).await?.map_or(Kind::Cart, |cart| cart.kind);
            let next_billing_date = subscription::next_billing(connection, order_id).await?;
            let currency = CurrencyCode::parse(&order.currency).unwrap_or_default();
            let money = |cents: i64| Money::new(Cents::new(cents).unwrap_or_default(), currency);
            let (number, name) = (order.number, order.name());
            let order_page = context.publications.links().page(
                Opens::Order,
                (&order.id, order.link_version),
                context.clock.now_ms(),
            );
            let mut taxes = order.tax_lines()?;
            if !taxes.iter().any(|line| line.included || line.name.is_some()) {
                taxes.clear();
            }
            let (buyer, delivery_lines) = (order.buyer()?, order.parcel_lines()?);
            let discounts = order.applied_discounts()?;
            let says_more = |option: &OfferedShippingOption| {
                option.dates.is_some() || option.pickup.is_some() || option.window.is_some()
            };
            let delivery = order.option()?.filter(says_more);
            let published = context.publications.current();
            let to_pay = to_pay(&OrderWords::of(&published, &order.language), &order)?;
            let items = lines.into_iter().map(|line| OrderItem {
                sku: line.sku.into(),
                product_name: line.title,
                quantity: u32::try_from(line.quantity).unwrap_or(0),
                unit_price: money(line.unit_price_cents),
            });
            let (reverse_charge, relief_cents) = (order.reverse_charge, order.relief_cents);
            let order = Order {
                items: items.collect(),
                grand_total: money(order.grand_total_cents),
                shipping_total: money(order.shipping_cents),
                tax_total: money(order.tax_cents),
                id: order.id,
                purchased_cart_id: order.cart_id,
                test_mode: order.test_mode,
                website_id: context.publications.current().catalog.website.id.clone(),
            };
            let answer = CheckoutAnswer {
                order,
                number,
                order_page,
                next_billing_date,
                taxes,
                reverse_charge,
                relief_cents,
                buyer,
                delivery_lines,
                discounts,
                delivery,
                to_pay: to_pay.map(|(way, instructions, until)| ToPay {
                    name: way.name,
                    instructions,
                    reference: name,
                    until,
                }),
            };
            Ok(Some((answer, kind)))
        })
        .await
}
