//! What a list does to the shop: which of its products are new, which the shop has, and the changes that come of it.

use std::collections::{BTreeMap, HashMap, HashSet};

use loggia_commerce::Cents;
use loggia_exchange::products::{Product, Stock, Variant};
use serde_json::{Value, json};

use super::there::{There, address_of, folder_of, read, skus};
use super::update::{Said, edits, json_of};
use crate::editing::answer::Refused;
use crate::editing::journal::digest;
use crate::editing::place::Place;
use crate::editing::wire::list_fault::CODES;
use crate::editing::wire::product_list::{
    Becomes, MissingField, Present, ProductListCell, ProductListFault, ProductListRow,
};
use crate::editing::wire::{Change, Edit, Operation};
use crate::import::listing::{Listed, Listing};
use crate::plan::slug;
use crate::site::code::collection::PRODUCTS;

/// How a list is brought in.
#[derive(Debug, Clone, Copy)]
pub struct ListOptions<'w> {
    /// The folder of the page that new products go into; a new page when it is none.
    pub folder: Option<&'w str>,
    /// The title of a new page, where it is another than the list's.
    pub title: Option<&'w str>,
    /// What becomes of products that are there.
    pub present: Present,
    /// Whether new products are drafts.
    pub drafts: bool,
    /// Whether a new page is named in the menu.
    pub in_menu: bool,
    /// The currency of the shop.
    pub currency: &'w str,
}

/// What would be done.
#[derive(Debug, Default)]
pub struct Plan {
    /// The changes of files, the page first.
    pub changes: Vec<Change>,
    /// Every product of the list, in its order.
    pub rows: Vec<ProductListRow>,
    /// What cannot be taken over as it is written, in the order of lines.
    pub faults: Vec<ProductListFault>,
    /// Which product of the list a change is of, by its path.
    pub of_path: HashMap<String, usize>,
}

impl Plan {
    /// How many products become this.
    #[must_use]
    pub fn count(&self, becomes: Becomes) -> usize {
        self.rows.iter().filter(|row| row.becomes == becomes).count()
    }

    /// A name for what would be done: the same files, each as it is now, and the same lot for every product. Pictures that come
    /// meanwhile make no other plan of it.
    #[must_use]
    pub fn name(&self) -> String {
        let changes = self.changes.iter().map(|change| format!("{} {:?}", change.path, change.base_digest));
        let rows = self.rows.iter().map(|row| format!("{} {:?}", row.line, row.becomes));
        digest(changes.chain(rows).collect::<Vec<_>>().join("\n").as_bytes())
    }
}

/// Works out what a list does. `settled` brings a product's file to the pictures that are here; products of `refused`, by
/// their place in the list with the reason, are left out.
///
/// # Errors
/// When the page is none of the shop, or the machine refuses.
pub fn plan(
    root: &std::path::Path,
    listing: &Listing,
    options: ListOptions<'_>,
    settled: &dyn Fn(&mut Value),
    refused: &HashMap<usize, String>,
) -> Result<Plan, Refused> {
    let there = There::of(root)?;
    if options.folder.is_some_and(|folder| !there.lists.contains_key(folder)) {
        return Err(Refused::bad("folder", "There is no page of products of this name any more."));
    }
    let page = Page::of(&there, listing, options);
    let mut names = Names::of(&there, &page.folder);
    let mut plan = Plan::default();
    let mut faults: Vec<ProductListFault> =
        listing.faults.iter().map(|fault| fault_of(listing, fault)).collect();
    let mut met: HashSet<usize> = HashSet::new();
    let sales = listing.products.iter().flat_map(|one| &one.product.variants);
    let sales = sales.into_iter().any(|variant| variant.on_sale || variant.sale_price.is_some());
    let said = Said { currency: options.currency, sales };
    for (at, listed) in listing.products.iter().enumerate() {
        let known = known(&there, &page.folder, listed).filter(|_| options.present != Present::Add);
        let product = &listed.product;
        let mut becomes = Becomes::New;
        let mut was = None;
        if let Some(why) = refused.get(&at) {
            becomes = Becomes::Refused;
            faults.push(own(product, why.clone(), "refused"));
        } else if let Some(known) = known {
            let file = &there.products[known];
            let title = file.value["title"].as_str().unwrap_or_default();
            was = (title != product.title && !product.title.is_empty()).then(|| title.to_owned());
            if !met.insert(known) {
                becomes = Becomes::Refused;
                let message =
                    format!("A line above is the product '{title}' of the shop too; this one was left out.");
                faults.push(own(product, message, "twice-here"));
            } else if options.present == Present::Leave {
                becomes = Becomes::Left;
            } else {
                let id = file.value["id"].as_str().unwrap_or_default();
                let (mut item, _) = listed.item(id, &address_of(file));
                settled(&mut item);
                let (edits, found) = edits(file, product, &item, said);
                faults.extend(found.iter().map(|fault| fault_of(listing, fault)));
                becomes = if edits.is_empty() { Becomes::Same } else { Becomes::Changed };
                if !edits.is_empty() {
                    plan.of_path.insert(file.path.clone(), at);
                    plan.changes.push(Change {
                        path: file.path.clone(),
                        base_digest: Some(file.digest.clone()),
                        edits: Some(edits),
                        ..Change::default()
                    });
                }
            }
        } else {
            let url = names.address(&listed.address());
            let id = names.id(&listed.id(&url));
            let path = names.path(&page.folder, &Listed::name(&url));
            let (mut item, found) = listed.item(&id, &url);
            faults.extend(found.into_iter().map(|fault| fault_of(listing, &fault)));
            settled(&mut item);
            if options.drafts {
                item["status"] = json!("Draft");
            }
            if let Some(index) = page.next_index {
                item["displayIndex"] = json!(index + plan.changes.len());
            }
            plan.of_path.insert(path.clone(), at);
            plan.changes.push(Change { path, json: Some(json_of(&item)), ..Change::default() });
        }
        let missing = match becomes == Becomes::New && listed.is_unpriced() {
            true => vec![MissingField::Price],
            false => Vec::new(),
        };
        plan.rows.push(ProductListRow { missing, ..row(product, was, becomes) });
    }
    if plan.count(Becomes::New) > 0 {
        plan.changes.splice(0..0, page.changes(root, &there, options)?);
    }
    faults.sort_by_key(|fault| fault.line);
    plan.faults = faults;
    Ok(plan)
}

