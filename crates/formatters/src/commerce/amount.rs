//! Amounts: from the money of the page's data to the text of a price.

use loggia_locale::{Decimal, Locale, MoneyFormat, MoneyOptions, Rounding};
use loggia_template::{Context, Node, parse_float, write_number};

use crate::cache::Cache;
use crate::fragment::{Fill, Fragment, fragment};

/// The amount of a money value, `{value, currency}`; nothing readable is zero (T-184).
pub(crate) fn amount(money: Node<'_>) -> Decimal {
    money.get("value").to_text().parse().unwrap_or_else(|_| Decimal::zero())
}

/// Prints amounts as prices: in the locale's form, or marked for the script that converts currencies (T-182).
#[derive(Debug)]
pub(crate) struct PriceText {
    native: Fragment<1>,
    options: MoneyOptions,
    forms: Cache<(Box<str>, Box<str>), MoneyFormat>,
}

impl PriceText {
    pub(crate) fn new(options: MoneyOptions) -> Self {
        Self { native: fragment!("commerce/money-native.html", "amount"), options, forms: Cache::default() }
    }

    /// The text of a price: [`PriceText::write`] on its own.
    pub(crate) fn price(&self, money: Node<'_>, context: &Context<'_>) -> String {
        let mut price = String::with_capacity(48);
        self.write(money, context, &mut price);
        price
    }

    /// Writes the price of a money value; a value without money is priced at 0 USD.
    pub(crate) fn write(&self, money: Node<'_>, context: &Context<'_>, out: &mut String) {
        if !uses_locale(context) {
            let text = money.get("value").to_text();
            return self.native.write(out, [Fill::With(&|out| write_native(&text, out))]);
        }
        let Some(locale) = context.locale() else { return };
        let code = money.get("currency");
        let code = if code.is_missing() { "USD".into() } else { code.to_text() };
        self.write_localized(&amount(money), code.trim(), locale, out);
    }

    /// Writes an amount in the form of the locale.
    pub(crate) fn write_localized(&self, amount: &Decimal, code: &str, locale: &str, out: &mut String) {
        self.forms.with(
            |(known_locale, known_code)| **known_code == *code && **known_locale == *locale,
            || {
                let form = MoneyFormat::new(&Locale::resolve(locale), code, &self.options);
                ((locale.into(), code.into()), form)
            },
            |form| form.write(amount, out),
        );
    }
}

/// T-183: the setting stands with the feature flags, or with the site's settings.
fn uses_locale(context: &Context<'_>) -> bool {
    const NAME: &str = "useCLDRMoneyFormat";
    context.lookup("featureFlags").get(NAME).is_true()
        || context.lookup("websiteSettings").get(NAME).is_true()
}

/// Writes an amount with two decimals and grouped thousands, English style: `1,234.50`.
///
/// The language computes these prices with doubles, so long amounts lose digits and ties are those of the shortest
/// decimal; plain amounts, which is all of them in practice, are written from their own digits.
fn write_native(value: &str, out: &mut String) {
    if write_plain(value, out) {
        return;
    }
    let amount: Decimal = value.parse().unwrap_or_else(|_| Decimal::zero());
    write_hundredths(parse_float(&amount.shifted(2).to_string()), out);
}

/// Writes `12`, `12.3` and `12.34` as they are, completed to two decimals; says no to every other text.
fn write_plain(value: &str, out: &mut String) -> bool {
    const EXACT_DIGITS: usize = 13;
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let plain = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    let canonical = !whole.is_empty() && (whole.len() == 1 || !whole.starts_with('0'));
    if !canonical || whole.len() > EXACT_DIGITS || fraction.len() > 2 || !plain(whole) || !plain(fraction) {
        return false;
    }
    write_grouped(whole, out);
    out.push('.');
    out.push_str(fraction);
    out.push_str(&"00"[fraction.len()..]);
    true
}

/// Writes a number of hundredths with two decimals and grouped thousands; ties of its shortest decimal go away from
/// zero.
pub(crate) fn write_hundredths(hundredths: f64, out: &mut String) {
    let mut text = String::new();
    write_number(hundredths / 100.0, &mut text);
    let Ok(value) = text.parse::<Decimal>() else {
        // NaN and the infinities have no digits to group.
        return out.push_str(&text);
    };
    let rounded = value.abs().rounded(2, Rounding::HalfUp).to_string();
    if hundredths < 0.0 {
        out.push('-');
    }
    write_grouped(&rounded, out);
}

/// Writes a decimal, given with a point, with its thousands grouped.
pub(super) fn write_grouped(decimal: &str, out: &mut String) {
    let (sign, unsigned) = decimal.strip_prefix('-').map_or(("", decimal), |rest| ("-", rest));
    let (whole, fraction) = unsigned.split_at(unsigned.find('.').unwrap_or(unsigned.len()));
    out.push_str(sign);
    for (at, digit) in whole.char_indices() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(fraction);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_prices_have_two_decimals_and_groups() {
        for (value, expected) in [
            ("0", "0.00"),
            ("9.5", "9.50"),
            ("1234567.89", "1,234,567.89"),
            ("1e3", "1,000.00"),
            ("2.675", "2.68"),
            ("1.005", "1.01"),
            ("0.125", "0.13"),
            ("-0.004", "-0.00"),
            ("-1234.5", "-1,234.50"),
            ("12345678901234567.89", "12,345,678,901,234,568.00"),
            ("cheap", "0.00"),
            ("", "0.00"),
        ] {
            let mut out = String::new();
            write_native(value, &mut out);
            assert_eq!(out, expected, "{value}");
        }
    }
}
