//! The words that every template may use.

use crate::formatters;
use crate::predicates;
use crate::vocabulary::Vocabulary;

impl Vocabulary {
    /// The core formatters and predicates of the language.
    pub fn core() -> Self {
        let mut vocabulary = Self::default();
        formatters::install(&mut vocabulary);
        predicates::install(&mut vocabulary);
        vocabulary
    }
}
