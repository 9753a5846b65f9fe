//! Amounts of orders, exact to the hundredth where they can be.

use std::collections::BTreeMap;

use loggia_commerce::CENTS_MAXIMUM;
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use super::columns::AMOUNTS;
use crate::Fault;
use crate::fault::short;
use crate::products::amount::{Mark, bare, mark_of, number};
use crate::sheet::{Row, Sheet};

/// How the amounts of a list are written.
pub(super) struct Amounts {
    mark: Mark,
}

impl Amounts {
    /// The mark before fractions is that of the whole list: `1.234` alone may be either.
    pub fn of(sheet: &Sheet) -> Amounts {
        let cells = sheet.rows().flat_map(|row| AMOUNTS.iter().map(|names| sheet.get(row, names)));
        Amounts { mark: mark_of(cells.filter(|cell| !cell.is_empty())) }
    }

    /// Hundredths, and whether that is exactly what the text says; `None` for what is no amount.
    pub fn read(&self, text: &str) -> Option<(i64, bool)> {
        let (digits, around) = bare(text.trim());
        // A currency may stand beside it, a sentence may not.
        if around.chars().filter(|c| c.is_alphabetic()).count() > 4 {
            return None;
        }
        let cents = number(digits, self.mark)?.checked_mul(Decimal::ONE_HUNDRED)?;
        let kept = cents.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        let whole = kept.to_i64().filter(|whole| *whole <= CENTS_MAXIMUM)?;
        let is_negative = around.contains(['-', '\u{2212}', '(']);
        Some((if is_negative { -whole } else { whole }, kept == cents))
    }

    /// The amount of the first of these columns that a row fills. One that is finer than a hundredth, as in currencies with
    /// three decimals, is kept as it was stated beside the nearest hundredth, which is what reports count.
    pub fn cell(
        &self,
        (sheet, row): (&Sheet, &Row),
        names: &[&str],
        (name, stated): (&str, &mut BTreeMap<String, String>),
        (number, faults): (&str, &mut Vec<Fault>),
    ) -> Option<i64> {
        let cell = sheet.get(row, names);
        if cell.is_empty() {
            return None;
        }
        let Some((cents, is_exact)) = self.read(cell) else {
            let message = format!("'{cell}' of order {number} is no amount; 0 was taken.");
            let why = ("order-bad-amount", [("text", short(cell)), ("number", short(number))]);
            faults.push(Fault::new(row.line, message, "look at the order at its source").because(why));
            return None;
        };
        if !is_exact {
            stated.entry(name.to_owned()).or_insert_with(|| cell.to_owned());
        }
        Some(cents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-600: no digit of an amount is lost without a word.
    #[test]
    fn s_600_amounts_are_exact_or_said_to_be_rounded() {
        let (point, comma) = (Amounts { mark: Mark::Point }, Amounts { mark: Mark::Comma });
        for (text, expected) in [
            ("1234.50", Some((123_450, true))),
            ("-3.00", Some((-300, true))),
            ("($4.10)", Some((-410, true))),
            ("194038", Some((19_403_800, true))),
            ("12.345", Some((1_235, false))),
            ("8.264463", Some((826, false))),
            ("KD 1.250", Some((125, true))),
            ("free of charge", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(point.read(text), expected, "{text}");
        }
        assert_eq!(comma.read("1.234"), Some((123_400, true)));
        assert_eq!(comma.read("1.234,56 \u{20ac}"), Some((123_456, true)));
    }
}
