//! Quantities: numbers, whole, 1 to 9999 (C-038…041, A-024).

use serde_json::Value;

use crate::limit::{QUANTITY_MAXIMUM, QUANTITY_MINIMUM};
use crate::problem::Problem;

/// The white space around a typed quantity; ASCII, as everywhere in the form rules.
const WHITE_SPACE: [char; 6] = [' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];

/// Reads a typed quantity: an optional sign, digits, optionally a point and digits.
///
/// # Errors
/// [`Problem::QuantityNotANumber`], then [`Problem::QuantityNotWhole`], then [`Problem::QuantityOutOfRange`].
pub fn parse_quantity(text: &str) -> Result<u32, Problem> {
    let text = text.trim_matches(WHITE_SPACE);
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
        return Err(Problem::QuantityNotANumber);
    }
    if fraction.bytes().any(|byte| byte != b'0') {
        return Err(Problem::QuantityNotWhole);
    }
    let whole = whole.trim_start_matches('0');
    let quantity: u32 = match whole {
        "" => 0,
        // Five digits are more than the maximum already, so a long text never overflows.
        long if long.len() > 5 => QUANTITY_MAXIMUM + 1,
        short => short.parse().map_err(|_| Problem::QuantityNotANumber)?,
    };
    if negative { Err(Problem::QuantityOutOfRange) } else { check_quantity(quantity) }
}

/// Reads the quantity of a call: a JSON number, or a text as a browser's form sends it.
///
/// # Errors
/// As [`parse_quantity`]; anything but a number or a text is no number.
pub fn quantity_from_json(value: &Value) -> Result<u32, Problem> {
    match value {
        Value::String(text) => parse_quantity(text),
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() != 0.0 => Err(Problem::QuantityNotWhole),
            Some(float) if float >= 0.0 && float <= f64::from(QUANTITY_MAXIMUM) => {
                parse_quantity(&format!("{float:.0}"))
            }
            Some(_) => Err(Problem::QuantityOutOfRange),
            None => Err(Problem::QuantityNotANumber),
        },
        _ => Err(Problem::QuantityNotANumber),
    }
}

/// A whole number as a quantity.
///
/// # Errors
/// [`Problem::QuantityOutOfRange`] outside 1 to 9999.
pub fn check_quantity(quantity: u32) -> Result<u32, Problem> {
    if (QUANTITY_MINIMUM..=QUANTITY_MAXIMUM).contains(&quantity) {
        Ok(quantity)
    } else {
        Err(Problem::QuantityOutOfRange)
    }
}
