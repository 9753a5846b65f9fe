//! The catalogue of the published site: kept whole in the store, read from memory, renewed when another version stands there.

use crate::error::ApiError;
use crate::files::{self, FileStore, NotKept};
use crate::links::Links;
use crate::repository::catalog::{self, BuildPrices, StockRow};
use crate::repository::product_file;
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::stock::described::{self, Described};
use crate::repository::{Connection, Db};
use loggia_commerce::{CATALOG_VERSION, Catalog, Product, Variant, output_of_data, protected_folder};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path};
use std::sync::{Arc, PoisonError, RwLock};

/// One version of the catalogue, with its products at hand.
#[derive(Debug, Default)]
pub struct Published {
    /// 0 before the first import.
    pub version: i64,
    /// What the generator wrote.
    pub catalog: Catalog,
    /// Makes links into letters.
    pub links: Arc<Links>,
    /// Where letters lead that lead to this server, when the operator says it; else to the site.
    pub server: Option<String>,
    products: HashMap<String, usize>,
}

impl Published {
    /// A moment as people of the site read it: `2026-11-21 09:30`, in its time zone.
    pub fn moment(&self, epoch_ms: i64) -> String {
        let Ok(moment) = jiff::Timestamp::from_millisecond(epoch_ms) else { return String::new() };
        let zone = jiff::tz::TimeZone::get(&self.catalog.website.time_zone);
        moment.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC)).strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// A moment in the site's own time; none that no calendar has.
    pub fn local_time(&self, epoch_ms: i64) -> Option<jiff::civil::DateTime> {
        let moment = jiff::Timestamp::from_millisecond(epoch_ms).ok()?;
        let zone = jiff::tz::TimeZone::get(&self.catalog.website.time_zone);
        Some(moment.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC)).datetime())
    }

    /// A moment to the second, with the offset of its zone: `2026-11-21 09:30:05 +01:00`.
    pub fn moment_with_zone(&self, epoch_ms: i64) -> String {
        let Ok(moment) = jiff::Timestamp::from_millisecond(epoch_ms) else { return String::new() };
        let zone = jiff::tz::TimeZone::get(&self.catalog.website.time_zone);
        let local = moment.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC));
        local.strftime("%Y-%m-%d %H:%M:%S %:z").to_string()
    }

    /// `site` is where emails lead, when the operator says it: then what the site says of itself leads nowhere.
    fn new(version: i64, mut catalog: Catalog, publications: &Publications) -> Self {
        if let Some(site) = &publications.site {
            site.trim_end_matches('/').clone_into(&mut catalog.website.base_url);
        }
        for form in &mut catalog.forms {
            *form = form.without_passwords();
        }
        let products = catalog
            .products
            .iter()
            .enumerate()
            .map(|(index, product)| (product.id.to_string(), index))
            .collect();
        let (links, server) = (publications.links.clone(), publications.server.clone());
        Published { version, catalog, links, server, products }
    }

    /// The whole address of a path of this server, for letters.
    pub fn address_of(&self, path: &str) -> String {
        let base = self.server.as_deref().unwrap_or(&self.catalog.website.base_url);
        format!("{}{path}", base.trim_end_matches('/'))
    }

    /// Whether the shop knows its own address: then somebody who leaves it can be sent back.
    pub fn has_address(&self) -> bool {
        self.address_of("").starts_with("http")
    }

    /// What a product is called; its SKU where it is gone.
    pub fn title_of<'a>(&'a self, item_id: &str, sku: &'a str) -> &'a str {
        self.product(item_id).map_or(sku, |product| product.title.as_str())
    }

    /// The published product with this id.
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.get(id).and_then(|index| self.catalog.products.get(*index))
    }
}

/// How a service that works out taxes is used.
#[derive(Clone, Copy, Debug)]
pub struct TaxTerms {
    /// Prices hold their tax where no rule of the shop says whether they do.
    pub included: bool,
    /// The shop's own rules hold while it does not answer.
    pub or_rules: bool,
    /// What it is told counts for nothing.
    pub is_test: bool,
}

/// The version this process knows, shared by its workers. Another process may import: every cart tells the version it
/// was read with, and the newer one is fetched when they differ.
#[derive(Clone, Debug, Default)]
pub struct Publications {
    known: Arc<RwLock<Arc<Published>>>,
    test_mode: bool,
    site: Option<String>,
    links: Arc<Links>,
    server: Option<String>,
    asks_register: bool,
    taxes: Option<TaxTerms>,
}

impl Publications {
    /// Those of a shop that takes money, or of one in test mode; `site` is where emails lead, when the operator says it.
    pub fn new(test_mode: bool, site: Option<String>) -> Self {
        Publications { test_mode, site, ..Publications::default() }
    }

    /// The same with links of this server, which is reached at `server` when the operator says so.
    #[must_use]
    pub fn with_links(self, links: Links, server: Option<String>) -> Self {
        Publications { links: Arc::new(links), server, ..self }
    }

    /// The same of a shop that asks a register of VAT numbers.
    #[must_use]
    pub fn with_register(self, asks_register: bool) -> Self {
        Publications { asks_register, ..self }
    }

