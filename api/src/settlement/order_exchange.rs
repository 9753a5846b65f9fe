//! What comes back of an order in exchange for something else is taken in: once, with its return, by the rules of a refund.

use super::change_body::{ChangeBody, Exchange};
use super::refund::{self as refunds, Kept, Return, Returned};
use super::{invoice, refund_by_line};
use crate::error::{ApiError, StatusCode};
use crate::published::Publications;
use crate::repository::order::StoredOrder;
use crate::repository::{Connection, order_change, order_return};
use crate::token;

/// What goes back for what is exchanged: what the pieces cost, less what stays for what goes out.
///
/// # Errors
/// `refund-too-many`; faults of the store.
pub async fn back_of(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (exchange, reason): (&Exchange, &str),
) -> Result<Return, ApiError> {
    let pieces: Vec<(i64, i64)> = exchange.came.iter().map(|one| (one.position, one.quantity)).collect();
    let lines = refund_by_line::chosen(connection, order, (&pieces, None)).await?;
    let cost: i64 = lines.iter().map(|line| line.cents).sum();
    let restock = exchange.came.iter().filter(|one| one.restock).map(|one| (one.position, one.quantity));
    Ok(Return {
        amount_cents: Some((cost - exchange.stays_cents).max(0)),
        restock: restock.collect(),
        reason: reason.to_owned(),
        even_if_spent: false,
        lines,
    })
}

/// Takes in what comes back of an order that the caller holds; `None` when its return ended otherwise, or its money went back
/// otherwise. Of the money a part may pay for what goes out.
///
/// # Errors
/// Faults of the store.
pub(super) async fn take_in(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (order, exchange, reason): (&StoredOrder, &Exchange, &str),
    kept: Option<Kept<'_>>,
    now: i64,
) -> Result<Option<Returned>, ApiError> {
    let what = match back_of(connection, order, (exchange, reason)).await {
        Err(fault @ ApiError::Internal(_)) => return Err(fault),
        Err(_) => return Ok(None),
        Ok(what) => what,
    };
    match refund_by_line::preview(connection, order, &what).await {
        Err(fault @ ApiError::Internal(_)) => return Err(fault),
        Err(_) => return Ok(None),
        Ok(_) => {}
    }
    let stays = exchange.stays_cents.max(0);
    if !order_return::end(connection, &exchange.return_id, stays, now).await? {
        return Ok(None);
    }
    for one in &exchange.came {
        let restocked = if one.restock { one.quantity } else { 0 };
        let came = (one.quantity, restocked);
        order_return::receive(connection, &exchange.return_id, one.position, came).await?;
    }
    let returned = refunds::give_back_less(connection, (order, kept), &what, &token::new_id(), now).await?;
    invoice::credit_given_back(connection, publications, &order.id, now).await?;
    Ok(Some(returned))
}

/// The return of an order whose exchange waits to be paid: until it is, or is withdrawn, nothing else is done with that return.
///
/// # Errors
/// Faults of the store.
pub async fn waiting_return(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Option<String>, ApiError> {
    let Some(change) = order_change::pending(connection, order_id).await? else { return Ok(None) };
    let body: ChangeBody = serde_json::from_str(&change.body)?;
    Ok(body.exchange.map(|one| one.return_id))
}

/// Refuses what would meet an exchange that waits to be paid: with a return named, one of this return.
///
/// # Errors
/// `exchange-pending`; faults of the store.
pub async fn check(
    connection: &mut Connection<'_>,
    order_id: &str,
    return_id: Option<&str>,
) -> Result<(), ApiError> {
    let waiting = waiting_return(connection, order_id).await?;
    match waiting.filter(|waiting| return_id.is_none_or(|id| waiting == id)) {
        Some(_) => Err(ApiError::refused(
            StatusCode::CONFLICT,
            "exchange-pending",
            "An exchange of this order waits to be paid. Please withdraw it, or note that it is paid, and try again.",
        )),
        None => Ok(()),
    }
}
