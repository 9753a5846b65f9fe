//! Spreadsheets in the format of OpenDocument (ODS) → the rows of their sheets.
//!
//! Such a file says of a cell or a row how often it is repeated, up to a whole sheet of them in a few bytes: what is empty is
//! only counted, and what is not is bounded before it is copied.

use std::io::{Cursor, Read};

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

use super::rows::{Held, MOST, Rows, number};

/// What an archive calls itself that holds a spreadsheet, or one to begin others with.
const KIND: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// The sheets of a spreadsheet in their order; `None` where the archive holds something else, is damaged, or holds more than is
/// read.
pub(super) fn sheets(bytes: &[u8]) -> Option<Vec<Rows>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut part = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).ok()?.take(MOST).read_to_string(&mut text).ok()?;
        Some(text)
    };
    part("mimetype")?.starts_with(KIND).then_some(())?;
    let content = part("content.xml")?;
    let mut reader = Reader::from_str(&content);
    reader.config_mut().expand_empty_elements = true;
    let mut book = Book::default();
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => book.start(&tag)?,
            Event::End(tag) => book.end(tag.name().as_ref())?,
            Event::Text(part) => book.text(&part.decode().ok()?),
            Event::CData(part) => book.text(&part.decode().ok()?),
            Event::GeneralRef(part) => match part.resolve_char_ref() {
                Ok(Some(character)) => book.text(character.encode_utf8(&mut [0; 4])),
                _ => book.text(resolve_xml_entity(&part.decode().ok()?).unwrap_or_default()),
            },
            Event::Eof => return (!book.sheets.is_empty()).then_some(book.sheets),
            _ => {}
        }
    }
}

/// What was read of a document, and what stands open.
#[derive(Default)]
struct Book {
    sheets: Vec<Rows>,
    /// The line at which the next row of the last sheet begins, from 1.
    line: usize,
    row: Option<Row>,
    cell: Option<Cell>,
    held: Held,
}

struct Row {
    repeated: usize,
    cells: Vec<String>,
    /// Empty cells after the last one that holds something.
    gap: usize,
}

struct Cell {
    repeated: usize,
    /// What stands for the cell instead of what is shown of it.
    value: Option<String>,
    shown: String,
    /// How many elements are open in the cell.
    depth: usize,
    /// Whether a paragraph of its own is open: those of a comment are not.
    is_in_paragraph: bool,
    paragraphs: usize,
}

impl Book {
    /// `None` where the document holds more than is read.
    fn start(&mut self, tag: &BytesStart<'_>) -> Option<()> {
        let name = tag.name();
        if let Some(cell) = &mut self.cell {
            cell.start(name.as_ref(), tag);
            return Some(());
        }
        match name.as_ref() {
            b"table:table" => {
                self.sheets.push(Vec::new());
                self.line = 1;
            }
            b"table:table-row" if !self.sheets.is_empty() => {
                let repeated = times(tag, "table:number-rows-repeated");
                self.row = Some(Row { repeated, cells: Vec::new(), gap: 0 });
            }
            b"table:table-cell" | b"table:covered-table-cell" if self.row.is_some() => {
                let repeated = times(tag, "table:number-columns-repeated");
                // What a merged cell covers nobody sees.
                let is_seen = name.as_ref() == b"table:table-cell";
                let value = if is_seen { value(tag) } else { Some(String::new()) };
                let shown = String::new();
                self.cell =
                    Some(Cell { repeated, value, shown, depth: 0, is_in_paragraph: false, paragraphs: 0 });
            }
            _ => {}
        }
        Some(())
    }

    /// `None` where the document holds more than is read.
    fn end(&mut self, name: &[u8]) -> Option<()> {
        if let Some(cell) = self.cell.as_mut().filter(|cell| cell.depth > 0) {
            cell.depth -= 1;
            cell.is_in_paragraph &= cell.depth > 0;
            return Some(());
        }
        if let Some(cell) = self.cell.take() {
            return self.put(cell);
        }
        match name {
            b"table:table-row" => {
                let row = self.row.take()?;
                let (bytes, again) =
                    (row.cells.iter().map(String::len).sum::<usize>(), row.repeated.max(1) - 1);
                self.held.add(row.cells.len().checked_mul(again)?, bytes.checked_mul(again)?)?;
                if !row.cells.is_empty() {
                    let lines = self.line..self.line.checked_add(row.repeated)?;
                    self.sheets.last_mut()?.extend(lines.map(|line| (line, row.cells.clone())));
                }
                self.line = self.line.checked_add(row.repeated)?;
            }
            b"table:table" => self.row = None,
            _ => {}
        }
        Some(())
    }

    fn put(&mut self, cell: Cell) -> Option<()> {
        let text = cell.value.unwrap_or(cell.shown);
        let gap = self.row.as_ref()?.gap;
        if text.is_empty() {
            self.row.as_mut()?.gap = gap.checked_add(cell.repeated)?;
            return Some(());
        }
        self.held.add(gap.checked_add(cell.repeated)?, text.len().checked_mul(cell.repeated)?)?;
        let row = self.row.as_mut()?;
        row.cells.resize(row.cells.len() + gap, String::new());
        row.cells.resize(row.cells.len() + cell.repeated, text);
        row.gap = 0;
        Some(())
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = self.cell.as_mut().filter(|cell| cell.is_in_paragraph) {
            cell.add(text);
        }
    }
}

impl Cell {
    fn start(&mut self, name: &[u8], tag: &BytesStart<'_>) {
        self.depth += 1;
        match name {
            b"text:p" if self.depth == 1 => {
                if self.paragraphs > 0 {
                    self.shown.push('\n');
                }
                self.paragraphs += 1;
                self.is_in_paragraph = true;
            }
            b"text:s" if self.is_in_paragraph => {
                self.shown.extend(std::iter::repeat_n(' ', times(tag, "text:c").min(100)));
            }
            b"text:tab" if self.is_in_paragraph => self.shown.push('\t'),
            b"text:line-break" if self.is_in_paragraph => self.shown.push('\n'),
            _ => {}
        }
    }

    /// Blanks stay as they are: more than one should be an element of its own, and table programs write them out all the same.
    fn add(&mut self, text: &str) {
        self.shown.extend(text.chars().map(|character| match character {
            '\n' | '\r' | '\t' => ' ',
            other => other,
        }));
    }
}

/// How often something is there.
fn times(tag: &BytesStart<'_>, name: &str) -> usize {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// What a cell is by its type; `None` where it is what it shows.
fn value(tag: &BytesStart<'_>) -> Option<String> {
    if attribute(tag, "calcext:value-type").as_deref() == Some("error") {
        // An error of a formula is no value.
        return Some(String::new());
    }
    match attribute(tag, "office:value-type")?.as_str() {
        "float" | "currency" | "percentage" => {
            let written = attribute(tag, "office:value")?;
            Some(written.parse().map_or(written, number))
        }
        "boolean" => {
            let is_true = attribute(tag, "office:boolean-value")? == "true";
            Some(if is_true { "yes" } else { "no" }.to_owned())
        }
        "date" => attribute(tag, "office:date-value").map(|date| date.chars().take(10).collect()),
        "string" => attribute(tag, "office:string-value"),
        _ => None,
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == name.as_bytes())?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}
