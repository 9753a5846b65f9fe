//! A site as it would be with changes that are not written: what would be wrong with it, and what its pages would show.
//!
//! While only items change, everything else is taken from the site as it was built; anything else is read as a whole, out
//! of a folder that holds the site with the changes.

use std::path::{Path, PathBuf};

use loggia_template::{Arena, Node};

use super::{Loaded, Options, addresses, language, load, material};
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::picture;
use crate::plan::{Page, Subject, plan};
use crate::render::{self, Material};
use crate::report::Timings;
use crate::site::Site;
use crate::site::load::{Changed, with_items};

/// At most so many pages of a site are made to see whether their templates still work.
const PAGES: usize = 400;

/// A site with changes.
pub enum Trial {
    /// Some items are others.
    Items {
        /// The content.
        site: Box<Site>,
        /// Products and forms.
        store: Box<Store>,
        /// The items, and what they are before their blocks are put into them.
        changed: Vec<Raw>,
    },
    /// Anything may be other.
    Whole(Box<Loaded>),
}

/// An item before its blocks are put into it.
pub struct Raw {
    place: (usize, usize),
    node: Node<'static>,
    hash: Digest,
}

/// A page as it would look.
pub struct Shown {
    /// Its address.
    pub url: String,
    /// The page, not made small; its blocks say where they stand.
    pub html: String,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
    /// The texts of the site that it may show, each with the file it stands in.
    pub sources: Vec<Source>,
}

/// A file whose texts a page may show.
pub struct Source {
    /// Its path below the site folder.
    pub file: PathBuf,
    /// Only texts below this member; all when there is none.
    pub member: Option<&'static str>,
    /// What it says.
    pub root: Node<'static>,
}

/// The site with some items as the files below `folder` say them; those that are not there are gone. `None` when the site
/// has to be read as a whole.
#[must_use]
pub fn items(
    loaded: &Loaded,
    options: &Options,
    folder: &Path,
    files: &[PathBuf],
) -> Option<(Trial, Vec<Diagnostic>)> {
    if !loaded.translations.is_empty() {
        return None;
    }
    let complete = |node: &mut Node<'static>| picture::complete_node(node, &loaded.pictures);
    let Changed { mut site, places, mut faults } =
        with_items(&loaded.site, folder, files, options.now, &complete)?;
    let store = Store::read(&site, &mut faults);
    let raw = |(collection, item): &(usize, usize)| {
        let there = &site.collections[*collection].items[*item];
        Raw { place: (*collection, *item), node: there.node, hash: there.hash }
    };
    let changed: Vec<Raw> = places.iter().map(raw).collect();
    let some: Vec<_> = places.iter().map(|(collection, item)| (*collection, Some(*item))).collect();
    let how = (options.environment, options.now, false);
    render::block::fill_some(&mut site, &loaded.theme, &store, how, &some, &mut faults);
    let pages = plan(&site, true, options.now);
    let touched = |page: &&Page| match &page.subject {
        Subject::Item { collection, item, .. } => places.contains(&(*collection, *item)),
        Subject::List { collection, page: 1, term: None, .. } => {
            places.iter().any(|(own, _)| own == collection)
        }
        _ => false,
    };
    let touched: Vec<&Page> = pages.iter().filter(touched).collect();
    let trial = Trial::Items { site: Box::new(site), store: Box::new(store), changed };
    faults.extend(faults_of_pages(loaded, Some(&trial), options, &touched));
    Some((trial, faults))
}

/// The site in another folder, read as a whole.
#[must_use]
pub fn whole(options: &Options) -> (Option<Trial>, Vec<Diagnostic>) {
    let (loaded, mut faults) = load(options, &mut Timings::default());
    let Some(loaded) = loaded else { return (None, faults) };
    if !faults.iter().any(Diagnostic::is_error) {
        let pages = plan(&loaded.site, true, options.now);
        let some: Vec<&Page> = pages.iter().step_by(pages.len() / PAGES + 1).collect();
        faults.extend(faults_of_pages(&loaded, None, options, &some));
    }
    (Some(Trial::Whole(Box::new(loaded))), faults)
}

fn faults_of_pages(
    loaded: &Loaded,
    trial: Option<&Trial>,
    options: &Options,
    pages: &[&Page],
) -> Vec<Diagnostic> {
    let sheets = addresses(loaded);
    let versions = language::versions(loaded);
    let own = material(loaded, options, &sheets, &versions);
    let own = match trial {
        Some(Trial::Items { site, store, .. }) => Material { site, store, ..own },
        _ => own,
    };
    match render::pages(&own, pages, |_, _| Ok::<(), std::convert::Infallible>(())) {
        Ok(faults) => faults,
        Err(never) => match never {},
    }
}

