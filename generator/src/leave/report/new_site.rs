//! The new site as it was built: what it answers, as a host that reads its redirects would.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use loggia_commerce::{Catalog, Product};
use loggia_exchange::addresses::Table;
use loggia_exchange::page::LONGEST_TALLY;

use crate::asset::{percent_decoded, percent_encoded};
use crate::manifest::{MANIFEST, MOVED, Manifest, REDIRECTS, data_file};

/// So many steps of redirects are followed.
const STEPS: usize = 5;
/// A larger list of redirects was not written by a build.
const LARGEST_LIST: u64 = 64 << 20;
/// How many hex digits of a digest stand in the name of a file.
const DIGITS: usize = 10;

/// What an address leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lead {
    /// A page or a file, at once or in so many steps.
    There { path: String, steps: usize },
    /// Another site.
    Elsewhere(String),
    /// Nothing.
    Lost,
}

/// A site that was built.
pub(super) struct NewSite {
    folder: PathBuf,
    /// Every path of the output.
    paths: BTreeSet<String>,
    /// The redirects of the owner's lists.
    lists: Table,
    /// Those of the build: path, not escaped, and what is asked behind it.
    rows: BTreeMap<(String, Option<String>), String>,
    /// Digests of pictures by their names without digest and ending.
    stems: BTreeMap<String, String>,
    /// What it sells, by id.
    pub products: BTreeMap<String, Product>,
    /// The catalogue without its products.
    pub catalog: Catalog,
}

impl NewSite {
    /// Reads what a build left in a folder.
    ///
    /// # Errors
    /// When the machine refuses, or nothing was built there.
    pub fn open(folder: &Path) -> io::Result<NewSite> {
        let manifest = Manifest::read_file(&data_file(folder, MANIFEST))
            .ok_or_else(|| io::Error::other("nothing was built there"))?;
        let lists = crate::folder::read(data_file(folder, REDIRECTS)).ok();
        let lists = lists.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
        let catalog = crate::folder::read(data_file(folder, "_data/catalog.json")).ok();
        let mut catalog: Catalog =
            catalog.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
        let products = std::mem::take(&mut catalog.products);
        let products = products.into_iter().map(|product| (product.id.to_string(), product)).collect();
        let mut site = NewSite {
            folder: folder.to_path_buf(),
            rows: rows(&text(&folder.join("_redirects"), LARGEST_LIST).unwrap_or_default()),
            paths: BTreeSet::new(),
            lists,
            stems: BTreeMap::new(),
            products,
            catalog,
        };
        for path in manifest.files.into_keys() {
            if let Some((stem, digest)) = dated(&path) {
                site.stems.insert(stem, digest);
            }
            // What lies at other addresses for hosts that read no rules answers there as well.
            let path = path.strip_prefix(MOVED).map(str::to_owned).unwrap_or(path);
            site.paths.insert(path);
        }
        Ok(site)
    }

    /// What an address leads to. `path` is not escaped; `query` is what stands behind `?`.
    pub fn lead(&self, path: &str, query: Option<&str>) -> Lead {
        let (mut path, mut query) = (path.to_owned(), query.map(str::to_owned));
        for steps in 0..=STEPS {
            let Some(to) = self.step(&path, query.as_deref()) else {
                return match self.file(&path) {
                    Some(_) => Lead::There { path, steps },
                    None => Lead::Lost,
                };
            };
            if !to.starts_with('/') || to.starts_with("//") {
                return Lead::Elsewhere(to);
            }
            let to = to.split('#').next().unwrap_or_default();
            let (next, asked) = to.split_once('?').map_or((to, None), |(path, query)| (path, Some(query)));
            path = percent_decoded(next).unwrap_or_else(|| next.to_owned());
            query = asked.map(str::to_owned);
        }
        Lead::Lost
    }

    /// One step of a redirect, if there is one: a page goes before a rule that looks at no query.
    fn step(&self, path: &str, query: Option<&str>) -> Option<String> {
        let decoded = |text: &str| percent_decoded(&text.replace('+', " ")).unwrap_or_default();
        let pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
        let pairs: Vec<(String, String)> =
            pairs.map(|(name, value)| (decoded(name), decoded(value))).collect();
        let is_there = self.page(path).is_some();
        if let Some(rule) = self.lists.lead(path, &pairs)
            && (rule.query.is_some() || !is_there)
        {
            return Some(rule.target(percent_encoded, |_| String::new()));
        }
        let plain = if path == "/" { path } else { path.trim_end_matches('/') };
        let asked = query.and_then(|query| self.rows.get(&(plain.to_owned(), Some(query.to_owned()))));
        let row = asked.or_else(|| self.rows.get(&(plain.to_owned(), None)).filter(|_| !is_there));
        if let Some(to) = row {
            return Some(to.clone());
        }
        // Hosts lead to small letters by themselves.
        let small = plain.to_lowercase();
        (!is_there && small != plain && self.page(&small).is_some()).then(|| percent_encoded(&small))
    }

