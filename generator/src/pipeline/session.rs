//! A site that is built again and again while somebody works on it: what has not changed is neither read nor made again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loggia_template::Node;

use super::write::{self, Outcome, Words};
use super::{Built, Loaded, Options, Progress, cache, ended, failed, finish, load};
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, Manifest};
use crate::output::{Output, OutputError};
use crate::picture;
use crate::plan::plan;
use crate::render;
use crate::render::scope::Shared;
use crate::report::Timings;
use crate::search::Index;
use crate::site::code::record;
use crate::site::load::reload_item;

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
        cache::forget(&self.out);
        let (manifest, written) = output.commit()?;
        outcome.pages.extend(pages);
        cache::write(&self.out, &outcome.pages);
        timings.step("write");
        let faults = state.faults.iter().cloned().chain(diagnostics).collect();
        let built =
            ended(faults, state.loaded.pages.len(), Some((manifest.clone(), written)), timings.clone());
        Ok(Some((built, Past { outcome, manifest })))
    }
}

/// The site with the changed items in place of the old ones; `None` when more has to be read.
fn refreshed(state: State, options: &Options, changed: &[PathBuf]) -> Option<(State, Change)> {
    let State { mut loaded, faults, past } = state;
    // A fault may be about two files, and an item is said in every language: then everything is read again.
    if !loaded.translations.is_empty() || faults.iter().any(Diagnostic::is_error) {
        return None;
    }
    let root = options.site.canonicalize().ok()?;
    let mut sells = false;
    let mut words = Some(Vec::new());
    for file in changed {
        let inside = file.strip_prefix(&root).ok()?;
        let complete = |node: &mut Node<'static>| picture::complete_node(node, &loaded.pictures);
        let done = reload_item(&mut loaded.site, inside, options.now, &complete)?;
        sells |= done.kinds.contains(&record::STORE_ITEM);
        match &mut words {
            Some(places) if done.only_words => places.push((done.collection, done.item)),
            _ => words = None,
        }
    }
    if sells {
        let mut found = Vec::new();
        loaded.store = Store::read(&loaded.site, &mut found);
        if !found.is_empty() {
            return None;
        }
    }
    if !loaded.unfilled.is_empty() {
        let mut found = Vec::new();
        let before = loaded.unfilled.items(&loaded.site);
        loaded.unfilled.restore(&mut loaded.site);
        let Loaded { site, theme, store, .. } = &mut loaded;
        render::block::fill(site, theme, store, options.environment, options.now, &mut found);
        if found.iter().any(|fault| !faults.contains(fault)) {
            return None;
        }
        let after = loaded.unfilled.items(&loaded.site);
        let others = before.iter().zip(&after).filter(|(before, after)| before != after);
        words.iter_mut().for_each(|places| places.extend(others.clone().map(|(_, (place, _))| *place)));
    }
    let answers = answers(&loaded);
    let words = words.filter(|_| !sells && past.is_some());
    if words.is_none() {
        loaded.pages = plan(&loaded.site, options.drafts, options.now);
    }
    let earlier = std::mem::take(&mut loaded.search);
    let found: Vec<String> = earlier.files.keys().cloned().collect();
    loaded.search = Index::of(&loaded.site, &loaded.store, &loaded.assets, &loaded.pages, Some(earlier));
    let search = loaded.search.address.as_deref();
    loaded.shared = Shared::new(&loaded.site, &loaded.theme, options.environment, options.drafts, search);
    let change = match words {
        Some(items) if answers == self::answers(&loaded) => Change::Words(Words { items, found }),
        _ => Change::Items,
    };
    Some((State { loaded, faults, past }, change))
}

/// What the queries of the templates answer.
fn answers(loaded: &Loaded) -> BTreeMap<String, Digest> {
    loaded.theme.queries.keys().map(|query| (query.clone(), loaded.shared.answer_digest(query))).collect()
}
