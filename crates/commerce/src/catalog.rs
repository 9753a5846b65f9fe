//! The catalogue: what the generator tells the api about a published site (`output.data/catalog.json`, A-005).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use loggia_forms::Form;
use serde::{Deserialize, Serialize};

use crate::cart::{Coupon, ProductCard, ShippingOption, TaxRule};
use crate::currency::{CurrencyCode, DEFAULT_LOCALE, PageCurrency};
use crate::delivery::BusinessDays;
use crate::discount::AutomaticDiscount;
use crate::format::{Trim, format_cents};
use crate::letter::LetterTemplate;
use crate::merchandising::MerchandisingContext;
use crate::money::{Cents, Money};
use crate::order_settings::OrderSettings;
use crate::product::Product;
use crate::seller::SellerSettings;
use crate::settings::{DEFAULT_TIME_ZONE, FeatureFlags, StoreSettings};
use crate::sold::{FileDigest, SoldFile};

/// The version of the catalogue's shape that this code writes and reads.
pub const CATALOG_VERSION: u32 = 1;

/// Everything the api needs of a site. Prices and rules come from here and from nowhere else; stock only at first import.
///
/// Whoever writes one may borrow its products (`Catalog<&Product>`): those of a large shop are most of what it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalog<P = Product> {
    /// [`CATALOG_VERSION`]; another is refused.
    pub version: u32,
    /// Names the build as a whole; pages name the build of each product's prices ([`Product::build_id`]).
    pub build_id: String,
    /// The site.
    pub website: CatalogWebsite,
    /// The store.
    #[serde(default)]
    pub store_settings: StoreSettings,
    /// How orders are numbered, and what shoppers may do with them.
    #[serde(default, skip_serializing_if = "OrderSettings::is_default")]
    pub order_settings: OrderSettings,
    /// What is switched on.
    #[serde(default)]
    pub feature_flags: FeatureFlags,
    /// Every published product with its variants. `qtyInStock` counts only when the sku is new to the api.
    #[serde(default = "Vec::new")]
    pub products: Vec<P>,
    /// Every form, with its storage.
    #[serde(default)]
    pub forms: Vec<Form>,
    /// Every coupon.
    #[serde(default)]
    pub coupons: Vec<Coupon>,
    /// Every discount that needs no code, in the order in which equal ones are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<AutomaticDiscount>,
    /// Every way of shipping, in the order shown.
    #[serde(default)]
    pub shipping_options: Vec<ShippingOption>,
    /// On which days the shop sends, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub business_days: Option<BusinessDays>,
    /// Every tax rule.
    #[serde(default)]
    pub tax_rules: Vec<TaxRule>,
    /// Who sells, for invoices; without it none are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seller: Option<SellerSettings>,
    /// Product id to merchandising context: restock texts and mailing-list settings.
    #[serde(default)]
    pub merchandising: BTreeMap<String, MerchandisingContext>,
    /// The site's own texts (summaries, emails).
    #[serde(default)]
    pub localized_strings: BTreeMap<String, String>,
    /// Product id to the address of a small picture of it, as browsers ask for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pictures: BTreeMap<String, String>,
    /// How amounts of the store's currency are written, by locale: the site's own and those of its languages. Empty where
    /// the site does not ask for that (`useCLDRMoneyFormat`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub amounts: BTreeMap<String, PageCurrency>,
    /// Every published page with an id, for what visitors say there: comments, likes, forms of locked pages.
    #[serde(default)]
    pub pages: Vec<CatalogPage>,
    /// Product id to the files that it sells, in the order of their addresses. They are published nowhere: the api keeps
    /// them, and gives them to who paid.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, Vec<SoldFile>>,
    /// The site's own templates of letters, by their kind (`confirmation`), or by language and kind (`de-DE/confirmation`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<String, LetterTemplate>,
}

