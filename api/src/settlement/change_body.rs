//! What is kept of a change of an order.

use loggia_commerce::OfferedShippingOption;
use serde::{Deserialize, Serialize};

/// What a change takes out and adds, and the total before and after, as it is kept. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeBody {
    /// What is taken out.
    pub removed: Vec<RemovedPieces>,
    /// What is added.
    pub added: Vec<AddedPieces>,
    /// What goes back of delivery.
    pub delivery_cents: i64,
    /// What the order came to before, less what had gone back.
    pub before_cents: i64,
    /// What it comes to afterwards.
    pub after_cents: i64,
    /// What is added is paid by what goes back.
    pub is_set_off: bool,
    /// What goes back because delivery and taxes are less elsewhere, beside `delivery_cents`.
    pub less_cents: i64,
    /// The order goes to another address.
    pub readdress: Option<Readdress>,
    /// What was sent comes back for it.
    pub exchange: Option<Exchange>,
    /// The shopper gets a letter of it.
    pub notify: bool,
}

/// What was sent comes back in exchange for what is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Exchange {
    /// The return by which it comes.
    pub return_id: String,
    /// What comes back.
    pub came: Vec<ReturnedPieces>,
    /// What stays of what those pieces cost, because it pays for what goes out, or went back before; minor units.
    pub stays_cents: i64,
}

/// Pieces of a line that come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReturnedPieces {
    /// The line of the order.
    pub position: i64,
    /// What it is called.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// What they cost, with their shares of discounts and taxes; minor units.
    pub cents: i64,
    /// They go back into stock.
    pub restock: bool,
}

/// An order goes to another address: which one, its draft or the order says, so that nothing of it is kept a second time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Readdress {
    /// The other way it goes; none where that stays.
    pub option: Option<OfferedShippingOption>,
}

/// Pieces of a line that are taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RemovedPieces {
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AddedPieces {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// What it is called.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// The price of one, in minor units.
    pub price_cents: i64,
}
