//! A list as a table: cells by the names of their columns, whatever their order, case and remarks.

use std::cell::Cell;
use std::collections::HashMap;

use csv::StringRecord;

use super::notes::Notes;

/// Characters that part cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// A row and the line it begins at.
pub(super) struct Row {
    pub(super) line: usize,
    cells: StringRecord,
}

/// All rows of a list.
pub(super) struct Table {
    /// The columns as they are written.
    names: Vec<String>,
    /// Which column has a name, by its [`plain`] form.
    places: HashMap<String, usize>,
    /// Whether somebody asked for the column.
    asked: Vec<Cell<bool>>,
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// The header of a text, each name as [`plain`] makes it; with the delimiter for which most of them are in `is_known`.
    pub(super) fn header(text: &str, is_known: impl Fn(&[String]) -> bool) -> (u8, Vec<String>) {
        let read = |delimiter: u8| {
            let mut reader = builder(delimiter).has_headers(false).from_reader(text.as_bytes());
            let mut record = StringRecord::new();
            let there = reader.read_record(&mut record).unwrap_or(false);
            let names: Vec<String> = record.iter().map(plain).collect();
            (delimiter, if there { names } else { Vec::new() })
        };
        let found: Vec<(u8, Vec<String>)> = DELIMITERS.into_iter().map(read).collect();
        let known = found.iter().position(|(_, names)| is_known(names));
        let most = known.unwrap_or_else(|| {
            let count = |at: &usize| (found[*at].1.len(), DELIMITERS.len() - at);
            (0..found.len()).max_by_key(count).unwrap_or_default()
        });
        found.into_iter().nth(most).unwrap_or_default()
    }

    /// Reads a text; `rename` gives a column another name, such as that of a translation.
    pub(super) fn read(
        text: &str,
        delimiter: u8,
        rename: impl Fn(String) -> String,
        notes: &mut Notes,
    ) -> Table {
        let mut reader = builder(delimiter).has_headers(false).from_reader(text.as_bytes());
        let mut table =
            Table { names: Vec::new(), places: HashMap::new(), asked: Vec::new(), rows: Vec::new() };
        if text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
            let message = "A quotation mark of this list is opened and never closed; what follows it may stand in one cell.";
            notes.say(0, message, "export the list again, or close the mark");
        }
        let mut lines = Lines { text: text.as_bytes(), at: 0, line: 1 };
        for record in reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let line = error.position().map_or(0, |place| place.line() as usize);
                    notes.say(
                        line,
                        format!("This line cannot be read: {error}."),
                        "export the list again, as CSV in UTF-8",
                    );
                    continue;
                }
            };
            if table.names.is_empty() {
                table.name(&record, &rename);
                continue;
            }
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            let line = record.position().map_or(0, |place| lines.at(place.byte()));
            if record.iter().skip(table.names.len()).any(|cell| !cell.trim().is_empty()) {
                let message =
                    "This line has more cells than the list has columns; those beyond were left out.";
                notes.once("cells", line, message, "put the line's texts into quotation marks");
            }
            table.rows.push(Row { line, cells: record });
        }
        table
    }

    fn name(&mut self, header: &StringRecord, rename: impl Fn(String) -> String) {
        self.names = header.iter().map(|name| name.trim().to_owned()).collect();
        self.asked = vec![Cell::new(false); self.names.len()];
        for (at, name) in self.names.iter().enumerate() {
            self.places.entry(rename(plain(name))).or_insert(at);
        }
    }

    /// The cell of the first of these columns that the list has; an empty text where it has none.
    pub(super) fn text<'t>(&'t self, row: &'t Row, names: &[&str]) -> &'t str {
        let mut found = "";
        for at in names.iter().filter_map(|name| self.places.get(*name)) {
            self.asked[*at].set(true);
            if found.is_empty() {
                found = row.cells.get(*at).unwrap_or_default().trim();
            }
        }
        found
    }

    /// Whether the list has one of these columns.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.places.contains_key(*name))
    }

    /// The plain names of all columns, with their places.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Says which columns hold something that nobody asked for, once for all of them.
    pub(super) fn name_the_rest(&self, notes: &mut Notes) {
        let holds = |at: usize| {
            self.rows.iter().find(|row| row.cells.get(at).is_some_and(|cell| !cell.trim().is_empty()))
        };
        let rest: Vec<&str> = (0..self.names.len())
            .filter(|at| !self.asked[*at].get() && holds(*at).is_some())
            .map(|at| self.names[at].as_str())
            .collect();
        if rest.is_empty() {
            return;
        }
        let names: Vec<String> = rest.iter().map(|name| format!("'{name}'")).collect();
        let columns = if rest.len() == 1 { "This column was" } else { "These columns were" };
        let message = format!("{columns} not taken over: {}.", names.join(", "));
        notes.say(1, message, "keep the list; what you need of them can be written into the products' files");
    }
}

