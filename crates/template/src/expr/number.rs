//! Number and text conversions of expressions, which are stricter than those of the rest of the language.

use crate::node::parse_float;

/// The end of the hexadecimal digits that start at `at`.
pub(super) fn hex_end(bytes: &[u8], at: usize) -> usize {
    let tail = bytes.get(at..).unwrap_or_default();
    at + tail.iter().take_while(|byte| byte.is_ascii_hexdigit()).count()
}

/// The value of hexadecimal digits, rounded to a double when there are too many.
pub(super) fn from_hex(digits: &[u8]) -> f64 {
    let digits = &digits[digits.iter().take_while(|digit| **digit == b'0').count()..];
    let value = |digit: &u8| u64::from((*digit as char).to_digit(16).unwrap_or_default());
    if digits.len() <= 16 {
        return digits.iter().fold(0u64, |sum, digit| sum << 4 | value(digit)) as f64;
    }
    // The first 60 bits, with one more bit that says whether anything follows, round as the whole number does.
    let (head, tail) = digits.split_at(15);
    let head = head.iter().fold(0u64, |sum, digit| sum << 4 | value(digit));
    let sticky = u64::from(tail.iter().any(|digit| *digit != b'0'));
    let exponent = i32::try_from(tail.len() * 4 - 1).unwrap_or(i32::MAX);
    ((head << 1 | sticky) as f64) * 2f64.powi(exponent)
}

/// The end of the decimal number that starts with the digit at `at`.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decimal_end(bytes: &[u8], at: usize) -> Result<usize, &'static str> {
    let (mut dot, mut exponent, mut sign, mut wants_digit) = (false, false, false, false);
    let mut end = at;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'.' if dot => return Err("Duplicate decimal point in number"),
            b'.' if exponent => return Err("Unexpected decimal point in exponent"),
            b'.' => dot = true,
            b'e' | b'E' if exponent => break,
            b'e' | b'E' => {
                exponent = true;
                wants_digit = true;
            }
            b'-' | b'+' if wants_digit && !sign => sign = true,
            b'0'..=b'9' => wants_digit = false,
            _ => break,
        }
        end += 1;
    }
    if wants_digit { Err("Expected a digit after exponent in decimal number") } else { Ok(end) }
}

/// The number that a whole text denotes: an optional sign and a decimal or hexadecimal number; 0 for no text, NaN for
/// anything else.
pub(super) fn from_text(text: &str) -> f64 {
    let bytes = text.as_bytes();
    let start = match bytes.first() {
        None => return 0.0,
        Some(b'-' | b'+') => 1,
        Some(_) => 0,
    };
    match bytes.get(start) {
        Some(b'0') if matches!(bytes.get(start + 1), Some(b'x' | b'X')) => {
            let digits = &bytes[start + 2..];
            if digits.is_empty() || hex_end(bytes, start + 2) != bytes.len() {
                return f64::NAN;
            }
            let value = from_hex(digits);
            if bytes[0] == b'-' { -value } else { value }
        }
        Some(b'0'..=b'9') if decimal_end(bytes, start) == Ok(bytes.len()) => parse_float(text),
        _ => f64::NAN,
    }
}

/// A number as the 32-bit integer that bit operators work on.
pub(super) fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc().rem_euclid(4_294_967_296.0);
    wrapped as u32 as i32
}

/// JavaScript's `Math.pow`, which differs from IEEE for a base of ±1 with an infinite or missing exponent.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    base.powf(exponent)
}

/// JavaScript's `Number(text)`: the comparisons convert this way, not the way of [`from_text`].
pub(super) fn script_number(text: &str) -> f64 {
    let text = text.trim_matches(crate::scan::is_js_space);
    let radix = |digits: &str, radix: u32, hex: bool| {
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return f64::NAN;
        }
        if hex {
            return from_hex(digits.as_bytes());
        }
        digits.chars().fold(0.0, |sum, digit| {
            sum * f64::from(radix) + f64::from(digit.to_digit(radix).unwrap_or_default())
        })
    };
    match text.as_bytes() {
        [] => 0.0,
        [b'0', b'x' | b'X', ..] => radix(&text[2..], 16, true),
        [b'0', b'o' | b'O', ..] => radix(&text[2..], 8, false),
        [b'0', b'b' | b'B', ..] => radix(&text[2..], 2, false),
        _ => match text.strip_prefix(['+', '-']).unwrap_or(text) {
            "Infinity" if text.starts_with('-') => f64::NEG_INFINITY,
            "Infinity" => f64::INFINITY,
            digits
                if digits
                    .bytes()
                    .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-')) =>
            {
                text.parse().unwrap_or(f64::NAN)
            }
            _ => f64::NAN,
        },
    }
}
