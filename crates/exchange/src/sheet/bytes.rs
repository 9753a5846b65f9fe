//! Numbers in the bytes of old files, the smallest byte first.

/// A number of two bytes.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 2).map(|two| u32::from(u16::from_le_bytes([two[0], two[1]])))
}

/// A number of four bytes.
pub(super) fn long(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}
