//! Prices in a text: numbers beside the sign or the name of a currency.

use loggia_commerce::CurrencyCode;

/// Stands before a number that is a price although nothing beside it says so.
pub(super) const MARK: char = '¤';
/// Signs of currencies.
const SIGNS: [char; 18] =
    [MARK, '$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₪', '₫', '₴', '₦', '₱', '฿', '₡', '₲', '₸'];
/// Names that are no codes.
const NAMES: [&str; 9] = ["kr", "kr.", "zł", "Kč", "Ft", "lei", "лв", "R$", "Rs"];
/// Longer numbers are no prices.
const LONGEST: usize = 24;

/// The prices of a text, in order, as `1234.50`: two digits behind the point where any are written, else none.
pub(super) fn prices(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = "";
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let here = text.len() - rest.len() + at;
        let number = number(&text[here..]);
        let behind = &text[here + number.len()..];
        let is_whole = !text[..here].ends_with(|c: char| c.is_alphanumeric());
        if is_whole
            && number.len() <= LONGEST
            && (ends_with_currency(&text[before.len()..here]) || begins_with_currency(behind))
        {
            found.extend(plain(number));
        }
        before = &text[..here + number.len()];
        rest = behind;
    }
    found
}

/// The number that a text begins with, with what divides its digits.
fn number(text: &str) -> &str {
    let mut end = 0;
    let mut marks = 0;
    for (at, c) in text.char_indices() {
        match c {
            '0'..='9' => {
                end = at + 1;
                marks = 0;
            }
            '.' | ',' | '\'' | '’' | '\u{202f}' if marks == 0 => marks = 1,
            _ => break,
        }
    }
    &text[..end]
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

fn ends_with_currency(text: &str) -> bool {
    let text = text.strip_suffix(is_gap).unwrap_or(text);
    text.ends_with(SIGNS) || is_name(text.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default())
}

fn begins_with_currency(text: &str) -> bool {
    let text = text.strip_prefix(is_gap).unwrap_or(text);
    let word = text.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    // A mark belongs to the number behind it.
    let of_next = |c: char| c.is_ascii_digit();
    text.strip_prefix(&SIGNS[1..]).is_some_and(|rest| !rest.starts_with(of_next))
        || is_name(word.trim_end_matches([',', ';', ')']))
}

fn is_name(word: &str) -> bool {
    NAMES.contains(&word)
        || (word.len() == 3
            && word.bytes().all(|byte| byte.is_ascii_uppercase())
            && CurrencyCode::parse(word).is_ok())
}

/// A number with a point before its last one or two digits where something divides them, and nothing else between.
fn plain(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let last = number.rfind(|c: char| !c.is_ascii_digit());
    let behind = last.map_or(0, |at| number[at..].chars().filter(char::is_ascii_digit).count());
    let (whole, part) = match behind {
        1 | 2 => digits.split_at(digits.len() - behind),
        _ => (digits.as_str(), ""),
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match part.len() {
        0 => format!("{whole}.00"),
        1 => format!("{whole}.{part}0"),
        _ => format!("{whole}.{part}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-580: a price is known by what stands beside its number, in either spelling.
    #[test]
    fn s_580_prices_are_known_by_their_currency() {
        for (text, wanted) in [
            ("now $12, was $15.50!", "12.00 15.50"),
            ("1.234,56 € 7€ 8 €", "1234.56 7.00 8.00"),
            ("CHF 1'200.00 or 1,200 USD", "1200.00 1200.00"),
            ("from ¤9.5 in 2026, room 12, 3 kg", "9.50"),
            ("£0.99 149 kr", "0.99 149.00"),
            ("A4 v1.2 +1 555 12", ""),
            ("$", ""),
        ] {
            assert_eq!(prices(text).join(" "), wanted, "{text}");
        }
    }
}
