//! What a provider says of the risk of a payment that it took.

/// How a provider judges a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RiskLevel {
    /// Nothing special, or it was not judged.
    #[default]
    Normal,
    /// Elevated: worth a look.
    Elevated,
    /// Highest: most such payments are disputed.
    Highest,
}

/// What a provider says of a payment that it took. What it does not say stands as if nothing were wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Risk {
    /// The provider's own judgement.
    pub level: RiskLevel,
    /// The same as a number from 0 to 100, where it gives one.
    pub score: Option<i64>,
    /// The country of the bank that issued the card, as two capital letters; "" where it is not told.
    pub card_country: String,
    /// The security code was not that of the card.
    pub security_code_failed: bool,
    /// The postal code was not that of the card's holder.
    pub postal_code_failed: bool,
    /// The provider does not bear the loss of a dispute about it, as it does of others.
    pub is_unprotected: bool,
}
