//! What a service that works out taxes is asked, and told.

use crate::outbound::payment::Answer;
use loggia_commerce::{TaxCalculation, TaxQuestion};

/// What it says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaxAnswer {
    /// These are the taxes.
    Taxes(Box<TaxCalculation>),
    /// It does not know the place.
    NoSuchPlace,
}

/// What went back of a sale that the service was told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// Its id: the service knows a repeat by it.
    pub id: String,
    /// What the service calls the sale.
    pub sale: String,
    /// How much of it, with its taxes, in minor units; `None` is all of it.
    pub cents: Option<i64>,
    /// ISO 4217 code.
    pub currency: String,
}

/// Somebody who works out the taxes of a sale and keeps the books that a return is filed from. A repeat of a call about one sale, or
/// one reversal, is answered with the first one's result.
pub trait TaxService: Send + Sync {
    /// The taxes of what a cart asks.
    fn calculate<'a>(&'a self, question: &'a TaxQuestion) -> Answer<'a, TaxAnswer>;
    /// An order with the taxes of a calculation was paid: what the service calls the sale.
    fn record(&self, calculation: String, order_id: String) -> Answer<'_, String>;
    /// Something of a sale went back: what the service calls that.
    fn reverse(&self, reversal: Reversal) -> Answer<'_, String>;
}