/// Lines of a text by their bytes, asked for in ascending order.
struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of the record that begins at a byte or, where ends of lines stand there, after them.
    fn at(&mut self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        let ends = self.text[byte..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let to = (byte + ends).max(self.at);
        // A line ends with CR LF, LF, or CR alone.
        let ending = |at: &usize| match self.text[*at] {
            b'\n' => true,
            b'\r' => self.text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        self.line += (self.at..to).filter(ending).count();
        self.at = to;
        self.line
    }
}

fn builder(delimiter: u8) -> csv::ReaderBuilder {
    let mut builder = csv::ReaderBuilder::new();
    builder.flexible(true).delimiter(delimiter);
    builder
}

/// The text of a list from the names of its columns on: spreadsheets put a mark, blank lines or `sep=;` before them.
pub(super) fn from_header(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_mark = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="));
    match text.split_once('\n') {
        Some((_, rest)) if is_mark => rest.trim_start_matches(['\r', '\n']),
        _ => text,
    }
}

/// The name of a column in one spelling: words in lower case with a blank between them, without what stands in brackets
/// (`Product ID [Non Editable]`). Humps and numbers begin words: `productOptionName1` is `product option name 1`.
pub(super) fn plain(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    let mut inside = false;
    for character in name.chars() {
        match character {
            '[' => inside = true,
            ']' => inside = false,
            _ if inside => continue,
            _ if character.is_alphanumeric() => {
                let hump = before.is_lowercase() && character.is_uppercase();
                let number = before.is_alphanumeric() && before.is_numeric() != character.is_numeric();
                if hump || number || (!before.is_alphanumeric() && !out.is_empty()) {
                    out.push(' ');
                }
                out.extend(character.to_lowercase());
            }
            _ => {}
        }
        before = if inside || character == ']' { ' ' } else { character };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_510_columns_are_known_in_every_spelling() {
        for (name, expected) in [
            ("Product ID [Non Editable]", "product id"),
            ("\u{feff} handleId ", "handle id"),
            ("productOptionName1", "product option name 1"),
            ("Option1 Name", "option 1 name"),
            ("Option 1 Name", "option 1 name"),
            ("Weight (kg)", "weight kg"),
            ("In stock?", "in stock"),
            ("HOSTED IMAGE URLS", "hosted image urls"),
            ("Body (HTML)", "body html"),
        ] {
            assert_eq!(plain(name), expected);
        }
    }

    #[test]
    fn s_510_what_is_not_asked_for_is_named_once() {
        let mut notes = Notes::default();
        let table = Table::read("A,B,C,B\n1,2,,3\n4,5,,6\n", b',', |name| name, &mut notes);
        assert_eq!(table.text(&table.rows[1], &["a"]), "4");
        assert_eq!((table.rows[0].line, table.rows[1].line), (2, 3));
        table.name_the_rest(&mut notes);
        let faults = notes.faults();
        assert_eq!(faults.len(), 1);
        assert!(faults[0].message.ends_with("'B', 'B'."), "{}", faults[0].message);
    }

    #[test]
    fn s_510_lines_are_those_of_the_file() {
        for text in ["A,B\n1,2\n\n\"x\ny\",4\n5,6", "A,B\r\n1,2\r\n\r\n\"x\r\ny\",4\r\n5,6"] {
            let table = Table::read(text, b',', |name| name, &mut Notes::default());
            let lines: Vec<usize> = table.rows.iter().map(|row| row.line).collect();
            assert_eq!(lines, [2, 4, 6], "{text:?}");
        }
    }

    #[test]
    fn s_510_what_spreadsheets_put_before_the_header_is_skipped() {
        assert_eq!(from_header("\n\t\u{feff}ID,Name"), "ID,Name");
        assert_eq!(from_header("sep=;\r\nID;Name"), "ID;Name");
    }
}
