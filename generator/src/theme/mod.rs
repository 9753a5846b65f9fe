//! Theme: every template of a site, compiled once, with every fault that is in them.

pub mod block;
pub mod builtin;
pub mod calls;
pub mod conf;
pub mod explain;
pub mod kinds;
pub mod overrides;
pub mod tag;
mod unclosed;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use loggia_template::{Compiled, Engine, Error, Node, Template, Vocabulary};
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::asset::slashes;
use crate::diagnostic::{Diagnostic, line_column, nearest, relative};
use crate::manifest::Digest;
use crate::site::Memory;
use crate::site::document::Document;
use crate::style;
use conf::{Conf, Layout};
pub use tag::Query;

/// A template file as it was read.
#[derive(Debug, Clone)]
struct Source {
    file: PathBuf,
    text: String,
    rewritten: String,
    queries: BTreeSet<String>,
}

/// The templates of a site.
pub struct Theme {
    /// The engine, with the site's partials.
    pub engine: Engine,
    /// `template.conf`.
    pub conf: Conf,
    /// What the templates ask of the content, by the name under which the answer lies.
    pub queries: BTreeMap<String, Query>,
    /// Where each query is asked, as a fault that has no message yet.
    pub query_places: Vec<(String, Diagnostic)>,
    /// Where each menu is shown, as a fault that has no message yet.
    pub menu_places: Vec<(String, Diagnostic)>,
    /// What its scripts call of the platform's.
    pub calls: calls::Calls,
    /// A digest of every template: pages of another theme are made again.
    pub digest: Digest,
    templates: BTreeMap<String, Template>,
    /// The templates and blocks whose own text has an error.
    broken: BTreeSet<String>,
    sources: BTreeMap<String, Source>,
    partials: BTreeMap<String, String>,
    blocks_ask: BTreeSet<String>,
    builtins: BTreeMap<&'static str, Template>,
    pages: BTreeMap<String, PageConf>,
    own_blocks: BTreeMap<String, Template>,
}

/// Every word that a template may use.
#[must_use]
pub fn vocabulary() -> Vocabulary {
    loggia_formatters::vocabulary()
}

impl Theme {
    /// Reads and compiles every template of a site, in parallel; faults are added.
    #[must_use]
    pub fn load(root: &Path, faults: &mut Vec<Diagnostic>) -> Theme {
        let conf = conf::read(root, faults);
        let (mut sources, mut queries) = (BTreeMap::new(), BTreeMap::new());
        // What is switched on stands in every page.
        let mut digest = format!("{:?}", conf.tweaks).into_bytes();
        digest.extend(settings(root));
        let (mut query_places, mut menu_places) = (Vec::new(), Vec::new());
        let has_script = |name: &str| root.join("template/scripts").join(name).is_file();
        for file in template_files(root) {
            let name = slashes(&relative(root, &file)).trim_start_matches("template/").to_owned();
            match crate::folder::read(&file) {
                Ok(bytes) => {
                    let file = relative(root, &file);
                    let text = text_of(&file, bytes, faults);
                    let done = tag::rewrite(&slashes(&file), &text, &has_script, faults);
                    let asked = done.queries.keys().cloned().collect();
                    queries.extend(done.queries);
                    query_places.extend(done.places);
                    menu_places.extend(done.menus);
                    faults.extend(
                        done.scripts.into_iter().map(|(name, place)| missing_script(root, &name, place)),
                    );
                    digest.extend_from_slice(name.as_bytes());
                    digest.extend_from_slice(text.as_bytes());
                    sources.insert(name, Source { file, text, rewritten: done.text, queries: asked });
                }
                Err(error) => {
                    let message = format!("This template cannot be read: {error}.");
                    faults.push(Diagnostic::error("file-unreadable", relative(root, &file), message));
                }
            }
        }
        let calls = calls::Calls::read(root, sources.values().map(|source| source.text.as_str()));
        digest.extend_from_slice(format!("{calls:?}").as_bytes());
        let mut partials = BTreeMap::new();
        for name in sources.keys().filter_map(|name| name.strip_prefix("blocks/")) {
            partials.insert(name.to_owned(), format!("blocks/{name}"));
            if let Some(stem) = name.strip_suffix(".block") {
                partials.insert(stem.to_owned(), format!("blocks/{name}"));
            }
        }
        let texts = partials
            .iter()
            .filter_map(|(name, key)| Some((name.as_str(), sources.get(key)?.rewritten.as_str())));
        // What blocks share stands beside the site's own parts, which go before it.
        let shared = block::PARTIALS.into_iter().filter(|(name, _)| !partials.contains_key(*name));
        let engine = Engine::builder(vocabulary()).partials(texts.chain(shared)).build();
        let blocks = sources.iter().filter(|(name, _)| name.starts_with("blocks/"));
        let blocks_ask = blocks.flat_map(|(_, source)| source.queries.iter().cloned()).collect();
        let mut theme = Theme {
            engine,
            conf,
            queries,
            query_places,
            menu_places,
            calls,
            digest: Digest::of(&digest),
            templates: BTreeMap::new(),
            broken: BTreeSet::new(),
            sources,
            partials,
            blocks_ask,
            builtins: BTreeMap::new(),
            pages: page_confs(root, faults),
            own_blocks: BTreeMap::new(),
        };
        theme.own_blocks = overrides::read(root, &theme.engine, faults);
        theme.builtins = builtin::ALL
            .into_iter()
            .chain(block::all())
            .map(|(name, text)| (name, theme.engine.compile(name, text).template))
            .collect();
        theme.compile(faults);
        theme.check_layouts(faults);
        theme
    }

