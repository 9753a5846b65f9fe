//! What a site answers: the paths of its pages and files, and the redirects of its lists.

use std::collections::{BTreeMap, BTreeSet};

use loggia_exchange::addresses::Table;
use loggia_template::Arena;

use super::loaded::{Loaded, load_content};
use super::options::Options;
use super::versions;
use crate::asset::percent_encoded;
use crate::diagnostic::Diagnostic;
use crate::manifest::MOVED;
use crate::render;
use crate::render::feed::Translated;

/// Every address that a site answers.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    /// Paths, escaped, without a slash at the end.
    pub paths: BTreeSet<String>,
    /// The redirects of its lists.
    pub redirects: Table,
    /// Where the collections and items are, by their ids; not escaped.
    pub by_id: BTreeMap<String, String>,
}

/// Loads a site and says what it answers; without a readable `site.json` nothing.
#[must_use]
pub fn addresses(options: &Options) -> (Addresses, Vec<Diagnostic>) {
    let (loaded, faults) = load_content(options);
    (loaded.as_ref().map(|loaded| of(loaded, options)).unwrap_or_default(), faults)
}

fn of(loaded: &Loaded, options: &Options) -> Addresses {
    let sheets = versions::addresses(loaded);
    let versions = versions::versions(loaded);
    let arena = Arena::new();
    let shared = versions::shared(loaded, options, &arena);
    let own = versions::render_context(loaded, options, &sheets, &versions, &shared[0]);
    let others = versions::render_contexts(loaded, own, &shared[1..]);
    let translated: Vec<Translated<'_>> = others.iter().map(|(context, pages)| (context, *pages)).collect();
    let feeds = render::feed::files(&own, &loaded.pages, &translated);
    let all = std::iter::once((&own, loaded.pages.as_slice())).chain(translated);
    let mut paths: BTreeSet<String> = all
        .flat_map(|(context, pages)| pages.iter().map(|page| context.site.website.localized(&page.url)))
        .collect();
    for file in files(loaded, &feeds) {
        let path = file.strip_prefix(MOVED).unwrap_or(&file);
        let path = path.strip_suffix("/index.html").unwrap_or(path);
        paths.insert(percent_encoded(&format!("/{path}")));
    }
    let mut by_id = BTreeMap::new();
    let site = loaded.site.get();
    let public = site.collections.iter().filter(|collection| collection.is_public);
    for collection in public {
        by_id.insert(collection.id.to_owned(), collection.full_url.to_owned());
        let items = collection.items.iter().filter(|item| item.is_public);
        by_id.extend(items.map(|item| (item.id.to_owned(), item.full_url.to_owned())));
    }
    by_id.retain(|_, url| paths.contains(&percent_encoded(url)));
    Addresses { paths, redirects: site.redirects.clone(), by_id }
}

/// The path of everything in the output that is no page, and the plain addresses of downloads.
pub(super) fn files(loaded: &Loaded, feeds: &[(String, String)]) -> Vec<String> {
    let plain = loaded.assets.iter().filter(|(address, _)| address.starts_with("/files/"));
    let assets = loaded.assets.iter().map(|(_, asset)| asset.path.clone());
    let mut files: Vec<String> = plain.map(|(address, _)| address[1..].to_owned()).chain(assets).collect();
    files.extend(render::moved::files(&loaded.assets, &loaded.site.get().redirects).into_keys());
    files.extend(loaded.assets.alternatives().map(|alternative| alternative.asset.path.clone()));
    files.extend(loaded.widgets.iter().flat_map(|widgets| &widgets.files).map(|(path, _)| path.clone()));
    files.extend(loaded.styles.sheets.iter().map(|sheet| sheet.path.clone()));
    files.push(crate::style::builtin::blocks().path.clone());
    let searches = loaded.translations.iter().map(|other| &other.search).chain([&loaded.search]);
    files.extend(searches.flat_map(|search| search.files.keys().cloned()));
    files.extend(feeds.iter().map(|(path, _)| path.clone()));
    files
}
