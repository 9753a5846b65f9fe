//! The same shop in several lists: exports of other days, in any order.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::model::{Dialect, List, Product};
use crate::fault::Fault;

/// A list and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is called, such as its file.
    pub name: String,
    /// When it was written, milliseconds since 1970 (UTC).
    pub when: i64,
    /// What it says.
    pub list: List,
}

/// A product and the list that said the latest of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The name of the list.
    pub source: String,
    /// Whose list it is.
    pub dialect: Dialect,
    /// The product.
    pub product: Product,
}

/// Brings lists together. Of a product that stands in several of them the latest list is believed; it is known by the
/// platform's id for it, else by its address, else by an SKU that no other product has. Which list was given first makes no
/// difference. Faults go with the name of their list.
#[must_use]
pub fn merge(mut sources: Vec<Source>) -> (Vec<Merged>, Vec<(String, Fault)>) {
    sources.sort_by(|one, other| (one.when, &one.name).cmp(&(other.when, &other.name)));
    let mut faults = Vec::new();
    let mut known: BTreeMap<Dialect, Known> = BTreeMap::new();
    let mut all: Vec<Option<Merged>> = Vec::new();
    // From the latest on: what is known already is older news.
    for source in sources.into_iter().rev() {
        let Source { name, list: List { dialect, products, faults: own }, .. } = source;
        faults.extend(own.into_iter().map(|fault| (name.clone(), fault)));
        let before = known.entry(dialect).or_default();
        let unique = once(&products);
        let mut here = Known::default();
        let mut older = 0_usize;
        for product in products {
            if let Some(place) = before.find(&product, &unique) {
                older += usize::from(differs(&product, all[place].as_ref()));
                here.add(&product, &unique, place);
                continue;
            }
            here.add(&product, &unique, all.len());
            all.push(Some(Merged { source: name.clone(), dialect, product }));
        }
        before.join(here);
        if older > 0 {
            let message =
                format!("{older} of these products stand otherwise in a later list, which was believed.");
            faults.push((name, Fault::new(0, message, "leave this list out if it is no longer needed")));
        }
    }
    (all.into_iter().flatten().collect(), faults)
}

/// Whether an older list says something else; where in the list it stands is no difference.
fn differs(older: &Product, later: Option<&Merged>) -> bool {
    let bare = |product: &Product| {
        let mut product = product.clone();
        product.line = 0;
        product.variants.iter_mut().for_each(|variant| variant.line = 0);
        product
    };
    later.is_none_or(|later| bare(&later.product) != bare(older))
}

/// Products by their names, with their places.
#[derive(Default)]
struct Known {
    ids: HashMap<String, usize>,
    addresses: HashMap<(String, String), (usize, bool)>,
    skus: HashMap<String, (usize, bool)>,
}

impl Known {
    fn find(&self, product: &Product, unique: &HashSet<String>) -> Option<usize> {
        if !product.source_id.is_empty()
            && let Some(place) = self.ids.get(&product.source_id)
        {
            return Some(*place);
        }
        // Two products with ids of their own are two, whatever else they have in common.
        let may_be =
            |(place, has_id): &(usize, bool)| (!has_id || product.source_id.is_empty()).then_some(*place);
        let address = (product.page.clone(), product.url_id.clone());
        let by_address = self.addresses.get(&address).filter(|_| !product.url_id.is_empty()).and_then(may_be);
        by_address.or_else(|| {
            let mut skus =
                product.variants.iter().map(|variant| &variant.sku).filter(|sku| unique.contains(*sku));
            skus.find_map(|sku| self.skus.get(sku).and_then(may_be))
        })
    }

    fn add(&mut self, product: &Product, unique: &HashSet<String>, place: usize) {
        let has_id = !product.source_id.is_empty();
        if has_id {
            self.ids.insert(product.source_id.clone(), place);
        }
        self.addresses.insert((product.page.clone(), product.url_id.clone()), (place, has_id));
        for variant in product.variants.iter().filter(|variant| unique.contains(&variant.sku)) {
            self.skus.insert(variant.sku.clone(), (place, has_id));
        }
    }

    fn join(&mut self, other: Known) {
        for (id, place) in other.ids {
            self.ids.entry(id).or_insert(place);
        }
        for (address, place) in other.addresses {
            self.addresses.entry(address).or_insert(place);
        }
        for (sku, place) in other.skus {
            self.skus.entry(sku).or_insert(place);
        }
    }
}

/// The SKUs that one product alone has.
fn once(products: &[Product]) -> HashSet<String> {
    let mut of: HashMap<&str, (usize, bool)> = HashMap::new();
    for (place, product) in products.iter().enumerate() {
        for variant in product.variants.iter().filter(|variant| !variant.sku.is_empty()) {
            let entry = of.entry(&variant.sku).or_insert((place, true));
            entry.1 &= entry.0 == place;
        }
    }
    of.into_iter().filter(|(_, (_, is_one))| *is_one).map(|(sku, _)| sku.to_owned()).collect()
}
