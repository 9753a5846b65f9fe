//! Files that pages refer to: pictures, fonts, scripts, downloads.
//!
//! Each is written under a name that carries the hash of its content, so that a browser may keep it for ever (G-024).
//! Owners write the plain address (`/assets/logo.svg`, `/files/menu.pdf`); pages and style sheets get the hashed one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, Entry};

/// Digits of a digest in the name of a file ([`Digest::short`]).
const DIGITS: usize = 10;

/// A file that is copied as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// The file.
    pub source: PathBuf,
    /// The path below the output folder, with the hash in the name.
    pub path: String,
    /// Its hash and size.
    pub entry: Entry,
}

/// Every asset of a site by the address that its owner writes.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    /// The address of the host where they are, without a slash at the end; empty: that of the pages.
    pub host: String,
    by_address: BTreeMap<String, Asset>,
    alternatives: BTreeMap<String, Vec<Alternative>>,
}

/// The same picture narrower, or in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Pixels.
    pub width: u32,
    /// As an address names it: `webp`, `avif`.
    pub format: &'static str,
    /// The file.
    pub asset: Asset,
}

impl Asset {
    /// The path below the output folder, without the hash.
    #[must_use]
    pub fn plain_path(&self) -> String {
        self.path.replacen(&format!(".{}", self.entry.hash.short()), "", 1)
    }
}

/// The folders of a site whose files are assets: folder, the address they are written with, their place in the output.
const FOLDERS: [(&str, &str, &str); 3] = [
    ("template/assets", "/assets/", "assets/"),
    ("template/scripts", "/scripts/", "assets/scripts/"),
    ("files", "/files/", "assets/files/"),
];

impl Assets {
    /// Finds and hashes every asset of a site, in parallel.
    ///
    /// # Errors
    /// One fault for each file that cannot be read.
    pub fn load(root: &Path) -> Result<Assets, Vec<Diagnostic>> {
        let mut found = Vec::new();
        for (folder, address, place) in FOLDERS {
            let folder = root.join(folder);
            for entry in WalkDir::new(&folder).sort_by_file_name().into_iter().flatten() {
                if entry.file_type().is_file() && !entry.file_name().to_string_lossy().starts_with('.') {
                    let name = slashes(entry.path().strip_prefix(&folder).unwrap_or(entry.path()));
                    found.push((entry.into_path(), format!("{address}{name}"), format!("{place}{name}")));
                }
            }
        }
        let hashed: Vec<Result<(String, Asset), Diagnostic>> = found
            .into_par_iter()
            .map(|(source, address, place)| match digest(&source) {
                Ok(entry) => Ok((address, Asset { path: hashed_name(&place, entry.hash), source, entry })),
                Err(error) => {
                    let file = crate::diagnostic::relative(root, &source);
                    Err(Diagnostic::error(
                        "file-unreadable",
                        file,
                        format!("This file cannot be read: {error}."),
                    ))
                }
            })
            .collect();
        let mut assets = Assets::default();
        let mut faults = Vec::new();
        for result in hashed {
            match result {
                Ok((address, asset)) => drop(assets.by_address.insert(address, asset)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(assets) } else { Err(faults) }
    }

    /// Takes files out of what is published; those that were there.
    pub fn withhold<'a>(&mut self, addresses: impl Iterator<Item = &'a String>) -> BTreeMap<String, Asset> {
        let out = addresses.filter_map(|address| {
            self.alternatives.remove(address);
            self.by_address.remove_entry(address)
        });
        out.collect()
    }

    /// All of them, by address.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Asset)> {
        self.by_address.iter()
    }

    /// Adds what may be had in place of an asset: narrowest first, each width in every format.
    pub fn offer(&mut self, address: &str, alternatives: Vec<Alternative>) {
        if !alternatives.is_empty() {
            self.alternatives.insert(address.to_owned(), alternatives);
        }
    }

    /// The addresses of the assets that have alternatives.
    pub fn narrowed(&self) -> impl Iterator<Item = &String> {
        self.alternatives.keys()
    }

    /// All alternatives, by address.
    pub fn alternatives(&self) -> impl Iterator<Item = &Alternative> {
        self.alternatives.values().flatten()
    }

