//! The owner's calls: orders, stock, coupons, subscriptions, submissions, the mailing list; by role, and each change written down.

pub mod actions;
pub mod coupons;
pub(super) mod csv;
pub mod deliveries;
pub mod exports;
pub mod fulfilment;
pub mod mailing_list;
pub mod orders;
pub mod people;
pub mod record;
pub mod refunds;
pub mod stock;
pub mod submissions;
pub mod subscriptions;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::record::{self as chain, Event, Kind};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// Writes down what somebody signed in does.
async fn note(
    connection: &mut Connection<'_>,
    who: &SignedIn,
    event: Event,
    now: i64,
) -> Result<(), ApiError> {
    chain::write(connection, &who.actor(), event, now).await
}

/// Writes down that a table of personal data leaves the shop.
pub(super) async fn note_export(
    context: &Context,
    who: &SignedIn,
    what: &'static str,
) -> Result<(), ApiError> {
    let (actor, now) = (who.actor(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        chain::write(connection, &actor, Event::new(Kind::Export, what), now).await
    };
    context.db.write(write).await
}

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
