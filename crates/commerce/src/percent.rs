//! Percentages, exact: tax rates and coupons.

use std::fmt;

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::currency::CurrencyCode;
use crate::format::Trim;
use crate::money::{Cents, decimal_text};

/// A percentage from 0 to 100, exact. On the wire a decimal text (`"8.25"`); a JSON number is read too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(Decimal);

/// A text that is no percentage from 0 to 100.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a percentage from 0 to 100 with at most 4 digits after the decimal point")]
pub struct NotAPercentage(pub String);

impl Percent {
    /// All of it.
    pub const ALL: Self = Self(Decimal::ONE_HUNDRED);

    /// Reads a percentage such as `8.25`.
    ///
    /// # Errors
    /// [`NotAPercentage`] for anything but a plain decimal from 0 to 100 with at most four fraction digits.
    pub fn parse(text: &str) -> Result<Self, NotAPercentage> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match Decimal::from_str_exact(text) {
            Ok(number) if plain && number <= Decimal::ONE_HUNDRED && number.normalize().scale() <= 4 => {
                Ok(Self(number.normalize()))
            }
            _ => Err(NotAPercentage(text.to_owned())),
        }
    }

    /// This share of an amount in the currency's smallest coin, half of one rounded up (C-058): a cent, or a whole yen
    /// (C-006), so that what a shopper is shown adds up to what is charged.
    #[must_use]
    pub fn of(self, amount: Cents, currency: CurrencyCode) -> Cents {
        let coin = Decimal::from(currency.smallest_coin());
        let share = Decimal::from(amount.get()) * self.0 / Decimal::ONE_HUNDRED / coin;
        let rounded = share.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero) * coin;
        // A percentage is at most 100, so the share is no larger than the amount (but for half a coin).
        rounded.to_i64().and_then(Cents::new).unwrap_or(amount)
    }

    /// The number as it is shown, without a sign: 2 to 3 fraction digits, or 0 to 3 when trimmed (C-022).
    #[must_use]
    pub fn format(self, trim: Trim) -> String {
        let rounded = self.0.round_dp_with_strategy(3, RoundingStrategy::MidpointAwayFromZero).normalize();
        let digits = match trim {
            Trim::Never => rounded.scale().max(2),
            Trim::WholeAmounts => rounded.scale(),
        };
        format!("{rounded:.*}", digits as usize)
    }

    /// The number: 8.25 for 8.25 %.
    #[must_use]
    pub fn get(self) -> Decimal {
        self.0
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Percent {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = decimal_text(&Value::deserialize(deserializer)?);
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Percent {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Percent {}
