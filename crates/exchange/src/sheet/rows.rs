//! The rows of a sheet of a workbook, what bounds them, and how its numbers are written.

use rust_decimal::Decimal;

/// Digits that a table program counts with; what stands behind them is noise.
const DIGITS: u32 = 15;
/// The most bytes of one part of a workbook, unpacked, and of the texts of all its cells.
pub(super) const MOST: u64 = 256 * 1024 * 1024;
/// The most bytes of all its parts together: unpacking them takes time, and a small archive may name the same bytes again and again.
pub(super) const MOST_IN_ALL: u64 = 4 * MOST;
/// The most cells of a workbook, those before others of their row counted: one far to the right brings all of them.
pub(super) const CELLS: usize = 10_000_000;

/// The rows of a sheet, each with its line and its cells as text.
pub(crate) type Rows = Vec<(usize, Vec<String>)>;

/// What was read of a workbook by now, all its sheets together: several may be said to be one part, and many cells may say one text.
#[derive(Debug, Default)]
pub(super) struct Held {
    cells: usize,
    bytes: u64,
}

impl Held {
    /// Counts cells and the bytes of their texts before they are copied; `None` where that is more than is read.
    pub fn add(&mut self, cells: usize, bytes: usize) -> Option<()> {
        self.cells = self.cells.checked_add(cells)?;
        self.bytes = self.bytes.checked_add(u64::try_from(bytes).ok()?)?;
        (self.cells <= CELLS && self.bytes <= MOST).then_some(())
    }
}

/// A number as a person reads it: `19.989999999999998` is 19.99.
pub(super) fn number(value: f64) -> String {
    let written = value.to_string();
    let read = written.get(..28).unwrap_or(&written).parse::<Decimal>().ok();
    read.and_then(|value| value.round_sf(DIGITS)).map_or(written, |value| value.normalize().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_335_numbers_of_a_workbook_are_those_that_a_person_sees() {
        for (value, expected) in [
            ("19.989999999999998", "19.99"),
            ("4.006381333931E12", "4006381333931"),
            ("12", "12"),
            ("0.30000000000000004", "0.3"),
        ] {
            assert_eq!(number(value.parse().unwrap()), expected);
        }
    }
}
