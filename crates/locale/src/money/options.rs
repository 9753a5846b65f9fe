//! What may be asked of an amount's form.

use crate::number::DigitOptions;

/// The styles of an amount (T-138).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum MoneyStyle {
    /// `-$1.00`
    #[default]
    Symbol,
    /// `($1.00)`
    Accounting,
    /// `1.00 USD`
    Code,
    /// `1.00 US dollars`
    Name,
    /// `$1.2K`
    Short,
}

/// Which symbol a currency is shown with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum SymbolWidth {
    /// The one that tells it from others: `CA$`.
    #[default]
    Default,
    /// The one used where it is understood: `$`.
    Narrow,
}

/// The form of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct MoneyOptions {
    /// The style.
    pub style: MoneyStyle,
    /// The symbol.
    pub symbol: SymbolWidth,
    /// Whether thousands are grouped; they are unless it says `Some(false)`.
    pub group: Option<bool>,
    /// The digits; the currency's own when none is given.
    pub digits: DigitOptions,
}
