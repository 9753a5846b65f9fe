//! Amounts, weights and counts as people and programs write them.

use loggia_commerce::{CENTS_MAXIMUM, Cents, CurrencyCode};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

/// The character before the fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

/// Why a text is no amount, or not the one it says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// Exactly this.
    Exact(Cents),
    /// It has more decimals than the currency, so the nearest amount stands for it.
    Rounded(Cents),
    /// It is none.
    Unreadable,
}

/// Digits of a currency's fraction in ISO 4217 where they are not two.
const NO_DIGITS: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
const THREE_DIGITS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// How many digits an amount of a currency has after its mark (ISO 4217).
pub(super) fn digits(currency: CurrencyCode) -> u32 {
    if NO_DIGITS.contains(&currency.as_str()) {
        0
    } else if THREE_DIGITS.contains(&currency.as_str()) {
        3
    } else {
        2
    }
}

/// Which mark the amounts of a list have: the comma where one of them can be read in no other way, and none has a point
/// that can be read in no other way.
pub(crate) fn mark_of<'a>(amounts: impl Iterator<Item = &'a str>) -> Mark {
    let (mut commas, mut points) = (0_usize, 0_usize);
    for text in amounts {
        match certain_mark(bare(text).0) {
            Some(Mark::Comma) => commas += 1,
            Some(Mark::Point) => points += 1,
            None => {}
        }
    }
    if commas > points { Mark::Comma } else { Mark::Point }
}

/// The mark of an amount that has but one reading.
fn certain_mark(text: &str) -> Option<Mark> {
    let (point, comma) = (text.rfind('.'), text.rfind(','));
    match (point, comma) {
        (Some(point), Some(comma)) => Some(if point > comma { Mark::Point } else { Mark::Comma }),
        (Some(at), None) if text.matches('.').count() == 1 && text.len() - at != 4 => Some(Mark::Point),
        (None, Some(at)) if text.matches(',').count() == 1 && text.len() - at != 4 => Some(Mark::Comma),
        // What stands there several times parts groups.
        (Some(_), None) if text.matches('.').count() > 1 => Some(Mark::Comma),
        (None, Some(_)) if text.matches(',').count() > 1 => Some(Mark::Point),
        _ => None,
    }
}

/// An amount without what stands around it, and that: `$12` is `12`, and `$`.
pub(crate) fn bare(text: &str) -> (&str, String) {
    let is_number = |c: char| c.is_ascii_digit();
    let start = text.find(is_number).unwrap_or(text.len());
    // `.50` begins with its mark, `Rs. 50` does not.
    let start = match text[..start].chars().next_back() {
        Some(mark @ ('.' | ',')) if !text[..start - 1].ends_with(char::is_alphabetic) => {
            start - mark.len_utf8()
        }
        _ => start,
    };
    let end = text.rfind(is_number).map_or(start, |at| at + 1);
    let end = end.max(start);
    (&text[start..end], format!("{}{}", &text[..start], &text[end..]))
}

/// Reads a number: the mark before its fraction, groups of three digits before it with the other mark, a blank or an
/// apostrophe between them.
pub(crate) fn number(text: &str, mark: Mark) -> Option<Decimal> {
    let (point, group) = match certain_mark(text).unwrap_or(mark) {
        Mark::Point => ('.', ','),
        Mark::Comma => (',', '.'),
    };
    let (whole, fraction) = text.split_once(point).unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    // Some put two blanks where one parts groups.
    let whole = &whole.split_whitespace().collect::<Vec<_>>().join(" ");
    let groups: Vec<&str> = whole.split([group, ' ', '\u{a0}', '\u{202f}', '\'', '\u{2019}']).collect();
    let is_grouped = groups.len() == 1
        || (groups.iter().skip(1).all(|part| part.len() == 3) && (1..=3).contains(&groups[0].len()));
    if !is_digits(fraction) || !is_grouped || !groups.iter().all(|part| is_digits(part)) {
        return None;
    }
    let whole = groups.concat();
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    Decimal::from_str_exact(&format!(
        "{}.{}",
        if whole.is_empty() { "0" } else { &whole },
        if fraction.is_empty() { "0" } else { fraction }
    ))
    .ok()
}

/// Reads an amount that may be less than nothing, such as what a choice takes off a price.
pub(super) fn difference(text: &str, mark: Mark, currency: CurrencyCode) -> (Amount, Option<String>) {
    let Some(positive) = text.trim().strip_prefix(['-', '\u{2212}']) else {
        return amount(text, mark, currency);
    };
    let negative = |cents: Cents| Cents::new(-cents.get()).unwrap_or_default();
    let (read, other) = amount(positive, mark, currency);
    let read = match read {
        Amount::Exact(cents) => Amount::Exact(negative(cents)),
        Amount::Rounded(cents) => Amount::Rounded(negative(cents)),
        Amount::Unreadable => Amount::Unreadable,
    };
    (read, other)
}

