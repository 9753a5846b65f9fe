//! What only shows when a site is whole: links and files that lead nowhere, pages that some readers cannot read, amounts
//! that contradict each other, messages that cannot be parsed (G-020).

mod content;
mod delivery;
mod html;
mod law;
mod selling;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use crate::asset::percent_decoded;
use crate::diagnostic::{Diagnostic, line_column, nearest};
use crate::plan::{Page, Subject};
use crate::site::Site;
use crate::site::document::Document;
use crate::theme::Theme;
pub use content::content;

/// Where nothing of the site stands, but something answers.
const ELSEWHERE: [&str; 2] = ["/api/", "/_loggia/"];

/// Flaws of pages whose content says no title.
const MADE_OF_WORDS: [&str; 2] = ["no-text", "page-title"];

/// Looks at pages as they are made, from any thread.
pub struct Checker<'c> {
    site: &'c Site<'c>,
    theme: &'c Theme,
    /// Every address that answers, unescaped.
    known: HashSet<String>,
    /// The addresses of pages, for advice.
    pages: Vec<&'c str>,
    /// Whether content lacks what it must say, so that pages lack words.
    lacks_words: bool,
    found: Mutex<BTreeMap<(String, String), Found>>,
    /// The page that is meant by an address that leads nowhere: to look for it takes as long as there are pages, and a
    /// template may say it on all of them.
    meant: Mutex<HashMap<String, Option<&'c str>>>,
}

struct Found {
    fault: Diagnostic,
    pages: usize,
    first: String,
}

