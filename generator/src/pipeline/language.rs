//! The site in its other languages: read, planned and made like the site itself, below an address of its own. Templates,
//! pictures and style sheets are those of the site.

use super::refill::Unfilled;
use super::{Loaded, Options, softened};
use crate::asset::Assets;
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::manifest::PROTECTED;
use crate::picture::{self, Pictures};
use crate::plan::{Page, plan};
use crate::render::language::Version;
use crate::render::scope::Shared;
use crate::render::{self, Material};
use crate::search::Index;
use crate::site::{Language, LoadOptions, Site};
use crate::theme::Theme;

/// The site in one other language.
pub struct Translation {
    /// The content.
    pub site: Site,
    /// Products and forms.
    pub store: Store,
    /// What visitors may find.
    pub search: Index,
    /// What all pages see.
    pub shared: Shared,
    /// Every page: its address as the language itself says it, its file below the language's folder.
    pub pages: Vec<Page>,
    /// The language.
    pub language: Language,
    /// What is put together from blocks, as it was before.
    pub unfilled: Unfilled,
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
        let (read, found) = crate::site::load(&site.root, asked);
        faults.extend(softened(options, found));
        let Some(mut site) = read else { continue };
        picture::complete(&mut site, parts.pictures);
        let store = Store::read(&site, faults);
        let unfilled = Unfilled::before(&site);
        render::block::fill(&mut site, parts.theme, &store, options.environment, options.now, faults);
        let unfilled = unfilled.settle(&site);
        let pages = planned(&site, Some(language), options);
        let search = Index::of(&site, &store, parts.assets, &pages, None);
        let shared =
            Shared::new(&site, parts.theme, options.environment, options.drafts, search.address.as_deref());
        translations.push(Translation { site, store, search, shared, pages, language, unfilled });
    }
    translations
}

/// Every page of a site in one of its languages.
pub(super) fn planned(site: &Site, language: Option<Language>, options: &Options) -> Vec<Page> {
    let mut pages = plan(site, options.drafts, options.now);
    if let Some(language) = language {
        for page in &mut pages {
            page.path = path(language.prefix, &page.path);
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

/// Every language of a site, its own first; none when it has no other.
pub(super) fn versions(loaded: &Loaded) -> Vec<Version<'_>> {
    if loaded.translations.is_empty() {
        return Vec::new();
    }
    let own = Version::new(&loaded.site, &loaded.pages);
    let others = loaded.translations.iter().map(|other| Version::new(&other.site, &other.pages));
    std::iter::once(own).chain(others).collect()
}

/// What the pages of the other languages are made of.
pub(super) fn materials<'b>(loaded: &'b Loaded, own: Material<'b>) -> Vec<(Material<'b>, &'b [Page])> {
    let of = |other: &'b Translation| Material {
        site: &other.site,
        store: &other.store,
        shared: &other.shared,
        ..own
    };
    loaded.translations.iter().map(|other| (of(other), other.pages.as_slice())).collect()
}
