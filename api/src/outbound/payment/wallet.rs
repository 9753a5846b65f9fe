//! Cards that a payment provider keeps: for members who agreed to it, and for subscriptions. The shop never sees a number.

use super::answer::{Answer, SavedPaymentMethod};

/// A payment method that the provider keeps, as far as anybody is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCard {
    /// The provider's name of it; it never leaves the server.
    pub method: String,
    /// What it is: `visa` and so on; of what is no card the way of paying, such as `sepa_debit`.
    pub brand: String,
    /// The last four digits; "" of what has none.
    pub last4: String,
    /// The month and the year from whose end on it is not valid any more; only of cards.
    pub expires: Option<(u32, u32)>,
}

/// A page of the provider's on which a card is entered to be charged later; nothing is charged there.
#[derive(Clone, Debug)]
pub struct AskForCard {
    /// The provider knows a repeat of the call by it.
    pub key: String,
    /// The provider's name of the person.
    pub customer: String,
    /// The subscription that it is for.
    pub subscription_id: String,
    /// Where the shopper comes back to; the name of the page stands at its end.
    pub return_to: String,
    /// Where the shopper comes back to who enters none.
    pub back_to: String,
    /// When it is asked for; epoch milliseconds.
    pub now: i64,
}

/// That page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPage {
    /// The provider's name of it.
    pub session: String,
    /// Where the shopper is sent.
    pub url: String,
}

/// A provider that keeps cards. What is asked about a person whom it does not know any more is answered with `None`.
pub trait Wallet: Send + Sync {
    /// The name that is stored with a person there.
    fn name(&self) -> &'static str;
    /// Makes a person there, once for each `key`; told is the opaque `subject` and nothing else. The provider's name of them.
    fn open(&self, key: String, subject: String) -> Answer<'_, String>;
    /// What the provider's fields in the page need to show the person's cards, and to ask whether one may be kept.
    fn session(&self, customer: String) -> Answer<'_, Option<String>>;
    /// What is kept of a person.
    fn cards(&self, customer: String) -> Answer<'_, Option<Vec<KeptCard>>>;
    /// Keeps a card no longer; one that is gone is removed already.
    fn remove(&self, method: String) -> Answer<'_, ()>;
    /// Deletes a person there, with every card; one who is gone is deleted already.
    fn forget(&self, customer: String) -> Answer<'_, ()>;
    /// Opens a page on which a card is entered.
    fn ask_for_card(&self, ask: AskForCard) -> Answer<'_, Option<CardPage>>;
    /// The card that was entered on such a page; `None` while there is none.
    fn entered(&self, session: String) -> Answer<'_, Option<SavedPaymentMethod>>;
}
