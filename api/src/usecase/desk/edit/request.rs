//! What the staff wants of an order, and what that would come to.

use crate::settlement::change_body::{AddedPieces, RemovedPieces, ReturnedPieces};
use loggia_commerce::{ReturnReason, ShippingLocation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How what is added is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EditPayment {
    /// The shopper pays by a link; the change is made once that is paid. Where what goes back in money is enough to pay for what is added, it
    /// does so, the rest goes back, and the change is made at once.
    #[default]
    Link,
    /// The shop has the money; the change is made at once.
    Received,
    /// It costs nothing; the change is made at once.
    Waived,
}

/// What an order shall hold. Amounts are minor units of its currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderEdit {
    /// Lines that shall hold another count; those that are not named stay. More is sold at the price that was paid for the others.
    pub lines: Vec<EditedLine>,
    /// Variants of the catalogue that come to it, at the price of the catalogue.
    pub added: Vec<AddedVariant>,
    /// What is added costs delivery again; else it goes with the rest.
    pub charge_delivery: bool,
    /// Another address, before any of it is sent. With one nothing else of the order changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<EditAddress>,
    /// What was sent comes back for what is added. With it nothing else of the order changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange: Option<EditExchange>,
    /// How what is added is paid, or what the other address costs more. What it costs less goes back, whatever is said here.
    pub payment: EditPayment,
}

/// What was sent and comes back for what is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct EditExchange {
    /// The return by which it comes, asked for or accepted; "" begins one.
    pub return_id: String,
    /// What comes back.
    pub lines: Vec<EditReturned>,
}

/// Pieces of a line that come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct EditReturned {
    /// The line of the order.
    pub position: i64,
    /// How many, at most those that were sent and are in no other return.
    pub quantity: i64,
    /// They go back into stock.
    pub restock: bool,
    /// Why they come back, where that is no return that says so.
    pub reason: ReturnReason,
}

/// Where an order shall go, and to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct EditAddress {
    /// The name on the parcel.
    pub name: String,
    /// The company there.
    pub company: String,
    /// A phone number for the carrier.
    pub phone: String,
    /// The address.
    pub location: ShippingLocation,
    /// How it goes there: one of the shop's ways that reach it. "" is as it was to go, else the cheapest.
    pub shipping_option_id: String,
}

/// A line that shall hold another count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct EditedLine {
    /// The line of the order.
    pub position: i64,
    /// How many it shall hold; 0 takes it out. At least those that were sent, at most 9999.
    pub quantity: i64,
}

/// A variant that is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddedVariant {
    /// The product.
    pub item_id: String,
    /// The variant; "" where there is but one.
    pub sku: String,
    /// How many, from 1 to 9999.
    pub quantity: u32,
}

/// What a change comes to. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditPreview {
    /// Names all of this and how the order stood: who does the change says it, and is refused when anything is another by then.
    pub digest: String,
    /// What the order comes to now, less what went back.
    pub before_cents: i64,
    /// What it comes to afterwards.
    pub after_cents: i64,
    /// The difference: more than 0 is owed by the shopper, less than 0 goes back.
    pub difference_cents: i64,
    /// What is taken out.
    pub removed: Vec<EditRemoved>,
    /// What goes back of delivery, tax included: all that is left of it once nothing is shipped any more.
    pub delivery_cents: i64,
    /// What is given back in money.
    pub money_cents: i64,
    /// What of that stays, because it pays for what is added: the change is made at once then.
    pub set_off_cents: i64,
    /// What goes back to gift cards.
    pub to_cards_cents: i64,
    /// What is added.
    pub added: Vec<EditAdded>,
    /// What is to be paid for it, with delivery and taxes, less what is taken off.
    pub added_cents: i64,
    /// Of it for delivery.
    pub added_delivery_cents: i64,
    /// Of it taxes on top of the prices.
    pub added_tax_cents: i64,
    /// All that is added is there.
    pub is_in_stock: bool,
    /// What goes back because delivery and taxes are less at the other address, beside `deliveryCents`.
    pub less_cents: i64,
    /// What stays of what comes back in an exchange, because it pays for what goes out, or was refunded before.
    pub stays_cents: i64,
    /// What becomes of delivery and taxes at the other address.
    pub place: Option<EditPlace>,
}

/// What becomes of delivery and taxes at another address, by the shop's terms of now. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditPlace {
    /// How it goes there.
    pub delivery_name: String,
    /// By another way than before.
    pub is_other_way: bool,
    /// What delivery costs to the address that the order has.
    pub delivery_before_cents: i64,
    /// What it costs to the other.
    pub delivery_after_cents: i64,
    /// The taxes on top of the prices at the address that the order has.
    pub tax_before_cents: i64,
    /// Those at the other.
    pub tax_after_cents: i64,
    /// The taxes within the prices are others there: what is paid stays, and so does the invoice of the goods.
    pub has_other_included_tax: bool,
}

/// Pieces that are taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EditRemoved {
    /// The line of the order.
    pub position: i64,
    /// What it is called.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// What they cost, with their shares of discounts and taxes; minor units.
    pub cents: i64,
}

/// Pieces that are added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditAdded {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// What it is called.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// The price of one; minor units.
    pub price_cents: i64,
    /// How many are for sale now; none where there are always enough.
    pub available: Option<i64>,
}

impl From<&RemovedPieces> for EditRemoved {
    fn from(piece: &RemovedPieces) -> Self {
        Self {
            position: piece.position,
            title: piece.title.clone(),
            quantity: piece.quantity,
            cents: piece.cents,
        }
    }
}

impl From<&ReturnedPieces> for EditRemoved {
    fn from(piece: &ReturnedPieces) -> Self {
        Self {
            position: piece.position,
            title: piece.title.clone(),
            quantity: piece.quantity,
            cents: piece.cents,
        }
    }
}

impl EditAdded {
    /// Pieces with how many there are.
    pub fn of(piece: &AddedPieces, available: Option<i64>) -> Self {
        Self {
            item_id: piece.item_id.clone(),
            sku: piece.sku.clone(),
            title: piece.title.clone(),
            quantity: piece.quantity,
            price_cents: piece.price_cents,
            available,
        }
    }
}
