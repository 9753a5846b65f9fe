//! Cells that table programs do not calculate, and rows as a table.

use std::borrow::Cow;

/// Characters with which a formula begins in one table program or another; those of full width in programs for Chinese and Japanese.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Blanks in front of a formula that some programs take away.
const BLANK: [char; 3] = ['\t', '\r', '\n'];
/// What begins another cell inside of a text, for a program that cuts a list at semicolons or tabs: in half of Europe they do.
const CUTS: [char; 4] = [';', '\t', '\r', '\n'];

/// Whether a text is a formula to a table program, or was made harmless before: it begins as one, behind any number of
/// apostrophes.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(|first| FORMULA.contains(&first) || BLANK.contains(&first))
}

/// The places of a text at which a program that cuts it would begin with a formula, or with one that was made harmless before.
fn inner_formulas(text: &str) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| text[*at..].trim_start_matches('\'').starts_with(FORMULA);
    text.match_indices(CUTS).map(|(at, cut)| at + cut.len()).filter(begins)
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

/// The same of a text of whom nobody knows: neither is it a formula where a program cuts it elsewhere than at commas. [`as_written`]
/// gives the text back.
#[must_use]
pub fn guarded(text: &str) -> Cow<'_, str> {
    let first = is_formula(text).then_some(0);
    let places: Vec<usize> = first.into_iter().chain(inner_formulas(text)).collect();
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut guarded = text.to_owned();
    places.into_iter().rev().for_each(|at| guarded.insert(at, '\''));
    Cow::Owned(guarded)
}

/// A text as it was before [`guarded`].
#[must_use]
pub fn as_written(cell: &str) -> Cow<'_, str> {
    let first = (unguarded(cell).len() < cell.len()).then_some(0);
    let is_marked = |at: &usize| cell[*at..].starts_with('\'');
    let places: Vec<usize> = first.into_iter().chain(inner_formulas(cell).filter(is_marked)).collect();
    if places.is_empty() {
        return Cow::Borrowed(cell);
    }
    let mut text = cell.to_owned();
    for at in places.into_iter().rev() {
        text.remove(at);
    }
    Cow::Owned(text)
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

    #[test]
    fn s_742_no_program_finds_a_formula_wherever_it_cuts() {
        for (text, cell) in [
            ("plain; words\n\nand lines", "plain; words\n\nand lines"),
            ("＝1+1", "'＝1+1"),
            ("\n=1", "'\n'=1"),
            ("Ann;=HYPERLINK(A1)", "Ann;'=HYPERLINK(A1)"),
            ("Ann\t@SUM(1)\r\n-2;＋3", "Ann\t'@SUM(1)\r\n'-2;'＋3"),
            ("a;'=1;''-", "a;''=1;'''-"),
            (";=", ";'="),
        ] {
            assert_eq!((guarded(text), as_written(cell)), (cell.into(), text.into()));
        }
        for text in ["'tis", "", "'", "a;'b", "=", "''=1"] {
            assert_eq!(as_written(&guarded(text)), text);
        }
    }
}
