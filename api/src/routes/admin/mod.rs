//! The owner's calls: orders, stock, coupons, gift cards, subscriptions, submissions, the mailing list; by role, and each change written down.

pub mod actions;
pub mod coupons;
pub(super) mod csv;
pub mod deliveries;
pub mod exports;
pub mod fulfilment;
pub mod gift_cards;
pub mod invoices;
pub mod keys;
pub mod mailing_list;
pub mod orders;
pub mod people;
pub mod received;
pub mod record;
pub mod refunds;
pub mod restock;
pub mod stock;
pub mod submissions;
pub mod subscriptions;
pub mod webhooks;

use crate::error::ApiError;

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// A reason that may be kept: something, and not too much.
fn reason(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_REASON {
        return Err(ApiError::bad_request(
            "reason-missing",
            "Please give a reason of at most 500 characters.",
        ));
    }
    Ok(text.to_owned())
}
