//! Files out of an archive (ZIP), each read whole and never beyond a bound.

use std::io::Read as _;

use flate2::read::DeflateDecoder;

/// The most bytes of one file.
const MOST: u64 = 256 * 1024 * 1024;
/// What the list at the end of an archive begins with, one entry of it, and a file.
const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const FILE: &[u8] = b"PK\x03\x04";

/// An archive whose list of files was read.
pub(crate) struct Archive<'b> {
    bytes: &'b [u8],
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    is_packed: bool,
    length: usize,
    at: usize,
}

impl<'b> Archive<'b> {
    /// Reads the list; `None` where the bytes are no archive.
    pub(crate) fn of(bytes: &'b [u8]) -> Option<Archive<'b>> {
        if !bytes.starts_with(FILE) {
            return None;
        }
        // A remark of up to 65,535 bytes may stand behind the end.
        let from = bytes.len().saturating_sub(65_557);
        let end = from + bytes[from..].windows(END.len()).rposition(|window| window == END)?;
        let count = short(bytes, end + 10)?;
        let mut at = long(bytes, end + 16)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            if bytes.get(at..at + 4)? != ENTRY {
                return None;
            }
            let (method, length) = (short(bytes, at + 10)?, long(bytes, at + 20)?);
            let lengths = [28, 30, 32].map(|place| short(bytes, at + place));
            let [Some(name), Some(extra), Some(remark)] = lengths else { return None };
            let own = bytes.get(at + 46..at + 46 + name)?;
            if matches!(method, 0 | 8) {
                let name = String::from_utf8_lossy(own).into_owned();
                entries.push(Entry { name, is_packed: method == 8, length, at: long(bytes, at + 42)? });
            }
            at += 46 + name + extra + remark;
        }
        Some(Archive { bytes, entries })
    }

    /// The names of its files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// A file as text; `None` where it is not there, is damaged, or is larger than can be read.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        if self.bytes.get(entry.at..entry.at + 4)? != FILE {
            return None;
        }
        let begin = entry.at + 30 + short(self.bytes, entry.at + 26)? + short(self.bytes, entry.at + 28)?;
        let packed = self.bytes.get(begin..begin.checked_add(entry.length)?)?;
        let mut out = Vec::new();
        if entry.is_packed {
            DeflateDecoder::new(packed).take(MOST + 1).read_to_end(&mut out).ok()?;
        } else {
            out.extend_from_slice(packed);
        }
        (out.len() as u64 <= MOST).then(|| String::from_utf8_lossy(&out).into_owned())
    }
}

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let two: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(usize::from(u16::from_le_bytes(two)))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}
