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
    Width, Zone, first_day_of_week, time_zone_data,
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

/// The licence of the CLDR data inside this crate, which every copy of a program that holds it must show.
pub const DATA_LICENSE: &str = include_str!("../LICENSE-UNICODE");