    fn compile(&mut self, faults: &mut Vec<Diagnostic>) {
        let whole = self.sources.par_iter().filter(|(name, _)| !name.starts_with("blocks/"));
        let compiled: Vec<(String, Compiled)> = whole
            .map(|(name, source)| {
                let Compiled { template, errors } = self.engine.compile(name, &source.rewritten);
                let errors = unclosed::with_outer(&self.engine, name, &source.rewritten, errors);
                (name.clone(), Compiled { template, errors })
            })
            .collect();
        let mut broken = BTreeSet::new();
        for (name, Compiled { template, errors }) in compiled {
            let found: Vec<_> = errors.iter().map(|error| self.explain(error)).collect();
            if found.iter().any(Diagnostic::is_error) {
                broken.insert(name.clone());
            }
            faults.extend(found);
            self.templates.insert(name, template);
        }
        for (name, partial) in self.engine.partials() {
            let source = self.partials.get(name).and_then(|key| self.sources.get(key));
            let text = source.map_or("", |source| source.rewritten.as_str());
            let errors = unclosed::with_outer(&self.engine, name, text, partial.errors.clone());
            let found: Vec<_> = errors.iter().map(|error| self.explain(error)).collect();
            if found.iter().any(Diagnostic::is_error) {
                broken.insert(name.to_owned());
            }
            // A block is known under two names; its faults are reported once.
            if name.contains('.') {
                faults.extend(found);
            }
        }
        self.broken = broken;
    }

