//! Files → Site, every fault with its file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loggia_exchange::addresses::Table;
use loggia_template::Node;
use rayon::prelude::*;

use super::code::collection::PRODUCTS;
use super::code::record;
use super::collection::Collection;
use super::document::{Body, Document};
use super::field::Field;
use super::files::{files, folders};
use super::form::Form;
use super::identity;
use super::item::Item;
use super::kind::Kinds;
use super::language::Language;
use super::limit;
use super::members::Fields;
use super::memory::{Memory, Reader};
use super::model::Site;
use super::price_notes::PriceNotes;
use super::product::{self, Reading};
use super::website::Website;
use crate::diagnostic::{Diagnostic, nearest};

/// What a load needs besides the folder.
#[derive(Debug, Clone, Copy)]
pub struct LoadOptions<'a> {
    /// The clock, milliseconds since 1970 (UTC): items scheduled after it are not public.
    pub now: i64,
    /// The environment whose hosts are used.
    pub environment: &'a str,
    /// The language whose translations are read; the site's own when there is none.
    pub language: Option<Language<'a>>,
}

/// The files of a site as one language says them.
#[derive(Debug, Clone, Copy)]
struct Source<'s> {
    root: &'s Path,
    language: Option<Language<'s>>,
}

impl<'s> Source<'s> {
    fn read(self, file: &Path, reader: &mut Reader<'s>) -> Result<Document<'s>, Diagnostic> {
        let root = self.root;
        match self.language {
            Some(language) => {
                language.read(root, file, reader, |file, _, reader| Document::read(root, file, reader))
            }
            None => Document::read(root, file, reader),
        }
    }

    /// Reads the file of an item. A translation is written as what it translates, unless it says something else.
    fn read_item(self, file: &Path, reader: &mut Reader<'s>) -> Result<Document<'s>, Diagnostic> {
        let root = self.root;
        let read = |file: &Path, own: Option<&Document<'s>>, reader: &mut Reader<'s>| {
            let body = own.and_then(|own| Body::of(own.root)).unwrap_or(Body::Html);
            Document::read_item(root, file, body, reader)
        };
        match self.language {
            Some(language) => language.read(root, file, reader, read),
            None => read(file, None, reader),
        }
    }
}

/// Reads the whole site whose folder the memory names. The site is given even when it has faults, as far as it could be
/// read; without a `site.json` there is none.
#[must_use]
pub fn load<'s>(memory: &'s Memory, options: LoadOptions<'_>) -> (Option<Site<'s>>, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let (root, mut reader) = (memory.folder(), memory.reader());
    let reader = &mut reader;
    let language = options.language.map(|language| language.kept(reader));
    let source = Source { root, language };
    let document = match source.read(&root.join("site.json"), reader) {
        Ok(document) => document,
        Err(fault) => return (None, vec![no_site(root, fault)]),
    };
    let own = match language {
        Some(_) => Document::read(root, &root.join("site.json"), reader).unwrap_or(document),
        None => document,
    };
    let own_locale = Website::read(own, options.environment, &mut Vec::new()).locale;
    let document = language.map_or(document, |language| language.website(document, reader));
    let mut website = Website::read(document, options.environment, &mut faults);
    website.languages = super::language::languages(root, own, own_locale, reader, &mut faults);
    match language {
        Some(language) => website.prefix = language.prefix,
        None => super::language::check(root, &website.languages, &mut faults),
    }
    website.strings = super::strings::read(root, website.locale, reader, &mut faults);
    let history = super::prices::read(root, &mut faults);
    let said = (website.locale, website.currency, website.time_zone);
    website.price_notes = Some(Arc::new(PriceNotes::read(document.root, said, history, options.now)));
    let kinds = Kinds::read(root, reader, &mut faults);
    let mut collections = Vec::new();
    for folder in folders(&root.join("content")) {
        let (collection, found) = load_collection(source, &folder, (&website, &kinds), memory, options.now);
        faults.extend(found);
        collections.extend(collection);
    }
    rename(source, &mut collections, Reading::of(&website), options.now, reader);
    let mut forms = BTreeMap::new();
    for file in files(&root.join("forms"), "json") {
        match source.read(&file, reader) {
            Ok(document) => {
                let form = Form::read(document, &mut faults);
                forms.insert(form.id, form);
            }
            Err(fault) => faults.push(fault),
        }
    }
    let mut fields = Vec::new();
    for file in files(&root.join("fields"), "json") {
        match source.read(&file, reader) {
            Ok(document) => fields.push(Field::new(document)),
            Err(fault) => faults.push(fault),
        }
    }
    join_forms(&mut collections, &forms, reader);
    let redirects = match language {
        Some(_) => Table::default(),
        None => super::redirects::read(root, &collections, &mut faults),
    };
    let letters = match language {
        Some(_) => BTreeMap::new(),
        None => {
            let own = website.languages.iter().map(|language| language.tag).chain([own_locale]);
            super::letters::read(root, &own.collect::<Vec<_>>(), &mut faults)
        }
    };
    let site = Site { memory, root, website, collections, forms, fields, redirects, letters };
    check_navigation(&site, &mut faults);
    limit::check(&site, &mut faults);
    check_forms(&site, &mut faults);
    crate::diagnostic::sort(&mut faults);
    (Some(site), faults)
}

/// Reads the items again that have to be called differently, for something else is called as their files.
fn rename<'s>(
    source: Source<'s>,
    collections: &mut [Collection<'s>],
    reading: Reading<'_>,
    now: i64,
    reader: &mut Reader<'s>,
) {
    for (place, index, id) in identity::renamed(collections) {
        let collection = &collections[place];
        let file = source.root.join(collection.items[index].document.file);
        let how = ((collection.type_code == PRODUCTS, reading), now);
        let id = reader.text(id);
        // Its faults have been noted when it was read first.
        let (item, _) = load_item(source, &file, collection, Some(id), how, reader);
        if let Some(item) = item {
            collections[place].items[index] = item;
        }
    }
}

/// A product that names the form a shopper fills in first carries that form, as the template language expects it; where
/// its answers go stays the owner's business.
fn join_forms<'s>(
    collections: &mut [Collection<'s>],
    forms: &BTreeMap<&'s str, Form<'s>>,
    reader: &Reader<'s>,
) {
    for item in collections.iter_mut().flat_map(|collection| &mut collection.items) {
        join_form(item, forms, reader);
    }
}

fn join_form<'s>(item: &mut Item<'s>, forms: &BTreeMap<&'s str, Form<'s>>, reader: &Reader<'s>) {
    let content = item.node.get("structuredContent");
    let form = content.get("additionalFieldsFormId").as_str().and_then(|id| forms.get(id));
    let Some(form) = form.filter(|_| content.get("additionalFieldsForm").is_nothing()) else { return };
    item.hash = item.hash.and(form.document.hash.as_bytes());
    let public = members(form.node).filter(|(key, _)| *key != "storage");
    let form = reader.arena().object(public.collect::<Vec<_>>());
    let content =
        reader.arena().object(members(content).chain([("additionalFieldsForm", form)]).collect::<Vec<_>>());
    let changed =
        members(item.node).map(|(key, node)| (key, if key == "structuredContent" { content } else { node }));
    item.node = reader.arena().object(changed.collect::<Vec<_>>());
}

