//! What the rules of all languages are made of.

use super::{category::PluralCategory, operands::Operands};

/// The rule of a language: which category a number falls into.
pub(super) type Rule = fn(&Operands) -> PluralCategory;

/// Languages that do not tell numbers apart.
pub(super) fn other(_: &Operands) -> PluralCategory {
    PluralCategory::Other
}
