//! Amounts in minor units, read from and written as decimals (spec §3 Money, §9 Currency and money).
//!
//! A minor unit is a hundredth for every currency, JPY included (C-006); a currency without fraction digits is rounded
//! when it is shown, never when it is added.

use std::fmt;
use std::iter::Sum;

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::currency::{CurrencyCode, DEFAULT_CURRENCY, NotACurrencyCode, PageCurrency};

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
    /// The largest amount.
    pub const MAXIMUM: Self = Self(CENTS_MAXIMUM);

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

    /// This share of the amount, half a unit rounded up (C-058).
    #[must_use]
    pub fn percent(self, percent: Percent) -> Self {
        let share = Decimal::from(self.0) * percent.get() / Decimal::ONE_HUNDRED;
        let rounded = share.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        // A percentage is at most 100, so the share is no larger than the amount.
        rounded.to_i64().and_then(Self::new).unwrap_or(self)
    }

    /// The amount divided in equal parts, each rounded up to the minor unit (C-075).
    #[must_use]
    pub fn divided_up(self, parts: u32) -> Self {
        let parts = i64::from(parts.max(1));
        Self(self.0.div_euclid(parts) + i64::from(self.0.rem_euclid(parts) != 0))
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

/// A percentage from 0 to 100, exact. On the wire a decimal text (`"8.25"`); a JSON number is read too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(Decimal);

/// A text that is no percentage from 0 to 100.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a percentage from 0 to 100 with at most 4 digits after the decimal point")]
pub struct NotAPercentage(pub String);

impl Percent {
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

    /// The amount as a shopper reads it: `$1,234.50` (C-016, C-017).
    #[must_use]
    pub fn format(self) -> String {
        format_cents(self.cents, &PageCurrency::new(self.currency, crate::DEFAULT_LOCALE), Trim::Never)
    }
}

/// A JSON text or number as the text to parse; anything else as its JSON, which no parser here accepts.
fn decimal_text(value: &Value) -> String {
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

/// What happens to the cents of a whole amount (C-019).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trim {
    /// `$5.00` stays.
    Never,
    /// `$5.00` becomes `$5`; `$5.50` stays.
    WholeAmounts,
}

/// An amount as a shopper reads it, dressed by what the page says about its currency.
#[must_use]
pub fn format_cents(cents: Cents, currency: &PageCurrency, trim: Trim) -> String {
    dress(cents.to_major(), currency, trim)
}

/// A decimal of major units as a shopper reads it: up to 15 integer places, more than [`Cents`] can count. `None` with more
/// (C-018).
#[must_use]
pub fn format_major(major: Decimal, currency: &PageCurrency, trim: Trim) -> Option<String> {
    // 10^15 is the first number of 16 places.
    let limit = Decimal::from(10_u64.pow(15));
    (major.abs().trunc() < limit).then(|| dress(major, currency, trim))
}

fn dress(major: Decimal, currency: &PageCurrency, trim: Trim) -> String {
    let digits = u32::from(currency.fraction_digits.min(2));
    let shown = major.abs().round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero);
    let digits = if trim == Trim::WholeAmounts && shown.fract().is_zero() { 0 } else { digits };
    let text = format!("{shown:.*}", digits as usize);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::with_capacity(whole.len() * 4 / 3);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if major.is_sign_negative() && !shown.is_zero() { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{grouped}{point}{fraction}{}", currency.prefix, currency.suffix)
}

/// The free-label option was used without a label (C-020).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a Free label is required and it should be a wrapped string")]
pub struct FreeLabelMissing;

/// As [`format_cents`], but an amount of exactly 0 reads as the label (C-021).
///
/// # Errors
/// [`FreeLabelMissing`] when the label is missing or empty, whatever the amount.
pub fn format_or_free(
    cents: Cents,
    currency: &PageCurrency,
    trim: Trim,
    label: Option<&str>,
) -> Result<String, FreeLabelMissing> {
    let label = label.filter(|label| !label.is_empty()).ok_or(FreeLabelMissing)?;
    Ok(if cents == Cents::ZERO { label.to_owned() } else { format_cents(cents, currency, trim) })
}
