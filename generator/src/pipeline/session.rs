//! A site that is built again and again while somebody works on it: what has not changed is neither read nor made again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::built::{Built, Progress, ended};
use super::finish::{Past, finish};
use super::loaded::{Loaded, load};
use super::options::{Options, failed};
use super::write::{self, Touched, Words};
use super::{cache, language};
use crate::asset::Assets;
use crate::block_html::BlockHtml;
use crate::catalog::{Store, is_of_terms, sold};
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::output::{Output, OutputError};
use crate::picture::{self, Pictures};
use crate::plan::Page;
use crate::render;
use crate::render::block::How;
use crate::render::scope::answers;
use crate::report::Timings;
use crate::search::Index;
use crate::site::code::record;
use crate::site::load::reload_item;
use crate::site::{OwnedSite, Site};
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
    memory: Growth,
}

/// How much memory the sites take, and how much of it has been added by items that were read again since. What they held
/// before is not given back one by one: when it has become a part of all that matters, the sites are read anew as a whole,
/// into memory of their own, and the old memory goes.
#[derive(Clone, Copy)]
struct Growth {
    /// Bytes when the sites were read as a whole.
    loaded: usize,
    /// Bytes added since.
    added: usize,
}

impl Growth {
    /// A small site is not read anew for less than this.
    const LEAST: usize = 1 << 20;

    fn of(loaded: &Loaded) -> Growth {
        let others = loaded.translations.iter().map(|other| &other.site);
        let all = std::iter::once(&loaded.site).chain(others);
        Growth { loaded: all.map(|site| site.get().memory.allocated_bytes()).sum(), added: 0 }
    }

