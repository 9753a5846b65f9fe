//! A site as it would be with changes that are not written: what would be wrong with it, and what its pages would show.
//!
//! While only items change, everything else is taken from the site as it was built; anything else is read as a whole, out
//! of a folder that holds the site with the changes.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use loggia_template::{Arena, Node, Origin};

use super::loaded::{Loaded, load};
use super::options::Options;
use super::versions::{self, addresses, render_context};
use crate::block_html::BlockHtml;
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::picture;
use crate::plan::{Page, Subject, plan};
use crate::render::block::How;
use crate::render::scope::Shared;
use crate::render::{self, RenderContext};
use crate::report::Timings;
use crate::site::document::Document;
use crate::site::load::{Changed, with_items};
use crate::site::{Memory, Site};

/// At most so many pages of a site are made to see whether their templates still work.
const PAGES: usize = 400;

/// A site with changes.
pub enum Trial<'t> {
    /// Some items are others.
    Items {
        /// The content.
        site: Box<Site<'t>>,
        /// The HTML of its blocks.
        blocks: Box<BlockHtml<'t>>,
        /// Products and forms.
        store: Box<Store>,
    },
    /// Anything may be other.
    Whole(Box<Loaded>),
}

/// A page as it would look.
pub struct Shown<'t> {
    /// Its address.
    pub url: String,
    /// The page, not made small; its elements say which values they show, and its blocks where they stand.
    pub html: String,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
    /// The files whose values it may show, the nearest first.
    pub sources: Vec<Source<'t>>,
}

/// A file whose values a page may show.
pub struct Source<'t> {
    /// Its path below the site folder.
    pub file: &'t Path,
    /// What it says.
    pub root: Node<'t>,
    /// The same as pages see it.
    pub shown: Node<'t>,
    /// The text of a member with what was made of the blocks behind it.
    pub made: Option<(Origin, &'static str)>,
}

/// The site with some items as the files in the folder of `memory` say them; those that are not there are gone. `None` when
/// the site has to be read as a whole. What the files say lives in `memory`, and goes with it.
#[must_use]
pub fn items<'t>(
    loaded: &'t Loaded,
    options: &Options,
    memory: &'t Memory,
    files: &[PathBuf],
) -> Option<(Trial<'t>, Vec<Diagnostic>)> {
    if !loaded.translations.is_empty() {
        return None;
    }
    let Changed { site, places, mut faults } =
        with_items(loaded.site.get(), memory, files, options.now, &|node, reader| {
            picture::complete_node(node, &loaded.pictures, reader);
        })?;
    let store = Store::read(&site, &mut faults);
    let some: Vec<_> = places.iter().map(|(collection, item)| (*collection, Some(*item))).collect();
    let how = How { environment: options.environment, now: options.now, marks: false };
    let blocks = render::block::some((&site, &loaded.blocks), &loaded.theme, &store, how, &some, &mut faults);
    let pages = plan(&site, true, options.now);
    let touched = |page: &&Page| match &page.subject {
        Subject::Item { collection, item, .. } => places.contains(&(*collection, *item)),
        Subject::List { collection, page: 1, term: None, .. } => {
            places.iter().any(|(own, _)| own == collection)
        }
        _ => false,
    };
    let touched: Vec<&Page> = pages.iter().filter(touched).collect();
    let trial = Trial::Items { site: Box::new(site), blocks: Box::new(blocks), store: Box::new(store) };
    faults.extend(faults_of_pages(loaded, Some(&trial), options, &touched));
    Some((trial, faults))
}

/// The site in another folder, read as a whole.
#[must_use]
pub fn whole<'t>(options: &Options) -> (Option<Trial<'t>>, Vec<Diagnostic>) {
    let (loaded, mut faults) = load(options, &mut Timings::default());
    let Some(loaded) = loaded else { return (None, faults) };
    if !faults.iter().any(Diagnostic::is_error) {
        let pages = plan(loaded.site.get(), true, options.now);
        let some: Vec<&Page> = pages.iter().step_by(pages.len() / PAGES + 1).collect();
        faults.extend(faults_of_pages(&loaded, None, options, &some));
    }
    (Some(Trial::Whole(Box::new(loaded))), faults)
}

/// The site as it is, with the hosts of another environment; `None` where it cannot be read.
#[must_use]
pub fn elsewhere<'t>(options: &Options) -> Option<Trial<'t>> {
    let (loaded, _) = load(options, &mut Timings::default());
    loaded.map(|loaded| Trial::Whole(Box::new(loaded)))
}

