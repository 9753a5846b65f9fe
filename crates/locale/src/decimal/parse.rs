//! Reads a decimal from text.

use super::value::{Decimal, Digits};
use std::str::FromStr;

/// The farthest a digit may stand from the decimal point. JavaScript's largest number has 309 digits; a text such as
/// `1e999999999` must not make a gigabyte of zeros.
const FARTHEST_DIGIT: i64 = 5_000;

/// Why a text is not a decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseDecimalError {
    /// Something other than a sign, digits, one point and an exponent.
    #[error("not a decimal number")]
    Syntax,
    /// A digit would stand more than 5,000 places from the point.
    #[error("the number has too many digits")]
    TooLong,
}

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    /// `[+-] digits [. digits] [e [+-] digits]`; one side of the point may be empty.
    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], exponent(&unsigned[at + 1..])?),
            None => (unsigned, 0),
        };
        let mut digits = Digits::new();
        let mut point = None;
        for byte in mantissa.bytes() {
            match byte {
                b'0'..=b'9' => digits.push(byte - b'0'),
                b'.' if point.is_none() => point = Some(digits.len()),
                _ => return Err(ParseDecimalError::Syntax),
            }
        }
        if digits.is_empty() {
            return Err(ParseDecimalError::Syntax);
        }
        let scale = (digits.len() - point.unwrap_or(digits.len())) as i64 - exponent;
        if scale.abs() > FARTHEST_DIGIT || digits.len() as i64 - scale > FARTHEST_DIGIT {
            return Err(ParseDecimalError::TooLong);
        }
        Ok(Self::from_parts(negative, digits, scale as i32))
    }
}

fn exponent(text: &str) -> Result<i64, ParseDecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseDecimalError::Syntax);
    }
    text.parse::<i32>().map(i64::from).map_err(|_| ParseDecimalError::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_are_read() {
        for (text, plain) in [
            ("12", "12"),
            ("+.5", "0.5"),
            ("5.", "5"),
            ("-1.5e3", "-1500"),
            ("1E-7", "0.0000001"),
            ("007", "7"),
        ] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), plain, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".", "1.2.3", "abc", "1e", "1e+", "0x10", " 1", "1,000", "NaN"] {
            assert_eq!(text.parse::<Decimal>().unwrap_err(), ParseDecimalError::Syntax, "{text:?}");
        }
    }

    #[test]
    fn an_absurd_exponent_is_refused() {
        for text in ["1e999999999", "1e-999999999", "1e99999999999999999999", "1e5001"] {
            assert_eq!(text.parse::<Decimal>().unwrap_err(), ParseDecimalError::TooLong, "{text}");
        }
    }
}
