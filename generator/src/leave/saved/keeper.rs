//! Answers that somebody saved, on their way into the archive.

use std::io::{self, Read, Write};
use std::path::Path;

use reqwest::Url;

use super::super::address::{self, Origin};
use super::super::archive::{Answer, Archive};
use crate::diagnostic::Diagnostic;
use crate::picture::gate;

/// Takes answers into the archive, one at a time.
pub(super) struct Keeper<'a> {
    pub(super) origin: &'a Origin,
    pub(super) archive: &'a Archive,
    pub(super) taken: usize,
    pub(super) faults: Vec<Diagnostic>,
}

impl Keeper<'_> {
    /// Keeps an answer with its body; one that is too large is a fault. What is saved of a later time goes over what is
    /// there.
    pub(super) fn keep(&mut self, from: &Path, mut answer: Answer, mut body: impl Read) -> io::Result<()> {
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

    pub(super) fn fault(&mut self, file: &Path, message: String) {
        let help = "save it again, or leave by asking the site itself";
        self.faults.push(Diagnostic::warning("saved", file, message).help(help));
    }
}