fn faults_of_pages(
    loaded: &Loaded,
    trial: Option<&Trial<'_>>,
    options: &Options,
    pages: &[&Page],
) -> Vec<Diagnostic> {
    let sheets = addresses(loaded);
    let versions = versions::versions(loaded);
    let arena = Arena::new();
    let shared = own_shared(loaded, options, &arena);
    let rendered = match trial {
        Some(Trial::Items { site, blocks, store }) => {
            let shared = shared.with_blocks(blocks);
            let own = render_context(loaded, options, &sheets, &versions, &shared);
            render::pages(&RenderContext { site, store, ..own }, pages, |_, _| Ok::<(), Infallible>(()))
        }
        _ => {
            let own = render_context(loaded, options, &sheets, &versions, &shared);
            render::pages(&own, pages, |_, _| Ok::<(), Infallible>(()))
        }
    };
    match rendered {
        Ok(faults) => faults,
        Err(never) => match never {},
    }
}

/// What the pages of a site in its own language share.
fn own_shared<'b>(loaded: &'b Loaded, options: &'b Options, arena: &'b Arena) -> Shared<'b> {
    versions::shared_of(&loaded.site, &loaded.blocks, &loaded.search, (&loaded.theme, options), arena)
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
pub fn show<'t>(
    loaded: &'t Loaded,
    trial: Option<&'t Trial<'t>>,
    options: &Options,
    wanted: Wanted<'_>,
) -> Option<Shown<'t>> {
    let base = match trial {
        Some(Trial::Whole(whole)) => whole,
        _ => loaded,
    };
    let (site, below, store) = match trial {
        Some(Trial::Items { site, blocks, store }) => (&**site, &**blocks, &**store),
        _ => (base.site.get(), &base.blocks, &base.store),
    };
    let pages = plan(site, true, options.now);
    let page = pages.iter().find(|page| is_wanted(site, page, wanted))?;
    let subject = match page.subject {
        Subject::Item { collection, item, .. } => Some((collection, Some(item))),
        Subject::List { collection, .. } | Subject::Page { collection } => Some((collection, None)),
        _ => None,
    };
    let mut faults = Vec::new();
    let how = How { environment: options.environment, now: options.now, marks: true };
    let some: Vec<_> = subject.into_iter().collect();
    let blocks = render::block::some((site, below), &base.theme, store, how, &some, &mut faults);
    let sheets = addresses(base);
    let options = Options { minify: false, minify_whole: false, drafts: true, ..options.clone() };
    let arena = Arena::new();
    let shared = own_shared(base, &options, &arena).with_blocks(&blocks);
    let common = render_context(base, &options, &sheets, &[], &shared);
    let own = RenderContext { site, store, versions: &[], marks: true, ..common };
    let rendered = render::page::render(&own, page, &arena);
    faults.extend(rendered.errors.iter().map(|error| base.theme.explain(error)));
    let html = String::from_utf8_lossy(&rendered.bytes).into_owned();
    Some(Shown { url: page.url.clone(), html, faults, sources: sources(site, &blocks, page) })
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

/// The files whose values a page may show, the nearest first: its own, those of its list, the site's, all others.
fn sources<'t>(site: &Site<'t>, blocks: &BlockHtml<'_>, page: &Page) -> Vec<Source<'t>> {
    let of = |document: Document<'t>, shown: Node<'t>, key: &'static str| Source {
        file: document.file,
        root: document.root,
        shown,
        made: blocks
            .member(document.file, key)
            .and_then(|text| Node::Text(text).origin())
            .map(|made| (made, key)),
    };
    let list = |at: usize| of(site.collections[at].document, site.collections[at].node, "mainContent");
    let item = |at: usize, place: usize| {
        let item = &site.collections[at].items[place];
        of(item.document, item.node, "body")
    };
    let mut sources = Vec::new();
    match &page.subject {
        Subject::Item { collection, item: place, .. } => {
            sources.push(item(*collection, *place));
            sources.push(list(*collection));
        }
        Subject::List { collection, items, .. } => {
            sources.push(list(*collection));
            sources.extend(items.iter().map(|place| item(*collection, *place)));
        }
        Subject::Page { collection } => sources.push(list(*collection)),
        _ => {}
    }
    let website = site.website.document;
    sources.push(of(website, website.root, ""));
    sources.extend(site.fields.iter().map(|field| of(field.document, field.document.root, "")));
    for (at, collection) in site.collections.iter().enumerate() {
        sources.push(list(at));
        sources.extend((0..collection.items.len()).map(|place| item(at, place)));
    }
    sources
}
