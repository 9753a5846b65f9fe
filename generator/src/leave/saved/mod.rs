//! What somebody saved of a site already: a folder of `wget --mirror`, a HAR file of a browser, a WARC file. It goes into
//! the archive as if it had been asked for, so that nobody needs the network twice.

mod har;
mod keeper;
mod message;
mod warc;
mod wget;

use std::io;
use std::path::Path;

use super::address::Origin;
use super::archive::Archive;
use crate::diagnostic::Diagnostic;
use keeper::Keeper;

/// Puts what was saved into the archive; how many answers were taken, and what could not be read.
///
/// # Errors
/// When the machine refuses.
pub fn take(path: &Path, origin: &Origin, archive: &Archive) -> io::Result<(usize, Vec<Diagnostic>)> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let mut keeper = Keeper { origin, archive, taken: 0, faults: Vec::new() };
    if path.is_dir() {
        wget::read(path, origin, &mut keeper)?;
    } else if name.ends_with(".har") {
        har::read(path, &mut keeper)?;
    } else if [".warc", ".warc.gz"].iter().any(|ending| name.ends_with(ending)) {
        warc::read(path, &mut keeper)?;
    } else {
        let fault = Diagnostic::error("saved", path, "This is nothing that was saved of a site.");
        let help = "give a folder of wget --mirror, a .har file, or a .warc or .warc.gz file";
        keeper.faults.push(fault.help(help));
    }
    Ok((keeper.taken, keeper.faults))
}
