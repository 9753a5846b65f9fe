//! The site in its other languages: read, planned and made like the site itself, below an address of its own. Templates,
//! pictures and style sheets are those of the site.

use std::collections::BTreeMap;

use super::options::{Options, softened};
use crate::asset::Assets;
use crate::block_html::BlockHtml;
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, PROTECTED};
use crate::picture::{self, Pictures};
use crate::plan::{Page, plan};
use crate::render;
use crate::render::block::How;
use crate::render::scope::answers;
use crate::search::Index;
use crate::site::{LoadOptions, OwnedSite, Site};
use crate::theme::Theme;

/// The site in one other language.
pub struct Translation {
    /// The content.
    pub site: OwnedSite,
    /// The HTML of its blocks.
    pub blocks: BlockHtml<'static>,
    /// Products and forms.
    pub store: Store,
    /// What visitors may find.
    pub search: Index,
    /// The digests of what the queries of templates answer.
    pub answers: BTreeMap<String, Digest>,
    /// Every page: its address as the language itself says it, its file below the language's folder.
    pub pages: Vec<Page>,
}

/// What all languages have in common.
pub(super) struct Parts<'a> {
    pub theme: &'a Theme,
    pub assets: &'a Assets,
    pub pictures: &'a Pictures,
}

/// Reads the site in every language that it names; faults are added.
pub(super) fn load(
    site: &Site,
    parts: &Parts<'_>,
    options: &Options,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Translation> {
    let mut translations = Vec::new();
    for language in site.website.languages.iter().copied() {
        for collection in
            site.collections.iter().filter(|collection| is_below(collection.full_url, language.prefix))
        {
            let message =
                format!("The address {} belongs to the pages in '{}'.", language.prefix, language.tag);
            let help = "give the collection another urlId";
            faults.push(collection.document.fault(&["urlId".into()], "language", message).help(help));
        }
        let asked =
            LoadOptions { now: options.now, environment: options.environment, language: Some(language) };
        let (read, found) = OwnedSite::load(site.root, asked);
        faults.extend(softened(options, found));
        let Some(read) = read else { continue };
        let read = read.changed(|site| picture::complete(site, parts.pictures));
        let site = read.get();
        let store = Store::read(site, faults);
        let how = How { environment: options.environment, now: options.now, marks: false };
        let blocks = render::block::all(site, parts.theme, &store, how, faults);
        let pages = planned(site, options);
        let search = Index::of((site, &blocks), &store, parts.assets, &pages, None);
        let answers = answers(site, &blocks, parts.theme, options.drafts);
        translations.push(Translation { site: read.clone(), blocks, store, search, answers, pages });
    }
    translations
}

/// Every page of a site in one of its languages.
pub(super) fn planned(site: &Site<'_>, options: &Options) -> Vec<Page> {
    let mut pages = plan(site, options.drafts, options.now);
    let prefix = site.website.prefix;
    if !prefix.is_empty() {
        for page in &mut pages {
            page.path = path(prefix, &page.path);
        }
    }
    pages
}

fn is_below(address: &str, prefix: &str) -> bool {
    address.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The file of a page in a language: `fr/about/index.html`; what not everybody may see stays where it is kept.
fn path(prefix: &str, path: &str) -> String {
    match path.strip_prefix(PROTECTED) {
        Some(kept) => format!("{PROTECTED}{}/{kept}", &prefix[1..]),
        None => format!("{}/{path}", &prefix[1..]),
    }
}
