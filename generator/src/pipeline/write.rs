//! Hands every file of a site to an output: pages whose making would give the same are left as they are.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::cache::{Made, Pages};
use super::{Loaded, Options, Progress, addresses, language, material};
use crate::asset::Alternative;
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::output::{Output, OutputError};
use crate::plan::{Page, Subject};
use crate::render::depend::Dependencies;
use crate::render::feed::Translated;
use crate::render::{self, Material};
use crate::style;

/// What changed since the build before when only the words of some items did.
pub(super) struct Words {
    /// Place in `Site::collections` and in its items.
    pub items: Vec<(usize, usize)>,
    /// The files of the search as they were.
    pub found: Vec<String>,
}

/// What came of the pages.
pub(super) struct Outcome {
    /// Faults that were found while they were made.
    pub diagnostics: Vec<Diagnostic>,
    /// Every page that is right, with what it was made of.
    pub pages: Pages,
    /// What all of them were made of.
    pub base: Digest,
}

/// Writes every file of a site.
pub(super) fn all(
    loaded: &Loaded,
    options: &Options,
    output: &Output,
    before: &Pages,
    progress: &dyn Progress,
) -> Result<Outcome, OutputError> {
    let sheets = addresses(loaded);
    let versions = language::versions(loaded);
    let own = material(loaded, options, &sheets, &versions);
    let others = language::materials(loaded, own);
    let translated: Vec<Translated<'_>> = others.iter().map(|(material, pages)| (material, *pages)).collect();
    let mut diagnostics = Vec::new();
    let mut pages = Pages::default();
    let mut base = Digest::of(&[]);
    for (material, planned) in translated.iter().copied().chain([(&own, loaded.pages.as_slice())]) {
        let dependencies = Dependencies::new(material);
        let (found, made) = changed(material, &dependencies, planned, before, output, progress)?;
        diagnostics.extend(found);
        pages.extend(made);
        base = dependencies.base();
    }
    for (path, text) in render::feed::files(&own, &loaded.pages, &translated) {
        output.put(&path, text.into_bytes())?;
    }
    for sheet in &loaded.styles.sheets {
        output.put(&sheet.path, sheet.bytes.clone())?;
    }
    if loaded.has_block_styles() {
        let sheet = style::builtin::blocks();
        output.put(&sheet.path, sheet.bytes.clone())?;
    }
    for (_, asset) in loaded.assets.iter() {
        output.put_copy(&asset.path, &asset.source, asset.entry)?;
    }
    for Alternative { asset, .. } in loaded.assets.alternatives() {
        output.put_copy(&asset.path, &asset.source, asset.entry)?;
    }
    for (path, bytes) in loaded.widgets.iter().flat_map(|widgets| &widgets.files) {
        output.put(path, bytes.clone())?;
    }
    let searches = loaded.translations.iter().map(|other| &other.search).chain([&loaded.search]);
    for (path, bytes) in searches.flat_map(|search| &search.files) {
        output.put(path, bytes.clone())?;
    }
    output.put("_data/catalog.json", catalog(loaded, options, &mut diagnostics))?;
    Ok(Outcome { diagnostics, pages, base })
}

/// Makes the pages of one language that would be others than before; what is known of all of them.
fn changed(
    material: &Material<'_>,
    dependencies: &Dependencies<'_>,
    planned: &[Page],
    before: &Pages,
    output: &Output,
    progress: &dyn Progress,
) -> Result<(Vec<Diagnostic>, Pages), OutputError> {
    let kept: Vec<Option<Made>> = match before.is_empty() {
        true => vec![None; planned.len()],
        false => planned.par_iter().map(|page| unchanged(dependencies, page, before, output)).collect(),
    };
    let to_make: Vec<&Page> =
        planned.iter().zip(&kept).filter(|(_, kept)| kept.is_none()).map(|(page, _)| page).collect();
    output.announce(to_make.iter().map(|page| page.path.as_str()))?;
    let (diagnostics, mut pages) = make(material, dependencies, &to_make, output, progress)?;
    pages.extend(planned.iter().zip(kept).filter_map(|(page, kept)| Some((page.path.clone(), kept?))));
    Ok((diagnostics, pages))
}

