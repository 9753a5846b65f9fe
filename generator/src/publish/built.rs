//! Files as they were built.

use std::path::Path;

use super::error::PublishError;
use crate::manifest::Entry;

/// The bytes of a file of the output, which must be those that were built.
pub(super) fn read_as_built(file: &Path, entry: Entry) -> Result<Vec<u8>, PublishError> {
    let bytes = crate::folder::read(file).map_err(|source| PublishError::Io {
        doing: "read",
        path: file.to_path_buf(),
        source,
    })?;
    match Entry::of(&bytes) == entry {
        true => Ok(bytes),
        false => Err(PublishError::Changed(file.to_path_buf())),
    }
}
