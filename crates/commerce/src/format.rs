//! Amounts as a shopper reads them (C-006…021).

use rust_decimal::RoundingStrategy;

use crate::currency::{AmountForm, DEFAULT_LOCALE, PageCurrency};
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
    match &currency.form {
        Some(form) => write(cents, form, trim),
        None => write(cents, &currency.plain_form(), trim),
    }
}

fn write(cents: Cents, form: &AmountForm, trim: Trim) -> String {
    let major = cents.to_major();
    let digits = u32::from(form.fraction_digits);
    // Half a unit goes away from zero, as it is charged.
    let shown = major.abs().round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero);
    let digits = if trim == Trim::WholeAmounts && shown.fract().is_zero() { 0 } else { digits };
    let text = format!("{shown:.*}", digits as usize);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let is_negative = major.is_sign_negative() && !shown.is_zero();
    let mut out = String::with_capacity(text.len() * 2 + form.prefix.len() + form.suffix.len());
    out.push_str(if is_negative { &form.negative_prefix } else { &form.prefix });
    let own: Option<Vec<char>> = form.digits.as_ref().map(|digits| digits.chars().collect());
    let digit = |ascii: char| {
        let at = ascii.to_digit(10).map_or(0, |digit| digit as usize);
        own.as_ref().and_then(|own| own.get(at)).copied().unwrap_or(ascii)
    };
    let (first, further) = (usize::from(form.group_size), usize::from(form.further_group_size).max(1));
    let is_grouped = first > 0 && whole.len() >= first + usize::from(form.minimum_grouping);
    for (index, ascii) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if is_grouped && index > 0 && left >= first && (left - first).is_multiple_of(further) {
            out.push_str(&form.group);
        }
        out.push(digit(ascii));
    }
    if !fraction.is_empty() {
        out.push_str(&form.decimal);
        out.extend(fraction.chars().map(digit));
    }
    out.push_str(if is_negative { &form.negative_suffix } else { &form.suffix });
    out
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
