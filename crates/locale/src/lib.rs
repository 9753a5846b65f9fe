#![doc = include_str!("../README.md")]
mod date;
mod decimal;
mod locale;
mod message;
mod money;
mod number;
mod pack;
mod plural;
mod relative;
mod tag;

pub use date::{
    Calendar, Context, DateFormat, DateOptions, DateRangeError, IntervalFormat, IntervalOptions, Moment,
    Width, Zone, first_day_of_week, time_zone_data,
};
pub use decimal::{Decimal, ParseDecimalError, Rounding};
pub use locale::Locale;
pub use message::{Message, MessageArguments, MessageCache, MessageError, MessageFault, MessageKey};
pub use money::{
    MoneyFormat, MoneyOptions, MoneyPieces, MoneyStyle, SymbolWidth, currency_digits, currency_name,
    currency_symbol,
};
pub use number::{DigitOptions, NumberFormat, NumberOptions, NumberStyle};
pub use plural::{PluralCategory, PluralRules};
pub use relative::{RelativeField, RelativeFormat, RelativeOptions, RelativeWidth};