fn members<'s>(node: Node<'s>) -> impl Iterator<Item = (&'s str, Node<'s>)> {
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
fn load_collection<'s>(
    source: Source<'s>,
    folder: &Path,
    (website, kinds): (&Website<'s>, &Kinds<'s>),
    memory: &'s Memory,
    now: i64,
) -> (Option<Collection<'s>>, Vec<Diagnostic>) {
    let (mut reader, mut faults) = (memory.reader(), Vec::new());
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
    let mut collection = match source.read(&file, &mut reader) {
        Ok(document) => Collection::read(document, website.homepage, kinds, &mut reader, &mut faults),
        Err(fault) => return (None, vec![fault]),
    };
    collection.hold = website.limits.hold(collection.node.get("imported").is_true());
    let mut names = files(folder, "json");
    names.retain(|file| file.file_name() != Some("collection.json".as_ref()));
    names.extend(files(folder, "md"));
    names.sort();
    let products = (collection.type_code == PRODUCTS, Reading::of(website));
    let read: Vec<(Option<Item<'s>>, Vec<Diagnostic>)> = names
        .into_par_iter()
        .map_init(
            || memory.reader(),
            |reader, file| load_item(source, &file, &collection, None, (products, now), reader),
        )
        .collect();
    for (item, found) in read {
        faults.extend(found);
        collection.items.extend(item);
    }
    collection.sort();
    (Some(collection), faults)
}

/// Reads one item of a collection.
fn load_item<'s>(
    source: Source<'s>,
    file: &Path,
    collection: &Collection<'s>,
    id: Option<&'s str>,
    ((products, reading), now): ((bool, Reading<'_>), i64),
    reader: &mut Reader<'s>,
) -> (Option<Item<'s>>, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    match source.read_item(file, reader) {
        Ok(document) => {
            let of = (collection.full_url, collection.id);
            let mut item = Item::read(document, of, id, products, now, reader, &mut faults);
            product::read(&mut item, collection.id, reading, reader, &mut faults);
            (Some(item), collection.hold.judge(faults))
        }
        Err(fault) => (None, vec![fault]),
    }
}

/// An item that was read again.
pub struct Reloaded<'s> {
    /// Its collection's place in the site.
    pub collection: usize,
    /// Its place in the collection.
    pub item: usize,
    /// As it was.
    pub before: Item<'s>,
    /// Its kind before and after.
    pub kinds: [i64; 2],
    /// Whether it says the same but for the words of its excerpt and body, and stands where it stood.
    pub only_words: bool,
}

