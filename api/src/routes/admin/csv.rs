//! Tables for other programs (CSV, RFC 4180).

use csv::Terminator;
use loggia_exchange::sheet::guarded;
use std::borrow::Cow;

/// A moment of epoch milliseconds as RFC 3339, in UTC.
pub fn moment(epoch_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(epoch_ms).map_or_else(|_| String::new(), |at| at.to_string())
}

/// One line of a table.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut table = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let cells = cells.into_iter().map(guarded);
    table.write_record(cells.map(Cow::into_owned)).expect("one record, written to memory");
    let line = table.into_inner().expect("memory takes everything");
    String::from_utf8(line).expect("cells are text, and so are commas and quotes")
}

/// A cell: text of somebody's, or a number of ours, which a minus sign makes no formula.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Text.
    Text(String),
    /// Minor units, written in the main unit.
    Amount(i64),
    /// A whole number.
    Count(i64),
}

/// One line of a table with numbers that may be below zero.
pub fn line_of(cells: impl IntoIterator<Item = Cell>) -> String {
    let mut table = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let cells = cells.into_iter().map(|cell| match cell {
        Cell::Text(text) => guarded(&text).into_owned(),
        Cell::Count(count) => count.to_string(),
        Cell::Amount(cents) => {
            let (sign, size) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    });
    table.write_record(cells).expect("one record, written to memory");
    let line = table.into_inner().expect("memory takes everything");
    String::from_utf8(line).expect("cells are text, and so are commas and quotes")
}

#[cfg(test)]
mod tests {
    use super::{Cell, line, line_of};

    #[test]
    fn numbers_are_numbers_and_text_is_never_a_formula() {
        let cells = [Cell::Text("=1".into()), Cell::Amount(-5), Cell::Amount(123_456), Cell::Count(-3)];
        assert_eq!(line_of(cells), "'=1,-0.05,1234.56,-3\r\n");
        assert_eq!(line_of([Cell::Amount(i64::MIN)]), "-92233720368547758.08\r\n");
    }

    #[test]
    fn a_cell_is_quoted_and_never_a_formula() {
        assert_eq!(line(["plain", ""]), "plain,\r\n");
        assert_eq!(line(["a,\"b\"\n", "b"]), "\"a,\"\"b\"\"\n\",b\r\n");
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r1"] {
            assert!(line([text, ""]).trim_start_matches('"').starts_with('\''), "{text}");
        }
    }
}