/// The product of the shop that one of the list is. An id of an old shop is believed alone when it can be nobody else's;
/// numbers name anything, so there something else must agree.
fn known(there: &There, folder: &str, listed: &Listed) -> Option<usize> {
    let product = &listed.product;
    let address = listed.address();
    let own: HashSet<&str> = product.variants.iter().map(|one| one.sku.as_str()).collect();
    let agrees = |at: &usize| {
        let file = &there.products[*at].value;
        let title = file["title"].as_str().unwrap_or_default();
        listed.has_unique_id()
            || title.trim().to_lowercase() == product.title.trim().to_lowercase()
            || file["urlId"] == address.as_str()
            || skus(file).any(|sku| own.contains(sku))
    };
    let by_id =
        || there.with_id(&listed.id(&address)).filter(|_| !product.source_id.is_empty()).filter(agrees);
    let by_sku = || there.with_sku(own.iter().copied().filter(|sku| !sku.is_empty()));
    // Without a number of its own a product is known by its address and its name, on whatever page it stands.
    let is_unnumbered = own.iter().all(|sku| sku.is_empty());
    let by_name = || there.called(&address, &product.title).filter(|_| is_unnumbered);
    by_id().or_else(by_sku).or_else(|| there.at(folder, &address)).or_else(by_name)
}

fn row(product: &Product, was: Option<String>, becomes: Becomes) -> ProductListRow {
    let prices = || product.variants.iter().filter_map(asked);
    ProductListRow {
        line: product.line,
        title: product.title.clone(),
        was,
        variants: product.variants.len(),
        least: prices().min().map(Cents::to_decimal_text),
        most: prices().max().map(Cents::to_decimal_text),
        becomes,
        missing: Vec::new(),
    }
}

/// What a shopper pays for one: the price of its sale while there is one.
fn asked(variant: &Variant) -> Option<Cents> {
    variant.sale_price.filter(|_| variant.on_sale).or(variant.price)
}

/// The sums of a list: pieces that are counted, variants that are not, and all prices.
#[must_use]
pub fn sums(listing: &Listing) -> (u64, usize, Cents) {
    let variants = listing.products.iter().flat_map(|one| &one.product.variants);
    variants.fold((0, 0, Cents::ZERO), |(pieces, uncounted, prices), variant| {
        let prices = prices.saturating_add(asked(variant).unwrap_or_default());
        match variant.stock {
            Stock::Count(count) => (pieces + u64::from(count), uncounted, prices),
            Stock::Unlimited => (pieces, uncounted + 1, prices),
        }
    })
}

fn fault_of(listing: &Listing, fault: &loggia_exchange::Fault) -> ProductListFault {
    let row = listing.rows.get(&fault.line).map(Vec::as_slice).unwrap_or_default();
    let cell =
        |(column, text): &(String, String)| ProductListCell { column: column.clone(), text: text.clone() };
    debug_assert!(CODES.contains(&fault.why.code), "{fault:?} has no code that the editor knows");
    let values = fault.why.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    ProductListFault {
        line: fault.line,
        code: fault.why.code.to_owned(),
        values: values.collect(),
        more: fault.why.more,
        message: fault.message.clone(),
        row: row.iter().map(cell).collect(),
    }
}

fn own(product: &Product, message: String, code: &str) -> ProductListFault {
    ProductListFault {
        line: product.line,
        code: code.to_owned(),
        values: BTreeMap::from([("product".to_owned(), product.title.clone())]),
        more: 0,
        message,
        row: Vec::new(),
    }
}

/// The page that new products go into.
struct Page {
    folder: String,
    /// Its title and address, when it is new.
    new: Option<(String, String)>,
    /// The place of the first new product, where the owner orders them.
    next_index: Option<usize>,
}

