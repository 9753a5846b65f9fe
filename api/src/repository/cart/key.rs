//! What a cart is for, and what opens it.

use crate::token::TokenHash;

/// What a cart is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The visitor's shopping cart.
    Cart,
    /// One subscription on its way to checkout.
    Subscription,
    /// What the shop agreed on with a buyer: stored as a cart.
    Agreed,
}

impl Kind {
    /// As it is stored.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Cart | Kind::Agreed => "cart",
            Kind::Subscription => "subscription",
        }
    }
}

/// What opens a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Anyone who has the token.
    Token(TokenHash),
    /// The person signed in, by id.
    Member(String),
}
