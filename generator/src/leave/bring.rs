//! Pictures and files of the archive, brought into the new site: each once, by what it is.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use reqwest::Url;

use super::address::{self, Origin};
use super::archive::{Answer, Archive};
use crate::import::{Draft, judged, pictures};
use crate::manifest::Digest;
use crate::picture::gate;

/// So many steps lead from an address to a picture at most.
const STEPS: usize = 5;
/// Endings of files that are no pictures and may be published; pages and programs are not among them.
const FILES: [&str; 33] = [
    "pdf", "zip", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "key", "pages",
    "numbers", "csv", "txt", "rtf", "epub", "mobi", "ics", "vcf", "gpx", "kml", "mp3", "m4a", "wav", "ogg",
    "flac", "mp4", "m4v", "mov", "webm", "aac",
];

/// What was brought, and what was not.
#[derive(Debug, Default)]
pub struct Brought {
    /// How many files lie in the site.
    pub files: usize,
    /// What is not there, with the reason.
    pub missing: BTreeMap<String, String>,
    /// Old paths of files of the site, and their new addresses.
    pub moved: BTreeMap<String, String>,
}

struct Bringer<'a> {
    origin: &'a Origin,
    archive: &'a Archive,
    site: &'a Path,
    /// By digest: the address in the site, or why it has none.
    known: BTreeMap<String, Result<String, String>>,
    missing: BTreeMap<String, String>,
    failed: Option<io::Error>,
}

/// Lets the content of a draft name its pictures in the site, and brings them there, one at a time. Files that the old site
/// gave to be downloaded come to `files/`.
///
/// # Errors
/// When the machine refuses.
pub fn bring(draft: &mut Draft, origin: &Origin, archive: &Archive, site: &Path) -> io::Result<Brought> {
    crate::folder::own(site, "")?;
    let bringer =
        Bringer { origin, archive, site, known: BTreeMap::new(), missing: BTreeMap::new(), failed: None };
    let bringer = RefCell::new(bringer);
    // Only what is shown is missed; a link to a page elsewhere is none of it.
    let mut shown = BTreeSet::new();
    draft.files.values().for_each(|value| pictures::addresses(value, &mut shown));
    let find = |address: &str| bringer.borrow_mut().picture(address);
    for value in draft.files.values_mut() {
        pictures::replace(value, &find);
    }
    for address in &shown {
        bringer.borrow_mut().miss(address);
    }
    let mut bringer = bringer.into_inner();
    if let Some(error) = bringer.failed.take() {
        return Err(error);
    }
    let moved = bringer.downloads()?;
    let files = bringer.known.values().filter(|known| known.is_ok()).count();
    Ok(Brought { files, missing: bringer.missing, moved })
}

