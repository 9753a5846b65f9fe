//! What the owner set for orders: how they are numbered, who is told of them, and what shoppers may do with them.

use crate::manual_payment::ManualPayment;
use serde::{Deserialize, Serialize};

/// The number of the first order of a shop that names none.
const FIRST_NUMBER: u32 = 1001;

/// The settings of orders (`websiteSettings.orderSettings`). Every member has a default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderSettings {
    /// The number of the next order is this at least. It goes up by one with each order that is paid, and never down.
    pub first_number: u32,
    /// Who has the link to an order may cancel it while nothing of it was sent.
    pub shopper_may_cancel: bool,
    /// For how many days after an order was sent who has its link may ask for a return; 0 for never.
    pub return_days: u32,
    /// The owner gets a letter for each order.
    pub letter_to_owner: bool,
    /// The owner gets a letter on Mondays with what the week before came to.
    pub weekly_letter: bool,
    /// Where they go; without it to the site's contact address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Ways of paying that no provider carries out, in the order in which they are offered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manual_payments: Vec<ManualPayment>,
}

impl Default for OrderSettings {
    fn default() -> Self {
        Self {
            first_number: FIRST_NUMBER,
            shopper_may_cancel: true,
            return_days: 0,
            letter_to_owner: true,
            weekly_letter: false,
            email: None,
            manual_payments: Vec::new(),
        }
    }
}

impl OrderSettings {
    /// Whether nothing was set.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
