//! Returns at the desk: begun by the staff, and what receiving one would give back.

use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::Connection;
use crate::repository::idempotency::{self, Call};
use crate::repository::order::{self, StoredOrder};
use crate::repository::order_return::{self, NewLine, NewReturn, ReturnLine, StoredReturn};
use crate::repository::record::{Event, Kind};
use crate::repository::refund::RefundedLine;
use crate::roles::Right;
use crate::settlement::refund_by_line::{self, Preview};
use crate::token;
use crate::usecase::order::returns::{self, Receipt, Returnable};
use crate::usecase::owner::note::note;

/// A return that the staff begin.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Which pieces, and why each.
    pub pieces: Vec<NewLine>,
    /// What was said of it, for the staff alone.
    pub note: String,
    /// What who bought is told, such as where to send it.
    pub answer: String,
    /// Who bought gets letters about it.
    pub notify: bool,
    /// The key of the call, bound to everything that it says: a repeat begins nothing more.
    pub call: Option<Call>,
}

/// Begins a return of pieces that were sent, at any time; it is accepted at once. Its id.
///
/// # Errors
/// 404 without an order; `return-nothing`; `return-not-possible`; `return-too-many`; `malformed-reason`; `idempotency-key-reused` (422) for the key of another return.
pub async fn begin(context: &Context, who: &SignedIn, id: &str, new: Begin) -> Result<String, ApiError> {
    who.must(Right::ManageStore)?;
    let (reason, answer) = (returns::tidied(&new.note)?, returns::tidied(&new.answer)?);
    let pieces = returns::named(new.pieces)?;
    let published = context.publications.newest(&context.db).await?;
    let (order_id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let notify = new.notify;
    context
        .db
        .write(async move |connection| {
            let id = token::new_id();
            // The key goes first: of two calls at once the second waits here for what the first one began.
            if let Some(call) = &new.call
                && !idempotency::note(connection, call, &id, now + DAY).await?
            {
                return match idempotency::earlier(connection, call, now).await? {
                    Some((earlier, true)) => Ok(earlier),
                    _ => Err(idempotency::key_of_another("return")),
                };
            }
            // Held, so that two at once never name one piece twice.
            order::hold(connection, &order_id).await?;
            let order = order::read(connection, &order_id).await?;
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let may = returns::returnable(connection, &order).await?;
            if may.is_empty() {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "return-not-possible",
                    "Nothing of this order can be returned now: only what was sent, was not refunded and is in no other return.",
                ));
            }
            returns::check(&may, &pieces)?;
            let begun = NewReturn {
                id: &id,
                order_id: &order_id,
                by_staff: true,
                is_told: notify,
                reason: &reason,
                answer: &answer,
            };
            order_return::add(connection, &begun, &pieces, now).await?;
            let (order, one) = returns::whole(connection, &id).await?;
            returns::tell(connection, &published, (&order, &one), now).await?;
            let event = Event::new(Kind::BeginReturn, &order_id).with("returnId", id.clone());
            let event = event.with("lines", returns::told(&pieces)).with("notify", notify);
            note(connection, &who, event.about(&order.email).words(&reason), now).await?;
            Ok(id)
        })
        .await
}

/// What receiving a return would give back now, and what each line of it costs; nothing is changed.
///
/// # Errors
/// As [`returns::receive`].
pub async fn preview(
    context: &Context,
    id: &str,
    receipt: &Receipt,
) -> Result<(Preview, Vec<RefundedLine>), ApiError> {
    context
        .db
        .read(async |connection| {
            let (order, one) = returns::whole(connection, id).await?;
            if one.state != "accepted" {
                return Err(returns::decided());
            }
            if !order.is_paid() {
                return Err(ApiError::not_found("Not found"));
            }
            let what = returns::owed(connection, (&order, &one), receipt).await?;
            let preview = refund_by_line::preview(connection, &order, &what).await?;
            Ok((preview, what.lines))
        })
        .await
}

/// A return with its lines.
pub type WithLines = (StoredReturn, Vec<ReturnLine>);

/// The returns of an order with their lines, oldest first, and what of it may still come back.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
) -> Result<(Vec<WithLines>, Vec<Returnable>), ApiError> {
    let mut found = Vec::new();
    for one in order_return::of_order(connection, &order.id).await? {
        let lines = order_return::lines(connection, &one.id).await?;
        found.push((one, lines));
    }
    Ok((found, returns::returnable(connection, order).await?))
}