    /// The file at the address that an owner wrote, not escaped.
    #[must_use]
    pub fn at(&self, address: &str) -> Option<&Asset> {
        self.by_address.get(address)
    }

    /// The address a browser asks for, given the one an owner wrote; a query or a fragment stays. `?format=500w` leads to
    /// the variant of a picture that is at least so wide, `?format=500w.avif` to that in a format, `?format=original` to
    /// the picture itself: no server is there to read a query.
    #[must_use]
    pub fn resolve(&self, address: &str) -> Option<String> {
        let end = address.find(['?', '#']).unwrap_or(address.len());
        let (key, asset) = self.by_address.get_key_value(&address[..end]).or_else(|| {
            let decoded = percent_decoded(&address[..end])?;
            self.by_address.get_key_value(&decoded)
        })?;
        if let Some((wanted, rest)) = format_of(&address[end..]) {
            let chosen = self.alternatives.get(key).and_then(|there| choose(there, wanted));
            return Some(format!("{}/{}{rest}", self.host, percent_encoded(&chosen.unwrap_or(asset).path)));
        }
        Some(format!("{}/{}{}", self.host, percent_encoded(&asset.path), &address[end..]))
    }

    /// A page or script text with every address of an asset replaced by the hashed one.
    ///
    /// Only where an address can stand: after a quote, a bracket, a comma, white space or `=`; `../` may come before it.
    #[must_use]
    pub fn rewrite(&self, text: Vec<u8>) -> Vec<u8> {
        let mut out: Option<Vec<u8>> = None;
        let mut copied = 0;
        for at in memchr::memchr_iter(b'/', &text) {
            if at < copied
                || !FOLDERS.iter().any(|(_, address, _)| text[at..].starts_with(address.as_bytes()))
            {
                continue;
            }
            let start = above(&text, at);
            let before = if start == 0 { b' ' } else { text[start - 1] };
            if start < copied
                || !matches!(before, b'"' | b'\'' | b'(' | b',' | b' ' | b'\n' | b'\t' | b'=' | b';')
            {
                continue;
            }
            let length = text[at..]
                .iter()
                .position(|byte| {
                    matches!(
                        byte,
                        b'"' | b'\'' | b')' | b' ' | b'\n' | b'\t' | b'<' | b'>' | b',' | b'&' | b'\\'
                    )
                })
                .unwrap_or(text.len() - at);
            let Some(resolved) =
                std::str::from_utf8(&text[at..at + length]).ok().and_then(|address| self.resolve(address))
            else {
                continue;
            };
            let out = out.get_or_insert_with(|| Vec::with_capacity(text.len() + 256));
            out.extend_from_slice(&text[copied..start]);
            out.extend_from_slice(resolved.as_bytes());
            copied = at + length;
        }
        match out {
            None => text,
            Some(mut out) => {
                out.extend_from_slice(&text[copied..]);
                out
            }
        }
    }

    /// The address of a file that a style sheet refers to, or `None` when it is not a file of the site.
    ///
    /// `sheet` is the folder of the style sheet below the site folder; `reference` what stands inside `url(…)`. What does not
    /// lie beside the sheet is looked for in the template: `assets/logo.svg` is written so wherever the sheet stands.
    #[must_use]
    pub fn resolve_from(&self, sheet: &Path, reference: &str) -> Option<String> {
        if reference.starts_with('/') {
            return self.resolve(reference);
        }
        let end = reference.find(['?', '#']).unwrap_or(reference.len());
        [sheet, Path::new("template")].into_iter().find_map(|from| {
            let path = slashes(&normal(&from.join(&reference[..end]))?);
            let (folder, address, _) =
                FOLDERS.iter().find(|(folder, ..)| path.starts_with(&format!("{folder}/")))?;
            self.resolve(&format!("{address}{}{}", &path[folder.len() + 1..], &reference[end..]))
        })
    }
}

/// The path of a download as hosted builders have it: `s/prices.pdf` for `/files/papers/prices.pdf`.
#[must_use]
pub fn short_path(address: &str) -> Option<String> {
    let name = address.strip_prefix("/files/")?.rsplit('/').next()?;
    Some(format!("s/{name}"))
}

