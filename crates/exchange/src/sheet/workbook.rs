//! Workbooks (XLSX) → the rows of their sheets.

use rust_decimal::Decimal;

use crate::archive::Archive;
use crate::posts::xml::{self, Element};

/// Digits that a table program counts with; what stands behind them is noise.
const DIGITS: u32 = 15;
/// The most columns of a sheet.
const COLUMNS: usize = 16_384;

/// The rows of a sheet, each with its line and its cells as text.
pub(crate) type Rows = Vec<(usize, Vec<String>)>;

/// The sheets of a workbook in their order; `None` where the bytes are none.
pub(crate) fn sheets(bytes: &[u8]) -> Option<Vec<Rows>> {
    let archive = Archive::of(bytes)?;
    let number = |name: &str| {
        let inner = name.strip_prefix("xl/worksheets/sheet")?.strip_suffix(".xml")?;
        inner.parse::<usize>().ok()
    };
    let mut names: Vec<(usize, String)> =
        archive.names().filter_map(|name| Some((number(name)?, name.to_owned()))).collect();
    names.sort();
    if names.is_empty() {
        return None;
    }
    let mut shared: Vec<String> = Vec::new();
    if let Some(text) = archive.text("xl/sharedStrings.xml") {
        // What stands behind damage is missed below, where a cell names it.
        let _ = xml::elements(&text, 1, |element| shared.push(words(&element)));
    }
    let mut sheets = Vec::new();
    for (_, name) in names {
        let mut rows: Rows = Vec::new();
        let text = archive.text(&name)?;
        let done = xml::elements(&text, 2, |element| {
            if element.name == "row" {
                let line = element.attribute("r").parse().unwrap_or(rows.len() + 1);
                rows.push((line, cells(&element, &shared)));
            }
        });
        done.ok()?;
        sheets.push(rows);
    }
    Some(sheets)
}

fn cells(row: &Element, shared: &[String]) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for cell in row.children.iter().filter(|child| child.name == "c") {
        let at = column(cell.attribute("r")).unwrap_or(cells.len());
        if at >= COLUMNS {
            continue;
        }
        cells.resize(cells.len().max(at + 1), String::new());
        let value = cell.text_of("v");
        cells[at] = match cell.attribute("t") {
            "s" => value.parse::<usize>().ok().and_then(|at| shared.get(at)).cloned().unwrap_or_default(),
            "inlineStr" => cell.child("is").map(words).unwrap_or_default(),
            "b" => if value == "1" { "yes" } else { "no" }.to_owned(),
            "str" => value.to_owned(),
            // An error of a formula is no value.
            "e" => String::new(),
            _ => number(value),
        };
    }
    cells
}

/// `BC12` is the column 54, counted from 0.
fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_uppercase);
    let at = letters.fold(0_usize, |at, letter| at.saturating_mul(26) + usize::from(letter - b'A') + 1);
    at.checked_sub(1)
}

/// A number as a person reads it: `19.989999999999998` is 19.99.
fn number(text: &str) -> String {
    let read = Decimal::from_str_exact(text).or_else(|_| Decimal::from_scientific(text));
    let read = read.ok().or_else(|| text.get(..28).and_then(|start| start.parse().ok()));
    read.and_then(|value| value.round_sf(DIGITS))
        .map_or_else(|| text.to_owned(), |value| value.normalize().to_string())
}

/// All words of an element; how a word is pronounced (`rPh`) is none.
fn words(element: &Element) -> String {
    let inner = element.children.iter().filter(|child| child.name != "rPh").map(words);
    if element.name == "t" { element.text.clone() } else { inner.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_335_numbers_of_a_workbook_are_those_that_a_person_sees() {
        for (text, expected) in [
            ("19.989999999999998", "19.99"),
            ("4.006381333931E12", "4006381333931"),
            ("12", "12"),
            ("x", "x"),
        ] {
            assert_eq!(number(text), expected);
        }
        assert_eq!((column("A1"), column("Z9"), column("AA10")), (Some(0), Some(25), Some(26)));
    }
}
