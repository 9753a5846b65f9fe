#![doc = include_str!("../README.md")]
mod date;
mod decimal;
mod locale;
mod lru;
mod message;
mod money;
mod number;
mod pack;
mod plural;
mod relative;
mod strftime;
mod tag;
mod timesince;

pub use date::{
    Calendar, Context, DateFormat, DateOptions, DateRangeError, IntervalFormat, IntervalOptions, Moment,
    Width, Zone,
};
pub use decimal::{Decimal, ParseDecimalError, Rounding};
pub use locale::Locale;
pub use lru::Lru;
pub use message::{Message, MessageArguments, MessageCache, MessageError, MessageFault, MessageKey};
pub use money::{
    MoneyFormat, MoneyOptions, MoneyStyle, SymbolWidth, currency_digits, currency_name, currency_symbol,
};
pub use number::{DigitOptions, NumberFormat, NumberOptions, NumberStyle};
pub use plural::{PluralCategory, PluralRules};
pub use relative::{RelativeField, RelativeFormat, RelativeOptions, RelativeWidth};
pub use strftime::strftime;
pub use timesince::humanized_since;
