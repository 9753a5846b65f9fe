//! Amounts, by style, locale and currency.

use super::*;
use crate::{DigitOptions, Rounding};

fn format(locale: &str, amount: &str, code: &str, options: MoneyOptions) -> String {
    MoneyFormat::new(&Locale::resolve(locale), code, &options).format(&amount.parse().unwrap())
}

fn plain(locale: &str, amount: &str, code: &str) -> String {
    format(locale, amount, code, MoneyOptions::default())
}

/// T-137
#[test]
fn t_137_an_amount_follows_locale_and_currency() {
    assert_eq!(plain("en-US", "123456.789", "EUR"), "€123,456.79");
    assert_eq!(plain("de-DE", "123456.789", "EUR"), "123.456,79\u{a0}€");
    assert_eq!(plain("fr-FR", "1234.5", "EUR"), "1\u{202f}234,50\u{a0}€");
    assert_eq!(plain("ja-JP", "1234.5", "JPY"), "￥1,234");
    assert_eq!(plain("en", "-5", "USD"), "-$5.00");
    assert_eq!(plain("en", "5", "CHF"), "CHF\u{a0}5.00");
    assert_eq!(plain("de-CH", "1234.5", "CHF"), "CHF\u{a0}1'234.50");
    assert_eq!(plain("en-CA", "5", "USD"), "US$5.00");
    assert_eq!(plain("en", "5", "XQX"), "XQX\u{a0}5.00");
    assert_eq!(plain("en", "5", "usd"), "$5.00");
}

/// T-138
#[test]
fn t_138_every_style_has_its_form() {
    let style = |amount, style| format("en", amount, "EUR", MoneyOptions { style, ..Default::default() });
    assert_eq!(style("-5", MoneyStyle::Accounting), "(€5.00)");
    assert_eq!(style("123456.789", MoneyStyle::Code), "123,456.79 EUR");
    assert_eq!(style("123456.789", MoneyStyle::Name), "123,456.79 euros");
    assert_eq!(style("123456.789", MoneyStyle::Short), "€123K");
    let narrow = MoneyOptions { symbol: SymbolWidth::Narrow, ..MoneyOptions::default() };
    assert_eq!(format("en", "5", "CAD", narrow), "$5.00");
    assert_eq!(plain("en", "5", "CAD"), "CA$5.00");
}

/// T-138
#[test]
fn t_138_digits_rounding_and_grouping_apply() {
    let digits =
        DigitOptions { maximum_fraction: Some(0), rounding: Rounding::Down, ..DigitOptions::default() };
    let options = MoneyOptions { digits, group: Some(false), ..MoneyOptions::default() };
    assert_eq!(format("en", "1234.99", "USD", options), "$1234");
    assert_eq!(plain("en", "0.125", "USD"), "$0.12");
    assert_eq!(plain("en", "0.135", "USD"), "$0.14");
}

/// The store's 27 currencies, in the order of the requirement.
const STORE_CURRENCIES: [&str; 27] = [
    "EUR", "USD", "AUD", "NOK", "CAD", "NZD", "DKK", "GBP", "HKD", "CHF", "MXN", "SGD", "SEK", "CZK", "ILS",
    "PHP", "RUB", "PLN", "THB", "MYR", "ARS", "BRL", "COP", "IDR", "INR", "JPY", "ZAR",
];

/// N-030, N-033: each of the 27 formats with a name of its own.
#[test]
fn n_030_n_033_every_store_currency_is_known() {
    let english = Locale::resolve("en");
    for code in STORE_CURRENCIES {
        assert_ne!(currency_name(&english, code, PluralCategory::Other), code, "{code} has no name");
        assert!(plain("en", "5", code).contains('5'), "{code}");
    }
}

#[test]
fn fraction_digits_are_those_in_use() {
    for (code, digits) in [("USD", 2), ("JPY", 0), ("KWD", 3), ("COP", 0), ("XQX", 2)] {
        assert_eq!(currency_digits(code), digits, "{code}");
    }
}

fn pieces(locale: &str, code: &str, style: MoneyStyle) -> Option<MoneyPieces> {
    let options = MoneyOptions { style, ..MoneyOptions::default() };
    MoneyFormat::new(&Locale::resolve(locale), code, &options).pieces()
}

#[test]
fn an_amount_is_its_pieces() {
    let indian = pieces("hi", "INR", MoneyStyle::Symbol).unwrap();
    assert_eq!((indian.group_size, indian.further_group_size, indian.minimum_grouping), (3, 2, 1));
    assert_eq!(indian.positive, ("₹".to_owned(), String::new()));
    let polish = pieces("pl", "KWD", MoneyStyle::Symbol).unwrap();
    assert_eq!((polish.minimum_grouping, polish.fraction_digits), (2, 3));
    assert_eq!(polish.negative, ("-".to_owned(), "\u{a0}KWD".to_owned()));
    assert_eq!(pieces("de", "EUR", MoneyStyle::Name), None);
}
