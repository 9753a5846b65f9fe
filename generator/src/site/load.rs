//! Files → Site, every fault with its file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use loggia_template::Node;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::code::collection::PRODUCTS;
use super::code::record;
use super::collection::Collection;
use super::document::{Body, Document, kept_arena};
use super::field::Field;
use super::form::Form;
use super::item::Item;
use super::kind::Kinds;
use super::language::Language;
use super::members::Fields;
use super::product::{self, Reading};
use super::website::Website;
use super::{Site, limit};
use crate::diagnostic::{Diagnostic, nearest};

/// What a load is told besides the folder.
#[derive(Debug, Clone, Copy)]
pub struct LoadOptions<'a> {
    /// The clock, milliseconds since 1970 (UTC): items scheduled after it are not public.
    pub now: i64,
    /// The environment whose hosts are used.
    pub environment: &'a str,
    /// The language whose translations are read; the site's own when there is none.
    pub language: Option<Language>,
}

/// The files of a site as one language says them.
#[derive(Debug, Clone, Copy)]
struct Source<'a> {
    root: &'a Path,
    language: Option<Language>,
}

impl Source<'_> {
    fn read(self, file: &Path) -> Result<Document, Diagnostic> {
        match self.language {
            Some(language) => language.read(self.root, file, |root, file, _| Document::read(root, file)),
            None => Document::read(self.root, file),
        }
    }

    /// Reads the file of an item. A translation is written as what it translates, unless it says something else.
    fn read_item(self, file: &Path) -> Result<Document, Diagnostic> {
        let read = |root: &Path, file: &Path, own: Option<&Document>| {
            let body = own.and_then(|own| Body::of(own.root)).unwrap_or(Body::Html);
            Document::read_item(root, file, body)
        };
        match self.language {
            Some(language) => language.read(self.root, file, read),
            None => read(self.root, file, None),
        }
    }
}

/// Reads a whole site. The site is given even when it has faults, as far as it could be read; without a `site.json`
/// there is none.
#[must_use]
pub fn load(root: &Path, options: LoadOptions<'_>) -> (Option<Site>, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let source = Source { root, language: options.language };
    let document = match source.read(&root.join("site.json")) {
        Ok(document) => document,
        Err(fault) => return (None, vec![no_site(root, fault)]),
    };
    let own = match options.language {
        Some(_) => Document::read(root, &root.join("site.json")).unwrap_or(document),
        None => document,
    };
    let own_locale = Website::read(own, options.environment, &mut Vec::new()).locale;
    let document = options.language.map_or(document, |language| language.website(document));
    let mut website = Website::read(document, options.environment, &mut faults);
    website.languages = super::language::languages(root, own, own_locale, &mut faults);
    match options.language {
        Some(language) => website.prefix = language.prefix,
        None => super::language::check(root, &website.languages, &mut faults),
    }
    let kinds = Kinds::read(root, &mut faults);
    let mut collections = Vec::new();
    for folder in folders(&root.join("content")) {
        let (collection, found) = load_collection(source, &folder, &website, &kinds, options.now);
        faults.extend(found);
        collections.extend(collection);
    }
    let mut forms = BTreeMap::new();
    for file in files(&root.join("forms"), "json") {
        match source.read(&file) {
            Ok(document) => {
                let form = Form::read(document, &mut faults);
                forms.insert(form.id, form);
            }
            Err(fault) => faults.push(fault),
        }
    }
    let mut fields = Vec::new();
    for file in files(&root.join("fields"), "json") {
        match source.read(&file) {
            Ok(document) => fields.push(Field::new(document)),
            Err(fault) => faults.push(fault),
        }
    }
    join_forms(&mut collections, &forms);
    let site = Site { root: root.to_path_buf(), website, collections, forms, fields };
    check_navigation(&site, &mut faults);
    limit::check(&site, &mut faults);
    check_forms(&site, &mut faults);
    crate::diagnostic::sort(&mut faults);
    (Some(site), faults)
}