/// Writes what the words of some items touch; `None` when it turns out that more than that has changed. `pages` and
/// `base` are those of the build before.
pub(super) fn touched(
    loaded: &Loaded,
    options: &Options,
    output: &Output,
    words: &Words,
    before: &Outcome,
    progress: &dyn Progress,
) -> Result<Option<(Vec<Diagnostic>, Pages)>, OutputError> {
    let sheets = addresses(loaded);
    let material = material(loaded, options, &sheets, &[]);
    let dependencies = Dependencies::new(&material);
    if dependencies.base() != before.base {
        return Ok(None);
    }
    let is_touched = |page: &&Page| match before.pages.get(&page.path) {
        Some(made) => shows(page, words) && dependencies.digest(page, &made.products) != made.of,
        None => true,
    };
    let to_make: Vec<&Page> = loaded.pages.iter().filter(is_touched).collect();
    let (diagnostics, pages) = make(&material, &dependencies, &to_make, output, progress)?;
    for (place, collection) in loaded.site.collections.iter().enumerate() {
        if words.items.iter().any(|(changed, _)| *changed == place) {
            for (path, text) in render::feed::of_collection(&material, collection) {
                output.put(&path, text.into_bytes())?;
            }
        }
    }
    for (path, bytes) in loaded.search.files.iter().filter(|(path, _)| !words.found.contains(path)) {
        output.put(path, bytes.clone())?;
    }
    output.forget(words.found.iter().filter(|path| !loaded.search.files.contains_key(*path)).cloned());
    Ok(Some((diagnostics, pages)))
}

/// Whether a page shows one of these items, or is one that every site has: those show anything.
fn shows(page: &Page, words: &Words) -> bool {
    let is_changed = |collection: usize, item: usize| words.items.contains(&(collection, item));
    match &page.subject {
        // The grid of a month shows items that are not in its list.
        Subject::List { month: Some(_), .. } => true,
        Subject::List { collection, items, .. } => items.iter().any(|item| is_changed(*collection, *item)),
        Subject::Item { collection, item, previous, next } => {
            let near = [Some(*item), *previous, *next];
            near.into_iter().flatten().any(|item| is_changed(*collection, item))
        }
        Subject::Lock { collection, item, .. } => item.is_some_and(|item| is_changed(*collection, item)),
        Subject::Redirect { .. } => false,
        // An index shows what is in the collections that it names.
        Subject::Page { .. } | Subject::System(_) => true,
    }
}

/// Renders pages and hands them in; those without faults are remembered.
fn make(
    material: &Material<'_>,
    dependencies: &Dependencies<'_>,
    pages: &[&Page],
    output: &Output,
    progress: &dyn Progress,
) -> Result<(Vec<Diagnostic>, Pages), OutputError> {
    progress.pages(pages.len());
    let fresh: Mutex<Pages> = Mutex::default();
    let rendered = render::pages(material, pages, |page, rendered| {
        if rendered.errors.is_empty() && !rendered.lacks_widgets {
            let of = dependencies.digest(page, &rendered.products);
            let made = Made { of, products: rendered.products };
            fresh.lock().unwrap_or_else(PoisonError::into_inner).insert(page.path.clone(), made);
        }
        output.put_announced(&page.path, rendered.bytes)?;
        progress.page();
        Ok(())
    });
    progress.end();
    Ok((rendered?, fresh.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// What a page was made of, when it would be made of the same now and its file is still there.
fn unchanged(dependencies: &Dependencies<'_>, page: &Page, before: &Pages, output: &Output) -> Option<Made> {
    let made = before.get(&page.path)?;
    (dependencies.digest(page, &made.products) == made.of && output.keep(&page.path)).then(|| made.clone())
}

/// The catalogue for the api; its `buildId` is the digest of all that it says.
fn catalog(loaded: &Loaded, options: &Options, diagnostics: &mut Vec<Diagnostic>) -> Vec<u8> {
    let cache = (&Cache::of_site(&options.site), options.now);
    let versions: Vec<_> =
        loaded.translations.iter().map(|other| (&other.site, other.pages.as_slice())).collect();
    let mut catalog = loaded.store.catalog(&loaded.site, &loaded.pages, &versions, cache, diagnostics);
    let json = |catalog: &loggia_commerce::Catalog| serde_json::to_vec_pretty(catalog).unwrap_or_default();
    catalog.build_id = Digest::of(&json(&catalog)).short();
    json(&catalog)
}