    /// A register of VAT numbers is asked.
    pub fn asks_register(&self) -> bool {
        self.asks_register
    }

    /// The same of a shop whose taxes a service works out.
    #[must_use]
    pub fn with_taxes(self, taxes: Option<TaxTerms>) -> Self {
        Publications { taxes, ..self }
    }

    /// How a service that works out taxes is used; `None` where the shop's own rules hold.
    pub fn taxes(&self) -> Option<TaxTerms> {
        self.taxes
    }

    /// Makes links, and knows them again.
    pub fn links(&self) -> &Links {
        &self.links
    }

    /// No money moves in this shop.
    pub fn is_test(&self) -> bool {
        self.test_mode
    }

    /// The version in memory.
    pub fn current(&self) -> Arc<Published> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// At least `version`, read through `connection` when the one in memory is older.
    pub async fn at_least(
        &self,
        connection: &mut Connection<'_>,
        version: i64,
    ) -> Result<Arc<Published>, ApiError> {
        let current = self.current();
        if current.version >= version {
            return Ok(current);
        }
        let Some(stored) = catalog::read(connection).await? else { return Ok(current) };
        let published = Arc::new(Published::new(stored.version, serde_json::from_str(&stored.body)?, self));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.version < published.version {
            *known = published.clone();
        }
        Ok(published)
    }

    /// The newest version there is.
    pub async fn newest(&self, db: &Db) -> Result<Arc<Published>, ApiError> {
        db.read(async |connection| {
            let version = catalog::version(connection).await?;
            self.at_least(connection, version).await
        })
        .await
    }
}

