//! The built-in provider that takes no money.

use super::provider::{
    Answer, Charge, Outcome, PaymentMethod, PaymentProvider, Refund, RefundOutcome, SavedPaymentMethod,
};
use std::future::ready;

/// Takes no money: pays for `test-pass`, declines everything else.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestProvider;

/// What the test provider accepts.
pub const TEST_PASS: &str = "test-pass";
/// Accepted while the shopper is there, declined when it is charged again.
const TEST_PASS_ONCE: &str = "test-pass-once";

impl PaymentProvider for TestProvider {
    fn name(&self) -> &'static str {
        "test"
    }

    fn is_test(&self) -> bool {
        true
    }

    fn prepare(&self, charge: Charge) -> Answer<'_, String> {
        Box::pin(ready(Ok(format!("test-{}", charge.order_id))))
    }

    fn charge(&self, reference: String, means: PaymentMethod, _: String) -> Answer<'_, Outcome> {
        let (accepted, method) = match means {
            PaymentMethod::Token(token) => (token == TEST_PASS || token == TEST_PASS_ONCE, token),
            PaymentMethod::Page => (false, String::new()),
            PaymentMethod::Kept(kept) => (kept.method == TEST_PASS, kept.method),
        };
        let kept = Some(SavedPaymentMethod { customer: "test".into(), method });
        let outcome = if accepted { Outcome::Paid { reference, kept } } else { Outcome::Declined };
        Box::pin(ready(Ok(outcome)))
    }

    fn look(&self, _: String) -> Answer<'_, Outcome> {
        // It keeps nothing: a payment it was not seen to make was not made.
        Box::pin(ready(Ok(Outcome::Open)))
    }

    fn close(&self, _: String) -> Answer<'_, Outcome> {
        Box::pin(ready(Ok(Outcome::Declined)))
    }

    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome> {
        Box::pin(ready(Ok(RefundOutcome::Done(format!("test-{}", refund.id)))))
    }
}
