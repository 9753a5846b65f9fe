//! Nobody takes the money: a shop whose orders are paid by hand, by transfer or when they are fetched.

use super::provider::{
    Answer, Charge, NoAnswer, Outcome, PaymentMethod, PaymentProvider, Refund, RefundOutcome,
};
use std::future::ready;

/// The name that is stored with a payment by hand, whoever the shop's provider is.
pub const MANUAL: &str = "manual";

/// The provider of a shop that has none. No order reaches it but by a fault of ours: it answers that nothing was paid.
#[derive(Clone, Copy, Debug, Default)]
pub struct ManualOnly;

impl PaymentProvider for ManualOnly {
    fn name(&self) -> &'static str {
        MANUAL
    }

    fn is_test(&self) -> bool {
        false
    }

    fn prepare(&self, _: Charge) -> Answer<'_, String> {
        Box::pin(ready(Err(NoAnswer("this shop has no payment provider".into()))))
    }

    fn charge(&self, _: String, _: PaymentMethod, _: String) -> Answer<'_, Outcome> {
        Box::pin(ready(Ok(Outcome::Declined)))
    }

    fn look(&self, _: String) -> Answer<'_, Outcome> {
        Box::pin(ready(Ok(Outcome::Open)))
    }

    fn close(&self, _: String) -> Answer<'_, Outcome> {
        Box::pin(ready(Ok(Outcome::Declined)))
    }

    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome> {
        Box::pin(ready(Ok(returned_by_hand(&refund))))
    }
}

/// What was paid by hand goes back by hand: the books say that it did.
pub fn returned_by_hand(refund: &Refund) -> RefundOutcome {
    RefundOutcome::Done(format!("manual-{}", refund.id))
}
