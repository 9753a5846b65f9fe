//! A site that is built again and again while somebody works on it: what has not changed is neither read nor made again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loggia_template::Node;

use super::refill::Unfilled;
use super::write::{self, Outcome, Touched, Words};
use super::{Built, Loaded, Options, Progress, cache, ended, failed, finish, language, load};
use crate::asset::Assets;
use crate::catalog::{Store, sold};
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, Manifest};
use crate::output::{Output, OutputError};
use crate::picture::{self, Pictures};
use crate::plan::Page;
use crate::render;
use crate::render::scope::Shared;
use crate::report::Timings;
use crate::search::Index;
use crate::site::code::record;
use crate::site::load::reload_item;
use crate::site::{Language, Site};
use crate::theme::Theme;

/// Builds of one site into one folder.
pub struct Session {
    out: PathBuf,
    state: Option<State>,
}

/// What is known after a build.
struct State {
    loaded: Loaded,
    /// Faults of the site itself, not of its pages.
    faults: Vec<Diagnostic>,
    past: Option<Past>,
}

/// What the last build wrote; only there when all of it was right.
pub(super) struct Past {
    pub outcome: Outcome,
    pub manifest: Arc<Manifest>,
}

/// What has to be done after a change.
enum Change {
    /// Only the words of some items are others.
    Words(Words),
    /// Items are others in a way that lists, menus or the shop may show.
    Items,
}

impl Session {
    /// Builds into a folder.
    #[must_use]
    pub fn new(out: &Path) -> Session {
        Session { out: out.to_path_buf(), state: None }
    }

    /// Builds after some files changed; an empty list stands for all. When only items changed, and only what they say
    /// themselves, nothing else is read again.
    ///
    /// # Errors
    /// When the folder cannot be written, or holds files of somebody else.
    pub fn build(
        &mut self,
        options: &Options,
        changed: &[PathBuf],
        progress: &dyn Progress,
    ) -> Result<Built, OutputError> {
        let mut timings = Timings::default();
        let known = self.state.take().filter(|_| !changed.is_empty());
        let (mut state, words) = match known.and_then(|state| refreshed(state, options, changed)) {
            Some((state, Change::Words(words))) => (state, Some(words)),
            Some((state, Change::Items)) => (state, None),
            None => {
                let (loaded, faults) = load(options, &mut timings);
                let Some(loaded) = loaded else { return Ok(ended(faults, 0, None, timings)) };
                (State { loaded, faults, past: None }, None)
            }
        };
        timings.step("items");
        if failed(options, &state.faults) {
            let faults = state.faults.clone();
            self.state = Some(state);
            return Ok(ended(faults, 0, None, timings));
        }
        if let (Some(words), Some(past)) = (&words, state.past.take())
            && let Some((built, past)) = self.touched(&state, options, words, past, progress, &mut timings)?
        {
            self.state = Some(State { past: Some(past), ..state });
            return Ok(built);
        }
        let (built, past) =
            finish(&state.loaded, state.faults.clone(), options, &self.out, progress, timings)?;
        self.state = Some(State { past, ..state });
        Ok(built)
    }

    /// The site as the last build read it, as far as it could be read.
    #[must_use]
    pub fn loaded(&self) -> Option<&Loaded> {
        self.state.as_ref().map(|state| &state.loaded)
    }

    /// Makes what the words of some items touch; nothing when more than that has to be done.
    fn touched(
        &self,
        state: &State,
        options: &Options,
        words: &Words,
        past: Past,
        progress: &dyn Progress,
        timings: &mut Timings,
    ) -> Result<Option<(Built, Past)>, OutputError> {
        let Past { mut outcome, manifest } = past;
        let Some(output) = Output::resume(&self.out, manifest) else { return Ok(None) };
        let made = write::touched(&state.loaded, options, &output, words, &outcome, progress)?;
        timings.step("render");
        let Some((diagnostics, pages)) = made.filter(|(diagnostics, _)| diagnostics.is_empty()) else {
            output.discard();
            return Ok(None);
        };
        cache::forget_some(&self.out, &pages);
        let (manifest, written) = output.commit()?;
        outcome.pages.extend(pages.iter().map(|(path, made)| (path.clone(), made.clone())));
        cache::amend(&self.out, &pages, &outcome.pages);
        timings.step("write");
        let faults = state.faults.iter().cloned().chain(diagnostics).collect();
        let built = ended(faults, state.loaded.count(), Some((manifest.clone(), written)), timings.clone());
        Ok(Some((built, Past { outcome, manifest })))
    }
}

/// What is known of a site in one of its languages.
struct Version<'l> {
    language: Option<Language>,
    site: &'l mut Site,
    store: &'l mut Store,
    search: &'l mut Index,
    shared: &'l mut Shared,
    pages: &'l mut Vec<Page>,
    unfilled: &'l Unfilled,
}

/// What all languages have in common while they are refreshed.
#[derive(Clone, Copy)]
struct Common<'l> {
    theme: &'l Theme,
    assets: &'l Assets,
    /// The addresses of files that are sold, with the products that sell them.
    sold: &'l BTreeMap<String, BTreeSet<&'static str>>,
    pictures: &'l Pictures,
    options: &'l Options,
    /// Faults that are known.
    faults: &'l [Diagnostic],
    /// Whether everything but words may stay as it is.
    has_past: bool,
}

