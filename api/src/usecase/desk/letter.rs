//! The letters about an order: which were sent, and one of them again.

use super::send::letter_cause;
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::ordered::Ordered;
use crate::repository::desk::notes::{self, StoredLetter};
use crate::repository::desk::parcel::{ParcelLine, StoredParcel};
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{Event, Kind};
use crate::repository::refund::StoredRefund;
use crate::repository::{Connection, outbox, product_file, subscription};
use crate::usecase::owner::note::note;

/// A letter that can be sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The order was paid.
    Confirmation,
    /// What was sent last is on its way.
    Shipped,
    /// The order was called off.
    Cancelled,
}

impl Letter {
    /// The word of it.
    pub const fn word(self) -> &'static str {
        match self {
            Letter::Confirmation => "confirmation",
            Letter::Shipped => "shipped",
            Letter::Cancelled => "cancelled",
        }
    }
}

/// The letters that were written about an order, each with its kind, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn written(
    connection: &mut Connection<'_>,
    id: &str,
    parcels: &[StoredParcel],
    refunds: &[StoredRefund],
) -> Result<Vec<(&'static str, StoredLetter)>, ApiError> {
    let mut causes =
        vec![("confirmation", format!("confirmation-{id}")), ("cancelled", format!("cancelled-{id}"))];
    causes.extend(parcels.iter().map(|parcel| ("shipped", letter_cause(&parcel.id))));
    causes.extend(refunds.iter().map(|refund| ("refunded", format!("refunded-{}", refund.id))));
    let mut letters = Vec::new();
    for (kind, cause) in causes {
        if let Some(letter) = notes::letter(connection, &cause).await? {
            letters.push((kind, letter));
        }
    }
    letters.sort_by_key(|(_, letter)| letter.created_at);
    Ok(letters)
}

/// Sends a letter again, as the order stands now.
///
/// # Errors
/// 404 without a paid order; `no-such-letter` when there was no cause for it.
pub async fn again(context: &Context, who: &SignedIn, id: &str, letter: Letter) -> Result<(), ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let order = order::read(connection, &id).await?.filter(StoredOrder::is_paid);
            let order = order.filter(|order| order.email.contains('@'));
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let mut lines = order::lines(connection, &id).await?;
            let files = match letter {
                Letter::Confirmation if order.cancelled_at.is_none() => {
                    product_file::of_order(connection, &id).await?
                }
                _ => Vec::new(),
            };
            if letter == Letter::Shipped {
                let (parcels, pieces) = crate::repository::desk::parcel::of_order(connection, &id).await?;
                if let Some(last) = parcels.last() {
                    let of_last = |position: i64| {
                        let is_it =
                            |one: &&ParcelLine| one.shipment_id == last.id && one.position == position;
                        pieces.iter().find(is_it).map(|one| one.quantity)
                    };
                    let only: Vec<_> = lines
                        .iter()
                        .filter_map(|line| {
                            of_last(line.position)
                                .map(|quantity| order::StoredLine { quantity, ..line.clone() })
                        })
                        .collect();
                    lines = if only.is_empty() { lines } else { only };
                }
            }
            let ordered = Ordered { published: &published, order: &order, lines: &lines, files: &files, now };
            let begun = match subscription::of_order(connection, &id).await?.first() {
                Some(first) => subscription::read(connection, first).await?,
                None => None,
            };
            let message = match letter {
                Letter::Confirmation => emails::order::confirmation(&ordered, begun.as_ref())?,
                Letter::Shipped if order.shipped_at.is_some() => emails::order::shipped(&ordered)?,
                Letter::Cancelled if order.cancelled_at.is_some() => emails::order::cancelled(&ordered)?,
                _ => {
                    return Err(ApiError::bad_request(
                        "no-such-letter",
                        "There was no cause for this letter.",
                    ));
                }
            };
            let cause = format!("again-{}-{id}-{now}", letter.word());
            outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&message)?, now).await?;
            let event = Event::new(Kind::SendLetter, &id).with("letter", letter.word());
            note(connection, &who, event.about(&order.email), now).await
        })
        .await
}