    fn check_layouts(&self, faults: &mut Vec<Diagnostic>) {
        let Some((file, text)) = &self.conf.file else { return };
        for layout in &self.conf.layouts {
            for region in layout
                .regions
                .iter()
                .filter(|region| !self.templates.contains_key(&format!("{region}.region")))
            {
                let known: Vec<&str> =
                    self.templates.keys().filter_map(|name| name.strip_suffix(".region")).collect();
                let near =
                    nearest(region, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                let message = format!(
                    "The layout '{}' asks for the region '{region}', which is not there; nothing is shown for it.",
                    layout.key
                );
                let mut fault = Diagnostic::warning("region-missing", file, message).at(
                    text,
                    layout.line.0,
                    layout.line.1,
                );
                fault.help = near.map(String::into_boxed_str);
                faults.push(fault);
            }
        }
    }

    /// The names of the templates of a layout's regions, in order: of the layout named, else `default`, else the first;
    /// without any layout `site.region`. A region that is not there is left out.
    #[must_use]
    pub fn region_names(&self, layout: Option<&str>) -> Vec<String> {
        let layouts = &self.conf.layouts;
        let named = |key: &str| layouts.iter().find(|layout| layout.key == key);
        let layout: Option<&Layout> =
            layout.and_then(named).or_else(|| named("default")).or_else(|| layouts.first());
        let names = layout.map_or_else(|| vec!["site".to_owned()], |layout| layout.regions.clone());
        let names = names.iter().map(|name| format!("{name}.region"));
        names.filter(|name| self.templates.contains_key(name)).collect()
    }

    /// The regions of a layout, in order.
    #[must_use]
    pub fn regions(&self, layout: Option<&str>) -> Vec<&Template> {
        self.region_names(layout).iter().filter_map(|name| self.templates.get(name)).collect()
    }

    /// Whether any template has a word in it.
    #[must_use]
    pub fn mentions(&self, word: &str) -> bool {
        self.sources.values().any(|source| source.text.contains(word))
    }

    /// The first template in whose text something is found: its file, the text, and where.
    #[must_use]
    pub fn find(&self, wanted: impl Fn(&str) -> Option<usize>) -> Option<(&Path, &str, usize)> {
        self.sources.values().find_map(|source| {
            let at = wanted(&source.text)?;
            Some((source.file.as_path(), source.text.as_str(), at))
        })
    }

    /// The queries of one template.
    #[must_use]
    pub fn queries_of(&self, name: &str) -> Option<&BTreeSet<String>> {
        self.sources.get(name).map(|source| &source.queries)
    }

    /// The queries of all blocks: any template may apply any block.
    #[must_use]
    pub fn queries_of_blocks(&self) -> &BTreeSet<String> {
        &self.blocks_ask
    }

    /// Whether a layout of this name exists.
    #[must_use]
    pub fn has_layout(&self, key: &str) -> bool {
        self.conf.layouts.iter().any(|layout| layout.key == key)
    }

    /// The names of all layouts.
    pub fn layouts(&self) -> impl Iterator<Item = &str> {
        self.conf.layouts.iter().map(|layout| layout.key.as_str())
    }

    /// A built-in template.
    #[must_use]
    pub fn builtin(&self, (name, _): builtin::Builtin) -> &Template {
        // Every built-in template is in a table that was compiled, held by tests.
        &self.builtins[name]
    }

    /// The template's own way to show a kind of block.
    #[must_use]
    pub fn own_block(&self, kind: &str) -> Option<&Template> {
        self.own_blocks.get(kind)
    }

    /// The kinds of block that the template shows its own way.
    pub fn own_kinds(&self) -> impl Iterator<Item = &str> {
        self.own_blocks.keys().map(String::as_str)
    }

    /// The layout that `pages/<name>.page.conf` asks for.
    #[must_use]
    pub fn page_layout(&self, name: &str) -> Option<&str> {
        self.pages.get(name)?.layout.as_deref()
    }

    /// The classes that every page has by what its owner has set, `tweaks` of site.json; each with a space before it.
    #[must_use]
    pub fn tweak_classes(&self, set: Node<'_>) -> String {
        style::classes(&self.conf.tweaks, set)
    }

    /// Every tweak by name with its value, as scripts of a template read them; `set` is `tweaks` of site.json.
    #[must_use]
    pub fn tweak_values(&self, set: Node<'_>) -> Vec<(String, String)> {
        style::values(&self.conf.tweaks, set)
    }

    /// The title that `pages/<name>.page.conf` gives.
    #[must_use]
    pub fn page_title(&self, name: &str) -> Option<&str> {
        self.pages.get(name)?.title.as_deref()
    }

    /// Whether a template, by its path below `template/`, or a block, by its name, has an error of its own.
    #[must_use]
    pub fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// A template by its path below `template/`.
    #[must_use]
    pub fn template(&self, name: &str) -> Option<&Template> {
        self.templates.get(name)
    }

    /// An error of a template as a fault in its owner's file, with what to do about it. What the language goes on after
    /// is a warning: a word that is not known, a partial that is not there, a value that does not suit its tag.
    #[must_use]
    pub fn explain(&self, error: &Error) -> Diagnostic {
        let name = self.partials.get(&*error.file).map_or(&*error.file, String::as_str);
        let source = self.sources.get(name);
        let text =
            source.map(|source| explain::Source { written: &source.text, compiled: &source.rewritten });
        let file = source.map_or(Path::new(name), |source| source.file.as_path());
        let partials = self.partials.keys().map(String::as_str);
        let fault = explain::error(error, file, text, self.engine.vocabulary(), partials);
        explain::softened(error, fault)
    }
}

/// The text of a template without a byte order mark. What is no UTF-8 is shown as a sign for what cannot be read.
fn text_of(file: &Path, bytes: Vec<u8>, faults: &mut Vec<Diagnostic>) -> String {
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let (line, column) = line_column(&text, error.utf8_error().valid_up_to());
        let message = "This template is not UTF-8 text; letters that cannot be read are shown as \u{fffd}.";
        let fault = Diagnostic::warning("file-encoding", file, message).at(&text, line, column);
        faults.push(fault.help("a file is saved with the encoding UTF-8"));
        text
    });
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// What the settings of a template and its words say, as one text: pages of other settings are made again.
fn settings(root: &Path) -> Vec<u8> {
    let walk = WalkDir::new(root.join("template")).sort_by_file_name().into_iter().flatten();
    let files = walk.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    let says = |file: &PathBuf| {
        let words = file.parent().is_some_and(|folder| folder.ends_with("strings"));
        file.extension().is_some_and(|ending| ending == "conf" || ending == "json" && words)
    };
    let texts = files.filter(says).filter_map(|file| crate::folder::read(file).ok());
    texts.flat_map(|text| text.into_iter().chain([0])).collect()
}

