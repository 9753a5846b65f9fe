//! Lists of people and sales as tables: columns by name, whatever their order and spelling.

use csv::{ReaderBuilder, StringRecord, Trim};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::Fault;

/// The most rows of one list.
const ROWS: usize = 2_000_000;

/// The text of a file: UTF-8, UTF-16 or else Windows-1252.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    crate::decode::decode(bytes).0
}

/// A table.
#[derive(Debug, Default)]
pub struct Sheet {
    columns: BTreeMap<String, usize>,
    names: Vec<String>,
    rows: Vec<Row>,
    /// Lines that could not be read.
    pub faults: Vec<Fault>,
}

/// A row of a table.
#[derive(Debug)]
pub struct Row {
    /// The line at which it begins, from 1.
    pub line: usize,
    record: StringRecord,
}

/// The name of a column in one spelling: small letters and digits alone, without a remark in brackets.
fn plain(name: &str) -> String {
    let name = name.split('[').next().unwrap_or_default();
    name.chars().filter(|c| c.is_alphanumeric() || *c == '#').flat_map(char::to_lowercase).collect()
}

impl Sheet {
    /// Reads a table; the delimiter is the one that the first line has most of.
    #[must_use]
    pub fn read(text: &str) -> Sheet {
        let first = text.lines().next().unwrap_or_default();
        let count = |delimiter: char| first.matches(delimiter).count();
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|byte| (count(char::from(*byte)), *byte == b','))
            .unwrap_or(b',');
        let mut reader = ReaderBuilder::new()
            .flexible(true)
            .delimiter(delimiter)
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let mut sheet = Sheet::default();
        match reader.headers() {
            Ok(head) => {
                let mut times: BTreeMap<String, usize> = BTreeMap::new();
                for (at, name) in head.iter().enumerate() {
                    let key = plain(name);
                    let time = times.entry(key.clone()).or_default();
                    *time += 1;
                    // Some lists call two columns the same: the second one is `Delivery city #2`.
                    let key = if *time == 1 { key } else { format!("{key}#{time}") };
                    sheet.columns.entry(key).or_insert(at);
                    sheet.names.push(name.to_owned());
                }
            }
            Err(error) => sheet.broken(&error),
        }
        // Counted here: the reader takes the end of a line in two characters for two places.
        let (mut line, mut counted) = (1, 0);
        for record in reader.into_records() {
            match record {
                Ok(record) if sheet.rows.len() < ROWS => {
                    let place =
                        record.position().map_or(0, |place| usize::try_from(place.byte()).unwrap_or(0));
                    let begin = place
                        + text.as_bytes()[place..]
                            .iter()
                            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
                            .count();
                    line += text.as_bytes()[counted..begin].iter().filter(|byte| **byte == b'\n').count();
                    counted = begin;
                    sheet.rows.push(Row { line, record });
                }
                Ok(_) => {
                    let message = format!("A list may have {ROWS} rows; the others were left out.");
                    sheet.faults.push(Fault::new(ROWS, message, "give the list in parts"));
                    break;
                }
                Err(error) => sheet.broken(&error),
            }
        }
        sheet
    }

    fn broken(&mut self, error: &csv::Error) {
        let line = error.position().map_or(0, |place| usize::try_from(place.line()).unwrap_or(0));
        self.faults.push(Fault::new(
            line,
            format!("This line cannot be read: {error}."),
            "export the list again",
        ));
    }

    /// Whether the table has every one of these columns.
    #[must_use]
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.columns.contains_key(&plain(name)))
    }

    /// Whether it has one of these columns at least.
    #[must_use]
    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.columns.contains_key(&plain(name)))
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// A cell by the first of these columns that the row fills; "" when none does.
    #[must_use]
    pub fn get<'s>(&'s self, row: &'s Row, names: &[&str]) -> &'s str {
        let cells = names.iter().filter_map(|name| row.record.get(*self.columns.get(&plain(name))?));
        let found = cells.map(unguarded).find(|cell| !cell.is_empty());
        found.unwrap_or_default()
    }

    /// Names every column that nothing reads and that holds anything, each once.
    #[must_use]
    pub fn not_read(&self, read: &[&str], prefixes: &[&str]) -> Vec<Fault> {
        let read: BTreeSet<String> = read.iter().map(|name| plain(name)).collect();
        let mut faults = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            let own = plain(name);
            if own.is_empty()
                || read.contains(&own)
                || prefixes.iter().any(|prefix| own.starts_with(&plain(prefix)))
            {
                continue;
            }
            let filled = |row: &&Row| row.record.get(at).is_some_and(|cell| !cell.is_empty());
            if let Some(row) = self.rows.iter().find(filled) {
                let message = format!("The column '{name}' is not known; what it says was left out.");
                faults.push(Fault::new(row.line, message, "keep the list, if that is still needed"));
            }
        }
        faults
    }
}

/// A cell without the mark that keeps table programs from calculating it.
fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest,
        _ => cell,
    }
}

/// A cell that no table program takes for a formula.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => Cow::Owned(format!("'{text}")),
        _ => Cow::Borrowed(text),
    }
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
    fn tables_of_any_spelling_are_read() {
        let sheet = Sheet::read("E-Mail;First Name;X\r\na@b.example;'=Ann;7\n\"broken;");
        let row = sheet.rows().next().unwrap();
        assert_eq!(
            (sheet.get(row, &["e mail"]), sheet.get(row, &["nothing", "firstname"]), row.line),
            ("a@b.example", "=Ann", 2)
        );
        assert_eq!(sheet.not_read(&["email", "first name"], &[])[0].line, 2);
        let utf16: Vec<u8> = "\u{feff}a\tb".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&utf16), "a\tb");
        assert_eq!(text(b"caf\xe9"), "caf\u{e9}");
        assert_eq!(table([vec!["=1".into(), "a,b".into()]]), "'=1,\"a,b\"\r\n");
    }
}
