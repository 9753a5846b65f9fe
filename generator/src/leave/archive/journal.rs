//! The journal of an archive: one line an answer, only ever added to.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A longer line was not written by this program.
const LONGEST: u64 = 64 << 10;

/// A line of the journal. Times are milliseconds since 1970 (UTC).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// A run begins.
    Begin {
        /// When.
        at: i64,
    },
    /// An answer came, or none did.
    Answer(Answer),
    /// The address says what it said before (304).
    Same {
        /// The address.
        url: String,
        /// When.
        at: i64,
    },
    /// The run has ended.
    End {
        /// When.
        at: i64,
    },
}

/// What an address answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The address that was asked.
    pub url: String,
    /// The status; 0 when no answer came.
    pub status: u16,
    /// `Content-Type`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// `ETag`, as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// `Last-Modified`, as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// `Location`, as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// `X-Robots-Tag`, as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robots: Option<String>,
    /// The digest of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// How many bytes the body has.
    #[serde(default)]
    pub size: u64,
    /// Why there is no answer, or none that is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// When it came, milliseconds since 1970 (UTC).
    pub at: i64,
}

impl Answer {
    /// An answer of an address at a time, to be filled in.
    #[must_use]
    pub fn of(url: &str, at: i64) -> Answer {
        Answer { url: url.to_owned(), at, ..Answer::default() }
    }

    /// Whether its body is a page.
    #[must_use]
    pub fn is_html(&self) -> bool {
        self.kind.starts_with("text/html") || self.kind.starts_with("application/xhtml")
    }

    /// Whether it leads elsewhere.
    #[must_use]
    pub fn is_redirect(&self) -> bool {
        matches!(self.status, 301 | 302 | 303 | 307 | 308)
    }
}

/// The file, open at its end.
pub(super) struct Journal(File);

impl Journal {
    /// Opens a journal and tells every line of it; what stands behind the last whole line is taken away.
    pub(super) fn open(path: &Path, mut tell: impl FnMut(Line)) -> io::Result<Journal> {
        let file = File::options().create(true).append(true).open(path)?;
        // It is let go with the program, however that ends.
        file.try_lock().map_err(|_| io::Error::other("another run goes through this site at this moment"))?;
        let mut whole = 0;
        {
            let mut reader = BufReader::new(crate::folder::open(path)?);
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                let read = io::Read::take(&mut reader, LONGEST).read_until(b'\n', &mut bytes)?;
                if !bytes.ends_with(b"\n") {
                    break;
                }
                whole += read as u64;
                if let Ok(line) = serde_json::from_slice(&bytes) {
                    tell(line);
                }
            }
        }
        file.set_len(whole)?;
        Ok(Journal(file))
    }

    /// Adds a line, in one call.
    pub(super) fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        if text.len() as u64 > LONGEST {
            return Err(io::Error::other("an answer has more than 64 KiB of headers"));
        }
        self.0.write_all(&text)
    }
}