/// Why a catalogue was not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{path}: {cause}", path = .path.display())]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// What the system answered.
        cause: std::io::Error,
    },
    /// The file is no catalogue.
    #[error("{path}: {cause}", path = .path.display())]
    Json {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong and where.
        cause: serde_json::Error,
    },
    /// Made by a program of another age.
    #[error(
        "the catalogue has version {0}, this program reads version {CATALOG_VERSION}: build the site again"
    )]
    Version(u32),
    /// The store refused.
    #[error(transparent)]
    Store(#[from] ApiError),
    /// A file that is sold cannot be kept.
    #[error("the files that are sold cannot be kept: {0}")]
    Files(#[from] NotKept),
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The version that holds now.
    pub version: i64,
    /// Whether it differs from the one before.
    pub changed: bool,
}

/// Reads a `catalog.json`, and what its locked pages hold from the folder beside the output: below the
/// [`protected_folder`] of `output` for `output.data/catalog.json`, and nowhere else.
pub fn read(path: &Path) -> Result<Catalog, ImportError> {
    let text = text(path)?;
    let mut catalog: Catalog =
        serde_json::from_str(&text).map_err(|cause| ImportError::Json { path: path.into(), cause })?;
    let mut locks = catalog.pages.iter_mut().filter_map(|page| page.lock.as_mut()).peekable();
    if locks.peek().is_some() {
        let file = path.canonicalize().map_err(|cause| ImportError::File { path: path.into(), cause })?;
        let folder = file.parent().unwrap_or(&file);
        let output = output_of_data(folder).unwrap_or_else(|| folder.to_path_buf());
        let protected = protected_folder(&output);
        for lock in locks.filter(|lock| lock.html.is_none()) {
            let content = Path::new(&lock.content);
            if content.components().all(|part| matches!(part, Component::Normal(_))) {
                lock.html = Some(self::text(&protected.join(content))?);
            }
        }
    }
    Ok(catalog)
}

/// Keeps the files that a catalogue sells, out of the folder `files` beside its file. What is neither there nor kept yet is
/// noted in the log, and waits for a publish that hands it over.
///
/// # Errors
/// When a file cannot be read or kept, or is not what its name says.
pub async fn take_files(store: &dyn FileStore, catalog: &Catalog, path: &Path) -> Result<(), ImportError> {
    let folder = path.parent().unwrap_or(path).join("files");
    let sold = catalog.sold();
    let lacking = files::take_folder(store, &folder, sold.keys().copied()).await?;
    for digest in lacking {
        tracing::warn!(%digest, folder = %folder.display(), "a file that is sold is not there");
    }
    Ok(())
}

fn text(path: &Path) -> Result<String, ImportError> {
    std::fs::read_to_string(path).map_err(|cause| ImportError::File { path: path.into(), cause })
}

/// Takes over a catalogue, whole or not at all. Stock that is counted already keeps its count. Nobody is named as having done
/// it: it is the one that a server starts with, or that of a site which is built again and again beside its shop.
///
/// # Errors
/// When it is of another age, or the store refuses.
pub async fn import(
    db: &Db,
    publications: &Publications,
    catalog: &Catalog,
    now: i64,
) -> Result<Imported, ImportError> {
    take_over(db, publications, catalog, (None, now)).await
}

/// The same for somebody who brings it: that stands in the record, unless it is the one that holds already.
///
/// # Errors
/// When it is of another age, or the store refuses.
pub async fn import_by(
    db: &Db,
    publications: &Publications,
    catalog: &Catalog,
    (actor, now): (Actor, i64),
) -> Result<Imported, ImportError> {
    take_over(db, publications, catalog, (Some(actor), now)).await
}

async fn take_over(
    db: &Db,
    publications: &Publications,
    catalog: &Catalog,
    (actor, now): (Option<Actor>, i64),
) -> Result<Imported, ImportError> {
    if catalog.version != CATALOG_VERSION {
        return Err(ImportError::Version(catalog.version));
    }
    let body = serde_json::to_string(catalog).map_err(ApiError::from)?;
    let digest = hex::encode(Sha256::digest(body.as_bytes()));
    let builds = builds(catalog);
    let published: BTreeSet<String> = catalog.products.iter().map(|product| product.id.to_string()).collect();
    let files = catalog.files.clone();
    let variants: Vec<StockRow> = catalog.products.iter().flat_map(stock_rows).collect();
    let described = described(catalog);
    let (build, products) = (catalog.build_id.clone(), catalog.products.len());
    let imported = db
        .write(async move |connection| {
            let before = catalog::read(connection).await?;
            let was = before.as_ref().map(|before| before.version);
            if let Some(before) = before.as_ref().filter(|before| before.digest == digest) {
                return Ok(Imported { version: before.version, changed: false });
            }
            let built = before.map(|before| built(&before.body)).unwrap_or_default();
            let version = catalog::save(connection, &digest, &body, now).await?;
            catalog::save_builds(connection, &builds, &built, now).await?;
            described::take_over(connection, &variants, &described, now).await?;
            if let Some(actor) = &actor {
                let event = Event::new(Kind::ImportCatalog, &build).change(was.into(), version.into());
                record::write(connection, actor, event.with("products", products), now).await?;
            }
            // What a published product sold before it sells no more; one that is gone keeps what it sold.
            let sold_before = product_file::products(connection).await?;
            let none = sold_before.iter().filter(|id| published.contains(*id) && !files.contains_key(*id));
            for item_id in none.chain(files.keys()) {
                let files = files.get(item_id).map(Vec::as_slice).unwrap_or_default();
                product_file::replace(connection, item_id, files).await?;
            }
            Ok(Imported { version, changed: true })
        })
        .await?;
    publications.newest(db).await?;
    Ok(imported)
}

/// What one of each variant costs, by the build of each product's prices.
fn builds(catalog: &Catalog) -> Vec<BuildPrices> {
    let of = |product: &Product| BuildPrices {
        item_id: product.id.to_string(),
        build_id: product.build_id(catalog.store_settings.currency),
        prices: product
            .variants
            .iter()
            .map(|variant| (variant.sku.to_string(), product.current_price(variant).get()))
            .collect(),
    };
    catalog.products.iter().map(of).collect()
}

/// The build of each product's prices in a catalogue that was kept; none of one that an older program kept in another way.
fn built(body: &str) -> HashMap<String, String> {
    let Ok(catalog) = serde_json::from_str::<Catalog>(body) else { return HashMap::new() };
    let currency = catalog.store_settings.currency;
    catalog.products.iter().map(|product| (product.id.to_string(), product.build_id(currency))).collect()
}

fn stock_rows(product: &Product) -> impl Iterator<Item = StockRow> + '_ {
    product.variants.iter().map(|variant| {
        let record = product.stock_record(variant);
        StockRow {
            item_id: product.id.to_string(),
            sku: variant.sku.to_string(),
            quantity: i64::from(record.qty_in_stock),
            unlimited: record.unlimited,
        }
    })
}

/// What each variant of a catalogue is called.
pub fn described(catalog: &Catalog) -> Vec<Described> {
    let of = |product: &Product| {
        let (id, title) = (product.id.to_string(), product.title.clone());
        let picture = catalog.pictures.get(product.id.as_str()).cloned().unwrap_or_default();
        let one = move |variant: &Variant| Described {
            item_id: id.clone(),
            sku: variant.sku.to_string(),
            title: title.clone(),
            options: chosen(product, variant).join(", "),
            picture: picture.clone(),
        };
        product.variants.iter().map(one).collect::<Vec<_>>()
    };
    catalog.products.iter().flat_map(of).collect()
}

/// What an owner reads of a variant: its values, `Large, Blue`, nothing where it has none, its SKU where it is sold no more.
pub fn variant_name(product: Option<&Product>, sku: &str) -> String {
    let variant =
        product.and_then(|product| product.variants.iter().find(|variant| variant.sku.as_str() == sku));
    let values = product.zip(variant).map(|(product, variant)| chosen(product, variant).join(", "));
    values.unwrap_or_else(|| sku.to_owned())
}

/// The values of a variant, in the order of the product's options.
fn chosen<'a>(product: &'a Product, variant: &'a Variant) -> Vec<&'a str> {
    let ordered = product.variant_option_ordering.iter().filter_map(|name| variant.attributes.get(name));
    ordered.map(String::as_str).collect()
}
