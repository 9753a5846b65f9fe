//! Amounts in minor units, read from and written as decimals.
//!
//! A minor unit is a hundredth for every currency, JPY included (C-006); a currency without fraction digits is rounded
//! when it is shown, never when it is added.

use std::fmt;
use std::iter::Sum;

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::currency::{CurrencyCode, DEFAULT_CURRENCY, NotACurrencyCode};

/// Largest amount, in minor units: whole numbers up to here are exact in JavaScript too (2^53 - 1).
pub const CENTS_MAXIMUM: i64 = 9_007_199_254_740_991;
/// Most digits an amount may have before its decimal point (C-018).
pub const INTEGER_PLACES_MAXIMUM: usize = 15;
/// Minor units in a major one.
const MINOR_UNITS: i64 = 100;

/// A whole number of minor units within ±[`CENTS_MAXIMUM`]. Arithmetic is checked or saturates at that limit; it never wraps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Cents(i64);

/// Why an amount cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoneyProblem {
    /// Not a decimal number such as `12.50`.
    #[error("'{0}' is not an amount: a decimal number such as 12.50 is expected")]
    NotANumber(String),
    /// More than two digits after the point, the last of them not zero.
    #[error("'{0}' has more than two digits after the decimal point")]
    TooPrecise(String),
    /// More than 15 digits before the point, or more minor units than can be counted exactly.
    #[error("'{0}' is too large an amount")]
    TooLarge(String),
    /// The currency is no code.
    #[error(transparent)]
    Currency(#[from] NotACurrencyCode),
}

impl MoneyProblem {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotANumber(_) => "not-a-number",
            Self::TooPrecise(_) => "too-precise",
            Self::TooLarge(_) => "too-large",
            Self::Currency(_) => "not-a-currency-code",
        }
    }
}

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The amount, when it is within the limits.
    #[must_use]
    pub fn new(minor_units: i64) -> Option<Self> {
        (-CENTS_MAXIMUM..=CENTS_MAXIMUM).contains(&minor_units).then_some(Self(minor_units))
    }

    /// The number of minor units.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The sum, unless it is beyond the limits.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).and_then(Self::new)
    }

    /// The difference, unless it is beyond the limits.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).and_then(Self::new)
    }

    /// The product with a whole number, unless it is beyond the limits.
    #[must_use]
    pub fn checked_times(self, factor: i64) -> Option<Self> {
        self.0.checked_mul(factor).and_then(Self::new)
    }

    /// The sum, held at the limits.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        // Two amounts within ±2^53 cannot overflow 64 bits.
        Self((self.0 + other.0).clamp(-CENTS_MAXIMUM, CENTS_MAXIMUM))
    }

    /// The amount, or nothing when it is negative.
    #[must_use]
    pub fn at_least_zero(self) -> Self {
        self.max(Self::ZERO)
    }

    /// Reads a decimal number of major units: `12.5` is 1250.
    ///
    /// # Errors
    /// [`MoneyProblem`] when the text is no decimal number, too precise or too large. Exponents, separators, symbols and
    /// white space are refused.
    pub fn parse(text: &str) -> Result<Self, MoneyProblem> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return Err(MoneyProblem::NotANumber(text.to_owned()));
        }
        if whole.trim_start_matches('0').len() > INTEGER_PLACES_MAXIMUM {
            return Err(MoneyProblem::TooLarge(text.to_owned()));
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 2 {
            return Err(MoneyProblem::TooPrecise(text.to_owned()));
        }
        let shortened = format!("{}.{fraction:0<2}", if whole.is_empty() { "0" } else { whole });
        let magnitude =
            Decimal::from_str_exact(&shortened).map_err(|_| MoneyProblem::NotANumber(text.to_owned()))?;
        let cents = Self::from_major(magnitude).ok_or_else(|| MoneyProblem::TooLarge(text.to_owned()))?;
        Ok(if text.starts_with('-') { Self(-cents.0) } else { cents })
    }

    /// The amount as a decimal of major units.
    #[must_use]
    pub fn to_major(self) -> Decimal {
        Decimal::new(self.0, 2)
    }

    /// A decimal of major units as minor units, half a unit rounded up; `None` beyond the limits.
    #[must_use]
    pub fn from_major(major: Decimal) -> Option<Self> {
        let minor = major.checked_mul(Decimal::from(MINOR_UNITS))?;
        minor.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero).to_i64().and_then(Self::new)
    }

    /// The decimal text of a money value: always two digits after the point, no separators.
    #[must_use]
    pub fn to_decimal_text(self) -> String {
        format!("{:.2}", self.to_major())
    }
}

impl TryFrom<i64> for Cents {
    type Error = MoneyProblem;

    fn try_from(minor_units: i64) -> Result<Self, MoneyProblem> {
        Self::new(minor_units).ok_or_else(|| MoneyProblem::TooLarge(minor_units.to_string()))
    }
}

impl From<Cents> for i64 {
    fn from(cents: Cents) -> Self {
        cents.0
    }
}

impl From<u32> for Cents {
    fn from(minor_units: u32) -> Self {
        Self(i64::from(minor_units))
    }
}

impl Sum for Cents {
    /// Held at the limits.
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::saturating_add)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Cents {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(-CENTS_MAXIMUM))
            .maximum(Some(CENTS_MAXIMUM))
            .description(Some("Minor units (hundredths) of the store currency."))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Cents {}

/// An amount with its currency. On the wire `{"value": "12.50", "currency": "USD"}`; `{"decimalValue", "currencyCode"}` is
/// read too, and preferred when both pairs stand there (C-002, C-003).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Money {
    /// The amount.
    pub cents: Cents,
    /// Its currency.
    pub currency: CurrencyCode,
}

impl Money {
    /// An amount of a currency.
    #[must_use]
    pub fn new(cents: Cents, currency: CurrencyCode) -> Self {
        Self { cents, currency }
    }

    /// Reads a money node. Missing parts default to 0 and USD (C-007). With the CLDR money setting on, the legacy pair
    /// `value`/`currency` goes first (C-003).
    ///
    /// # Errors
    /// [`MoneyProblem`] when the amount or the currency cannot be read.
    pub fn from_node(node: &Value, use_cldr_money_format: bool) -> Result<Self, MoneyProblem> {
        let pairs = [("value", "currency"), ("decimalValue", "currencyCode")];
        let order = if use_cldr_money_format { [0, 1] } else { [1, 0] };
        let present = |key: &str| node.get(key).filter(|value| !value.is_null());
        let Some((value, code)) = order
            .into_iter()
            .map(|index| pairs[index])
            .find_map(|(value, code)| Some((present(value)?, code)))
        else {
            return Ok(Self::default());
        };
        let cents = Cents::parse(&decimal_text(value))?;
        let currency = match present(code) {
            Some(code) => CurrencyCode::parse(&decimal_text(code))?,
            None => DEFAULT_CURRENCY,
        };
        Ok(Self { cents, currency })
    }
}

/// A JSON text or number as the text to parse; anything else as its JSON, which no parser here accepts.
pub(crate) fn decimal_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Money))]
struct MoneyWire {
    /// A decimal number of major units, two digits after the point.
    value: String,
    /// ISO 4217 code.
    currency: CurrencyCode,
}

impl Serialize for Money {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MoneyWire { value: self.cents.to_decimal_text(), currency: self.currency }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Value::deserialize(deserializer)?;
        if !node.is_object() {
            return Err(serde::de::Error::custom(
                "money is an object such as {\"value\": \"12.50\", \"currency\": \"USD\"}",
            ));
        }
        Self::from_node(&node, false).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Money {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        MoneyWire::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Money {}
