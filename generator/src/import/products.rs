//! Lists of products → the pages of shops and their items.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use loggia_commerce::CurrencyCode;
use loggia_exchange::products::{self, Merged, Product, Shop, Source};
use serde_json::{Value, json};

use super::draft::{Draft, cut, file_name};
use super::memory::Given;
use super::{dated, product_item};
use crate::plan::slug;
use crate::site::code::collection::PRODUCTS;
use crate::site::item::is_address;

/// What shops are called where they lived at an address that every shop of a platform has.
const SHOPS: [&str; 4] = ["shop", "products", "product", "product-page"];
/// The longest part of an address, in bytes: pages are folders, and disks take names of 255.
const ADDRESS: usize = 200;
/// The longest name of a file here, in bytes.
const NAME: usize = 120;

/// Whether these bytes are a list of products.
pub(super) fn is_list(bytes: &[u8]) -> bool {
    products::dialect(bytes).is_some()
}

/// Whether an export of WordPress has products beside its posts.
pub(super) fn has_shop(text: &str) -> bool {
    products::has_shop(text)
}

/// Whether these bytes are sheets, of a list or of something else.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    products::is_workbook(bytes)
}

/// The columns of a table that is no list of products.
pub(super) fn columns(bytes: &[u8]) -> Vec<String> {
    products::columns(bytes)
}

/// Reads all lists and writes their products into the draft.
pub(super) fn write(draft: &mut Draft) {
    let lists = std::mem::take(&mut draft.lists);
    if lists.is_empty() {
        return;
    }
    let shop = shop(draft, &lists[0].0);
    let mut files: HashMap<String, PathBuf> = HashMap::new();
    let mut sources = Vec::new();
    for (number, (file, bytes)) in lists.into_iter().enumerate() {
        // Two files of one name are two.
        let name = format!("{}\u{0}{number}", file.display());
        if let Some(list) = products::read(&bytes, shop) {
            if list.products.is_empty() {
                let help = "look whether it is the right file";
                draft.warn(&file, 0, "There is no product in this list.", help);
            }
            sources.push(Source { name: name.clone(), when: dated::when(&file), list });
        }
        files.insert(name, file);
    }
    let (merged, faults) = products::merge(sources);
    for (name, fault) in faults {
        draft.warn(&files[&name], fault.line, fault.message, &fault.help);
    }
    let labels = Labels::of(merged.iter().map(|one| (one.source.as_str(), &one.product)));
    if let Some((name, line)) = &labels.nested {
        let message = "Categories lie in others here; a product is listed under each of them, side by side.";
        draft.warn(&files[name], *line, message, "nothing is lost; see `categories` in the products' files");
    }
    let there = draft.site.as_deref().map(|site| Given::of(site, &draft.memory)).unwrap_or_default();
    let mut taken = Taken { there, ..Taken::default() };
    for one in merged {
        put(draft, &files[&one.source], &one, &labels, &mut taken);
    }
}

/// What lists leave open, as the site says it.
fn shop(draft: &mut Draft, file: &Path) -> Shop {
    let said = |key: &str| {
        let path = format!("/websiteSettings/storeSettings/{key}");
        let own = draft.files.get("site.json").and_then(|site| site.pointer(&path));
        own.or_else(|| draft.there.pointer(&path)).cloned()
    };
    let mut currency = said("currency").and_then(|code| CurrencyCode::parse(code.as_str()?).ok());
    let standard = said("measurementStandard");
    let metric = standard.as_ref().and_then(Value::as_i64).map(|code| code != 1);
    currency = currency.or(draft.currency);
    // What the site says already it goes on to say.
    for (key, value) in
        [("currency", currency.map(|code| json!(code.as_str()))), ("measurementStandard", standard)]
    {
        let Some(value) = value else { continue };
        let settings = draft.file("site.json").entry("websiteSettings").or_insert_with(|| json!({}));
        if let Some(settings) = settings.as_object_mut() {
            let store = settings.entry("storeSettings").or_insert_with(|| json!({}));
            if let Some(store) = store.as_object_mut() {
                store.insert(key.to_owned(), value);
            }
        }
    }
    if currency.is_none() {
        let message = "Lists do not say their currency; the amounts were taken as US dollars.";
        let help =
            "import again with --currency EUR, or set websiteSettings.storeSettings.currency in site.json";
        draft.warn(file, 0, message, help);
    }
    Shop { currency: currency.unwrap_or_default(), metric, now: crate::clock::now() }
}