/// Where an address begins whose first folder stands at `at`: templates lead up to it from a page, `../assets/logo.svg`.
fn above(text: &[u8], at: usize) -> usize {
    let mut start = at;
    while text[..start].ends_with(b"..") {
        start -= 2;
        if text[..start].ends_with(b"/") {
            start -= 1;
        } else {
            return start;
        }
    }
    at
}

/// The format that a query asks for, and the fragment behind it.
fn format_of(query: &str) -> Option<(&str, &str)> {
    let wanted = query.strip_prefix("?format=")?;
    let end = wanted.find('#').unwrap_or(wanted.len());
    let (wanted, rest) = wanted.split_at(end);
    let known = wanted == "original" || wanted.starts_with(|c: char| c.is_ascii_digit());
    known.then_some((wanted, rest))
}

/// The narrowest variant that is as wide as asked for; `None` where only the original is.
fn choose<'a>(there: &'a [Alternative], wanted: &str) -> Option<&'a Asset> {
    let (width, format) = wanted.split_once("w.").or_else(|| Some((wanted.strip_suffix('w')?, "")))?;
    let width: u32 = width.parse().ok()?;
    let format = if format.is_empty() { there.first()?.format } else { format };
    there
        .iter()
        .filter(|alternative| alternative.format == format && alternative.width >= width)
        .min_by_key(|alternative| alternative.width)
        .map(|alternative| &alternative.asset)
}

/// The name of a file with the first digits of its hash before the extension: `a/logo.3f0c2a91bd.svg`.
#[must_use]
pub fn hashed_name(path: &str, hash: Digest) -> String {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[name..].rfind('.').filter(|dot| *dot > 0) {
        Some(dot) => format!("{}.{}{}", &path[..name + dot], hash.short(), &path[name + dot..]),
        None => format!("{path}.{}", hash.short()),
    }
}

/// Whether a path of the output carries the digest of its content, so that what lies there never changes. The plain names
/// of a template's files stand under `assets/` as well, for those who ask for them there.
#[must_use]
pub fn is_for_ever(path: &str) -> bool {
    let Some(below) = path.strip_prefix("assets/") else { return false };
    let is_digest = |part: &str| {
        part.len() == DIGITS && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let name = below.rsplit('/').next().unwrap_or(below);
    below.starts_with("widgets/") || name.split('.').skip(1).any(is_digest)
}

/// The digest of a file, read in pieces.
fn digest(file: &Path) -> std::io::Result<Entry> {
    let size = fs::metadata(file)?.len();
    if size < 1 << 20 {
        return Ok(Entry::of(&crate::folder::read(file)?));
    }
    Entry::of_reader(crate::folder::open(file)?)
}

/// A path with `.` and `..` worked out; `None` when it would leave the site folder.
pub(crate) fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir if out.pop() => {}
            _ => return None,
        }
    }
    Some(out)
}

/// A relative path with forward slashes.
#[must_use]
pub fn slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// What is escaped in a path: all but what neither ends it nor means something else in an address.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'+')
    .remove(b'@')
    .remove(b'!');

