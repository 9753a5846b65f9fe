//! Cells that table programs do not calculate, and rows as a table.

use std::borrow::Cow;

/// Characters with which a formula begins in one table program or another.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Whether a text is a formula to a table program, or was made harmless before: it begins as one, behind any number of
/// apostrophes.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// A cell without the mark that keeps table programs from calculating it.
pub(super) fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|_| is_formula(cell)).unwrap_or(cell)
}

/// A cell that no table program takes for a formula. `unguarded` gives the text back, also that of a text which begins
/// with an apostrophe itself.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Rows as a table in CSV.
#[must_use]
pub fn table<'r>(rows: impl IntoIterator<Item = Vec<Cow<'r, str>>>) -> String {
    let mut table =
        csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        let cells = row.iter().map(|cell| harmless(cell).into_owned());
        table.write_record(cells).expect("a row of texts, written to memory");
    }
    let table = table.into_inner().expect("memory takes everything");
    String::from_utf8(table).expect("cells are text, and so are commas and quotes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_591_formulas_are_harmless_in_a_table_and_read_as_they_were() {
        assert_eq!(table([vec!["=1".into(), "a,b".into()]]), "'=1,\"a,b\"\r\n");
        for text in ["=1+1", "'=1", "''-x", "'tis", "-", "@home", "plain", "", "'"] {
            let cell = harmless(text);
            assert!(!cell.starts_with(FORMULA), "{cell}");
            assert_eq!(unguarded(&cell), text);
        }
    }
}
