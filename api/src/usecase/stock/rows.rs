//! The lines of a table of counts and changes: `sku`, `count` or `change`, `reason`, and if need be `product`, `location`
//! and `note`.

use super::adjust::{LONGEST_NOTE, Requested, StockCause};
use crate::error::ApiError;
use csv::{ReaderBuilder, StringRecord};
use loggia_exchange::sheet::as_written;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most lines a table may have.
const MOST_LINES: usize = 5_000;
/// The most faults that are told.
const MOST_FAULTS: usize = 100;
/// What programs put between cells.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A fault of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableFault {
    /// The line, from 1: that of the names of the columns.
    pub line: u64,
    /// The name of the column; "" for the whole line.
    pub column: String,
    /// A word for programs.
    pub code: String,
    /// What is wrong.
    pub message: String,
}

/// One line that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The line, from 1.
    pub number: u64,
    /// The product; "" when the SKU says enough.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The name or id of the location; "" for the first.
    pub location: String,
    /// What is to become of its count.
    pub requested: Requested,
    /// Why.
    pub cause: StockCause,
    /// In words.
    pub note: String,
}

impl Line {
    /// A fault of this line.
    pub(super) fn fault(&self, column: &str, code: &str, message: &str) -> TableFault {
        fault(self.number, column, code, message)
    }

    /// The column that says what is to become of the count.
    pub(super) const fn column(&self) -> &'static str {
        match self.requested {
            Requested::Change(_) => "change",
            Requested::Count(_) => "count",
        }
    }
}

fn fault(line: u64, column: &str, code: &str, message: &str) -> TableFault {
    TableFault { line, column: column.into(), code: code.into(), message: message.into() }
}

/// Where each column stands.
struct Columns {
    product: Option<usize>,
    sku: usize,
    location: Option<usize>,
    count: Option<usize>,
    change: Option<usize>,
    reason: Option<usize>,
    note: Option<usize>,
}

impl Columns {
    fn of(header: &StringRecord) -> Option<Self> {
        let at = |name: &str| {
            header
                .iter()
                .position(|cell| cell.trim().trim_start_matches('\u{feff}').eq_ignore_ascii_case(name))
        };
        let (count, change) = (at("count"), at("change"));
        let sku = at("sku")?;
        if count.is_none() && change.is_none() {
            return None;
        }
        let location = at("location");
        Some(Columns {
            product: at("product"),
            sku,
            location,
            count,
            change,
            reason: at("reason"),
            note: at("note"),
        })
    }
}

/// The lines of a table that say something, and the faults of those that cannot be read.
///
/// # Errors
/// `malformed-table` without the columns; `table-too-long`.
pub(super) fn read(text: &str) -> Result<(Vec<Line>, Vec<TableFault>), ApiError> {
    let found = DELIMITERS.into_iter().find_map(|delimiter| columns(text, delimiter));
    let (delimiter, columns) = found.ok_or_else(|| {
        ApiError::bad_request(
            "malformed-table",
            "The first line must name the columns: sku, count or change, reason.",
        )
    })?;
    let mut reader = ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    let mut places = loggia_exchange::sheet::Lines::of(text);
    for (index, record) in reader.records().enumerate() {
        if index >= MOST_LINES {
            return Err(ApiError::bad_request(
                "table-too-long",
                "A table may have 5,000 lines. Please part it.",
            ));
        }
        let record =
            record.map_err(|_| ApiError::bad_request("malformed-table", "The table cannot be read."))?;
        let number = record.position().map_or(0, |at| places.at(at.byte()) as u64);
        match line(number, &record, &columns) {
            Ok(line) => lines.extend(line),
            Err(one) if faults.len() < MOST_FAULTS => faults.push(one),
            Err(_) => {}
        }
    }
    Ok((lines, faults))
}

fn columns(text: &str, delimiter: u8) -> Option<(u8, Columns)> {
    let mut reader = ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    Some((delimiter, Columns::of(reader.headers().ok()?)?))
}

