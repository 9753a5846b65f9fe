//! What a provider really takes.

use super::stripe_wire::{from_wire, to_wire};

/// What is really charged for an amount: hundredths that a currency does not have are rounded.
#[must_use]
pub fn charged(amount_cents: i64, currency: &str) -> i64 {
    from_wire(to_wire(amount_cents, currency), currency)
}