/// The site with the changed items in place of the old ones; `None` when more has to be read.
fn refreshed(state: State, options: &Options, changed: &[PathBuf]) -> Option<(State, Change)> {
    let State { mut loaded, faults, past } = state;
    let root = options.site.canonicalize().ok()?;
    if changed.iter().any(|file| file.is_symlink()) {
        return None;
    }
    let files: Vec<&Path> =
        changed.iter().map(|file| file.strip_prefix(&root).ok()).collect::<Option<_>>()?;
    // A fault may be about two files, or be gone with this edit: then everything is read again.
    if faults.iter().any(|fault| fault.is_error() || files.contains(&fault.file.as_path())) {
        return None;
    }
    let Loaded {
        site,
        theme,
        store,
        assets,
        sold,
        pictures,
        search,
        shared,
        pages,
        translations,
        unfilled,
        ..
    } = &mut loaded;
    let common = Common { theme, assets, sold, pictures, options, faults: &faults, has_past: past.is_some() };
    let languages: Vec<Language> = translations.iter().map(|other| other.language).collect();
    let own = Version { language: None, site, store, search, shared, pages, unfilled };
    let others = translations.iter_mut().map(|other| Version {
        language: Some(other.language),
        site: &mut other.site,
        store: &mut other.store,
        search: &mut other.search,
        shared: &mut other.shared,
        pages: &mut other.pages,
        unfilled: &other.unfilled,
    });
    let is_translation = |file: &Path| languages.iter().any(|language| language.translated(file).is_some());
    let mut words = Some(Vec::new());
    for version in std::iter::once(own).chain(others) {
        let language = version.language;
        let own = files.iter().copied().filter(|file| !is_translation(file));
        let mut said: Vec<&Path> =
            own.chain(files.iter().filter_map(move |file| language?.translated(file))).collect();
        said.sort_unstable();
        said.dedup();
        match (refresh(version, &common, &said)?, &mut words) {
            (Some(touched), Some(words)) => words.push(touched),
            _ => words = None,
        }
    }
    let change = words.map_or(Change::Items, |versions| Change::Words(Words { versions }));
    Some((State { loaded, faults, past }, change))
}

/// Reads items of one language again. What was touched when only words were; an outer `None` when more has to be read.
fn refresh(version: Version<'_>, common: &Common<'_>, files: &[&Path]) -> Option<Option<Touched>> {
    let Version { language, site, store, search, shared, pages, unfilled } = version;
    let Common { theme, options, .. } = *common;
    let mut sells = false;
    let mut only_words = common.has_past;
    let mut items = Vec::new();
    let mut found = Vec::new();
    let mut finds_the_same = true;
    for file in files {
        let complete = |node: &mut Node<'static>| picture::complete_node(node, common.pictures);
        let done = reload_item(site, file, (options.now, language), &complete)?;
        sells |= done.kinds.contains(&record::STORE_ITEM);
        only_words &= done.only_words;
        let after = &site.collections[done.collection].items[done.item];
        finds_the_same = finds_the_same && done.only_words && search.reads_the_same(&done.before, after);
        items.push((done.collection, done.item));
    }
    // What is sold decides what is published: with another file of it everything is read again.
    if sells && sold::files(site) != *common.sold {
        return None;
    }
    if sells {
        *store = Store::read(site, &mut found);
        if !found.is_empty() {
            return None;
        }
    }
    let is_filled = !files.is_empty() && !unfilled.is_empty(site);
    if is_filled {
        let before = unfilled.items(site);
        unfilled.restore(site);
        render::block::fill(site, theme, store, options.environment, options.now, &mut found);
        if found.iter().any(|fault| !common.faults.contains(fault)) {
            return None;
        }
        let after = unfilled.items(site);
        let others = before.iter().zip(&after).filter(|(before, after)| before != after);
        items.extend(others.map(|(_, (place, _))| *place));
    }
    let answers = answers(theme, shared);
    only_words &= !sells;
    if !only_words {
        *pages = language::planned(site, language, options);
    }
    let address = search.address.clone();
    let mut replaced = None;
    if !(only_words && finds_the_same && !is_filled) {
        let earlier = std::mem::take(search);
        let files: Vec<String> = earlier.files.keys().cloned().collect();
        *search = Index::of(site, store, common.assets, pages, Some(earlier));
        replaced = Some(files);
    }
    // Of items pages share what queries answer; all else that they share is said elsewhere.
    if !theme.queries.is_empty() || search.address != address {
        let search = search.address.as_deref();
        *shared = Shared::new(site, theme, options.environment, options.drafts, search);
    }
    only_words &= answers == self::answers(theme, shared);
    Some(only_words.then_some(Touched { items, replaced }))
}

/// What the queries of the templates answer.
fn answers(theme: &Theme, shared: &Shared) -> BTreeMap<String, Digest> {
    theme.queries.keys().map(|query| (query.clone(), shared.answer_digest(query))).collect()
}
