//! Site → what is sold and asked: the catalogue for the api, and the parts of it that a page carries.

mod agreed;
mod delivery;
mod discounts;
mod locks;
mod notes;
mod payments;
mod read;
pub mod sold;

use std::collections::BTreeMap;
use std::sync::Arc;

use loggia_commerce::forms::Form;
use loggia_commerce::{
    CATALOG_VERSION, Catalog, CatalogPage, CatalogWebsite, FeatureFlags, InstallmentContext,
    MerchandisingContext, PageCurrency, PageLock, Product, ShippingOption, StoreSettings, buying_button,
    labels,
};
use loggia_template::Node;
use serde_json::Value;

pub use self::agreed::is_of_terms;
use self::read::{note_unreadable, read, unreadable};
use crate::asset::Assets;
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::manifest::PROTECTED;
use crate::plan::{Page, Subject};
pub use crate::site::access::access;
use crate::site::code::record;
use crate::site::page_access::of_page;
use crate::site::value::value;
use crate::site::{Item, Site, amounts};

/// The text of the button that buys.
const BUYING: &str = "checkoutPay";

/// What a site sells and asks, read once.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// The owner's settings.
    pub settings: StoreSettings,
    /// What is switched on.
    pub flags: FeatureFlags,
    /// How amounts are written in the language of the site.
    pub currency: PageCurrency,
    /// Every label: the site's own in place of the defaults.
    pub labels: BTreeMap<String, String>,
    /// Products by id.
    pub products: BTreeMap<String, Arc<Product>>,
    /// Forms by id, with where their answers go.
    pub forms: BTreeMap<String, Form>,
    /// Restock, scarcity and sold-out texts by product id.
    pub merchandising: BTreeMap<String, MerchandisingContext>,
    /// Installment messaging by product id.
    pub installments: BTreeMap<String, InstallmentContext>,
    own_strings: BTreeMap<String, String>,
}

impl Store {
    /// Reads the store out of a site; faults are added.
    #[must_use]
    pub fn read(site: &Site, faults: &mut Vec<Diagnostic>) -> Store {
        let document = site.website.document;
        let settings = ["websiteSettings".into(), "storeSettings".into()];
        let mut own_strings: BTreeMap<String, String> = read(document, &["localizedStrings".into()], faults);
        // The law's own words, in pages and widgets alike, unless the shop has others.
        let country = site.website.node("seller").get("country");
        let country = country.as_str().unwrap_or_default();
        if let Some(words) = buying_button(country.trim(), site.website.locale) {
            own_strings.entry(BUYING.to_owned()).or_insert_with(|| words.to_owned());
        }
        let mut store = Store {
            settings: read(document, &settings, faults),
            flags: read(document, &["featureFlags".into()], faults),
            labels: labels::localized_strings(&own_strings),
            merchandising: read(document, &["productMerchandisingContext".into()], faults),
            own_strings,
            ..Store::default()
        };
        let cldr = site.website.node("websiteSettings").get("useCLDRMoneyFormat").is_true();
        agreed::complete(site, &mut store.settings, faults);
        store.flags.use_cldr_money_format |= cldr;
        store.currency = amounts::currency(
            store.settings.currency,
            site.website.locale,
            store.flags.use_cldr_money_format,
        );
        for form in site.forms.values() {
            match serde_json::from_value::<Form>(with_id(value(form.node), form.id)) {
                Ok(read) => drop(store.forms.insert(form.id.to_owned(), read)),
                Err(error) => note_unreadable(faults, unreadable(form.document, &[], &error)),
            }
        }
        for collection in &site.collections {
            for item in collection.items.iter().filter(|item| item.record_type == record::STORE_ITEM) {
                store.read_product(item, faults);
            }
        }
        store
    }

    fn read_product(&mut self, item: &Item<'_>, faults: &mut Vec<Diagnostic>) {
        if let Some(product) = &item.product {
            self.products.insert(item.id.to_owned(), Arc::clone(product));
        }
        let installment = item.node.get("installmentContext");
        if let (true, true) = (self.flags.installment_payment_pdp, installment.as_object().is_some()) {
            match serde_json::from_value(value(installment)) {
                Ok(context) => drop(self.installments.insert(item.id.to_owned(), context)),
                Err(error) => {
                    note_unreadable(faults, unreadable(item.document, &["installmentContext".into()], &error))
                }
            }
        }
    }

