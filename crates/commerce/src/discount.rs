//! Discounts that need no code, as the owner set them up, and what they come to in a cart.

use serde::{Deserialize, Serialize};

use crate::id::ItemId;
use crate::money::Cents;
use crate::percent::Percent;

/// The most discounts that a shop may have at once.
pub const DISCOUNTS_MAXIMUM: usize = 50;
/// The most characters of a discount's id or name.
pub const DISCOUNT_TEXT_MAXIMUM: usize = 100;

/// A discount that every cart gets that meets its terms. Limits that are left out are open; gift cards in a cart stand outside
/// of all of it. Times are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AutomaticDiscount {
    /// Names it: its uses are counted by it.
    pub id: String,
    /// What the shopper reads.
    pub name: String,
    /// What it takes off.
    #[serde(flatten)]
    pub effect: Effect,
    /// The goods that it is for.
    #[serde(flatten)]
    pub goods: Goods,
    /// When, how often and beside which others it counts.
    #[serde(flatten)]
    pub limits: DiscountLimits,
}

/// When, how often and beside which others a discount counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DiscountLimits {
    /// What its goods must cost together, before anything is taken off; 0 is nothing.
    pub minimum_cents: Cents,
    /// The first moment at which it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_on: Option<i64>,
    /// The first moment at which it no longer counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_on: Option<i64>,
    /// How many orders may use it in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_in_all: Option<u32>,
    /// How many orders of one customer may use it: of one account, and of one e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_per_customer: Option<u32>,
    /// It counts for the same goods together with other discounts and codes that say so, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub combinable: bool,
    /// The keys of the groups of customers that it is for; none means everybody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Of two that do not go together the one with the higher number counts, whatever it takes off; codes have 0.
    #[serde(skip_serializing_if = "is_nought")]
    pub priority: i32,
}

/// Which goods are meant: those of the products and of the collections; with neither, all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Goods {
    /// The ids of the products.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ItemId>,
    /// The ids of the collections.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<String>,
}

impl Goods {
    /// True when no product and no collection is named.
    #[must_use]
    pub fn are_all(&self) -> bool {
        self.products.is_empty() && self.collections.is_empty()
    }

    /// True when a product of a collection is meant.
    #[must_use]
    pub fn have(&self, product: &ItemId, collection: &str) -> bool {
        self.are_all()
            || self.products.contains(product)
            || self.collections.iter().any(|named| named == collection)
    }
}

/// What a discount takes off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Of every so many goods some are cheaper or free: "3 for 2" is `buy` 2, `get` 1.
    BuyGet {
        /// How many are paid in full, from 1.
        buy: u32,
        /// How many more are then cheaper, from 1: the cheapest.
        get: u32,
        /// How much is taken off those; 100 is free.
        #[serde(default = "all")]
        percent: Percent,
        /// The goods that are cheaper, where they are not those that are bought. One that is both is only ever got.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Goods>,
        /// How often in one order; left out, as often as it fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<u32>,
        /// Each product is counted by itself, instead of all together.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        per_product: bool,
    },
    /// A share that grows with the count: "10 % from 5".
    Steps {
        /// From the smallest count to the largest.
        steps: Vec<Step>,
        /// Each product is counted by itself, instead of all together.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        per_product: bool,
    },
    /// A share of the price.
    Percent {
        /// Percent.
        value: Percent,
    },
    /// An amount, at most the price.
    Amount {
        /// Minor units.
        value: Cents,
    },
    /// Delivery costs nothing.
    FreeDelivery {
        /// The ids of the ways of shipping; none means all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// The countries it goes to, by code; none means all. `US` includes its territories.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        countries: Vec<String>,
    },
}

/// From how many on which share is taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The first count, from 1.
    pub from: u32,
    /// How much is taken off all of them.
    pub percent: Percent,
}

impl Effect {
    /// Its place in the order of application: lower ones are taken off first.
    #[must_use]
    pub const fn rank(&self) -> u8 {
        match self {
            Self::BuyGet { .. } => 0,
            Self::Steps { .. } => 1,
            Self::Percent { .. } => 2,
            Self::Amount { .. } => 3,
            Self::FreeDelivery { .. } => 4,
        }
    }

    /// It takes off delivery and no goods.
    #[must_use]
    pub const fn is_of_delivery(&self) -> bool {
        matches!(self, Self::FreeDelivery { .. })
    }

    /// Why it can never take anything off, or not as it is written.
    ///
    /// # Errors
    /// The member that is wrong, and what is expected.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let some = |percent: &Percent| *percent > Percent::default();
        match self {
            Self::BuyGet { buy: 0, .. } => Err(("buy", "at least 1 is expected")),
            Self::BuyGet { get: 0, .. } => Err(("get", "at least 1 is expected")),
            Self::BuyGet { times: Some(0), .. } => Err(("times", "at least 1 is expected")),
            Self::BuyGet { percent, .. } if !some(percent) => Err(("percent", "more than 0 is expected")),
            Self::Steps { steps, .. } if steps.is_empty() => Err(("steps", "at least one is expected")),
            Self::Steps { steps, .. } => {
                let rises = |pair: &[Step]| pair[0].from < pair[1].from;
                if steps.iter().any(|step| step.from == 0 || !some(&step.percent)) {
                    Err(("steps", "each is from 1 on and more than 0 percent"))
                } else if steps.windows(2).all(rises) {
                    Ok(())
                } else {
                    Err(("steps", "each is from a larger count on than the one before"))
                }
            }
            Self::Percent { value } if !some(value) => Err(("value", "more than 0 is expected")),
            Self::Amount { value } if *value <= Cents::ZERO => Err(("value", "more than 0 is expected")),
            _ => Ok(()),
        }
    }
}

/// A discount that counts in a cart or an order, by its name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppliedDiscount {
    /// The discount.
    pub id: String,
    /// What the shopper reads.
    pub name: String,
    /// What it takes off, in minor units.
    pub amount_cents: Cents,
    /// It is taken off the price of delivery: that is without it already, and the cart's discount does not hold it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_delivery: bool,
}

fn all() -> Percent {
    Percent::ALL
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_nought(number: &i32) -> bool {
    *number == 0
}