/// Which page is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'w> {
    /// The one at an address.
    Url(&'w str),
    /// That of an item or a collection, by its file.
    File(&'w Path),
}

/// A page of the site as it was built, or as it would be, with what is not published; `None` when there is none.
#[must_use]
pub fn show(loaded: &Loaded, trial: Option<&Trial>, options: &Options, wanted: Wanted<'_>) -> Option<Shown> {
    let base = match trial {
        Some(Trial::Whole(whole)) => whole,
        _ => loaded,
    };
    let (site, store) = match trial {
        Some(Trial::Items { site, store, .. }) => (&**site, &**store),
        _ => (&base.site, &base.store),
    };
    let pages = plan(site, true, options.now);
    let page = pages.iter().find(|page| is_wanted(site, page, wanted))?;
    let subject = match page.subject {
        Subject::Item { collection, item, .. } => Some((collection, Some(item))),
        Subject::List { collection, .. } | Subject::Page { collection } => Some((collection, None)),
        _ => None,
    };
    let mut faults = Vec::new();
    let mut site = site.clone();
    if let Some(subject) = subject {
        restore(&mut site, base, trial, subject);
        let how = (options.environment, options.now, true);
        render::block::fill_some(&mut site, &base.theme, store, how, &[subject], &mut faults);
    }
    let sheets = addresses(base);
    let options = Options { minify: false, minify_whole: false, drafts: true, ..options.clone() };
    let own = Material { site: &site, store, versions: &[], ..material(base, &options, &sheets, &[]) };
    let arena = Arena::new();
    let rendered = render::page::render(&own, page, &arena);
    faults.extend(rendered.errors.iter().map(|error| base.theme.explain(error)));
    let html = String::from_utf8_lossy(&rendered.bytes).into_owned();
    Some(Shown { url: page.url.clone(), html, faults, sources: sources(&site, page) })
}

fn is_wanted(site: &Site, page: &Page, wanted: Wanted<'_>) -> bool {
    let file = match wanted {
        Wanted::Url(url) => return page.url == url || page.url == url.trim_end_matches('/'),
        Wanted::File(file) => file,
    };
    match &page.subject {
        Subject::Item { collection, item, .. } => {
            site.collections[*collection].items[*item].document.file == file
        }
        Subject::List { collection, page: 1, term: None, month: None, .. } | Subject::Page { collection } => {
            site.collections[*collection].document.file == file
        }
        _ => false,
    }
}

/// Puts what a page shows back as it was before its blocks were put into it.
fn restore(
    site: &mut Site,
    base: &Loaded,
    trial: Option<&Trial>,
    (collection, item): (usize, Option<usize>),
) {
    let Some(index) = item else {
        site.collections[collection].made = None;
        return;
    };
    let item = &mut site.collections[collection].items[index];
    let changed = match trial {
        Some(Trial::Items { changed, .. }) => changed.iter().find(|raw| raw.place == (collection, index)),
        _ => None,
    };
    let was = match changed {
        Some(raw) => Some((raw.node, raw.hash)),
        None => base.unfilled.was(collection, item.document.file),
    };
    if let Some((node, hash)) = was {
        (item.node, item.hash) = (node, hash);
    }
}

/// The files whose texts a page may show, the nearest first.
fn sources(site: &Site, page: &Page) -> Vec<Source> {
    let of = |document: crate::site::document::Document| Source {
        file: document.file.to_path_buf(),
        member: None,
        root: document.root,
    };
    let mut sources = Vec::new();
    match &page.subject {
        Subject::Item { collection, item, .. } => {
            let collection = &site.collections[*collection];
            sources.push(of(collection.items[*item].document));
            sources.push(of(collection.document));
        }
        Subject::List { collection, items, .. } => {
            let collection = &site.collections[*collection];
            sources.push(of(collection.document));
            sources.extend(items.iter().map(|item| of(collection.items[*item].document)));
        }
        Subject::Page { collection } => sources.push(of(site.collections[*collection].document)),
        _ => {}
    }
    let website = site.website.document;
    for member in ["website", "navigation", "localizedStrings"] {
        sources.push(Source { member: Some(member), ..of(website) });
    }
    sources
}