/// Reads an amount of a currency as hundredths, and names the currency that stands beside it when it is another.
pub(super) fn amount(text: &str, mark: Mark, currency: CurrencyCode) -> (Amount, Option<String>) {
    let (number_text, around) = bare(text.trim());
    let around = around.trim().to_owned();
    let other = other_currency(&around, currency);
    let is_negative = around.contains(['-', '\u{2212}', '(']);
    let wordy = around.chars().filter(|c| c.is_alphabetic()).count() > 4;
    let read = number(number_text, mark).filter(|value| !wordy && (!is_negative || value.is_zero()));
    let Some(value) = read else { return (Amount::Unreadable, None) };
    // The shop counts hundredths of every currency, so a thousandth cannot be kept either.
    let kept = value.round_dp_with_strategy(digits(currency).min(2), RoundingStrategy::MidpointAwayFromZero);
    let cents = kept.checked_mul(Decimal::ONE_HUNDRED).and_then(|cents| cents.to_i64());
    match cents.filter(|cents| *cents <= CENTS_MAXIMUM).and_then(Cents::new) {
        Some(cents) if kept == value => (Amount::Exact(cents), other),
        Some(cents) => (Amount::Rounded(cents), other),
        None => (Amount::Unreadable, other),
    }
}

/// A currency that is named beside an amount and is not that of the shop. `$` and `kr` are signs of several.
fn other_currency(around: &str, currency: CurrencyCode) -> Option<String> {
    let signs =
        [("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("₽", "RUB"), ("₩", "KRW"), ("₪", "ILS"), ("₫", "VND")];
    let by_sign = signs.iter().find(|(sign, _)| around.contains(sign)).map(|(_, code)| (*code).to_owned());
    let by_code = around
        .split(|c: char| !c.is_ascii_alphabetic())
        .find(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()))
        .map(str::to_owned);
    by_sign.or(by_code).filter(|code| code != currency.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(value: i64) -> Amount {
        Amount::Exact(Cents::new(value).unwrap())
    }

    fn read(text: &str, mark: Mark, currency: &str) -> Amount {
        amount(text, mark, CurrencyCode::parse(currency).unwrap()).0
    }

    #[test]
    fn s_511_amounts_are_exact_however_they_are_written() {
        for (text, expected) in [
            ("1,234.56", 123_456),
            ("1.234,56", 123_456),
            ("$12", 1200),
            ("12.5", 1250),
            ("12,5", 1250),
            ("USD 1 234.50", 123_450),
            ("CHF 1'234.50", 123_450),
            ("Rs. 500", 50_000),
            (".99", 99),
            ("12.50 €", 1250),
            ("90.00", 9000),
            ("12.500000", 1250),
            ("15  000", 1_500_000),
            ("1,234,567", 123_456_700),
            ("1.234.567", 123_456_700),
            ("0", 0),
        ] {
            assert_eq!(read(text, Mark::Point, "USD"), cents(expected), "{text}");
        }
        assert_eq!(read("1,234", Mark::Point, "USD"), cents(123_400));
        assert_eq!(read("1.234", Mark::Comma, "EUR"), cents(123_400));
        assert_eq!(read("1,234", Mark::Comma, "EUR"), Amount::Rounded(Cents::new(123).unwrap()));
    }

    #[test]
    fn s_511_what_a_currency_cannot_hold_is_said() {
        let rounded = |value: i64| Amount::Rounded(Cents::new(value).unwrap());
        assert_eq!(read("12.345", Mark::Point, "USD"), rounded(1235));
        assert_eq!(read("1200", Mark::Point, "JPY"), cents(120_000));
        assert_eq!(read("1,200", Mark::Point, "JPY"), cents(120_000));
        assert_eq!(read("1200.50", Mark::Point, "JPY"), rounded(120_100));
        assert_eq!(read("1.250", Mark::Point, "KWD"), cents(125));
        assert_eq!(read("1.255", Mark::Point, "KWD"), rounded(126));
    }

    #[test]
    fn s_511_what_is_no_amount_is_none() {
        for text in [
            "a lot",
            "",
            "-5.00",
            "(5.00)",
            "1-2",
            "12..5",
            "1,23,4.5",
            "99999999999999999999",
            "from 5 to 9",
        ] {
            assert_eq!(read(text, Mark::Point, "USD"), Amount::Unreadable, "{text}");
        }
        assert_eq!(difference("-0.25", Mark::Point, CurrencyCode::default()).0, cents(-25));
        let usd = CurrencyCode::parse("USD").unwrap();
        assert_eq!(amount("€12", Mark::Point, usd).1.as_deref(), Some("EUR"));
        assert_eq!(amount("$12", Mark::Point, usd).1, None);
    }

    #[test]
    fn s_511_the_mark_is_that_of_the_whole_list() {
        assert_eq!(mark_of(["1.200", "12,50", "8"].into_iter()), Mark::Comma);
        assert_eq!(mark_of(["1,200", "12.50", "8"].into_iter()), Mark::Point);
        assert_eq!(mark_of(["12"].into_iter()), Mark::Point);
    }
}
