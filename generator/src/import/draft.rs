//! What an import has read so far: the files to write.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use loggia_commerce::CurrencyCode;
use serde_json::Value;

use super::earlier::Earlier;
use super::memory::{Ids, Memory};
use crate::diagnostic::Diagnostic;

/// Where the front page of a site lies.
pub(super) const FRONT: &str = "content/home/collection.json";

/// What a site is called that no source names.
pub(super) const UNNAMED: &str = "My site";

/// What was read out of one or more sources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// JSON files by their path below the site folder.
    pub files: BTreeMap<String, Value>,
    /// Other files, such as pictures, by their path below the site folder.
    pub blobs: BTreeMap<String, Vec<u8>>,
    /// Files that are copied from where they lie, by their path below the site folder.
    pub copies: BTreeMap<String, PathBuf>,
    /// A whole site was read, to which nothing is added.
    pub(super) is_whole: bool,
    /// What could not be taken over as it was.
    pub faults: Vec<Diagnostic>,
    /// Lists of products, as they are: they are read together when all sources are known.
    pub(super) lists: Vec<(PathBuf, Vec<u8>)>,
    /// The folder of the site, where it is known.
    pub(super) site: Option<PathBuf>,
    /// What imports remember of it.
    pub(super) memory: Memory,
    /// What earlier imports left of it.
    pub(super) earlier: Earlier,
    /// The `site.json` that is there already; null when there is none.
    pub(super) there: Value,
    /// The front page that is there already; null when there is none.
    pub(super) front: Value,
    /// The currency where no `site.json` says one.
    pub(super) currency: Option<CurrencyCode>,
    /// What exports of posts brought, by the address of their site and its id there.
    pub(super) entries: BTreeMap<(String, String), Known>,
    /// The ids of records that were made of entries, by the address of their site and by what they would be called if there
    /// were no other site; those of earlier imports too.
    pub(super) ids: Ids,
}

/// An entry of an export of posts that was taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    /// The file that it became.
    pub path: String,
    /// Its address without a slash before it.
    pub address: String,
    /// When it was changed last at its source: milliseconds since 1970, UTC.
    pub updated: i64,
}

impl Draft {
    /// Whether a whole site was read, to which nothing is added.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn warn(&mut self, file: &Path, line: usize, message: impl Into<String>, help: &str) {
        let mut fault = Diagnostic::warning("import", file, message).help(help);
        fault.line = line;
        self.faults.push(fault);
    }

    /// The JSON of a file, to be filled in.
    pub(super) fn file(&mut self, path: &str) -> &mut serde_json::Map<String, Value> {
        let value =
            self.files.entry(path.to_owned()).or_insert_with(|| Value::Object(serde_json::Map::new()));
        value.as_object_mut().expect("every file of a draft is begun as an object, here")
    }

    /// The folder of the collection at an address. Two addresses may make the same name of a folder, such as `a-b` and
    /// `a/b`: the second one gets a number.
    pub(super) fn folder_of(&self, url: &str) -> String {
        self.folder_named(cut(&file_name(url), NAME), url)
    }

    /// The same, with the name that is wanted.
    pub(super) fn folder_named(&self, name: &str, url: &str) -> String {
        let is_free = |folder: &String| {
            let there = self.files.get(&format!("{folder}/collection.json"));
            there.and_then(|there| there["urlId"].as_str()).is_none_or(|known| known == url)
        };
        numbered(&format!("content/{name}")).find(is_free).unwrap_or_default()
    }

    /// The file of an item in a folder, likewise; `name` is its address, or its id where it has none.
    pub(super) fn file_of(&self, folder: &str, name: &str) -> String {
        let wanted = format!("{folder}/{}", cut(&file_name(name), NAME));
        let own = |there: &Value| {
            let known = ["urlId", "id"]
                .into_iter()
                .find_map(|key| there[key].as_str().filter(|text| !text.is_empty()));
            known.is_none_or(|known| known == name)
        };
        let is_free = |stem: &String| {
            let path = format!("{stem}.json");
            !path.ends_with("/collection.json") && self.files.get(&path).is_none_or(own)
        };
        let stem = numbered(&wanted).find(is_free).unwrap_or_default();
        format!("{stem}.json")
    }

    /// Adds what is needed for the content to be a site: a `site.json`, and menus that lead to the collections.
    pub(super) fn finish(&mut self) {
        if self.is_whole {
            return;
        }
        self.unbound();
        self.go_on();
        let site = self.file("site.json");
        let website = site.entry("website").or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Some(website) = website.as_object_mut() {
            website.entry("id").or_insert_with(|| "imported".into());
            website.entry("siteTitle").or_insert_with(|| UNNAMED.into());
            // An address without its scheme is one of the web; with it, it is found and brought along.
            if let Some(Value::String(logo)) = website.get_mut("logoImageUrl")
                && logo.starts_with("//")
            {
                logo.insert_str(0, "https:");
            }
        }
        let settings = site.entry("websiteSettings").or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Some(settings) = settings.as_object_mut() {
            settings.entry("limits").or_insert_with(|| "none".into());
        }
    }
}

impl Draft {
    /// What grew elsewhere did not know the limits of hosted builders: its collections say so. A site that asks for those
    /// limits is left as its owner wants it, who is told.
    fn unbound(&mut self) {
        let is_collection = |path: &str| path.starts_with("content/") && path.ends_with("/collection.json");
        for (_, collection) in self.files.iter_mut().filter(|(path, _)| is_collection(path)) {
            if let Some(members) = collection.as_object_mut() {
                members.entry("imported").or_insert(true.into());
            }
        }
        let said = self.there.pointer("/websiteSettings/limits").and_then(Value::as_str);
        if said == Some("hosted") && !self.files.is_empty() {
            let message =
                "This site asks for the limits of hosted builders, so what is beyond them is not built.";
            let help = "write \"limits\": \"none\" into websiteSettings to build it all";
            self.warn(Path::new("site.json"), 0, message, help);
        }
    }
}

/// The longest name of a file, in bytes: disks take 255, and numbers and endings stand behind it.
const NAME: usize = 200;

/// A name, and the same with 2, 3 … behind it.
fn numbered(name: &str) -> impl Iterator<Item = String> + use<'_> {
    (1_usize..).map(move |number| if number == 1 { name.to_owned() } else { format!("{name}-{number}") })
}

/// A text of at most so many bytes, cut between letters.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].trim_end_matches('-')
}

/// A text as the name of a file.
pub(super) fn file_name(text: &str) -> String {
    crate::plan::slug(text)
}
