//! Files of the report: put in place whole, and read no further than they may be long.

use std::io::{self, Read, Write};
use std::path::Path;

/// Puts a file of the report in place whole.
pub(super) fn place(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut part = tempfile::Builder::new().tempfile_in(folder)?;
    part.write_all(bytes)?;
    part.persist(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}

/// The bytes of a file of the report; nothing when it is not there or too large.
pub(super) fn read(file: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    crate::folder::open(file).ok()?.take(most + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= most).then_some(bytes)
}
