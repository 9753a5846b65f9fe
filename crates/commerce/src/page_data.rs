//! What a page tells its widgets: the one JSON script `loggia-page-data`.

use std::collections::BTreeMap;

use loggia_forms::Form;
use serde::{Deserialize, Serialize};

use crate::catalog::Access;
use crate::currency::{DEFAULT_LOCALE, PageCurrency};
use crate::installment::InstallmentContext;
use crate::merchandising::MerchandisingContext;
use crate::product::Product;
use crate::settings::{DEFAULT_TIME_ZONE, FeatureFlags, StoreSettings};

/// Everything the widgets of one page need before their first call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// Where the api is; empty means the page's own origin.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub api_base_url: String,
    /// The site.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub website: PageWebsite,
    /// The page.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub page: PageContext,
    /// How amounts are written.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub currency: PageCurrency,
    /// The store.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub store_settings: StoreSettings,
    /// What is switched on.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub feature_flags: FeatureFlags,
    /// Every label, the site's own texts in place of the defaults.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub localized_strings: BTreeMap<String, String>,
    /// The captcha's public key; without one no captcha is rendered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha_site_key: Option<String>,
    /// The products whose widgets stand on the page.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub products: Vec<PageProduct>,
    /// The forms that stand on the page, without their storage.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub forms: Vec<Form>,
}

/// The site, as widgets and the tracker know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PageWebsite {
    /// The site's id.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: String,
    /// The owner's account.
    #[cfg_attr(feature = "schema", schema(required))]
    pub account_id: String,
    /// The template.
    #[cfg_attr(feature = "schema", schema(required))]
    pub template_id: String,
    /// The site's title.
    #[cfg_attr(feature = "schema", schema(required))]
    pub title: String,
    /// Where the site is published.
    #[cfg_attr(feature = "schema", schema(required))]
    pub base_url: String,
    /// Language of the texts.
    #[cfg_attr(feature = "schema", schema(required))]
    pub language: String,
    /// Locale of numbers and dates.
    #[cfg_attr(feature = "schema", schema(required))]
    pub locale: String,
    /// IANA time zone.
    #[cfg_attr(feature = "schema", schema(required))]
    pub time_zone: String,
    /// dev, qa, staging or prod.
    #[cfg_attr(feature = "schema", schema(required))]
    pub environment: String,
    /// Where the pages of this language begin, such as `/fr`; none for the site's own language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_path: Option<String>,
}

impl Default for PageWebsite {
    fn default() -> Self {
        Self {
            id: String::new(),
            account_id: String::new(),
            template_id: String::new(),
            title: String::new(),
            base_url: String::new(),
            language: DEFAULT_LOCALE.to_owned(),
            locale: DEFAULT_LOCALE.to_owned(),
            time_zone: DEFAULT_TIME_ZONE.to_owned(),
            environment: "prod".to_owned(),
            base_path: None,
        }
    }
}

/// The page, as widgets and the tracker know it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PageContext {
    /// Page type code (N-018): 1 collection, 2 item, 3 page, 4 search, 5 cart, 6 checkout, 7 not found, 8 lock screen,
    /// 9 member area denied, 10 config.
    #[cfg_attr(feature = "schema", schema(required))]
    pub page_type: u8,
    /// The page's id: its item's, else its collection's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub page_id: String,
    /// Its path, from the root.
    #[cfg_attr(feature = "schema", schema(required))]
    pub path: String,
    /// Its title.
    #[cfg_attr(feature = "schema", schema(required))]
    pub title: String,
    /// Its collection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection_id: Option<String>,
    /// Its item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<String>,
    /// Always `website` for a page of a site.
    #[cfg_attr(feature = "schema", schema(required))]
    pub platform: String,
    /// Names a product page for the places calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_page: Option<String>,
    /// Names the part of it for the same calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_section: Option<String>,
    /// Nothing is tracked here.
    #[cfg_attr(feature = "schema", schema(required))]
    pub tracking_disabled: bool,
    /// Who may see it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub access: Access,
}

/// A product on a page with what its widgets need beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageProduct {
    /// The product with its variants; stock and prices as of the build.
    #[cfg_attr(feature = "schema", schema(required))]
    pub product: Product,
    /// Names the build of its prices ([`Product::build_id`]): sent with what is put into the cart, so that the api knows
    /// what was promised.
    #[serde(default)]
    pub build_id: String,
    /// The form to be filled in before it can be added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additional_fields_form: Option<Form>,
    /// Restock, scarcity and sold-out texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merchandising: Option<MerchandisingContext>,
    /// Installment messaging; only with the feature flag (G-071).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installment: Option<InstallmentContext>,
}

impl PageData {
    /// The page's data as JSON that can stand inside a script element: `<`, `>`, `&` and the two line separators that older
    /// JavaScript refuses are written as escapes, so no text of a site can end the element.
    ///
    /// # Errors
    /// Never for data that was itself read from JSON; `serde_json` asks for the possibility.
    pub fn to_script_json(&self) -> Result<String, serde_json::Error> {
        let json = serde_json::to_string(self)?;
        let mut escaped = String::with_capacity(json.len());
        for character in json.chars() {
            match character {
                '<' => escaped.push_str("\\u003c"),
                '>' => escaped.push_str("\\u003e"),
                '&' => escaped.push_str("\\u0026"),
                '\u{2028}' => escaped.push_str("\\u2028"),
                '\u{2029}' => escaped.push_str("\\u2029"),
                other => escaped.push(other),
            }
        }
        Ok(escaped)
    }
}
