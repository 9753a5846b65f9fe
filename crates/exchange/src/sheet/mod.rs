//! Lists as tables: cells by the names of their columns, whatever their order, spelling and delimiter.

mod bytes;
mod cell;
mod markup;
mod name;
mod old_workbook;
mod open_document;
pub(crate) mod rows;
mod shared_texts;
mod text;
pub(crate) mod workbook;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};

use csv::StringRecord;

use crate::Fault;
use crate::notes::Notes;
use cell::unguarded;
pub use cell::{as_written, guarded, harmless, table};
use name::joined;
pub(crate) use name::plain;
use text::builder;
pub use text::{Lines, text};
pub(crate) use text::{from_header, header};

/// The most rows of one list.
const ROWS: usize = 2_000_000;

/// A table.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The columns as they are written.
    names: Vec<String>,
    /// Which column has a name, as [`plain`] makes it.
    places: HashMap<String, usize>,
    /// The same by the name without blanks.
    joined: HashMap<String, usize>,
    /// What was asked for, and the column it is in.
    found: RefCell<HashMap<String, Option<usize>>>,
    /// Whether somebody asked for the column.
    asked: Vec<Cell<bool>>,
    rows: Vec<Row>,
    /// What could not be read, in the order of lines.
    pub faults: Vec<Fault>,
}

/// A row of a table.
#[derive(Debug)]
pub struct Row {
    /// The line at which it begins, from 1.
    pub line: usize,
    cells: StringRecord,
}

impl Row {
    /// How many of its cells hold anything.
    pub(crate) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
    }
}

impl Sheet {
    /// Reads a table; the delimiter is the one that makes the most columns of its header.
    #[must_use]
    pub fn read(text: &str) -> Sheet {
        let inner = from_header(text);
        let (delimiter, _) = header(inner, |_| false);
        let mut sheet = Sheet::read_with(inner, delimiter, |name| name);
        sheet.shift(lines_before(text, inner));
        sheet
    }

