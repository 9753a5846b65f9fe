//! What every payment provider is asked, and what it answers.

use futures_util::future::BoxFuture;

/// What is to be charged.
#[derive(Clone, Debug)]
pub struct Charge {
    /// The order; also the key by which the provider knows a repeat.
    pub order_id: String,
    /// Minor units, hundredths for every currency.
    pub amount_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// Who pays.
    pub email: String,
    /// What pays is to be charged again later, without the shopper (subscriptions).
    pub again_later: bool,
    /// What was kept of an earlier payment; then this one is made without the shopper.
    pub kept: Option<SavedPaymentMethod>,
}

/// A payment method that the provider saved, to charge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPaymentMethod {
    /// The provider's name of the person.
    pub customer: String,
    /// The provider's name of the card or account.
    pub method: String,
}

/// The payment method that a prepared payment is made with.
#[derive(Clone, Debug)]
pub enum PaymentMethod {
    /// What the provider's own field in the page made of the shopper's card.
    Token(String),
    /// What was kept of an earlier payment.
    Kept(SavedPaymentMethod),
}

/// How a payment stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody has tried to pay it yet.
    Open,
    /// Paid; the provider knows it by `reference`.
    Paid {
        /// The provider's name of the payment.
        reference: String,
        /// What may be charged again, when that was asked for.
        kept: Option<SavedPaymentMethod>,
    },
    /// Refused, or ended without money.
    Declined,
    /// The shopper has something to do with the provider first, such as a second factor.
    NeedsShopper {
        /// What the provider's script in the page needs for it.
        client_secret: String,
    },
    /// The provider does not know yet; it will tell.
    Processing,
}

/// What is to be given back.
#[derive(Clone, Debug)]
pub struct Refund {
    /// Our name of it; also the key by which the provider knows a repeat.
    pub id: String,
    /// The provider's name of the payment.
    pub reference: String,
    /// Minor units.
    pub amount_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
}

/// What became of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundOutcome {
    /// It is on its way back, or there.
    Done(String),
    /// The provider refused; nothing went back.
    Failed(String),
}

/// What a provider's message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name at the provider; the same message may come more than once.
    pub id: String,
    /// Its kind at the provider.
    pub kind: String,
    /// What it says, if it is something we act on.
    pub news: Option<News>,
}

/// What a provider may tell by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// How a payment ended.
    Payment {
        /// The order.
        order_id: String,
        /// The provider's name of the payment.
        reference: String,
        /// Minor units the provider took.
        amount_cents: i64,
        /// ISO 4217 code.
        currency: String,
        /// `Paid` or `Declined`; both are final.
        outcome: Outcome,
    },
    /// A customer disputes a payment at the bank, or that came to an end.
    Dispute {
        /// The provider's name of the payment.
        reference: String,
        /// What it says.
        dispute: Dispute,
    },
    /// So much of a payment went back in all, no matter who asked for it.
    Refunded {
        /// The provider's name of the payment.
        reference: String,
        /// Minor units.
        total_cents: i64,
    },
    /// Money went back, or did not after all.
    Refund {
        /// Our name of the refund; `None` for one made at the provider's own pages.
        id: Option<String>,
        /// The provider's name of the refund.
        refund_reference: String,
        /// The provider's name of the payment.
        reference: String,
        /// Minor units.
        amount_cents: i64,
        /// Whether it failed.
        failed: bool,
    },
}

/// What a provider tells of a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The provider's name of it.
    pub id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// How it stands.
    pub state: DisputeState,
}

/// How a dispute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeState {
    /// The bank has not decided.
    Open,
    /// The money stays.
    Won,
    /// The bank took the money.
    Lost,
}

/// Why a provider's message is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// This provider sends none.
    #[error("this payment provider sends no messages")]
    None,
    /// It is not signed as it must be.
    #[error(transparent)]
    Signature(#[from] loggia_commerce::SignatureProblem),
    /// It is no event.
    #[error("the message cannot be read: {0}")]
    Unreadable(String),
}

/// The provider could not be reached or did not answer: nothing is known, the order stays pending.
#[derive(Debug, thiserror::Error)]
#[error("the payment provider does not answer: {0}")]
pub struct NoAnswer(pub String);

/// What a provider answers in the end.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, NoAnswer>>;

/// Somebody who takes money. A payment is prepared first, so that its name is stored before any money can move.
pub trait PaymentProvider: Send + Sync {
    /// The name that is stored with a payment.
    fn name(&self) -> &'static str;
    /// Whether no money moves.
    fn is_test(&self) -> bool;
    /// What the provider's script in the page is opened with; public.
    fn publishable_key(&self) -> Option<String> {
        None
    }
    /// Opens a payment; no money moves yet. The provider's name of it.
    fn prepare(&self, charge: Charge) -> Answer<'_, String>;
    /// Makes a prepared payment.
    fn charge(&self, reference: String, method: PaymentMethod) -> Answer<'_, Outcome>;
    /// How a payment stands.
    fn look(&self, reference: String) -> Answer<'_, Outcome>;
    /// Ends a payment that nobody waits for: `Declined` when it can no longer be made, `Paid` when it was already.
    fn close(&self, reference: String) -> Answer<'_, Outcome>;
    /// Gives money back, once for each refund id.
    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome>;
    /// Reads a message of the provider's, when its signature holds at `now_ms`.
    fn read_event(&self, _signature: &str, _body: &[u8], _now_ms: i64) -> Result<Event, EventFault> {
        Err(EventFault::None)
    }
}