/// What the api knows of the site itself. No secret stands here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogWebsite {
    /// The site's id.
    pub id: String,
    /// Its title, for emails.
    #[serde(default)]
    pub title: String,
    /// Where it is published, for links in emails.
    #[serde(default)]
    pub base_url: String,
    /// Its locale.
    #[serde(default = "default_locale")]
    pub locale: String,
    /// The languages it is published in beside its locale.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Its time zone.
    #[serde(default = "default_time_zone")]
    pub time_zone: String,
    /// The captcha's public key; with one, restock sign-ups need a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha_site_key: Option<String>,
    /// Where emails to the owner go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner_email: Option<String>,
    /// Comments are allowed at all.
    #[serde(default)]
    pub comments_enabled: bool,
    /// Likes are allowed at all.
    #[serde(default)]
    pub simple_liking_enabled: bool,
}

/// A published page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogPage {
    /// The id of its item, or of its collection where it has no item.
    pub id: String,
    /// Its path, from the root.
    pub url: String,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// Who may see it.
    #[serde(default)]
    pub access: Access,
    /// What opens it, and where its content lies, when it is not for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<PageLock>,
    /// It takes comments (`commentState` 1).
    #[serde(default)]
    pub comments_open: bool,
    /// The forms that stand on it.
    #[serde(default)]
    pub form_ids: Vec<String>,
}

/// A page whose content is not among the published files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageLock {
    /// The argon2id hash of its password; none for a page of members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// The file of its content, below the [`protected_folder`] of the output.
    pub content: String,
    /// The content itself, in a catalogue that an api takes over; in the file `catalog.json` it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// The folder that keeps the content of pages which are not for everybody: beside the output folder and not in it, so
/// that a server or a copy of the whole output gives none of it away. That of `site/output` is
/// `site/output.protected`. The path of the output must end with a name.
#[must_use]
pub fn protected_folder(output: &Path) -> PathBuf {
    beside(output, ".protected")
}

/// The folder of the data for programs (the catalogue with its codes, hooks and password hashes, and the memory of the
/// build): beside the output folder like [`protected_folder`], so that no web server that serves an output can give it
/// away. That of `site/output` is `site/output.data`.
#[must_use]
pub fn data_folder(output: &Path) -> PathBuf {
    beside(output, DATA)
}

/// The output folder whose data lies in a folder: that of `site/output.data` is `site/output`. `None` for a folder of
/// another name.
#[must_use]
pub fn output_of_data(folder: &Path) -> Option<PathBuf> {
    let name = folder.file_name()?.to_str()?.strip_suffix(DATA).filter(|name| !name.is_empty())?;
    Some(folder.with_file_name(name))
}

const DATA: &str = ".data";

fn beside(output: &Path, ending: &str) -> PathBuf {
    let mut name = output.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    output.with_file_name(name)
}

/// Who may see a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Everybody.
    #[default]
    Public,
    /// Anyone who has the page's password.
    Locked,
    /// Site members.
    Members,
}

impl Catalog {
    /// The product with this id.
    #[must_use]
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.id == *id)
    }

    /// The files that are sold, each once.
    #[must_use]
    pub fn sold(&self) -> BTreeMap<&FileDigest, &SoldFile> {
        self.files.values().flatten().map(|file| (&file.digest, file)).collect()
    }

    /// What a list shows of a product.
    #[must_use]
    pub fn card(&self, product: &Product) -> ProductCard {
        ProductCard {
            title: product.title.clone(),
            url: product.full_url.clone(),
            picture: self.pictures.get(product.id.as_str()).cloned(),
        }
    }

    /// How the store's amounts are written in a locale, as the pages in it write them.
    #[must_use]
    pub fn currency_in(&self, locale: &str) -> PageCurrency {
        let plain = || PageCurrency::new(self.store_settings.currency, locale);
        let known = self.amounts.get(locale).filter(|known| known.code == self.store_settings.currency);
        known.cloned().unwrap_or_else(plain)
    }

    /// An amount as the site's own language writes it. One in another currency than the store's, such as that of an older
    /// order, is dressed by the currency's table.
    #[must_use]
    pub fn amount(&self, cents: Cents, currency: CurrencyCode) -> String {
        if currency == self.store_settings.currency {
            return format_cents(cents, &self.currency_in(&self.website.locale), Trim::Never);
        }
        Money::new(cents, currency).format()
    }

    /// The form with this id.
    #[must_use]
    pub fn form(&self, id: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.id == id)
    }
}

fn default_locale() -> String {
    DEFAULT_LOCALE.to_owned()
}

fn default_time_zone() -> String {
    DEFAULT_TIME_ZONE.to_owned()
}
