//! What the owner set for the whole store and site.

use serde::{Deserialize, Serialize};

use crate::currency::CurrencyCode;
use crate::detail::{DetailProblem, Details};
use crate::money::Cents;

/// The time zone of a site that names none (N-078).
pub const DEFAULT_TIME_ZONE: &str = "America/New_York";

/// The store's settings. Every member has a default, so an empty object is a valid store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StoreSettings {
    /// The one currency of the store.
    #[cfg_attr(feature = "schema", schema(required))]
    pub currency: CurrencyCode,
    /// Several of a service may be bought at once.
    #[cfg_attr(feature = "schema", schema(required))]
    pub multiple_quantity_allowed_for_services: bool,
    /// Reviews are shown; needs the feature flag too.
    #[cfg_attr(feature = "schema", schema(required))]
    pub product_reviews_enabled: bool,
    /// A successful add goes straight to the checkout.
    #[cfg_attr(feature = "schema", schema(required))]
    pub express_checkout_enabled: bool,
    /// The subtotal a checkout must reach, in minor units; 0 is no minimum (C-063).
    #[cfg_attr(feature = "schema", schema(required))]
    pub minimum_order_subtotal_cents: Cents,
    /// Where the cart page's Continue Shopping link leads.
    #[cfg_attr(feature = "schema", schema(required))]
    pub continue_shopping_url: String,
    /// The names and pages of the installment provider.
    #[cfg_attr(feature = "schema", schema(required))]
    pub installments: InstallmentSettings,
    /// What the checkout asks beside what a delivery needs.
    #[serde(skip_serializing_if = "CheckoutSettings::asks_nothing")]
    pub checkout: CheckoutSettings,
}

/// What the checkout asks beside what a delivery needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CheckoutSettings {
    /// Every purchase needs a phone number. Without it only ways of delivery with `asksPhone` do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_phone: bool,
    /// A purchase that goes to no address needs the name and the address of who pays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_billing_address: bool,
    /// What is shipped or collected may have a message to whom it is given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gift_message: bool,
    /// What a buyer must agree to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<ShopTerms>,
}

/// The terms of a shop that a buyer must agree to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ShopTerms {
    /// The address of the page that has them, from the root of the site.
    pub page: String,
    /// A digest of what the page says in the language of the reader, in hexadecimal; the build works it out.
    #[cfg_attr(feature = "schema", schema(required))]
    pub digest: String,
    /// The same of the page in the other languages of the site; where the shop's own language is meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub translated: Vec<String>,
}

impl CheckoutSettings {
    /// The digest of the terms that were agreed to, as an order keeps it; `None` in a shop without terms. `agreed` is the digest of
    /// those that were shown; what is wrong is added to `found`.
    pub fn checked_terms(&self, agreed: &str, found: &mut Details) -> Option<String> {
        let terms = self.terms.as_ref()?;
        let problem = match agreed {
            "" => DetailProblem::TermsMissing,
            same if same == terms.digest || terms.translated.iter().any(|one| one == same) => {
                return Some(same.to_owned());
            }
            _ => DetailProblem::TermsChanged,
        };
        found.add("terms", problem);
        None
    }

    fn asks_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self {
            currency: CurrencyCode::default(),
            multiple_quantity_allowed_for_services: true,
            product_reviews_enabled: false,
            express_checkout_enabled: false,
            minimum_order_subtotal_cents: Cents::ZERO,
            continue_shopping_url: "/".to_owned(),
            installments: InstallmentSettings::default(),
            checkout: CheckoutSettings::default(),
        }
    }
}

/// What the installment provider is called and where its information pages lie (W-118, W-119).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct InstallmentSettings {
    /// The brand everywhere but in the United Kingdom.
    #[cfg_attr(feature = "schema", schema(required))]
    pub main_brand: String,
    /// The brand in the United Kingdom.
    #[cfg_attr(feature = "schema", schema(required))]
    pub uk_brand: String,
    /// `{popupBaseUrl}/{locale}.html` is the information page.
    #[cfg_attr(feature = "schema", schema(required))]
    pub popup_base_url: String,
    /// In how many payments a price is split.
    #[cfg_attr(feature = "schema", schema(required))]
    pub installment_count: u32,
}

impl Default for InstallmentSettings {
    fn default() -> Self {
        Self {
            main_brand: "Afterpay".to_owned(),
            uk_brand: "Clearpay".to_owned(),
            popup_base_url: String::new(),
            installment_count: crate::limit::INSTALLMENT_COUNT,
        }
    }
}

/// Parts of the product that are switched on by site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FeatureFlags {
    /// Count visits of product pages, adds and cart views.
    #[cfg_attr(feature = "schema", schema(required))]
    pub commerce_visitor_metrics: bool,
    /// Installment messaging on product pages.
    #[cfg_attr(feature = "schema", schema(required))]
    pub installment_payment_pdp: bool,
    /// Product reviews.
    #[cfg_attr(feature = "schema", schema(required))]
    pub product_reviews: bool,
    /// The newer analytics tag.
    #[cfg_attr(feature = "schema", schema(required))]
    pub analytics_tag_v2: bool,
    /// Form limits that the browser checks.
    #[cfg_attr(feature = "schema", schema(required))]
    pub vanilla_form_handler: bool,
    /// The mapping of old admin paths.
    #[cfg_attr(feature = "schema", schema(required))]
    pub multi_product: bool,
    /// Money nodes are read by their legacy pair first (C-003).
    #[serde(rename = "useCLDRMoneyFormat")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub use_cldr_money_format: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-816: what is agreed to are the terms that hold now, in one of the site's languages.
    #[test]
    fn s_816_the_terms_that_hold_are_agreed_to() {
        let terms = ShopTerms { page: "/terms".into(), digest: "en".into(), translated: vec!["de".into()] };
        let shop = CheckoutSettings { terms: Some(terms), ..CheckoutSettings::default() };
        for (agreed, kept, code) in [
            ("en", Some("en"), ""),
            ("de", Some("de"), ""),
            ("", None, "terms-missing"),
            ("fr", None, "terms-changed"),
        ] {
            let mut found = Details::default();
            assert_eq!(shop.checked_terms(agreed, &mut found).as_deref(), kept, "{agreed}");
            assert_eq!(found.code(), code, "{agreed}");
        }
        let mut found = Details::default();
        assert_eq!(CheckoutSettings::default().checked_terms("en", &mut found), None);
        assert!(found.is_empty(), "a shop without terms asks for nothing");
    }
}