/// Members of an item that nothing but the pages and feeds that show it depends on, unless they hold a form.
const WORDS: [&str; 2] = ["excerpt", "body"];

/// Adds to an item's value what is not in its file.
pub type Complete<'c> = dyn for<'s> Fn(&mut Node<'s>, &mut Reader<'s>) + 'c;

/// Reads one item of a site in one of its languages again and puts it in the place of the old one; `complete` adds what
/// is not in its file. `None` when more than the item itself may have changed, or something is wrong with it: then
/// the whole site has to be loaded.
pub fn reload_item<'s>(
    site: &mut Site<'s>,
    file: &Path,
    now: i64,
    complete: &Complete<'_>,
) -> Option<Reloaded<'s>> {
    // Paths are compared as they are written: taking each apart takes longer than all the rest.
    let is_it = |item: &Item<'_>| item.document.file.as_os_str() == file.as_os_str();
    let find = |collection: &Collection<'_>| collection.items.iter().position(is_it);
    let (place, index) = site
        .collections
        .iter()
        .enumerate()
        .find_map(|(place, collection)| Some((place, find(collection)?)))?;
    let collection = &site.collections[place];
    let products = (collection.type_code == PRODUCTS, Reading::of(&site.website));
    let language = site.translated_language();
    let source = Source { root: site.root, language };
    let mut reader = site.memory.reader();
    let known = &collection.items[index];
    let id = (!identity::is_said(known)).then_some(known.id);
    let file_path = site.root.join(file);
    let (item, faults) = load_item(source, &file_path, collection, id, (products, now), &mut reader);
    let mut item = item.filter(|_| faults.is_empty())?;
    let old = &collection.items[index];
    let form = |item: &Item<'_>| {
        item.node.get("structuredContent").get("additionalFieldsFormId").as_str().map(str::to_owned)
    };
    let blocks = super::block::is_built(item.node);
    if blocks || item.id != old.id || item.full_url != old.full_url || form(&item) != form(old) {
        return None;
    }
    join_form(&mut item, &site.forms, &reader);
    complete(&mut item.node, &mut reader);
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
pub struct Changed<'s> {
    /// The site.
    pub site: Site<'s>,
    /// The places of these items: their collections, and where in them they are.
    pub places: Vec<(usize, usize)>,
    /// All that is wrong with the site.
    pub faults: Vec<Diagnostic>,
}

/// The site with some items as other files in the folder of `memory` say them, or without those that are not there; nothing
/// else of it is read again, and the site goes on to borrow its own memory. `complete` adds what is not in a file. `None` when one of them is in no collection of the site.
pub fn with_items<'s>(
    site: &Site<'s>,
    memory: &'s Memory,
    files: &[PathBuf],
    now: i64,
    complete: &Complete<'_>,
) -> Option<Changed<'s>> {
    let mut site = Site { memory, ..site.clone() };
    let (folder, mut reader) = (memory.folder(), memory.reader());
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
        let id = there.map(|there| &collection.items[there]).filter(|item| !identity::is_said(item));
        let id = id.map(|item| item.id);
        let (item, found) = load_item(source, &on_disk, collection, id, (products, now), &mut reader);
        faults.extend(found);
        let Some(mut item) = item else { continue };
        join_form(&mut item, &site.forms, &reader);
        complete(&mut item.node, &mut reader);
        match there {
            Some(there) => site.collections[place].items[there] = item,
            None => site.collections[place].items.push(item),
        }
    }
    rename(source, &mut site.collections, Reading::of(&site.website), now, &mut reader);
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

fn without_words<'s>(node: Node<'s>) -> Vec<(&'s str, Node<'s>)> {
    members(node).filter(|(key, _)| !WORDS.contains(key)).collect()
}

fn differs_in_words(old: &Item<'_>, new: &Item<'_>) -> bool {
    let (old_rest, new_rest) = (without_words(old.node), without_words(new.node));
    let has_form = |item: &Item<'_>| {
        WORDS.iter().any(|key| item.node.get(*key).as_str().is_some_and(|text| text.contains("data-form-id")))
    };
    // Templates do not see the password; the api does.
    let password = |item: &Item<'_>| super::access::password(item.document.root).map(str::to_owned);
    old.is_public == new.is_public
        && password(old) == password(new)
        && !has_form(old)
        && !has_form(new)
        && old_rest.len() == new_rest.len()
        && old_rest.iter().all(|(key, value)| new.node.get(*key).equals(*value))
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

fn check_link(site: &Site, entry: &mut Fields<'_, '_>, known: &[&str]) {
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