/// A script that a template asks for and that is not there.
fn missing_script(root: &Path, name: &str, mut place: Diagnostic) -> Diagnostic {
    let folder = root.join("template/scripts");
    let there = WalkDir::new(&folder).sort_by_file_name().into_iter().flatten();
    let there: Vec<String> = there.map(|entry| slashes(&relative(&folder, entry.path()))).collect();
    let near = nearest(name, there.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
    place.message = format!("There is no script 'template/scripts/{name}'; nothing is loaded here.");
    place.help = near.map(String::into_boxed_str);
    place
}

/// What a `.page.conf` says.
struct PageConf {
    layout: Option<String>,
    title: Option<String>,
}

/// What the `.page.conf` files say, by the name of the page.
fn page_confs(root: &Path, faults: &mut Vec<Diagnostic>) -> BTreeMap<String, PageConf> {
    let memory = Memory::new(root);
    let mut reader = memory.reader();
    let mut pages = BTreeMap::new();
    for entry in WalkDir::new(root.join("template/pages")).sort_by_file_name().into_iter().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".page.conf").or_else(|| name.strip_suffix(".conf")) {
            match Document::read(memory.folder(), entry.path(), &mut reader) {
                Ok(document) => {
                    let text = |key: &str| document.root.get(key).as_str().map(str::to_owned);
                    let conf = PageConf { layout: text("layout"), title: text("title") };
                    pages.insert(name.to_owned(), conf);
                }
                // What cannot be read says nothing; the page is shown without it.
                Err(fault) => faults.push(fault.into_warning()),
            }
        }
    }
    pages
}

/// Every template file of a site, in order of name.
fn template_files(root: &Path) -> Vec<PathBuf> {
    const ENDINGS: [&str; 5] = ["region", "block", "list", "item", "page"];
    let walk = WalkDir::new(root.join("template")).sort_by_file_name().into_iter().flatten();
    walk.filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)))
        .collect()
}