/// A product that names the form a shopper fills in first carries that form, as the template language expects it; where
/// its answers go stays the owner's business.
fn join_forms(collections: &mut [Collection], forms: &BTreeMap<&'static str, Form>) {
    for item in collections.iter_mut().flat_map(|collection| &mut collection.items) {
        join_form(item, forms);
    }
}

fn join_form(item: &mut Item, forms: &BTreeMap<&'static str, Form>) {
    let content = item.node.get("structuredContent");
    let form = content.get("additionalFieldsFormId").as_str().and_then(|id| forms.get(id));
    let Some(form) = form.filter(|_| content.get("additionalFieldsForm").is_nothing()) else { return };
    item.hash = item.hash.and(form.document.hash.as_bytes());
    let public = members(form.node).filter(|(key, _)| *key != "storage");
    let form = kept_arena().object(public.collect::<Vec<_>>());
    let content =
        kept_arena().object(members(content).chain([("additionalFieldsForm", form)]).collect::<Vec<_>>());
    let changed =
        members(item.node).map(|(key, node)| (key, if key == "structuredContent" { content } else { node }));
    item.node = kept_arena().object(changed.collect::<Vec<_>>());
}

fn members(node: Node<'static>) -> impl Iterator<Item = (&'static str, Node<'static>)> {
    node.as_object().into_iter().flat_map(|object| object.members())
}

fn no_site(root: &Path, fault: Diagnostic) -> Diagnostic {
    if fault.code != "file-unreadable" {
        return fault;
    }
    Diagnostic::error("no-site", "site.json", format!("There is no site in {}.", root.display()))
        .help("name the folder that holds site.json, or start one with `loggia new FOLDER`")
}

/// Reads one collection and its items; the items in parallel.
fn load_collection(
    source: Source<'_>,
    folder: &Path,
    website: &Website,
    kinds: &Kinds,
    now: i64,
) -> (Option<Collection>, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let file = folder.join("collection.json");
    if !file.exists() {
        // A folder that everything was taken out of is no collection; git does not even know it.
        if files(folder, "json").is_empty() && files(folder, "md").is_empty() {
            return (None, faults);
        }
        let name = crate::diagnostic::relative(source.root, folder);
        faults.push(
            Diagnostic::error(
                "no-collection",
                name.join("collection.json"),
                "This folder of content has no collection.json.",
            )
            .help("add one: {\"title\": \"…\", \"urlId\": \"…\", \"typeName\": \"blog\"}"),
        );
        return (None, faults);
    }
    let mut collection = match source.read(&file) {
        Ok(document) => Collection::read(document, website.homepage, kinds, &mut faults),
        Err(fault) => return (None, vec![fault]),
    };
    let mut names = files(folder, "json");
    names.retain(|file| file.file_name() != Some("collection.json".as_ref()));
    names.extend(files(folder, "md"));
    names.sort();
    let products = (collection.type_code == PRODUCTS, Reading::of(website));
    let read: Vec<(Option<Item>, Vec<Diagnostic>)> =
        names.into_par_iter().map(|file| load_item(source, &file, &collection, products, now)).collect();
    for (item, found) in read {
        faults.extend(found);
        collection.items.extend(item);
    }
    collection.sort();
    (Some(collection), faults)
}

/// Reads one item of a collection.
fn load_item(
    source: Source<'_>,
    file: &Path,
    collection: &Collection,
    (products, reading): (bool, Reading),
    now: i64,
) -> (Option<Item>, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    match source.read_item(file) {
        Ok(document) => {
            let mut item =
                Item::read(document, collection.full_url, collection.id, products, now, &mut faults);
            product::read(&mut item, collection.id, reading, &mut faults);
            (Some(item), faults)
        }
        Err(fault) => (None, vec![fault]),
    }
}

/// An item that was read again.
pub struct Reloaded {
    /// Its collection's place in the site.
    pub collection: usize,
    /// Its place in the collection.
    pub item: usize,
    /// As it was.
    pub before: Item,
    /// Its kind before and after.
    pub kinds: [i64; 2],
    /// Whether it says the same but for the words of its excerpt and body, and stands where it stood.
    pub only_words: bool,
}

