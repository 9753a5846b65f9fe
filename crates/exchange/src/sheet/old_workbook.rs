//! Workbooks of Excel before 2007 (XLS, BIFF in a compound file) → the rows of their sheets.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xls};

use super::bytes::{long, word};
use super::rows::{CELLS, Held, Rows, number};
use super::shared_texts::lengths;

/// How a compound file begins.
const MAGIC: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The most bytes of such a file: it is not packed, and its sheets have at most 65,536 rows.
const MOST: usize = 64 * 1024 * 1024;
/// Streams of fewer bytes lie in sectors of their own.
const SHORT: u32 = 4096;
/// A file has its book in the format of 1997, the one before, or both. Of more each would be read as large as the whole file.
const MOST_BOOKS: usize = 2;
/// Sectors that end a chain, or belong to none.
const LAST: u32 = 0xffff_fffa;

/// The sheets of a workbook in their order; `None` where the bytes are none, are damaged, or hold more than is read.
pub(super) fn sheets(bytes: &[u8]) -> Option<Vec<Rows>> {
    if !bytes.starts_with(MAGIC)
        || bytes.len() > MOST
        || !streams(bytes)?.iter().all(|stream| is_bounded(stream))
    {
        return None;
    }
    // The reader stops the program at places that only a damaged or a made file has.
    std::panic::catch_unwind(|| book(bytes)).ok()?
}

fn book(bytes: &[u8]) -> Option<Vec<Rows>> {
    let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).ok()?;
    let names = book.sheet_names();
    (!names.is_empty()).then_some(())?;
    // A sheet that holds no cells, such as a chart, is none.
    Some(names.iter().filter_map(|name| rows(&mut book, name)).collect())
}

fn rows(book: &mut Xls<Cursor<&[u8]>>, name: &str) -> Option<Rows> {
    let range = book.worksheet_range(name).ok()?;
    let (top, left) = range.start()?;
    let (top, left) = (usize::try_from(top).ok()?, usize::try_from(left).ok()?);
    let row = |(at, cells): (usize, &[Data])| {
        let blank = std::iter::repeat_n(String::new(), left);
        (top + at + 1, blank.chain(cells.iter().map(text)).collect::<Vec<String>>())
    };
    let filled = |(_, cells): &(usize, Vec<String>)| cells.iter().any(|cell| !cell.is_empty());
    Some(range.rows().enumerate().map(row).filter(filled).collect())
}

/// A cell as its owner reads it.
fn text(value: &Data) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(value) => number(*value),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Data::DateTime(moment) => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        // An error of a formula is no value.
        _ => String::new(),
    }
}

/// The bytes of each stream that may have the workbook, out of the sectors of a compound file; `None` where there is none, or
/// one that is shorter than any program writes it.
fn streams(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let shift = word(bytes, 30)?;
    let size = 1_usize << u32::clamp(shift, 9, 12);
    let sector = |number: u32| {
        let from = usize::try_from(number).ok()?.checked_add(1)?.checked_mul(size)?;
        bytes.get(from..bytes.len().min(from.checked_add(size)?))
    };
    // Where the table of sectors lies: 109 places in the header, and a chain for those of larger files.
    let mut places: Vec<u32> = (0..109).filter_map(|at| long(bytes, 76 + at * 4)).collect();
    let (mut next, mut steps) = (long(bytes, 68)?, 0);
    while next < LAST && steps < bytes.len() / size {
        let inner = sector(next)?;
        places.extend((0..size / 4 - 1).filter_map(|at| long(inner, at * 4)));
        next = long(inner, size - 4)?;
        steps += 1;
    }
    let mut table: Vec<u32> = Vec::new();
    for place in places.into_iter().filter(|place| *place < LAST) {
        table.extend(
            sector(place)?
                .chunks_exact(4)
                .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])),
        );
        if table.len() > bytes.len() {
            return None;
        }
    }
    let chain = |first: u32| {
        let (mut found, mut next) = (Vec::new(), first);
        // A chain is never longer than the file.
        while next < LAST && found.len() <= bytes.len() {
            found.extend_from_slice(sector(next)?);
            next = *table.get(usize::try_from(next).ok()?)?;
        }
        Some(found)
    };
    let folder = chain(long(bytes, 48)?)?;
    let name = |entry: &[u8]| {
        let letters = entry[..64].chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        String::from_utf16_lossy(&letters.take_while(|letter| *letter != 0).collect::<Vec<_>>())
            .to_lowercase()
    };
    let is_book = |entry: &&[u8]| matches!(name(entry).as_str(), "workbook" | "book");
    let books: Vec<&[u8]> = folder.chunks_exact(128).filter(is_book).take(MOST_BOOKS + 1).collect();
    if books.len() > MOST_BOOKS {
        return None;
    }
    let inner = |entry: &[u8]| {
        // What is shorter would lie among the small streams.
        if long(entry, 120)? < SHORT { None } else { chain(long(entry, 116)?) }
    };
    let found = books.into_iter().map(inner).collect::<Option<Vec<Vec<u8>>>>()?;
    (!found.is_empty()).then_some(found)
}