/// What is given away once only.
#[derive(Default)]
struct Taken {
    addresses: Names,
    files: Names,
    ids: Names,
    folders: Names,
    /// What the site has already.
    there: Given,
    /// The folder of each page.
    pages: HashMap<String, String>,
}

/// Names that are given away once each.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// The number that a name got last.
    last: HashMap<String, usize>,
}

impl Names {
    /// `start` and `wanted`, with a number when somebody has it; without `start`.
    fn free(&mut self, start: &str, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let number = self.last.entry(format!("{start}{wanted}")).or_insert(1);
        while !self.taken.insert(format!("{start}{name}")) {
            *number += 1;
            name = format!("{wanted}-{number}");
        }
        name
    }
}

/// Writes a product.
fn put(draft: &mut Draft, file: &Path, one: &Merged, labels: &Labels, taken: &mut Taken) {
    let product = &one.product;
    let folder = collection(draft, file, one, taken);
    let url = address(draft, file, one, &folder, taken);
    let name = taken.files.free(&format!("{folder}/"), &wanted_name(&url));
    let wanted = wanted_id(product, &url);
    let path = format!("{folder}/{name}.json");
    let id = loop {
        let id = taken.ids.free("", &wanted);
        if is_unique(&product.source_id) || taken.there.is_free(&id, &path) {
            break id;
        }
    };
    let (item, faults) = product_item::item(product, (&id, &url), &labels.of_product(product));
    for fault in faults {
        draft.warn(file, fault.line, fault.message, &fault.help);
    }
    match draft.files.get_mut(&path) {
        Some(there) => complete(there, item),
        None => {
            draft.files.insert(path, item);
        }
    }
}

/// The id that a product at an address is to have, if nobody else has it.
pub(super) fn wanted_id(product: &Product, url: &str) -> String {
    if product.source_id.is_empty() {
        format!("product-{url}")
    } else if product.source_id.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number alone names anything of the old site.
        format!("product-{}", product.source_id)
    } else {
        product.source_id.clone()
    }
}

/// The last part of the address that a product is to have, if nobody else has it; and whether that is the one it had.
pub(super) fn wanted_address(product: &Product) -> (String, bool) {
    let old = product.url_id.as_str();
    if !old.is_empty() && old.len() <= ADDRESS && is_address(old) {
        return (old.to_owned(), true);
    }
    let of = [old, &product.title, &product.source_id].into_iter().map(slug).find(|slug| slug != "-");
    (cut(&of.unwrap_or_else(|| "product".to_owned()), ADDRESS).to_owned(), false)
}

/// The name of the file of a product at an address, without its ending.
pub(super) fn wanted_name(url: &str) -> String {
    cut(&file_name(url), NAME).to_owned()
}

/// Whether an id of the old shop names one thing among those of all shops, as long random ones do. Numbers, addresses and
/// what an owner made up do not: another shop may have the same.
pub(super) fn is_unique(source_id: &str) -> bool {
    let joined = source_id.replace('-', "");
    joined.split(|letter: char| !letter.is_ascii_hexdigit()).any(|run| run.len() >= 20)
}

/// A page of the shop that was read as well says more than the list does; the list adds what it does not say.
fn complete(there: &mut Value, item: Value) {
    let (Some(own), Value::Object(more)) = (there.as_object_mut(), item) else { return };
    for (key, value) in more {
        let is_open =
            own.get(&key).is_none_or(|said| said.is_null() || *said == json!("") || *said == json!([]));
        if key == "structuredContent" && !is_open {
            let variants = own[&key].get("variants").and_then(Value::as_array);
            if variants.is_none_or(Vec::is_empty) {
                own[&key]["variants"] = value["variants"].clone();
            }
        } else if is_open {
            own.insert(key, value);
        }
    }
}

