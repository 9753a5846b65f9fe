#![doc = include_str!("../README.md")]
#![expect(dead_code, reason = "the calendars read the rest of the tables")]

mod decimal;
mod locale;
mod money;
mod number;
mod pack;
mod plural;
mod tag;

pub use decimal::{Decimal, ParseDecimalError, Rounding};
pub use locale::Locale;
pub use money::{
    MoneyFormat, MoneyOptions, MoneyStyle, SymbolWidth, currency_digits, currency_name, currency_symbol,
};
pub use number::{DigitOptions, NumberFormat, NumberOptions, NumberStyle};
pub use plural::{PluralCategory, PluralRules};
