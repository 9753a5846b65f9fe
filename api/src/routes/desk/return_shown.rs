//! A return of an order, as the desk shows it.

use crate::repository::order_return::{ReturnLine, StoredReturn};
use loggia_commerce::ReturnReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a return stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReturnState {
    /// Who bought asked for it, and the shop has not decided.
    Requested,
    /// Its goods are to come.
    Accepted,
    /// Nothing comes of it.
    Declined,
    /// Its goods came, and their money went back.
    Refunded,
}

/// A return of an order. Amounts are minor units, moments epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskReturn {
    /// Its id.
    pub id: String,
    /// How it stands.
    pub state: ReturnState,
    /// The staff began it; else who bought asked for it.
    pub by_staff: bool,
    /// Who bought gets letters about it.
    pub notify: bool,
    /// Why, in the words of who began it; "" without any.
    pub note: String,
    /// What who bought was told; "" without anything.
    pub answer: String,
    /// What was kept of the money.
    pub fee_cents: i64,
    /// An exchange of it waits to be paid: until it is, or is withdrawn, nothing of it is received, declined or refunded (409 `exchange-pending`).
    pub exchange_waits: bool,
    /// When it began.
    pub created_on: i64,
    /// What comes back, in the order of the lines.
    pub lines: Vec<DeskReturnLine>,
}

/// Pieces of a line that come back.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskReturnLine {
    /// The line of the order.
    pub position: i64,
    /// How many are to come.
    pub quantity: i64,
    /// How many came.
    pub received: i64,
    /// How many of those went back into stock.
    pub restocked: i64,
    /// Why.
    pub reason: ReturnReason,
}

/// A return with its lines, as the desk shows it, beside the id of the one whose exchange waits to be paid.
pub(super) fn shown((one, lines): (StoredReturn, Vec<ReturnLine>), waiting: Option<&str>) -> DeskReturn {
    let state = match one.state.as_str() {
        "requested" => ReturnState::Requested,
        "accepted" => ReturnState::Accepted,
        "declined" => ReturnState::Declined,
        _ => ReturnState::Refunded,
    };
    let line = |line: ReturnLine| DeskReturnLine {
        position: line.position,
        quantity: line.quantity,
        received: line.received,
        restocked: line.restocked,
        reason: ReturnReason::parse(&line.reason).unwrap_or(ReturnReason::Other),
    };
    DeskReturn {
        exchange_waits: waiting == Some(one.id.as_str()),
        id: one.id,
        state,
        by_staff: one.by_staff,
        notify: one.is_told,
        note: one.reason,
        answer: one.answer,
        fee_cents: one.fee_cents,
        created_on: one.created_at,
        lines: lines.into_iter().map(line).collect(),
    }
}