    /// The file of a page or of anything else that is published, as a path of the output.
    fn file(&self, path: &str) -> Option<String> {
        let path = path.trim_matches('/');
        let inside = if path.is_empty() { "index.html".to_owned() } else { format!("{path}/index.html") };
        let found = [inside, path.to_owned()].into_iter().find(|name| self.paths.contains(name));
        found.filter(|name| !name.starts_with("_data/"))
    }

    /// The file of what lies in the output itself.
    fn page(&self, path: &str) -> Option<String> {
        self.file(path).filter(|file| self.folder.join(file).is_file())
    }

    /// The HTML of a page; `None` when there is none, or more of it than is compared.
    pub fn html(&self, path: &str) -> Option<String> {
        let file = self.page(path).filter(|file| file.ends_with(".html"))?;
        text(&self.folder.join(file), LONGEST_TALLY as u64).ok()
    }

    /// What is known of a picture by its address: the first digits of the digest of the original.
    pub fn picture(&self, address: &str) -> Option<String> {
        let address = address.split(['?', '#']).next().unwrap_or_default();
        let (stem, digest) = dated(percent_decoded(address)?.trim_start_matches('/'))?;
        let original = stem.rsplit_once('-').filter(|(_, width)| {
            width.strip_suffix('w').is_some_and(|width| width.bytes().all(|byte| byte.is_ascii_digit()))
        });
        Some(original.and_then(|(stem, _)| self.stems.get(stem)).cloned().unwrap_or(digest))
    }

    /// The bytes of what stands at a path, and the name of its file.
    pub fn bytes(&self, path: &str) -> Option<(String, Vec<u8>)> {
        let Lead::There { path, .. } = self.lead(path, None) else { return None };
        let file = self.page(&path)?;
        let bytes = crate::folder::read(self.folder.join(&file)).ok()?;
        Some((file, bytes))
    }
}

/// The text of a file that has at most so many bytes.
fn text(file: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    crate::folder::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other("it is too large"));
    }
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// A name with a digest in it, as its stem and the digest: `assets/jug.0123456789.png` → `assets/jug`, `0123456789`.
fn dated(path: &str) -> Option<(String, String)> {
    let (rest, _) = path.rsplit_once('.')?;
    let (stem, digest) = rest.rsplit_once('.')?;
    let is_digest = digest.len() == DIGITS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    (path.starts_with("assets/") && is_digest).then(|| (stem.to_owned(), digest.to_owned()))
}

/// The rows of `_redirects` that are for one address each.
fn rows(text: &str) -> BTreeMap<(String, Option<String>), String> {
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (from, query, to) = match words.as_slice() {
            [from, to, _] => (*from, None, *to),
            [from, query, to, _] => (*from, Some((*query).to_owned()), *to),
            _ => continue,
        };
        let is_open = from.contains("/:") || from.contains('*');
        if let Some(from) = percent_decoded(from).filter(|_| !is_open) {
            rows.entry((from, query)).or_insert_with(|| to.to_owned());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_582_rows_and_names_of_files_are_read() {
        let rows =
            rows("/old%20shop /shop 301\n/log format=rss /log/feed.xml 301\n/a/:name /b/:name 301\n# x\n");
        assert_eq!(rows.get(&("/old shop".to_owned(), None)), Some(&"/shop".to_owned()));
        assert_eq!(
            rows.get(&("/log".to_owned(), Some("format=rss".to_owned()))),
            Some(&"/log/feed.xml".to_owned())
        );
        assert_eq!(rows.len(), 2);
        let name = |path: &str| dated(path).map(|(stem, digest)| format!("{stem} {digest}"));
        assert_eq!(name("assets/files/jug.0123456789.png").as_deref(), Some("assets/files/jug 0123456789"));
        assert_eq!((name("assets/jug.png"), name("files/jug.0123456789.png")), (None, None));
    }
}