impl Page {
    fn of(there: &There, listing: &Listing, options: ListOptions<'_>) -> Page {
        if let Some(folder) = options.folder {
            let is_ordered = there.lists[folder].value["ordering"] == "user-orderable";
            let indexes = there.products.iter().filter(|file| folder_of(&file.path) == folder);
            let indexes = indexes.filter_map(|file| file.value["displayIndex"].as_u64());
            let last = indexes.max().and_then(|last| usize::try_from(last).ok()).unwrap_or_default();
            return Page { folder: folder.to_owned(), new: None, next_index: is_ordered.then_some(last + 1) };
        }
        let (old, old_title) = listing.page();
        let title = options.title.map(str::trim).filter(|title| !title.is_empty()).unwrap_or(&old_title);
        // Where the page is called as it was, its old address still leads there.
        let wanted = if title == old_title { old } else { slug(title) };
        let wanted = if wanted == "-" { "shop".to_owned() } else { wanted };
        let url = free(&wanted, |url| {
            there.addresses.contains(url)
                || there.folders.contains(&slug(url))
                || !is_path(&slug(url), "collection")
        });
        Page { folder: slug(&url), new: Some((title.to_owned(), url)), next_index: Some(1) }
    }

    /// What makes the page, or says of it that it grew elsewhere, so that limits of hosted builders do not hold.
    fn changes(
        &self,
        root: &std::path::Path,
        there: &There,
        options: ListOptions<'_>,
    ) -> Result<Vec<Change>, Refused> {
        let path = format!("content/{}/collection.json", self.folder);
        let Some((title, url)) = &self.new else {
            let list = &there.lists[&self.folder];
            if !list.value["imported"].is_null() {
                return Ok(Vec::new());
            }
            let edits = Some(vec![set("/imported", json!(true))]);
            let base_digest = Some(list.digest.clone());
            return Ok(vec![Change { path: list.path.clone(), base_digest, edits, ..Change::default() }]);
        };
        let page = json!({
            "id": self.folder, "title": title, "urlId": url, "typeName": "products", "type": PRODUCTS,
            "ordering": "user-orderable", "pageSize": 24, "imported": true,
        });
        let mut changes = vec![Change { path, json: Some(json_of(&page)), ..Change::default() }];
        let site = read(root, "site.json")?.filter(|_| options.in_menu);
        if let Some(site) = site.filter(|site| site.value["navigation"]["mainNav"].is_array()) {
            let entry = json!({"title": title, "url": format!("/{url}")});
            let edit = Edit { op: Operation::Insert, ..set("/navigation/mainNav/-", entry) };
            let base_digest = Some(site.digest);
            changes.push(Change {
                path: site.path,
                base_digest,
                edits: Some(vec![edit]),
                ..Change::default()
            });
        }
        Ok(changes)
    }
}

fn set(pointer: &str, value: Value) -> Edit {
    Edit {
        op: Operation::Set,
        pointer: pointer.to_owned(),
        from: None,
        value: Some(json_of(&value)),
        was: None,
        before: None,
        written: None,
    }
}

/// Names that are given away once.
struct Names {
    addresses: HashSet<String>,
    ids: HashSet<String>,
    paths: HashSet<String>,
    /// The number that a name got last.
    last: HashMap<String, usize>,
}

impl Names {
    fn of(there: &There, folder: &str) -> Names {
        Names {
            addresses: there.addresses_in(folder).map(str::to_owned).collect(),
            ids: there.ids.clone(),
            paths: there.paths.clone(),
            last: HashMap::new(),
        }
    }

    fn address(&mut self, wanted: &str) -> String {
        let taken = |name: &str| self.addresses.contains(name);
        let found = numbered(&mut self.last, "address", wanted, taken);
        self.addresses.insert(found.clone());
        found
    }

    fn id(&mut self, wanted: &str) -> String {
        let taken = |name: &str| self.ids.contains(name);
        let found = numbered(&mut self.last, "id", wanted, taken);
        self.ids.insert(found.clone());
        found
    }

    fn path(&mut self, folder: &str, wanted: &str) -> String {
        let wanted = if is_path(folder, wanted) { wanted.to_owned() } else { format!("product-{wanted}") };
        let path = |name: &str| format!("content/{folder}/{name}.json");
        let taken = |name: &str| name == "collection" || self.paths.contains(&path(name));
        let found = path(&numbered(&mut self.last, "path", &wanted, taken));
        self.paths.insert(found.clone());
        found
    }
}

/// Whether the site may have a file of this name.
fn is_path(folder: &str, name: &str) -> bool {
    Place::parse(&format!("content/{folder}/{name}.json")).is_ok()
}

/// A name, with the next number when somebody has it.
fn numbered(
    last: &mut HashMap<String, usize>,
    of: &str,
    wanted: &str,
    taken: impl Fn(&str) -> bool,
) -> String {
    let number = last.entry(format!("{of} {wanted}")).or_insert(1);
    let mut name = wanted.to_owned();
    while taken(&name) {
        *number += 1;
        name = format!("{wanted}-{number}");
    }
    name
}

fn free(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    numbered(&mut HashMap::new(), "", wanted, taken)
}
