//! What somebody saved of a site already: a folder of `wget --mirror`, a HAR file of a browser, a WARC file. It goes into
//! the archive as if it had been asked for, so that nobody needs the network twice.

mod har;
mod message;
mod warc;
mod wget;

use std::io::{self, Read, Write};
use std::path::Path;

use reqwest::Url;

use super::address::{self, Origin};
use super::archive::{Answer, Archive};
use crate::diagnostic::Diagnostic;
use crate::picture::gate;

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

/// Takes answers into the archive, one at a time.
struct Keeper<'a> {
    origin: &'a Origin,
    archive: &'a Archive,
    taken: usize,
    faults: Vec<Diagnostic>,
}

impl Keeper<'_> {
    /// Keeps an answer with its body; one that is too large is a fault. What is saved of a later time goes over what is
    /// there.
    fn keep(&mut self, from: &Path, mut answer: Answer, mut body: impl Read) -> io::Result<()> {
        let Some(url) = Url::parse(&answer.url).ok().and_then(|url| self.spelled(&url, &answer)) else {
            return Ok(());
        };
        answer.url = url.to_string();
        if answer.status == 200 {
            let mut incoming = self.archive.incoming()?;
            let mut piece = vec![0; 64 << 10];
            loop {
                let read = match body.read(&mut piece) {
                    Ok(0) => break,
                    Ok(read) => read,
                    Err(error) => {
                        self.fault(from, format!("{} cannot be read: {error}.", answer.url));
                        return Ok(());
                    }
                };
                if incoming.size() + read as u64 > gate::LARGEST_FILE {
                    self.fault(
                        from,
                        format!("{} has more than {} MB.", answer.url, gate::LARGEST_FILE >> 20),
                    );
                    return Ok(());
                }
                incoming.write_all(&piece[..read])?;
            }
            let (digest, size) = incoming.keep()?;
            (answer.body, answer.size) = (Some(digest), size);
        }
        self.taken += 1;
        self.archive.put(answer)
    }

    /// The address as a walk would ask for it.
    fn spelled(&self, url: &Url, answer: &Answer) -> Option<Url> {
        if !self.origin.is_own(url) {
            return address::file(url, url.as_str());
        }
        let format =
            url.query_pairs().find(|(name, _)| name == "format").map(|(_, value)| value.into_owned());
        let page = self.origin.page(url, url.as_str());
        match format.as_deref() {
            Some("json" | "json-pretty") => page.map(|page| address::format(&page, "json")),
            Some("rss") => page.map(|page| address::format(&page, "rss")),
            _ if answer.is_html() || answer.is_redirect() || url.query().is_none() => page,
            _ => address::file(url, url.as_str()),
        }
    }

    fn fault(&mut self, file: &Path, message: String) {
        let help = "save it again, or leave by asking the site itself";
        self.faults.push(Diagnostic::warning("saved", file, message).help(help));
    }
}
