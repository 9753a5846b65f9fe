//! Where a picture that is brought from elsewhere lies: at a name made of its address, so that the next import finds it again
//! and no other address has it.

use std::path::Path;

use super::draft::{cut, file_name};
use crate::manifest::Digest;

/// The endings of pictures, without that of the first name of a kind.
pub(super) const ENDINGS: [&str; 5] = ["jpg", "png", "gif", "webp", "svg"];
/// The longest part of a name that the address says, in bytes.
const NAME: usize = 80;

/// The file of a picture at an address, without its ending.
#[must_use]
pub fn stem(address: &str) -> String {
    format!("files/imported/{}-{}", name(address), Digest::of(address.as_bytes()).short())
}

/// The file that an earlier import brought from an address; nothing when none did.
#[must_use]
pub fn known(site: &Path, address: &str) -> Option<String> {
    there(site, &stem(address))
}

/// The file of a picture by its name without the ending.
pub(super) fn there(site: &Path, stem: &str) -> Option<String> {
    ENDINGS.iter().map(|ending| format!("{stem}.{ending}")).find(|path| site.join(path).is_file())
}

/// What the last part of an address says, as the name of a file.
pub(super) fn name(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = crate::asset::percent_decoded(last).unwrap_or_else(|| last.to_owned());
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stem = file_name(&stem.replace('+', " "));
    let stem = cut(&stem, NAME);
    if stem.is_empty() { "picture".to_owned() } else { stem.to_owned() }
}
