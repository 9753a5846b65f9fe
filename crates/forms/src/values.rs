//! What is a date, a time, a number and a telephone number, where an answer shall be one. The browser has the same rules.

use std::collections::BTreeMap;

use crate::text::{is_blank, trimmed};

/// The most characters of a number, an amount or a part of a telephone number.
const LONGEST: usize = 40;
/// The signs of currencies that people type with an amount.
const CURRENCIES: [char; 10] = ['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₴', '₪'];
/// What stands between digits: groups of thousands, and decimals.
const BETWEEN: [char; 8] = [',', '.', ' ', '\'', '’', '\u{a0}', '\u{202f}', '٫'];

/// The value of a digit of Latin, Arabic, Persian or Devanagari letters.
fn digit(one: char) -> Option<u32> {
    let zero = match one {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        _ => return None,
    };
    Some(u32::from(one) - u32::from(zero))
}

/// A whole number of at most four digits.
fn whole(text: &str) -> Option<u32> {
    let text = trimmed(text);
    if text.is_empty() || text.chars().count() > 4 {
        return None;
    }
    text.chars().try_fold(0, |sum, one| Some(sum * 10 + digit(one)?))
}

/// What a part says, when it says something; `Err` when that is no number within the bounds.
fn within(
    parts: &BTreeMap<String, String>,
    name: &str,
    bounds: std::ops::RangeInclusive<u32>,
) -> Result<Option<u32>, ()> {
    match parts.get(name).filter(|text| !is_blank(text)) {
        None => Ok(None),
        Some(text) => whole(text).filter(|number| bounds.contains(number)).map(Some).ok_or(()),
    }
}

const fn days_of(month: u32, year: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// True when the parts may be those of a day; of a day that is not named whole, each part that is there.
pub(crate) fn is_date(parts: &BTreeMap<String, String>) -> bool {
    let (month, day, year) =
        (within(parts, "Month", 1..=12), within(parts, "Day", 1..=31), within(parts, "Year", 1..=9999));
    let (Ok(month), Ok(day), Ok(year)) = (month, day, year) else { return false };
    // The 29th of February is a day of some years.
    day.unwrap_or(1) <= days_of(month.unwrap_or(1), year.unwrap_or(2000))
}

/// True when the parts may be those of a time of day, of twelve or of twenty-four hours.
pub(crate) fn is_time(parts: &BTreeMap<String, String>) -> bool {
    let each =
        [within(parts, "Hour", 0..=23), within(parts, "Minute", 0..=59), within(parts, "Second", 0..=59)];
    each.iter().all(Result::is_ok)
}

/// True for a number as people write it: digits, and between them single marks of thousands and decimals.
pub(crate) fn is_number(text: &str) -> bool {
    let text = trimmed(text);
    let text = text.strip_prefix(['-', '+', '−']).unwrap_or(text);
    if text.is_empty() || text.chars().count() > LONGEST {
        return false;
    }
    let mut may_have_mark = true;
    for one in text.chars() {
        match digit(one) {
            Some(_) => may_have_mark = true,
            None if may_have_mark && BETWEEN.contains(&one) => may_have_mark = false,
            None => return false,
        }
    }
    // ".5" is a number, "5." is not.
    may_have_mark
}

/// True for a number, with or without the sign of a currency.
pub(crate) fn is_amount(text: &str) -> bool {
    let text = trimmed(text);
    let plain = text.strip_prefix(CURRENCIES).or_else(|| text.strip_suffix(CURRENCIES)).unwrap_or(text);
    is_number(plain)
}

/// True for a part of a telephone number.
pub(crate) fn is_phone_part(text: &str) -> bool {
    let is_of_it = |one: char| digit(one).is_some() || matches!(one, ' ' | '+' | '-' | '(' | ')' | '.' | '/');
    let text = trimmed(text);
    text.chars().count() <= LONGEST && text.chars().all(is_of_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(names: &[&str], values: &[&str]) -> BTreeMap<String, String> {
        names.iter().zip(values).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn s_637_a_date_is_a_day_of_the_calendar() {
        let date = |values: [&str; 3]| is_date(&parts(&["Month", "Day", "Year"], &values));
        for right in [
            ["12", "10", "1815"],
            ["2", "29", "2024"],
            [" 02 ", "28", "2023"],
            ["١٢", "٣١", "٢٠٢٦"],
            ["", "", ""],
            ["2", "29", ""],
            ["", "31", ""],
        ] {
            assert!(date(right), "{right:?}");
        }
        for wrong in [
            ["13", "45", "2001"],
            ["45", "13", "2001"],
            ["2", "30", "2024"],
            ["2", "29", "2023"],
            ["2", "29", "1900"],
            ["0", "1", "2024"],
            ["1", "0", "2024"],
            ["1", "1", "0"],
            ["1", "1", "20260"],
            ["Gold", "1", "2024"],
            ["1.5", "1", "2024"],
            ["-1", "1", "2024"],
            ["", "32", ""],
            ["4", "31", ""],
        ] {
            assert!(!date(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn s_637_numbers_and_times_are_what_they_say() {
        let time = |values: [&str; 3]| is_time(&parts(&["Hour", "Minute", "Second"], &values));
        assert!(time(["4", "05", ""]) && time(["23", "59", "59"]) && time(["0", "0", "0"]));
        assert!(!time(["24", "0", ""]) && !time(["1", "60", ""]) && !time(["1", "1", "x"]));
        for right in ["7", "12.50", "-3", "1,234.56", "1.234,56", "1 234", "1'000", ".5", "٧", "+1"] {
            assert!(is_number(right) && is_amount(right), "{right}");
        }
        for wrong in ["", "x", "1e9", "NaN", "5.", "1..2", "--1", "0x10", "$7", "7 apples", "1\n2"] {
            assert!(!is_number(wrong), "{wrong}");
        }
        assert!(!is_number(&"1".repeat(41)));
        assert!(
            is_amount("$7")
                && is_amount("12,50 €".replace(' ', "").as_str())
                && !is_amount("$")
                && !is_amount("7 dollars")
        );
        assert!(
            is_phone_part("(646)")
                && is_phone_part("+49")
                && !is_phone_part("call")
                && !is_phone_part(&"1".repeat(41))
        );
    }
}
