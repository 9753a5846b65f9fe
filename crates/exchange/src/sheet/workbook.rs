//! Workbooks (XLSX, ODS, XLS, and tables under their name) → the rows of their sheets.

use std::io::{Cursor, Read, copy, sink};

use calamine::{DataRef, Reader as _, Xlsx};
use zip::ZipArchive;

use super::rows::{Held, MOST, MOST_IN_ALL, Rows, number};
use super::{markup, old_workbook, open_document};

/// The sheets of a workbook in their order; `None` where the bytes are none, are damaged, or hold more than is read.
pub(crate) fn sheets(bytes: &[u8]) -> Option<Vec<Rows>> {
    if let Some(sheets) = old_workbook::sheets(bytes).or_else(|| markup::sheets(bytes)) {
        return Some(sheets);
    }
    if !bytes.starts_with(b"PK\x03\x04") || !is_bounded(bytes, (MOST, MOST_IN_ALL))? {
        return None;
    }
    if let Some(sheets) = open_document::sheets(bytes) {
        return Some(sheets);
    }
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).ok()?;
    let names = book.sheet_names();
    (!names.is_empty()).then_some(())?;
    let mut held = Held::default();
    names.iter().map(|name| rows(&mut book, name, &mut held)).collect()
}

/// Whether each part, and all of them together, are within their bounds, whatever the archive says of them.
fn is_bounded(bytes: &[u8], (most, mut left): (u64, u64)) -> Option<bool> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    for at in 0..archive.len() {
        let part = archive.by_index(at).ok()?;
        let bound = most.min(left);
        let read = copy(&mut part.take(bound + 1), &mut sink()).ok()?;
        if read > bound {
            return Some(false);
        }
        left -= read;
    }
    Some(true)
}

fn rows(book: &mut Xlsx<Cursor<&[u8]>>, name: &str, held: &mut Held) -> Option<Rows> {
    let mut reader = book.worksheet_cells_reader(name).ok()?;
    let mut rows: Rows = Vec::new();
    while let Some(cell) = reader.next_cell().ok()? {
        let (row, column) = cell.get_position();
        let (line, at) = (usize::try_from(row).ok()? + 1, usize::try_from(column).ok()?);
        if rows.last().is_none_or(|(last, _)| *last != line) {
            rows.push((line, Vec::new()));
        }
        let (_, cells) = rows.last_mut()?;
        let missing = (at + 1).saturating_sub(cells.len());
        held.add(missing, length(cell.get_value()))?;
        cells.resize(cells.len() + missing, String::new());
        cells[at] = text(cell.get_value());
    }
    Some(rows)
}

/// How long the text of a cell is: one that many cells share stands in the archive once.
fn length(value: &DataRef<'_>) -> usize {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.len(),
        DataRef::SharedString(text) => text.len(),
        // A number, a day or a word of a few letters.
        _ => 0,
    }
}

/// A cell as its owner reads it.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(value) => number(*value),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        DataRef::DateTime(moment) => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        // An error of a formula is no value.
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_bounded;
    use std::io::{Cursor, Write};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    #[test]
    fn s_984_parts_are_bounded_one_by_one_and_together() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for number in 0..10 {
            archive.start_file(number.to_string(), SimpleFileOptions::default()).unwrap();
            archive.write_all(&[0; 1000]).unwrap();
        }
        let bytes = archive.finish().unwrap().into_inner();
        assert_eq!(is_bounded(&bytes, (1000, 10_000)), Some(true));
        assert_eq!(is_bounded(&bytes, (999, 10_000)), Some(false));
        assert_eq!(
            is_bounded(&bytes, (1000, 9_999)),
            Some(false),
            "each is within its bound, and all are not"
        );
    }
}
