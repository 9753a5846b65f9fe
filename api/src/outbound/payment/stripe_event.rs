//! Stripe's own messages (webhooks).

use super::provider::{Dispute, DisputeState, Event, EventFault, News, Outcome};
use super::stripe_wire::{Intent, Session, WireCharge, WireDispute, WireRefund, from_wire};
use serde::Deserialize;
use serde_json::Value;

/// The metadata member with our order's id.
pub(super) const ORDER: &str = "loggia_order";
/// The metadata member with our refund's id.
pub(super) const REFUND: &str = "loggia_refund";
/// The metadata member with the id of the subscription that a card is for.
pub(super) const SUBSCRIPTION: &str = "loggia_subscription";

#[derive(Deserialize)]
struct WireEvent {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// What a verified message says. Only what is final is news: such messages may come in any order.
pub(super) fn read(body: &[u8]) -> Result<Event, EventFault> {
    let unreadable = |fault: serde_json::Error| EventFault::Unreadable(fault.to_string());
    let event: WireEvent = serde_json::from_slice(body).map_err(unreadable)?;
    let object = event.data.object;
    let news = match event.kind.as_str() {
        "payment_intent.succeeded" | "payment_intent.canceled" => {
            payment(&serde_json::from_value(object).map_err(unreadable)?)
        }
        "checkout.session.completed"
        | "checkout.session.async_payment_succeeded"
        | "checkout.session.async_payment_failed"
        | "checkout.session.expired" => {
            session(&event.kind, &serde_json::from_value(object).map_err(unreadable)?)
        }
        "refund.created" | "refund.updated" | "refund.failed" | "charge.refund.updated" => {
            refund(&serde_json::from_value(object).map_err(unreadable)?)
        }
        "charge.dispute.created" | "charge.dispute.closed" => {
            dispute(&serde_json::from_value(object).map_err(unreadable)?)
        }
        "charge.refunded" => refunded(&serde_json::from_value(object).map_err(unreadable)?),
        _ => None,
    };
    Ok(Event { id: event.id, kind: event.kind, news })
}

/// How an intent of ours ended; others of the same account are not our business.
fn payment(intent: &Intent) -> Option<News> {
    let outcome = intent.outcome();
    if !matches!(outcome, Outcome::Paid { .. } | Outcome::Declined) {
        return None;
    }
    let taken = if matches!(outcome, Outcome::Paid { .. }) { intent.amount_received } else { intent.amount };
    Some(News::Payment {
        order_id: intent.metadata.get(ORDER)?.clone(),
        reference: intent.id.clone(),
        amount_cents: from_wire(taken, &intent.currency),
        currency: intent.currency.to_ascii_uppercase(),
        outcome,
    })
}

/// How a payment on Stripe's own page ended. One that is complete and not paid is at a bank: that is no end.
fn session(kind: &str, session: &Session) -> Option<News> {
    if kind == "checkout.session.completed" && session.metadata.contains_key(SUBSCRIPTION) {
        return Some(News::CardEntered { session: session.id.clone() });
    }
    let outcome = match (kind, session.outcome()) {
        ("checkout.session.async_payment_failed", Outcome::Processing) => Outcome::Declined,
        (_, ended @ (Outcome::Paid { .. } | Outcome::Declined)) => ended,
        _ => return None,
    };
    let currency = session.currency.clone().unwrap_or_default();
    Some(News::Payment {
        order_id: session.metadata.get(ORDER)?.clone(),
        reference: session.id.clone(),
        amount_cents: from_wire(session.amount_total.unwrap_or_default(), &currency),
        currency: currency.to_ascii_uppercase(),
        outcome,
    })
}

/// An enquiry (`warning_…`) is a dispute that has taken no money yet, and ends as one that was won.
fn dispute(dispute: &WireDispute) -> Option<News> {
    let state = match dispute.status.as_str() {
        "lost" => DisputeState::Lost,
        "won" | "warning_closed" | "prevented" => DisputeState::Won,
        _ => DisputeState::Open,
    };
    Some(News::Dispute {
        reference: dispute.payment_intent.as_ref()?.id().to_owned(),
        dispute: Dispute {
            id: dispute.id.clone(),
            amount_cents: from_wire(dispute.amount, &dispute.currency),
            state,
        },
    })
}

fn refunded(charge: &WireCharge) -> Option<News> {
    Some(News::Refunded {
        reference: charge.payment_intent.as_ref()?.id().to_owned(),
        total_cents: from_wire(charge.amount_refunded, &charge.currency),
    })
}

fn refund(refund: &WireRefund) -> Option<News> {
    Some(News::Refund {
        id: refund.metadata.get(REFUND).cloned(),
        refund_reference: refund.id.clone(),
        reference: refund.payment_intent.as_ref()?.id().to_owned(),
        amount_cents: from_wire(refund.amount, &refund.currency),
        failed: refund.has_failed(),
    })
}
