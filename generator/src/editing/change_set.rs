//! The files of the site as the editor changes them: what a request would make of each, before anything is written.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answer::Refused;
use super::front;
use super::journal::{Step, digest};
use super::json::Json;
use super::mask;
use super::merge::{self, Base};
use super::place::Place;
use super::text::house;
use super::wire::{Change, Changed, Conflict, FileKind};

/// How much of earlier versions of files is remembered, in bytes: edits made on one of them can be merged exactly.
const REMEMBERED: usize = 64 << 20;
/// The most bytes of a file that is written as text.
const LARGEST: usize = 10 << 20;

/// Earlier versions of files, by their digest.
#[derive(Debug, Default)]
pub struct Versions {
    texts: HashMap<String, Arc<str>>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Versions {
    /// Remembers a text that the editor was given.
    pub fn remember(&mut self, digest: &str, text: &str) {
        if text.len() > REMEMBERED / 8 || self.texts.contains_key(digest) {
            return;
        }
        self.bytes += text.len();
        self.texts.insert(digest.to_owned(), text.into());
        self.order.push_back(digest.to_owned());
        while self.bytes > REMEMBERED {
            let Some(oldest) = self.order.pop_front() else { break };
            self.bytes -= self.texts.remove(&oldest).map_or(0, |text| text.len());
        }
    }

    fn get(&self, place: &Place, digest: &str) -> Option<Json> {
        value(place, self.texts.get(digest)?)
    }
}

/// What a request makes of one file.
#[derive(Debug)]
pub struct Prepared {
    /// What the answer says when it is done.
    pub changed: Changed,
    /// What is written; nothing when the file says it already.
    pub steps: Vec<Step>,
    /// What the file is to the site.
    pub kind: FileKind,
    /// What it says before and afterwards, when that is JSON or a Markdown item.
    pub values: (Option<Json>, Option<Json>),
}

/// Why a request cannot be done.
#[derive(Debug)]
pub enum Unprepared {
    /// It is not one that can be understood.
    Refused(Refused),
    /// Somebody else has changed the same.
    Conflicts(Vec<Conflict>),
}

/// A file as it is.
#[derive(Debug)]
pub struct Found {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Of them.
    pub digest: String,
}

impl Found {
    /// Reads a file; nothing when there is none.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn read(file: &Path) -> io::Result<Option<Found>> {
        match crate::folder::read(file) {
            Ok(bytes) => Ok(Some(Found { digest: digest(&bytes), bytes })),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// What it says as a file of this place: that of a Markdown item is its front matter and its text.
    #[must_use]
    pub fn value(&self, place: &Place) -> Option<Json> {
        value(place, self.text()?)
    }
}

/// What a text says as a file of this place.
fn value(place: &Place, text: &str) -> Option<Json> {
    parsed(&front::document(place, text)?)
}

/// A JSON text, with or without the mark of its encoding.
fn parsed(text: &str) -> Option<Json> {
    Json::parse(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()
}

/// Works out what changes make of their files.
///
/// # Errors
/// When one of them cannot be done; then none is.
pub fn prepare(root: &Path, versions: &Versions, changes: &[Change]) -> Result<Vec<Prepared>, Unprepared> {
    let mut prepared: Vec<Prepared> = Vec::new();
    let mut conflicts = Vec::new();
    let mut paths: Vec<&str> = Vec::new();
    for change in changes {
        let new = change.rename_to.as_deref();
        if std::iter::once(change.path.as_str()).chain(new).any(|path| paths.contains(&path)) {
            return refused(Refused::bad("path-twice", format!("{} is changed twice.", change.path)));
        }
        paths.push(&change.path);
        paths.extend(new);
        match prepare_change(root, versions, change)? {
            Ok(done) => prepared.push(done),
            Err(conflict) => conflicts.push(*conflict),
        }
    }
    if conflicts.is_empty() { Ok(prepared) } else { Err(Unprepared::Conflicts(conflicts)) }
}

fn refused<T>(why: Refused) -> Result<T, Unprepared> {
    Err(Unprepared::Refused(why))
}

fn located(root: &Path, path: &str) -> Result<(Place, PathBuf), Unprepared> {
    let place =
        Place::parse(path).map_err(|why| Unprepared::Refused(Refused::bad("path", why.to_string())))?;
    let file =
        place.on_disk(root).map_err(|why| Unprepared::Refused(Refused::bad("path", why.to_string())))?;
    Ok((place, file))
}

type Outcome = Result<Prepared, Box<Conflict>>;

fn prepare_change(root: &Path, versions: &Versions, change: &Change) -> Result<Outcome, Unprepared> {
    let (place, file) = located(root, &change.path)?;
    let ways = [
        change.edits.is_some(),
        change.json.is_some(),
        change.text.is_some(),
        change.delete,
        change.rename_to.is_some(),
    ];
    if ways.iter().filter(|way| **way).count() != 1 {
        return refused(Refused::bad("change", "A change is one of edits, json, text, delete and renameTo."));
    }
    if place.kind() == FileKind::File {
        return refused(Refused::bad(
            "path",
            "Files are uploaded, renamed and taken away by calls of their own.",
        ));
    }
    let found = Found::read(&file).map_err(|error| Unprepared::Refused(Refused::machine(&file, &error)))?;
    let current = found.as_ref().map(|found| found.digest.as_str());
    let is_current = change.base_digest.as_deref() == current;
    if let Some(to) = &change.rename_to {
        return renamed(root, change, &place, found, to);
    }
    let after = if let Some(edits) = &change.edits {
        let Some(base) = &change.base_digest else {
            return refused(Refused::bad(
                "change",
                "Edits name the digest of the file that they were made on.",
            ));
        };
        let Some(there) = &found else { return Ok(Err(conflict(change, None, String::new(), None, None))) };
        let Some(document) = there.text().and_then(|text| front::document(&place, text)) else {
            return refused(Refused::bad(
                "not-json",
                format!("{} is not JSON; send all of its text.", change.path),
            ));
        };
        let earlier = versions.get(&place, base);
        let base = match &earlier {
            _ if is_current => Base::Current,
            Some(earlier) => Base::Earlier(earlier),
            None => Base::Forgotten,
        };
        match merge::apply(base, &document, edits) {
            Ok(edited) => {
                let Some(text) = front::written(&place, there.text().unwrap_or_default(), &edited.text)
                else {
                    let message = format!("The front matter of {} cannot say this.", change.path);
                    return refused(Refused::bad("front-matter", message));
                };
                let digest = digest(text.as_bytes());
                let inverse =
                    Change { edits: Some(edited.inverse), base_digest: Some(digest), ..named(&change.path) };
                // What stands in the file may be said otherwise than it was asked: the editor learns that.
                let is_other = value(&place, &text) != parsed(&edited.text);
                return Ok(Ok(written(&place, found, text, inverse, !is_current || is_other)));
            }
            Err(merge::Refused::Wrong { edit, why }) => {
                return refused(Refused::bad(
                    "edit",
                    format!("Edit {} of {}: {why}.", edit + 1, change.path),
                ));
            }
            Err(merge::Refused::Conflict { pointer, yours, theirs }) => {
                return Ok(Err(conflict(change, found.as_ref(), pointer, yours, theirs)));
            }
        }
    } else if let Some(json) = &change.json {
        Some(if place.is_markdown() { front::fresh(json) } else { house(json) })
    } else {
        change.text.clone()
    };
    if after.as_ref().is_some_and(|text| text.len() > LARGEST) {
        return refused(Refused::bad("too-large", "This file is too large to be written as text."));
    }
    let same = after.as_deref().map(str::as_bytes) == found.as_ref().map(|found| found.bytes.as_slice());
    if !is_current && !same {
        let theirs = found.as_ref().and_then(|found| found.value(&place)).map(mask::masked);
        return Ok(Err(conflict(change, found.as_ref(), String::new(), change.json.clone(), theirs)));
    }
    let before = found.as_ref().and_then(|found| found.text().map(str::to_owned));
    if found.is_some() && before.is_none() {
        return refused(Refused::bad("not-text", format!("{} is not a text.", change.path)));
    }
    match after {
        Some(text) => {
            let base_digest = Some(digest(text.as_bytes()));
            let delete = before.is_none();
            let inverse = Change { text: before, delete, base_digest, ..named(&change.path) };
            Ok(Ok(written(&place, found, text, inverse, false)))
        }
        None => {
            let values = (found.as_ref().and_then(|found| found.value(&place)), None);
            let steps = found.map(|found| Step {
                path: change.path.clone(),
                before: Some(found.digest),
                after: None,
            });
            let inverse = Change { text: before, ..named(&change.path) };
            let changed =
                Changed { path: change.path.clone(), digest: None, merged: false, json: None, inverse };
            Ok(Ok(Prepared { changed, steps: steps.into_iter().collect(), kind: place.kind(), values }))
        }
    }
}

fn named(path: &str) -> Change {
    Change { path: path.to_owned(), ..Change::default() }
}

fn written(place: &Place, found: Option<Found>, text: String, inverse: Change, merged: bool) -> Prepared {
    let digest = digest(text.as_bytes());
    let value = value(place, &text);
    let json = value.clone().filter(|_| merged).map(mask::masked);
    let before = found.as_ref().and_then(|found| found.value(place));
    let before_digest = found.map(|found| found.digest);
    let path = place.path().to_owned();
    let step = Step { path: path.clone(), before: before_digest.clone(), after: Some(text.into_bytes()) };
    let steps = if before_digest.as_ref() == Some(&digest) { Vec::new() } else { vec![step] };
    let changed = Changed { path, digest: Some(digest), merged, json, inverse };
    Prepared { changed, steps, kind: place.kind(), values: (before, value) }
}

fn renamed(
    root: &Path,
    change: &Change,
    place: &Place,
    found: Option<Found>,
    to: &str,
) -> Result<Outcome, Unprepared> {
    let (target, file) = located(root, to)?;
    if target.kind() != place.kind() || target.is_json() != place.is_json() || place.kind() == FileKind::Site
    {
        return refused(Refused::bad("path", "A file stays what it is when it gets another name."));
    }
    let Some(found) = found.filter(|found| change.base_digest.as_ref() == Some(&found.digest)) else {
        let now = Found::read(&root.join(place.path())).ok().flatten();
        return Ok(Err(conflict(change, now.as_ref(), String::new(), None, None)));
    };
    if file.exists() {
        let there = Found::read(&file).ok().flatten();
        return Ok(Err(conflict(&named(to), there.as_ref(), String::new(), None, None)));
    }
    let inverse = Change {
        base_digest: Some(found.digest.clone()),
        rename_to: Some(place.path().to_owned()),
        ..named(to)
    };
    let changed = Changed {
        path: to.to_owned(),
        digest: Some(found.digest.clone()),
        merged: false,
        json: None,
        inverse,
    };
    let value = found.value(place);
    let steps = vec![
        Step { path: to.to_owned(), before: None, after: Some(found.bytes) },
        Step { path: place.path().to_owned(), before: Some(found.digest), after: None },
    ];
    Ok(Ok(Prepared { changed, steps, kind: place.kind(), values: (value.clone(), value) }))
}

fn conflict(
    change: &Change,
    found: Option<&Found>,
    pointer: String,
    yours: Option<Json>,
    theirs: Option<Json>,
) -> Box<Conflict> {
    let place = Place::parse(&change.path).ok();
    let json = found.zip(place).and_then(|(found, place)| found.value(&place)).map(mask::masked);
    let text = found.filter(|_| json.is_none()).and_then(|found| found.text().map(str::to_owned));
    Box::new(Conflict {
        path: change.path.clone(),
        pointer,
        yours,
        theirs: theirs.map(mask::masked),
        digest: found.map(|found| found.digest.clone()),
        json,
        text,
    })
}
