//! What was fetched of a site, kept beside the new one: a journal that only grows, and the bodies by what they say.
//!
//! Layout below `.loggia/leave/<host>/`:
//! - `journal.jsonl`: one [`Line`] of JSON for each answer, in the order in which they came. A line that was cut off by the
//!   end of the program is taken away when the archive is opened again.
//! - `bodies/ab/<digest>.gz`: each body once, by the BLAKE3 digest of its bytes, put in place whole. A body goes before the
//!   line that names it.
//! - `parts/`: bodies on their way; what lies there at the beginning belongs to nobody.

mod body;
mod journal;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use body::{Body, Incoming};
use journal::Journal;
pub use journal::{Answer, Line};

/// What is known of the addresses of a site.
#[derive(Debug, Default)]
struct Known {
    answers: BTreeMap<String, Answer>,
    /// The addresses that were answered since the run began.
    fresh: BTreeSet<String>,
    /// Whether a run was begun that did not end.
    unfinished: bool,
}

impl Known {
    fn take(&mut self, line: Line) {
        match line {
            Line::Begin { .. } => {
                self.fresh.clear();
                self.unfinished = true;
            }
            Line::End { .. } => self.unfinished = false,
            Line::Same { url, .. } => {
                self.fresh.insert(url);
            }
            Line::Answer(answer) => {
                // What did not come is asked again when a run goes on, and does not hide what came before.
                if answer.status > 0 {
                    self.fresh.insert(answer.url.clone());
                }
                let is_worse = answer.status == 0 || answer.status == 429 || answer.status >= 500;
                if !(is_worse && self.answers.get(&answer.url).is_some_and(|known| known.status == 200)) {
                    self.answers.insert(answer.url.clone(), answer);
                }
            }
        }
    }
}

/// The archive of a site.
pub struct Archive {
    folder: PathBuf,
    known: Mutex<Known>,
    journal: Mutex<Journal>,
}

impl Archive {
    /// Opens the archive of a host below a site's folder, or makes it. A run that did not end goes on; otherwise a new one
    /// begins.
    ///
    /// # Errors
    /// When the machine refuses, or a link stands on the way.
    pub fn open(site: &Path, host: &str, now: i64) -> io::Result<Archive> {
        let archive = Archive::look_into(site, host)?;
        if !archive.known().unfinished {
            archive.write(Line::Begin { at: now })?;
        }
        Ok(archive)
    }