impl<'c> Checker<'c> {
    /// A checker of a site. `addresses` are those of all pages, `files` the paths of everything in the output that is no page.
    #[must_use]
    pub fn new(
        site: &'c Site<'c>,
        theme: &'c Theme,
        addresses: &'c [String],
        files: impl IntoIterator<Item = String>,
    ) -> Checker<'c> {
        let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
        let plain = |address: &str| percent_decoded(address).unwrap_or_else(|| address.to_owned());
        let mut known: HashSet<String> = addresses.iter().map(|address| plain(address)).collect();
        known.extend(files.into_iter().map(|path| format!("/{path}")));
        Checker {
            site,
            theme,
            known,
            pages: addresses,
            lacks_words: false,
            found: Mutex::default(),
            meant: Mutex::default(),
        }
    }

    /// The same for a site with these faults: words that its pages lack where content lacks them are not reported again.
    #[must_use]
    pub fn after(self, faults: &[Diagnostic]) -> Checker<'c> {
        let lacks_words = faults.iter().any(|fault| fault.is_error() && fault.code.starts_with("json-"));
        Checker { lacks_words, ..self }
    }

    /// Looks at one page.
    pub fn page(&self, page: &Page, html: &[u8]) {
        let facts = html::read(html);
        for link in &facts.links {
            if let Some(id) = link.strip_prefix('#').filter(|id| !id.is_empty() && *id != "top") {
                if !facts.ids.contains(&percent_decoded(id).unwrap_or_default()) {
                    let message = format!("Nothing on the page has the id '{id}' that a link leads to.");
                    self.note(page, "link", message, "change the link, or give the place that id", link);
                }
                continue;
            }
            self.link(page, link);
        }
        for file in &facts.files {
            self.file(page, file);
        }
        let flaws = facts.flaws.into_iter();
        let said = flaws.filter(|(code, ..)| !(self.lacks_words && MADE_OF_WORDS.contains(code)));
        for (code, message, help, found_by) in said {
            self.note(page, code, message, help, &found_by);
        }
    }

    fn link(&self, page: &Page, link: &str) {
        let Some(path) = self.own_path(link) else {
            if is_relative(link) {
                let message = format!("The link '{link}' depends on the page it stands on.");
                self.note(page, "link", message, "begin it with / or https://", link);
            }
            return;
        };
        if self.answers(&path) {
            return;
        }
        let help = self.meant(&path).map_or_else(
            || "add the page, or change the link".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        self.note(page, "link", format!("There is no page at '{path}'."), &help, link);
    }

    fn meant(&self, path: &str) -> Option<&'c str> {
        let mut meant = self.meant.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = meant.get(path) {
            return *known;
        }
        let near = nearest(path, self.pages.iter().copied());
        meant.insert(path.to_owned(), near);
        near
    }

    fn file(&self, page: &Page, file: &str) {
        let Some(path) = self.own_path(file) else { return };
        if !self.answers(&path) {
            let message = format!("There is no file '{path}'.");
            self.note(
                page,
                "file-missing",
                message,
                "put it into files/ or template/assets/, or change the address",
                file,
            );
        }
    }

    /// The path of an address of this site, unescaped and without a slash at the end; `None` for any other.
    fn own_path(&self, address: &str) -> Option<String> {
        let base = self.site.website.base_url.as_str();
        let own = match address.strip_prefix(base).filter(|_| !base.is_empty()) {
            Some("") => "/",
            Some(rest) if rest.starts_with('/') => rest,
            _ => address,
        };
        if !own.starts_with('/')
            || own.starts_with("//")
            || ELSEWHERE.iter().any(|there| own.starts_with(there))
        {
            return None;
        }
        let path = own.split(['?', '#']).next().unwrap_or_default();
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        Some(percent_decoded(path).unwrap_or_else(|| path.to_owned()))
    }

    fn answers(&self, path: &str) -> bool {
        self.known.contains(path)
            || path.strip_suffix("/index.html").is_some_and(|folder| self.known.contains(folder))
            || path == "/index.html"
    }

    /// Notes a fault of a page where its source says it: in the page's own content, in site.json, in a template.
    fn note(&self, page: &Page, code: &'static str, message: String, help: &str, found_by: &str) {
        let own = self.document(page);
        let documents = own.into_iter().chain([self.site.website.document]);
        let place = documents.into_iter().find_map(|document| {
            let text = document.text();
            let offset = standing(&text, found_by)?;
            let (line, column) = line_column(&text, offset);
            Some(Diagnostic::error(code, document.file, String::new()).at(&text, line, column))
        });
        let of_template = || {
            let (file, text, offset) = self.theme.find(|text| standing(text, found_by))?;
            let (line, column) = line_column(text, offset);
            Some(Diagnostic::error(code, file, String::new()).at(text, line, column))
        };
        let in_template = if place.is_none() { of_template() } else { None };
        // A template may be somebody else's, who wrote what the platform that it is for accepts.
        let help = Some(help).filter(|help| in_template.is_none() || help.starts_with("did you mean"));
        let place = place.or(in_template);
        let mut fault = place.unwrap_or_else(|| {
            Diagnostic::error(code, own.map_or("site.json".as_ref(), |own| own.file), String::new())
        });
        // A page with a link that leads nowhere is shown all the same, and `build` builds it.
        fault = fault.into_warning();
        fault.help = help.map(Into::into);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (format!("{code} {}", fault.place()), message.clone());
        let entry = found.entry(key).or_insert_with(|| Found { fault, pages: 0, first: page.url.clone() });
        entry.fault.message = message;
        entry.pages += 1;
        if page.url < entry.first {
            entry.first.clone_from(&page.url);
        }
    }

    /// The file whose content a page shows.
    fn document(&self, page: &Page) -> Option<Document<'_>> {
        let collection = |place: &usize| &self.site.collections[*place];
        match &page.subject {
            Subject::Item { collection: place, item, .. } => Some(collection(place).items[*item].document),
            Subject::List { collection: place, .. }
            | Subject::Page { collection: place }
            | Subject::Lock { collection: place, .. }
            | Subject::Redirect { collection: place, .. } => Some(collection(place).document),
            Subject::System(_) => None,
        }
    }

    /// Everything that was found, each once, with the page where it is seen.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let say = |Found { mut fault, pages, first }: Found| {
            let others = match pages {
                1 => String::new(),
                2 => " and 1 other page".to_owned(),
                more => format!(" and {} other pages", more - 1),
            };
            fault.message = format!("{} (on {first}{others})", fault.message);
            fault
        };
        found.into_values().map(say).collect()
    }
}

/// Where an address stands in a text as a whole; JSON may have escaped its slashes.
fn standing(text: &str, address: &str) -> Option<usize> {
    if address.is_empty() {
        return None;
    }
    let ends = |rest: &str| {
        rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '/'))
    };
    let found = text.match_indices(address).find(|(at, _)| ends(&text[at + address.len()..]));
    found.map(|(at, _)| at)
}

/// Whether an address has neither a scheme nor a beginning of its own.
fn is_relative(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    !scheme && !address.starts_with(['/', '#', '?']) && !address.is_empty()
}