/// Members of an item that nothing but the pages and feeds that show it depends on, unless they hold a form.
const WORDS: [&str; 2] = ["excerpt", "body"];

/// Reads one item of a site in one of its languages again and puts it in the place of the old one; `complete` adds what
/// is not said in its file. `None` when more than the item itself may have changed, or something is wrong with it: then
/// the whole site has to be loaded.
pub fn reload_item(
    site: &mut Site,
    file: &Path,
    (now, language): (i64, Option<Language>),
    complete: &dyn Fn(&mut Node<'static>),
) -> Option<Reloaded> {
    // Paths are compared as they are written: taking each apart takes longer than all the rest.
    let is_it = |item: &Item| item.document.file.as_os_str() == file.as_os_str();
    let find = |collection: &Collection| collection.items.iter().position(is_it);
    let (place, index) = site
        .collections
        .iter()
        .enumerate()
        .find_map(|(place, collection)| Some((place, find(collection)?)))?;
    let collection = &site.collections[place];
    let products = (collection.type_code == PRODUCTS, Reading::of(&site.website));
    let source = Source { root: &site.root, language };
    let (item, faults) = load_item(source, &site.root.join(file), collection, products, now);
    let mut item = item.filter(|_| faults.is_empty())?;
    let old = &collection.items[index];
    let form = |item: &Item| {
        item.node.get("structuredContent").get("additionalFieldsFormId").as_str().map(str::to_owned)
    };
    let blocks = super::block::is_built(item.node);
    if blocks || item.id != old.id || item.full_url != old.full_url || form(&item) != form(old) {
        return None;
    }
    join_form(&mut item, &site.forms);
    complete(&mut item.node);
    let kinds = [old.record_type, item.record_type];
    let only_words = kinds == [record::TEXT; 2] && differs_in_words(old, &item);
    let collection = &mut site.collections[place];
    let before = std::mem::replace(&mut collection.items[index], item);
    let mut item = index;
    // What says nothing else stands where it stood.
    if !only_words {
        collection.sort();
        item = find(collection)?;
    }
    Some(Reloaded { collection: place, item, before, kinds, only_words })
}

/// A site with some items as other files say them.
pub struct Changed {
    /// The site.
    pub site: Site,
    /// The places of these items: their collections, and where in them they are.
    pub places: Vec<(usize, usize)>,
    /// All that is wrong with the site.
    pub faults: Vec<Diagnostic>,
}

/// The site with some items as other files below `folder` say them, or without those that are not there; nothing else of
/// it is read again. `complete` adds what is not said in a file. `None` when one of them is in no collection of the site.
pub fn with_items(
    site: &Site,
    folder: &Path,
    files: &[PathBuf],
    now: i64,
    complete: &dyn Fn(&mut Node<'static>),
) -> Option<Changed> {
    let mut site = site.clone();
    let mut faults = Vec::new();
    let source = Source { root: folder, language: None };
    for file in files {
        let place = site.collections.iter().position(|own| own.document.file.parent() == file.parent())?;
        let collection = &site.collections[place];
        let there = collection.items.iter().position(|item| item.document.file == file);
        let on_disk = folder.join(file);
        if !on_disk.exists() {
            there.map(|there| site.collections[place].items.remove(there));
            continue;
        }
        let products = (collection.type_code == PRODUCTS, Reading::of(&site.website));
        let (item, found) = load_item(source, &on_disk, collection, products, now);
        faults.extend(found);
        let Some(mut item) = item else { continue };
        join_form(&mut item, &site.forms);
        complete(&mut item.node);
        match there {
            Some(there) => site.collections[place].items[there] = item,
            None => site.collections[place].items.push(item),
        }
    }
    site.collections.iter_mut().for_each(Collection::sort);
    let all = site.collections.iter().enumerate();
    let places = all.flat_map(|(place, collection)| {
        let items = collection.items.iter().enumerate();
        let changed = items.filter(|(_, item)| files.iter().any(|file| item.document.file == file));
        changed.map(move |(item, _)| (place, item))
    });
    let places = places.collect();
    check_navigation(&site, &mut faults);
    limit::check(&site, &mut faults);
    check_forms(&site, &mut faults);
    Some(Changed { site, places, faults })
}

fn differs_in_words(old: &Item, new: &Item) -> bool {
    let rest = |item: &Item| members(item.node).filter(|(key, _)| !WORDS.contains(key)).collect::<Vec<_>>();
    let (old_rest, new_rest) = (rest(old), rest(new));
    let has_form = |item: &Item| {
        WORDS.iter().any(|key| item.node.get(*key).as_str().is_some_and(|text| text.contains("data-form-id")))
    };
    // Templates do not see the password; the api does.
    let password = |item: &Item| super::access::password(item.document.root).map(str::to_owned);
    old.is_public == new.is_public
        && password(old) == password(new)
        && !has_form(old)
        && !has_form(new)
        && old_rest.len() == new_rest.len()
        && old_rest.iter().all(|(key, value)| new.node.get(*key).equals(*value))
}

/// The folders of a folder, in order of name; hidden ones are not content.
pub(super) fn folders(folder: &Path) -> Vec<PathBuf> {
    listed(folder, |entry| entry.file_type().is_dir())
}

/// The files of a folder with an extension, in order of name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    listed(folder, |entry| {
        entry.file_type().is_file() && entry.path().extension().is_some_and(|found| found == extension)
    })
}

