//! Amounts as a shopper reads them (C-006…021).

use rust_decimal::RoundingStrategy;

use crate::currency::{DEFAULT_LOCALE, PageCurrency};
use crate::money::{Cents, Money};

impl Money {
    /// The amount as a shopper reads it: `$1,234.50` (C-016, C-017).
    #[must_use]
    pub fn format(self) -> String {
        format_cents(self.cents, &PageCurrency::new(self.currency, DEFAULT_LOCALE), Trim::Never)
    }
}

/// What happens to the cents of a whole amount (C-019).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trim {
    /// `$5.00` stays.
    Never,
    /// `$5.00` becomes `$5`; `$5.50` stays. Of a percentage: every zero at the end goes.
    WholeAmounts,
}

/// An amount as a shopper reads it, dressed by what the page says about its currency.
#[must_use]
pub fn format_cents(cents: Cents, currency: &PageCurrency, trim: Trim) -> String {
    let major = cents.to_major();
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
