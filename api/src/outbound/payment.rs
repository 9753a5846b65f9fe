//! Who takes the money. Every provider answers a repeated charge of one order with the first one's outcome.

use futures_util::future::BoxFuture;

/// What is to be charged.
#[derive(Clone, Debug)]
pub struct Charge {
    /// The order; also the key by which the provider knows a repeat.
    pub order_id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// What the provider's own field in the page made of the shopper's card.
    pub payment_token: String,
}

/// What became of a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Paid; the provider knows it by this reference.
    Paid(String),
    /// Refused.
    Declined,
}

/// The provider could not be reached or did not answer: nothing is known, the order stays pending.
#[derive(Debug, thiserror::Error)]
#[error("the payment provider does not answer: {0}")]
pub struct NoAnswer(pub String);

/// Somebody who takes money.
pub trait PaymentProvider: Send + Sync {
    /// The name that is stored with a payment.
    fn name(&self) -> &'static str;
    /// Whether no money moves.
    fn is_test(&self) -> bool;
    /// Charges an order, once.
    fn charge(&self, charge: Charge) -> BoxFuture<'_, Result<Outcome, NoAnswer>>;
    /// What became of an order's charge; `None` when it was never asked for.
    fn find(&self, order_id: String) -> BoxFuture<'_, Result<Option<Outcome>, NoAnswer>>;
}

/// Takes no money: pays for `test-pass`, declines everything else.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestProvider;

/// What the test provider accepts.
pub const TEST_PASS: &str = "test-pass";

impl PaymentProvider for TestProvider {
    fn name(&self) -> &'static str {
        "test"
    }

    fn is_test(&self) -> bool {
        true
    }

    fn charge(&self, charge: Charge) -> BoxFuture<'_, Result<Outcome, NoAnswer>> {
        let accepted = charge.payment_token == TEST_PASS;
        let outcome =
            if accepted { Outcome::Paid(format!("test-{}", charge.order_id)) } else { Outcome::Declined };
        Box::pin(async move { Ok(outcome) })
    }

    fn find(&self, _: String) -> BoxFuture<'_, Result<Option<Outcome>, NoAnswer>> {
        // It keeps nothing: an order it was not seen to pay was not paid.
        Box::pin(async { Ok(None) })
    }
}
