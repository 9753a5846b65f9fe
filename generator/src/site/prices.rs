//! `price-history.json`: which prices the shop asked, as its builds wrote them down. Without the file nothing is known.

use std::fs;
use std::io;
use std::path::Path;

use loggia_commerce::{PRICE_HISTORY_FILE, PriceHistory};

use crate::diagnostic::Diagnostic;

/// What is known of earlier prices; a file that cannot be read is a fault, for a build would write over it.
pub(super) fn read(root: &Path, faults: &mut Vec<Diagnostic>) -> PriceHistory {
    let text = match crate::folder::read_to_string(root.join(PRICE_HISTORY_FILE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return PriceHistory::default(),
        Err(error) => {
            faults.push(unreadable(&error.to_string()));
            return PriceHistory::default();
        }
    };
    PriceHistory::read(text.trim_start_matches('\u{feff}')).unwrap_or_else(|why| {
        faults.push(unreadable(&why));
        PriceHistory::default()
    })
}

fn unreadable(why: &str) -> Diagnostic {
    let message = format!("The prices of before cannot be read: {why}.");
    let help = "take the file back from your last version of the site; see docs/owners/law.md";
    Diagnostic::error("price-history", PRICE_HISTORY_FILE, message).help(help)
}

/// Writes the file whole: it is the old one or the new one, whatever happens meanwhile.
///
/// # Errors
/// When the machine refuses, or a link stands in its place.
pub fn write(root: &Path, text: &str) -> io::Result<()> {
    let file = root.join(PRICE_HISTORY_FILE);
    if fs::symlink_metadata(&file).is_ok_and(|found| !found.is_file()) {
        let message = format!("{} is no file", file.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let own = crate::folder::own(root, "")?;
    fs::create_dir_all(&own)?;
    let fresh = crate::folder::own(root, &format!("{PRICE_HISTORY_FILE}.new"))?;
    fs::write(&fresh, text)?;
    fs::rename(fresh, file)
}
