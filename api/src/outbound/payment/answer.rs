//! What a provider answers in the end, and what it keeps for another time.

use futures_util::future::BoxFuture;

/// A payment method that the provider saved, to charge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPaymentMethod {
    /// The provider's name of the person.
    pub customer: String,
    /// The provider's name of the card or account.
    pub method: String,
}

/// The provider could not be reached or did not answer: nothing is known, the order stays pending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the payment provider does not answer: {0}")]
pub struct NoAnswer(pub String);

/// What a provider answers in the end.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, NoAnswer>>;