/// The folder of a product's shop page, begun where it is new.
fn collection(draft: &mut Draft, file: &Path, one: &Merged, taken: &mut Taken) -> String {
    let page = page(&one.product.page);
    if let Some(folder) = taken.pages.get(&page) {
        return folder.clone();
    }
    if page != one.product.page {
        let message = format!("'{}' cannot be an address; the shop lives at /{page}.", one.product.page);
        draft.warn(
            file,
            one.product.line,
            message,
            "lead the old address there in template.conf or _redirects",
        );
    }
    // A page that was read from elsewhere may have a folder of the same name, and another address.
    let named = draft.folder_named(cut(&file_name(&page), NAME), &page);
    let folder = taken.folders.free("", &named);
    taken.pages.insert(page.clone(), folder.clone());
    // Its own file is called so.
    taken.files.free(&format!("{folder}/"), "collection");
    let target = draft.file(&format!("{folder}/collection.json"));
    for (key, value) in [
        ("title", json!(title(&page))),
        ("urlId", json!(page)),
        ("typeName", json!("products")),
        ("type", json!(PRODUCTS)),
    ] {
        target.entry(key).or_insert(value);
    }
    folder
}

/// The address of a shop's page as one that a site may have.
pub(super) fn page(wanted: &str) -> String {
    if is_address(wanted) {
        return wanted.to_owned();
    }
    let parts: Vec<String> = wanted.split('/').map(slug).filter(|part| part != "-").collect();
    if parts.is_empty() { "shop".to_owned() } else { parts.join("/") }
}

/// `work-shops` is called Work shops; what is called as in every shop of a platform is the Shop.
pub(super) fn title(page: &str) -> String {
    let last = page.rsplit('/').next().unwrap_or_default();
    if SHOPS.contains(&last) {
        return "Shop".to_owned();
    }
    let words = last.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(|| "Shop".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

/// The last part of a product's address: as it was, if it may stand there and nobody else has it.
fn address(draft: &mut Draft, file: &Path, one: &Merged, folder: &str, taken: &mut Taken) -> String {
    let product = &one.product;
    let old = product.url_id.as_str();
    let (wanted, fits) = wanted_address(product);
    let url = taken.addresses.free(&format!("{folder}/"), &wanted);
    if url != old && !old.is_empty() {
        let why = match (fits, old.len() > ADDRESS) {
            (true, _) => "is that of another product too",
            (_, true) => "is too long",
            _ => "cannot be part of an address",
        };
        let message = format!("The address '{old}' {why}; '{url}' was taken.");
        draft.warn(
            file,
            product.line,
            message,
            "give each product an address of its own, of letters, digits and '-'",
        );
    }
    url
}

/// What categories are called: as they are, or with those around them where two have one name.
pub(super) struct Labels {
    places: HashMap<String, BTreeSet<Vec<String>>>,
    /// A list and its line with a category inside of another.
    nested: Option<(String, usize)>,
}

impl Labels {
    /// Those of products, each with the list that it stands in.
    pub(super) fn of<'p>(all: impl Iterator<Item = (&'p str, &'p Product)>) -> Labels {
        let mut labels = Labels { places: HashMap::new(), nested: None };
        for (list, product) in all {
            for path in &product.categories {
                if path.len() > 1 && labels.nested.is_none() {
                    labels.nested = Some((list.to_owned(), product.line));
                }
                for end in 1..=path.len() {
                    labels.places.entry(slug(&path[end - 1])).or_default().insert(path[..end].to_vec());
                }
            }
        }
        labels
    }

    /// The names of a product's categories and of those around them.
    pub(super) fn of_product(&self, product: &Product) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for path in &product.categories {
            for end in 1..=path.len() {
                let name = &path[end - 1];
                let is_one = self.places.get(&slug(name)).is_none_or(|places| places.len() == 1);
                let label = if is_one || end == 1 { name.clone() } else { path[..end].join(" / ") };
                if !found.contains(&label) {
                    found.push(label);
                }
            }
        }
        found
    }
}
