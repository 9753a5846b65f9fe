//! A site, given out: as it stands in JSON, and for other platforms as far as they can hold it.
//!
//! `site.json`, `content/`, `forms/` and `fields/` become documents in `json/`; every other file of the site lies below
//! `files/` by its content. `manifest.json` says which is which, and `loggia import` makes the same site of it again. Beside
//! them stand `wordpress.xml` (WXR), lists of products and `redirects.csv`. The same site gives the same bytes.

mod folder;
mod json;
mod posts;
mod products;
mod redirects;
mod site;
mod words;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use loggia_exchange::Fault;
use loggia_exchange::products::{Columns, write as list};

use crate::contents::Contents;
use crate::diagnostic::Diagnostic;
use crate::pipeline::{Loaded, Options, load_content};
use crate::site::Collection;
use folder::Folder;
use site::{Source, lost};

/// Whose columns a list of products has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Squarespace.
    Squarespace,
    /// Shopify.
    Shopify,
}

/// What is wanted of an export.
#[derive(Debug, Clone)]
pub struct Wanted<'w> {
    /// How the site is loaded: its folder, the clock, the environment.
    pub options: &'w Options,
    /// The folder to write into: new, or that of an earlier export.
    pub target: &'w Path,
    /// The lists of products to write.
    pub formats: &'w [Format],
    /// Where the site is, without a slash at the end, in place of what it says itself.
    pub address: Option<&'w str>,
    /// Lists of comments beside those that wait in the site: `comments.json` of the server's export.
    pub comments: &'w [PathBuf],
}

/// What came of it.
#[derive(Debug)]
pub struct Exported {
    /// What is in the folder; nothing when it holds what no export wrote, and was left alone.
    pub contents: Option<Contents>,
    /// What could not be given out as it is.
    pub faults: Vec<Diagnostic>,
}

/// Writes everything that a site says.
///
/// # Errors
/// When the machine refuses.
pub fn export(wanted: &Wanted<'_>) -> io::Result<Exported> {
    let site = wanted.options.site.as_path();
    let outside = crate::site::links::leading_elsewhere(site);
    if !outside.is_empty() {
        return Ok(Exported { contents: None, faults: outside });
    }
    if !site.join("site.json").is_file() {
        let message = format!("There is no site in {}.", site.display());
        let fault =
            Diagnostic::error("no-site", "site.json", message).help("name the folder that holds site.json");
        return Ok(Exported { contents: None, faults: vec![fault] });
    }
    let Some(mut folder) = Folder::open(wanted.target)? else {
        let message = "This folder is not empty, and no export wrote it; nothing was written.";
        let fault = Diagnostic::error("export", wanted.target, message).help("name a new folder");
        return Ok(Exported { contents: None, faults: vec![fault] });
    };
    let mut faults = Vec::new();
    json::write(site, wanted.target, &mut folder, &mut faults)?;
    let comments = comments(site, wanted.comments, &mut faults)?;
    let (loaded, found) = load_content(wanted.options);
    match loaded.filter(|_| !found.iter().any(Diagnostic::is_error)) {
        Some(loaded) => formats(wanted, &loaded, comments, &mut folder, &mut faults)?,
        None => {
            let message = "The site has errors, so only its JSON was written: no list and no XML.";
            faults.push(lost(
                "site.json".as_ref(),
                message,
                "mend what `loggia check` says, and export again",
            ));
            faults.extend(found.into_iter().filter(Diagnostic::is_error).map(Diagnostic::into_warning));
        }
    }
    Ok(Exported { contents: Some(folder.finish()?), faults })
}

/// The products of a site as one list, a row a variant, for whoever sees the shops that `sees` names; `address` is where the
/// site is, without a slash at the end, or nothing. Brought in again it changes nothing.
#[must_use]
pub fn product_list(loaded: &Loaded, address: &str, sees: &dyn Fn(&Collection<'_>) -> bool) -> String {
    let source = Source { loaded, address: address.trim_end_matches('/').to_owned() };
    let mut products = products::products(&source, sees, &mut Vec::new());
    // A list has one text: the one beside the price. Both in one would be taken for that one when it is brought in again.
    products.iter_mut().for_each(|product| product.description.clear());
    list(&products, Columns::Squarespace { metric: is_metric(loaded) }).text
}

/// Lists of comments: those that wait in the site, and those that were named.
fn comments(
    site: &Path,
    named: &[PathBuf],
    faults: &mut Vec<Diagnostic>,
) -> io::Result<Vec<loggia_exchange::posts::Comment>> {
    let folder = crate::folder::own(site, "import")?;
    let mut files: Vec<PathBuf> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => Vec::new(),
    };
    let is_list = |file: &PathBuf| {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with("comments-") && name.ends_with(".json")
    };
    files.retain(is_list);
    files.sort();
    let mut texts = Vec::new();
    for file in files.iter().chain(named) {
        texts.push((file.clone(), crate::folder::read(file)?));
    }
    Ok(posts::comments(&texts, faults))
}

/// Writes what other platforms read.
fn formats(
    wanted: &Wanted<'_>,
    loaded: &Loaded,
    comments: Vec<loggia_exchange::posts::Comment>,
    folder: &mut Folder,
    faults: &mut Vec<Diagnostic>,
) -> io::Result<()> {
    let website = &loaded.site.get().website;
    let address = wanted.address.unwrap_or(&website.base_url).trim_end_matches('/').to_owned();
    let source = Source { loaded, address };
    if !comments.is_empty() {
        let document = serde_json::json!({"form": "loggia-comments-1", "comments": comments});
        folder.place("json/comments.json", |file| {
            serde_json::to_writer_pretty(&mut *file, &document)?;
            file.write_all(b"\n")
        })?;
    }
    let export = posts::export(&source, comments, wanted.options.now, faults);
    let written = loggia_exchange::posts::wxr(&export, website.time_zone);
    told("wordpress.xml", written.faults, faults);
    folder.place("wordpress.xml", |file| file.write_all(written.text.as_bytes()))?;
    drop((export, written.text));
    let products = products::products(&source, &|_| true, faults);
    for format in wanted.formats.iter().filter(|_| !products.is_empty()) {
        let (name, columns) = match format {
            Format::Squarespace => {
                ("products-squarespace.csv", Columns::Squarespace { metric: is_metric(loaded) })
            }
            Format::Shopify => ("products-shopify.csv", Columns::Shopify),
        };
        let written = list(&products, columns);
        told(name, written.faults, faults);
        folder.place(name, |file| file.write_all(written.text.as_bytes()))?;
    }
    redirects::write(loaded.site.get(), folder)
}

/// Whether weights without a unit are kilograms, as a list that is imported into this site takes them.
fn is_metric(loaded: &Loaded) -> bool {
    let website = &loaded.site.get().website;
    let store = website.node("websiteSettings").get("storeSettings");
    match store.get("measurementStandard").as_f64() {
        Some(code) => code != 1.0,
        None => website.currency != "USD",
    }
}

fn told(file: &str, found: Vec<Fault>, faults: &mut Vec<Diagnostic>) {
    faults.extend(found.into_iter().map(|fault| lost(Path::new(file), fault.message, &fault.help)));
}