fn listed(folder: &Path, wanted: impl Fn(&walkdir::DirEntry) -> bool) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name().into_iter().flatten();
    entries
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.') && wanted(entry))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// A menu may only lead to what is there.
fn check_navigation(site: &Site, faults: &mut Vec<Diagnostic>) {
    let mut navigation = Vec::new();
    let mut root = Fields::of(site.website.document, faults);
    if let Some(menus) = root.object("navigation").as_object() {
        navigation.extend(menus.members().map(|(name, _)| name));
    }
    let known: Vec<&str> = site.collections.iter().map(|collection| collection.full_url).collect();
    for name in navigation {
        let mut menus = root.inner(&["navigation".into()]);
        let count = menus.list(name).len();
        for index in 0..count {
            let mut entry = menus.inner(&[name.into(), index.into()]);
            entry.required("title");
            let inner = entry.list("items").len();
            check_link(site, &mut entry, &known);
            for index in 0..inner {
                let mut entry = entry.inner(&["items".into(), index.into()]);
                entry.required("title");
                check_link(site, &mut entry, &known);
            }
        }
    }
}

fn check_link(site: &Site, entry: &mut Fields<'_>, known: &[&str]) {
    let Some(url) = entry.text("url") else { return };
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    if !url.starts_with('/') || url.starts_with("//") || path.is_empty() || site.has_page(path) {
        return;
    }
    let near = nearest(path, known.iter().copied());
    let help = near.map_or_else(
        || "add the page, or change the link".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    entry.warn(&["url".into()], "link", format!("There is no page at '{path}'."), help);
}

/// A form that a product or a page asks for must be there.
fn check_forms(site: &Site, faults: &mut Vec<Diagnostic>) {
    let mut check = |document: Document, path: &[super::position::Step], id: Option<&str>| {
        let Some(id) = id.filter(|id| !id.is_empty() && !site.forms.contains_key(id)) else { return };
        let near = nearest(id, site.forms.keys().copied());
        let help =
            near.map_or_else(|| format!("add forms/{id}.json"), |near| format!("did you mean `{near}`?"));
        faults.push(document.fault(path, "form-missing", format!("There is no form '{id}'.")).help(help));
    };
    for collection in &site.collections {
        check(collection.document, &["formId".into()], collection.node.get("formId").as_str());
        for item in &collection.items {
            let path = ["structuredContent".into(), "additionalFieldsFormId".into()];
            let content = item.node.get("structuredContent");
            if content.get("additionalFieldsForm").is_nothing() {
                check(item.document, &path, content.get("additionalFieldsFormId").as_str());
            }
        }
    }
}
