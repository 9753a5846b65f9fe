//! What was decided about a cart, and how the cart was seen for it.

use crate::repository::cart::entries::NewEntry;
use crate::token::TokenHash;

/// What was decided: this entry, into a cart that looked like this.
#[derive(Clone, Debug)]
pub struct Put {
    /// The cart.
    pub cart: Seen,
    /// What is put in.
    pub entry: NewEntry,
    /// Epoch milliseconds.
    pub now: i64,
}

/// A cart as it was seen.
#[derive(Clone, Debug)]
pub enum Seen {
    /// There was one, in this revision.
    Stored {
        /// Its id.
        id: String,
        /// The `revision` of the stored cart.
        revision: i64,
    },
    /// There was none: one is made.
    Nothing {
        /// Its id.
        id: String,
        /// What will open it.
        token_hash: TokenHash,
        /// When it is forgotten; epoch milliseconds.
        expires_at: i64,
    },
}

impl Seen {
    /// The id of the cart.
    pub(super) fn id(&self) -> &str {
        match self {
            Seen::Stored { id, .. } | Seen::Nothing { id, .. } => id,
        }
    }
}