    /// Reads a table that begins with its header; `rename` gives a column another name, such as that of a translation.
    pub(crate) fn read_with(text: &str, delimiter: u8, rename: impl Fn(String) -> String) -> Sheet {
        let (mut sheet, mut notes) = (Sheet::default(), Notes::default());
        if text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
            let message = "A quotation mark of this list is opened and never closed; what follows it may stand in one cell.";
            notes.say(0, "open-quote", message, "export the list again, or close the mark");
        }
        let mut lines = Lines::of(text);
        for record in builder(delimiter).from_reader(text.as_bytes()).into_records() {
            match record {
                Ok(record) if sheet.names.is_empty() => sheet.name(&record, &rename),
                Ok(record) if record.iter().all(|cell| cell.trim().is_empty()) => {}
                Ok(record) => {
                    let line = record.position().map_or(0, |place| lines.at(place.byte()));
                    if sheet.rows.len() == ROWS {
                        let message =
                            format!("A list may have {ROWS} rows; those from here on were left out.");
                        notes.say(
                            line,
                            ("too-many-rows", [("most", ROWS.to_string())]),
                            message,
                            "give the list in parts",
                        );
                        break;
                    }
                    sheet.row(Row { line, cells: record }, &mut notes);
                }
                Err(error) => {
                    let line = error.position().map_or(0, |place| lines.at(place.byte()));
                    let message = format!("This line cannot be read: {error}.");
                    notes.say(line, "unreadable-line", message, "export the list again, as CSV in UTF-8");
                }
            }
        }
        sheet.faults = notes.faults();
        sheet
    }

    /// A table of rows that are no text of a list; each has its line. `broken` is what ended it early.
    pub(crate) fn of(
        names: &[String],
        rows: Vec<(usize, Vec<String>)>,
        broken: Option<(usize, String)>,
        rename: impl Fn(String) -> String,
    ) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.name(&StringRecord::from(names.to_vec()), rename);
        let rows = rows.into_iter().map(|(line, cells)| Row { line, cells: cells.into() });
        sheet.rows = rows.filter(|row| row.filled() > 0).collect();
        if let Some((line, message)) = broken {
            sheet.faults.push(Fault::new(line, message, "export it again").because("unreadable-feed"));
        }
        sheet
    }

    fn name(&mut self, header: &StringRecord, rename: impl Fn(String) -> String) {
        self.names = header.iter().map(|name| name.trim().to_owned()).collect();
        self.asked = vec![Cell::new(false); self.names.len()];
        let mut times: HashMap<String, usize> = HashMap::new();
        for (at, name) in self.names.iter().enumerate() {
            let mut name = rename(plain(name));
            let time = times.entry(joined(&name)).or_default();
            *time += 1;
            // Some lists call two columns the same: the second one is `Delivery city #2`.
            if *time > 1 {
                name.push_str(&format!(" #{time}"));
            }
            self.joined.entry(joined(&name)).or_insert(at);
            self.places.entry(name).or_insert(at);
        }
    }

    fn row(&mut self, row: Row, notes: &mut Notes) {
        if row.cells.iter().skip(self.names.len()).any(|cell| !cell.trim().is_empty()) {
            let message = "This line has more cells than the list has columns; those beyond were left out.";
            notes.once("cells", row.line, "more-cells", message, "put the line's texts into quotation marks");
        }
        self.rows.push(row);
    }

    /// Counts lines from further up.
    fn shift(&mut self, by: usize) {
        self.rows.iter_mut().for_each(|row| row.line += by);
        self.faults.iter_mut().filter(|fault| fault.line > 0).for_each(|fault| fault.line += by);
    }

    /// The column of a name.
    fn place(&self, name: &str) -> Option<usize> {
        if let Some(at) = self.places.get(name) {
            return Some(*at);
        }
        if let Some(at) = self.found.borrow().get(name) {
            return *at;
        }
        let at = self.joined.get(&joined(name)).copied();
        self.found.borrow_mut().insert(name.to_owned(), at);
        at
    }

    /// Whether the table has every one of these columns.
    #[must_use]
    pub fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.place(name).is_some())
    }

    /// Whether it has one of these columns at least.
    #[must_use]
    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.place(name).is_some())
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// A cell by the first of these columns that the row fills, without blanks around it; "" when none does.
    #[must_use]
    pub fn get<'s>(&'s self, row: &'s Row, names: &[&str]) -> &'s str {
        let mut found = "";
        for at in names.iter().filter_map(|name| self.place(name)) {
            self.asked[at].set(true);
            if found.is_empty() {
                found = unguarded(row.cells.get(at).unwrap_or_default().trim());
            }
        }
        found
    }

    /// A cell that is looked at, and not taken over: its column is still named among those that nobody asked for.
    pub(crate) fn peek<'s>(&'s self, row: &'s Row, name: &str) -> &'s str {
        self.place(name).and_then(|at| row.cells.get(at)).unwrap_or_default().trim()
    }

    /// The columns whose plain names begin so, in their order.
    pub(crate) fn beginning(&self, start: &str) -> Vec<String> {
        let mut found: Vec<(usize, &String)> = self
            .places
            .iter()
            .filter(|(name, _)| name.starts_with(start))
            .map(|(name, at)| (*at, name))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, name)| name.clone()).collect()
    }

    /// A column as its list writes it; "" when there is none.
    pub(crate) fn written(&self, name: &str) -> &str {
        self.place(name).map_or("", |at| self.names[at].as_str())
    }

    /// The plain names of all columns.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The first row in which a column holds anything.
    fn filled(&self, at: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.cells.get(at).is_some_and(|cell| !cell.trim().is_empty()))
    }

    /// Names every column that is not among these and that holds anything, each once.
    #[must_use]
    pub fn not_read(&self, read: &[&str], prefixes: &[&str]) -> Vec<Fault> {
        let read: BTreeSet<String> = read.iter().map(|name| joined(name)).collect();
        let prefixes: Vec<String> = prefixes.iter().map(|prefix| joined(prefix)).collect();
        let mut faults = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            let own = joined(name);
            let is_known = own.is_empty() || read.contains(&own);
            if is_known || prefixes.iter().any(|prefix| own.starts_with(prefix)) {
                continue;
            }
            if let Some(row) = self.filled(at) {
                let message = format!("The column '{name}' is not known; what it says was left out.");
                let why = ("column-unknown", [("column", crate::fault::short(name))]);
                faults.push(
                    Fault::new(row.line, message, "keep the list, if that is still needed").because(why),
                );
            }
        }
        faults
    }

    /// The columns that hold something which nobody has asked for, as they are written.
    pub(crate) fn unasked(&self) -> Vec<&str> {
        let rest = (0..self.names.len()).filter(|at| !self.asked[*at].get() && self.filled(*at).is_some());
        rest.map(|at| self.names[at].as_str()).collect()
    }
}

/// How many lines stand before a part of a text.
pub(crate) fn lines_before(whole: &str, end: &str) -> usize {
    whole[..whole.len() - end.len()].matches('\n').count()
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
    }

    /// S-593: every list has its mark, its delimiter in quotation marks, its lines and what cannot be read of it alike.
    #[test]
    fn s_593_what_stands_before_a_header_and_beyond_it_is_known_in_every_list() {
        let sheet = Sheet::read("sep=;\r\n\"Name; given\";Email\r\n;\r\nAnn;a@b.example;more\r\n");
        let rows: Vec<&Row> = sheet.rows().collect();
        assert_eq!((rows.len(), rows[0].line), (1, 4));
        assert_eq!(sheet.get(rows[0], &["name given"]), "Ann");
        assert_eq!((sheet.faults.len(), sheet.faults[0].line), (1, 4), "{:?}", sheet.faults);
        assert!(!Sheet::read("Order #,Email\n1,a@b.example\n").has(&["order"]));
    }

    #[test]
    fn s_510_what_is_not_asked_for_is_known() {
        let table = Sheet::read_with("A,B,C,B\n1,2,,3\n4,5,,6\n", b',', |name| name);
        assert_eq!(table.get(&table.rows[1], &["a"]), "4");
        assert_eq!((table.rows[0].line, table.rows[1].line), (2, 3));
        assert_eq!(table.unasked(), ["B", "B"]);
    }

    #[test]
    fn s_510_lines_are_those_of_the_file() {
        for text in ["A,B\n1,2\n\n\"x\ny\",4\n5,6", "A,B\r\n1,2\r\n\r\n\"x\r\ny\",4\r\n5,6"] {
            let table = Sheet::read_with(text, b',', |name| name);
            let lines: Vec<usize> = table.rows.iter().map(|row| row.line).collect();
            assert_eq!(lines, [2, 4, 6], "{text:?}");
        }
    }
}