    /// Whether the site should be read as a whole rather than grow on.
    fn is_enough(self) -> bool {
        self.added > Growth::LEAST.max(self.loaded / 16)
    }
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
        let known = self.state.take().filter(|state| !changed.is_empty() && !state.memory.is_enough());
        let (mut state, words) = match known.and_then(|state| refreshed(state, options, changed)) {
            Some((state, Change::Words(words))) => (state, Some(words)),
            Some((state, Change::Items)) => (state, None),
            None => {
                let (loaded, faults) = load(options, &mut timings);
                let Some(loaded) = loaded else { return Ok(ended(faults, 0, None, timings)) };
                let memory = Growth::of(&loaded);
                (State { loaded, faults, past: None, memory }, None)
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
    site: &'l mut OwnedSite,
    blocks: &'l mut BlockHtml<'static>,
    store: &'l mut Store,
    search: &'l mut Index,
    answers: &'l mut BTreeMap<String, Digest>,
    pages: &'l mut Vec<Page>,
}

/// What all languages have in common while they are refreshed.
#[derive(Clone, Copy)]
struct Common<'l> {
    theme: &'l Theme,
    assets: &'l Assets,
    /// The addresses of files that are sold, with the products that sell them.
    sold: &'l BTreeMap<String, BTreeSet<String>>,
    pictures: &'l Pictures,
    options: &'l Options,
    /// Faults that are known.
    faults: &'l [Diagnostic],
    /// Whether everything but words may stay as it is.
    has_past: bool,
}

/// The site with the changed items in place of the old ones; `None` when more has to be read.
fn refreshed(state: State, options: &Options, changed: &[PathBuf]) -> Option<(State, Change)> {
    let State { mut loaded, faults, past, mut memory } = state;
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
    let own_files = files_of_each_language(&loaded, &files);
    let Loaded {
        site,
        blocks,
        theme,
        store,
        assets,
        sold,
        pictures,
        search,
        answers,
        pages,
        translations,
        ..
    } = &mut loaded;
    let common = Common { theme, assets, sold, pictures, options, faults: &faults, has_past: past.is_some() };
    let own = Version { site, blocks, store, search, answers, pages };
    let others = translations.iter_mut().map(|other| Version {
        site: &mut other.site,
        blocks: &mut other.blocks,
        store: &mut other.store,
        search: &mut other.search,
        answers: &mut other.answers,
        pages: &mut other.pages,
    });
    let mut words = Some(Vec::new());
    for (version, own_files) in std::iter::once(own).chain(others).zip(&own_files) {
        match (refresh(version, &common, own_files, &mut memory)?, &mut words) {
            (Some(touched), Some(words)) => words.push(touched),
            _ => words = None,
        }
    }
    let change = words.map_or(Change::Items, |versions| Change::Words(Words { versions }));
    Some((State { loaded, faults, past, memory }, change))
}

/// The changed files that each language reads, the site's own first: files of the site, and in another language those that
/// it translates as well.
fn files_of_each_language(loaded: &Loaded, files: &[&Path]) -> Vec<Vec<PathBuf>> {
    let languages: Vec<_> = loaded.translations.iter().map(|other| other.site.get().language()).collect();
    let is_translation = |file: &Path| languages.iter().any(|language| language.translated(file).is_some());
    let own: Vec<PathBuf> =
        files.iter().filter(|file| !is_translation(file)).map(|file| file.to_path_buf()).collect();
    let others = languages.iter().map(|language| {
        let translated = files.iter().filter_map(|file| language.translated(file)).map(Path::to_path_buf);
        own.iter().cloned().chain(translated).collect()
    });
    std::iter::once(own.clone())
        .chain(others)
        .map(|mut own_files: Vec<PathBuf>| {
            own_files.sort_unstable();
            own_files.dedup();
            own_files
        })
        .collect()
}

/// What came of reading some items again.
struct Reread {
    /// Their places in `Site::collections` and in its items.
    items: Vec<(usize, usize)>,
    /// Whether one of them is sold, or was.
    sells: bool,
    /// Whether nothing but their words is other than before.
    only_words: bool,
    /// Whether they are found by the same words as before.
    finds_the_same: bool,
    /// Bytes of memory that were taken for them.
    bytes: usize,
}

/// Reads some items of a site again; `None` when more has to be read.
fn reread(
    site: &mut Site<'_>,
    files: &[PathBuf],
    search: &Index,
    (pictures, now): (&Pictures, i64),
) -> Option<Reread> {
    let before = site.memory.arena().allocated_bytes();
    let mut done =
        Reread { items: Vec::new(), sells: false, only_words: true, finds_the_same: true, bytes: 0 };
    for file in files {
        let item =
            reload_item(site, file, now, &|node, reader| picture::complete_node(node, pictures, reader))?;
        done.sells |= item.kinds.contains(&record::STORE_ITEM);
        done.only_words &= item.only_words;
        let after = &site.collections[item.collection].items[item.item];
        done.finds_the_same =
            done.finds_the_same && item.only_words && search.reads_the_same(&item.before, after);
        done.items.push((item.collection, item.item));
    }
    done.bytes = site.memory.arena().allocated_bytes() - before;
    Some(done)
}

/// Reads items of one language again. What was touched when only words were; an outer `None` when more has to be read.
fn refresh(
    version: Version<'_>,
    common: &Common<'_>,
    files: &[PathBuf],
    memory: &mut Growth,
) -> Option<Option<Touched>> {
    let Version { site: owned, blocks, store, search, answers, pages } = version;
    let Common { theme, options, .. } = *common;
    let mut found = Vec::new();
    let mut done = None;
    *owned = owned.clone().changed(|site| {
        done = reread(site, files, search, (common.pictures, options.now));
    });
    let Reread { mut items, sells, mut only_words, finds_the_same, bytes } = done?;
    memory.added += bytes;
    only_words &= common.has_past;
    let site = owned.get();
    // What is sold decides what is published: with another file of it everything is read again.
    if sells && sold::files(site) != *common.sold {
        return None;
    }
    // With other terms every page of the shop asks to agree to others.
    if items.iter().any(|(collection, item)| {
        is_of_terms(&store.settings, site.collections[*collection].items[*item].full_url)
    }) {
        return None;
    }
    if sells {
        *store = Store::read(site, &mut found);
        if !found.is_empty() {
            return None;
        }
    }
    // Blocks show other items: when one of those changes, they are made again.
    let has_blocks = !files.is_empty() && !blocks.is_empty();
    if has_blocks {
        let how = How { environment: options.environment, now: options.now, marks: false };
        let before = std::mem::replace(blocks, render::block::all(site, theme, store, how, &mut found));
        if found.iter().any(|fault| !common.faults.contains(fault)) {
            return None;
        }
        items.extend(others(site, &before, blocks));
    }
    only_words &= !sells;
    if !only_words {
        *pages = language::planned(site, options);
    }
    let mut replaced = None;
    if !(only_words && finds_the_same && !has_blocks) {
        let earlier = std::mem::take(search);
        let files: Vec<String> = earlier.files.keys().cloned().collect();
        *search = Index::of((site, blocks), store, common.assets, pages, Some(earlier));
        replaced = Some(files);
    }
    let asked = self::answers(site, blocks, theme, options.drafts);
    only_words &= *answers == asked;
    *answers = asked;
    Some(only_words.then_some(Touched { items, replaced }))
}

/// The items whose blocks are others than before: places in `Site::collections` and in its items.
fn others(site: &Site<'_>, before: &BlockHtml<'_>, after: &BlockHtml<'_>) -> Vec<(usize, usize)> {
    let all = site.collections.iter().enumerate().flat_map(|(place, collection)| {
        let items = collection.items.iter().enumerate();
        items.map(move |(index, item)| ((place, index), item.document.file))
    });
    all.filter(|(_, file)| !before.is_same(after, file)).map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::pipeline::Silent;

    #[test]
    fn a_session_does_not_grow_with_every_item_that_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let site = root.join("site");
        fs::create_dir_all(site.join("content/blog")).unwrap();
        fs::write(site.join("site.json"), r#"{"website": {"siteTitle": "Bakery"}}"#).unwrap();
        let collection = r#"{"title": "Blog", "urlId": "blog", "typeName": "blog"}"#;
        fs::write(site.join("content/blog/collection.json"), collection).unwrap();
        let item = site.join("content/blog/rye.json");
        let write = |number: usize| {
            let body = format!("{number} {}", "words and ".repeat(10_000));
            fs::write(&item, format!(r#"{{"title": "Rye", "body": "{body}"}}"#)).unwrap();
        };
        write(0);
        let options = Options {
            site: site.clone(),
            now: 0,
            minify: false,
            minify_whole: false,
            lenient: false,
            widgets: None,
            environment: "prod",
            layout: None,
            drafts: false,
            beyond_limits: false,
            cache_of: None,
        };
        let mut session = Session::new(&root.join("out"));
        session.build(&options, &[], &Silent).unwrap();
        let (mut most, mut is_read_anew) = (0, false);
        for number in 1..60 {
            let before = session.state.as_ref().unwrap().memory.added;
            write(number);
            session.build(&options, std::slice::from_ref(&item), &Silent).unwrap();
            let memory = session.state.as_ref().unwrap().memory;
            is_read_anew |= memory.added < before;
            most = most.max(memory.added);
        }
        // Fifty-nine texts of 100 kB take 6 MB; memory comes in pieces that double.
        assert!(most > 0 && most < 4 << 20, "{most}");
        assert!(is_read_anew);
        let site = session.loaded().unwrap().site.get();
        assert!(site.collections[0].items[0].node.get("body").as_str().unwrap().starts_with("59 "));
    }
}
