//! The owner has the money of an order that is paid by hand.

use super::note::note;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::order;
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use crate::settlement::manual;
use crate::usecase::gift_cards;

/// Marks an order as paid.
///
/// # Errors
/// There is none of this id; `not-waiting` when it does not wait for money; nobody with the right to do it; `confirm-again` of one with
/// gift cards, without a fresh proof.
pub async fn receive(who: &SignedIn, context: &Context, id: &str) -> Result<(), ApiError> {
    who.must(Right::ManageStore)?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    let (publications, is_confirmed) = (context.publications.clone(), who.is_confirmed(context));
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order =
                order::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            gift_cards::issued_by_hand(connection, &id, is_confirmed).await?;
            manual::receive(connection, &publications, &order, now).await?;
            let event = Event::new(Kind::MarkPaid, &id).with("amountCents", order.grand_total_cents);
            note(connection, &who, event.about(&order.email), now).await
        })
        .await
}