    /// Opens the archive to look something up: no run begins.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn look_into(site: &Path, host: &str) -> io::Result<Archive> {
        let inside = format!("leave/{}", crate::plan::slug(host));
        for part in ["bodies", "parts", "journal.jsonl"] {
            crate::folder::own(site, &format!("{inside}/{part}"))?;
        }
        let folder = crate::folder::own(site, &inside)?;
        let parts = folder.join("parts");
        if parts.exists() {
            std::fs::remove_dir_all(&parts)?;
        }
        std::fs::create_dir_all(&parts)?;
        std::fs::create_dir_all(folder.join("bodies"))?;
        let mut known = Known::default();
        let journal = Journal::open(&folder.join("journal.jsonl"), |line| known.take(line))?;
        Ok(Archive { folder, known: Mutex::new(known), journal: Mutex::new(journal) })
    }

    /// Whether anything of a host was kept below a site's folder.
    #[must_use]
    pub fn is_there(site: &Path, host: &str) -> bool {
        let inside = format!("leave/{}/journal.jsonl", crate::plan::slug(host));
        crate::folder::own(site, &inside).is_ok_and(|journal| journal.is_file())
    }

    /// Ends the run: the next one asks again for what may have changed.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn end(&self, now: i64) -> io::Result<()> {
        self.write(Line::End { at: now })
    }

    /// The last answer of an address. A mirror does not say by which of the two schemes a file came.
    #[must_use]
    pub fn get(&self, url: &str) -> Option<Answer> {
        let known = self.known();
        let other = || match url.split_once("://")? {
            ("http", rest) => known.answers.get(&format!("https://{rest}")),
            (_, rest) => known.answers.get(&format!("http://{rest}")),
        };
        known.answers.get(url).or_else(other).cloned()
    }

    /// Whether the address was answered since the run began.
    #[must_use]
    pub fn is_fresh(&self, url: &str) -> bool {
        self.known().fresh.contains(url)
    }

    /// Every address with its last answer, in order of address.
    #[must_use]
    pub fn answers(&self) -> Vec<Answer> {
        self.known().answers.values().cloned().collect()
    }

    /// Writes an answer down.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn put(&self, answer: Answer) -> io::Result<()> {
        self.write(Line::Answer(answer))
    }

    /// Writes down that an address says what it said before.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn same(&self, url: &str, now: i64) -> io::Result<()> {
        self.write(Line::Same { url: url.to_owned(), at: now })
    }

    /// A body on its way into the archive.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn incoming(&self) -> io::Result<Incoming> {
        Incoming::new(&self.folder)
    }

    /// The body of an answer, to be read in pieces; its bytes are held to its digest at the end.
    ///
    /// # Errors
    /// When it is not there.
    pub fn body(&self, answer: &Answer) -> io::Result<Body> {
        Body::open(&self.folder, answer)
    }

    /// The text of an answer that has at most so many bytes.
    ///
    /// # Errors
    /// When it is not there, is larger, or is not what was fetched.
    pub fn text(&self, answer: &Answer, most: u64) -> io::Result<String> {
        self.bytes(answer, most).map(|bytes| match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })
    }

    /// The same as bytes.
    ///
    /// # Errors
    /// As [`Archive::text`].
    pub fn bytes(&self, answer: &Answer, most: u64) -> io::Result<Vec<u8>> {
        if answer.size > most {
            return Err(io::Error::other(format!("it has {} bytes; {most} are read", answer.size)));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(answer.size).unwrap_or_default());
        io::Read::read_to_end(&mut self.body(answer)?, &mut bytes)?;
        Ok(bytes)
    }

    /// Whether the body of an answer is there.
    #[must_use]
    pub fn has_body(&self, answer: &Answer) -> bool {
        answer.body.as_deref().is_some_and(|digest| body::file(&self.folder, digest).is_file())
    }

    /// The folder of the archive.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, line: Line) -> io::Result<()> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner).write(&line)?;
        self.known().take(line);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn put(archive: &Archive, url: &str, text: &str) {
        let mut incoming = archive.incoming().unwrap();
        incoming.write_all(text.as_bytes()).unwrap();
        let (body, size) = incoming.keep().unwrap();
        archive.put(Answer { status: 200, body: Some(body), size, ..Answer::of(url, 1) }).unwrap();
    }

    /// S-535: whatever byte of the journal is the last that was written, what stands before it is read, and the next line
    /// is whole.
    #[test]
    fn s_535_a_journal_that_ends_anywhere_is_read() {
        let site = tempfile::tempdir().unwrap();
        let archive = Archive::open(site.path(), "Old.Example", 1).unwrap();
        put(&archive, "https://old.example/", "one");
        put(&archive, "https://old.example/a", "two");
        let file = archive.folder().join("journal.jsonl");
        drop(archive);
        let whole = std::fs::read(&file).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&file, &whole[..length]).unwrap();
            let archive = Archive::open(site.path(), "old.example", 2).unwrap();
            let lines = whole[..length].iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(archive.answers().len(), lines.saturating_sub(1), "{length}");
            put(&archive, "https://old.example/b", "three");
            assert!(Archive::open(site.path(), "old.example", 3).is_err(), "one at a time");
            drop(archive);
            let again = Archive::open(site.path(), "old.example", 3).unwrap();
            let last = again.get("https://old.example/b").unwrap();
            assert_eq!(again.text(&last, 100).unwrap(), "three", "{length}");
            assert!(again.is_fresh("https://old.example/b"), "the run goes on");
        }
    }

    #[test]
    fn s_535_a_body_that_is_not_what_came_is_no_body() {
        let site = tempfile::tempdir().unwrap();
        let archive = Archive::open(site.path(), "old.example", 1).unwrap();
        put(&archive, "https://old.example/", "one");
        put(&archive, "https://old.example/same", "one");
        let answer = archive.get("https://old.example/").unwrap();
        let bodies = walkdir::WalkDir::new(archive.folder().join("bodies")).into_iter().flatten();
        let files: Vec<PathBuf> =
            bodies.filter(|entry| entry.file_type().is_file()).map(|entry| entry.path().into()).collect();
        assert_eq!(files.len(), 1, "one content, one file");
        put(&archive, "https://old.example/", "two");
        let two = archive.get("https://old.example/").unwrap();
        std::fs::copy(body::file(archive.folder(), two.body.as_deref().unwrap()), &files[0]).unwrap();
        assert!(archive.text(&answer, 100).is_err());
        assert!(archive.text(&two, 2).is_err(), "no more is read than is asked for");
    }

    #[test]
    fn s_535_a_run_that_ended_is_followed_by_a_new_one() {
        let site = tempfile::tempdir().unwrap();
        let archive = Archive::open(site.path(), "old.example", 1).unwrap();
        put(&archive, "https://old.example/", "one");
        archive.end(2).unwrap();
        drop(archive);
        let next = Archive::open(site.path(), "old.example", 3).unwrap();
        assert!(!next.is_fresh("https://old.example/") && next.get("https://old.example/").is_some());
        // What fails later does not take away what came before.
        next.put(Answer { status: 503, ..Answer::of("https://old.example/", 4) }).unwrap();
        assert_eq!(next.get("https://old.example/").unwrap().status, 200);
    }
}