/// The records of a stream from a place on: the kind of each, and what it holds.
fn records(stream: &[u8], from: usize) -> impl Iterator<Item = (u32, &[u8])> {
    let mut at = from;
    std::iter::from_fn(move || {
        let (kind, length) = (word(stream, at)?, usize::try_from(word(stream, at.checked_add(2)?)?).ok()?);
        let body = stream.get(at + 4..at + 4 + length)?;
        at += 4 + length;
        Some((kind, body))
    })
}

/// Records by which a part begins and ends, a sheet is named, and its size is said.
const BEGIN: u32 = 0x0809;
const END: u32 = 0x000a;
const SHEET: u32 = 0x0085;
const SIZE: u32 = 0x0200;
/// Records with the texts that cells share, with what did not fit into the one before, and of a cell with one of those texts.
const SHARED: u32 = 0x00fc;
const MORE: u32 = 0x003c;
const SHARES: u32 = 0x00fd;

/// Whether the sheets have no more cells than are read, those between the first and the last counted: a cell far to the
/// right and one far below make room for all between them. Room is also made for as many as a sheet says it has, and for a text
/// as often as cells share it.
fn is_bounded(stream: &[u8]) -> bool {
    let Some(texts) = shared(stream) else { return false };
    let mut copied = Held::default();
    let globals = records(stream, 0).take_while(|(kind, _)| *kind != END);
    let sheets = globals.filter(|(kind, _)| *kind == SHEET);
    let (mut said, mut held, mut looked) = (0_u64, 0_u64, 0_usize);
    for place in sheets.filter_map(|(_, body)| usize::try_from(long(body, 0)?).ok()) {
        let (mut is_begun, mut depth) = (false, 0_usize);
        let mut corners: Option<[u32; 4]> = None;
        for (kind, body) in records(stream, place) {
            looked += 1;
            match kind {
                // A chart inside a sheet has a beginning and an end of its own.
                BEGIN if is_begun => depth += 1,
                BEGIN => is_begun = true,
                END if depth > 0 => depth -= 1,
                END => break,
                SIZE if depth == 0 => match size(body) {
                    Some(size) => said = said.saturating_add(size),
                    None => return false,
                },
                _ if depth == 0 => corners = with(corners, kind, body),
                _ => {}
            }
            let text =
                long(body, 6).filter(|_| kind == SHARES).and_then(|at| texts.get(usize::try_from(at).ok()?));
            if text
                .is_some_and(|length| copied.add(1, usize::try_from(*length).unwrap_or(usize::MAX)).is_none())
            {
                return false;
            }
        }
        let area = corners.map_or(0, |[top, left, bottom, right]| {
            u64::from(bottom - top + 1) * u64::from(right - left + 1)
        });
        held = held.saturating_add(area);
        // Many sheets may be said to stand at one place.
        if said.max(held) > CELLS as u64 || looked > CELLS {
            return false;
        }
    }
    true
}

/// How long the texts are that cells share, none where there are none; `None` where they cannot be read.
fn shared(stream: &[u8]) -> Option<Vec<u32>> {
    let mut globals = records(stream, 0).take_while(|(kind, _)| *kind != END).peekable();
    let mut found = Vec::new();
    while let Some((kind, body)) = globals.next() {
        if kind == SHARED {
            let more =
                std::iter::from_fn(|| globals.next_if(|(kind, _)| *kind == MORE)).map(|(_, body)| body);
            found = lengths(body, more.collect())?;
        }
    }
    Some(found)
}

/// How many cells a sheet says it has; `None` where it says that it ends before it begins.
fn size(body: &[u8]) -> Option<u64> {
    let [top, bottom, left, right] = if body.len() >= 14 {
        [long(body, 0)?, long(body, 4)?, word(body, 8)?, word(body, 10)?]
    } else {
        [word(body, 0)?, word(body, 2)?, word(body, 4)?, word(body, 6)?]
    };
    let height = u64::from(bottom.checked_sub(top)?) + 1;
    Some(height.saturating_mul(u64::from(right.checked_sub(left)?) + 1))
}

/// The first and the last row and column, with those of one more cell.
fn with(corners: Option<[u32; 4]>, kind: u32, body: &[u8]) -> Option<[u32; 4]> {
    // Blank, number, text, truth, formula, several in a row.
    let is_cell = matches!(
        kind,
        0x0001..=0x0006 | 0x00bd | 0x00be | 0x00d6 | 0x00fd | 0x0201..=0x0206 | 0x027e | 0x0406
    );
    let (Some(row), Some(column), true) = (word(body, 0), word(body, 2), is_cell) else { return corners };
    // Several cells in a row name the last one behind them.
    let several = matches!(kind, 0x00bd | 0x00be);
    let last = if several { word(body, body.len() - 2).unwrap_or(column) } else { column };
    let [top, left, bottom, right] = corners.unwrap_or([row, column, row, column]);
    Some([top.min(row), left.min(column), bottom.max(row), right.max(column).max(last)])
}
