//! The products that the shop has, as their files say it now: a list is compared with these, and not with the last build.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use serde_json::Value;
use walkdir::WalkDir;

use crate::asset::slashes;
use crate::editing::answer::Refused;
use crate::editing::change_set::Found;
use crate::editing::place::Place;
use crate::site::code::collection::PRODUCTS;

/// A file of JSON, or of Markdown with members at its top.
#[derive(Debug)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Of its bytes.
    pub digest: String,
    /// What it says.
    pub value: Value,
}

/// Everything that a list may meet.
#[derive(Debug, Default)]
pub struct There {
    /// The products.
    pub products: Vec<File>,
    /// The pages that hold products, by their folder.
    pub lists: BTreeMap<String, File>,
    /// Every file below `content/`, whether it can be read or not.
    pub paths: HashSet<String>,
    /// Folders of `content/` that there are.
    pub folders: HashSet<String>,
    /// Addresses of pages.
    pub addresses: HashSet<String>,
    /// Ids of all items.
    pub ids: HashSet<String>,
    by_id: HashMap<String, usize>,
    by_address: HashMap<(String, String), usize>,
    /// Nothing where two products have one.
    by_sku: HashMap<String, Option<usize>>,
}

impl There {
    /// What lies in the folder of a site.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn of(root: &Path) -> Result<There, Refused> {
        let mut there = There::default();
        let mut items = Vec::new();
        let files = WalkDir::new(root.join("content")).min_depth(2).max_depth(2).sort_by_file_name();
        for entry in files.into_iter().flatten() {
            let path = slashes(entry.path().strip_prefix(root).unwrap_or(entry.path()));
            let folder = folder_of(&path).to_owned();
            there.folders.insert(folder.clone());
            there.paths.insert(path.clone());
            let Some(file) = read(root, &path)? else { continue };
            if path.ends_with("/collection.json") {
                there.addresses.extend(file.value["urlId"].as_str().map(str::to_owned));
                let is_shop = file.value["type"] == PRODUCTS || file.value["typeName"] == "products";
                if is_shop {
                    there.lists.insert(folder, file);
                }
            } else {
                there.ids.extend(file.value["id"].as_str().map(str::to_owned));
                items.push(file);
            }
        }
        items.retain(|file| {
            there.lists.contains_key(folder_of(&file.path)) && file.value["structuredContent"].is_object()
        });
        for (at, file) in items.iter().enumerate() {
            there.by_id.extend(file.value["id"].as_str().map(|id| (id.to_owned(), at)));
            there.by_address.insert((folder_of(&file.path).to_owned(), address_of(file)), at);
            for sku in skus(&file.value) {
                let known = there.by_sku.entry(sku.to_owned()).or_insert(Some(at));
                *known = known.filter(|known| *known == at);
            }
        }
        there.products = items;
        Ok(there)
    }

    /// The product with an id.
    #[must_use]
    pub fn with_id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The product at an address of a page.
    #[must_use]
    pub fn at(&self, folder: &str, address: &str) -> Option<usize> {
        self.by_address.get(&(folder.to_owned(), address.to_owned())).copied()
    }

    /// The only product of all pages with this last part of an address, if it is called so as well.
    #[must_use]
    pub fn called(&self, address: &str, title: &str) -> Option<usize> {
        let title = title.trim().to_lowercase();
        let own =
            |at: &usize| self.products[*at].value["title"].as_str().unwrap_or_default().trim().to_lowercase();
        let mut found = self.by_address.iter().filter(|((_, known), _)| known == address).map(|(_, at)| *at);
        found.next().filter(|_| found.next().is_none()).filter(|at| own(at) == title)
    }

    /// The only product that has one of these SKUs; nothing where they lead to several.
    #[must_use]
    pub fn with_sku<'s>(&self, skus: impl Iterator<Item = &'s str>) -> Option<usize> {
        let found: HashSet<Option<usize>> = skus.filter_map(|sku| self.by_sku.get(sku).copied()).collect();
        let mut found = found.into_iter();
        found.next().flatten().filter(|_| found.next().is_none())
    }

    /// The addresses that products of a page have.
    pub fn addresses_in<'t>(&'t self, folder: &'t str) -> impl Iterator<Item = &'t str> {
        self.by_address.keys().filter(move |(own, _)| own == folder).map(|(_, address)| address.as_str())
    }
}

/// Reads a file of the site; nothing where it is none that the editor reads.
///
/// # Errors
/// When the machine refuses.
pub fn read(root: &Path, path: &str) -> Result<Option<File>, Refused> {
    let Ok(place) = Place::parse(path) else { return Ok(None) };
    let Ok(on_disk) = place.on_disk(root) else { return Ok(None) };
    let found = Found::read(&on_disk).map_err(|error| Refused::machine(&on_disk, &error))?;
    let Some(found) = found else { return Ok(None) };
    let value = found.value(&place).and_then(|value| serde_json::to_value(value).ok());
    Ok(value.map(|value| File { path: path.to_owned(), digest: found.digest, value }))
}

/// The folder of `content/` that a file lies in.
#[must_use]
pub fn folder_of(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// The last part of the address of an item: what it says, else the name of its file without the number that orders it.
#[must_use]
pub fn address_of(file: &File) -> String {
    if let Some(address) = file.value["urlId"].as_str().filter(|address| !address.is_empty()) {
        return address.to_owned();
    }
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    match stem.split_once('-') {
        Some((number, rest)) if !rest.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.to_owned()
        }
        _ => stem.to_owned(),
    }
}

/// The SKUs of a product, as far as it says them.
pub fn skus(product: &Value) -> impl Iterator<Item = &str> {
    let variants = product.pointer("/structuredContent/variants").and_then(Value::as_array);
    let skus = variants.into_iter().flatten().filter_map(|variant| variant["sku"].as_str());
    skus.filter(|sku| !sku.is_empty())
}