    /// What the api gets of a build made at `now` (`output.data/catalog.json`), but for its `buildId`. `versions`
    /// are the site in other languages.
    #[must_use]
    pub fn catalog<'s>(
        &'s self,
        site: &Site,
        pages: &[Page],
        versions: &[(&Site<'_>, &[Page])],
        (cache, now): (&Cache, i64),
        faults: &mut Vec<Diagnostic>,
    ) -> Catalog<&'s Product> {
        let website = &site.website;
        let own = website.node("website");
        let settings = website.node("websiteSettings");
        let text = |node: Node<'_>| node.as_str().map(str::to_owned);
        let shown = |item: &&Item<'_>| item.is_public && self.products.contains_key(item.id);
        let products = site.collections.iter().flat_map(|collection| collection.items.iter()).filter(shown);
        let locks = locks::hashes(site, pages, cache, now);
        // In another language a page is the same page; only where the api opens it does it count by itself.
        let translated = versions.iter().flat_map(|(site, pages)| {
            let locks = locks::hashes(site, pages, cache, now);
            pages.iter().filter_map(move |page| catalog_page(site, page, &locks)).collect::<Vec<_>>()
        });
        let locked = translated.filter(|page| page.lock.is_some());
        Catalog {
            version: CATALOG_VERSION,
            build_id: String::new(),
            website: CatalogWebsite {
                id: website.id.to_owned(),
                title: website.title.to_owned(),
                base_url: website.base_url.clone(),
                locale: website.locale.to_owned(),
                languages: read(website.document, &["website".into(), "languages".into()], faults),
                time_zone: website.time_zone.to_owned(),
                captcha_site_key: text(own.get("captchaSettings").get("siteKey")),
                owner_email: text(own.get("contact").get("email")),
                comments_enabled: settings.get("commentsEnabled").is_true(),
                simple_liking_enabled: settings.get("simpleLikingEnabled").is_true(),
            },
            store_settings: agreed::in_all(&self.settings, versions.iter().map(|(site, _)| *site)),
            order_settings: payments::order_settings(site, faults),
            feature_flags: self.flags,
            products: products.map(|item| &*self.products[item.id]).collect(),
            forms: self.forms.values().cloned().collect(),
            coupons: read(website.document, &["coupons".into()], faults),
            discounts: discounts::discounts(&self.products, site, faults),
            shipping_options: delivery::shipping_options(site, faults),
            business_days: delivery::business_days(site, faults),
            tax_rules: read(website.document, &["taxRules".into()], faults),
            seller: read(website.document, &["seller".into()], faults),
            merchandising: self.merchandising.clone(),
            localized_strings: self.own_strings.clone(),
            amounts: amounts::by_locale(
                &self.currency,
                versions.iter().map(|(site, _)| site.website.locale),
                self.flags.use_cldr_money_format,
            ),
            pages: pages.iter().filter_map(|page| catalog_page(site, page, &locks)).chain(locked).collect(),
            // The build knows these.
            pictures: BTreeMap::new(),
            files: BTreeMap::new(),
            letters: site.letters.clone(),
        }
    }
}

/// The ways of shipping of a site, with their zones written out; what cannot be read is left out.
#[must_use]
pub fn shipping_options(site: &Site) -> Vec<ShippingOption> {
    delivery::shipping_options(site, &mut Vec::new())
}

/// The address of a small picture of each product of a catalogue, as it is published. A picture that is not among the site's
/// own files has none: the pages' policy does not let browsers ask other hosts for it.
#[must_use]
pub fn pictures(catalog: &Catalog<&Product>, assets: &Assets) -> BTreeMap<String, String> {
    let picture = |product: &&Product| {
        let address = product.image_url.as_deref().filter(|address| !address.is_empty())?;
        Some((product.id.to_string(), assets.resolve(&format!("{address}?format=300w"))?))
    };
    catalog.products.iter().filter_map(picture).collect()
}

/// Whether a page is the one at its collection's own address.
fn is_first(page: &Page) -> bool {
    matches!(page.subject, Subject::Page { .. } | Subject::List { page: 1, term: None, .. })
}

/// The page of an item, or of a collection's first list page, and whatever is locked; other pages have nothing to say on.
fn catalog_page(site: &Site, page: &Page, locks: &BTreeMap<&str, String>) -> Option<CatalogPage> {
    let (id, title, node, access) = match &page.subject {
        Subject::Item { collection, item, .. } => {
            let collection = &site.collections[*collection];
            let item = &collection.items[*item];
            (item.id, item.title, item.node, of_page(collection, Some(item)))
        }
        Subject::Page { collection } | Subject::List { collection, .. }
            if is_first(page) || page.path.starts_with(PROTECTED) =>
        {
            let collection = &site.collections[*collection];
            (collection.id, collection.title, collection.node, of_page(collection, None))
        }
        _ => return None,
    };
    let lock = page.path.strip_prefix(PROTECTED).map(|file| PageLock {
        password_hash: locks.get(page.url.as_str()).cloned(),
        content: file.to_owned(),
        html: None,
    });
    Some(CatalogPage {
        id: id.to_owned(),
        url: site.website.localized(&page.url),
        title: title.to_owned(),
        access,
        lock,
        comments_open: node.get("commentState").as_f64() == Some(1.0),
        form_ids: node.get("formId").as_str().map(str::to_owned).into_iter().collect(),
    })
}

fn with_id(mut form: Value, id: &str) -> Value {
    if let Some(form) = form.as_object_mut() {
        form.entry("id").or_insert_with(|| id.into());
        form.retain(|_, value| !value.is_null());
    }
    form
}