impl Bringer<'_> {
    /// The last answer that an address leads to.
    fn answer(&self, address: &str) -> Option<Answer> {
        let mut url = address::file(self.origin.front(), address)?;
        for _ in 0..STEPS {
            let plain = self.origin.page(self.origin.front(), url.as_str());
            let found = self.archive.get(url.as_str());
            let answer = found.or_else(|| plain.and_then(|plain| self.archive.get(plain.as_str())))?;
            if !answer.is_redirect() {
                return Some(answer);
            }
            let to = url.join(answer.location.as_deref()?).ok()?;
            url = if self.archive.get(to.as_str()).is_some() { to } else { address::file(&to, to.as_str())? };
        }
        None
    }

    /// Where a picture lies in the site, when the archive has it.
    fn picture(&mut self, address: &str) -> Option<String> {
        let answer = self.answer(address).filter(|answer| answer.status == 200 && !answer.is_html())?;
        let digest = answer.body.clone()?;
        if let Some(known) = self.known.get(&digest) {
            return known.clone().ok();
        }
        let placed = match self.place(&answer, &digest) {
            Ok(placed) => placed,
            Err(error) => {
                let why = error.to_string();
                self.failed.get_or_insert(error);
                Err(why)
            }
        };
        self.known.insert(digest, placed.clone());
        placed.ok()
    }

    /// Writes a picture or a film into the site; why it is none, when it is none.
    fn place(&self, answer: &Answer, digest: &str) -> io::Result<Result<String, String>> {
        let bytes = match self.archive.bytes(answer, gate::LARGEST_FILE) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let name = name(&answer.url);
        let ending = match judged(&bytes) {
            Ok(ending) => ending.to_owned(),
            Err(why) => match ending(&name).filter(|ending| FILES.contains(&ending.as_str())) {
                Some(ending) => ending,
                None => return Ok(Err(why)),
            },
        };
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let stem: String = crate::plan::slug(&stem.replace('+', " ")).chars().take(60).collect();
        // The name follows from what it is, so that the next run finds it again.
        let path = format!("files/imported/{}-{}.{ending}", stem.trim_matches('-'), &digest[..8]);
        let path = path.replace("/-", "/picture-");
        let file = self.site.join(&path);
        if !file.exists() {
            crate::import::place(self.site, &file, &bytes)?;
        }
        Ok(Ok(format!("/{path}")))
    }

    /// Writes down why something that is shown is not there.
    fn miss(&mut self, address: &str) {
        let why = match self.answer(address) {
            None => "it was not fetched".to_owned(),
            Some(answer) if answer.status == 0 => answer.error.unwrap_or_default(),
            Some(answer) if answer.status != 200 => format!("the answer was {}", answer.status),
            Some(answer) => match answer.body.and_then(|digest| self.known.get(&digest).cloned()) {
                Some(Err(why)) => why,
                Some(Ok(_)) => return,
                None => "the answer is a page".to_owned(),
            },
        };
        self.missing.insert(address.to_owned(), why);
    }

    /// Brings what the old site gave under `/s/`, by the name that it had.
    fn downloads(&mut self) -> io::Result<BTreeMap<String, String>> {
        let memory = self.archive.folder().join("files.json");
        let mut written: BTreeMap<String, Vec<Digest>> = crate::folder::read(&memory)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let mut moved = BTreeMap::new();
        for answer in self.archive.answers() {
            let Some(url) = Url::parse(&answer.url).ok().filter(|url| self.origin.is_own(url)) else {
                continue;
            };
            // What a redirect says of its own content does not matter.
            let is_file = match answer.status {
                200 => !["html", "json", "xml"].iter().any(|kind| answer.kind.contains(kind)),
                _ => answer.is_redirect(),
            };
            if !is_file || url.query().is_some() {
                continue;
            }
            let name = name(&answer.url);
            let Some(ending) = ending(&name) else { continue };
            let Some(last) = self.answer(&answer.url).filter(|last| last.status == 200 && !last.is_html())
            else {
                continue;
            };
            let path = crate::asset::percent_decoded(url.path()).unwrap_or_default();
            if !FILES.contains(&ending.as_str()) {
                // A picture, or something that a site does not publish.
                if let Some(place) = self.picture(&answer.url) {
                    moved.insert(path, place);
                }
                continue;
            }
            let bytes = match self.archive.bytes(&last, gate::LARGEST_FILE) {
                Ok(bytes) => bytes,
                Err(error) => {
                    self.missing.insert(answer.url.clone(), error.to_string());
                    continue;
                }
            };
            let place = format!("files/{name}");
            let (file, digest) = (self.site.join(&place), Digest::of(&bytes));
            let there = crate::folder::read(&file).ok().map(|there| Digest::of(&there));
            let ours = written.entry(name.clone()).or_default();
            if there.is_some_and(|there| there != digest && !ours.contains(&there)) {
                self.missing.insert(answer.url.clone(), format!("{place} is another file of yours"));
                continue;
            }
            if there != Some(digest) {
                if !ours.contains(&digest) {
                    ours.push(digest);
                    crate::import::place(self.site, &memory, &serde_json::to_vec(&written)?)?;
                }
                crate::import::place(self.site, &file, &bytes)?;
            }
            moved.insert(path, format!("/{place}"));
        }
        Ok(moved)
    }
}

/// The last part of an address, as the name of a file.
fn name(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = crate::asset::percent_decoded(last).unwrap_or_else(|| last.to_owned());
    let is_plain = |c: char| c.is_alphanumeric() || " -_.+,!'()&@=".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).take(120).collect();
    name.trim_matches(['.', ' ']).to_owned()
}

fn ending(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
}