/// A path as it stands in an address: the characters that would end it or mean something else are escaped.
#[must_use]
pub fn percent_encoded(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// The text of an escaped path; `None` when it is not UTF-8. A `%` that begins no escape stays, as in a browser.
#[must_use]
pub fn percent_decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> (tempfile::TempDir, Assets) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("template/assets/logo.svg", "<svg/>"),
            ("template/assets/a b.png", "png"),
            ("template/scripts/site.js", "1"),
            ("files/deep/menu.pdf", "pdf"),
            ("files/.hidden", "no"),
        ] {
            fs::create_dir_all(root.path().join(path).parent().unwrap()).unwrap();
            fs::write(root.path().join(path), text).unwrap();
        }
        let assets = Assets::load(root.path()).unwrap();
        (root, assets)
    }

    #[test]
    fn g_024_an_asset_is_named_by_its_content() {
        let (_root, assets) = site();
        assert_eq!(assets.iter().count(), 4);
        let short = Digest::of(b"<svg/>").short();
        assert_eq!(assets.resolve("/assets/logo.svg"), Some(format!("/assets/logo.{short}.svg")));
        assert_eq!(assets.resolve("/assets/logo.svg?v=1"), Some(format!("/assets/logo.{short}.svg?v=1")));
        assert!(assets.resolve("/assets/a%20b.png").unwrap().starts_with("/assets/a%20b."));
        assert!(assets.resolve("/files/deep/menu.pdf").unwrap().starts_with("/assets/files/deep/menu."));
        assert_eq!(assets.resolve("/assets/none.svg"), None);
    }

    #[test]
    fn a_name_for_ever_is_one_that_changes_with_its_content() {
        let hashed = hashed_name("assets/a/logo.svg", Digest::of(b"x"));
        for path in [&*hashed, "assets/widgets/c/shared-BgbsJU7p.js", "assets/photo.0123456789.500w.webp"] {
            assert!(is_for_ever(path), "{path}");
        }
        for path in [
            "assets/a/logo.svg",
            "assets/scripts/jquery-3.7.1.min.js",
            "index.html",
            "files/a.0123456789.pdf",
        ] {
            assert!(!is_for_ever(path), "{path}");
        }
    }

    #[test]
    fn an_address_may_lead_up_to_the_folder() {
        let (_root, assets) = site();
        let logo = assets.resolve("/assets/logo.svg").unwrap();
        let page = "<img src=\"../assets/logo.svg\"><img src='../../assets/logo.svg'> x../assets/logo.svg ./assets/logo.svg";
        let expected =
            format!("<img src=\"{logo}\"><img src='{logo}'> x../assets/logo.svg ./assets/logo.svg");
        assert_eq!(String::from_utf8(assets.rewrite(page.as_bytes().to_vec())).unwrap(), expected);
    }

    #[test]
    fn a_path_is_escaped_and_read_again() {
        let path = "/files/a b/50%/é+@!~_-.'(x).png";
        let escaped = percent_encoded(path);
        assert_eq!(escaped, "/files/a%20b/50%25/%C3%A9+@!~_-.%27%28x%29.png");
        assert_eq!(percent_decoded(&escaped).as_deref(), Some(path));
        assert_eq!(percent_decoded("%FF"), None, "no text");
        assert_eq!(percent_decoded("100%.png").as_deref(), Some("100%.png"));
    }

    #[test]
    fn addresses_in_a_page_are_replaced_and_text_is_not() {
        let (_root, assets) = site();
        let page = r#"<img src="/assets/logo.svg" srcset="/assets/logo.svg 1x, /assets/logo.svg?2 2x"> <code>/assets/logo.svg</code> <a href="/about/assets/logo.svg">"#;
        let hashed = assets.resolve("/assets/logo.svg").unwrap();
        let expected = format!(
            r#"<img src="{hashed}" srcset="{hashed} 1x, {hashed}?2 2x"> <code>/assets/logo.svg</code> <a href="/about/assets/logo.svg">"#
        );
        assert_eq!(String::from_utf8(assets.rewrite(page.as_bytes().to_vec())).unwrap(), expected);
        assert_eq!(assets.rewrite(b"nothing here".to_vec()), b"nothing here");
    }

    #[test]
    fn style_sheets_refer_from_their_own_folder() {
        let (_root, assets) = site();
        let sheet = Path::new("template/styles");
        assert_eq!(assets.resolve_from(sheet, "../assets/logo.svg#x"), assets.resolve("/assets/logo.svg#x"));
        assert_eq!(
            assets.resolve_from(sheet, "../../files/deep/menu.pdf"),
            assets.resolve("/files/deep/menu.pdf")
        );
        assert_eq!(assets.resolve_from(sheet, "../../../../etc/passwd"), None);
    }

    #[test]
    fn names_without_an_extension_take_the_hash_at_the_end() {
        let hash = Digest::of(b"x");
        assert_eq!(hashed_name("a.b/licence", hash), format!("a.b/licence.{}", hash.short()));
        assert_eq!(hashed_name("a.b/.x", hash), format!("a.b/.x.{}", hash.short()));
    }
}