fn line(number: u64, record: &StringRecord, columns: &Columns) -> Result<Option<Line>, TableFault> {
    let cell = |at: Option<usize>| as_written(at.and_then(|at| record.get(at)).unwrap_or_default().trim());
    let (count, change) = (cell(columns.count), cell(columns.change));
    let requested = match (&*count, &*change) {
        ("", "") => return Ok(None),
        (count, "") => Requested::Count(whole(number, "count", count)?),
        ("", change) => Requested::Change(whole(number, "change", change)?),
        _ => return Err(fault(number, "change", "count-and-change", "Say either a count or a change.")),
    };
    let sku = cell(Some(columns.sku));
    if sku.is_empty() || sku.contains('\0') {
        return Err(fault(number, "sku", "sku-missing", "The SKU is missing."));
    }
    let cause = match (&*cell(columns.reason), requested) {
        ("", Requested::Count(_)) => Some(StockCause::Counted),
        (word, _) => StockCause::of(word),
    };
    let cause = cause.ok_or_else(|| {
        let message = "Say why: received, counted, damaged, returned, correction or other.";
        fault(number, "reason", "reason-unknown", message)
    })?;
    let note = cell(columns.note);
    if note.chars().count() > LONGEST_NOTE || note.contains('\0') {
        return Err(fault(number, "note", "note-too-long", "A note may have 500 characters."));
    }
    if cause == StockCause::Other && note.is_empty() {
        return Err(fault(number, "note", "reason-missing", "Say in the note what the reason is."));
    }
    let item_id = cell(columns.product).replace('\0', "");
    let (sku, location, note) = (sku.into_owned(), cell(columns.location).into_owned(), note.into_owned());
    Ok(Some(Line { number, item_id, sku, location, requested, cause, note }))
}

fn whole(number: u64, column: &str, cell: &str) -> Result<i64, TableFault> {
    let plain = cell.replace('\u{2212}', "-");
    plain.parse().map_err(|_| fault(number, column, "malformed-number", "That is no whole number."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_904_lines_are_read_with_their_numbers_whatever_the_program_wrote() {
        let comma =
            "sku,count,change,reason\r\nA,5,,\r\n\"B\nC\",,+3,Received\r\nD,,,\r\n'-E,,-2,damaged\r\n";
        for text in
            [comma.to_owned(), comma.replace(',', ";"), format!("\u{feff}{}", comma.replace(',', "\t"))]
        {
            let (lines, faults) = read(&text).unwrap();
            let found: Vec<_> = lines
                .iter()
                .map(|line| (line.number, line.sku.as_str(), line.requested, line.cause))
                .collect();
            assert_eq!(
                found,
                [
                    (2, "A", Requested::Count(5), StockCause::Counted),
                    (3, "B\nC", Requested::Change(3), StockCause::Received),
                    (6, "-E", Requested::Change(-2), StockCause::Damaged),
                ]
            );
            assert_eq!(faults, []);
        }
    }

    #[test]
    fn s_904_each_fault_has_its_line_and_column() {
        let text = "sku,count,change,reason,note\n,5,,,\nA,x,,,\nA,,1.5,received,\nA,1,1,,\nA,,1,,\nA,,1,stolen,\nA,,1,other,\n";
        let (lines, faults) = read(text).unwrap();
        assert_eq!(lines, []);
        let found: Vec<_> =
            faults.iter().map(|one| (one.line, one.column.as_str(), one.code.as_str())).collect();
        assert_eq!(
            found,
            [
                (2, "sku", "sku-missing"),
                (3, "count", "malformed-number"),
                (4, "change", "malformed-number"),
                (5, "change", "count-and-change"),
                (6, "reason", "reason-unknown"),
                (7, "reason", "reason-unknown"),
                (8, "note", "reason-missing"),
            ]
        );
        assert!(read("name,price\nA,1\n").is_err() && read("").is_err());
    }
}
