//! PayPal's own messages (webhooks).

use super::paypal_wire::{Capture, Link, WireOrder, WireRefund};
use super::provider::{Event, EventFault, News, Outcome};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct WireEvent {
    id: String,
    event_type: String,
    resource: Value,
}

/// What a verified message says. Only what is final is news, and that a shopper agreed.
pub(super) fn read(body: &[u8]) -> Result<Event, EventFault> {
    let unreadable = |fault: serde_json::Error| EventFault::Unreadable(fault.to_string());
    let event: WireEvent = serde_json::from_slice(body).map_err(unreadable)?;
    let resource = event.resource;
    let news = match event.event_type.as_str() {
        "CHECKOUT.ORDER.APPROVED" => agreed(serde_json::from_value(resource).map_err(unreadable)?),
        "PAYMENT.CAPTURE.COMPLETED" | "PAYMENT.CAPTURE.DENIED" | "PAYMENT.CAPTURE.DECLINED" => {
            capture(&serde_json::from_value(resource).map_err(unreadable)?)
        }
        "PAYMENT.CAPTURE.REFUNDED" | "PAYMENT.REFUND.FAILED" => {
            refund(&serde_json::from_value(resource).map_err(unreadable)?)
        }
        _ => None,
    };
    Ok(Event { id: event.id, kind: event.event_type, news })
}

fn agreed(order: WireOrder) -> Option<News> {
    let unit = order.purchase_units.into_iter().next()?;
    Some(News::Agreed { order_id: unit.custom_id? })
}

/// How a capture of ours ended; others of the same account are not our business.
fn capture(capture: &Capture) -> Option<News> {
    let outcome = capture.outcome();
    if !matches!(outcome, Outcome::Paid { .. } | Outcome::Declined) {
        return None;
    }
    Some(News::Payment {
        order_id: capture.custom_id.clone()?,
        reference: capture.id.clone(),
        amount_cents: capture.amount.cents()?,
        currency: capture.amount.currency_code.clone(),
        outcome,
    })
}

/// A refund names its capture by a link alone.
fn refund(refund: &WireRefund) -> Option<News> {
    let up = refund.links.iter().find(|link: &&Link| link.rel == "up")?;
    Some(News::Refund {
        // Ours bear our name for them; of those that were made at PayPal's pages nobody gave one.
        id: refund.custom_id.as_deref().and_then(|name| name.strip_prefix(OURS)).map(str::to_owned),
        refund_reference: refund.id.clone(),
        reference: up.href.rsplit('/').next()?.to_owned(),
        amount_cents: refund.amount.cents()?,
        failed: refund.has_failed(),
    })
}

/// What stands before our own name of a refund: one that is made at PayPal's pages may carry the name of the capture.
pub(super) const OURS: &str = "refund-";
