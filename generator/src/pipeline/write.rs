//! Hands every file of a site to an output: pages whose making would give the same are left as they are.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use loggia_commerce::{Catalog, Product};
use loggia_template::Arena;
use rayon::prelude::*;

use super::built::Progress;
use super::cache::{Made, Pages};
use super::loaded::Loaded;
use super::options::Options;
use super::versions::{self, addresses, render_context};
use crate::asset::Alternative;
use crate::catalog::{pictures, sold};
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, DigestWriter, MOVED};
use crate::output::{Output, OutputError};
use crate::plan::{Page, Subject};
use crate::render::depend::Dependencies;
use crate::render::feed::Translated;
use crate::render::{self, RenderContext};
use crate::style;

/// What changed since the build before when only the words of some items did.
pub(super) struct Words {
    /// In each language, the site's own first.
    pub versions: Vec<Touched>,
}

/// What changed in one language.
pub(super) struct Touched {
    /// Place in `Site::collections` and in its items.
    pub items: Vec<(usize, usize)>,
    /// The files of the search as they were, unless it is as it was.
    pub replaced: Option<Vec<String>>,
}

/// What came of the pages.
pub(super) struct Outcome {
    /// Faults that were found while they were made.
    pub diagnostics: Vec<Diagnostic>,
    /// Every page that is right, with what it was made of.
    pub pages: Pages,
    /// What all of a language were made of, the site's own first.
    pub bases: Vec<Digest>,
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
    let versions = versions::versions(loaded);
    let arena = Arena::new();
    let shared = versions::shared(loaded, options, &arena);
    let own = render_context(loaded, options, &sheets, &versions, &shared[0]);
    let others = versions::render_contexts(loaded, own, &shared[1..]);
    let translated: Vec<Translated<'_>> = others.iter().map(|(context, pages)| (context, *pages)).collect();
    let mut diagnostics = Vec::new();
    let mut pages = Pages::default();
    let mut bases = Vec::new();
    for (context, planned) in [(&own, loaded.pages.as_slice())].into_iter().chain(translated.iter().copied())
    {
        let dependencies = Dependencies::new(context);
        let (found, made) = changed(context, &dependencies, planned, before, output, progress)?;
        diagnostics.extend(found);
        pages.extend(made);
        bases.push(dependencies.base());
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
    for (path, asset) in render::moved::files(&loaded.assets, &loaded.site.get().redirects) {
        output.put_copy(&format!("{MOVED}{path}"), &asset.source, asset.entry)?;
    }
    for Alternative { asset, .. } in loaded.assets.alternatives() {
        output.put_copy(&asset.path, &asset.source, asset.entry)?;
    }
    for (path, bytes) in loaded.widgets.iter().flat_map(|widgets| &widgets.files) {
        output.put(path, bytes.to_vec())?;
    }
    let searches = loaded.translations.iter().map(|other| &other.search).chain([&loaded.search]);
    for (path, bytes) in searches.flat_map(|search| &search.files) {
        output.put(path, bytes.clone())?;
    }
    for asset in loaded.withheld.values() {
        output.put_copy(&format!("_data/files/{}", asset.entry.hash), &asset.source, asset.entry)?;
    }
    let catalog = catalog(loaded, options, &mut diagnostics);
    output.put_filled("_data/catalog.json", |file| Ok(serde_json::to_writer_pretty(file, &catalog)?))?;
    Ok(Outcome { diagnostics, pages, bases })
}

/// Makes the pages of one language that would be others than before; what is known of all of them.
fn changed(
    context: &RenderContext<'_>,
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
    let (diagnostics, mut pages) = make(context, dependencies, &to_make, output, progress)?;
    pages.extend(planned.iter().zip(kept).filter_map(|(page, kept)| Some((page.path.clone(), kept?))));
    Ok((diagnostics, pages))
}

/// Writes what the words of some items touch; `None` when it turns out that more than that has changed. `before` is what
/// the build before made.
pub(super) fn touched(
    loaded: &Loaded,
    options: &Options,
    output: &Output,
    words: &Words,
    before: &Outcome,
    progress: &dyn Progress,
) -> Result<Option<(Vec<Diagnostic>, Pages)>, OutputError> {
    let sheets = addresses(loaded);
    let versions = versions::versions(loaded);
    let arena = Arena::new();
    let shared = versions::shared(loaded, options, &arena);
    let own = render_context(loaded, options, &sheets, &versions, &shared[0]);
    let others = versions::render_contexts(loaded, own, &shared[1..]);
    let own = (&own, loaded.pages.as_slice(), &loaded.search);
    let others = others.iter().zip(&loaded.translations);
    let others = others.map(|((context, pages), other)| (context, *pages, &other.search));
    let all: Vec<_> = std::iter::once(own).chain(others).collect();
    let dependencies: Vec<Dependencies<'_>> =
        all.iter().map(|(context, ..)| Dependencies::new(context)).collect();
    if !dependencies.iter().map(Dependencies::base).eq(before.bases.iter().copied()) {
        return Ok(None);
    }
    let (mut diagnostics, mut made) = (Vec::new(), Pages::default());
    for (((context, pages, search), dependencies), words) in
        all.iter().zip(&dependencies).zip(&words.versions)
    {
        if words.items.is_empty() {
            continue;
        }
        let is_touched = |page: &&Page| {
            shows(context, page, words)
                && before
                    .pages
                    .get(&page.path)
                    .is_none_or(|made| dependencies.digest(page, &made.products) != made.of)
        };
        let to_make: Vec<&Page> = pages.iter().filter(is_touched).collect();
        let (found, fresh) = make(context, dependencies, &to_make, output, progress)?;
        diagnostics.extend(found);
        made.extend(fresh);
        for (place, collection) in context.site.collections.iter().enumerate() {
            if words.items.iter().any(|(changed, _)| *changed == place) {
                for (path, text) in render::feed::of_collection(context, collection) {
                    output.put(&path, text.into_bytes())?;
                }
            }
        }
        let Some(replaced) = &words.replaced else { continue };
        let replaced: BTreeSet<&String> = replaced.iter().collect();
        for (path, bytes) in search.files.iter().filter(|(path, _)| !replaced.contains(path)) {
            output.put(path, bytes.clone())?;
        }
        output.forget(replaced.into_iter().filter(|path| !search.files.contains_key(*path)).cloned());
    }
    Ok(Some((diagnostics, made)))
}

/// Whether a page shows one of these items, or is one that every site has: those show anything.
fn shows(context: &RenderContext<'_>, page: &Page, words: &Touched) -> bool {
    let is_changed = |collection: usize, item: usize| words.items.contains(&(collection, item));
    match &page.subject {
        // The grid of a month shows items that are not in its list.
        Subject::List { month: Some(_), .. } => true,
        Subject::List { collection, items, .. } => {
            // What was made for its own page may show items of other collections.
            context.shared.blocks().has(&context.site.collections[*collection])
                || items.iter().any(|item| is_changed(*collection, *item))
        }
        Subject::Item { collection, item, previous, next } => {
            let near = [Some(*item), *previous, *next];
            near.into_iter().flatten().any(|item| is_changed(*collection, item))
        }
        Subject::Lock { collection, item, locked, .. } => {
            item.is_some_and(|item| is_changed(*collection, item)) || shows(context, locked, words)
        }
        Subject::Redirect { .. } => false,
        // An index shows what is in the collections that it names.
        Subject::Page { .. } | Subject::System(_) => true,
    }
}

/// Renders pages and hands them in; those without faults are remembered.
fn make(
    context: &RenderContext<'_>,
    dependencies: &Dependencies<'_>,
    pages: &[&Page],
    output: &Output,
    progress: &dyn Progress,
) -> Result<(Vec<Diagnostic>, Pages), OutputError> {
    progress.pages(pages.len());
    let fresh: Mutex<Pages> = Mutex::default();
    let rendered = render::pages(context, pages, |page, rendered| {
        let is_whole = rendered.errors.is_empty() && !rendered.lacks_widgets;
        if is_whole && !render::incomplete::is(context, page, &rendered) {
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
fn catalog<'l>(
    loaded: &'l Loaded,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Catalog<&'l Product> {
    let cache = (&options.cache(), options.now);
    let versions: Vec<_> =
        loaded.translations.iter().map(|other| (other.site.get(), other.pages.as_slice())).collect();
    let mut catalog = loaded.store.catalog(loaded.site.get(), &loaded.pages, &versions, cache, diagnostics);
    catalog.pictures = pictures(&catalog, &loaded.assets);
    catalog.files = sold::listed(&loaded.sold, &loaded.withheld);
    let mut digest = std::io::BufWriter::with_capacity(1 << 16, DigestWriter::default());
    // A digest does not refuse to be written to, and a catalogue has only keys that are texts.
    let _ = serde_json::to_writer_pretty(&mut digest, &catalog);
    catalog.build_id = digest.into_inner().unwrap_or_default().finish().short();
    catalog
}
