//! What every payment provider is asked, and what it answers.

use futures_util::future::BoxFuture;

pub use super::answer::{Answer, NoAnswer, SavedPaymentMethod};
use super::risk::Risk;
use super::wallet::Wallet;
use std::collections::BTreeMap;
use std::future::ready;

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
    /// The shopper may be sent elsewhere to pay, such as to a bank, and comes back.
    pub may_leave: bool,
    /// The provider's name of the member who pays: their kept cards may be used, and one may be kept.
    pub member: Option<String>,
    /// What was kept of an earlier payment; then this one is made without the shopper.
    pub kept: Option<SavedPaymentMethod>,
    /// What the provider's own page needs, where the payment is made there.
    pub page: Option<OnPage>,
}

/// A payment that is made on a page of the provider's.
#[derive(Clone, Debug)]
pub struct OnPage {
    /// What is bought. The provider's page shows it where its sum is the amount.
    pub lines: Vec<PageLine>,
    /// What the shop is called.
    pub shop: String,
    /// Where the shopper comes back to.
    pub return_to: String,
    /// Where the shopper comes back to who does not want to pay there.
    pub back_to: String,
    /// When it is asked for; epoch milliseconds.
    pub now: i64,
}

/// One line of what is bought, as the provider's page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// What it is called, with its quantity.
    pub name: String,
    /// Minor units, for all of it.
    pub amount_cents: i64,
}

/// The payment method that a prepared payment is made with.
#[derive(Clone, Debug)]
pub enum PaymentMethod {
    /// What the provider's own field in the page made of the shopper's card.
    Token(String),
    /// What was kept of an earlier payment.
    Kept(SavedPaymentMethod),
    /// What the shopper chooses on the provider's own page.
    Page,
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
        /// What the provider's script in the page needs for it, if that is where it is done.
        client_secret: Option<String>,
        /// The address that the shopper is sent to for it, such as the bank's; without it the script asks.
        redirect: Option<String>,
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
    /// A card was entered for a subscription on a page of the provider's.
    CardEntered {
        /// The provider's name of the page.
        session: String,
    },
    /// The shopper agreed to a payment on the provider's page; it is for us to make it.
    Agreed {
        /// The order.
        order_id: String,
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
    /// The provider says that it is not its own.
    #[error("the provider does not know the message")]
    NotOurs,
    /// It is no event.
    #[error("the message cannot be read: {0}")]
    Unreadable(String),
    /// Whether it is signed is for the provider to say, and that does not answer: it may be sent again.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// A message of a provider's, as it came.
#[derive(Clone, Debug)]
pub struct Message {
    /// The headers that sign it, by name in small letters.
    pub headers: BTreeMap<String, String>,
    /// What it says.
    pub body: Vec<u8>,
    /// When it came; epoch milliseconds.
    pub now_ms: i64,
}

impl Message {
    /// A header; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

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
    /// What shoppers call it.
    fn title(&self) -> &'static str {
        self.name()
    }
    /// Whether the shopper pays on a page of the provider's, and is sent there.
    fn has_page(&self) -> bool {
        false
    }
    /// Where it keeps cards; `None` of one that keeps none.
    fn wallet(&self) -> Option<&dyn Wallet> {
        None
    }
    /// Whether it can take exactly this amount, in minor units.
    fn takes(&self, _amount_cents: i64, _currency: &str) -> bool {
        true
    }
    /// Opens a payment; no money moves yet. The provider's name of it.
    fn prepare(&self, charge: Charge) -> Answer<'_, String>;
    /// Makes a prepared payment. A shopper who is sent elsewhere for it comes back to `return_to`.
    fn charge(&self, reference: String, method: PaymentMethod, return_to: String) -> Answer<'_, Outcome>;
    /// How a payment stands.
    fn look(&self, reference: String) -> Answer<'_, Outcome>;
    /// The same, after doing what is left to do of a payment that the shopper has agreed to.
    fn conclude(&self, reference: String) -> Answer<'_, Outcome> {
        self.look(reference)
    }
    /// Ends a payment that nobody waits for: `Declined` when it can no longer be made, `Paid` when it was already.
    fn close(&self, reference: String) -> Answer<'_, Outcome>;
    /// Gives money back, once for each refund id.
    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome>;
    /// Whether it says something of the risk of a payment.
    fn judges(&self) -> bool {
        false
    }
    /// What it says of a payment that it took, by its name of it.
    fn risk(&self, _reference: String) -> Answer<'_, Risk> {
        Box::pin(ready(Ok(Risk::default())))
    }
    /// The headers that sign the provider's messages, in small letters.
    fn signing_headers(&self) -> &'static [&'static str] {
        &[]
    }
    /// Reads a message of the provider's, when it is signed as it must be.
    fn read_event(&self, _message: Message) -> BoxFuture<'_, Result<Event, EventFault>> {
        Box::pin(ready(Err(EventFault::None)))
    }
}
